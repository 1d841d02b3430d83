import type { AccuracyMeasure, CountedMeasure } from "./accuracy-table";
import {
  adjustTogether,
  differenceOf,
  isTold,
  LEAST_PAIRS_FOR_AN_INTERVAL,
  mcnemarExact,
  SIGNIFICANCE_LEVEL,
  type PairedCounts,
  type PairedDifference,
} from "./comparison";

/** With more runs than this there are no groups: their letters could no longer be read. */
export const MAX_GROUPED_RUNS = 60;

/** A run's verdict on a question. */
export interface MetVerdict {
  runId: number;
  relaxed: boolean | null;
  strict: boolean | null;
  /** By which of the question's answers: equal numbers are equal answers. */
  answers: number;
  /** The dataset has other answers now. */
  stale: boolean;
  /** The verdict is an evaluator's. */
  automatic: boolean;
}

/** What some runs have for verdicts on so many questions. */
export interface MetVerdicts {
  /** Of each run that has one in any mode. */
  verdicts: MetVerdict[];
  questions: number;
}

/** What a measure says of a response; null: nothing. The gap, and the modes “in both”, need both modes. */
export function said(
  measure: CountedMeasure,
  relaxed: boolean | null,
  strict: boolean | null,
): boolean | null {
  switch (measure) {
    case "relaxed":
      return relaxed;
    case "strict":
      return strict;
    case "relaxed-in-both":
      return strict === null ? null : relaxed;
    case "strict-in-both":
      return relaxed === null ? null : strict;
    case "gap":
      return relaxed === null || strict === null ? null : relaxed && !strict;
  }
}

/** Two runs on the questions that both have a verdict for. */
export interface RunPair {
  first: number;
  second: number;
  counts: PairedCounts;
  /** Of these questions, those whose answers have changed in the dataset since. */
  stale: number;
  /** Questions for which both have a verdict too, but by different answers: these are not compared. */
  otherAnswers: number;
}

/** All pairs of the runs, each counted on the questions for which both have a verdict of the measure by the same answers. */
function pairsOf(
  runs: readonly number[],
  met: readonly MetVerdicts[],
  measure: AccuracyMeasure,
): RunPair[] {
  const place = new Map(runs.map((run, at) => [run, at]));
  const pairs = runs.flatMap((first, at) =>
    runs.slice(at + 1).map((second): RunPair => ({
      first,
      second,
      counts: { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 },
      stale: 0,
      otherAnswers: 0,
    })),
  );
  // Where the pairs of a run begin: those of the runs before it come first.
  const start = runs.map((_, at) => (at * (2 * runs.length - at - 1)) / 2);
  for (const { verdicts, questions } of met) {
    const known = verdicts
      .flatMap(({ runId, relaxed, strict, answers, stale }) => {
        const [at, verdict] = [place.get(runId), said(measure, relaxed, strict)];
        return at === undefined || verdict === null ? [] : [{ at, verdict, answers, stale }];
      })
      .sort((a, b) => a.at - b.at);
    known.forEach((one, index) => {
      for (const other of known.slice(index + 1)) {
        const pair = pairs[start[one.at]! + other.at - one.at - 1]!;
        if (other.answers !== one.answers) {
          pair.otherAnswers += questions;
          continue;
        }
        const { counts } = pair;
        if (one.stale) pair.stale += questions;
        if (one.verdict) counts[other.verdict ? "both" : "onlyFirst"] += questions;
        else counts[other.verdict ? "onlySecond" : "neither"] += questions;
      }
    });
  }
  return pairs;
}

/** A pair of a leaderboard. One that is not comparable has neither difference nor test: these are null. */
export interface GroupedPair extends RunPair, PairedDifference {
  /** The runs share enough questions to be tested. */
  comparable: boolean;
  /** Holm's adjustment of `p` over the tests made. */
  adjusted: number | null;
}

/** What a leaderboard says of which runs can be told apart. */
export interface RunGroups {
  /** In the order of the runs. Null: the runs are too many to be compared. */
  pairs: GroupedPair[] | null;
  /** From how many common questions on a pair is tested. */
  least: number;
  /** By run: the letters of its groups; a run that is comparable with no other has none. Null: there are too many runs or groups. */
  letters: Record<number, string> | null;
}

/**
 * From how many common questions on pairs of a table are tested: so many that a difference has an interval, and that each
 * test made could find one by itself, whatever the others find. A test could where questions that all speak for one run
 * give a p-value below 5% even multiplied by the number of tests, as Holm does with the smallest one. A pair that could
 * not would be "not told apart" whatever its verdicts, unless other pairs differ.
 *
 * Only the numbers of common questions decide, never the verdicts, so that leaving tests out biases none of the others
 * (R. E. Tarone, "A modified Bonferroni method for discrete data", Biometrics 46, 1990, 515–522).
 */
export function leastShared(shared: readonly number[]): number {
  let least = LEAST_PAIRS_FOR_AN_INTERVAL;
  const tests = () => shared.filter((n) => n >= least).length;
  while (mcnemarExact(least, 0) * tests() >= SIGNIFICANCE_LEVEL) least++;
  return least;
}

/** The pairs of a table that share enough questions tested together: McNemar's exact test for each, with Holm's adjustment over these tests. */
function testPairs(pairs: readonly RunPair[]): { pairs: GroupedPair[]; least: number } {
  const compared = pairs.map((pair) => ({ ...pair, ...differenceOf(pair.counts) }));
  const least = leastShared(compared.map(({ n }) => n));
  return {
    pairs: adjustTogether(
      compared.map((pair) =>
        pair.n >= least
          ? { ...pair, comparable: true }
          : { ...pair, comparable: false, difference: null, low: null, high: null, p: null },
      ),
    ),
    least,
  };
}

/** The groups of the runs that cannot be told apart. @param runs in the order of the table, so that its first rows have the first letters */
export function groupRuns(runs: readonly number[], pairs: readonly RunPair[]): RunGroups {
  const tested = testPairs(pairs);
  const comparable = tested.pairs.filter((pair) => pair.comparable);
  const grouped = runs.filter((run) =>
    comparable.some(({ first, second }) => first === run || second === run),
  );
  const alike = new Set(
    comparable
      .filter((pair) => !isTold(pair))
      .flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]),
  );
  const letters = lettersOf(grouped.length, (one, other) =>
    alike.has(`${grouped[one]} ${grouped[other]}`),
  );
  return {
    ...tested,
    letters: letters && Object.fromEntries(grouped.map((run, at) => [run, letters[at]!])),
  };
}

/** The groups in each measure, from what the runs have for verdicts. */
export function groupsOf(
  runs: readonly number[],
  met: readonly MetVerdicts[],
): Record<AccuracyMeasure, RunGroups> {
  const of = (measure: AccuracyMeasure): RunGroups =>
    runs.length > MAX_GROUPED_RUNS
      ? { pairs: null, least: leastShared([]), letters: null }
      : groupRuns(runs, pairsOf(runs, met, measure));
  return { relaxed: of("relaxed"), strict: of("strict"), gap: of("gap") };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The compact letter display (H.-P. Piepho, Journal of Computational and Graphical Statistics 13, 2004, 456–466): two of
 * `count` items share a letter exactly if they are alike, that is tested and not told apart; neither those that differ nor
 * those that were not tested do. Each letter is a largest set of items of which any two are alike.
 * @param alike asked with the smaller position first
 * @returns a text of letters for each item; null where they are more than there are letters
 */
export function lettersOf(
  count: number,
  alike: (one: number, other: number) => boolean,
): string[] | null {
  const items = Array.from({ length: count }, (_, at) => at);
  const sets = cliquesOf(
    items.map(
      (one) =>
        new Set(
          items.filter(
            (other) => other !== one && alike(Math.min(one, other), Math.max(one, other)),
          ),
        ),
    ),
    LETTERS.length,
  );
  if (sets === null) return null;
  const ordered = sets
    .map((set) => set.toSorted((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]! || a.length - b.length || String(a).localeCompare(String(b)));
  return items.map((item) =>
    ordered.flatMap((set, letter) => (set.includes(item) ? [LETTERS[letter]!] : [])).join(""),
  );
}

/**
 * All maximal cliques of a graph (C. Bron and J. Kerbosch, "Algorithm 457", Communications of the ACM 16, 1973, 575–577).
 * @param neighbors of each vertex, itself not among them
 * @returns null where they are more than `most`
 */
function cliquesOf(neighbors: readonly ReadonlySet<number>[], most: number): number[][] | null {
  const cliques: number[][] = [];
  /** Adds the cliques that contain `clique` and some of `open`, and none of `done`. */
  const extend = (clique: number[], open: number[], done: number[]): void => {
    const [pivot] = [...open, ...done]
      .map((vertex) => ({ vertex, met: open.filter((one) => neighbors[vertex]!.has(one)).length }))
      .sort((a, b) => b.met - a.met);
    if (pivot === undefined) cliques.push(clique);
    // A maximal clique has the pivot or a vertex that is none of its neighbors.
    for (const vertex of open.filter((one) => !neighbors[pivot!.vertex]!.has(one))) {
      if (cliques.length > most) return;
      const near = (one: number) => neighbors[vertex]!.has(one);
      extend([...clique, vertex], open.filter(near), done.filter(near));
      open = open.filter((one) => one !== vertex);
      done = [...done, vertex];
    }
  };
  if (neighbors.length > 0) extend([], [...neighbors.keys()], []);
  return cliques.length > most ? null : cliques;
}
