import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { isoDayOf } from "@/lib/platform/days";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import { JUDGED_COUNTS, lastVerdicts, type JudgedCounts } from "@/lib/runs/evaluators/sql";
import { type PromptMethod } from "@/lib/runs/models/schema";
import type { ModelsState, RunsState } from "./address";

/** A model as lists and its form show it. */
export interface ModelView {
  modelId: number;
  name: string;
  provider: string;
  size: string;
  knowledgeCutoff: string;
  dateInPrompt: boolean | null;
  hasWebSearch: boolean | null;
  note: string;
  version: number;
  runs: number;
}

const MODELS_PER_PAGE = 50;

/** SQL: how many runs model `m` has. */
const RUNS_OF_MODEL = Prisma.sql`(SELECT count(*) FROM model_runs r WHERE r.model_id = m.id)::int`;

const MODELS = Prisma.sql`
  SELECT m.id AS "modelId", m.name, m.provider, m.size, m.knowledge_cutoff AS "knowledgeCutoff", m.told_date AS "dateInPrompt", m.has_search AS "hasWebSearch", m.note, m.version,
    ${RUNS_OF_MODEL} AS runs
  FROM models m`;

const MODEL_ORDERS: Orders<ModelsState> = {
  name: Prisma.sql`lower(m.name)`,
  provider: Prisma.sql`nullif(lower(m.provider), '')`,
  cutoff: Prisma.sql`nullif(m.knowledge_cutoff, '')`,
  runs: RUNS_OF_MODEL,
};

/** A page of the models, by name if nothing else is asked for. */
export async function listModels(actor: Actor, state: ModelsState): Promise<ListPage<ModelView>> {
  authorize(actor, "runs.read");
  const { page, sort } = state;
  const [rows, total] = await Promise.all([
    db.$queryRaw<
      ModelView[]
    >`${MODELS} ORDER BY ${orderInSql(sort, MODEL_ORDERS, Prisma.sql`lower(m.name), m.id`)} ${pageInSql(page, MODELS_PER_PAGE)}`,
    db.model.count(),
  ]);
  return { rows, total, page, pageSize: MODELS_PER_PAGE };
}

/** @throws NotFound */
export async function getModel(actor: Actor, modelId: number): Promise<ModelView> {
  authorize(actor, "runs.read");
  return readModel(modelId);
}

async function readModel(modelId: number): Promise<ModelView> {
  const [model] = await db.$queryRaw<ModelView[]>`${MODELS} WHERE m.id = ${modelId}`;
  if (!model) throw new NotFound("This model");
  return model;
}

/** What a new run chooses from: all models by name and all releases, the newest first. */
export async function listRunChoices(
  actor: Actor,
): Promise<{ models: { modelId: number; name: string }[]; releases: string[] }> {
  authorize(actor, "runs.read");
  const [models, releases] = await Promise.all([
    db.model.findMany({ orderBy: { name: "asc" }, select: { id: true, name: true } }),
    db.release.findMany({
      orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
      select: { name: true },
    }),
  ]);
  return {
    models: models.map(({ id, name }) => ({ modelId: id, name })),
    releases: releases.map(({ name }) => name),
  };
}

/** A run in the list. */
export interface RunListItem {
  runId: number;
  name: string;
  modelId: number;
  modelName: string;
  releaseName: string;
  /** ISO day. */
  ranOn: string | null;
  promptMethod: PromptMethod;
  /** Responses it has, and questions of its release. */
  answered: number;
  questions: number;
}

const RUNS_PER_PAGE = 50;

/** SQL: how many responses run `r` has. */
const RESPONSES_OF_RUN = Prisma.sql`(SELECT count(*) FROM responses s WHERE s.run_id = r.id)::int`;

const RUN_ORDERS: Orders<RunsState> = {
  name: Prisma.sql`lower(r.name)`,
  model: Prisma.sql`lower(m.name)`,
  release: Prisma.sql`l.published_at`,
  date: Prisma.sql`r.ran_on`,
  responses: RESPONSES_OF_RUN,
};

/** A page of the runs of one model or of all, the newest first if nothing else is asked for. */
export async function listRuns(
  actor: Actor,
  state: RunsState,
  modelId?: number,
): Promise<ListPage<RunListItem>> {
  authorize(actor, "runs.read");
  const { page, sort } = state;
  const where = modelId === undefined ? Prisma.sql`true` : Prisma.sql`r.model_id = ${modelId}`;
  const [rows, total] = await Promise.all([
    db.$queryRaw<RunListItem[]>`
      SELECT r.id AS "runId", r.name, m.id AS "modelId", m.name AS "modelName", l.name AS "releaseName", r.ran_on::text AS "ranOn", r.prompt_method AS "promptMethod",
        ${RESPONSES_OF_RUN} AS answered, l.question_count AS questions
      FROM model_runs r JOIN models m ON m.id = r.model_id JOIN releases l ON l.id = r.release_id
      WHERE ${where} ORDER BY ${orderInSql(sort, RUN_ORDERS, Prisma.sql`r.id DESC`)} ${pageInSql(page, RUNS_PER_PAGE)}`,
    db.modelRun.count({ where: modelId === undefined ? {} : { modelId } }),
  ]);
  return { rows, total, page, pageSize: RUNS_PER_PAGE };
}

/** A run with its conditions and how much of its release it answers. */
export interface RunView {
  runId: number;
  name: string;
  model: ModelView;
  releaseName: string;
  /** ISO day. */
  ranOn: string | null;
  promptMethod: PromptMethod;
  temperature: number | null;
  maxTokens: number | null;
  note: string;
  version: number;
  createdBy: string;
  /** ISO time. */
  createdAt: string;
  coverage: { questions: number; answered: number; empty: number };
  /** How many of its responses each evaluator has judged, by name. */
  evaluators: ({ evaluatorId: number; name: string } & JudgedCounts)[];
}

/** @throws NotFound */
export async function getRun(actor: Actor, runId: number): Promise<RunView> {
  authorize(actor, "runs.read");
  const row = await db.modelRun.findUnique({
    where: { id: runId },
    include: {
      release: { select: { name: true, questionCount: true } },
      createdBy: { select: { name: true } },
    },
  });
  if (!row) throw new NotFound("This run");
  const [model, [counts], evaluators] = await Promise.all([
    readModel(row.modelId),
    db.$queryRaw<
      { answered: number; empty: number }[]
    >`SELECT count(*)::int AS answered, count(*) FILTER (WHERE text !~ '\\S')::int AS empty FROM responses WHERE run_id = ${runId}`,
    db.$queryRaw<RunView["evaluators"]>`
      SELECT e.id AS "evaluatorId", e.name, ${JUDGED_COUNTS}
      FROM ${lastVerdicts(Prisma.sql`p.run_id = ${runId}`)} v JOIN evaluators e ON e.id = v.evaluator_id GROUP BY e.id ORDER BY e.name`,
  ]);
  return {
    runId: row.id,
    name: row.name,
    model,
    releaseName: row.release.name,
    ranOn: isoDayOf(row.ranOn),
    promptMethod: row.promptMethod as PromptMethod,
    temperature: row.temperature,
    maxTokens: row.maxTokens,
    note: row.note,
    version: row.version,
    createdBy: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    coverage: { questions: row.release.questionCount, ...counts! },
    evaluators,
  };
}

/** The run that a model has over a release by a name. Null: there is none. */
export async function findRun(
  actor: Actor,
  names: { model: string; release: string; run?: string | undefined },
): Promise<{ modelId: number | null; runs: { runId: number; name: string }[] }> {
  authorize(actor, "runs.read");
  const model = await db.model.findUnique({ where: { name: names.model }, select: { id: true } });
  if (!model) return { modelId: null, runs: [] };
  const runs = await db.modelRun.findMany({
    where: {
      modelId: model.id,
      release: { name: names.release },
      ...(names.run !== undefined && { name: names.run }),
    },
    orderBy: { id: "asc" },
    select: { id: true, name: true },
  });
  return { modelId: model.id, runs: runs.map(({ id, name }) => ({ runId: id, name })) };
}
