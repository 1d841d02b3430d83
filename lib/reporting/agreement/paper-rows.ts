import type { PairCount, Verdicts } from "./verdicts";

/*
 * The rows of the paper's table of agreement: two people with each other, and an evaluator with either of them. All rows
 * are over the same responses, those with a verdict of all three, mode by mode; only so are they compared with each other.
 */

/** How many responses two people and an evaluator judged so, as SQL groups them. */
export interface TripleCount {
  falsePremise: boolean;
  first: Verdicts;
  second: Verdicts;
  /** Null where it has no verdict in a mode. */
  evaluator: Verdicts;
  responses: number;
}

/** A row's name and what it is computed from. */
export interface PaperPairs {
  people: PairCount[];
  /** Empty where there is no evaluator. */
  withFirst: PairCount[];
  withSecond: PairCount[];
}

/**
 * The pairs of the paper's rows.
 * @param hasEvaluator false: there is none, and the two people are compared over whatever both judged
 */
export function paperPairs(triples: readonly TripleCount[], hasEvaluator: boolean): PaperPairs {
  /** A person's verdicts in the modes that the evaluator judged. */
  const where = (evaluator: Verdicts, person: Verdicts): Verdicts =>
    hasEvaluator
      ? {
          relaxed: evaluator.relaxed === null ? null : person.relaxed,
          strict: evaluator.strict === null ? null : person.strict,
        }
      : person;
  const pairs = (sides: (triple: TripleCount) => [Verdicts, Verdicts]) =>
    triples.map((triple): PairCount => {
      const [first, second] = sides(triple);
      const { falsePremise, responses } = triple;
      return { falsePremise, first, second, responses };
    });
  const automatic = (of: "first" | "second") =>
    hasEvaluator ? pairs((triple) => [triple.evaluator, triple[of]]) : [];
  return {
    people: pairs(({ first, second, evaluator }) => [
      where(evaluator, first),
      where(evaluator, second),
    ]),
    withFirst: automatic("first"),
    withSecond: automatic("second"),
  };
}
