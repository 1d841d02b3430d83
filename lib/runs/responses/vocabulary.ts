/*
 * What can be said of a file's records. No schema library here: addresses need it.
 */

/** What can be said of a record. Those of LEFT_OUT are not imported; the others are, and worth a look. */
export const LEFT_OUT = [
  "unreadable",
  "unmatched",
  "similar",
  "conflict",
  "duplicate",
  "already-there",
  "no-response",
  "bad-references",
  "failed",
  "not-chosen",
] as const;
export const WORTH_A_LOOK = [
  "accepted",
  "empty",
  "replaced",
  "invisible",
  "loose-mark",
  "other-fields",
  "other-id",
  "bad-verdict",
] as const;
/** What is said once of the whole file, and listed under its own name alone. */
export const SAID_ONCE: readonly RowProblem[] = ["other-id", "not-chosen"];
export const ROW_PROBLEMS = [...LEFT_OUT, ...WORTH_A_LOOK] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];
