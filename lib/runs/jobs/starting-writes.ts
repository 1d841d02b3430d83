import type { Tx } from "@/lib/platform/db";
import { refuse } from "@/lib/platform/result";
import { connectionPrices } from "@/lib/runs/connections/access";
import { costOf, costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import { demonstrationSearches } from "@/lib/runs/generation/procedures";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";
import type { SearchService } from "@/lib/runs/connections/vocabulary";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import type { JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import type { PromptMethod } from "@/lib/runs/models/schema";
import type { JobSettings } from "./schema";
import type { JobKind } from "./vocabulary";
import { timeOf, enqueueJob } from "./writes";

/** One thing to do, or to leave out. */
interface PlannedItem {
  questionId: number;
  revisionId: number;
  question: string;
  responseId: number | null;
  /** For comparing: the other run's response, and the key of the principle. */
  otherResponseId: number | null;
  principle: string | null;
  mode: JudgingMode | null;
  repetition: number;
  /** Why it is left out; null: it is to be done. */
  leftOut: string | null;
}

/** What a job would do, all of it checked; nothing is written. */
export interface JobPlan {
  kind: JobKind;
  /** Null: a new run, as `newRun` says. */
  runId: number | null;
  newRun: NewRun | null;
  /** For comparing alone. */
  otherRunId: number | null;
  /** Method and version, or evaluator, in words. */
  by: string;
  methodVersionId: number | null;
  evaluatorId: number | null;
  servedModelId: number | null;
  modelConnectionId: number | null;
  apiName: string | null;
  searchConnectionId: number | null;
  searchService: SearchService | null;
  /** The model that compares paragraphs; null: none does. */
  embedding: { servedModelId: number; connectionId: number; apiName: string } | null;
  definition: MethodDefinition | EvaluatorDefinition;
  demonstrations: Demonstration[];
  /** ISO dates. */
  promptDate: string | null;
  searchDay: string | null;
  settings: JobSettings;
  spendingLimit: number | null;
  /** In their order: by question, then mode or principle, then repetition. */
  items: PlannedItem[];
}

export interface NewRun {
  modelId: number;
  modelName: string;
  releaseId: number;
  releaseName: string;
  name: string;
  ranOn: string;
  promptMethod: PromptMethod;
  temperature: number | null;
  maxTokens: number | null;
  note: string;
}

/** What a job is charged for. */
export type Charged = Pick<JobPlan, "modelConnectionId" | "apiName" | "searchConnectionId"> & {
  embedding: Pick<NonNullable<JobPlan["embedding"]>, "connectionId" | "apiName"> | null;
};

/** What of a job is charged for and has no price on a day, in words: "searches of “Serper”". */
export async function withoutPrice(tx: Tx, charged: Charged, at: Date): Promise<string[]> {
  const today = at.toISOString().slice(0, 10);
  const { modelConnectionId, apiName, searchConnectionId, embedding } = charged;
  const nameOf = async (id: number) =>
    (await tx.connection.findUniqueOrThrow({ where: { id }, select: { name: true } })).name;
  const unpriced: string[] = [];
  const models = [
    ...(modelConnectionId === null ? [] : [{ connectionId: modelConnectionId, apiName: apiName! }]),
    ...(embedding === null ? [] : [embedding]),
  ];
  for (const { connectionId, apiName } of models) {
    const price = priceOn(await connectionPrices(connectionId, tx), apiName, today);
    if (costOf(price, { input: 1, output: 1, reasoning: null, cached: null }) === null)
      unpriced.push(`the model “${apiName}” of “${await nameOf(connectionId)}”`);
  }
  if (searchConnectionId !== null) {
    const price = priceOn(await connectionPrices(searchConnectionId, tx), "", today);
    if (costOfRequests(price, 1) === null)
      unpriced.push(`searches of “${await nameOf(searchConnectionId)}”`);
  }
  return unpriced;
}

/** The refusal of a spending limit under which no call could be made. @param verb what to do without a limit */
export function priceMissing(unpriced: readonly string[], kept: string, verb: "start" | "resume") {
  return refuse(
    "not-possible",
    `Price missing: a spending limit needs a price for ${unpriced.join(" and ")}. ${kept}. Ask an administrator to add it under Connections, or ${verb} without a limit.`,
    { fields: { spendingLimit: "Price missing." } },
  );
}

/** What a job that was started is charged for. */
export async function chargedOf(tx: Tx, jobId: number): Promise<Charged> {
  const model = { select: { connectionId: true, apiName: true } } as const;
  const { servedModel, embeddingModel, searchConnectionId } = await tx.job.findUniqueOrThrow({
    where: { id: jobId },
    select: { searchConnectionId: true, servedModel: model, embeddingModel: model },
  });
  return {
    modelConnectionId: servedModel?.connectionId ?? null,
    apiName: servedModel?.apiName ?? null,
    searchConnectionId,
    embedding: embeddingModel,
  };
}

/** Writes a planned job with all its items, and queues it. @returns its id */
export async function writeJob(
  tx: Tx,
  plan: JobPlan,
  runId: number,
  userId: number,
): Promise<number> {
  const searchesFirst =
    plan.kind === "generate" &&
    demonstrationSearches(plan.definition as MethodDefinition, plan.demonstrations).length > 0;
  const { id: jobId } = await tx.job.create({
    data: {
      kind: plan.kind,
      runId,
      otherRunId: plan.otherRunId,
      methodVersionId: plan.methodVersionId,
      evaluatorId: plan.evaluatorId,
      servedModelId: plan.servedModelId,
      searchConnectionId: plan.searchConnectionId,
      embeddingModelId: plan.embedding?.servedModelId ?? null,
      settings: plan.settings,
      promptDate: plan.promptDate === null ? null : new Date(plan.promptDate),
      searchDay: plan.searchDay === null ? null : new Date(plan.searchDay),
      spendingLimit: plan.spendingLimit,
      preparedAt: searchesFirst ? null : await timeOf(tx),
      createdById: userId,
    },
    select: { id: true },
  });
  const rows = plan.items.map((item, position) => ({
    jobId,
    position,
    questionId: item.questionId,
    revisionId: item.revisionId,
    responseId: item.responseId,
    otherResponseId: item.otherResponseId,
    principle: item.principle,
    mode: item.mode,
    repetition: item.repetition,
    status: item.leftOut === null ? "waiting" : "left-out",
    detail: item.leftOut ?? "",
  }));
  for (let from = 0; from < rows.length; from += 2_000)
    await tx.jobItem.createMany({ data: rows.slice(from, from + 2_000) });
  await enqueueJob(tx, jobId);
  return jobId;
}
