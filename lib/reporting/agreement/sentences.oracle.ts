import type { Form } from "@/lib/reporting/files/sentences.oracle";

/* How the sentences with numbers around a report of agreement are read. */

const COUNT = "[\\d,]+";
const SHARE = (unit: string) =>
  `(?<${unit}Stale>${COUNT}) of (?<${unit}>${COUNT}) ${unit === "compared" ? "compared " : ""}responses? \\((?<${unit}Percent>[\\d.]+)%\\)`;

/** Every sentence with a number at a table of agreement, but for those of FEW_UNITS and MADE. */
export const AGREEMENT_SENTENCES: Readonly<Record<string, Form>> = {
  truth:
    /Correct answers from: (?:release (?<release>\S+) \(default\)|the dataset at the end of (?<day>\d{4}-\d\d-\d\d) \(UTC\))\./,
  stale: new RegExp(
    `Stale \\(answers have changed in the dataset since\\): (?:${SHARE("compared")})?(?:; )?(?:${SHARE("single")} rated once)?\\.`,
  ),
  counts: new RegExp(
    `(?<responses>${COUNT}) responses? rated: (?<compared>${COUNT}) by two or more raters, (?<single>${COUNT}) by one \\(not counted\\)\\. (?<judgments>${COUNT}) ratings? by (?<raters>${COUNT}) raters?\\.(?: Also not counted: (?:(?<otherAnswers>${COUNT}) ratings? made with different correct answers)?(?:; )?(?:(?<ofGold>${COUNT}) ratings? of (?<gold>${COUNT}) gold items?)?\\.)?`,
  ),
  of: new RegExp(
    `Ratings in the campaigns? (?<campaigns>.+); runs: all; questions: all\\. Each rater has one rating per response, the latest as corrected\\.`,
  ),
  checksum: /Release (?<release>\S+), SHA-256 (?<sha256>[0-9a-f]{64})\./,
  noRatings: /Gwet’s AC1 is undefined: No ratings\./,
  undefinedCohen:
    /Cohen’s kappa is undefined: Cohen’s kappa is defined for two raters, not (?<raters>\d+)\. .+/,
  paper: new RegExp(
    `All rows are over the same responses: of the (?<responses>${COUNT}) that both raters rated, those with a verdict by (?<evaluator>.+?)\\.(?: Without one: Relaxed (?<relaxed>${COUNT}), Strict (?<strict>${COUNT}); not counted as incorrect\\.)?`,
  ),
  average: /Average: the mean of the two exact agreements of (?<evaluator>.+) with a rater; .+/,
  withoutEvaluator: new RegExp(
    `Over the (?<responses>${COUNT}) responses? that both rated\\. No automatic verdicts\\.`,
  ),
  // What a table's numbers are: no figure of the report.
  exact: /Exact agreement in percent\. .+; in brackets the 95% CI\./,
  raters: /Shares in percent, with 95% CI: .+/,
  drift: /Shares of agreeing pairs, .+ 95% CI by the jackknife over responses, on Wilson’s scale\./,
  indices: /On credit, on no credit: .+ from −1 \(all no credit\) to 1 \(all credit\)\. .+/,
  parts: /In brackets the 95% CI; none for fewer than 10 responses\. .+/,
  sides: /.+ First: (?<first>Rater .+)\. Second: (?<second>Rater .+)\./,
  asOf: /As of (?<moment>\d{4}-\d\d-\d\d, \d\d:\d\d) UTC\. Intervals use no random numbers, .+/,
};

/** Each of several coefficients without an interval says of how few units it is. */
export const FEW_UNITS =
  /.+; no interval \((?<units>\d+) comparable (?:unit|response)s?; at least 10 needed\)\./;

/** How the coefficients with an interval are made. */
export const MADE =
  /.+; 95% (?:Wilson interval over units|jackknife interval over (?:units|responses) on Wilson’s scale)\./;

/** "87.5% equal, alpha 0.70, moderate (n = 40)". */
export const SUMMARY =
  /(?:(?<none>no responses with two ratings)|(?<percent>[\d.]+)% equal, alpha (?<alpha>[−\d.]+|undefined)(?:, (?<word>\w+))? \(n = (?<n>[\d,]+)\))/;
