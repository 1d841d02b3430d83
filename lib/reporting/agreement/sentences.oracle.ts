import { percentSaid, type Figures, type Form } from "@/lib/reporting/files/sentences.oracle";
import { COUNT, counting } from "@/lib/reporting/snapshots/sentences.oracle";

/* How the sentences with numbers around a report of agreement are read. */

const share = (unit: string, noun: string) =>
  `(?<${unit}Stale>${COUNT}) of ${counting(unit, noun)} \\((?<${unit}Percent>[\\d.]+)%\\)`;

/** Every sentence with a number at a table of agreement, but for those of FEW_UNITS and MADE and those that every report has (inputForms). */
export const AGREEMENT_SENTENCES: Readonly<Record<string, Form>> = {
  stale: new RegExp(
    `Stale \\(answers have changed in the dataset since\\): (?:${share("compared", "compared response")})?(?:; )?(?:${share("single", "response")} rated once)?\\.`,
  ),
  counts: new RegExp(
    `${counting("responses", "response")} rated: (?<compared>${COUNT}) by two or more raters, (?<single>${COUNT}) by one \\(not counted\\)\\. ${counting("judgments", "rating")} by ${counting("raters", "rater")}\\.(?: Also not counted: (?:${counting("otherAnswers", "rating")} made with different correct answers)?(?:; )?(?:${counting("ofGold", "rating")} of ${counting("gold", "gold item")})?\\.)?`,
  ),
  of: new RegExp(
    `Ratings in the campaigns? (?<campaigns>.+); runs: all; questions: all\\. Each rater has one rating per response, the latest as corrected\\.`,
  ),
  noRatings: /Gwet’s AC1 is undefined: No ratings\./,
  undefinedCohen:
    /Cohen’s kappa is undefined: Cohen’s kappa is defined for two raters, not (?<raters>\d+)\. .+/,
  paper: new RegExp(
    `All rows are over the same responses: of the (?<responses>${COUNT}) that both raters rated, those with a verdict by (?<evaluator>.+?)\\.(?: Without one: Relaxed (?<relaxed>${COUNT}), Strict (?<strict>${COUNT}); not counted as incorrect\\.)?`,
  ),
  average: /Average: the mean of the two exact agreements of (?<evaluator>.+) with a rater; .+/,
  withoutEvaluator: new RegExp(
    `Over the ${counting("responses", "response")} that both rated\\. No automatic verdicts\\.`,
  ),
  // What a table's numbers are: no figure of the report.
  exact: /Exact agreement in percent\. .+; in brackets the 95% CI\./,
  raters: /Shares in percent, with 95% CI: .+/,
  drift: /Shares of agreeing pairs, .+ 95% CI by the jackknife over responses, on Wilson’s scale\./,
  indices: /On credit, on no credit: .+ from −1 \(all no credit\) to 1 \(all credit\)\. .+/,
  parts: /In brackets the 95% CI; none for fewer than 10 responses\. .+/,
  sides: /.+ First: (?<first>Rater .+)\. Second: (?<second>Rater .+)\./,
};

/** What is stale of the responses with two or more ratings, or of those with one. */
export const staleSaid = (which: "compared" | "single", stale: number, of: number): Figures =>
  stale === 0
    ? {}
    : { [`${which}Stale`]: stale, [which]: of, [`${which}Percent`]: percentSaid(stale, of) };

/** Each of several coefficients without an interval says of how few units it is. */
export const FEW_UNITS = new RegExp(
  `.+; no interval \\((?:${counting("units", "comparable unit")}|${counting("responses", "comparable response")}); at least 10 needed\\)\\.`,
);

/** How the coefficients with an interval are made. */
export const MADE =
  /.+; 95% (?:Wilson interval over units|jackknife interval over (?:units|responses) on Wilson’s scale)\./;

/** "87.5% equal, alpha 0.70, moderate (n = 40)". */
export const SUMMARY =
  /(?:(?<none>no responses with two ratings)|(?<percent>[\d.]+)% equal, alpha (?<alpha>[−\d.]+|undefined)(?:, (?<word>\w+))? \(n = (?<n>[\d,]+)\))/;
