import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import {
  percentSaid,
  saidOf,
  type Figures,
  type Form,
} from "@/lib/reporting/files/sentences.oracle";
import {
  campaignSaid,
  COUNT,
  counting,
  WITH_FOLLOW_UPS,
} from "@/lib/reporting/snapshots/sentences.oracle";
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

const each = (lead: string, words: string): Form => ({ lead, each: new RegExp(words) });
const whole = (words: string): Form => new RegExp(words);

const STALE = `(?<count>${COUNT}) of (?<n>${COUNT}) (?<unit>responses?|questions?) \\((?<percent>[\\d.]+)%\\)`;
const HOLM = `p \\(Holm\\): (?:no other tests in this table to adjust for|adjusted by Holm for the (?<tests>${COUNT}) tests of this table together)`;
const PAIRED = `Paired difference of accuracies with Newcombe’s interval \\(method 10\\), 95%, none below 10 questions; p: McNemar’s exact test, two-sided; ${HOLM}`;
const PAIRED_SAMPLE = `Paired difference of accuracies with Newcombe’s interval \\(method 10\\) at the effective sample size with finite population correction, 95%; p: McNemar’s exact test at that size, two-sided; neither below 10 questions, and no test if all N questions are rated; ${HOLM}`;
const BOLD = "Bold: adjusted p below 0\\.05\\.";
const CREDIT =
  "hare of responses with (?:credit in (?<mode>Relaxed|Strict) mode|(?<gap>Relaxed but no Strict credit)), in percent";

/** Every sentence with a number that stands at a table of accuracy, but for those that every report has (inputForms). */
export const ACCURACY_SENTENCES: Readonly<Record<string, Form>> = {
  source:
    /(?:(?<people>Verdicts by human raters)(?:; automatic verdicts by (?<rest>.+) for responses that no one rated)?|Automatic verdicts by (?<evaluator>.+))\./,
  rule: /(?:(?<of>Human verdicts|Verdicts): adjudicated verdict, then unanimous, (?:(?<majority>then majority \(ties excluded\))|(?<excluded>else excluded))\.(?: Responses that no one rated: latest verdict by the evaluator (?<rest>.+) in each mode\.)?|Verdicts: latest by the evaluator (?<evaluator>.+) in each mode\.)/,
  gold: /(?:(?<count>Gold responses count by their gold verdict)|(?<leaveOut>Questions with a gold response are excluded for every run))\./,
  counted: whole(
    `(?<what>Ratings|Responses|Ratings and responses) in (?:all campaigns|the campaign ${WITH_FOLLOW_UPS}); questions: all in the release\\.`,
  ),
  stale: each("Stale (answers have changed in the dataset since)", STALE),
  automaticOthers: each(
    "Automatic verdicts made with different correct answers are not counted",
    `${counting("count", "verdict")}(?: \\(${counting("alone", "response")} with no other\\))?`,
  ),
  unjudged: each(
    "Responses without an automatic verdict, not counted as incorrect",
    `Relaxed (?<relaxed>${COUNT})(?: \\((?<relaxedEnds>[^)]+)\\))?, Strict (?<strict>${COUNT})(?: \\((?<strictEnds>[^)]+)\\))?`,
  ),
  inconsistent: each(
    "Inconsistent automatic verdicts (Strict without Relaxed credit), counted as given",
    counting("count", "response"),
  ),
  otherAnswers: each(
    "Ratings made with different correct answers are not counted",
    `${counting("count", "rating")}(?: \\(${counting("alone", "response")} with no other\\))?`,
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
  differ: whole(
    `These runs were rated on different questions; ${counting("common", "question")} have a verdict in both modes for all of them\\.`,
  ),
  common: whole(
    `On the ${counting("common", "question")} that have a verdict in both modes for every run\\.`,
  ),
  basis: /Shares of the n rated responses, not estimates for others; Wilson 95% CI\./,
  shares: whole(
    `S${CREDIT}(?:; n: responses with a verdict in (?<one>this mode)|, of those with a verdict in (?<both>both modes); n: how many these are); in brackets the 95% CI\\.`,
  ),
  few: /Muted: n below (?<few>\d+)\./,
  fewInFiles: /Muted or in italics: n below (?<few>\d+)\./,
};

/** The same where two runs are compared, and have an n together. */
export const COMPARISON_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  stale: whole(`Stale \\(answers have changed in the dataset since\\): ${STALE}\\.`),
  differentReleases: whole(
    `The runs use different releases; (?<changed>${COUNT}) of (?<shared>${COUNT}) shared questions with different answers are excluded\\.`,
  ),
  sides: /First: (?<first>.+)\. Second: (?<second>.+)\./,
  method: whole(
    `${PAIRED}; odds ratio: questions with credit for the first only, per question with credit for the second only, with its exact 95% interval \\(Clopper–Pearson\\)\\. ${BOLD}`,
  ),
};

const SAMPLE = `the random sample of the campaign ${WITH_FOLLOW_UPS}, stratified by category and hops(?<byFollowUp>, and where answers have changed by follow-up)?: each stratum weighted by its size`;
const UNCOVERED_CHANGED = "Not covered, as their answers have changed since they were rated";
const range = (number: string) =>
  `range (?<least>${number}) to (?<most>${number})(?: \\(95% CI (?<low>${number}) to (?<high>${number})\\))?`;

/** Where the numbers are estimates from a random sample. */
export const ESTIMATE_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  basis: whole(
    `Estimates for (?:${counting("population", "question")}|the questions covered in each run \\((?<fewest>${COUNT}) to (?<most>${COUNT})\\)) from ${SAMPLE}, 95% CI with finite population correction \\(Wilson at the effective sample size\\)\\. n is the sample’s\\.`,
  ),
  differ: whole(
    `These runs were rated on different questions of the sample; ${counting("common", "question")} of it have a verdict in both modes for all of them\\.`,
  ),
  changed: each(
    `${UNCOVERED_CHANGED} (range: the percentage if none of them got credit, and if all did)`,
    `${counting("count", "question")}, ${range("[\\d.]+")}`,
  ),
  late: each(
    "Not covered, as the responses came after the sample was drawn",
    counting("count", "question"),
  ),
  uncovered: each(
    "Not covered, as their strata have no rated response",
    counting("count", "question"),
  ),
  best: /The best value of each column is marked, among runs rated on the same questions\./,
};

/** Where the comparison of two runs is. */
export const ESTIMATED_COMPARISON_SENTENCES: Readonly<Record<string, Form>> = {
  ...COMPARISON_SENTENCES,
  basis: whole(
    `Estimates from ${SAMPLE}\\. n: sampled questions for which both have a verdict\\. N: questions that the estimate is for\\. Both, First only, Second only, Neither: of the n\\.`,
  ),
  changed: whole(
    `${UNCOVERED_CHANGED} \\(range: the difference if only the second run got credit on them, and if only the first did\\): ${counting("count", "question")}, ${range("[-−+]?[\\d.]+")}\\.`,
  ),
  late: whole(
    `Not covered, as a response came after the sample was drawn: ${counting("count", "question")}\\.`,
  ),
  uncovered: whole(
    `Not covered, as no question of their strata has a verdict for both: ${counting("count", "question")}\\.`,
  ),
  method: whole(
    `${PAIRED_SAMPLE}; odds ratio: the estimated share with credit for the first only, divided by that for the second only, with its exact 95% interval \\(Clopper–Pearson, at that size\\)\\. ${BOLD}`,
  ),
};

/** How the sample is called. */
export const sampleSaid = (campaign: { name: string; followUps: number }): Figures => ({
  ...campaignSaid(campaign),
  ...(campaign.followUps > 0 && {
    byFollowUp: ", and where answers have changed by follow-up",
  }),
});

/** Beside the pairs behind a leaderboard's letters. */
export const GROUP_SENTENCES: Readonly<Record<string, Form>> = {
  tested: whole(
    `(?:(?<two>The two runs) are tested|(?:All (?<all>${COUNT})|(?<some>${COUNT}) of (?<pairs>${COUNT})) pairs? (?:is|are) tested, each) on the questions for which both have a verdict by the same correct answers: McNemar’s exact test, two-sided; ${HOLM}\\.`,
  ),
  incomparable: whole(
    `${counting("count", "pair is", "pairs are")} not comparable: fewer than (?<least>${COUNT}) questions with a verdict for both by the same correct answers\\.`,
  ),
  letters:
    /Group: runs that share a letter were all tested against each other and do not differ significantly at the 5% level\. Runs without a common letter differ(?<unlike> or are not comparable)?\.(?<without> –: not comparable with any other run\.)?/,
};

/** Where the table of these pairs is. */
export const PAIR_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  ...GROUP_SENTENCES,
  byOtherAnswers:
    /Excluded: questions for which both have a verdict, but by different correct answers\./,
  difference: whole(
    `Difference: first minus second, in percentage points, on the n questions for which both have a verdict by the same correct answers; Newcombe’s 95% interval \\(method 10\\)\\. ${BOLD}`,
  ),
};

/** Where the shares are standardized to a release. */
export const STANDARDIZED_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  standardized: whole(
    `Standardized to (?<release>\\S+): each stratum \\(category and hops\\) has the weight of its questions among the (?<questions>${COUNT}) of that release that count here, regardless of which questions each run was rated on\\.`,
  ),
  shares: whole(
    `Weighted s${CREDIT}; n: responses with a verdict in (?:(?<one>this mode)|(?<both>both modes)), of the strata that are compared; in brackets the 95% CI\\.`,
  ),
  basis:
    /Weighted shares of the n rated responses, not estimates for unrated questions; 95% CI: Wilson at the effective sample size\./,
  nothing: /No stratum of (?<release>\S+) has a verdict for every run\./,
  uncovered: whole(
    `Not covered, as (?:(?<several>not every run has a verdict in their stratum)|(?<single>their stratum has no verdict)): ${counting("count", "question")} of (?<release>\\S+)\\.`,
  ),
};

/** What such runs say outside of the strata of the release that all have. @param runs how many they are */
export const outsideOf = (release: string, runs: number): Form =>
  each(
    `Verdicts left out, as their stratum is not in ${release}${runs > 1 ? " or has no verdict for some other run" : ""}`,
    `(?<count>${COUNT})`,
  );

/** Around the changes of a model from run to run. */
export const CHANGE_SENTENCES: Readonly<Record<string, Form>> = {
  ...ACCURACY_SENTENCES,
  method: whole(`${PAIRED}\\. ${BOLD}`),
};

/** What a table of shares says that it has. */
export const sharesSaid = (measure: "relaxed" | "strict" | "gap"): Figures =>
  measure === "gap"
    ? { gap: "Relaxed but no Strict credit", both: "both modes" }
    : { mode: measure === "relaxed" ? "Relaxed" : "Strict", one: "this mode" };

/** Whose verdicts count and how, in which campaign. @param campaign null: all */
export function choiceSaid(
  { verdicts, rule, gold }: Pick<Choice, "verdicts" | "rule" | "gold">,
  evaluator: string,
  campaign: { name: string; followUps: number } | null,
): Record<string, Figures> {
  const people = verdicts !== "automatic";
  const rest = verdicts === "people-else-automatic" && { rest: evaluator };
  return {
    source: people ? { people: "Verdicts by human raters", ...rest } : { evaluator },
    rule: people
      ? {
          of: verdicts === "people" ? "Verdicts" : "Human verdicts",
          ...(rule === "majority"
            ? { majority: "then majority (ties excluded)" }
            : { excluded: "else excluded" }),
          ...rest,
        }
      : { evaluator },
    // Of an evaluator's verdicts, captions say nothing of gold that counts: it does not replace them.
    ...(gold === "leave-out"
      ? { gold: { leaveOut: "Questions with a gold response are excluded for every run" } }
      : people && { gold: { count: "Gold responses count by their gold verdict" } }),
    counted: {
      what: {
        people: "Ratings",
        automatic: "Responses",
        "people-else-automatic": "Ratings and responses",
      }[verdicts],
      ...(campaign !== null && campaignSaid(campaign)),
    },
  };
}

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
  return stale === 0
    ? null
    : { count: stale, n, unit: n === 1 ? unit : `${unit}s`, percent: percentSaid(stale, n) };
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
  measure: Parameters<typeof says>[0],
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
        // No job was to judge them in the data of the tests.
        return relaxed + strict === 0
          ? null
          : {
              relaxed,
              strict,
              ...(relaxed > 0 && { relaxedEnds: `${relaxed} not asked` }),
              ...(strict > 0 && { strictEnds: `${strict} not asked` }),
            };
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
export const oneDigit = (share: number) =>
  (Math.sign(share) * Math.round(Math.abs(1000 * share))) / 10 + 0;
