import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ok, type Result } from "@/lib/platform/result";
import { listConnectionChoices, type ConnectionChoices } from "@/lib/runs/connections/queries";
import { connectionPrices } from "@/lib/runs/connections/access";
import type { Evidence } from "@/lib/runs/connections/evidence";
import type { Message } from "@/lib/runs/connections/models";
import { costOf, costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import type { SearchOptions, Taken } from "@/lib/runs/connections/procedure";
import { foundIn, searchKey, searchParams } from "@/lib/runs/connections/searching";
import { countStored, storedSearch } from "@/lib/runs/connections/writes";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import type { JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import { KINDS_OF_SERVICE, NOT_ARCHIVED } from "@/lib/runs/connections/rules";
import { chooseEvidence, writeEvidence } from "@/lib/runs/generation/evidence";
import { demonstrationSearches, searchOptionsOf } from "@/lib/runs/generation/procedures";
import type { DefinitionOf, MethodDefinition } from "@/lib/runs/generation/schema";
import {
  estimate,
  estimateInWords,
  pairsInWords,
  stepsOf,
  usualEvidence,
  usualParagraphs,
  type Estimate,
  type Experience,
  type UsualEvidence,
} from "./estimates";
import { judgingWork, procedureOf, type JobWork } from "./procedures";
import type { JobInput } from "./schema";
import { principleName } from "./rules";
import { MOST_LANES } from "./vocabulary";
import { planJob, type PlanRefusal } from "./planning-writes";
import { type JobPlan } from "./starting-writes";
import { withoutPrice } from "./starting-writes";

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
  /** Those that have a model, which is not archived. */
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
      where: { servedModel: NOT_ARCHIVED },
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

// Dry run -----------------------------------------------------------------------------------------------------------

/** What a job would ask, and what that is expected to take. Nothing of it was sent. */
export interface DryRun {
  /** Responses or verdicts to ask for, and how many are left out. */
  items: number;
  leftOutTotal: number;
  /** The first of the questions left out, each once, and how many they are. */
  leftOut: { question: string; because: string }[];
  leftOutQuestions: number;
  /** The first item's question, mode or principle, and its first prompt in full; null: a method that only searches. */
  example: {
    question: string;
    mode: JudgingMode | null;
    principle: string | null;
    messages: readonly Message[] | null;
  };
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
    example: {
      question: first.question,
      mode: first.mode,
      principle: principleName(plan.settings, first.principle),
      messages: example.messages,
    },
    evidence: example.evidence,
    estimate: estimated,
    summary: [
      ...(plan.settings.comparison === undefined
        ? []
        : [pairsInWords(open.length, plan.settings.comparison)]),
      ...estimateInWords(estimated, plan.definition, await withoutPrice(db, plan, now())),
    ],
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
  const textOf = (id: number | null) =>
    id === null ? null : db.response.findUniqueOrThrow({ where: { id }, select: { text: true } });
  const [{ cells }, response, other] = await Promise.all([
    db.revision.findUniqueOrThrow({ where: { id: item.revisionId }, select: { cells: true } }),
    textOf(item.responseId),
    textOf(item.otherResponseId),
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
      : judgingWork(
          plan.definition as EvaluatorDefinition,
          plan.settings.comparison,
          plan.promptDate,
        );
  const procedure = procedureOf(work, {
    questionId: item.questionId,
    cells,
    response: response?.text ?? null,
    mode: item.mode,
    otherResponse: other?.text ?? null,
    principle: item.principle,
  });
  const taken: Taken[] = [];
  let searched = false;
  for (;;) {
    const step = procedure(taken);
    const evidence = missing > 0 ? "missing" : searched ? "stored" : null;
    if (step.kind === "ask") return { messages: step.messages, evidence, missing };
    if (step.kind === "end") return { messages: null, evidence, missing };
    switch (step.kind) {
      case "search":
        searched = true;
        taken.push({
          kind: "searched",
          chosen: step.choose(await found(step.query, step.options)),
        });
        break;
      case "read":
        // Pages are read by the job: whether they can be is not known before.
        missing = 1;
        taken.push({ kind: "read", pages: [] });
        break;
      case "compare":
        taken.push({ kind: "compared", similarities: step.texts.map(() => 0) });
        break;
      case "select":
        taken.push({ kind: "selected", selection: step.select() });
    }
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

/** How much evidence a search of FreshPrompt, or the pages of WebGLM, will bring into a prompt. */
async function evidenceOf(plan: JobPlan): Promise<UsualEvidence> {
  const definition = plan.definition as DefinitionOf<"freshprompt" | "webglm">;
  if (definition.kind === "webglm") return usualParagraphs(definition);
  const { evidence: rule } = definition;
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
      FROM model_calls k WHERE k.served_model_id = ${plan.servedModelId} AND k.state = 'answered' AND k.kind = 'chat' AND k.input_tokens > 0 ORDER BY k.id DESC LIMIT 200) last`;
  return row === undefined || row.calls === 0 || row.charactersPerToken === null ? null : row;
}

async function costsOf(plan: JobPlan) {
  const today = now().toISOString().slice(0, 10);
  const pricesOf = async (id: number | null) => (id === null ? null : connectionPrices(id));
  const { embedding } = plan;
  const [model, search, embeddings] = await Promise.all([
    pricesOf(plan.modelConnectionId),
    pricesOf(plan.searchConnectionId),
    pricesOf(embedding?.connectionId ?? null),
  ]);
  const price = model ? priceOn(model, plan.apiName!, today) : null;
  const searchPrice = search ? priceOn(search, "", today) : null;
  const connections = await db.connection.findMany({
    where: {
      id: {
        in: [
          plan.modelConnectionId,
          plan.searchConnectionId,
          embedding?.connectionId ?? null,
        ].filter((id) => id !== null),
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
    costOfEmbeddings:
      embedding === null
        ? null
        : (input: number) =>
            costOf(priceOn(embeddings!, embedding.apiName, today), {
              input,
              output: 0,
              reasoning: null,
              cached: null,
            }),
    costOfSearches: (requests: number) =>
      requests === 0 ? 0 : costOfRequests(searchPrice, requests),
  };
}
