import { randomInt } from "node:crypto";
import { setTimeout as pauseFor } from "node:timers/promises";
import { now } from "@/lib/platform/clock";
import { databaseTrouble } from "@/lib/platform/database-trouble";
import { log } from "@/lib/platform/log";
import { withoutUnusable } from "@/lib/platform/text";
import {
  connectionPrices,
  installationGuard,
  KeyUnavailable,
  modelAccess,
  searchAccess,
  type ModelAccess,
} from "@/lib/runs/connections/access";
import type { Evidence } from "@/lib/runs/connections/evidence";
import { askModel, type ModelReply } from "@/lib/runs/connections/models";
import { costOf, costOfRequests, priceOn } from "@/lib/runs/connections/prices";
import type { SearchOptions, Step, Taken } from "@/lib/runs/connections/procedure";
import { foundIn, search, searchKey, searchParams } from "@/lib/runs/connections/searching";
import { ServiceError } from "@/lib/runs/connections/troubles";
import { heldMs, holdBack, takeTurn } from "@/lib/runs/connections/writes";
import type { ModelTrouble } from "@/lib/runs/connections/vocabulary";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { demonstrationSearches } from "@/lib/runs/generation/procedures";
import type { Demonstration, MethodDefinition } from "@/lib/runs/generation/schema";
import { procedureOf, type JobWork } from "@/lib/runs/jobs/procedures";
import { afterTrouble, mostUsage } from "@/lib/runs/jobs/rules";
import {
  endItem,
  failItem,
  findSearch,
  giveBack,
  loadItem,
  pauseBecause,
  reserve,
  setPrepared,
  storeCall,
  storedSteps,
  storeSearch,
  storeSearchUse,
  type CallRecord,
  type Claimed,
  type LoadedItem,
} from "./writes";

/** No procedure takes more steps; one that does goes round in circles. */
const MOST_STEPS = 100;
/** How long an item waits for others whose calls may use up what is left of a job's limit. */
const CROWDED_MS = 1_000;

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
  const demonstrationEvidence: Evidence[][] = [];
  for (const { query, options } of demonstrationSearches(definition, demonstrations))
    demonstrationEvidence.push((await searched(claimed, item, query, options, signals)).found);
  if (!item.prepared) await setPrepared(item.jobId);
  return {
    kind: "generate",
    definition,
    demonstrations,
    demonstrationEvidence,
    today: item.promptDate ?? item.searchDay!,
  };
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
  await turn(access.connectionId, signals);
  await allowed(claimed, most);
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
    if (!(error instanceof ServiceError)) throw error;
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
  return taken!;
}

/** Where a service asks to wait, all workers do. */
async function heed(
  { connectionId }: Pick<ModelAccess, "connectionId">,
  { details: { retryAfterMs } }: ServiceError,
): Promise<void> {
  if (retryAfterMs !== null && retryAfterMs > 0) await holdBack(connectionId, retryAfterMs);
}

/** Waits for the connection's next turn. */
async function turn(connectionId: number, { halt }: Signals): Promise<void> {
  for (let ms = await takeTurn(connectionId); ; ms = await heldMs(connectionId)) {
    halt.throwIfAborted();
    if (ms === 0) return;
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
  const { connectionId, service } = access;
  const params = searchParams(service, options);
  const key = searchKey(query, params);
  const day = item.searchDay!;
  let stored = await findSearch(connectionId, day, key);
  if (stored === null) {
    const today = now().toISOString().slice(0, 10);
    const price = priceOn(await connectionPrices(connectionId), "", today);
    await turn(connectionId, signals);
    await allowed(claimed, costOfRequests(price, params.pages));
    const made = await search(access, query, options, today, installationGuard(), signals.cut, () =>
      turn(connectionId, signals),
    ).catch(async (error: unknown) => {
      if (error instanceof ServiceError) await heed(access, error);
      throw error;
    });
    stored = await storeSearch(claimed, {
      ...made,
      connectionId,
      day,
      key,
      query,
      cost: costOfRequests(price, made.requests),
    });
  }
  return { id: stored.id, found: foundIn(service, stored.raw, stored.madeOn, options) };
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
  if (databaseTrouble(error) !== null) throw error;
  log().error({ err: error, itemId: claimed.itemId }, "an item of a job failed unexpectedly");
  await failItem(claimed, UNEXPECTED, item.attempts + 1);
}

async function afterFailure(
  claimed: Claimed,
  item: LoadedItem,
  error: ServiceError | KeyUnavailable,
): Promise<void> {
  const trouble: ModelTrouble = error.trouble;
  const attempts = item.attempts + 1;
  const retryAfterMs = error instanceof ServiceError ? error.details.retryAfterMs : null;
  const next = afterTrouble(trouble, attempts, retryAfterMs, randomInt(1_000_000) / 1_000_000);
  switch (next.kind) {
    case "pause":
      await pauseBecause(item.jobId, next.because);
      return giveBack(claimed, { detail: error.message });
    case "failed":
      return failItem(claimed, error.message, attempts);
    case "again":
      return giveBack(claimed, { waitMs: next.ms, attempts, detail: error.message });
  }
}
