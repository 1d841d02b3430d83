import { type Kind } from "@/lib/reporting/files/table";
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

/** Of all coefficients percent agreement alone is a share, in percent wherever it stands. @param title of titledCoefficients */
export function kindOf(title: string): Kind {
  return title === COEFFICIENT_TITLES.percent ? "percent" : "number";
}

/** Coefficients of an ordinal scale in which near levels agree in part. */
export const WEIGHTED = ["kappaLinear", "kappaQuadratic", "ac2Linear", "ac2Quadratic"] as const;
export type WeightedName = (typeof WEIGHTED)[number];

const WEIGHTED_TITLES: Record<WeightedName, string> = {
  kappaLinear: "Weighted kappa, linear",
  kappaQuadratic: "Weighted kappa, quadratic",
  ac2Linear: "Gwet’s AC2, linear",
  ac2Quadratic: "Gwet’s AC2, quadratic",
};

/** Digits after the point of a coefficient in files that people read; programs get all. */
export const COEFFICIENT_DIGITS = 4;

/** One number of a report with its 95% interval, or the reason why there is none. */
export interface Coefficient {
  /** Null: undefined, for the reason in `undefinedBecause`. Never NaN. */
  value: number | null;
  /** The 95% interval; null where `method` says so. */
  low: number | null;
  high: number | null;
  /** Units that it was computed from. */
  n: number;
  /** What was computed and how its interval was found, in words. */
  method: string;
  undefinedBecause: string | null;
}

/** Everything about the agreement of a set of ratings. */
export interface Agreement {
  /** With at least two ratings: those that everything is computed from. */
  units: number;
  /** With one rating, which nothing is computed from. */
  single: number;
  raters: number;
  /** Different values in use. */
  values: number;
  coefficients: Record<CoefficientName, Coefficient>;
}

/** What ratings on an ordinal scale have beyond the agreement of any ratings. */
export interface OrdinalRatings {
  weighted: Record<WeightedName, Coefficient>;
  /** From the lowest. `number` is what it counts as in the mean. */
  levels: { level: string; number: number; ratings: number; share: number | null }[];
  mean: Coefficient;
  /** Between two levels if the middle is. */
  median: Coefficient;
  /** What has to be known to read the coefficients; null: nothing. */
  note: string | null;
}

/** The coefficients of ratings by their titles: those of any ratings, then those of an ordinal scale. */
export function titledCoefficients({
  coefficients,
  ordinal,
}: Pick<Agreement, "coefficients"> & { ordinal?: Pick<OrdinalRatings, "weighted"> }): [
  string,
  Coefficient,
][] {
  return [
    ...COEFFICIENTS.map((name): [string, Coefficient] => [
      COEFFICIENT_TITLES[name],
      coefficients[name],
    ]),
    ...(ordinal === undefined
      ? []
      : WEIGHTED.map((name): [string, Coefficient] => [
          WEIGHTED_TITLES[name],
          ordinal.weighted[name],
        ])),
  ];
}
