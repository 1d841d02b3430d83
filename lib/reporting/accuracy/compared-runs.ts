import {
  columnsOf,
  stratumOf,
  type AccuracyColumn,
  type AccuracyCount,
  type AccuracyMeasure,
  type SampleBasis,
  type QuestionClass,
} from "./accuracy-table";
import { comparePaired, questionsIn, type PairedComparison, type PairedCounts } from "./comparison";
import { said } from "./groups";
import { comparePairedSample, type PairedStratum } from "./paired-estimate";

/** How many questions of one kind have these verdicts on the responses of two runs, as SQL groups them. */
export interface MetPair
  extends QuestionClass, Pick<AccuracyCount, "stale" | "ratedIn" | "late" | "questions"> {
  /** Both runs have a response; `late`: one of the two came after the sample was drawn. */
  answered: boolean;
  /** The verdict that counts in each mode; null: none. */
  firstRelaxed: boolean | null;
  firstStrict: boolean | null;
  secondRelaxed: boolean | null;
  secondStrict: boolean | null;
  /** The verdicts are an evaluator's. Null: there is no response. */
  firstAutomatic: boolean | null;
  secondAutomatic: boolean | null;
}

/** Two runs on the questions for which both have a verdict of one measure. */
export interface Compared extends PairedComparison {
  counts: PairedCounts;
  /** How many of the n verdicts of each run are automatic. */
  automatic: { first: number; second: number };
  /** Of the n questions, those whose answers have changed in the dataset since. */
  stale: number;
  /** Questions that the comparison is for: n of those rated; of an estimate the population that the sample covers. */
  population: number;
  /** Of an estimate: questions that it does not speak for, as their answers have changed since they were rated. */
  changed: number;
  /** Of an estimate: questions that it does not speak for, as a response of either run came after the sample was drawn. */
  late: number;
  /** The others that it does not speak for, as no question of their strata has a verdict for both. */
  uncovered: number;
  /** The difference if only the second run got credit for all that is changed, and if only the first did. Null where nothing is. */
  lowest: number | null;
  highest: number | null;
  /** This range with its sampling error, as `Accuracy` has it. Null where nothing is changed or there is no interval. */
  rangeLow: number | null;
  rangeHigh: number | null;
}

/** The questions of a column in one stratum. */
interface Stratum extends PairedStratum {
  /** The answers have changed since the sample was rated. */
  changed: boolean;
}

/**
 * Compares two runs in one column and measure.
 * @param basis `estimate`: the questions with verdicts are a stratified random sample of those that both runs answered
 */
export function comparedIn(
  met: readonly MetPair[],
  {
    measure,
    column,
    year,
    basis,
  }: { measure: AccuracyMeasure; column: AccuracyColumn; year: number; basis: SampleBasis },
): Compared {
  const strata = new Map<string, Stratum>();
  const automatic = { first: 0, second: 0 };
  let [stale, late] = [0, 0];
  for (const pair of met) {
    if (!pair.answered || !columnsOf(pair, year).includes(column)) continue;
    if (pair.late) {
      late += pair.questions;
      continue;
    }
    const name = stratumOf(pair);
    const stratum: Stratum = strata.get(name) ?? {
      changed: pair.ratedIn !== 0,
      population: 0,
      counts: { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 },
    };
    strata.set(name, stratum);
    stratum.population += pair.questions;
    const [x, y] = [
      said(measure, pair.firstRelaxed, pair.firstStrict),
      said(measure, pair.secondRelaxed, pair.secondStrict),
    ];
    if (x === null || y === null) continue;
    stratum.counts[x ? (y ? "both" : "onlyFirst") : y ? "onlySecond" : "neither"] += pair.questions;
    if (pair.stale) stale += pair.questions;
    if (pair.firstAutomatic === true) automatic.first += pair.questions;
    if (pair.secondAutomatic === true) automatic.second += pair.questions;
  }
  const all = [...strata.values()];
  const sum = (of: keyof PairedCounts) => all.reduce((total, { counts }) => total + counts[of], 0);
  const counts: PairedCounts = {
    both: sum("both"),
    onlyFirst: sum("onlyFirst"),
    onlySecond: sum("onlySecond"),
    neither: sum("neither"),
  };
  return {
    counts,
    automatic,
    stale,
    late,
    ...(basis === "rated" ? ofRated(counts) : ofPopulation(all)),
  };
}

type Speaking = Omit<Compared, "counts" | "automatic" | "stale" | "late">;

function ofRated(counts: PairedCounts): Speaking {
  const found = comparePaired(counts);
  return {
    ...found,
    population: found.n,
    changed: 0,
    uncovered: 0,
    lowest: null,
    highest: null,
    rangeLow: null,
    rangeHigh: null,
  };
}

function ofPopulation(strata: readonly Stratum[]): Speaking {
  const found = comparePairedSample(strata);
  const without = (isChanged: boolean) =>
    strata.reduce(
      (total, { changed, counts, population }) =>
        changed === isChanged && questionsIn(counts) === 0 ? total + population : total,
      0,
    );
  const changed = without(true);
  const bound = (difference: number | null, more: 1 | -1) =>
    difference === null || changed === 0
      ? null
      : (difference * found.population + more * changed) / (found.population + changed);
  return {
    ...found,
    changed,
    uncovered: without(false),
    lowest: bound(found.difference, -1),
    highest: bound(found.difference, 1),
    rangeLow: bound(found.low, -1),
    rangeHigh: bound(found.high, 1),
  };
}
