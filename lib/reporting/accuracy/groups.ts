import type { AccuracyMeasure } from "./accuracy-table";
import { adjustTogether, isTold, mcnemarExact } from "./comparison";

/** With more runs than this there are no groups: their letters could no longer be read. */
export const MAX_GROUPED_RUNS = 60;

/** What some runs have for verdicts on so many questions. */
export interface MetVerdicts {
  /** Of each run that has one in any mode. */
  verdicts: { runId: number; relaxed: boolean | null; strict: boolean | null }[];
  questions: number;
}

/** What a measure says of a response; null: nothing. The gap needs both modes. */
export function said(
  measure: AccuracyMeasure,
  relaxed: boolean | null,
  strict: boolean | null,
): boolean | null {
  if (measure === "relaxed") return relaxed;
  if (measure === "strict") return strict;
  return relaxed === null || strict === null ? null : relaxed && !strict;
}

/** All pairs of the runs, each counted on the questions for which both have a verdict of the measure. */
export function pairsOf(
  runs: readonly number[],
  met: readonly MetVerdicts[],
  measure: AccuracyMeasure,
): RunPair[] {
  const place = new Map(runs.map((run, at) => [run, at]));
  const pairs = runs.flatMap((first, at) =>
    runs
      .slice(at + 1)
      .map((second): RunPair => ({ first, second, n: 0, onlyFirst: 0, onlySecond: 0 })),
  );
  // Where the pairs of a run begin: those of the runs before it come first.
  const start = runs.map((_, at) => (at * (2 * runs.length - at - 1)) / 2);
  for (const { verdicts, questions } of met) {
    const known = verdicts
      .flatMap(({ runId, relaxed, strict }) => {
        const [at, verdict] = [place.get(runId), said(measure, relaxed, strict)];
        return at === undefined || verdict === null ? [] : [{ at, verdict }];
      })
      .sort((a, b) => a.at - b.at);
    known.forEach((one, index) => {
      for (const other of known.slice(index + 1)) {
        const pair = pairs[start[one.at]! + other.at - one.at - 1]!;
        pair.n += questions;
        if (one.verdict && !other.verdict) pair.onlyFirst += questions;
        if (!one.verdict && other.verdict) pair.onlySecond += questions;
      }
    });
  }
  return pairs;
}

/** Two runs on the questions that both have a verdict for. */
export interface RunPair {
  first: number;
  second: number;
  /** Questions with a verdict for both. */
  n: number;
  onlyFirst: number;
  onlySecond: number;
}

export interface TestedPair extends RunPair {
  /** McNemar's exact two-sided p-value; null without common questions. */
  p: number | null;
  /** Holm's adjustment over all pairs of the table. */
  adjusted: number | null;
  /** The adjusted p-value is below 0.05. */
  apart: boolean;
}

/** What a leaderboard says of which runs can be told apart. */
export interface RunGroups {
  pairs: TestedPair[];
  /** By run: the letters of its groups, as lettersOf gives them. Null: there are too many runs or letters. */
  letters: Record<number, string> | null;
}

/** All pairs of a table tested together: McNemar's exact test for each, with Holm's adjustment over all of them. */
export function testPairs(pairs: readonly RunPair[]): TestedPair[] {
  const tested = pairs.map((pair) => ({
    ...pair,
    p: pair.n === 0 ? null : mcnemarExact(pair.onlyFirst, pair.onlySecond),
  }));
  return adjustTogether(tested).map((pair) => ({ ...pair, apart: isTold(pair) }));
}

/** The groups of the runs that cannot be told apart. @param runs in the order of the table, so that its first rows have the first letters */
export function groupRuns(runs: readonly number[], pairs: readonly RunPair[]): RunGroups {
  const tested = testPairs(pairs);
  if (runs.length < 2 || runs.length > MAX_GROUPED_RUNS) return { pairs: tested, letters: null };
  const apart = new Set(
    tested
      .filter((pair) => pair.apart)
      .flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]),
  );
  const letters = lettersOf(runs.length, (one, other) => apart.has(`${runs[one]} ${runs[other]}`));
  return {
    pairs: tested,
    letters: letters && Object.fromEntries(runs.map((run, at) => [run, letters[at]!])),
  };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The compact letter display: two of `count` items share a letter exactly if they are not told apart. By insertion and
 * absorption (H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", Journal of
 * Computational and Graphical Statistics 13, 2004, 456–466).
 * @returns a text of letters for each item; null where they are more than there are letters
 */
export function lettersOf(
  count: number,
  apart: (one: number, other: number) => boolean,
): string[] | null {
  let columns: Set<number>[] = [new Set(Array.from({ length: count }, (_, at) => at))];
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      if (!apart(one, other)) continue;
      columns = absorbed(
        columns.flatMap((column) =>
          column.has(one) && column.has(other)
            ? [without(column, one), without(column, other)]
            : [column],
        ),
      );
      if (columns.length > LETTERS.length * 4) return null;
    }
  }
  if (columns.length > LETTERS.length) return null;
  const ordered = columns
    .map((column) => [...column].sort((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]! || a.length - b.length || String(a).localeCompare(String(b)));
  return Array.from({ length: count }, (_, at) =>
    ordered.flatMap((column, letter) => (column.includes(at) ? [LETTERS[letter]!] : [])).join(""),
  );
}

function without(column: ReadonlySet<number>, item: number): Set<number> {
  return new Set([...column].filter((other) => other !== item));
}

/** The columns that no other one contains. */
function absorbed(columns: readonly Set<number>[]): Set<number>[] {
  return columns.filter(
    (column, at) =>
      !columns.some(
        (other, place) =>
          place !== at &&
          [...column].every((item) => other.has(item)) &&
          (other.size > column.size || place < at),
      ),
  );
}
