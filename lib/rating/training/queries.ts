import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { EXAMPLES, type CalibrationExample } from "./examples";
import { EXAMPLE_COUNT } from "./vocabulary";

/** The examples with their verdicts: the guide beside the desk's form. For whoever rates, adjudicates or manages. */
export function listExamples(actor: Actor): readonly CalibrationExample[] {
  authorize(actor, "questions.read");
  return EXAMPLES;
}

/** What was answered to an example, with what the protocol says. */
interface AnsweredExample extends CalibrationExample {
  given: { relaxed: boolean; strict: boolean };
  right: boolean;
}

/** The feedback on one training answer. */
export interface AnswerOutcome {
  right: boolean;
  example: CalibrationExample;
  /** With the fifteenth answer: how the attempt ended. */
  finished: { score: number; threshold: number; qualified: boolean } | null;
}

/** An example without its verdict. */
type AskedExample = Pick<
  CalibrationExample,
  "number" | "question" | "category" | "answer" | "response"
>;

/** A rater's progress through the training examples. */
export interface TrainingView {
  /** Counted from 1: the attempt that is under way, or the one to begin. */
  attempt: number;
  answered: AnsweredExample[];
  /** The example to be judged next; null: all fifteen are answered. */
  next: AskedExample | null;
  /** All that are not answered, in their order. */
  left: AskedExample[];
  /** How many of the fifteen must be right to qualify. */
  threshold: number;
  required: boolean;
  qualified: { score: number; at: string } | null;
  /** Attempts that were finished before, the latest first. */
  earlier: { attempt: number; score: number; finishedAt: string }[];
}

/** @param restart begins a new attempt where the last one is finished. */
export async function getTraining(actor: Actor, restart = false): Promise<TrainingView> {
  authorize(actor, "ratings.judge");
  const [answers, settings, qualification] = await Promise.all([
    db.calibrationAnswer.findMany({
      where: { raterId: actor.userId },
      orderBy: [{ attempt: "asc" }, { id: "asc" }],
    }),
    db.ratingSettings.findUniqueOrThrow({ where: { id: 1 } }),
    db.qualification.findUnique({ where: { raterId: actor.userId } }),
  ]);
  const last = answers.at(-1)?.attempt ?? 1;
  const of = (attempt: number) => answers.filter((answer) => answer.attempt === attempt);
  const attempt = restart && of(last).length === EXAMPLE_COUNT ? last + 1 : last;
  const present = of(attempt);
  const left = EXAMPLES.filter(
    (example) => !present.some((answer) => answer.example === example.number),
  ).map(({ number, question, category, answer, response }) => ({
    number,
    question,
    category,
    answer,
    response,
  }));
  const finished = [...new Set(answers.map((answer) => answer.attempt))].filter(
    (number) => number !== attempt && of(number).length === EXAMPLE_COUNT,
  );
  return {
    attempt,
    answered: present.map((answer) => ({
      ...EXAMPLES[answer.example - 1]!,
      given: { relaxed: answer.relaxed, strict: answer.strict },
      right: answer.right,
    })),
    next: left[0] ?? null,
    left,
    threshold: settings.qualifyAt,
    required: settings.trainingRequired,
    qualified: qualification && {
      score: qualification.score,
      at: qualification.qualifiedAt.toISOString(),
    },
    earlier: finished.reverse().map((number) => ({
      attempt: number,
      score: of(number).filter((answer) => answer.right).length,
      finishedAt: of(number).at(-1)!.answeredAt.toISOString(),
    })),
  };
}
