/** How a submission stands. No schema library here: addresses need it. */
export const SUBMISSION_STATUSES = [
  "draft",
  "submitted",
  "returned",
  "accepted",
  "rejected",
  "withdrawn",
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
