import type { Reading } from "@/lib/dataset/file-formats/reading";
import { refuse } from "@/lib/platform/result";

/** The states of a file that comes in, of whatever kind; a kind may lack some of them. */
export const IMPORT_STATUSES = [
  /** Its rows are read and staged. */
  "reading",
  /** It can be read, but not in the usual form: someone has to agree to how. */
  "offered",
  /** Someone has to say what its columns are. */
  "mapping",
  /** It waits for files that come before it. */
  "queued",
  /** Its rows are matched with what is there. */
  "matching",
  /** What applying it would do is known, and nothing of it written. */
  "planned",
  /** It cannot be read: the file is at fault. */
  "refused",
  "applied",
  "cancelled",
  /** It was not read to its end: the server is at fault. */
  "failed",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** States in which the server is at work on it. */
export const WORKING_STATUSES = ["reading", "matching"] as const satisfies readonly ImportStatus[];
export function isWorking(status: string): boolean {
  return (WORKING_STATUSES as readonly string[]).includes(status);
}

const WAITING: readonly string[] = [
  "offered",
  "mapping",
  "queued",
  "planned",
] satisfies readonly ImportStatus[];
/** Whether it waits for a person, or for its turn: it can be discarded. */
export function isWaiting(status: string): boolean {
  return WAITING.includes(status);
}

/**
 * What pages say of a file. `interrupted`: it was being worked on when the server stopped; `applying`: its plan is being
 * written at this moment; `undone`: it was applied, and undone since.
 */
export type Standing = ImportStatus | "interrupted" | "applying" | "undone";
/** While the server is at work, the page says how far it is; a badge would fall behind. */
export const RUNNING: readonly Standing[] = [...WORKING_STATUSES, "applying"];

/** Reasons for which rows are left out although it is clear how they would be read. */
export const ROW_READINGS = ["unescaped-quotes", "formula-without-result"] as const;
export type RowReading = (typeof ROW_READINGS)[number];

/** How rows that were left out for a reason would be read. */
export const TAKEN_AS = {
  "unescaped-quotes": { quotes: "literal" },
  "formula-without-result": { formulas: "empty" },
} as const satisfies Record<RowReading, Reading>;

const STATUS_WORDS: Record<string, string> = {
  reading: "The file is still being read.",
  matching: "The rows are still being matched.",
  offered: "Choose how the file is read first.",
  mapping: "Map the columns first.",
  queued: "This file is imported when its turn in the queue comes.",
  applied: "This import has already been applied.",
  cancelled: "This import was canceled. Import the file again.",
  refused: "This file couldn't be read. Fix it and import it again.",
  failed: "This import failed. Import the file again.",
} satisfies Partial<Record<ImportStatus, string>>;

/** The refusal of what cannot be done to an import in this state. */
export function refuseStatus(status: string) {
  return refuse("not-planned", STATUS_WORDS[status] ?? "This import can no longer be changed.");
}

export function refuseMissing() {
  return refuse("not-found", "Import not found.");
}
