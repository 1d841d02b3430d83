import { cellOf } from "@/lib/dataset/questions/cells";
import type { Cells } from "@/lib/dataset/questions/vocabulary";
import { dateInWords } from "@/lib/runs/connections/conversation";
import type { Evidence } from "@/lib/runs/connections/evidence";
import type { ItemEnd, Procedure } from "@/lib/runs/connections/procedure";
import { judgedOf } from "@/lib/runs/evaluators/fresh-eval";
import { judgeProcedure } from "@/lib/runs/evaluators/judging";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import type { JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { responseProcedure } from "@/lib/runs/generation/procedures";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";
import { comparisonProcedure } from "@/lib/runs/principles/comparing";
import type { ComparedPrinciple, Comparison } from "@/lib/runs/principles/schema";

/** What all items of a job have in common. */
export type JobWork =
  | {
      kind: "generate";
      definition: MethodDefinition;
      demonstrations: readonly Demonstration[];
      demonstrationEvidence: readonly (readonly Evidence[])[];
      /** ISO date. */
      today: string;
    }
  | {
      kind: "judge";
      definition: EvaluatorDefinition;
      /** ISO date; null: the prompts state none. */
      today: string | null;
    }
  | {
      kind: "compare";
      definition: EvaluatorDefinition;
      principles: readonly ComparedPrinciple[];
      /** ISO date; null: the prompts state none. */
      today: string | null;
    };

/** What is an item's own. */
export interface ItemWork {
  questionId: number;
  /** Of the revision whose question and answers count. */
  cells: Cells;
  /** The response's text and the mode, for judging. */
  response: string | null;
  mode: JudgingMode | null;
  /** For comparing: the other run's response, and the key of the principle. */
  otherResponse: string | null;
  principle: string | null;
}

/** What jobs that ask an evaluator have in common. @param comparison of those that compare. @param today ISO date */
export function judgingWork(
  definition: EvaluatorDefinition,
  comparison: Comparison | undefined,
  today: string | null,
): JobWork {
  return comparison === undefined
    ? { kind: "judge", definition, today }
    : { kind: "compare", definition, principles: comparison.principles, today };
}

/** The steps of an item. */
export function procedureOf(job: JobWork, item: ItemWork): Procedure<ItemEnd> {
  if (job.kind === "generate")
    return responseProcedure({
      definition: job.definition,
      demonstrations: job.demonstrations,
      demonstrationEvidence: job.demonstrationEvidence,
      question: cellOf(item.cells, "question"),
      today: job.today,
      // Random order of evidence is the same for each model, and after each resume.
      seed: item.questionId,
    });
  const judged = judgedOf(item.cells, item.response!);
  const today = job.today === null ? null : dateInWords(job.today);
  if (job.kind === "judge")
    return judgeProcedure({ definition: job.definition, mode: item.mode!, judged, today });
  const { response: a, ...asked } = judged;
  return comparisonProcedure({
    definition: job.definition,
    principle: job.principles.find(({ key }) => key === item.principle)!,
    compared: { ...asked, a, b: item.otherResponse! },
    today,
  });
}
