/*
 * The words of adjudication. No schema library here: the desk needs these and stays light; what may be sent is in
 * schema.ts, which hands these words on.
 */

/**
 * Why a task awaits adjudication: its verdicts differ in a mode, or under another protocol in what was chosen; a rater
 * doubts the answers, or their own rating; or raters agree on it, and it was drawn for an audit.
 */
export const CAUSES = [
  "relaxed",
  "strict",
  "answers",
  "flagged",
  "low-confidence",
  "audit",
] as const;
export type Cause = (typeof CAUSES)[number];

/** What stands for the rationale of an audit where none was given: whoever gave the verdict saw no ratings to speak about. */
export const AUDIT_RATIONALE = "Audit: adjudicated without seeing the ratings.";

/** A place in the queue, which is ordered by it and the task: the agreement, and behind all of these, from 1 on, audits in random order. */
export interface Place {
  place: number;
  taskId: number;
}

export const COMMENT_MAX_CHARACTERS = 4_000;
