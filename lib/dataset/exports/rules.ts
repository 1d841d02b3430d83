import type { ExportFormat } from "./schema";

/** The name of a file that holds the present state, which is no release: "freshqa-2026-11-21.csv". */
export function currentFileName(format: ExportFormat, now: Date): string {
  return `freshqa-${now.toISOString().slice(0, 10)}.${format}`;
}

/** The name of a file that holds every revision: "freshqa-history-2026-11-21.parquet". */
export function historyFileName(format: ExportFormat, now: Date): string {
  return `freshqa-history-${now.toISOString().slice(0, 10)}.${format}`;
}

/** The name of a file that holds the state of a past day: "freshqa-as-of-2024-12-18.csv". */
export function pastStateFileName(format: ExportFormat, day: string): string {
  return `freshqa-as-of-${day}.${format}`;
}

/** A last cell that marks the end of each record: no other place of Postgres' CSV holds its quoted form before a line feed. */
export const RECORD_END = "\r";
const WRITTEN_RECORD_END = ',"\r"\n';

/**
 * Turns records as Postgres' COPY writes them, each with RECORD_END as its last cell, into records of a release, each
 * with its line end before it. The mark cannot occur inside a cell: there a quote is always doubled.
 */
export function plainRecords(written: Buffer, newline: string): Buffer {
  // As Latin-1 every byte is a character, so that nothing of the UTF-8 has to be decoded.
  const records = written.toString("latin1").replaceAll(WRITTEN_RECORD_END, newline);
  return Buffer.from(newline + records.slice(0, -newline.length), "latin1");
}
