import { COUNTED_MEASURES, type CountedMeasure } from "./accuracy-table";
import { adjustTogether, differenceOf, type PairedDifference } from "./comparison";
import { said, type MetVerdict, type MetVerdicts } from "./groups";

/*
 * How a model's accuracy changes from run to run, question by question. Each run is judged by the report's correct answers
 * for it, as in its accuracy: by default those of its own release, so a question counts although its answer has changed. Not
 * to know the new answer is what a benchmark of changing answers is to find. What has the same answers and what has others
 * is told apart beside it.
 */

type Side = "earlier" | "later";

/** Of the questions with a verdict for both runs: all, those with the same answers for both, and those whose answers changed. */
const SHARED_QUESTIONS = ["all", "same-answers", "changed-answers"] as const;
export type SharedQuestions = (typeof SHARED_QUESTIONS)[number];

/** From one run to a later one, on questions for which both have a verdict. */
export interface ChangeOverTime extends PairedDifference {
  /** The runs' ids. */
  earlier: number;
  later: number;
  /** From the first run to the last, over the ones between. */
  overall: boolean;
  questions: SharedQuestions;
  /** How many of the n questions have credit for both runs (for the gap: Relaxed without Strict credit), for the earlier one only, for the later one only, and for neither. */
  counts: ChangeCounts;
  /** Of the n questions, those whose answers changed from the earlier run to the later one. */
  changed: number;
  /** Of the n questions, the share that each run got right; null without questions. */
  shares: Record<Side, number | null>;
  /** How many of the n verdicts of each run are automatic. */
  automatic: Record<Side, number>;
  /** Of the n questions, those whose answers of each run have changed in the dataset since. */
  stale: Record<Side, number>;
  /** The p-value adjusted by Holm for the other changes of the measure. */
  adjusted: number | null;
}

interface ChangeCounts {
  both: number;
  earlierOnly: number;
  laterOnly: number;
  neither: number;
}

/** In each measure, the changes between runs that have a verdict at all. @param runs the oldest first */
export function changesOverTime(
  runs: readonly number[],
  met: readonly MetVerdicts[],
): Record<CountedMeasure, ChangeOverTime[]> {
  const asked = met.map(({ verdicts, questions }) => ({
    of: new Map(verdicts.map((verdict) => [verdict.runId, verdict])),
    questions,
  }));
  return Object.fromEntries(
    COUNTED_MEASURES.map((measure) => [measure, changesOf(runs, asked, measure)]),
  ) as Record<CountedMeasure, ChangeOverTime[]>;
}

/** The runs' verdicts on so many questions, by run. */
interface Asked {
  of: ReadonlyMap<number, MetVerdict>;
  questions: number;
}

/**
 * The changes of one measure: from each run to the next, then from the first to the last. Runs without a verdict are passed
 * over. Where answers changed for some of the questions and not for others, both parts follow. All of them are tested
 * together.
 */
function changesOf(
  runs: readonly number[],
  asked: readonly Asked[],
  measure: CountedMeasure,
): ChangeOverTime[] {
  const known = runs.filter((run) =>
    asked.some(({ of }) => {
      const verdict = of.get(run);
      return verdict !== undefined && said(measure, verdict.relaxed, verdict.strict) !== null;
    }),
  );
  const [first, last] = [known[0]!, known.at(-1)!];
  const steps = known.slice(1).map((later, at) => ({ earlier: known[at]!, later, overall: false }));
  if (steps.length > 1) steps.push({ earlier: first, later: last, overall: true });
  return adjustTogether(
    steps.flatMap((step) => {
      const counted = countShared(asked, measure, step);
      const differ = counted["same-answers"].n > 0 && counted["changed-answers"].n > 0;
      return SHARED_QUESTIONS.filter((questions) => questions === "all" || differ).map(
        (questions) => ({ ...step, questions, ...changeOf(counted[questions]) }),
      );
    }),
  );
}

type Counted = Pick<ChangeOverTime, "n" | "changed" | "counts" | "automatic" | "stale">;

/** What is counted on all questions that two runs share, on those with the same answers for both, and on those with others. */
function countShared(
  asked: readonly Asked[],
  measure: CountedMeasure,
  { earlier, later }: Record<Side, number>,
): Record<SharedQuestions, Counted> {
  const nothing = (): Counted => ({
    n: 0,
    changed: 0,
    counts: { both: 0, earlierOnly: 0, laterOnly: 0, neither: 0 },
    automatic: { earlier: 0, later: 0 },
    stale: { earlier: 0, later: 0 },
  });
  const counted = {
    all: nothing(),
    "same-answers": nothing(),
    "changed-answers": nothing(),
  };
  for (const { of, questions } of asked) {
    const [before, after] = [of.get(earlier), of.get(later)];
    if (before === undefined || after === undefined) continue;
    const [x, y] = [before, after].map(({ relaxed, strict }) => said(measure, relaxed, strict));
    if (x === null || y === null) continue;
    const changed = before.answers !== after.answers;
    for (const part of [counted.all, counted[changed ? "changed-answers" : "same-answers"]]) {
      part.n += questions;
      if (changed) part.changed += questions;
      part.counts[x ? (y ? "both" : "earlierOnly") : y ? "laterOnly" : "neither"] += questions;
      for (const kind of ["automatic", "stale"] as const) {
        if (before[kind]) part[kind].earlier += questions;
        if (after[kind]) part[kind].later += questions;
      }
    }
  }
  return counted;
}

/** The change on what was counted. */
function changeOf(counted: Counted) {
  const {
    n,
    counts: { both, earlierOnly, laterOnly, neither },
  } = counted;
  const share = (right: number) => (n === 0 ? null : right / n);
  return {
    ...counted,
    ...differenceOf({ both, onlyFirst: laterOnly, onlySecond: earlierOnly, neither }),
    shares: { earlier: share(both + earlierOnly), later: share(both + laterOnly) },
  };
}
