import type { ExportFormat } from "./schema";

/** The name of a file that holds the present state, which is no release: "freshqa-2026-11-21.csv". */
export function presentStateFileName(format: ExportFormat, now: Date): string {
  return `freshqa-${now.toISOString().slice(0, 10)}.${format}`;
}

/** The name of a file that holds the state of a past day: "freshqa-as-of-2024-12-18.csv". */
export function pastStateFileName(format: ExportFormat, day: string): string {
  return `freshqa-as-of-${day}.${format}`;
}
