/*
 * The words of the protocol. No schema library here: the desk needs these and stays light; what may be sent is in
 * schema.ts, which hands these words on.
 */

/** The two modes of FreshEval: is the primary answer correct; is moreover every claim factual and up to date. */
export const MODES = ["relaxed", "strict"] as const;
export type Mode = (typeof MODES)[number];

/**
 * Why a response gets no credit: the closed list of the protocol, in its order. Those with `strictOnly` deny Strict
 * credit alone. `key` is the letter of the desk; `words` are for buttons and tables, `meaning` says it in full.
 */
export const REASONS = [
  {
    code: "no-definite-answer",
    key: "d",
    strictOnly: false,
    words: "No definite answer",
    meaning: "There is no confident, definitive answer, and none can be obviously inferred.",
  },
  {
    code: "wrong-primary-answer",
    key: "w",
    strictOnly: false,
    words: "Wrong answer",
    meaning: "The primary or final answer, standing alone, is not accurate.",
  },
  {
    code: "contradiction",
    key: "c",
    strictOnly: false,
    words: "Contradiction",
    meaning: "Additional content contradicts the primary answer.",
  },
  {
    code: "misleading-addition",
    key: "m",
    strictOnly: false,
    words: "Misleading addition",
    meaning: "Additional content changes the meaning of the primary answer.",
  },
  {
    code: "premise-not-rebutted",
    key: "p",
    strictOnly: false,
    words: "Premise not rebutted",
    meaning: "The question rests on a false premise, and the response does not point that out.",
  },
  {
    code: "incomplete-name",
    key: "n",
    strictOnly: false,
    words: "Incomplete name",
    meaning: "A name is neither complete nor commonly recognized in that form.",
  },
  {
    code: "approximate-number",
    key: "a",
    strictOnly: false,
    words: "Approximate number",
    meaning: "The number is approximate, but no correct answer is.",
  },
  {
    code: "hallucination",
    key: "h",
    strictOnly: true,
    words: "Hallucination",
    meaning: "A claim, however minor, is made up or wrong.",
  },
  {
    code: "outdated",
    key: "o",
    strictOnly: true,
    words: "Outdated",
    meaning: "A claim is no longer true.",
  },
  {
    code: "ill-formed",
    key: "i",
    strictOnly: true,
    words: "Ill-formed",
    meaning: "The answer is not stated explicitly in a well-formed response.",
  },
  {
    code: "unverified-cutoff-caveat",
    key: "k",
    strictOnly: true,
    words: "Unverified cutoff caveat",
    meaning: "It says “as of my knowledge cutoff”, but the answer may have changed since.",
  },
] as const satisfies readonly {
  code: string;
  key: string;
  strictOnly: boolean;
  words: string;
  meaning: string;
}[];
export type Reason = (typeof REASONS)[number]["code"];
export const REASON_CODES = REASONS.map((reason) => reason.code) as [Reason, ...Reason[]];

const STRICT_ONLY: ReadonlySet<Reason> = new Set(
  REASONS.filter((reason) => reason.strictOnly).map((reason) => reason.code),
);

/** Returns whether the reason can deny credit in this mode. */
export function appliesToMode(reason: Reason, mode: Mode): boolean {
  return mode === "strict" || !STRICT_ONLY.has(reason);
}

/** A verdict in both modes; a reason is null exactly where there is credit. */
export interface Verdict {
  relaxed: boolean;
  strict: boolean;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
}

export const COMMENT_MAX_CHARACTERS = 2_000;

/** How many items a desk holds ready: as many as a train ride takes. */
export const HELD_AHEAD = 50;
/** At most so many are given in one answer. */
export const GIVEN_AT_ONCE = 10;
/**
 * At most so many items of a campaign are given to a rater and not rated, on all their devices together: a full desk, and
 * as many in a second window, or rated without a connection and still to be sent.
 */
export const MOST_HELD = 2 * (HELD_AHEAD + GIVEN_AT_ONCE);

/** What raters and maintainers are told who would need a closed campaign open again. */
export const STAYS_CLOSED =
  "A closed campaign can't be reopened; what is left needs a new campaign.";

/** Messages for raters while a campaign hands out no items. */
export const STOP_WORDS = {
  paused: "This campaign is paused. Your ratings are saved. You can continue here when it resumes.",
  "rater-paused":
    "A maintainer has to look at your ratings first, so you are paused in this campaign; your notifications say why. Your ratings are saved. You can continue here when you are resumed.",
  closed: "This campaign is closed. Your ratings are saved; no more are accepted.",
} as const;

/** How a campaign stands for one of its raters. `rater-paused`: open to others, and they alone are paused. */
export type OwnStatus = "open" | keyof typeof STOP_WORDS;

/** What an answer to a desk says of the campaign. */
export interface DeskStatus {
  status: OwnStatus;
  /** Own items; null where they were not counted. */
  done: number | null;
  total: number | null;
}

/** What one may look for among one's own ratings. */
export const OWN_WORK_SHOWS = ["not-sure", "flagged", "corrected", "stale", "differs"] as const;
export type OwnWorkShow = (typeof OWN_WORK_SHOWS)[number];
