import { db } from "@/lib/platform/db";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { addServedModel } from "./served-models";

/** What an evaluator says of a response in one mode. */
interface Said {
  runId: number;
  responseId: number;
  revisionId: number;
  mode: "relaxed" | "strict";
  credit: boolean;
  explanation?: string;
}

/**
 * Adds the second version of an evaluator's family, whose verdicts come from jobs: each with its job, item and call, as the
 * worker leaves them.
 */
export async function addTracingEvaluator(userId: number, family: string) {
  const servedModelId = await addServedModel(userId);
  const evaluator = await db.evaluator.create({
    data: {
      name: `${family}, version 2`,
      family,
      version: 2,
      servedModelId,
      definition: freshEvalDefinition(),
      createdById: userId,
    },
  });
  const says = async ({ runId, responseId, revisionId, mode, credit, explanation = "" }: Said) => {
    const { questionId } = await db.response.findUniqueOrThrow({ where: { id: responseId } });
    const job = await db.job.create({
      data: {
        kind: "judge",
        runId,
        evaluatorId: evaluator.id,
        servedModelId,
        settings: {},
        createdById: userId,
      },
    });
    const item = await db.jobItem.create({
      data: {
        jobId: job.id,
        position: 0,
        questionId,
        revisionId,
        responseId,
        mode,
        status: "done",
        outcome: "parsed",
      },
    });
    const call = await db.modelCall.create({
      data: {
        jobId: job.id,
        itemId: item.id,
        step: 0,
        servedModelId,
        messages: [],
        requested: {},
        effective: {},
        state: "answered",
        text: explanation,
        finish: "stop",
        reading: "parsed",
        startedAt: new Date(),
        durationMs: 1,
      },
    });
    await db.automaticVerdict.create({
      data: {
        responseId,
        evaluatorId: evaluator.id,
        revisionId,
        explanation,
        callId: call.id,
        [mode]: credit,
      },
    });
    return { jobId: job.id, itemId: item.id, callId: call.id };
  };
  return { evaluatorId: evaluator.id, name: evaluator.name, says };
}
