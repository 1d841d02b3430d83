import { now } from "@/lib/platform/clock";
import { withoutUnusable } from "@/lib/platform/plain-fields";
import {
  connectionPrices,
  installationGuard,
  KeyUnavailable,
  modelAccess,
  searchAccess,
} from "./access";
import { EVIDENCE_KINDS } from "./evidence";
import { askModel } from "./models";
import { costOf, costOfRequests, priceOn } from "./prices";
import type { ConnectionTest } from "./schema";
import { search } from "./searching";
import { ServiceError } from "./troubles";
import type { Service } from "./vocabulary";
import { holdBack } from "./writes";

/*
 * The test of a connection: one cheap call, and what came of it in a form that people and the database can have.
 */

/** What is tried: a search service, or a model of a connection. */
export interface Tried {
  connectionId: number;
  name: string;
  service: Service;
  servedModel: { servedModelId: number; label: string } | null;
}

const PROMPT = "What is the capital of France? Answer with its name alone.";
/** Enough for a model that thinks first. */
const MAX_TOKENS = 1000;
const QUERY = "When was the Eiffel Tower built?";
/** The most that is kept of a reply. */
const KEPT = 500;

/** @param query what is searched for; empty: a question of ours. */
export async function tryConnection(tried: Tried, query: string): Promise<ConnectionTest> {
  const at = now().toISOString();
  const begin = performance.now();
  const { servedModel, connectionId } = tried;
  const asked = servedModel === null ? query || QUERY : servedModel.label;
  const duration = () => Math.round(performance.now() - begin);
  try {
    const answered =
      servedModel === null
        ? await trySearch(connectionId, asked, at.slice(0, 10))
        : await tryModel(servedModel.servedModelId, at.slice(0, 10));
    return { at, trouble: null, asked, durationMs: duration(), ...answered };
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof KeyUnavailable)) throw error;
    const wait = error instanceof ServiceError ? error.details.retryAfterMs : null;
    if (wait !== null && wait > 0) await holdBack(connectionId, wait);
    return {
      at,
      trouble: error.trouble,
      message: withoutUnusable(error.message),
      asked,
      durationMs: duration(),
      cost: null,
      reply: null,
      found: null,
    };
  }
}

type Answered = Pick<ConnectionTest, "message" | "cost" | "reply" | "found">;

async function tryModel(servedModelId: number, today: string): Promise<Answered> {
  const access = await modelAccess(servedModelId);
  const reply = await askModel(
    access.connection,
    access.capabilities,
    {
      model: access.apiName,
      messages: [{ role: "user", content: PROMPT }],
      temperature: 0,
      maxTokens: MAX_TOKENS,
      seed: null,
      timeoutMs: access.timeoutMs,
    },
    installationGuard(),
  );
  const price = priceOn(await connectionPrices(access.connectionId), access.apiName, today);
  return {
    message: PROMPT,
    cost: costOf(price, reply.usage),
    reply: {
      text: withoutUnusable(reply.text.slice(0, KEPT)),
      finish: reply.finish,
      inputTokens: reply.usage.input,
      outputTokens: reply.usage.output,
    },
    found: null,
  };
}

async function trySearch(connectionId: number, query: string, today: string): Promise<Answered> {
  const access = await searchAccess(connectionId);
  const { found, requests } = await search(
    access,
    query,
    { language: "en", country: "us", organic: 1, aiText: false },
    today,
    installationGuard(),
  );
  const price = priceOn(await connectionPrices(connectionId), "", today);
  const kinds = new Set(found.map(({ kind }) => kind));
  return {
    message: query,
    cost: costOfRequests(price, requests),
    reply: null,
    found: {
      requests,
      kinds: EVIDENCE_KINDS.filter((kind) => kinds.has(kind)),
      titles: found
        .filter(({ kind }) => kind === "organic")
        .slice(0, 3)
        .map(({ title, url }) => title ?? url ?? ""),
    },
  };
}
