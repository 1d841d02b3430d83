import { cellOf } from "@/lib/dataset/questions/cells";
import type { Cells } from "@/lib/dataset/questions/schema";
import { dateInWords } from "@/lib/runs/connections/conversation";
import type { Evidence } from "@/lib/runs/connections/evidence";
import type { Procedure, ResponseEnd, VerdictEnd } from "@/lib/runs/connections/procedure";
import { judgedOf } from "@/lib/runs/evaluators/fresh-eval";
import { judgeProcedure } from "@/lib/runs/evaluators/judging";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import type { JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { responseProcedure } from "@/lib/runs/generation/procedures";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";

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
    };

/** What is an item's own. */
export interface ItemWork {
  questionId: number;
  /** Of the revision whose question and answers count. */
  cells: Cells;
  /** The response's text and the mode, for judging. */
  response: string | null;
  mode: JudgingMode | null;
}

/** The steps of an item. */
export function procedureOf(job: JobWork, item: ItemWork): Procedure<ResponseEnd | VerdictEnd> {
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
  return judgeProcedure({
    definition: job.definition,
    mode: item.mode!,
    judged: judgedOf(item.cells, item.response!),
    today: job.today === null ? null : dateInWords(job.today),
  });
}
