import { scoreOf, type BothOrders, type DecisionRule } from "@/lib/runs/principles/rules";
import type {
  ItemStatus,
  JobKind,
  JobOutcome,
  JobStatus,
  PauseReason,
} from "@/lib/runs/jobs/vocabulary";

/** Labels for the closed lists of jobs. */
export const KIND_WORDS: Record<JobKind, string> = {
  generate: "Generate responses",
  judge: "Judge responses",
  repeat: "Repeat judging",
  compare: "Compare two runs",
};

export const STATUS_WORDS: Record<JobStatus, string> = {
  running: "Running",
  paused: "Paused",
  done: "Done",
  cancelled: "Canceled",
};

export const STATUS_COLORS: Record<JobStatus, string> = {
  running: "blue",
  paused: "yellow",
  done: "green",
  cancelled: "gray",
};

/** Why a job is paused, and what to do. */
export const PAUSE_WORDS: Record<PauseReason, { title: string; remedy: string }> = {
  person: { title: "Paused", remedy: "Everything so far is kept. Resume to continue." },
  "spending-limit": {
    title: "Spending limit reached",
    remedy:
      "The next call could exceed the limit. Everything so far is kept. Enter a higher limit to continue.",
  },
  "key-refused": {
    title: "Key refused",
    remedy:
      "The service refused the connection's key, or the key is missing. An administrator can enter it again under Connections; a key from the environment is replaced there, followed by a restart of the server and its workers. Then resume.",
  },
  "quota-exhausted": {
    title: "Quota exhausted",
    remedy:
      "The service says that the account has no quota or credit left. Add credit or raise the account's limit at the service. Then resume.",
  },
  restored: {
    title: "Paused by a restore",
    remedy:
      "The job was running when the backup was taken. What it did afterwards, and what that cost, is not in the backup. Resume to continue from the backup's state.",
  },
  "not-allowed": {
    title: "Host not allowed",
    remedy:
      "The connection's host isn't public and isn't allowed. An administrator can allow it under Connections. Then resume.",
  },
  failures: {
    title: "Several items failed in a row",
    remedy: "See the errors below. After fixing the cause, retry the failed items.",
  },
};

export const ITEM_WORDS: Record<ItemStatus, string> = {
  waiting: "Pending",
  working: "In progress",
  done: "Done",
  failed: "Failed",
  "left-out": "Left out",
};

const OUTCOME_WORDS: Record<JobOutcome, string> = {
  answered: "Answered",
  empty: "Empty reply",
  refused: "Refused",
  truncated: "Cut off at max tokens",
  parsed: "Verdict",
  unparsed: "No verdict found",
};

/** What a done item came to; comparing brings preferences and no verdicts. */
export function outcomeInWords(outcome: JobOutcome, kind: JobKind): string {
  if (kind === "compare" && outcome === "parsed") return "Preference";
  if (kind === "compare" && outcome === "unparsed") return "No preference found";
  return OUTCOME_WORDS[outcome];
}

/** How principles come to one preference. */
export const DECISION_WORDS: Record<DecisionRule, { name: string; meaning: string }> = {
  dominant: {
    name: "Dominant principle (SALMON)",
    meaning:
      "The principle with the greatest score decides, each divided by its spread over all pairs",
  },
  weighted: { name: "Weighted sum", meaning: "The sum of weight × score over all principles" },
};

/** What a judge prefers of A and B. */
export function preferenceInWords(said: BothOrders): string {
  const { score, biased } = scoreOf(said);
  if (biased) return "Orders disagree";
  return score === 0 ? "Tie" : score > 0 ? "A preferred" : "B preferred";
}

export const MODE_WORDS = { relaxed: "Relaxed", strict: "Strict" } as const;
