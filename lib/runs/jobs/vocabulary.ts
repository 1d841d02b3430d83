/**
 * What a job does: responses; verdicts; the same judge prompts several times, which never become verdicts; preferences
 * between the responses of two runs.
 */
export const JOB_KINDS = ["generate", "judge", "repeat", "compare"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** The seed of a job's sample unless somebody chooses another. */
export const USUAL_SEED = 1;

export const JOB_STATUSES = ["running", "paused", "done", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Why a job is paused; all but the first are the product's own decision. */
export const PAUSE_REASONS = [
  "person",
  /** The next call could pass the job's limit. */
  "spending-limit",
  /** The service refuses the key: every call would fail. */
  "key-refused",
  /** The account has no quota or credit left: every call would fail until someone tops it up. */
  "quota-exhausted",
  /** The host is not allowed any more. */
  "not-allowed",
  /** Many items failed one after the other. */
  "failures",
  /** It was running in the backup that was restored: some of it may have been done, and paid, since. */
  "restored",
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const ITEM_STATUSES = ["waiting", "working", "done", "failed", "left-out"] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** What a done item came to: a response's text, or how the evaluator's reply was read. */
export const JOB_OUTCOMES = [
  "answered",
  "empty",
  "refused",
  "truncated",
  "parsed",
  "unparsed",
] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];
/** Those by which an item has no answer or no verdict to show. */
export const UNUSABLE_OUTCOMES: readonly JobOutcome[] = [
  "empty",
  "refused",
  "truncated",
  "unparsed",
];

/** Where items of jobs are worked on: in the server itself, or in a program of its own. */
export const WORKER_KINDS = ["server", "worker"] as const;
export type WorkerKind = (typeof WORKER_KINDS)[number];

/** The queue's task by which workers know what to do. */
export const TAKE_ITEMS = "take-items";
/** How many items a job has at most, those left out among them: all are planned and written at once. */
export const MOST_ITEMS = 50_000;
/** How many lanes of a job there are at most: each takes one item after the other. */
export const MOST_LANES = 32;
