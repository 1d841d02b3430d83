import { randomInt } from "node:crypto";
import { throughBreaks } from "@/lib/platform/breaks";
import { now } from "@/lib/platform/clock";
import { databaseTrouble, transientConflict } from "@/lib/platform/database-trouble";
import { log } from "@/lib/platform/log";
import {
  connectionPrices,
  installationGuard,
  KeyUnavailable,
  modelAccess,
  searchAccess,
  type SearchAccess,
} from "@/lib/runs/connections/access";
import { askSimilarities } from "@/lib/runs/connections/embeddings";
import type { Evidence } from "@/lib/runs/connections/evidence";
import { askModel } from "@/lib/runs/connections/models";
import { costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import type { SearchOptions, Step, Taken } from "@/lib/runs/connections/procedure";
import {
  search,
  searchKey,
  searchParams,
  type SearchCharges,
} from "@/lib/runs/connections/searching";
import { ServiceError } from "@/lib/runs/connections/troubles";
import { storedSearch } from "@/lib/runs/connections/writes";
import type { ModelTrouble } from "@/lib/runs/connections/vocabulary";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { demonstrationSearches } from "@/lib/runs/generation/procedures";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";
import { judgingWork, procedureOf, type JobWork } from "@/lib/runs/jobs/procedures";
import { afterTrouble, mostUsage, NO_FAILURES } from "@/lib/runs/jobs/rules";
import { callModel } from "./calls";
import { readStep, selectStep } from "./retrieval";
import { Halted, heed, permitted, turn, type Signals } from "./turns";
import {
  chargeSearch,
  endItem,
  failItem,
  giveBack,
  loadItem,
  pauseBecause,
  setPrepared,
  storedSteps,
  storeSearch,
  storeSearchUse,
  type Claimed,
  type LoadedItem,
} from "./writes";

/** By what models and searches are asked. */
export interface Services {
  askModel: typeof askModel;
  search: typeof search;
}
/** The connections' own. */
const CONNECTED: Services = { askModel, search };

/** No procedure takes more steps; one that does goes round in circles. */
const MOST_STEPS = 100;
/** How long an item rests after two transactions were in each other's way. */
const CONFLICT_MS = 500;

/**
 * Works on an item until it ends, fails, or has to be given back. What is stored of its steps is not asked for again.
 * Throws nothing but what the database throws.
 * @param services other than the connections' for the sample alone, whose services do not exist
 */
export async function workOn(
  claimed: Claimed,
  signals: Signals,
  services = CONNECTED,
): Promise<void> {
  const item = await loadItem(claimed.itemId);
  try {
    await runSteps(claimed, item, { ...signals, ...services });
  } catch (error) {
    await settle(claimed, item, error);
  }
}

/** What working on an item takes. */
type Means = Signals & Services;

async function runSteps(claimed: Claimed, item: LoadedItem, means: Means): Promise<void> {
  const procedure = procedureOf(await jobWork(claimed, item, means), item);
  const taken = item.begun ? await storedSteps(claimed.itemId) : [];
  for (;;) {
    const step = procedure(taken);
    if (step.kind === "end") return endItem(claimed, item.kind, step.end);
    if (taken.length >= MOST_STEPS) throw new Error(`More than ${MOST_STEPS} steps.`);
    means.halt.throwIfAborted();
    taken.push(await take(claimed, item, step, taken.length, means));
  }
}

function take(
  claimed: Claimed,
  item: LoadedItem,
  step: Exclude<Step<unknown>, { kind: "end" }>,
  at: number,
  means: Means,
): Promise<Taken> {
  switch (step.kind) {
    case "ask":
      return ask(claimed, item, step, at, means);
    case "search":
      return searchStep(claimed, item, step, at, means);
    case "read":
      return readStep(claimed, item, step, at, means);
    case "compare":
      return compare(claimed, item, step, at, means);
    case "select":
      return selectStep(claimed, step, at);
  }
}

/** What all items of the job have in common; the evidence of demonstrations is searched where it is missing. */
async function jobWork(claimed: Claimed, item: LoadedItem, means: Means): Promise<JobWork> {
  if (item.kind !== "generate")
    return judgingWork(
      item.definition as EvaluatorDefinition,
      item.settings.comparison,
      item.promptDate,
    );
  const definition = item.definition as MethodDefinition;
  const demonstrations = (item.demonstrations ?? []) as Demonstration[];
  const known = DEMONSTRATED.get(item.jobId);
  const demonstrationEvidence = known ?? [];
  if (known === undefined) {
    for (const { query, options } of demonstrationSearches(definition, demonstrations))
      demonstrationEvidence.push((await searched(claimed, item, query, options, means)).found);
    keepDemonstrated(item.jobId, demonstrationEvidence);
  }
  // From now on others may take items of the job. What is kept in memory says nothing of whether this was stored.
  if (!item.prepared) await setPrepared(item.jobId);
  return {
    kind: "generate",
    definition,
    demonstrations,
    demonstrationEvidence,
    today: item.promptDate ?? item.searchDay!,
  };
}

/** So many jobs' demonstrations are kept in memory, each a few hundred kilobytes at most. */
const MOST_DEMONSTRATED = 16;
/**
 * The evidence of the demonstrations of jobs that were worked on last, by job. Stored searches never change, and neither
 * does a version that a job uses.
 */
const DEMONSTRATED = new Map<number, Evidence[][]>();

function keepDemonstrated(jobId: number, evidence: Evidence[][]): void {
  DEMONSTRATED.set(jobId, evidence);
  for (const oldest of DEMONSTRATED.keys()) {
    if (DEMONSTRATED.size <= MOST_DEMONSTRATED) return;
    DEMONSTRATED.delete(oldest);
  }
}

// Models ------------------------------------------------------------------------------------------------------------

type StepOf<K> = Extract<Step<unknown>, { kind: K }>;

async function ask(
  claimed: Claimed,
  item: LoadedItem,
  step: StepOf<"ask">,
  at: number,
  means: Means,
): Promise<Taken> {
  const access = await modelAccess(item.servedModelId!);
  const parameters = item.definition as Pick<EvaluatorDefinition, "temperature" | "maxTokens"> & {
    seed?: number | null;
  };
  const requested = {
    temperature: parameters.temperature,
    maxTokens: step.maxTokens ?? parameters.maxTokens,
    seed: parameters.seed ?? null,
  };
  const { messages, read } = step;
  const taken = await callModel(claimed, item.servedModelId!, access, means, {
    kind: "chat",
    step: at,
    messages,
    requested,
    most: mostUsage(messages, requested.maxTokens),
    read,
    send: () =>
      means.askModel(
        access.connection,
        access.capabilities,
        { model: access.apiName, messages, ...requested, timeoutMs: access.timeoutMs },
        installationGuard(),
        means.cut,
      ),
  });
  item.failures = NO_FAILURES;
  return taken;
}

async function compare(
  claimed: Claimed,
  item: LoadedItem,
  { servedModelId, question, texts }: StepOf<"compare">,
  at: number,
  means: Means,
): Promise<Taken> {
  const access = await modelAccess(servedModelId);
  const taken = await callModel(claimed, servedModelId, access, means, {
    kind: "embedding",
    step: at,
    messages: null,
    requested: { texts: texts.length + 1 },
    most: mostUsage(
      [question, ...texts].map((content) => ({ content })),
      0,
    ),
    read: null,
    send: () =>
      askSimilarities(
        access.connection,
        { model: access.apiName, question, texts, timeoutMs: access.timeoutMs },
        installationGuard(),
        means.cut,
      ),
  });
  item.failures = NO_FAILURES;
  return taken;
}

// Searches ----------------------------------------------------------------------------------------------------------

async function searchStep(
  claimed: Claimed,
  item: LoadedItem,
  step: StepOf<"search">,
  at: number,
  means: Means,
): Promise<Taken> {
  const { id, found } = await searched(claimed, item, step.query, step.options, means);
  return storeSearchUse(claimed.itemId, at, id, step.choose(found));
}

/** What a search found: as it is stored under the job's day, or now, and then stored. */
async function searched(
  claimed: Claimed,
  item: LoadedItem,
  query: string,
  options: SearchOptions,
  means: Means,
): Promise<{ id: number; found: Evidence[] }> {
  const access = await searchAccess(item.searchConnectionId!);
  const stored = () => storedSearch(access, item.searchDay!, query, options);
  const before = await stored();
  if (before !== null) return before;
  await makeSearch(claimed, item, access, query, options, means);
  item.failures = NO_FAILURES;
  return (await stored())!;
}

async function makeSearch(
  claimed: Claimed,
  item: LoadedItem,
  access: SearchAccess,
  query: string,
  options: SearchOptions,
  means: Means,
): Promise<void> {
  const { connectionId, service } = access;
  const params = searchParams(service, options);
  const today = now().toISOString().slice(0, 10);
  const price = priceOn(await connectionPrices(connectionId), "", today);
  const reserved = costOfRequests(price, params.pages);
  await permitted(claimed, connectionId, reserved, means);
  const charges: SearchCharges = { answered: 0, unknown: 0 };
  const furtherTurn = async () => {
    await turn(connectionId, means);
  };
  const made = await means
    .search(access, query, options, today, installationGuard(), means.cut, furtherTurn, charges)
    .catch(async (error: unknown) => {
      const costOf = (requests: number) => costOfRequests(price, requests);
      await chargeSearch(claimed, charges, costOf, reserved);
      if (error instanceof ServiceError) await heed(access, error);
      throw error;
    });
  const { found: _found, ...answer } = made;
  const kept = {
    ...answer,
    connectionId,
    day: item.searchDay!,
    key: searchKey(query, params),
    query,
    cost: costOfRequests(price, made.requests),
  };
  // As with calls of models: it is paid.
  await throughBreaks((again) => storeSearch(claimed, kept, reserved, again), means.cut);
}

// What becomes of it ------------------------------------------------------------------------------------------------

/** What no one foresaw goes to the log alone: its words may quote anything. */
const UNEXPECTED =
  "Unexpected error. The server's log has the details. Retry, or ask an administrator.";

async function settle(claimed: Claimed, item: LoadedItem, error: unknown): Promise<void> {
  if (error instanceof Halted)
    return giveBack(claimed, error.waitMs === undefined ? {} : { waitMs: error.waitMs });
  if (error instanceof Error && error.name === "AbortError") return giveBack(claimed);
  if (error instanceof ServiceError || error instanceof KeyUnavailable)
    return afterFailure(claimed, item, error);
  if (transientConflict(error)) return giveBack(claimed, { waitMs: CONFLICT_MS });
  if (databaseTrouble(error) !== null) throw error;
  log().error({ err: error, itemId: claimed.itemId }, "an item of a job failed unexpectedly");
  const { attempts, troubles } = item.failures;
  await failItem(claimed, item, UNEXPECTED, { attempts: attempts + 1, troubles });
}

async function afterFailure(
  claimed: Claimed,
  item: LoadedItem,
  error: ServiceError | KeyUnavailable,
): Promise<void> {
  const trouble: ModelTrouble = error.trouble;
  const retryAfterMs = error instanceof ServiceError ? error.details.retryAfterMs : null;
  const next = afterTrouble(trouble, item.failures, retryAfterMs, randomInt(1_000_000) / 1_000_000);
  switch (next.kind) {
    case "pause":
      await pauseBecause(item, next.because);
      return giveBack(claimed, { detail: error.message });
    case "failed":
      return failItem(claimed, item, error.message, next.failures);
    case "again":
      return giveBack(claimed, {
        waitMs: next.ms,
        failures: next.failures,
        detail: error.message,
      });
  }
}
