import { z } from "zod";

/** What may be done with values: compare them, also order them, also subtract them. */
export const LEVELS = ["nominal", "ordinal", "interval"] as const;
export type Level = (typeof LEVELS)[number];

/** Relaxed, Strict, and the verdicts of both together; all questions, those with a valid premise (vp) and those with a false one (fp). */
export const AGREEMENT_MODES = ["relaxed", "strict", "all"] as const;
export type AgreementMode = (typeof AGREEMENT_MODES)[number];
export const SCOPES = ["overall", "vp", "fp"] as const;
export type Scope = (typeof SCOPES)[number];

export const COEFFICIENTS = ["percent", "cohen", "fleiss", "krippendorff", "gwetAC1"] as const;
export type CoefficientName = (typeof COEFFICIENTS)[number];

export const COEFFICIENT_TITLES: Record<CoefficientName, string> = {
  percent: "Percent agreement",
  cohen: "Cohen’s kappa",
  fleiss: "Fleiss’ kappa",
  krippendorff: "Krippendorff’s alpha",
  gwetAC1: "Gwet’s AC1",
};

/** Digits after the point of a coefficient, wherever people read it. */
export const COEFFICIENT_DIGITS = 4;

export const DEFAULT_REPLICATES = 2_000;
export const MAX_REPLICATES = 100_000;
export const DEFAULT_SEED = 1;

/** A whole number, also as the text of a form, an address or a command line; an empty text is none. */
const whole = (message: string) => z.number(message).int(message);
const fromText = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((input) => (typeof input === "string" && input.trim() !== "" ? Number(input) : input), schema);

export const seedSchema = fromText(whole("A seed is a whole number.").min(0, "A seed is not negative."));
export const replicatesSchema = fromText(whole("Replicates are a whole number.").min(100, "At least 100 replicates are needed.").max(MAX_REPLICATES, `At most ${MAX_REPLICATES} replicates.`));

export interface BootstrapOptions {
  /** The same seed gives the same intervals. */
  seed: number;
  replicates: number;
}

/** One number of a report with its 95% interval, or the reason why there is none. */
export interface Coefficient {
  /** Null: undefined, for the reason in `undefinedBecause`. Never NaN. */
  value: number | null;
  /** The 95% interval; null where `method` says so. */
  low: number | null;
  high: number | null;
  /** What was computed and how its interval was found, in words. */
  method: string;
  undefinedBecause: string | null;
}

/** Everything about the agreement of a set of ratings. */
export interface Agreement {
  /** With at least one rating. */
  units: number;
  raters: number;
  /** Different values in use. */
  values: number;
  coefficients: Record<CoefficientName, Coefficient>;
}
