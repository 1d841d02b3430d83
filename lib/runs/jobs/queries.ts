import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import { NOT_ARCHIVED } from "@/lib/runs/connections/rules";
import { missingMethods } from "@/lib/runs/generation/presets";
import type { JobsState } from "./address";
import { expectedEnd, type ItemCounts } from "./rules";
import type { JobSettings } from "./schema";
import type { JobKind, JobOutcome, JobStatus, PauseReason } from "./vocabulary";

const JOBS_PER_PAGE = 30;

/** The pace of so many last items tells when a job will be done. */
const PACE_ITEMS = 40;

/** A job as lists show it. */
export interface JobListItem {
  jobId: number;
  kind: JobKind;
  status: JobStatus;
  pausedBecause: PauseReason | null;
  runId: number;
  runName: string;
  modelName: string;
  /** Method or evaluator. */
  by: string;
  createdBy: string;
  /** ISO times. */
  createdAt: string;
  endedAt: string | null;
  /** Of a running job, at the pace of its last items; null: not known. */
  expectedEnd: string | null;
  counts: ItemCounts;
  /** What was charged as far as it is known, US dollars. */
  cost: number;
  /** How many requests were charged an unknown amount, or may have been, and the most that it can be, as far as prices say. */
  unpriced: number;
  unpricedMost: number;
  spendingLimit: number | null;
}

type JobRow = Omit<JobListItem, "counts" | "expectedEnd" | "createdAt" | "endedAt"> &
  ItemCounts & { createdAt: Date; endedAt: Date | null; ended: Date[] };

const JOB_COLUMNS = Prisma.sql`
  j.id AS "jobId", j.kind, j.status, j.paused_because AS "pausedBecause", j.run_id AS "runId", r.name AS "runName", m.name AS "modelName",
  coalesce(t.name || ', version ' || v.number, e.name) AS by, u.name AS "createdBy", j.created_at AS "createdAt", j.ended_at AS "endedAt",
  j.cost::float8 AS cost, j.unpriced, j.unpriced_most::float8 AS "unpricedMost", j.spending_limit::float8 AS "spendingLimit", c.*,
  ARRAY(SELECT i.ended_at FROM job_items i WHERE j.status = 'running' AND i.job_id = j.id AND i.ended_at >= j.running_since ORDER BY i.ended_at DESC LIMIT ${PACE_ITEMS}) AS ended`;
/** SQL for FROM: what JOB_COLUMNS are of. @param jobs which ones */
const jobTables = (jobs: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ${jobs} j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id JOIN users u ON u.id = j.created_by
  LEFT JOIN method_versions v ON v.id = j.method_version_id LEFT JOIN methods t ON t.id = v.method_id LEFT JOIN evaluators e ON e.id = j.evaluator_id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE i.status = 'waiting')::int AS waiting, count(*) FILTER (WHERE i.status = 'working')::int AS working,
      count(*) FILTER (WHERE i.status = 'done')::int AS done, count(*) FILTER (WHERE i.status = 'failed')::int AS failed,
      count(*) FILTER (WHERE i.status = 'left-out')::int AS "leftOut"
    FROM job_items i WHERE i.job_id = j.id) c`;

function jobView(row: JobRow): JobListItem {
  const { waiting, working, done, failed, leftOut, ended, createdAt, endedAt, ...rest } = row;
  const end =
    rest.status === "running"
      ? expectedEnd(
          ended.map((at) => at.getTime()),
          waiting + working,
          now().getTime(),
        )
      : null;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expectedEnd: end === null ? null : new Date(end).toISOString(),
    counts: { waiting, working, done, failed, leftOut },
  };
}

/** SQL: the job `j` is over, and has failed items that someone has to retry or accept. A paused one is to be resumed first. */
const FAILURES_OPEN = Prisma.sql`(j.status = 'done' AND NOT j.failures_accepted AND EXISTS (SELECT FROM job_items i WHERE i.job_id = j.id AND i.status = 'failed'))`;

const JOB_ORDERS: Orders<JobsState> = {
  run: Prisma.sql`lower(m.name || ', ' || r.name)`,
  failed: Prisma.sql`(SELECT count(*) FROM job_items i WHERE i.job_id = j.id AND i.status = 'failed')`,
  // As long as nothing is known of it, it is unknown.
  cost: Prisma.sql`CASE WHEN j.unpriced = 0 OR j.cost > 0 THEN j.cost END`,
  // Those that run end later than all that have ended.
  ended: Prisma.sql`coalesce(j.ended_at, CASE WHEN j.status = 'running' THEN 'infinity'::timestamptz END)`,
};

/** A page of the jobs, the newest first if nothing else is asked for. */
export async function listJobs(actor: Actor, state: JobsState): Promise<ListPage<JobListItem>> {
  authorize(actor, "runs.read");
  const { page, sort, status, failed, run } = state;
  const where = Prisma.sql`(${status}::text IS NULL OR j.status = ${status}) AND (${run}::int IS NULL OR ${run}::int IN (j.run_id, j.other_run_id)) AND (NOT ${failed} OR ${FAILURES_OPEN})`;
  const order = orderInSql(sort, JOB_ORDERS, Prisma.sql`j.id DESC`);
  // Only of those of the page the items are counted.
  const shown = Prisma.sql`(
    SELECT j.* FROM jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id WHERE ${where}
    ORDER BY ${order} ${pageInSql(page, JOBS_PER_PAGE)})`;
  const [rows, [count]] = await Promise.all([
    db.$queryRaw<JobRow[]>`
      SELECT ${JOB_COLUMNS} FROM ${jobTables(shown)} ORDER BY ${order}`,
    db.$queryRaw<[{ total: number }]>`SELECT count(*)::int AS total FROM jobs j WHERE ${where}`,
  ]);
  return { rows: rows.map(jobView), total: count.total, page, pageSize: JOBS_PER_PAGE };
}

/** How many jobs there are of each status, and with failed items to retry or accept, for tabs and for Home. */
export async function countJobs(
  actor: Actor,
): Promise<Record<JobStatus, number> & { failed: number }> {
  authorize(actor, "runs.read");
  const [rows, [open]] = await Promise.all([
    db.job.groupBy({ by: ["status"], _count: true }),
    db.$queryRaw<
      [{ failed: number }]
    >`SELECT count(*)::int AS failed FROM jobs j WHERE ${FAILURES_OPEN}`,
  ]);
  const of = (status: JobStatus) => rows.find((row) => row.status === status)?._count ?? 0;
  return {
    running: of("running"),
    paused: of("paused"),
    done: of("done"),
    cancelled: of("cancelled"),
    ...open,
  };
}

/** What there is of what a job needs. */
export interface JobNeeds {
  /** How many there are that jobs can use; models are those that a connection serves. */
  has: { connections: number; models: number; methods: number; evaluators: number };
  /** The paper's methods that are not there yet, by their keys. */
  presets: string[];
}

export async function whatJobsNeed(actor: Actor): Promise<JobNeeds> {
  authorize(actor, "runs.read");
  const [connections, models, methods, evaluators] = await Promise.all([
    db.connection.count({ where: { kind: "model", archivedAt: null } }),
    db.servedModel.count({ where: NOT_ARCHIVED }),
    db.method.findMany({ select: { name: true, archivedAt: true } }),
    db.evaluator.count({ where: { servedModel: NOT_ARCHIVED } }),
  ]);
  return {
    has: {
      connections,
      models,
      methods: methods.filter(({ archivedAt }) => archivedAt === null).length,
      evaluators,
    },
    presets: missingMethods(methods).map(({ key }) => key),
  };
}

/** Whether there is a model that a job can ask. */
export async function isModelConnected(actor: Actor): Promise<boolean> {
  authorize(actor, "runs.read");
  const model = await db.servedModel.findFirst({ where: NOT_ARCHIVED, select: { id: true } });
  return model !== null;
}

/** A job as its page shows it. */
export interface JobView extends JobListItem {
  /** Its failed items are left as they are. */
  failuresAccepted: boolean;
  /** By what its items ended: only for those that are done. */
  outcomes: { outcome: JobOutcome; count: number }[];
  methodId: number | null;
  evaluatorId: number | null;
  /** As a connection serves it: "gpt-4o of OpenAI". */
  asked: string | null;
  searched: string | null;
  /** The model that compares paragraphs with the question. */
  compared: string | null;
  /** ISO dates. */
  promptDate: string | null;
  searchDay: string | null;
  settings: JobSettings;
  /** What the run is compared with. */
  otherRun: { runId: number; runName: string; modelName: string } | null;
  calls: number;
  searches: number;
  inputTokens: number;
  outputTokens: number;
  /** Whether a worker has given a sign of life in the last minute. */
  hasWorker: boolean;
}

/** @throws NotFound */
export async function getJob(actor: Actor, jobId: number): Promise<JobView> {
  authorize(actor, "runs.read");
  type More = Pick<
    JobView,
    | "methodId"
    | "evaluatorId"
    | "asked"
    | "searched"
    | "compared"
    | "promptDate"
    | "searchDay"
    | "settings"
    | "otherRun"
    | "calls"
    | "searches"
    | "inputTokens"
    | "outputTokens"
    | "hasWorker"
    | "failuresAccepted"
  >;
  const [[row], outcomes] = await Promise.all([
    db.$queryRaw<(JobRow & More)[]>`
      SELECT ${JOB_COLUMNS}, t.id AS "methodId", e.id AS "evaluatorId", s.label || ' · ' || sc.name AS asked, k.name AS searched, b.label || ' · ' || bc.name AS compared,
        j.prompt_date::text AS "promptDate", j.search_day::text AS "searchDay", j.settings, j.calls, j.searches,
        (SELECT json_build_object('runId', o.id, 'runName', o.name, 'modelName', om.name) FROM model_runs o JOIN models om ON om.id = o.model_id WHERE o.id = j.other_run_id) AS "otherRun",
        j.failures_accepted AS "failuresAccepted", j.input_tokens::float8 AS "inputTokens", j.output_tokens::float8 AS "outputTokens",
        EXISTS (SELECT FROM workers WHERE alive_at > now() - interval '1 minute') AS "hasWorker"
      FROM ${jobTables(Prisma.sql`jobs`)} LEFT JOIN served_models s ON s.id = j.served_model_id LEFT JOIN connections sc ON sc.id = s.connection_id
      LEFT JOIN connections k ON k.id = j.search_connection_id LEFT JOIN served_models b ON b.id = j.embedding_model_id LEFT JOIN connections bc ON bc.id = b.connection_id
      WHERE j.id = ${jobId}`,
    db.jobItem.groupBy({
      by: ["outcome"],
      where: { jobId, outcome: { not: null } },
      _count: true,
    }),
  ]);
  if (row === undefined) throw new NotFound("This job");
  return {
    ...(jobView(row) as JobListItem & More),
    outcomes: outcomes
      .map(({ outcome, _count }) => ({ outcome: outcome as JobOutcome, count: _count }))
      .sort((a, b) => b.count - a.count),
  };
}

/** What the stages of answers from pages took: of one response, or the means of several. */
export interface Stages {
  /** How many responses it is of. */
  responses: number;
  /** Milliseconds; of a stored search what it took when it was made. Results that were found. */
  search: { ms: number; results: number };
  /** `ms` is 0, nearly, where all pages were stored. */
  pages: { ms: number; read: number; stored: number; failed: number; bytes: number };
  extract: { ms: number; paragraphs: number };
  /** Null: words alone decided. */
  embeddings: { ms: number; compared: number; tokens: number | null } | null;
  choice: { ms: number; considered: number; kept: number };
  answer: { ms: number; inputTokens: number | null; outputTokens: number | null };
}

/**
 * The stages of a run's responses that were answered from pages, or of the one to a question.
 * @returns null where there are none
 */
export async function getStages(
  actor: Actor,
  runId: number,
  questionId: number | null = null,
): Promise<Stages | null> {
  authorize(actor, "runs.read");
  const count = (name: string) => Prisma.sql`(p.outcome->>${name})::float8`;
  const [row] = await db.$queryRaw<StagesRow[]>`
    SELECT count(*)::int AS responses, avg(a.duration_ms)::float8 AS "searchMs", avg(jsonb_array_length(u.evidence->'kept') + jsonb_array_length(u.evidence->'cut'))::float8 AS results,
      avg(p.duration_ms)::float8 AS "pagesMs", avg(${count("read")}) AS read, avg(${count("stored")}) AS stored, avg(${count("failed")}) AS failed, avg(${count("bytes")}) AS bytes,
      avg(${count("extractMs")}) AS "extractMs", avg(${count("paragraphs")}) AS paragraphs,
      avg(e.ms) AS "embeddingsMs", avg(e.tokens) AS "embeddingTokens", avg((c.outcome->>'compared')::float8) AS compared,
      avg(c.duration_ms)::float8 AS "choiceMs", avg((c.outcome->>'considered')::float8) AS considered, avg(jsonb_array_length(c.outcome->'kept'))::float8 AS kept,
      avg(g.ms) AS "answerMs", avg(g.input) AS "inputTokens", avg(g.output) AS "outputTokens"
    FROM responses s JOIN job_items i ON i.response_id = s.id AND i.job_id = s.job_id
      JOIN search_uses u ON u.item_id = i.id JOIN search_answers a ON a.id = u.answer_id
      JOIN retrieval_steps p ON p.item_id = i.id AND p.kind = 'pages' JOIN retrieval_steps c ON c.item_id = i.id AND c.kind = 'paragraphs'
      CROSS JOIN LATERAL (SELECT sum(duration_ms)::float8 AS ms, sum(input_tokens)::float8 AS tokens FROM model_calls WHERE item_id = i.id AND state = 'answered' AND kind = 'embedding') e
      CROSS JOIN LATERAL (SELECT sum(duration_ms)::float8 AS ms, sum(input_tokens)::float8 AS input, sum(output_tokens)::float8 AS output FROM model_calls WHERE item_id = i.id AND state = 'answered' AND kind = 'chat') g
    WHERE s.run_id = ${runId} AND (${questionId}::int IS NULL OR s.question_id = ${questionId}::int)`;
  return row === undefined || row.responses === 0 ? null : stagesOf(row);
}

type StagesRow = Record<
  | "responses"
  | "searchMs"
  | "results"
  | "pagesMs"
  | "read"
  | "stored"
  | "failed"
  | "bytes"
  | "extractMs"
  | "paragraphs"
  | "compared"
  | "choiceMs"
  | "considered"
  | "kept"
  | "answerMs",
  number
> &
  Record<"embeddingsMs" | "embeddingTokens" | "inputTokens" | "outputTokens", number | null>;

function stagesOf(row: StagesRow): Stages {
  const { read, stored, failed, bytes, considered, kept, inputTokens, outputTokens } = row;
  return {
    responses: row.responses,
    search: { ms: row.searchMs, results: row.results },
    pages: { ms: row.pagesMs, read, stored, failed, bytes },
    extract: { ms: row.extractMs, paragraphs: row.paragraphs },
    embeddings:
      row.embeddingsMs === null
        ? null
        : { ms: row.embeddingsMs, compared: row.compared, tokens: row.embeddingTokens },
    choice: { ms: row.choiceMs, considered, kept },
    answer: { ms: row.answerMs, inputTokens, outputTokens },
  };
}

/** How a run was generated, so that it can get the responses that it lacks; null: its responses came otherwise. */
export interface RunOrigin {
  runId: number;
  runName: string;
  modelName: string;
  releaseName: string;
  methodVersionId: number;
  methodName: string;
  servedModelId: number | null;
  searchConnectionId: number | null;
  /** ISO dates of its last job. */
  promptDate: string | null;
  searchDay: string | null;
}

export async function getRunOrigin(actor: Actor, runId: number): Promise<RunOrigin | null> {
  authorize(actor, "runs.read");
  const [row] = await db.$queryRaw<RunOrigin[]>`
    SELECT r.id AS "runId", r.name AS "runName", m.name AS "modelName", l.name AS "releaseName", j.method_version_id AS "methodVersionId",
      t.name || ', version ' || v.number AS "methodName", j.served_model_id AS "servedModelId", j.search_connection_id AS "searchConnectionId",
      j.prompt_date::text AS "promptDate", j.search_day::text AS "searchDay"
    FROM jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id JOIN releases l ON l.id = r.release_id
    JOIN method_versions v ON v.id = j.method_version_id JOIN methods t ON t.id = v.method_id
    WHERE j.run_id = ${runId} AND j.kind = 'generate' ORDER BY j.id DESC LIMIT 1`;
  return row ?? null;
}
