import type { Unit } from "@/lib/reporting/agreement/weighted.oracle";
import type { PairRow, RankRow } from "@/lib/reporting/preferences/preferences.oracle";

/*
 * What a report under a protocol counts, and its plain figures, written a second time for tests: from the rows of the
 * tables, one judgment at a time.
 */

export interface RawAnswer {
  questionKey: string;
  value: number | null;
  cannotTell: boolean;
  ranks?: number[];
}

export interface RawJudgment {
  id: number;
  supersedesId: number | null;
  raterId: number;
  task: number;
  unit: string;
  gold: boolean;
  questionId: number;
  /** The runs of the item's responses by place. */
  runs: number[];
  shownOrder: number[];
  answers: RawAnswer[];
}

export interface RawAdjudication {
  id: number;
  supersedesId: number | null;
  task: number;
  gold: boolean;
  answers: RawAnswer[];
}

/** Those that stand: not superseded, not of gold, and of one rater and item the one with the greatest id. */
export function counting(rows: readonly RawJudgment[]): RawJudgment[] {
  const standing = rows.filter(
    (row) => !row.gold && !rows.some(({ supersedesId }) => supersedesId === row.id),
  );
  return standing.filter(
    (row) =>
      !standing.some(
        (other) => other.unit === row.unit && other.raterId === row.raterId && other.id > row.id,
      ),
  );
}

export interface ExpectedChoice {
  values: number[];
  cannotTell: number;
  missing: number;
  adjudicated: number;
}

/**
 * What counts as answered about one system's responses: of each judgment that counts the rater's answers, or in their place
 * all of what was decided of its task.
 */
export function expectedChoice(
  judgments: readonly RawJudgment[],
  adjudications: readonly RawAdjudication[],
  key: string,
  run: number,
): ExpectedChoice {
  const found: ExpectedChoice = { values: [], cannotTell: 0, missing: 0, adjudicated: 0 };
  for (const judgment of counting(judgments)) {
    if (judgment.runs.length !== 1 || judgment.runs[0] !== run) continue;
    const decided = adjudications.find(
      (one) =>
        one.task === judgment.task &&
        !one.gold &&
        !adjudications.some(({ supersedesId }) => supersedesId === one.id),
    );
    const answer = (decided ?? judgment).answers.find(({ questionKey }) => questionKey === key);
    if (answer === undefined) {
      found.missing++;
      continue;
    }
    if (decided !== undefined) found.adjudicated++;
    if (answer.cannotTell) found.cannotTell++;
    else found.values.push(answer.value!);
  }
  return found;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[half - 0.5]!;
}

/** The items as their raters answered them, by rater, as numbers of levels; null: missing or cannot tell. */
export function expectedUnits(
  judgments: readonly RawJudgment[],
  key: string,
  levels: readonly number[],
): Unit[] {
  const rows = counting(judgments);
  const raters = [...new Set(rows.map(({ raterId }) => raterId))].sort((a, b) => a - b);
  return [...new Set(rows.map(({ unit }) => unit))].map((unit) =>
    raters.map((rater) => {
      const value = rows
        .find((row) => row.unit === unit && row.raterId === rater)
        ?.answers.find(({ questionKey }) => questionKey === key)?.value;
      return value === undefined || value === null ? null : levels.indexOf(value);
    }),
  );
}

/** Krippendorff's alpha from all pairs of values: 1 − observed / expected disagreement. @param ordinal else nominal */
export function expectedAlpha(units: readonly Unit[], ordinal: boolean): number {
  const rated = units
    .map((unit) => unit.filter((level) => level !== null))
    .filter((unit) => unit.length > 1);
  const all = rated.flat();
  const distance = (a: number, b: number) => {
    if (a === b) return 0;
    if (!ordinal) return 1;
    const [low, high] = a < b ? [a, b] : [b, a];
    const between = all.filter((value) => value >= low && value <= high).length;
    const ends = all.filter((value) => value === low || value === high).length;
    return (between - ends / 2) ** 2;
  };
  let observed = 0;
  for (const unit of rated)
    unit.forEach((a, i) =>
      unit.forEach((b, j) => {
        if (i !== j) observed += distance(a, b) / (unit.length - 1);
      }),
    );
  let expected = 0;
  all.forEach((a, i) =>
    all.forEach((b, j) => {
      if (i !== j) expected += distance(a, b) / (all.length - 1);
    }),
  );
  return 1 - observed / expected;
}

/** Rankings as the rows of a file: a row for each system that a rater ranked. */
export function expectedRankRows(judgments: readonly RawJudgment[], key: string): RankRow[] {
  return counting(judgments).flatMap(({ answers, raterId, questionId, runs }) =>
    answers
      .filter(({ questionKey }) => questionKey === key)
      .flatMap(({ ranks = [] }) =>
        ranks.map((rank, at) => ({
          question: String(questionId),
          rater: String(raterId),
          system: String(runs[at]),
          rank: String(rank),
        })),
      ),
  );
}

/** Pairs as the rows of a file: left is what was shown first. */
export function expectedPairRows(judgments: readonly RawJudgment[], key: string): PairRow[] {
  return counting(judgments).flatMap(({ answers, raterId, questionId, runs, shownOrder }) =>
    answers
      .filter(({ questionKey, cannotTell }) => questionKey === key && !cannotTell)
      .map(({ value }) => ({
        question: String(questionId),
        rater: String(raterId),
        left: String(runs[shownOrder[0]! - 1]),
        right: String(runs[shownOrder[1]! - 1]),
        preferred: value === 1 || value === 2 ? String(runs[value - 1]) : "tie",
      })),
  );
}
