import type { ChangePace, DraftField, RejectionReason, SubmissionStatus } from "@/lib/authoring/schema";
import type { Category, FactType, Hops } from "@/lib/questions/schema";

export const STATUS_WORDS: Record<SubmissionStatus, string> = {
  draft: "Draft", submitted: "Submitted", returned: "Returned", accepted: "Accepted", rejected: "Rejected", withdrawn: "Withdrawn",
};

export const FIELD_WORDS: Record<DraftField, string> = {
  category: "Category", hops: "Hops", question: "Question", answers: "Answers", explanation: "Explanation", steps: "Steps", sources: "Evidence", pace: "Pace", year: "Effective year", nextReview: "Next review", note: "Note",
};

export const REASON_WORDS: Record<RejectionReason, string> = {
  "ill-formed": "Ill-formed", duplicate: "Duplicate", "too-easy": "Too easy", controversial: "Controversial", "no-reputable-source": "No reputable source", "changes-too-often": "Changes too often", other: "Other",
};

export const PACE_WORDS: Record<ChangePace, string> = {
  "more-than-weekly": "More than once a week", weekly: "About once a week", monthly: "About once a month", quarterly: "A few times a year", yearly: "About once a year",
};

/** What each category means, to somebody who writes for the first time. */
export const CATEGORY_HELP: Record<Category, string> = {
  "never-changing": "The answer is settled and will stay as it is: what happened, who was first, how something is defined.",
  "slow-changing": "The answer changes over several years: an office that is held for long, a record that is rarely broken.",
  "fast-changing": "The answer changes within a year or less, but not more than once a week: the latest winner, a count that grows.",
  "false-premise": "The question takes something for granted that is not true. A good answer points that out.",
};

export const FACT_TYPE_HELP: Record<FactType, string> = {
  "never-changing": "The premise will stay false for ever.",
  "slow-changing": "It may become true over the years.",
  "fast-changing": "It may become true within a year.",
};

export const HOPS_HELP: Record<Hops, string> = {
  "one-hop": "The question names all that one has to look up.",
  "multi-hop": "Something has to be found out first, before the rest can be answered.",
};

/** Of two rounds that say the same. */
export const NOTHING_CHANGED = "Nothing: it was submitted again word for word.";
