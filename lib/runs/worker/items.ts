import { randomInt } from "node:crypto";
import { setTimeout as pauseFor } from "node:timers/promises";
import { now } from "@/lib/platform/clock";
import { databaseTrouble, transientConflict } from "@/lib/platform/database-trouble";
import { log } from "@/lib/platform/log";
import { withoutUnusable } from "@/lib/platform/text";
import {
  connectionPrices,
  installationGuard,
  KeyUnavailable,
  modelAccess,
  searchAccess,
  type ModelAccess,
  type SearchAccess,
} from "@/lib/runs/connections/access";
import type { Evidence } from "@/lib/runs/connections/evidence";
import { askModel, type ModelReply } from "@/lib/runs/connections/models";
import { costOf, costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import type { SearchOptions, Step, Taken } from "@/lib/runs/connections/procedure";
import {
  search,
  searchKey,
  searchParams,
  type SearchCharges,
} from "@/lib/runs/connections/searching";
import { ServiceError } from "@/lib/runs/connections/troubles";
import { heldMs, holdBack, storedSearch, takeTurn } from "@/lib/runs/connections/writes";
import type { ModelTrouble } from "@/lib/runs/connections/vocabulary";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { demonstrationSearches } from "@/lib/runs/generation/procedures";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";
import { procedureOf, type JobWork } from "@/lib/runs/jobs/procedures";
import { afterTrouble, mostUsage, NO_FAILURES } from "@/lib/runs/jobs/rules";
import {
  chargeSearch,
  endItem,
  failItem,
  giveBack,
  loadItem,
  pauseBecause,
  reserve,
  setPrepared,
  storeCall,
  storedSteps,
  storeSearch,
  storeSearchUse,
  unreserve,
  type CallRecord,
  type Claimed,
  type LoadedItem,
} from "./writes";

/** No procedure takes more steps; one that does goes round in circles. */
const MOST_STEPS = 100;
/** How long an item waits for others whose calls may use up what is left of a job's limit. */
const CROWDED_MS = 1_000;
/** How long an item rests after two transactions were in each other's way. */
const CONFLICT_MS = 500;

/** By what an item's work is ended. */
export interface Signals {
  /** Nothing new is begun; what is under way goes on. */
  halt: AbortSignal;
  /** What is under way is given up, too. */
  cut: AbortSignal;
}

/** Thrown where an item is to be given back without anything having failed. */
class Halted extends Error {
  constructor(readonly waitMs?: number) {
    super("The item is given back.");
  }
}

/**
 * Works on an item until it ends, fails, or has to be given back. What is stored of its steps is not asked for again.
 * Throws nothing but what the database throws.
 */
export async function workOn(claimed: Claimed, signals: Signals): Promise<void> {
  const item = await loadItem(claimed.itemId);
  try {
    await runSteps(claimed, item, signals);
  } catch (error) {
    await settle(claimed, item, error);
  }
}

async function runSteps(claimed: Claimed, item: LoadedItem, signals: Signals): Promise<void> {
  const procedure = procedureOf(await jobWork(claimed, item, signals), item);
  const taken = await storedSteps(claimed.itemId);
  for (;;) {
    const step = procedure(taken);
    if (step.kind === "end") return endItem(claimed, step.end);
    if (taken.length >= MOST_STEPS) throw new Error(`More than ${MOST_STEPS} steps.`);
    signals.halt.throwIfAborted();
    taken.push(
      step.kind === "ask"
        ? await ask(claimed, item, step, taken.length, signals)
        : await searchStep(claimed, item, step, taken.length, signals),
    );
  }
}

/** What all items of the job have in common; the evidence of demonstrations is searched where it is missing. */
async function jobWork(claimed: Claimed, item: LoadedItem, signals: Signals): Promise<JobWork> {
  if (item.kind !== "generate")
    return {
      kind: "judge",
      definition: item.definition as EvaluatorDefinition,
      today: item.promptDate,
    };
  const definition = item.definition as MethodDefinition;
  const demonstrations = (item.demonstrations ?? []) as Demonstration[];
  const known = DEMONSTRATED.get(item.jobId);
  const demonstrationEvidence = known ?? [];
  if (known === undefined) {
    for (const { query, options } of demonstrationSearches(definition, demonstrations))
      demonstrationEvidence.push((await searched(claimed, item, query, options, signals)).found);
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
  signals: Signals,
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
  const price = priceOn(
    await connectionPrices(access.connectionId),
    access.apiName,
    now().toISOString().slice(0, 10),
  );
  const most = costOf(price, mostUsage(step.messages, requested.maxTokens));
  await permitted(claimed, access.connectionId, most, signals);
  const startedAt = now();
  const begun = performance.now();
  const record = (outcome: CallRecord["outcome"], cost: number | null): CallRecord => ({
    step: at,
    servedModelId: item.servedModelId!,
    messages: step.messages,
    requested,
    sent: "sent" in outcome ? outcome.sent : null,
    startedAt,
    durationMs: Math.round(performance.now() - begun),
    cost,
    most,
    outcome,
  });
  let reply: ModelReply;
  try {
    reply = await askModel(
      access.connection,
      access.capabilities,
      { model: access.apiName, messages: step.messages, ...requested, timeoutMs: access.timeoutMs },
      installationGuard(),
      signals.cut,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      if (signals.cut.aborted)
        await storeCall(claimed, record({ state: "unanswered", error: CUT, received: null }, null));
      throw error;
    }
    const { received, sent } = error.details;
    await storeCall(claimed, {
      ...record({ state: error.trouble, error: error.message, received }, null),
      sent,
    });
    await heed(access, error);
    throw error;
  }
  reply = { ...reply, text: withoutUnusable(reply.text) };
  const taken = await storeCall(claimed, {
    ...record(
      { state: "answered", reply, reading: step.read === null ? null : step.read(reply) },
      costOf(price, reply.usage),
    ),
    sent: reply.sent,
  });
  item.failures = NO_FAILURES;
  return taken!;
}

/** Of a call that may have been served, and charged. */
const CUT = "The worker stopped before the answer came.";

/** Where a service asks to wait, all workers do. */
async function heed(
  { connectionId }: Pick<ModelAccess, "connectionId">,
  { details: { retryAfterMs } }: ServiceError,
): Promise<void> {
  if (retryAfterMs !== null && retryAfterMs > 0) await holdBack(connectionId, retryAfterMs);
}

/**
 * Waits until a call may be made: its cost is set aside before it takes a turn, so that a call that the limit does not allow
 * takes none from others.
 * @throws Halted, or the halt's reason, where it may not be made now
 */
async function permitted(
  claimed: Claimed,
  connectionId: number,
  most: number | null,
  signals: Signals,
): Promise<void> {
  await allowed(claimed, most);
  try {
    // The job may have been paused in the meantime.
    if (await turn(connectionId, signals)) await allowed(claimed, most);
  } catch (error) {
    await unreserve(claimed);
    throw error;
  }
}

/** Waits for the connection's next turn. @returns whether it took a while */
async function turn(connectionId: number, { halt }: Signals): Promise<boolean> {
  let waited = false;
  for (let ms = await takeTurn(connectionId); ; ms = await heldMs(connectionId)) {
    halt.throwIfAborted();
    if (ms === 0) return waited;
    waited = true;
    await pauseFor(ms, undefined, { signal: halt });
  }
}

/** @throws Halted where the call may not be made now */
async function allowed(claimed: Claimed, most: number | null): Promise<void> {
  const answer = await reserve(claimed, most);
  if (answer === "crowded") throw new Halted(CROWDED_MS);
  if (answer === "stopped") throw new Halted();
}

// Searches ----------------------------------------------------------------------------------------------------------

async function searchStep(
  claimed: Claimed,
  item: LoadedItem,
  step: StepOf<"search">,
  at: number,
  signals: Signals,
): Promise<Taken> {
  const { id, found } = await searched(claimed, item, step.query, step.options, signals);
  return storeSearchUse(claimed.itemId, at, id, step.choose(found));
}

/** What a search found: as it is stored under the job's day, or now, and then stored. */
async function searched(
  claimed: Claimed,
  item: LoadedItem,
  query: string,
  options: SearchOptions,
  signals: Signals,
): Promise<{ id: number; found: Evidence[] }> {
  const access = await searchAccess(item.searchConnectionId!);
  const stored = () => storedSearch(access, item.searchDay!, query, options);
  const before = await stored();
  if (before !== null) return before;
  await makeSearch(claimed, item, access, query, options, signals);
  item.failures = NO_FAILURES;
  return (await stored())!;
}

async function makeSearch(
  claimed: Claimed,
  item: LoadedItem,
  access: SearchAccess,
  query: string,
  options: SearchOptions,
  signals: Signals,
): Promise<void> {
  const { connectionId, service } = access;
  const params = searchParams(service, options);
  const today = now().toISOString().slice(0, 10);
  const price = priceOn(await connectionPrices(connectionId), "", today);
  const reserved = costOfRequests(price, params.pages);
  await permitted(claimed, connectionId, reserved, signals);
  const charges: SearchCharges = { answered: 0, unknown: 0 };
  const furtherTurn = async () => {
    await turn(connectionId, signals);
  };
  const made = await search(
    access,
    query,
    options,
    today,
    installationGuard(),
    signals.cut,
    furtherTurn,
    charges,
  ).catch(async (error: unknown) => {
    const costOf = (requests: number) => costOfRequests(price, requests);
    await chargeSearch(claimed, charges, costOf, reserved);
    if (error instanceof ServiceError) await heed(access, error);
    throw error;
  });
  const { found: _found, ...kept } = made;
  await storeSearch(
    claimed,
    {
      ...kept,
      connectionId,
      day: item.searchDay!,
      key: searchKey(query, params),
      query,
      cost: costOfRequests(price, made.requests),
    },
    reserved,
  );
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
