import { z } from "zod";

/** The two modes of FreshEval: is the primary answer correct; is moreover every claim factual and up to date. */
export const MODES = ["relaxed", "strict"] as const;
export type Mode = (typeof MODES)[number];

/**
 * Why a response gets no credit: the closed list of the protocol, in its order. Those with `strictOnly` deny Strict
 * credit alone. `key` is the letter of the desk; `words` are for buttons and tables, `meaning` says it in full.
 */
export const REASONS = [
  { code: "no-definite-answer", key: "d", strictOnly: false, words: "No definite answer", meaning: "There is no confident, definitive answer, and none can be obviously inferred." },
  { code: "wrong-primary-answer", key: "w", strictOnly: false, words: "Wrong answer", meaning: "The primary or final answer, standing alone, is not accurate." },
  { code: "contradiction", key: "c", strictOnly: false, words: "Contradiction", meaning: "What is added contradicts the primary answer." },
  { code: "misleading-addition", key: "m", strictOnly: false, words: "Misleading addition", meaning: "What is added reshapes how one understands the primary answer." },
  { code: "premise-not-rebutted", key: "p", strictOnly: false, words: "Premise not rebutted", meaning: "The question rests on a false premise, and the response does not point that out." },
  { code: "incomplete-name", key: "n", strictOnly: false, words: "Incomplete name", meaning: "A name is neither complete nor commonly recognized in that form." },
  { code: "approximate-number", key: "a", strictOnly: false, words: "Approximate number", meaning: "A number is approximate, and no correct answer gives it so." },
  { code: "hallucination", key: "h", strictOnly: true, words: "Hallucination", meaning: "A claim, however minor, is made up or wrong." },
  { code: "outdated", key: "o", strictOnly: true, words: "Outdated", meaning: "A claim was true once and is not any more." },
  { code: "ill-formed", key: "i", strictOnly: true, words: "Ill-formed", meaning: "The answer is not stated explicitly in a well-formed response." },
  { code: "unverified-cutoff-caveat", key: "k", strictOnly: true, words: "Unverified cutoff caveat", meaning: "It says “as of my knowledge cutoff” where the knowledge may have changed since." },
] as const satisfies readonly { code: string; key: string; strictOnly: boolean; words: string; meaning: string }[];
export type Reason = (typeof REASONS)[number]["code"];
export const REASON_CODES = REASONS.map((reason) => reason.code) as [Reason, ...Reason[]];
export const reasonSchema = z.enum(REASON_CODES);

const STRICT_ONLY: ReadonlySet<Reason> = new Set(REASONS.filter((reason) => reason.strictOnly).map((reason) => reason.code));

/** Whether the reason may deny credit in this mode. */
export function mayDeny(reason: Reason, mode: Mode): boolean {
  return mode === "strict" || !STRICT_ONLY.has(reason);
}

/** A verdict in both modes; a reason is null exactly where there is credit. */
export interface Verdict {
  relaxed: boolean;
  strict: boolean;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
}

/**
 * Parses a verdict. No Relaxed credit means no Strict credit: `strict` may then be left out, and its reason is that of
 * Relaxed unless another is given. The database holds the same rules (`verdict_holds`).
 */
export const verdictSchema = z.object({
  relaxed: z.boolean("Say whether there is Relaxed credit."),
  strict: z.boolean("Say whether there is Strict credit.").optional(),
  relaxedReason: reasonSchema.nullable().default(null),
  strictReason: reasonSchema.nullable().default(null),
}).transform((given, context): Verdict => {
  const strict = given.strict ?? (given.relaxed ? null : false);
  const strictReason = given.strictReason ?? (given.relaxed || strict !== false ? null : given.relaxedReason);
  const refuse = (field: keyof Verdict, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (strict === null) refuse("strict", "Say whether there is Strict credit.");
  if (strict === true && !given.relaxed) refuse("strict", "Strict credit needs Relaxed credit.");
  if (given.relaxed && given.relaxedReason !== null) refuse("relaxedReason", "With credit there is no reason against it.");
  if (strict === true && strictReason !== null) refuse("strictReason", "With credit there is no reason against it.");
  if (!given.relaxed && given.relaxedReason === null) refuse("relaxedReason", "Say why there is no Relaxed credit.");
  if (given.relaxedReason !== null && !mayDeny(given.relaxedReason, "relaxed")) refuse("relaxedReason", "This reason denies Strict credit only.");
  if (strict === false && given.relaxed && strictReason === null) refuse("strictReason", "Say why there is no Strict credit.");
  return { relaxed: given.relaxed, strict: strict ?? false, relaxedReason: given.relaxedReason, strictReason };
});

// What the desk sends ---------------------------------------------------------------------------------------------

const id = z.number().int().positive().max(2_147_483_647);

/** Made by the client for one submission: the same one sent twice is done once. */
export const clientKeySchema = z.uuid();

export const COMMENT_MAX_CHARACTERS = 2_000;
/** A day: more time than this at one item is a fault of the device's clock. */
export const MAX_ACTIVE_MS = 86_400_000;

const text = (most: number, what: string) => z.string().max(most, `${what} may have at most ${most.toLocaleString("en")} characters.`).transform((value) => value.trim());

const judged = {
  verdict: verdictSchema,
  comment: text(COMMENT_MAX_CHARACTERS, "The comment").default(""),
  lowConfidence: z.boolean().default(false),
  /** "The ground truth looks wrong": opens a ticket on the maintainers' queue. */
  flagged: z.boolean().default(false),
  /** Milliseconds at work on it, breaks not counted. */
  activeMs: z.number().int().min(0).max(MAX_ACTIVE_MS),
  clientKey: clientKeySchema,
};

export const submitJudgmentSchema = z.object({
  ...judged,
  taskId: id,
  /** The revision whose answers the rater saw. */
  revisionId: id,
  /** When the rater pressed the key, by the device's clock (ISO); it may be sent much later. */
  enteredAt: z.iso.datetime({ offset: true }),
});
export type SubmitJudgment = z.output<typeof submitJudgmentSchema>;

export const correctJudgmentSchema = z.object({
  ...judged,
  /** The client key of the judgment that this one supersedes: known even before its answer came. */
  supersedes: clientKeySchema,
  /** Why it is corrected. */
  correction: text(500, "The reason").refine((value) => value !== "", "Say why you correct it."),
  enteredAt: z.iso.datetime({ offset: true }),
});
export type CorrectJudgment = z.output<typeof correctJudgmentSchema>;

export const claimItemsSchema = z.object({
  campaignId: id,
  count: z.number().int().min(1).max(10),
  /** Tasks that this desk holds already, or has judged and not sent yet. */
  held: z.array(id).max(2_000).default([]),
});
export type ClaimItems = z.output<typeof claimItemsSchema>;
export const skipItemSchema = z.object({ taskId: id, clientKey: clientKeySchema });

export const updateRatingSettingsSchema = z.object({
  trainingRequired: z.boolean(),
  qualifyAt: z.number("How many of the fifteen?").int("A whole number.").min(0, "From 0 to 15.").max(15, "From 0 to 15."),
  idleSeconds: z.number("How many seconds?").int("A whole number.").min(10, "From 10 seconds to an hour.").max(3_600, "From 10 seconds to an hour."),
  baseUpdatedAt: z.iso.datetime(),
});
