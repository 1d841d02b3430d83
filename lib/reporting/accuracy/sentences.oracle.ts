import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import {
  percentSaid,
  saidOf,
  type Figures,
  type Form,
} from "@/lib/reporting/files/sentences.oracle";
import {
  changedSince,
  COLUMNS,
  says,
  type Choice,
  type Excluded,
  type Judged,
  type RatedFiles,
} from "./from-files.oracle";

/*
 * The sentences around tables of accuracy and comparisons: how they are read, and what they must say, computed from the
 * files of from-files.oracle.
 */

const COUNT = "[\\d,]+";
const each = (lead: string, words: string): Form => ({ lead, each: new RegExp(words) });

const STALE = "Stale (answers have changed in the dataset since)";
const STALE_WORDS = `(?<count>${COUNT}) of (?<n>${COUNT}) (?<unit>response|question)s? \\((?<percent>[\\d.]+)%\\)`;

/** Every sentence with a number that stands at a table of accuracy, at a comparison or at the files of either. */
export const ACCURACY_SENTENCES: Readonly<Record<string, Form>> = {
  source:
    /(?:Automatic verdicts by|Verdicts by human raters; automatic verdicts by) (?<evaluator>.+?)(?: for responses that no one rated)?\./,
  truth:
    /Correct answers from: (?:(?:release (?<release>\S+)|each run’s release, (?<releases>.+)) \(default\)|the dataset at the end of (?<day>\d{4}-\d\d-\d\d) \(UTC\))\./,
  stale: each(STALE, STALE_WORDS),
  automaticOthers: each(
    "Automatic verdicts made with different correct answers are not counted",
    `(?<count>${COUNT}) verdicts?(?: \\((?<alone>${COUNT}) responses? with no other\\))?`,
  ),
  unjudged: each(
    "Responses without an automatic verdict, not counted as incorrect",
    `Relaxed (?<relaxed>${COUNT})(?: \\(.+?\\))?, Strict (?<strict>${COUNT})(?: \\(.+?\\))?`,
  ),
  inconsistent: each(
    "Inconsistent automatic verdicts (Strict without Relaxed credit), counted as given",
    `(?<count>${COUNT}) responses?`,
  ),
  otherAnswers: each(
    "Ratings made with different correct answers are not counted",
    `(?<count>${COUNT}) ratings?(?: \\((?<alone>${COUNT}) responses? with no other\\))?`,
  ),
  excluded: each(
    "Excluded, because the dataset on that date differs from the release",
    `(?:(?<retired>${COUNT}) retired)?(?:, )?(?:(?<absent>${COUNT}) not yet added)?(?:, )?(?:(?<reworded>${COUNT}) reworded)?`,
  ),
  goldCounted: each("Gold responses counted", `(?<count>${COUNT})`),
  goldLeftOut: each("Questions excluded because of gold", `(?<count>${COUNT})`),
  automatic: each(
    "Automatic verdicts among the n",
    `Relaxed (?<relaxed>${COUNT}) of (?<ofRelaxed>${COUNT}), Strict (?<strict>${COUNT}) of (?<ofStrict>${COUNT})`,
  ),
  differ: new RegExp(
    `These runs were rated on different questions; (?<common>${COUNT}) questions? have a verdict in both modes for all of them\\.`,
  ),
  common: new RegExp(
    `On the (?<common>${COUNT}) questions? that have a verdict in both modes for every run\\.`,
  ),
  basis: /Shares of the n rated responses, not estimates for others; Wilson 95% CI\./,
  shares:
    /Share of responses with .+, in percent(?:; n: responses with a verdict in this mode|, of those with a verdict in both modes; n: how many these are); in brackets the 95% CI\./,
  few: /Muted: n below (?<few>\d+)\./,
  fewInFiles: /Muted or in italics: n below (?<few>\d+)\./,
  rule: /.*latest (?:verdict )?by the evaluator (?<evaluator>.+) in each mode\./,
  counted: new RegExp(
    `(?:Ratings|Responses|Ratings and responses) in (?:all campaigns|the campaign (?<campaign>.+?)(?: and its (?:(?<followUps>${COUNT}) follow-ups|(?<followUp>follow-up)))?); questions: all in the release\\.`,
  ),
  checksum: /Release (?<release>\S+), SHA-256 (?<sha256>[0-9a-f]{64})\./,
  asOf: /As of (?<moment>\d{4}-\d\d-\d\d, \d\d:\d\d) UTC\./,
};

/** The same where two runs are compared, and have an n together. */
export const COMPARISON_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  stale: new RegExp(`Stale \\(answers have changed in the dataset since\\): ${STALE_WORDS}\\.`),
  differentReleases: new RegExp(
    `The runs use different releases; (?<changed>${COUNT}) of (?<shared>${COUNT}) shared questions with different answers are excluded\\.`,
  ),
  sides: /First: (?<first>.+)\. Second: (?<second>.+)\./,
  method: new RegExp(
    `Paired difference of accuracies with Newcombe’s interval \\(method 10\\), 95%, none below 10 questions; .*; p \\(Holm\\): (?:no other tests in this table to adjust for|adjusted by Holm for the (?<tests>${COUNT}) tests of this table together); odds ratio: .* exact 95% interval \\(Clopper–Pearson\\)\\. Bold: adjusted p below 0\\.05\\.`,
  ),
};

const SAMPLE =
  "the random sample of the campaign (?<campaign>.+?)(?: and its (?:(?<followUps>[\\d,]+) follow-ups|(?<followUp>follow-up)))?, stratified by category and hops(?:, and where answers have changed by follow-up)?: each stratum weighted by its size";
const UNCOVERED_CHANGED = "Not covered, as their answers have changed since they were rated";
const RANGE =
  "range (?<least>[-−+\\d.]+) to (?<most>[-−+\\d.]+)(?: \\(95% CI (?<low>[-−+\\d.]+) to (?<high>[-−+\\d.]+)\\))?";

/** Where the numbers are estimates from a random sample. */
export const ESTIMATE_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  basis: new RegExp(
    `Estimates for (?:(?<population>${COUNT}) questions?|the questions that each run responded to \\((?<fewest>${COUNT}) to (?<most>${COUNT})\\)) from ${SAMPLE}, 95% CI with finite population correction \\(Wilson at the effective sample size\\)\\. n is the sample’s\\.`,
  ),
  changed: each(
    `${UNCOVERED_CHANGED} (range: the percentage if none of them got credit, and if all did)`,
    `(?<count>${COUNT}) questions?, ${RANGE}`,
  ),
  uncovered: each(
    "Not covered, as their strata have no rated response",
    `(?<count>${COUNT}) questions?`,
  ),
};

/** Where the comparison of two runs is. */
export const ESTIMATED_COMPARISON_SENTENCES: Readonly<Record<string, Form>> = {
  ...COMPARISON_SENTENCES,
  basis: new RegExp(
    `Estimates from ${SAMPLE}\\. n: sampled questions for which both have a verdict\\. N: questions that the estimate is for\\. Both, First only, Second only, Neither: of the n\\.`,
  ),
  changed: new RegExp(
    `${UNCOVERED_CHANGED} \\(range: the difference if only the second run got credit on them, and if only the first did\\): (?<count>${COUNT}) questions?, ${RANGE}\\.`,
  ),
  uncovered: new RegExp(
    `Not covered, as no question of their strata has a verdict for both: (?<count>${COUNT}) questions?\\.`,
  ),
  method: new RegExp(
    `Paired difference of accuracies with Newcombe’s interval \\(method 10\\) at the effective sample size with finite population correction, 95%; .*; neither below 10 questions, .*; p \\(Holm\\): (?:no other tests in this table to adjust for|adjusted by Holm for the (?<tests>${COUNT}) tests of this table together); odds ratio: .* exact 95% interval \\(Clopper–Pearson, at that size\\)\\. Bold: adjusted p below 0\\.05\\.`,
  ),
};

/** Beside the pairs behind a leaderboard's letters. */
export const GROUP_SENTENCES: Readonly<Record<string, Form>> = {
  tested: new RegExp(
    `(?:(?<two>The two runs) are tested|(?:All (?<all>${COUNT})|(?<some>${COUNT}) of (?<pairs>${COUNT})) pairs? (?:is|are) tested, each) on the questions for which both have a verdict: McNemar’s exact test, two-sided; p \\(Holm\\): (?:no other tests in this table to adjust for|adjusted by Holm for the (?<tests>${COUNT}) tests of this table together)\\.`,
  ),
  incomparable: new RegExp(
    `(?<count>${COUNT}) pairs? (?:is|are) not comparable: fewer than (?<least>${COUNT}) questions with a verdict for both\\.`,
  ),
  letters: /Group: runs that share a letter .+ at the 5% level\. .+/,
};

/** Where the shares are standardized to a release. */
export const STANDARDIZED_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  standardized: new RegExp(
    `Standardized to (?<release>\\S+): each stratum \\(category and hops\\) has the weight of its questions among the (?<questions>${COUNT}) of that release that count here, regardless of which questions each run was rated on\\.`,
  ),
  shares: /Weighted share of responses with .+, in percent; n: .+; in brackets the 95% CI\./,
  basis:
    /Weighted shares of the n rated responses, not estimates for unrated questions; 95% CI: Wilson at the effective sample size\./,
  nothing: /No stratum of (?<release>\S+) has a verdict for every run\./,
  uncovered: new RegExp(
    `Not covered, as (?:not every run has a verdict in their stratum|their stratum has no verdict): (?<count>${COUNT}) questions? of (?<release>\\S+)\\.`,
  ),
};

/** What such runs say outside of the strata of the release that all have. @param runs how many they are */
export const outsideOf = (release: string, runs: number): Form =>
  each(
    `Verdicts left out, as their stratum is not in ${release}${runs > 1 ? " or has no verdict for some other run" : ""}`,
    `(?<count>${COUNT})`,
  );

/** Where the runs are of several releases: the checksum of each. */
export const checksumsOf = (releases: readonly string[]): Record<string, Form> =>
  Object.fromEntries(
    releases.map((release) => [
      `checksum of ${release}`,
      new RegExp(`Release ${release}, SHA-256 (?<sha256>[0-9a-f]{64})\\.`),
    ]),
  );

/** Around the changes of a model from run to run. */
export const CHANGE_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  method: new RegExp(
    `Paired difference of accuracies with Newcombe’s interval \\(method 10\\), 95%, none below 10 questions; .*; p \\(Holm\\): (?:no other tests in this table to adjust for|adjusted by Holm for the (?<tests>${COUNT}) tests of this table together)\\. Bold: adjusted p below 0\\.05\\.`,
  ),
};

/** What a run of a report has. */
export interface JudgedRun {
  label: string;
  judged: readonly Judged[];
  excluded: Excluded;
}

const count = (judged: readonly Judged[], of: (one: Judged) => boolean) => judged.filter(of).length;
/** "5 of 74 responses (6.8%)" of what has a verdict, or nothing. */
export function staleFigures(
  files: RatedFiles,
  decided: readonly Pick<Judged, "row">[],
  unit: "response" | "question",
): Figures | null {
  const stale = decided.filter(({ row }) => changedSince(files, row)).length;
  const n = decided.length;
  return stale === 0 ? null : { count: stale, n, unit, percent: percentSaid(stale, n) };
}

/** Of each run of which a sentence has something to say, by its label; null: it has nothing to say of any. */
function listed(
  runs: readonly JudgedRun[],
  of: (run: JudgedRun) => Figures | null,
): Record<string, Figures> | null {
  const found = saidOf(runs.map((run) => [run.label, of(run)] as const));
  return Object.keys(found).length === 0 ? null : found;
}

/** What is stale of each run's n in a measure. */
export function staleOfRuns(
  files: RatedFiles,
  runs: readonly JudgedRun[],
  measure: string,
): Record<string, Figures> | null {
  return listed(runs, ({ judged }) =>
    staleFigures(
      files,
      judged.filter((one) => says(measure, one) !== null),
      "response",
    ),
  );
}

/** The sentences of what is left out, which tables of accuracy, comparisons and changes have alike. */
export function leftOutFigures(
  { gold, verdicts }: Pick<Choice, "gold" | "verdicts">,
  runs: readonly JudgedRun[],
): Record<string, Record<string, Figures>> {
  /** Of what has verdicts by other answers, "5 (2 with no other)". */
  const others = (of: "others" | "automaticOthers") =>
    listed(runs, ({ judged }) => {
      const all = judged.reduce((total, one) => total + one[of], 0);
      const alone = count(judged, (one) => !one.rated && one[of] > 0);
      return all === 0 ? null : { count: all, ...(alone > 0 && { alone }) };
    });
  const counted = (of: (run: JudgedRun) => number) =>
    listed(runs, (run) => (of(run) === 0 ? null : { count: of(run) }));
  return saidOf([
    ["automaticOthers", others("automaticOthers")],
    [
      "unjudged",
      listed(runs, ({ judged }) => {
        const relaxed = count(judged, ({ missing }) => missing.includes("relaxed"));
        const strict = count(judged, ({ missing }) => missing.includes("strict"));
        return relaxed + strict === 0 ? null : { relaxed, strict };
      }),
    ],
    [
      "inconsistent",
      counted(({ judged }) =>
        count(judged, ({ relaxed, strict }) => relaxed === false && strict === true),
      ),
    ],
    ["otherAnswers", others("others")],
    [
      "excluded",
      listed(runs, ({ excluded: { retired, absent, reworded } }) =>
        retired + absent + reworded === 0
          ? null
          : {
              ...(retired > 0 && { retired }),
              ...(absent > 0 && { absent }),
              ...(reworded > 0 && { reworded }),
            },
      ),
    ],
    [
      "goldCounted",
      counted(({ judged }) =>
        gold === "count" && verdicts !== "automatic" ? count(judged, (one) => one.gold) : 0,
      ),
    ],
    ["goldLeftOut", counted(({ excluded }) => excluded.gold)],
  ]);
}

/** Of each run's n, those that are an evaluator's. */
export function automaticFigures(runs: readonly JudgedRun[]): Record<string, Figures> {
  return Object.fromEntries(
    runs.map(({ label, judged }) => {
      const of = (mode: "relaxed" | "strict") => judged.filter((one) => one[mode] !== null);
      return [
        label,
        {
          relaxed: count(of("relaxed"), ({ automatic }) => automatic),
          ofRelaxed: of("relaxed").length,
          strict: count(of("strict"), ({ automatic }) => automatic),
          ofStrict: of("strict").length,
        },
      ];
    }),
  );
}

/** How a share reads for those who cannot hover: "81.0% (76.2 to 85.1), n = 200 (40 automatic); 5 excluded: 78.9 to 81.4 (95% CI …)". */
export const SHARE =
  /(?:(?<none>no verdict)|(?<value>[\d.]+)% \((?<low>[\d.]+) to (?<high>[\d.]+)\), n = (?<n>[\d,]+)(?: \((?:(?<automatic>[\d,]+) )?(?<source>automatic)\))?(?:; (?<excluded>[\d,]+) excluded: (?<least>[\d.]+) to (?<most>[\d.]+) \(95% CI (?<rangeLow>[\d.]+) to (?<rangeHigh>[\d.]+)\))?)/;

/** What it must say of a measure in a column. Values to one digit. */
export function shareFigures(
  judged: readonly Judged[],
  measure: "relaxed" | "strict" | "gap",
  column: string,
): Figures {
  const own = judged.filter(({ row }) => COLUMNS[column]!(row));
  const decided = own.filter((one) => says(measure, one) !== null);
  const n = decided.length;
  if (n === 0) return { none: "no verdict" };
  const right = count(decided, (one) => says(measure, one) === true);
  const automatic = count(decided, (one) => one.automatic);
  const excluded = count(own, (one) => one.rated) - n;
  const ends = (of: number, all: number) => {
    const { low, high } = expectedWilson(of, all)!;
    return { low: oneDigit(low), high: oneDigit(high) };
  };
  const { low, high } = ends(right, n);
  const all = n + excluded;
  return {
    value: percentSaid(right, n),
    low,
    high,
    n,
    ...(automatic > 0 && { source: "automatic" }),
    ...(automatic > 0 && automatic < n && { automatic }),
    ...(excluded > 0 && {
      excluded,
      least: percentSaid(right, all),
      most: percentSaid(right + excluded, all),
      rangeLow: ends(right, all).low,
      rangeHigh: ends(right + excluded, all).high,
    }),
  };
}

/** A share in percent with one digit; never −0. */
export const oneDigit = (share: number) => Math.round(1000 * share) / 10 + 0;
