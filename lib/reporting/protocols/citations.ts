import { overQuestions } from "@/lib/reporting/agreement/levels";
import { shareOverQuestions } from "@/lib/reporting/preferences/win-rates";
import { bootstrap } from "@/lib/statistics/bootstrap";
import { spearman } from "@/lib/statistics/rank-correlation";
import { isChoice } from "@/lib/rating/protocols/rules";
import type {
  OrdinalQuestion,
  ProtocolDefinition,
  ProtocolQuestion,
} from "@/lib/rating/protocols/vocabulary";
import {
  citationF1,
  citationPrecision,
  citationRecall,
  type CitationCounts,
} from "@/lib/runs/references/citation-check";
import { CITATION_CHECKS, type CitationVariant } from "@/lib/runs/references/vocabulary";
import type { System } from "./report";
import {
  CITATION_MEASURES,
  type CitationAgreement,
  type CitationMeasure,
  type CitationReport,
  type CitationsBySystem,
  type CitedItem,
} from "./schema";

/*
 * The citation check beside what people say of citations, and how far both put responses in the same order. A hint: it
 * counts shared words.
 */

const MEASURES: Record<CitationMeasure, (counts: CitationCounts) => number | null> = {
  precision: citationPrecision,
  recall: citationRecall,
  f1: citationF1,
};

/** What is said of a response in one campaign. */
export interface CitationAnswers {
  /** One for each rater who could tell. */
  values: number[];
  /** Whether an adjudicator decided, and what; null: that no one can tell. */
  adjudicated: boolean;
  decision: number | null;
}

/**
 * What people say of a response: the adjudicated answer, or else the mean of its raters' answers, so that each response has
 * the same weight however many rated it. Null: no one could tell.
 */
export function standingValue({ values, adjudicated, decision }: CitationAnswers): number | null {
  if (adjudicated) return decision;
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The questions of a protocol that are about citations. */
export function citationQuestions({
  questions,
}: Pick<ProtocolDefinition, "questions">): OrdinalQuestion[] {
  return questions.filter(
    (question: ProtocolQuestion): question is OrdinalQuestion =>
      isChoice(question) && question.kind === "ordinal" && question.aboutCitations === true,
  );
}

/** A rated response that can be compared. */
interface Compared {
  runId: number;
  questionId: number;
  people: number;
  checks: Record<CitationVariant, CitationCounts>;
}

/**
 * What the check says beside people, question by question, in steps for a server that has to attend to others in between.
 * @param systems in the order of the report
 */
export function* citationSteps(
  definition: Pick<ProtocolDefinition, "questions">,
  systems: readonly System[],
  items: readonly CitedItem[],
): Generator<void, CitationReport[]> {
  const reports: CitationReport[] = [];
  for (const question of citationQuestions(definition)) {
    const own = items.filter(({ key }) => key === question.key);
    const compared: Compared[] = [];
    let [withoutReferences, cannotTell] = [0, 0];
    for (const item of own) {
      const { people } = item;
      if (item.checks === null) withoutReferences++;
      else if (people === null) cannotTell++;
      else compared.push({ ...item, people, checks: item.checks });
    }
    // In an order of their own, so that a resample draws the same.
    compared.sort((a, b) => a.questionId - b.questionId || a.runId - b.runId);
    const found: CitationsBySystem[] = [];
    for (const system of systems)
      found.push(
        yield* systemSteps(
          system,
          compared.filter(({ runId }) => runId === system.runId),
        ),
      );
    const agreement: CitationAgreement[] = [];
    for (const variant of CITATION_CHECKS)
      for (const measure of CITATION_MEASURES)
        agreement.push(yield* agreementSteps(variant, measure, compared));
    reports.push({ question, systems: found, agreement, withoutReferences, cannotTell });
  }
  return reports;
}

/** The places of those of each question of the dataset. */
function byQuestion(items: readonly Compared[]): number[][] {
  const places = new Map<number, number[]>();
  items.forEach(({ questionId }, at) => {
    const of = places.get(questionId);
    if (of) of.push(at);
    else places.set(questionId, [at]);
  });
  return [...places.values()];
}

function* systemSteps(
  { runId, label }: System,
  items: readonly Compared[],
): Generator<void, CitationsBySystem> {
  const questions = byQuestion(items);
  const sums = questions.map((places) => ({
    sum: places.reduce((sum, at) => sum + items[at]!.people, 0),
    n: places.length,
  }));
  const meanOf = (times: ArrayLike<number>) => {
    let [sum, n] = [0, 0];
    sums.forEach((one, at) => {
      sum += times[at]! * one.sum;
      n += times[at]! * one.n;
    });
    return n === 0 ? null : sum / n;
  };
  const intervalOf = yield* bootstrap(questions.length, (times) => [meanOf(times)]);
  const mean = meanOf(new Float64Array(sums.length).fill(1));
  const share = (
    variant: CitationVariant,
    what: string,
    points: (counts: CitationCounts) => number,
    of: (counts: CitationCounts) => number,
    none: string,
  ) =>
    shareOverQuestions(
      what,
      questions.map((places) => {
        const total = (part: (counts: CitationCounts) => number) =>
          places.reduce((sum, at) => sum + part(items[at]!.checks[variant]), 0);
        return { points: total(points), of: total(of) };
      }),
      none,
    );
  const shares = (variant: CitationVariant) => {
    return {
      precision: share(
        variant,
        "Share of citations that are supported",
        ({ supported }) => supported,
        ({ cited }) => cited,
        "No citations.",
      ),
      recall: share(
        variant,
        "Share of supported pieces that cite a reference which supports them",
        ({ rightlyCited }) => rightlyCited,
        ({ supportedSegments }) => supportedSegments,
        "No piece is supported.",
      ),
    };
  };
  return {
    runId,
    system: label,
    responses: items.length,
    people: overQuestions(
      "Mean of the responses",
      mean,
      items.length,
      intervalOf(0),
      "No responses.",
    ),
    checks: { paper: shares("paper"), repository: shares("repository") },
  };
}

const TITLE = "Spearman’s rank correlation, corrected for ties";

function* agreementSteps(
  variant: CitationVariant,
  measure: CitationMeasure,
  items: readonly Compared[],
): Generator<void, CitationAgreement> {
  const valueOf = ({ checks }: Compared) => MEASURES[measure](checks[variant]);
  const paired = items.filter((item) => valueOf(item) !== null);
  const correlation = spearman(paired.map((item) => [item.people, valueOf(item)!]));
  const questions = byQuestion(paired);
  const weights = new Float64Array(paired.length);
  const intervalOf = yield* bootstrap(questions.length, (times) => {
    questions.forEach((places, at) => {
      for (const place of places) weights[place] = times[at]!;
    });
    return [correlation(weights)];
  });
  return {
    variant,
    measure,
    correlation: overQuestions(
      TITLE,
      correlation(new Float64Array(paired.length).fill(1)),
      paired.length,
      intervalOf(0),
      paired.length < 2
        ? "Fewer than two responses have both values."
        : "People or the check give all responses the same value.",
    ),
    withoutValue: items.length - paired.length,
  };
}
