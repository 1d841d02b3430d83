import { makeRating } from "@/prisma/factories/rating";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { PLAIN } from "./plain-method";

/** What tests of jobs ask: a release with a run of responses, a connection to model services, a method, an evaluator. */
export interface JobFixture {
  /** Maintainer and researcher. */
  actor: Actor;
  releaseName: string;
  /** A run with a response to every question. */
  runId: number;
  modelId: number;
  connectionId: number;
  methodVersionId: number;
  /** A served model that behaves like this: see the list in model-services. */
  serve(behavior: string): Promise<number>;
  evaluator(servedModelId: number, change?: Partial<EvaluatorDefinition>): Promise<number>;
}

/** Makes it. @param origin of the model services */
export async function makeJobFixture(
  origin: string,
  { questions = 20, concurrency = 4 } = {},
): Promise<JobFixture> {
  const made = await withConnection((client) =>
    makeRating(client, { questions, models: 1, campaign: false }),
  );
  const actor: Actor = {
    userId: made.maintainerId,
    name: "Maintainer",
    roles: ["maintainer", "researcher"],
    via: "web",
  };
  const createdById = actor.userId;
  await db.allowedHost.createMany({
    data: [{ host: new URL(origin).host, createdById }],
    skipDuplicates: true,
  });
  const name = `Services ${made.releaseId}`;
  const { id: connectionId } = await db.connection.create({
    data: {
      name,
      kind: "model",
      service: "openai-chat",
      baseUrl: `${origin}/v1`,
      concurrency,
      createdById,
    },
  });
  const method = await db.method.create({
    data: {
      name: `Plain ${made.releaseId}`,
      createdById,
      versions: { create: { number: 1, definition: PLAIN, createdById } },
    },
    include: { versions: true },
  });
  const { name: releaseName } = await db.release.findUniqueOrThrow({
    where: { id: made.releaseId },
  });
  let count = 0;
  return {
    actor,
    releaseName,
    runId: made.runIds[0]!,
    modelId: made.modelIds[0]!,
    connectionId,
    methodVersionId: method.versions[0]!.id,
    async serve(behavior) {
      const served = await db.servedModel.create({
        data: {
          connectionId,
          modelId: made.modelIds[0]!,
          label: `${behavior} ${++count}`,
          // The services count turns by name.
          apiName: `${made.releaseId}-${count}/${behavior}`,
          createdById,
        },
      });
      return served.id;
    },
    async evaluator(servedModelId, change = {}) {
      const family = `FreshEval ${made.releaseId}-${++count}`;
      const { id } = await db.evaluator.create({
        data: {
          name: family,
          family,
          servedModelId,
          definition: { ...freshEvalDefinition(), ...change },
          createdById,
        },
      });
      return id;
    },
  };
}

/**
 * Adds a run of the same model that answers the same questions: one response longer than that of the given run, the next one
 * shorter, the third the same. @returns its id
 */
export async function addRunOfOtherLengths(runId: number): Promise<number> {
  const { modelId, releaseId, ranOn, createdById } = await db.modelRun.findUniqueOrThrow({
    where: { id: runId },
  });
  const { id } = await db.modelRun.create({
    data: { modelId, releaseId, ranOn, createdById, name: `Other lengths ${runId}` },
  });
  const responses = await db.response.findMany({ where: { runId }, orderBy: { id: "asc" } });
  await db.response.createMany({
    data: responses.map(({ questionId, revisionId, importId, text }, at) => ({
      runId: id,
      questionId,
      revisionId,
      importId,
      text: [`${text} And so on and so forth.`, text.slice(0, -2), text][at % 3]!,
    })),
  });
  return id;
}

/** Enters what a served model costs: US dollars per million tokens. */
export async function setPrice(
  servedModelId: number,
  input: number,
  output: number,
): Promise<void> {
  const served = await db.servedModel.findUniqueOrThrow({ where: { id: servedModelId } });
  await db.price.create({
    data: {
      connectionId: served.connectionId,
      apiName: served.apiName,
      validFrom: new Date("2020-01-01"),
      input,
      output,
      createdById: served.createdById,
    },
  });
}
