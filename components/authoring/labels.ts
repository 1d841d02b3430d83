import type { ChangePace, RejectionReason } from "@/lib/authoring/schema";
import type { Category, FactType, Hops } from "@/lib/dataset/questions/vocabulary";
import { type SubmissionStatus } from "@/lib/authoring/vocabulary";

export const STATUS_WORDS: Record<SubmissionStatus, string> = {
  draft: "Draft",
  submitted: "Submitted",
  returned: "Returned",
  accepted: "Accepted",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};

export const REASON_WORDS: Record<RejectionReason, string> = {
  "ill-formed": "Ill-formed",
  duplicate: "Duplicate",
  "too-easy": "Too easy",
  controversial: "Controversial",
  "no-reputable-source": "No reputable source",
  "changes-too-often": "Changes too often",
  other: "Other",
};

export const PACE_WORDS: Record<ChangePace, string> = {
  "more-than-weekly": "More than once a week",
  weekly: "About once a week",
  monthly: "About once a month",
  quarterly: "A few times a year",
  yearly: "About once a year",
};

/** What each category means, to someone who writes for the first time. */
export const CATEGORY_HELP: Record<Category, string> = {
  "never-changing": "The answer will not change: a past event, a first, a definition.",
  "slow-changing":
    "The answer changes over several years: a long-held office, a rarely broken record.",
  "fast-changing":
    "The answer changes within a year, but at most weekly: the latest winner, a growing count.",
  "false-premise": "The question assumes something untrue. A good answer points that out.",
};

export const FACT_TYPE_HELP: Record<FactType, string> = {
  "never-changing": "The premise will always be false.",
  "slow-changing": "It may become true over the years.",
  "fast-changing": "It may become true within a year.",
};

export const HOPS_HELP: Record<Hops, string> = {
  "one-hop": "Answerable with a single lookup.",
  "multi-hop": "Needs an intermediate answer first.",
};

/** Of two rounds that say the same. */
export const NOTHING_CHANGED = "No changes: resubmitted as is.";
