import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import { percentSaid, saidOf, type Figures, type Form } from "@/prisma/testing/sentences.oracle";
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
    /Correct answers from: (?:release (?<release>\S+) \(default\)|the dataset at the end of (?<day>\d{4}-\d\d-\d\d) \(UTC\))\./,
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
  differentReleases: new RegExp(
    `The runs use different releases; (?<changed>${COUNT}) of (?<shared>${COUNT}) shared questions with different answers are excluded\\.`,
  ),
  sides: /First: (?<first>.+)\. Second: (?<second>.+)\./,
  method: new RegExp(
    `Paired difference of accuracies with Newcombe’s interval \\(method 10\\), 95%, none below 10 questions; .*; p \\(Holm\\): (?:no other tests in this table to adjust for|adjusted by Holm for the (?<tests>${COUNT}) tests of this table together); odds ratio: .* exact 95% interval \\(Clopper–Pearson\\)\\. Bold: adjusted p below 0\\.05\\.`,
  ),
};

/** The same where two runs are compared, and have an n together. */
export const COMPARISON_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  stale: new RegExp(`Stale \\(answers have changed in the dataset since\\): ${STALE_WORDS}\\.`),
};

/** What each run has, by its label. */
export type JudgedRuns = readonly (readonly [label: string, judged: readonly Judged[]])[];

const some = (figures: Figures, counts: readonly number[]): Figures | null =>
  counts.every((count) => count === 0) ? null : figures;
const numbers = (counts: Record<string, number>): Figures =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
const count = (judged: readonly Judged[], of: (one: Judged) => boolean) => judged.filter(of).length;
const sum = (judged: readonly Judged[], of: (one: Judged) => number) =>
  judged.reduce((total, one) => total + of(one), 0);

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

/** The sentences of what is left out, which tables of accuracy and comparisons have alike. */
export function leftOutFigures(
  { gold, verdicts }: Pick<Choice, "gold" | "verdicts">,
  excluded: Excluded,
  runs: JudgedRuns,
): (readonly [string, Record<string, Figures> | null])[] {
  const listed = (of: (judged: readonly Judged[]) => Figures | null) => {
    const found = saidOf(runs.map(([label, judged]) => [label, of(judged)] as const));
    return Object.keys(found).length === 0 ? null : found;
  };
  const { retired, absent, reworded } = excluded;
  return [
    [
      "automaticOthers",
      listed((judged) => {
        const all = sum(judged, ({ automaticOthers }) => automaticOthers);
        const alone = count(judged, ({ rated, automaticOthers }) => !rated && automaticOthers > 0);
        return some(numbers({ count: all, alone }), [all]);
      }),
    ],
    [
      "unjudged",
      listed((judged) => {
        const [relaxed, strict] = (["relaxed", "strict"] as const).map((mode) =>
          count(judged, ({ missing }) => missing.includes(mode)),
        ) as [number, number];
        return some({ relaxed, strict }, [relaxed, strict]);
      }),
    ],
    [
      "inconsistent",
      listed((judged) => {
        const found = count(judged, ({ relaxed, strict }) => relaxed === false && strict === true);
        return some({ count: found }, [found]);
      }),
    ],
    [
      "otherAnswers",
      listed((judged) => {
        const all = sum(judged, ({ others }) => others);
        const alone = count(judged, ({ rated, others }) => !rated && others > 0);
        return some(numbers({ count: all, alone }), [all]);
      }),
    ],
    [
      "excluded",
      listed(() => some(numbers({ retired, absent, reworded }), [retired, absent, reworded])),
    ],
    [
      "goldCounted",
      listed((judged) => {
        const found =
          gold === "count" && verdicts !== "automatic" ? count(judged, (one) => one.gold) : 0;
        return some({ count: found }, [found]);
      }),
    ],
    ["goldLeftOut", listed(() => some({ count: excluded.gold }, [excluded.gold]))],
  ];
}

/** Of each run's n, those that are an evaluator's. */
export function automaticFigures(runs: JudgedRuns): Record<string, Figures> {
  return Object.fromEntries(
    runs.map(([label, judged]) => {
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

/** Of a share in percent; never −0. */
const oneDigit = (share: number) => Math.round(1000 * share) / 10 + 0;
