/** Raised when any file of the archive changes, so that whoever has one of before is sent the new one. */
export const ARCHIVE_VERSION = 3;

/** The file name of a release as a dataset: "FreshQA_v04072025-dataset.zip". */
export function archiveFileName(release: string): string {
  return `${release}-dataset.zip`;
}

/** "FreshQA_v04072025" → "2025.4.7", a version that compares as versions do. @param day ISO */
export function semanticVersion(day: string): string {
  return day.split("-").map(Number).join(".");
}

/** The last UTC day that is over: ISO. */
export function lastDay(now: Date): string {
  return new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
}
