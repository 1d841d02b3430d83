import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { cell } from "@/lib/dataset/questions/sql";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { ok, type Result } from "@/lib/platform/result";
import { listConnectionChoices, type ConnectionChoices } from "@/lib/runs/connections/queries";
import { connectionPrices } from "@/lib/runs/connections/access";
import type { ChosenEvidence, Evidence } from "@/lib/runs/connections/evidence";
import type { Message } from "@/lib/runs/connections/models";
import { costOf, costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import type { SearchOptions, Taken } from "@/lib/runs/connections/procedure";
import { foundIn, searchKey, searchParams } from "@/lib/runs/connections/searching";
import { countStored, storedSearch } from "@/lib/runs/connections/writes";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import type { JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { KINDS_OF_SERVICE } from "@/lib/runs/connections/rules";
import { chooseEvidence, writeEvidence } from "@/lib/runs/generation/evidence";
import { demonstrationSearches, searchOptionsOf } from "@/lib/runs/generation/procedures";
import type { DefinitionOf, MethodDefinition, MethodKind } from "@/lib/runs/generation/schema";
import { RECEIVED_SHOWN, type TraceStep } from "@/lib/runs/generation/trace";
import { responsesToRate } from "@/lib/runs/responses/sql";
import {
  estimate,
  estimateInWords,
  stepsOf,
  usualEvidence,
  type Estimate,
  type Experience,
  type UsualEvidence,
} from "./estimates";
import { procedureOf, type JobWork } from "./procedures";
import { expectedEnd, type ItemCounts } from "./rules";
import type { JobInput, JobSettings, ShownItems } from "./schema";
import {
  MOST_LANES,
  UNUSABLE_OUTCOMES,
  type ItemStatus,
  type JobKind,
  type JobOutcome,
  type JobStatus,
  type PauseReason,
} from "./vocabulary";
import { planJob, withoutPrice, type JobPlan, type PlanRefusal } from "./writes";

export const JOBS_PER_PAGE = 30;
export const ITEMS_PER_PAGE = 50;
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
const JOB_TABLES = Prisma.sql`
  jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id JOIN users u ON u.id = j.created_by
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

/** Jobs, the newest first, a page at a time (counted from 1). */
export async function listJobs(
  actor: Actor,
  {
    page = 1,
    status,
    run,
  }: { page?: number; status?: JobStatus | undefined; run?: number | undefined } = {},
): Promise<{ jobs: JobListItem[]; total: number }> {
  authorize(actor, "runs.read");
  const where = Prisma.sql`(${status ?? null}::text IS NULL OR j.status = ${status ?? null}) AND (${run ?? null}::int IS NULL OR j.run_id = ${run ?? null}::int)`;
  const [rows, total] = await Promise.all([
    db.$queryRaw<JobRow[]>`
      SELECT ${JOB_COLUMNS} FROM ${JOB_TABLES} WHERE ${where}
      ORDER BY j.id DESC LIMIT ${JOBS_PER_PAGE} OFFSET ${(page - 1) * JOBS_PER_PAGE}`,
    db.job.count({
      where: {
        ...(status !== undefined && { status }),
        ...(run !== undefined && { runId: run }),
      },
    }),
  ]);
  return { jobs: rows.map(jobView), total };
}

/** How many jobs there are of each status, for tabs and for Home. */
export async function countJobs(
  actor: Actor,
): Promise<Record<JobStatus, number> & { failed: number }> {
  authorize(actor, "runs.read");
  const [rows, failed] = await Promise.all([
    db.job.groupBy({ by: ["status"], _count: true }),
    db.job.count({
      where: {
        status: { in: ["running", "paused", "done"] },
        items: { some: { status: "failed" } },
      },
    }),
  ]);
  const of = (status: JobStatus) => rows.find((row) => row.status === status)?._count ?? 0;
  return {
    running: of("running"),
    paused: of("paused"),
    done: of("done"),
    cancelled: of("cancelled"),
    failed,
  };
}

/** A job as its page shows it. */
export interface JobView extends JobListItem {
  /** By what its items ended: only for those that are done. */
  outcomes: { outcome: JobOutcome; count: number }[];
  methodId: number | null;
  evaluatorId: number | null;
  /** As a connection serves it: "gpt-4o of OpenAI". */
  asked: string | null;
  searched: string | null;
  /** ISO dates. */
  promptDate: string | null;
  searchDay: string | null;
  settings: JobSettings;
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
    | "promptDate"
    | "searchDay"
    | "settings"
    | "calls"
    | "searches"
    | "inputTokens"
    | "outputTokens"
    | "hasWorker"
  >;
  const [[row], outcomes] = await Promise.all([
    db.$queryRaw<(JobRow & More)[]>`
      SELECT ${JOB_COLUMNS}, t.id AS "methodId", e.id AS "evaluatorId", s.label || ' · ' || sc.name AS asked, k.name AS searched,
        j.prompt_date::text AS "promptDate", j.search_day::text AS "searchDay", j.settings, j.calls, j.searches,
        j.input_tokens::float8 AS "inputTokens", j.output_tokens::float8 AS "outputTokens",
        EXISTS (SELECT FROM workers WHERE alive_at > now() - interval '1 minute') AS "hasWorker"
      FROM ${JOB_TABLES} LEFT JOIN served_models s ON s.id = j.served_model_id LEFT JOIN connections sc ON sc.id = s.connection_id
      LEFT JOIN connections k ON k.id = j.search_connection_id WHERE j.id = ${jobId}`,
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

/** An item in its job's list. */
export interface ItemListItem {
  itemId: number;
  questionId: number;
  question: string;
  mode: JudgingMode | null;
  repetition: number;
  status: ItemStatus;
  outcome: JobOutcome | null;
  /** What the evaluator said; null where it is no verdict, or the reader has still to rate the response. */
  verdict: boolean | null;
  detail: string;
  attempts: number;
}

/** A job's items in their order, a page at a time (counted from 1). */
export async function listItems(
  actor: Actor,
  jobId: number,
  shown: ShownItems,
  page = 1,
): Promise<{ items: ItemListItem[]; total: number }> {
  authorize(actor, "runs.read");
  const among = Prisma.sql`i.job_id = ${jobId} AND ${isShown(shown)}`;
  const [items, [counted]] = await Promise.all([
    db.$queryRaw<ItemListItem[]>`
      SELECT i.id AS "itemId", i.question_id AS "questionId", ${cell("v", "question")} AS question, i.mode, i.repetition, i.status, i.outcome, i.detail, i.attempts,
        CASE WHEN ${verdictHidden(actor.userId)} THEN NULL ELSE ${VERDICT} END AS verdict
      FROM job_items i JOIN revisions v ON v.id = i.revision_id WHERE ${among}
      ORDER BY i.position LIMIT ${ITEMS_PER_PAGE} OFFSET ${(page - 1) * ITEMS_PER_PAGE}`,
    db.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM job_items i WHERE ${among}`,
  ]);
  return { items, total: counted!.total };
}

/** SQL: the list shows item `i`. */
function isShown(shown: ShownItems): Prisma.Sql {
  switch (shown) {
    case "all":
      return Prisma.sql`TRUE`;
    case "open":
      return Prisma.sql`i.status IN ('waiting', 'working')`;
    case "unusable":
      return Prisma.sql`i.status = 'done' AND i.outcome = ANY(${[...UNUSABLE_OUTCOMES]})`;
    default:
      return Prisma.sql`i.status = ${shown}`;
  }
}

/** An item with everything that was asked for it. */
export interface ItemView extends ItemListItem {
  jobId: number;
  kind: JobKind;
  runId: number;
  responseId: number | null;
  /** Of the response that it made or judges; null: none yet. */
  response: string | null;
  methodKind: MethodKind | null;
  steps: TraceStep[];
  /** The reader has still to rate the response that it judges, and sees neither verdict nor steps before. */
  hidden: boolean;
  /** The items before and after it in the list; null: none. */
  previous: number | null;
  next: number | null;
}

/**
 * @param shown the list that it was opened from
 * @throws NotFound where the job has no such item
 */
export async function getItem(
  actor: Actor,
  jobId: number,
  itemId: number,
  shown: ShownItems = "all",
): Promise<ItemView> {
  authorize(actor, "runs.read");
  const beside = (before: boolean) => Prisma.sql`
    (SELECT i.id FROM job_items i WHERE i.job_id = this.job_id AND ${isShown(shown)} AND ${before ? Prisma.sql`i.position < this.position` : Prisma.sql`i.position > this.position`}
     ORDER BY i.position ${before ? Prisma.sql`DESC` : Prisma.empty} LIMIT 1)`;
  const [row] = await db.$queryRaw<Omit<ItemView, "steps">[]>`
    SELECT ${verdictHidden(actor.userId)} AS hidden, i.id AS "itemId", i.job_id AS "jobId", j.kind, j.run_id AS "runId", i.question_id AS "questionId", ${cell("v", "question")} AS question, i.mode, i.repetition,
      i.status, i.outcome, i.detail, i.attempts, s.id AS "responseId", s.text AS response, mv.definition->>'kind' AS "methodKind",
      ${VERDICT} AS verdict, beside.previous, beside.next
    FROM job_items i CROSS JOIN LATERAL (SELECT i.job_id, i.position) this CROSS JOIN LATERAL (SELECT ${beside(true)} AS previous, ${beside(false)} AS next) beside JOIN jobs j ON j.id = i.job_id JOIN revisions v ON v.id = i.revision_id
    LEFT JOIN responses s ON s.id = i.response_id LEFT JOIN method_versions mv ON mv.id = j.method_version_id
    WHERE i.id = ${itemId} AND i.job_id = ${jobId}`;
  if (row === undefined) throw new NotFound("This item");
  return row.hidden
    ? { ...row, verdict: null, steps: [] }
    : { ...row, steps: await stepsOfItem(itemId) };
}

/** SQL: the item `i` judges, or judges again, a response that the person has still to rate. */
function verdictHidden(userId: number): Prisma.Sql {
  return Prisma.sql`coalesce(i.mode IS NOT NULL AND i.response_id IN ${responsesToRate(userId)}, FALSE)`;
}

/** SQL: what the evaluator said by item `i`. */
const VERDICT = Prisma.sql`(SELECT coalesce(a.relaxed, a.strict) FROM automatic_verdicts a JOIN model_calls k ON k.id = a.call_id WHERE k.item_id = i.id)`;

async function stepsOfItem(itemId: number): Promise<TraceStep[]> {
  const [calls, searches] = await Promise.all([
    db.modelCall.findMany({ where: { itemId }, orderBy: [{ step: "asc" }, { id: "asc" }] }),
    db.searchUse.findMany({
      where: { itemId },
      include: { answer: { include: { connection: { select: { name: true } } } } },
    }),
  ]);
  // The answer to a step has its prompt, and so has the first of those attempts at it that failed.
  const asked = new Map(
    calls.flatMap(({ step, messages }) => (messages === null ? [] : [[step, messages] as const])),
  );
  const steps: TraceStep[] = [
    ...calls.map(
      (call) =>
        ({
          kind: "call",
          step: call.step,
          startedAt: call.startedAt.toISOString(),
          durationMs: call.durationMs,
          cost: call.cost?.toNumber() ?? null,
          messages: asked.get(call.step),
          requested: call.requested,
          effective: call.effective,
          state: call.state,
          text: call.text,
          error: call.error,
          finish: call.finish,
          finishRaw: call.finishRaw,
          reading: call.reading,
          inputTokens: call.inputTokens,
          outputTokens: call.outputTokens,
          reasoningTokens: call.reasoningTokens,
          cachedTokens: call.cachedTokens,
          received: call.received?.slice(0, RECEIVED_SHOWN) ?? null,
          receivedLength: call.received?.length ?? 0,
        }) as unknown as TraceStep,
    ),
    ...searches.map(({ step, evidence, answer }) => ({
      kind: "search" as const,
      step,
      startedAt: answer.fetchedAt.toISOString(),
      durationMs: answer.durationMs,
      cost: answer.cost?.toNumber() ?? null,
      query: answer.query,
      connectionName: answer.connection.name,
      day: answer.day.toISOString().slice(0, 10),
      requests: answer.requests,
      evidence: evidence as unknown as ChosenEvidence,
    })),
  ];
  return steps.sort((a, b) => a.step - b.step);
}

// What a new job chooses from ----------------------------------------------------------------------------------------

export interface JobChoices {
  /** The latest version of each method that is not archived, by name. */
  methods: { versionId: number; name: string; number: number; definition: MethodDefinition }[];
  connections: ConnectionChoices;
  models: { modelId: number; name: string }[];
  /** The newest first. */
  releases: string[];
  runs: {
    runId: number;
    name: string;
    modelName: string;
    releaseName: string;
    responses: number;
  }[];
  /** Those that have a model. */
  evaluators: { evaluatorId: number; name: string; model: string }[];
}

const RUNS_OFFERED = 500;

export async function listJobChoices(actor: Actor): Promise<JobChoices> {
  authorize(actor, "jobs.manage");
  const [methods, connections, models, releases, runs, evaluators] = await Promise.all([
    db.$queryRaw<JobChoices["methods"]>`
      SELECT DISTINCT ON (lower(m.name), m.id) v.id AS "versionId", m.name, v.number, v.definition
      FROM methods m JOIN method_versions v ON v.method_id = m.id WHERE m.archived_at IS NULL ORDER BY lower(m.name), m.id, v.number DESC`,
    listConnectionChoices(actor),
    db.model.findMany({ orderBy: { name: "asc" }, select: { id: true, name: true } }),
    db.release.findMany({
      orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
      select: { name: true },
    }),
    db.$queryRaw<JobChoices["runs"]>`
      SELECT r.id AS "runId", r.name, m.name AS "modelName", l.name AS "releaseName", (SELECT count(*) FROM responses s WHERE s.run_id = r.id)::int AS responses
      FROM model_runs r JOIN models m ON m.id = r.model_id JOIN releases l ON l.id = r.release_id ORDER BY r.id DESC LIMIT ${RUNS_OFFERED}`,
    db.evaluator.findMany({
      where: { servedModelId: { not: null } },
      orderBy: [{ family: "asc" }, { version: "desc" }],
      include: { servedModel: { select: { label: true } } },
    }),
  ]);
  return {
    methods,
    connections,
    models: models.map(({ id, name }) => ({ modelId: id, name })),
    releases: releases.map(({ name }) => name),
    runs: runs.filter(({ responses }) => responses > 0),
    evaluators: evaluators.map(({ id, name, servedModel }) => ({
      evaluatorId: id,
      name,
      model: servedModel!.label,
    })),
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

// Dry run -----------------------------------------------------------------------------------------------------------

/** What a job would ask, and what that is expected to take. Nothing of it was sent. */
export interface DryRun {
  /** Responses or verdicts to ask for, and how many are left out. */
  items: number;
  leftOutTotal: number;
  /** The first of the questions left out, each once, and how many they are. */
  leftOut: { question: string; because: string }[];
  leftOutQuestions: number;
  /** The first item's question and its first prompt in full; null: a method that only searches. */
  example: { question: string; mode: JudgingMode | null; messages: readonly Message[] | null };
  /** Whether the prompt shows evidence as it is stored; `missing`: the search has not been made; null: no search. */
  evidence: "stored" | "missing" | null;
  estimate: Estimate;
  /** The estimate for people, a line each. */
  summary: string[];
}

/** So many of those left out are named. */
const LEFT_OUT_SHOWN = 20;

/**
 * Works out what a job would ask. Sends and writes nothing. Refusals: as for creating the job.
 */
export async function dryRun(actor: Actor, input: JobInput): Promise<Result<DryRun, PlanRefusal>> {
  authorize(actor, "jobs.manage");
  const planned = await planJob(db, input, now());
  if (!planned.ok) return planned;
  const plan = planned.value;
  const open = plan.items.filter(({ leftOut }) => leftOut === null);
  const leftOut = plan.items.filter((item) => item.leftOut !== null);
  const leftOutQuestions = [...new Map(leftOut.map((item) => [item.questionId, item])).values()];
  const first = open[0]!;
  const example = await firstPrompt(plan, first);
  const steps = stepsOf(plan.definition, plan.kind);
  const searchesStored = await storedSearches(
    plan,
    open.map(({ question }) => question),
  );
  const estimated = estimate({
    items: open.length,
    steps,
    demonstrationSearches: searchesOfDemonstrations(plan).length,
    searchesStored,
    pages: pagesOf(plan),
    characters: (example.messages ?? []).reduce((sum, { content }) => sum + content.length, 0),
    evidence:
      example.messages === null || example.missing === 0
        ? null
        : { searches: example.missing, ...(await evidenceOf(plan)) },
    maxTokens: "maxTokens" in plan.definition ? plan.definition.maxTokens : 0,
    experience: plan.servedModelId === null ? null : await experienceOf(plan),
    ...(await costsOf(plan)),
  });
  return ok({
    items: open.length,
    leftOutTotal: leftOut.length,
    leftOut: leftOutQuestions
      .slice(0, LEFT_OUT_SHOWN)
      .map(({ question, leftOut: because }) => ({ question, because: because! })),
    leftOutQuestions: leftOutQuestions.length,
    example: { question: first.question, mode: first.mode, messages: example.messages },
    evidence: example.evidence,
    estimate: estimated,
    summary: estimateInWords(estimated, plan.definition, await withoutPrice(db, plan, now())),
  });
}

/** The first step's prompt, behind searches as they are stored or without their evidence. */
async function firstPrompt(
  plan: JobPlan,
  item: JobPlan["items"][number],
): Promise<{
  messages: readonly Message[] | null;
  evidence: DryRun["evidence"];
  /** Of how many searches evidence is missing. */
  missing: number;
}> {
  const [{ cells }, response] = await Promise.all([
    db.revision.findUniqueOrThrow({ where: { id: item.revisionId }, select: { cells: true } }),
    item.responseId === null
      ? null
      : db.response.findUniqueOrThrow({
          where: { id: item.responseId },
          select: { text: true },
        }),
  ]);
  let missing = 0;
  const found = async (query: string, options: SearchOptions): Promise<Evidence[]> => {
    const connection = {
      connectionId: plan.searchConnectionId!,
      service: plan.searchService!,
    };
    const stored = await storedSearch(connection, plan.searchDay!, query, options);
    if (stored === null) missing++;
    return stored?.found ?? [];
  };
  const work: JobWork =
    plan.kind === "generate"
      ? {
          kind: "generate",
          definition: plan.definition as MethodDefinition,
          demonstrations: plan.demonstrations,
          demonstrationEvidence: await Promise.all(
            searchesOfDemonstrations(plan).map(({ query, options }) => found(query, options)),
          ),
          today: plan.promptDate ?? plan.searchDay!,
        }
      : {
          kind: "judge",
          definition: plan.definition as EvaluatorDefinition,
          today: plan.promptDate,
        };
  const procedure = procedureOf(work, {
    questionId: item.questionId,
    cells,
    response: response?.text ?? null,
    mode: item.mode,
  });
  const taken: Taken[] = [];
  let searched = false;
  for (;;) {
    const step = procedure(taken);
    const evidence = missing > 0 ? "missing" : searched ? "stored" : null;
    if (step.kind === "ask") return { messages: step.messages, evidence, missing };
    if (step.kind === "end") return { messages: null, evidence, missing };
    searched = true;
    taken.push({
      kind: "searched",
      chosen: step.choose(await found(step.query, step.options)),
    });
  }
}

function foundInRow(
  { searchService }: JobPlan,
  { raw, fetchedAt }: { raw: unknown; fetchedAt: Date },
  options: SearchOptions,
): Evidence[] {
  return foundIn(searchService!, raw as unknown[], fetchedAt.toISOString().slice(0, 10), options);
}

/** So many of the connection's last searches tell how much evidence there will be. */
const EVIDENCE_SEARCHES = 20;

/** How much evidence a search of FreshPrompt will bring into a prompt. */
async function evidenceOf(plan: JobPlan): Promise<UsualEvidence> {
  const { evidence: rule } = plan.definition as DefinitionOf<"freshprompt">;
  const rows = await db.searchAnswer.findMany({
    where: { connectionId: plan.searchConnectionId! },
    orderBy: { id: "desc" },
    take: EVIDENCE_SEARCHES,
    select: { raw: true, fetchedAt: true },
  });
  const given = KINDS_OF_SERVICE[plan.searchService!];
  const most = given.reduce((sum, kind) => sum + Number(rule[kind]), 0);
  return usualEvidence(
    rows.map((row) => {
      const { kept } = chooseEvidence(foundInRow(plan, row, optionsOf(plan)!), rule);
      return { pieces: kept.length, characters: writeEvidence(kept).length };
    }),
    Math.min(rule.keep, most),
  );
}

function searchesOfDemonstrations({ kind, definition, demonstrations }: JobPlan) {
  return kind === "generate"
    ? demonstrationSearches(definition as MethodDefinition, demonstrations)
    : [];
}

const optionsOf = ({ kind, definition }: JobPlan): SearchOptions | null =>
  kind === "generate" ? searchOptionsOf(definition as MethodDefinition) : null;

/** How many requests a search may take. */
function pagesOf(plan: JobPlan): number {
  const options = optionsOf(plan);
  return options === null || plan.searchService === null
    ? 0
    : searchParams(plan.searchService, options).pages;
}

/** How many of the searches that are certain are stored already, demonstrations included. */
async function storedSearches(plan: JobPlan, questions: readonly string[]): Promise<number> {
  const options = optionsOf(plan);
  if (options === null || plan.searchService === null) return 0;
  if (plan.definition && (plan.definition as MethodDefinition).kind === "self-ask") return 0;
  const params = searchParams(plan.searchService, options);
  const keys = [...questions, ...searchesOfDemonstrations(plan).map(({ query }) => query)].map(
    (question) => searchKey(question.trim(), params),
  );
  return countStored(plan.searchConnectionId!, plan.searchDay!, keys);
}

/** What the last calls of the same model took; null: none yet. */
async function experienceOf(plan: JobPlan): Promise<Experience | null> {
  const [row] = await db.$queryRaw<(Experience & { calls: number })[]>`
    SELECT count(*)::int AS calls, (sum(length) / nullif(sum(input_tokens), 0))::float8 AS "charactersPerToken",
      avg(output_tokens)::float8 AS "outputTokens", avg(duration_ms)::float8 AS "durationMs"
    FROM (SELECT k.input_tokens, k.output_tokens, k.duration_ms, (SELECT sum(length(m->>'content')) FROM jsonb_array_elements(k.messages) m) AS length
      FROM model_calls k WHERE k.served_model_id = ${plan.servedModelId} AND k.state = 'answered' AND k.input_tokens > 0 ORDER BY k.id DESC LIMIT 200) last`;
  return row === undefined || row.calls === 0 || row.charactersPerToken === null ? null : row;
}

async function costsOf(plan: JobPlan) {
  const today = now().toISOString().slice(0, 10);
  const pricesOf = async (id: number | null) => (id === null ? null : connectionPrices(id));
  const [model, search] = await Promise.all([
    pricesOf(plan.modelConnectionId),
    pricesOf(plan.searchConnectionId),
  ]);
  const price = model ? priceOn(model, plan.apiName!, today) : null;
  const searchPrice = search ? priceOn(search, "", today) : null;
  const connections = await db.connection.findMany({
    where: {
      id: {
        in: [plan.modelConnectionId, plan.searchConnectionId].filter((id) => id !== null),
      },
    },
    select: { id: true, concurrency: true, requestsPerMinute: true },
  });
  const perMinute = (of: number | null) =>
    connections.find(({ id }) => id === of)?.requestsPerMinute ?? null;
  return {
    concurrency: Math.min(MOST_LANES, ...connections.map(({ concurrency }) => concurrency)),
    perMinute: {
      calls: perMinute(plan.modelConnectionId),
      searches: perMinute(plan.searchConnectionId),
    },
    costOfTokens: (input: number, output: number) =>
      plan.modelConnectionId === null
        ? 0
        : costOf(price, { input, output, reasoning: null, cached: null }),
    costOfSearches: (requests: number) =>
      requests === 0 ? 0 : costOfRequests(searchPrice, requests),
  };
}
