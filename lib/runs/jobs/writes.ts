import type { ClientBase } from "pg";
import { notify } from "@/lib/people/notifications/writes";
import { cell, sameTruth } from "@/lib/dataset/questions/sql";
import { Prisma, type Tx } from "@/lib/platform/db";
import { countOf, formatCount } from "@/lib/platform/format";
import { QUEUE_SCHEMA } from "@/lib/platform/queue";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { connectionPrices } from "@/lib/runs/connections/access";
import { costOf, costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import type { SearchService } from "@/lib/runs/connections/vocabulary";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { JUDGING_MODES, type JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { leakGuard } from "@/lib/runs/generation/leak-guard";
import { demonstrationSearches, shownDemonstrations } from "@/lib/runs/generation/procedures";
import { methodVersionForJob } from "@/lib/runs/generation/queries";
import { promptMethodOf, wantsSearch } from "@/lib/runs/generation/rules";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";
import type { PromptMethod } from "@/lib/runs/models/schema";
import { dateIn, NO_FAILURES, sampled } from "./rules";
import type {
  GenerationJobInput,
  JobInput,
  JobSettings,
  JudgingJobInput,
  RepeatJobInput,
} from "./schema";
import { MOST_ITEMS, MOST_LANES, TAKE_ITEMS, type JobKind, type PauseReason } from "./vocabulary";

/** Locks a job until the transaction ends; others may go on adding what refers to it. @returns null where there is none */
export async function lockJob(tx: Tx, jobId: number): Promise<LockedJob | null> {
  const [row] = await tx.$queryRaw<LockedJob[]>`
    SELECT id, kind, status, run_id AS "runId", spending_limit::float8 AS "spendingLimit", (cost + unpriced_most)::float8 AS spent, running_since AS "runningSince", version, created_by AS "createdById"
    FROM jobs WHERE id = ${jobId} FOR NO KEY UPDATE`;
  return row ?? null;
}
export interface LockedJob {
  id: number;
  kind: string;
  status: string;
  runId: number;
  /** US dollars. */
  spendingLimit: number | null;
  /** Requests of unknown cost count at the most that they may have been charged. */
  spent: number;
  /** When it began, or last went on after a pause. */
  runningSince: Date;
  version: number;
  createdById: number;
}

/**
 * Has workers take a job's items, as soon as this transaction is committed: as many lanes as its connections take
 * requests at once, if there are items for them. Lanes that are there already start over.
 */
export async function enqueueJob(tx: Tx, jobId: number): Promise<void> {
  await tx.$queryRaw<{ lanes: number }[]>`
    SELECT count(${addLane(Prisma.sql`j.id`, Prisma.sql`lane`, Prisma.sql`now()`)})::int AS lanes
    FROM jobs j CROSS JOIN LATERAL generate_series(1, ${lanesOf(Prisma.sql`j.id`)}) lane WHERE j.id = ${jobId}`;
}

/** SQL: how many lanes a job has use for. */
export function lanesOf(jobId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT least(${MOST_LANES}, min(c.concurrency), (SELECT count(*) FROM job_items i WHERE i.job_id = ${jobId} AND i.status IN ('waiting', 'working')))::int
    FROM jobs o LEFT JOIN served_models s ON s.id = o.served_model_id JOIN connections c ON c.id IN (s.connection_id, o.search_connection_id)
    WHERE o.id = ${jobId})`;
}

/** SQL: adds a lane of a job to the queue, or sets the time of one that is there. */
export function addLane(jobId: Prisma.Sql, lane: Prisma.Sql, runAt: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(QUEUE_SCHEMA)}.add_job(${TAKE_ITEMS}, json_build_object('jobId', ${jobId}, 'lane', ${lane}), run_at => ${runAt}, job_key => ${laneKey(jobId, lane)})`;
}

/** SQL: by which the queue tells lanes apart. */
export function laneKey(jobId: Prisma.Sql, lane: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`('job ' || ${jobId} || ' lane ' || ${lane})`;
}

/**
 * Pauses a running job; what is under way is finished and kept. Whoever locked the job calls it.
 * @param because where it is not a person's doing, the job's creator is told.
 */
export async function pause(tx: Tx, job: LockedJob, because: PauseReason): Promise<void> {
  await tx.job.update({
    where: { id: job.id },
    data: { status: "paused", pausedBecause: because, version: { increment: 1 } },
  });
  if (because !== "person")
    await notify(tx, {
      kind: "job-paused",
      data: { jobId: job.id, job: await nameOf(tx, job.id), because },
      to: [job.createdById],
    });
}

/**
 * Pauses what was running when a backup was taken, at the end of its restore: it may have gone on since, elsewhere too, and
 * would spend money a second time.
 * @param client in the restore's transaction. Backups of versions before jobs have none.
 * @returns how many jobs
 */
export async function pauseRestored(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('jobs') IS NOT NULL AS there",
  );
  if (!rows[0]!.there) return 0;
  const { rowCount } = await client.query(
    "UPDATE jobs SET status = 'paused', paused_because = 'restored', version = version + 1 WHERE status = 'running'",
  );
  return rowCount ?? 0;
}

/** Ends a running job that has nothing left to do. Whoever locked the job calls it. @returns whether it ended */
export async function endIfDone(tx: Tx, job: LockedJob): Promise<boolean> {
  if (job.status !== "running" && job.status !== "paused") return false;
  const open = await tx.jobItem.findFirst({
    where: { jobId: job.id, status: { in: ["waiting", "working"] } },
    select: { id: true },
  });
  if (open !== null) return false;
  await tx.job.update({
    where: { id: job.id },
    data: {
      status: "done",
      pausedBecause: null,
      endedAt: await timeOf(tx),
      version: { increment: 1 },
    },
  });
  const [done, failed] = await Promise.all(
    ["done", "failed"].map((status) => tx.jobItem.count({ where: { jobId: job.id, status } })),
  );
  await notify(tx, {
    kind: "job-ended",
    data: { jobId: job.id, job: await nameOf(tx, job.id), done: done!, failed: failed! },
    to: [job.createdById],
  });
  return true;
}

/** The database's clock. */
async function timeOf(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return row!.at;
}

/** What people call a job: "FreshPrompt, run 1 of Model 1". */
async function nameOf(tx: Tx, jobId: number): Promise<string> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`
    SELECT coalesce(t.name, e.name) || ' · ' || m.name || ' · ' || r.name AS name
    FROM jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id
    LEFT JOIN method_versions v ON v.id = j.method_version_id LEFT JOIN methods t ON t.id = v.method_id LEFT JOIN evaluators e ON e.id = j.evaluator_id
    WHERE j.id = ${jobId}`;
  return row!.name.slice(0, 300);
}

// What a job would do -----------------------------------------------------------------------------------------------

/** One thing to do, or to leave out. */
export interface PlannedItem {
  questionId: number;
  revisionId: number;
  question: string;
  responseId: number | null;
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
  /** Method and version, or evaluator, in words. */
  by: string;
  methodVersionId: number | null;
  evaluatorId: number | null;
  servedModelId: number | null;
  modelConnectionId: number | null;
  apiName: string | null;
  searchConnectionId: number | null;
  searchService: SearchService | null;
  definition: MethodDefinition | EvaluatorDefinition;
  demonstrations: Demonstration[];
  /** ISO dates. */
  promptDate: string | null;
  searchDay: string | null;
  settings: JobSettings;
  spendingLimit: number | null;
  /** In their order: by question, then mode, then repetition. */
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
export type PlanRefusal = "not-found" | "not-possible" | "nothing-left" | "taken";

/**
 * Works out what a job would do. Refusals: `not-found`; `taken` (the run's name); `not-possible` where something is
 * missing, with the field; `nothing-left` where there is nothing to ask.
 * @param at now
 */
export async function planJob(
  tx: Tx,
  input: JobInput,
  at: Date,
): Promise<Result<JobPlan, PlanRefusal>> {
  const planned =
    input.kind === "generate" ? await planGeneration(tx, input, at) : await planJudging(tx, input);
  if (!planned.ok) return planned;
  const plan = planned.value;
  if (plan.items.length > MOST_ITEMS)
    return refuse(
      "not-possible",
      `This job would have ${countOf(plan.items.length, "item")}; ${formatCount(MOST_ITEMS)} is the maximum. Nothing was started. Take a sample of the questions${plan.kind === "repeat" ? ", or fewer repetitions" : ""}.`,
    );
  if (!plan.items.some(({ leftOut }) => leftOut === null))
    return refuse("nothing-left", nothingLeft(plan));
  const unpriced = plan.spendingLimit === null ? [] : await withoutPrice(tx, plan, at);
  if (unpriced.length > 0) return priceMissing(unpriced, "Nothing was started", "start");
  return planned;
}

function nothingLeft({ kind, items }: JobPlan): string {
  if (items.length > 0)
    return kind === "generate"
      ? "The questions that have no response yet are demonstrations of the prompt, which are not asked. Nothing was started."
      : "The responses that this evaluator has not judged yet answer questions that are examples of its prompt, which are not judged. Nothing was started.";
  if (kind === "repeat") return "This run has no responses yet. Nothing was started.";
  return kind === "generate"
    ? "Every chosen question has a response in this run, or another job will ask it. Nothing was started."
    : "No response of this run is left to judge: this evaluator has judged them, or another job will. Nothing was started. Judge responses again to include them.";
}

async function planGeneration(
  tx: Tx,
  input: GenerationJobInput,
  at: Date,
): Promise<Result<JobPlan, PlanRefusal>> {
  const version = await methodVersionForJob(tx, input.methodVersionId);
  if (version === null) return refuse("not-found", "Method not found. Nothing was started.");
  if (version.archived)
    return refuse("not-possible", "This method is archived. Nothing was started.", {
      fields: { methodVersionId: "Choose another method." },
    });
  const { definition, demonstrations } = version;
  const asksModel = definition.kind !== "search-only";
  const served = asksModel ? await usableModel(tx, input.servedModelId) : ok(null);
  if (!served.ok) return served;
  const searching = wantsSearch(definition);
  const search = searching ? await usableSearch(tx, input.searchConnectionId) : ok(null);
  if (!search.ok) return search;
  const servedModelId = served.value?.id ?? null;
  const searchConnectionId = search.value?.id ?? null;
  const target = await targetOf(tx, input, definition, served.value, searchConnectionId, at);
  if (!target.ok) return target;
  const { runId, newRun, releaseId } = target.value;
  const questions = sampled(await questionsOf(tx, releaseId), input.sample);
  const answered = new Set(runId === null ? [] : await answeredOrAsked(tx, runId));
  const leak = leakGuard(
    shownDemonstrations({ definition, demonstrations }).map(({ question, questionId }) => ({
      question,
      questionId,
    })),
  );
  return ok({
    kind: "generate",
    runId,
    newRun,
    by: `${version.name}, version ${version.number}`,
    methodVersionId: input.methodVersionId,
    evaluatorId: null,
    servedModelId,
    modelConnectionId: served.value?.connectionId ?? null,
    apiName: served.value?.apiName ?? null,
    searchConnectionId,
    searchService: (search.value?.service as SearchService | undefined) ?? null,
    definition,
    demonstrations,
    ...datesOf(input, definition),
    settings: { sample: input.sample, modes: [], again: false, repetitions: 1 },
    spendingLimit: input.spendingLimit,
    items: questions
      .filter(({ questionId }) => !answered.has(questionId))
      .map((question) => ({
        ...question,
        responseId: null,
        mode: null,
        repetition: 0,
        leftOut: leakWords(leak(question)),
      })),
  });
}

/** The questions of a run that have a response, or that another job of it is to ask. */
async function answeredOrAsked(tx: Tx, runId: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ questionId: number }[]>`
    SELECT question_id AS "questionId" FROM responses WHERE run_id = ${runId}
    UNION SELECT i.question_id FROM job_items i JOIN jobs j ON j.id = i.job_id
    WHERE j.run_id = ${runId} AND j.kind = 'generate' AND ${TO_BE_DONE}`;
  return rows.map(({ questionId }) => questionId);
}

/** SQL: item i of job j is still to be done. A second job would pay for it again. */
const TO_BE_DONE = Prisma.sql`j.status IN ('running', 'paused') AND i.status IN ('waiting', 'working')`;

function leakWords(leak: ReturnType<ReturnType<typeof leakGuard>>): string | null {
  if (leak === null) return null;
  const like =
    leak.how === "similar text"
      ? `Similar to demonstration ${leak.index + 1} (${Math.round(leak.likeness * 100)}%)`
      : `Demonstration ${leak.index + 1} of the prompt`;
  return `${like}.`;
}

const served = { connection: true } as const;
type Served = Prisma.ServedModelGetPayload<{ include: typeof served }>;

/** A model that may be asked. */
async function usableModel(
  tx: Tx,
  servedModelId: number | null,
): Promise<Result<Served, PlanRefusal>> {
  const field = (words: string) => ({ fields: { servedModelId: words } });
  if (servedModelId === null)
    return refuse("not-possible", "Choose a model. Nothing was started.", field("Choose a model."));
  const found = await tx.servedModel.findUnique({ where: { id: servedModelId }, include: served });
  if (found === null)
    return refuse("not-found", "Model not found. Nothing was started.", field("Model not found."));
  if (found.archivedAt !== null || found.connection.archivedAt !== null)
    return refuse(
      "not-possible",
      `“${found.label}” of “${found.connection.name}” is archived. Nothing was started.`,
      field("Choose another model."),
    );
  return ok(found);
}

async function usableSearch(tx: Tx, connectionId: number | null) {
  const field = (words: string) => ({ fields: { searchConnectionId: words } });
  if (connectionId === null)
    return refuse(
      "not-possible",
      "This method searches. Choose a search connection. Nothing was started.",
      field("Choose a search connection."),
    );
  const found = await tx.connection.findFirst({ where: { id: connectionId, kind: "search" } });
  if (found === null)
    return refuse(
      "not-found",
      "Search connection not found. Nothing was started.",
      field("Connection not found."),
    );
  if (found.archivedAt !== null)
    return refuse(
      "not-possible",
      `“${found.name}” is archived. Nothing was started.`,
      field("Choose another connection."),
    );
  return ok(found);
}

/** ISO dates of a job; null: its prompts state none. */
type Dates = Pick<JobPlan, "promptDate"> & { searchDay: string };

function datesOf(input: GenerationJobInput, definition: MethodDefinition): Dates {
  return {
    promptDate: definition.kind !== "search-only" && definition.dateInPrompt ? input.date : null,
    searchDay: input.searchDay ?? input.date,
  };
}

/** Refuses dates by which a run's responses would not be of one configuration. */
function otherDates(
  { promptDate, searchDay }: Dates,
  jobs: readonly {
    promptDate: Date | null;
    searchDay: Date | null;
    searchConnectionId: number | null;
  }[],
) {
  const isoOf = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null;
  const same = (job: (typeof jobs)[number]) => ({
    promptDate: isoOf(job.promptDate) === promptDate,
    searchDay: job.searchConnectionId === null || isoOf(job.searchDay) === searchDay,
  });
  if (jobs.some((job) => same(job).promptDate && same(job).searchDay)) return null;
  const last = jobs.at(-1)!;
  const { promptDate: stated, searchDay: searched } = {
    promptDate: isoOf(last.promptDate),
    searchDay: isoOf(last.searchDay),
  };
  const dates = [
    ...(stated === null ? [] : [`prompts state ${stated}`]),
    ...(last.searchConnectionId === null ? [] : [`searches are stored under ${searched}`]),
  ];
  return refuse(
    "not-possible",
    `This run has other dates: its ${dates.join(" and its ")}. Nothing was started. Choose the same, or start a new run.`,
    {
      fields: {
        ...(!same(last).promptDate && { date: `This run has ${stated}.` }),
        ...(!same(last).searchDay && { searchDay: `This run has ${searched}.` }),
      },
    },
  );
}

/** The run that gets the responses: a new one, or one that the same method, model, search and dates made. */
async function targetOf(
  tx: Tx,
  input: GenerationJobInput,
  definition: MethodDefinition,
  model: Served | null,
  searchConnectionId: number | null,
  at: Date,
): Promise<
  Result<{ runId: number | null; newRun: NewRun | null; releaseId: number }, PlanRefusal>
> {
  const { target } = input;
  if (target.kind === "existing") {
    const run = await tx.modelRun.findUnique({
      where: { id: target.runId },
      include: { jobs: { where: { kind: "generate" }, orderBy: { id: "asc" } } },
    });
    if (run === null) return refuse("not-found", "Run not found. Nothing was started.");
    const alike = run.jobs.filter(
      (job) =>
        job.methodVersionId === input.methodVersionId &&
        job.servedModelId === (model?.id ?? null) &&
        job.searchConnectionId === searchConnectionId,
    );
    if (alike.length === 0 || alike.length < run.jobs.length)
      return refuse(
        "not-possible",
        "This run's responses were not made by this method version, model and search connection. Nothing was started. Choose the same, or start a new run.",
      );
    const other = otherDates(datesOf(input, definition), alike);
    if (other !== null) return other;
    return ok({ runId: run.id, newRun: null, releaseId: run.releaseId });
  }
  const release = await tx.release.findUnique({
    where: { name: target.releaseName },
    select: { id: true },
  });
  if (release === null)
    return refuse("not-found", `Release ${target.releaseName} not found. Nothing was started.`, {
      fields: { "target.releaseName": "Release not found." },
    });
  const modelId = target.modelId ?? model?.modelId ?? null;
  if (modelId === null)
    return refuse("not-possible", "Choose which model the run is of. Nothing was started.", {
      fields: { "target.modelId": "Choose a model." },
    });
  const owner = await tx.model.findUnique({ where: { id: modelId }, select: { name: true } });
  if (owner === null)
    return refuse("not-found", "Model not found. Nothing was started.", {
      fields: { "target.modelId": "Model not found." },
    });
  const taken = await tx.modelRun.findUnique({
    where: {
      modelId_releaseId_name: { modelId, releaseId: release.id, name: target.name },
    },
    select: { id: true },
  });
  if (taken !== null)
    return refuse(
      "taken",
      `${owner.name} already has a run named “${target.name}” on ${target.releaseName}. Nothing was started.`,
      { fields: { "target.name": "Name already in use." }, details: { runId: taken.id } },
    );
  return ok({
    runId: null,
    releaseId: release.id,
    newRun: {
      modelId,
      modelName: owner.name,
      releaseId: release.id,
      releaseName: target.releaseName,
      name: target.name,
      ranOn: dateIn("timeZone" in definition ? definition.timeZone : "UTC", at),
      promptMethod: promptMethodOf(definition),
      temperature: "temperature" in definition ? definition.temperature : null,
      maxTokens: "maxTokens" in definition ? definition.maxTokens : null,
      note: "",
    },
  });
}

interface PlannedQuestion {
  questionId: number;
  revisionId: number;
  question: string;
}

/** A release's questions, in its order. */
async function questionsOf(tx: Tx, releaseId: number): Promise<PlannedQuestion[]> {
  return tx.$queryRaw<PlannedQuestion[]>`
    SELECT e.question_id AS "questionId", e.revision_id AS "revisionId", ${cell("r", "question")} AS question
    FROM release_entries e JOIN revisions r ON r.id = e.revision_id WHERE e.release_id = ${releaseId} ORDER BY e.position`;
}

async function planJudging(
  tx: Tx,
  input: JudgingJobInput | RepeatJobInput,
): Promise<Result<JobPlan, PlanRefusal>> {
  const run = await tx.modelRun.findUnique({
    where: { id: input.runId },
    include: { release: { select: { publishedAt: true } } },
  });
  if (run === null) return refuse("not-found", "Run not found. Nothing was started.");
  const evaluator = await tx.evaluator.findUnique({ where: { id: input.evaluatorId } });
  if (evaluator === null)
    return refuse("not-found", "Automatic evaluator not found. Nothing was started.");
  if (evaluator.definition === null || evaluator.servedModelId === null)
    return refuse(
      "not-possible",
      `Verdicts of “${evaluator.name}” are imported from files. Nothing was started. Choose an evaluator that has a model.`,
      { fields: { evaluatorId: "Choose an evaluator that has a model." } },
    );
  const model = await usableModel(tx, evaluator.servedModelId);
  if (!model.ok) return model;
  const definition = evaluator.definition as unknown as EvaluatorDefinition;
  const again = input.kind === "repeat" || input.again;
  const repetitions = input.kind === "repeat" ? input.repetitions : 1;
  const responses = sampled(await responsesOf(tx, input.runId, evaluator.id), input.sample);
  const leak = leakGuard(
    definition.examples.map(({ question }) => ({ question, questionId: null })),
  );
  const modes = JUDGING_MODES.filter((mode) => input.modes.includes(mode));
  const date = input.date ?? run.release.publishedAt.toISOString().slice(0, 10);
  return ok({
    kind: input.kind,
    runId: run.id,
    newRun: null,
    by: evaluator.name,
    methodVersionId: null,
    evaluatorId: evaluator.id,
    servedModelId: model.value.id,
    modelConnectionId: model.value.connectionId,
    apiName: model.value.apiName,
    searchConnectionId: null,
    searchService: null,
    definition,
    demonstrations: [],
    promptDate: definition.date === "job" ? date : null,
    searchDay: null,
    settings: { sample: input.sample, modes, again, repetitions },
    spendingLimit: input.spendingLimit,
    items: responses.flatMap(({ questionId, revisionId, question, responseId, ...judged }) => {
      const leftOut = leakWords(leak({ questionId, question }));
      return modes
        .filter((mode) => again || !judged[mode])
        .flatMap((mode) =>
          Array.from({ length: repetitions }, (_one, repetition) => ({
            questionId,
            revisionId,
            question,
            responseId,
            mode,
            repetition,
            leftOut,
          })),
        );
    }),
  });
}

/** A run's responses in the order of its release, and whether the evaluator has judged them by their answers, or is to. */
async function responsesOf(tx: Tx, runId: number, evaluatorId: number) {
  const judged = (mode: JudgingMode) => Prisma.sql`(EXISTS (
    SELECT FROM automatic_verdicts v WHERE v.response_id = s.id AND v.evaluator_id = ${evaluatorId} AND v.${Prisma.raw(mode)} IS NOT NULL AND ${sameTruth(Prisma.sql`v.revision_id`, Prisma.sql`s.revision_id`)})
    OR EXISTS (SELECT FROM job_items i JOIN jobs j ON j.id = i.job_id
      WHERE i.response_id = s.id AND i.mode = ${mode} AND j.kind = 'judge' AND j.evaluator_id = ${evaluatorId} AND ${TO_BE_DONE}))`;
  return tx.$queryRaw<
    (PlannedQuestion & { responseId: number; relaxed: boolean; strict: boolean })[]
  >`
    SELECT s.id AS "responseId", s.question_id AS "questionId", s.revision_id AS "revisionId", ${cell("r", "question")} AS question,
      ${judged("relaxed")} AS relaxed, ${judged("strict")} AS strict
    FROM responses s JOIN revisions r ON r.id = s.revision_id JOIN model_runs m ON m.id = s.run_id
    LEFT JOIN release_entries e ON e.release_id = m.release_id AND e.question_id = s.question_id
    WHERE s.run_id = ${runId} ORDER BY e.position, s.id`;
}

/** What a job is charged for. */
export type Charged = Pick<JobPlan, "modelConnectionId" | "apiName" | "searchConnectionId">;

/** What of a job is charged for and has no price on a day, in words: "searches of “Serper”". */
export async function withoutPrice(tx: Tx, charged: Charged, at: Date): Promise<string[]> {
  const today = at.toISOString().slice(0, 10);
  const { modelConnectionId, apiName, searchConnectionId } = charged;
  const nameOf = async (id: number) =>
    (await tx.connection.findUniqueOrThrow({ where: { id }, select: { name: true } })).name;
  const unpriced: string[] = [];
  if (modelConnectionId !== null) {
    const price = priceOn(await connectionPrices(modelConnectionId, tx), apiName!, today);
    if (costOf(price, { input: 1, output: 1, reasoning: null, cached: null }) === null)
      unpriced.push(`the model “${apiName}” of “${await nameOf(modelConnectionId)}”`);
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
  const { servedModel, searchConnectionId } = await tx.job.findUniqueOrThrow({
    where: { id: jobId },
    select: {
      searchConnectionId: true,
      servedModel: { select: { connectionId: true, apiName: true } },
    },
  });
  return {
    modelConnectionId: servedModel?.connectionId ?? null,
    apiName: servedModel?.apiName ?? null,
    searchConnectionId,
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
      methodVersionId: plan.methodVersionId,
      evaluatorId: plan.evaluatorId,
      servedModelId: plan.servedModelId,
      searchConnectionId: plan.searchConnectionId,
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

/**
 * Has a job's waiting items taken as soon as possible, those that failed too if they are to be tried again. What failed so
 * far does not count any more. @returns how many failed ones
 */
export async function reopenItems(
  tx: Tx,
  jobId: number,
  { failed }: { failed: boolean },
): Promise<number> {
  await tx.jobItem.updateMany({
    where: {
      jobId,
      status: "waiting",
      OR: [{ notBefore: { not: null } }, { attempts: { gt: 0 } }],
    },
    data: { notBefore: null, ...NO_FAILURES },
  });
  if (!failed) return 0;
  const { count } = await tx.jobItem.updateMany({
    where: { jobId, status: "failed" },
    data: { status: "waiting", detail: "", endedAt: null, notBefore: null, ...NO_FAILURES },
  });
  return count;
}
