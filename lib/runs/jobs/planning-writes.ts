import { cell, sameTruth } from "@/lib/dataset/questions/sql";
import { isoDayOf } from "@/lib/platform/days";
import { Prisma, type Tx } from "@/lib/platform/db";
import { countOf, formatCount } from "@/lib/platform/format";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { hasEmbeddings, isArchived } from "@/lib/runs/connections/rules";
import type { SearchService, Service } from "@/lib/runs/connections/vocabulary";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { JUDGING_MODES, type JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { leakGuard } from "@/lib/runs/generation/leak-guard";
import { shownDemonstrations } from "@/lib/runs/generation/procedures";
import { methodVersionForJob } from "@/lib/runs/generation/queries";
import { promptMethodOf, wantsSearch } from "@/lib/runs/generation/rules";
import type { MethodDefinition } from "@/lib/runs/generation/schema";
import { principleSet } from "@/lib/runs/principles/principles";
import type { Comparison } from "@/lib/runs/principles/schema";
import { dateIn, sampled } from "./rules";
import type {
  ComparisonJobInput,
  GenerationJobInput,
  JobInput,
  JudgingJobInput,
  RepeatJobInput,
} from "./schema";
import { MOST_ITEMS } from "./vocabulary";
import { priceMissing, withoutPrice, type JobPlan, type NewRun } from "./starting-writes";

// What a job would do -----------------------------------------------------------------------------------------------

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
    input.kind === "generate"
      ? await planGeneration(tx, input, at)
      : input.kind === "compare"
        ? await planComparison(tx, input)
        : await planJudging(tx, input);
  if (!planned.ok) return planned;
  const plan = planned.value;
  if (plan.items.length > MOST_ITEMS)
    return refuse(
      "not-possible",
      `This job would have ${countOf(plan.items.length, "item")}; ${formatCount(MOST_ITEMS)} is the maximum. Nothing was started. Take a sample of the questions${plan.kind === "repeat" ? ", or fewer repetitions" : plan.kind === "compare" ? ", or a smaller set of principles" : ""}.`,
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
  if (kind === "compare")
    return "There is no question to which both runs have a response. Nothing was started.";
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
  const embedding = await usableEmbedding(tx, definition);
  if (!embedding.ok) return embedding;
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
    otherRunId: null,
    by: `${version.name}, version ${version.number}`,
    methodVersionId: input.methodVersionId,
    evaluatorId: null,
    servedModelId,
    modelConnectionId: served.value?.connectionId ?? null,
    apiName: served.value?.apiName ?? null,
    searchConnectionId,
    searchService: (search.value?.service as SearchService | undefined) ?? null,
    embedding: embedding.value,
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
        otherResponseId: null,
        principle: null,
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
  if (isArchived(found))
    return refuse(
      "not-possible",
      `“${found.label}” of “${found.connection.name}” is archived. Nothing was started.`,
      field("Choose another model."),
    );
  return ok(found);
}

/** The model by which a method compares paragraphs, where it names one. */
async function usableEmbedding(
  tx: Tx,
  definition: MethodDefinition,
): Promise<Result<JobPlan["embedding"], PlanRefusal>> {
  if (definition.kind !== "webglm" || definition.embeddingModelId === null) return ok(null);
  const refused = (words: string) =>
    refuse("not-possible", `${words} Nothing was started. Choose another one in the method.`, {
      fields: { methodVersionId: "Its embedding model can't be used." },
    });
  const found = await tx.servedModel.findUnique({
    where: { id: definition.embeddingModelId },
    include: served,
  });
  if (found === null) return refused("The method's embedding model is not there any more.");
  const { label, apiName, connection } = found;
  const name = `“${label}” of “${connection.name}”, the method's embedding model,`;
  if (isArchived(found)) return refused(`${name} is archived.`);
  if (!hasEmbeddings(connection.service as Service))
    return refused(`${name} has no embeddings: its connection is not OpenAI-compatible.`);
  return ok({ servedModelId: found.id, connectionId: connection.id, apiName });
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
  const same = (job: (typeof jobs)[number]) => ({
    promptDate: isoDayOf(job.promptDate) === promptDate,
    searchDay: job.searchConnectionId === null || isoDayOf(job.searchDay) === searchDay,
  });
  if (jobs.some((job) => same(job).promptDate && same(job).searchDay)) return null;
  const last = jobs.at(-1)!;
  const { promptDate: stated, searchDay: searched } = {
    promptDate: isoDayOf(last.promptDate),
    searchDay: isoDayOf(last.searchDay),
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
  const found = await usableEvaluator(tx, input);
  if (!found.ok) return found;
  const { evaluator, definition, ...judge } = found.value;
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
    otherRunId: null,
    ...judge,
    by: evaluator.name,
    definition,
    promptDate: definition.date === "job" ? date : null,
    settings: { sample: input.sample, modes, again, repetitions },
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
            otherResponseId: null,
            principle: null,
            mode,
            repetition,
            leftOut,
          })),
        );
    }),
  });
}

/** An evaluator that may be asked, and what a job that asks it says of that. */
async function usableEvaluator(
  tx: Tx,
  input: Pick<JudgingJobInput, "evaluatorId" | "spendingLimit">,
) {
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
  return ok({
    evaluator,
    definition: evaluator.definition as unknown as EvaluatorDefinition,
    newRun: null,
    methodVersionId: null,
    evaluatorId: evaluator.id,
    servedModelId: model.value.id,
    modelConnectionId: model.value.connectionId,
    apiName: model.value.apiName,
    searchConnectionId: null,
    searchService: null,
    embedding: null,
    searchDay: null,
    demonstrations: [],
    spendingLimit: input.spendingLimit,
  });
}

async function planComparison(
  tx: Tx,
  input: ComparisonJobInput,
): Promise<Result<JobPlan, PlanRefusal>> {
  const [run, other] = await Promise.all(
    [input.runId, input.otherRunId].map((id) =>
      tx.modelRun.findUnique({
        where: { id },
        include: { release: { select: { publishedAt: true } } },
      }),
    ),
  );
  if (!run || !other) return refuse("not-found", "Run not found. Nothing was started.");
  if (run.releaseId !== other.releaseId)
    return refuse(
      "not-possible",
      "These runs answer the questions of two releases. Nothing was started. Choose two runs on one release.",
      { fields: { otherRunId: "Choose a run on the same release." } },
    );
  const found = await usableEvaluator(tx, input);
  if (!found.ok) return found;
  const { evaluator, definition, ...judge } = found.value;
  const set = principleSet(input.principles)!;
  const comparison: Comparison = {
    set: set.key,
    version: set.version,
    name: set.name,
    rule: input.rule,
    principles: set.principles.map(({ key, name, definition: told, weight }) => ({
      key,
      name,
      definition: told,
      weight,
      negated: input.negated.includes(key),
    })),
  };
  const pairs = sampled(await pairsOf(tx, run.id, other.id), input.sample);
  const date = input.date ?? run.release.publishedAt.toISOString().slice(0, 10);
  return ok({
    kind: "compare",
    runId: run.id,
    otherRunId: other.id,
    ...judge,
    by: evaluator.name,
    definition,
    promptDate: definition.date === "job" ? date : null,
    settings: { sample: input.sample, modes: [], again: true, repetitions: 1, comparison },
    items: pairs.flatMap((pair) =>
      set.principles.map(({ key }) => ({
        ...pair,
        principle: key,
        mode: null,
        repetition: 0,
        leftOut: null,
      })),
    ),
  });
}

/** The questions to which both runs have a response by the same answers, in the order of their release. */
async function pairsOf(tx: Tx, runId: number, otherRunId: number) {
  return tx.$queryRaw<(PlannedQuestion & { responseId: number; otherResponseId: number })[]>`
    SELECT a.id AS "responseId", b.id AS "otherResponseId", a.question_id AS "questionId", a.revision_id AS "revisionId", ${cell("r", "question")} AS question
    FROM responses a JOIN responses b ON b.question_id = a.question_id AND b.revision_id = a.revision_id JOIN revisions r ON r.id = a.revision_id JOIN model_runs m ON m.id = a.run_id
    LEFT JOIN release_entries e ON e.release_id = m.release_id AND e.question_id = a.question_id
    WHERE a.run_id = ${runId} AND b.run_id = ${otherRunId} ORDER BY e.position, a.id`;
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
