import { agreementSteps } from "@/lib/reporting/agreement/agreement";
import { patternsOfPair, type PairCell } from "@/lib/reporting/agreement/patterns";
import { pairOf } from "@/lib/reporting/preferences/pairs";
import { preferenceSteps } from "@/lib/reporting/preferences/preferences";
import type { Pair, Preferences } from "@/lib/reporting/preferences/schema";
import { shareOverQuestions } from "@/lib/reporting/preferences/win-rates";
import { PAIR } from "@/lib/rating/protocols/vocabulary";
import type { Comparison } from "@/lib/runs/principles/schema";
import { predictionSteps, type DecidedPair } from "./prediction";
import { decide, scoreOf, spreadOf, type Said } from "@/lib/runs/principles/rules";
import {
  OVERALL,
  type PeopleAgreement,
  type PersonRow,
  type PositionBias,
  type Prediction,
  type PreferenceRow,
  type PrincipleFigures,
} from "./schema";

interface Named {
  id: number;
  label: string;
}

/** What a report is computed from. */
export interface PrincipleInputs {
  comparison: Comparison;
  /** Runs and judges in the order of the report. */
  systems: readonly Named[];
  judges: readonly Named[];
  rows: readonly PreferenceRow[];
  /** Pairs that jobs were to compare, those of each judge for themselves. */
  planned: number;
  people: readonly PersonRow[];
}

/** A pair as a judge compared it; A is the run with the lower number. */
interface JudgedPair {
  judgeId: number;
  questionId: number;
  a: number;
  b: number;
  /** By principle: the orders, and the score in A's favor. */
  said: Map<string, { ab: Said; ba: Said; score: Said; biased: boolean }>;
}

/**
 * What jobs that compared runs by principles come to, in steps for a server that has to attend to others in between. Of
 * several preferences of a judge about one pair and principle the latest counts. A pair has a preference overall where it
 * has one, or a tie, by every principle; scores are spread over all of the judge's pairs.
 */
export function* principleSteps(inputs: PrincipleInputs): Generator<
  void,
  {
    figures: PrincipleFigures[];
    bias: PositionBias[];
    people: PeopleAgreement[];
    predictions: Prediction[];
  }
> {
  const { comparison, systems, judges, planned } = inputs;
  const pairs = judgedPairs(inputs.rows);
  const overall = new Map(
    judges.flatMap(({ id }) => [
      ...decided(
        comparison,
        pairs.filter(({ judgeId }) => judgeId === id),
      ),
    ]),
  );
  const scoreIn = (pair: JudgedPair, key: string): Said | undefined =>
    key === OVERALL ? overall.get(pair)?.preferred : pair.said.get(key)?.score;
  const figures: PrincipleFigures[] = [];
  for (const { key, label, definition, negated } of [
    ...comparison.principles.map(({ name, ...one }) => ({ ...one, label: name })),
    { key: OVERALL, label: "Overall", definition: null, negated: false },
  ]) {
    const found = pairs.flatMap((pair) => {
      const score = scoreIn(pair, key);
      return score === undefined ? [] : [{ ...pair, score }];
    });
    const own = key !== OVERALL;
    figures.push({
      key,
      label,
      definition,
      negated,
      pairs: found.length,
      disagree: own ? found.filter(({ said }) => said.get(key)!.biased).length : null,
      missing: planned - found.length,
      decides:
        own && comparison.rule === "dominant"
          ? [...overall.values()].filter(({ by }) => by.includes(key)).length
          : null,
      preferences: yield* preferenceSteps(preferencesOf(systems, judges, found)),
    });
  }
  return {
    figures,
    bias: biasOf(judges, pairs),
    people: yield* peopleSteps(inputs, pairs, scoreIn),
    predictions: yield* predictionsOfJudges(inputs, pairs),
  };
}

function judgedPairs(rows: readonly PreferenceRow[]): JudgedPair[] {
  const pairs = new Map<string, JudgedPair>();
  for (const row of [...rows].sort((one, other) => one.id - other.id)) {
    const { judgeId, questionId, principle } = row;
    const turned = row.runId > row.otherRunId;
    const [a, b] = turned ? [row.otherRunId, row.runId] : [row.runId, row.otherRunId];
    const [ab, ba] = turned ? [row.ba, row.ab] : [row.ab, row.ba];
    const key = [judgeId, questionId, a, b].join();
    const pair = pairs.get(key) ?? { judgeId, questionId, a, b, said: new Map() };
    pairs.set(key, pair);
    pair.said.set(principle, { ab, ba, ...scoreOf({ ab, ba }) });
  }
  return [...pairs.values()];
}

/** The preference overall of each pair of one judge that has all principles. */
function decided(
  { rule, principles }: Comparison,
  pairs: readonly JudgedPair[],
): Map<JudgedPair, ReturnType<typeof decide>> {
  const spreads = new Map(
    principles.map(({ key }) => [
      key,
      spreadOf(pairs.flatMap(({ said }) => said.get(key)?.score ?? [])),
    ]),
  );
  return new Map(
    pairs
      .filter(({ said }) => principles.every(({ key }) => said.has(key)))
      .map((pair) => [
        pair,
        decide(
          rule,
          principles.map(({ key, weight, negated }) => ({
            key,
            weight,
            negated,
            score: pair.said.get(key)!.score,
            spread: spreads.get(key)!,
          })),
        ),
      ]),
  );
}

function preferencesOf(
  systems: readonly Named[],
  judges: readonly Named[],
  pairs: readonly (JudgedPair & { score: Said })[],
): Preferences {
  const placeIn = (all: readonly Named[], id: number) => all.findIndex((one) => one.id === id);
  const questions = new Map<number, Pair[]>();
  for (const { judgeId, questionId, a, b, score } of pairs) {
    const pair = pairOf(
      placeIn(judges, judgeId),
      placeIn(systems, a),
      placeIn(systems, b),
      score === 1 ? 1 : score === 0 ? 0.5 : 0,
      // Both orders were asked.
      null,
    );
    questions.set(questionId, [...(questions.get(questionId) ?? []), pair]);
  }
  return {
    kind: "pairs",
    systems: systems.map(({ label }) => label),
    raters: judges.map(({ label }) => label),
    questions: [...questions.entries()]
      .sort(([one], [other]) => one - other)
      .map(([question, of]) => ({
        question: String(question),
        pairs: of,
        rankings: [],
        shown: [],
      })),
    incomplete: 0,
  };
}

/** How often the two orders of a judge's comparisons disagree. */
function biasOf(judges: readonly Named[], pairs: readonly JudgedPair[]): PositionBias[] {
  return judges.map(({ id, label }) => {
    const own = pairs.filter(({ judgeId }) => judgeId === id);
    const said = own.flatMap((pair) => [...pair.said.values()]);
    const count = (test: (one: (typeof said)[number]) => boolean) => said.filter(test).length;
    return {
      judge: label,
      comparisons: said.length,
      disagree: shareOverQuestions(
        "Share of comparisons whose two orders disagree",
        [...new Set(own.map(({ questionId }) => questionId))].map((question) => {
          const of = own
            .filter(({ questionId }) => questionId === question)
            .flatMap((pair) => [...pair.said.values()]);
          return { points: of.filter(({ biased }) => biased).length, of: of.length };
        }),
        "Nothing was compared.",
      ),
      first: count(({ ab, ba }) => ab === 1 && ba === 1),
      second: count(({ ab, ba }) => ab === -1 && ba === -1),
      tie: count(({ ab, ba }) => (ab === 0) !== (ba === 0)),
    };
  });
}

/** Values of agreement: A, a tie, B. */
const placeOf = (score: Said) => 1 - score;

const unitOf = (questionId: number, a: number, b: number) => [questionId, a, b].join();

/** What most people prefer of each pair that they compared by a key, in A's favor; null: no answer is the most frequent. */
function preferredByPeople(people: readonly PersonRow[], key: string): Map<string, Said | null> {
  const counts = new Map<string, number[]>();
  for (const { questionId, runs, value } of people.filter((row) => row.key === key)) {
    const [one, other] = runs as [number, number];
    const forFirst: Said = value === PAIR.first ? 1 : value === PAIR.second ? -1 : 0;
    const unit = unitOf(questionId, Math.min(one, other), Math.max(one, other));
    const of = counts.get(unit) ?? [0, 0, 0];
    counts.set(unit, of);
    of[placeOf(one < other ? forFirst : ((0 - forFirst) as Said))]! += 1;
  }
  return new Map(
    [...counts].map(([unit, of]) => {
      const most = Math.max(...of);
      const [first, ...others] = ([1, 0, -1] as const).filter((said) => of[placeOf(said)] === most);
      return [unit, others.length > 0 ? null : first!];
    }),
  );
}

/** Agreement of each judge with what most people prefer, by the keys that people were asked. */
function* peopleSteps(
  { judges, people, comparison }: PrincipleInputs,
  pairs: readonly JudgedPair[],
  scoreIn: (pair: JudgedPair, key: string) => Said | undefined,
): Generator<void, PeopleAgreement[]> {
  const labels = new Map([
    ...comparison.principles.map(({ key, name }) => [key, name] as const),
    [OVERALL, "Overall"],
  ]);
  const found: PeopleAgreement[] = [];
  for (const [key, label] of labels) {
    const preferred = preferredByPeople(people, key);
    if (preferred.size === 0) continue;
    for (const { id, label: judge } of judges) {
      const cells = new Map<string, PairCell>();
      let undecided = 0;
      for (const pair of pairs) {
        const score = scoreIn(pair, key);
        const most = preferred.get(unitOf(pair.questionId, pair.a, pair.b));
        if (pair.judgeId !== id || score === undefined || most === undefined) continue;
        if (most === null) {
          undecided++;
          continue;
        }
        const [first, second] = [placeOf(most), placeOf(score)];
        const cell = cells.get(`${first} ${second}`) ?? { first, second, units: 0 };
        cells.set(`${first} ${second}`, { ...cell, units: cell.units + 1 });
      }
      const pair = [...cells.values()];
      found.push({
        judge,
        key,
        label,
        undecided,
        agreement: yield* agreementSteps({
          values: 3,
          scale: 3,
          raters: 2,
          patterns: patternsOfPair(pair),
          pair,
        }),
      });
    }
  }
  return found;
}

/** What predicts which response people prefer overall, of each judge. */
function* predictionsOfJudges(
  { judges, people, comparison }: PrincipleInputs,
  pairs: readonly JudgedPair[],
): Generator<void, Prediction[]> {
  const preferred = preferredByPeople(people, OVERALL);
  if (preferred.size === 0) return [];
  const found: Prediction[] = [];
  for (const { id, label: judge } of judges) {
    const decidedPairs: DecidedPair[] = [];
    let undecided = 0;
    for (const { judgeId, questionId, a, b, said } of pairs) {
      const most = preferred.get(unitOf(questionId, a, b));
      const scores = comparison.principles.flatMap(({ key }) => said.get(key)?.score ?? []);
      if (judgeId !== id || most === undefined || scores.length < comparison.principles.length)
        continue;
      if (most === null || most === 0) undecided++;
      else decidedPairs.push({ questionId, runs: `${a} ${b}`, scores, people: most === 1 ? 1 : 0 });
    }
    found.push({
      judge,
      pairs: decidedPairs.length,
      undecided,
      fit: yield* predictionSteps(decidedPairs),
    });
  }
  return found;
}
