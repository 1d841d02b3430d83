import { agreementSteps, type GroupedRatings } from "@/lib/reporting/agreement/agreement";
import { levelSteps } from "@/lib/reporting/agreement/levels";
import { unitPattern } from "@/lib/reporting/agreement/patterns";
import { weightedSteps } from "@/lib/reporting/agreement/weighted";
import { pairOf, pairsOfRanking } from "@/lib/reporting/preferences/pairs";
import { preferenceSteps } from "@/lib/reporting/preferences/preferences";
import type { Pair, Preferences, QuestionPreferences } from "@/lib/reporting/preferences/schema";
import { shareOverQuestions } from "@/lib/reporting/preferences/win-rates";
import type { Answers } from "@/lib/reporting/ratings-file/ratings-file";
import { LEAST_UNITS } from "@/lib/statistics/jackknife";
import { isChoice } from "@/lib/rating/protocols/rules";
import {
  PAIR,
  type ChoiceQuestion,
  type PairwiseQuestion,
  type ProtocolDefinition,
  type RankingQuestion,
} from "@/lib/rating/protocols/vocabulary";
import type {
  AnswerGroup,
  ChoiceReport,
  ChosenBySystem,
  ComparisonReport,
  ComparisonRow,
  GroupedAnswers,
  QuestionReport,
} from "./schema";

/** A system, by the run that its responses are of. */
export interface System {
  runId: number;
  label: string;
}

const NO_ANSWERS = "No answers.";

/**
 * What came of each question of a protocol, by its level of measurement, in steps for a server that has to attend to
 * others in between.
 * @param systems in the order of the report
 * @param judgments all that count
 */
export function* questionSteps(
  { questions }: Pick<ProtocolDefinition, "questions">,
  systems: readonly System[],
  judgments: number,
  grouped: GroupedAnswers,
): Generator<void, QuestionReport[]> {
  const reports: QuestionReport[] = [];
  for (const question of questions) {
    if (isChoice(question)) reports.push(yield* choiceSteps(question, systems, grouped));
    else if (question.kind === "text") {
      const given = grouped.texts.find(({ key }) => key === question.key)?.answers ?? 0;
      reports.push({ kind: "text", question, answers: counts(given, 0, judgments) });
    } else reports.push(yield* comparisonSteps(question, systems, judgments, grouped.comparisons));
  }
  return reports;
}

function counts(given: number, cannotTell: number, judgments: number): Answers {
  const answers = given + cannotTell;
  return {
    given,
    cannotTell,
    cannotTellShare: answers === 0 ? null : cannotTell / answers,
    missing: judgments - answers,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function* choiceSteps(
  question: ChoiceQuestion,
  systems: readonly System[],
  { answers, units, raters, judgments }: GroupedAnswers,
): Generator<void, ChoiceReport> {
  const rated = units.filter(({ key }) => key === question.key);
  const ratersOf = (runId: number | null) =>
    raters.find((one) => one.key === question.key && one.runId === runId)?.raters ?? 0;
  const own = answers.filter(({ key }) => key === question.key);
  const found: ChosenBySystem[] = [];
  for (const system of systems) {
    const judged = judgments.find(({ runId }) => runId === system.runId)?.judgments ?? 0;
    const of = own.filter(({ runId }) => runId === system.runId);
    const ofSystem = rated.filter(({ runId }) => runId === system.runId);
    const compared = sum(ofSystem.map(({ values, units: many }) => (values.length > 1 ? many : 0)));
    found.push({
      ...(yield* systemSteps(question, system, of, judged)),
      compared,
      agreement:
        compared < LEAST_UNITS
          ? null
          : yield* choiceAgreementSteps(question, ofSystem, ratersOf(system.runId)),
    });
  }
  const total = (what: "given" | "cannotTell" | "missing") =>
    sum(found.map((system) => system.answers[what]));
  return {
    kind: question.kind,
    question,
    answers: counts(
      total("given"),
      total("cannotTell"),
      total("given") + total("cannotTell") + total("missing"),
    ),
    systems: found,
    agreement: yield* choiceAgreementSteps(question, rated, ratersOf(null)),
  };
}

function* systemSteps(
  question: ChoiceQuestion,
  { runId, label }: System,
  groups: readonly AnswerGroup[],
  judged: number,
): Generator<void, Omit<ChosenBySystem, "agreement" | "compared">> {
  const { levels } = question;
  const place = new Map(levels.map(({ value }, at) => [value, at]));
  const questions = new Map<number, { levels: number[]; cannotTell: number }>();
  for (const { questionId, value, answers } of groups) {
    const of = questions.get(questionId) ?? { levels: levels.map(() => 0), cannotTell: 0 };
    questions.set(questionId, of);
    if (value === null) of.cannotTell += answers;
    else of.levels[place.get(value)!]! += answers;
  }
  // In an order of their own, so that a resample draws the same.
  const inOrder = [...questions.entries()].sort(([a], [b]) => a - b).map(([, of]) => of);
  const told = inOrder.filter((of) => sum(of.levels) > 0);
  const totals = levels.map((_, at) => sum(inOrder.map((of) => of.levels[at]!)));
  const cannotTell = sum(inOrder.map((of) => of.cannotTell));
  const shares = [];
  if (question.kind !== "ordinal")
    for (const [at, level] of levels.entries()) {
      if (question.kind === "binary" && at === 0) continue;
      const parts = told.map((of) => ({ points: of.levels[at]!, of: sum(of.levels) }));
      const share = shareOverQuestions(`Share of “${level.label}”`, parts, NO_ANSWERS);
      shares.push({ label: level.label, share });
    }
  return {
    runId,
    system: label,
    answers: counts(sum(totals), cannotTell, judged),
    adjudicated: sum(groups.map(({ adjudicated }) => adjudicated)),
    levels: levels.map((level, at) => ({
      value: level.value,
      label: level.label,
      answers: totals[at]!,
    })),
    shares: question.kind === "ordinal" ? null : shares,
    ordinal:
      question.kind === "ordinal"
        ? yield* levelSteps(
            levels.map(({ value }) => String(value)),
            told.map((of) => of.levels),
            levels.map(({ label }) => label),
          )
        : null,
    cannotTell: question.cannotTell
      ? shareOverQuestions(
          "Share of “cannot tell”",
          inOrder.map((of) => ({ points: of.cannotTell, of: of.cannotTell + sum(of.levels) })),
          NO_ANSWERS,
        )
      : null,
  };
}

/** @param units with the values of their raters, ascending, or of exactly two raters in their order */
function* choiceAgreementSteps(
  { kind, levels }: ChoiceQuestion,
  units: GroupedAnswers["units"],
  raters: number,
): Generator<void, ChoiceReport["agreement"]> {
  const place = new Map(levels.map(({ value }, at) => [value, at]));
  // Of several systems the same values are one group: each cell of a table of two raters is there once.
  const groups = new Map<string, { places: number[]; many: number }>();
  for (const { values, units: many } of units) {
    const same = groups.get(values.join());
    if (same !== undefined) same.many += many;
    else groups.set(values.join(), { places: values.map((value) => place.get(value)!), many });
  }
  const placed = [...groups.values()];
  const ratings: GroupedRatings = {
    values: levels.length,
    scale: levels.length,
    level: kind === "ordinal" ? "ordinal" : "nominal",
    raters,
    patterns: placed.map(({ places, many }) =>
      unitPattern(
        levels.map((_, at) => places.filter((one) => one === at).length),
        many,
      ),
    ),
    ...(raters === 2 && {
      pair: placed.flatMap(({ places: [first, second], many }) =>
        second === undefined ? [] : [{ first: first!, second, units: many }],
      ),
    }),
  };
  const agreement = yield* agreementSteps(ratings);
  return kind === "ordinal"
    ? { ...agreement, ordinal: { weighted: yield* weightedSteps(ratings) } }
    : agreement;
}

function* comparisonSteps(
  question: RankingQuestion | PairwiseQuestion,
  systems: readonly System[],
  judgments: number,
  rows: readonly ComparisonRow[],
): Generator<void, ComparisonReport> {
  const own = rows.filter(({ key }) => key === question.key);
  const told = own.filter(({ cannotTell }) => !cannotTell);
  return {
    kind: question.kind,
    question,
    answers: counts(told.length, own.length - told.length, judgments),
    bothBad: told.filter(({ value }) => value === PAIR.bothBad).length,
    preferences: yield* preferenceSteps(preferencesOf(question.kind, systems, told)),
  };
}

function preferencesOf(
  kind: "ranking" | "pairwise",
  systems: readonly System[],
  rows: readonly ComparisonRow[],
): Preferences {
  const systemOf = new Map(systems.map(({ runId }, at) => [runId, at]));
  const raters = [...new Set(rows.map(({ raterId }) => raterId))].sort((a, b) => a - b);
  const raterOf = new Map(raters.map((raterId, at) => [raterId, at]));
  const questions = new Map<number, QuestionPreferences>();
  let incomplete = 0;
  for (const row of rows) {
    const of: QuestionPreferences = questions.get(row.questionId) ?? {
      question: String(row.questionId),
      pairs: [],
      rankings: [],
      shown: [],
    };
    questions.set(row.questionId, of);
    const rater = raterOf.get(row.raterId)!;
    // Of a ranking only what is asked about: the others keep the order among each other.
    const systemAt = (place: number) => systemOf.get(row.runs[place - 1]!);
    if (kind === "pairwise") {
      of.pairs.push(sidedPair(row, rater, [systemAt(1)!, systemAt(2)!]));
      continue;
    }
    const shownPlaces = row.shownOrder.filter((place) => systemAt(place) !== undefined);
    const ranked = row.ranks
      .flatMap((rank, at) => {
        const system = systemAt(at + 1);
        return system === undefined
          ? []
          : [{ system, rank, shown: shownPlaces.indexOf(at + 1) + 1 }];
      })
      .sort((a, b) => a.system - b.system);
    of.pairs.push(...pairsOfRanking(rater, ranked));
    if (ranked.length < systems.length) {
      incomplete++;
      continue;
    }
    of.rankings.push(ranked.map(({ rank }) => rank));
    of.shown.push(shownPlaces.length === 0 ? [] : ranked.map(({ shown }) => shown));
  }
  return {
    kind: kind === "ranking" ? "rankings" : "pairs",
    systems: systems.map(({ label }) => label),
    raters: raters.map(String),
    questions: [...questions.entries()].sort(([a], [b]) => a - b).map(([, of]) => of),
    incomplete,
  };
}

/** A pair with the side on which it was shown: the first place of the order that the rater saw is the left one. */
function sidedPair(
  { value, shownOrder }: ComparisonRow,
  rater: number,
  places: readonly number[],
): Pair {
  const points = value === PAIR.first ? 1 : value === PAIR.second ? 0 : 0.5;
  return pairOf(rater, places[0]!, places[1]!, points, shownOrder[0] === 1 ? "one" : "other");
}
