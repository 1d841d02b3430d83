/*
 * The words of adjudication and the addresses of its queue. No schema library here: the desk needs these and stays
 * light; what may be sent is in schema.ts, which hands these words on.
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

/** What the address of "/adjudication" and its desk narrow. */
export interface CaseFilters {
  campaign: number | null;
  /** Any of these causes; none: whatever the cause. */
  cause: Cause[];
}

/** A path with the filters, and the place to go on from, behind it. */
export function queueHref(path: string, filters: CaseFilters, after: Place | null = null): string {
  const params = new URLSearchParams();
  if (filters.campaign !== null) params.set("campaign", String(filters.campaign));
  if (filters.cause.length > 0) params.set("cause", filters.cause.join(","));
  if (after !== null) params.set("after", `${after.place}~${after.taskId}`);
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%7E", "~");
  return query === "" ? path : `${path}?${query}`;
}

export const COMMENT_MAX_CHARACTERS = 4_000;
