import { createHash } from "node:crypto";
import { now } from "@/lib/platform/clock";
import type { OutgoingGuard } from "@/lib/platform/outgoing/guard";
import { storableJson } from "@/lib/platform/text";
import type { SearchAccess } from "./access";
import type { Evidence } from "./evidence";
import type { SearchOptions } from "./procedure";
import { mayBeCharged } from "./rules";
import { readSearchResults } from "./search-results";
import {
  blotted,
  blottedWithin,
  brokenAnswer,
  NO_CREDIT,
  outgoingTrouble,
  ServiceError,
  statusTrouble,
  type Trouble,
} from "./troubles";
import type { SearchService } from "./vocabulary";

/*
 * The one way to ask a search service. Like askModel, it asks once: retries and limits are the job's. A search may take
 * several requests, because services give a page at a time.
 */

/** A search service that brought no answer to use. */
class SearchError extends ServiceError {
  override readonly name = "SearchError";
}

/** A search as it is sent, without query and key: what tells it from another one of the same words. */
export interface SearchParams {
  /** Of each request. */
  sent: Record<string, string | number>;
  /** How many pages are asked for at most. */
  pages: number;
}

export interface SearchReply {
  /** One parsed answer for each page, without the key, as the database can hold it. */
  raw: unknown[];
  params: SearchParams;
  found: Evidence[];
  /** How many requests were made. */
  requests: number;
  startedAt: Date;
  durationMs: number;
}

/** How many requests of a search were answered, and how many may have been charged without an answer. */
export interface SearchCharges {
  answered: number;
  unknown: number;
}

/** The most results that a request brings. Google's own pages have ten; Brave gives up to twenty. */
const PER_PAGE: Record<SearchService, number> = { serpapi: 10, serper: 10, searxng: 10, brave: 20 };

/** What a search sends besides its words. `aiText` is no part of it: it says what is read of the same answer. */
export function searchParams(
  service: SearchService,
  { language, country, organic }: Omit<SearchOptions, "aiText">,
): SearchParams {
  const pages = Math.max(1, Math.ceil(organic / PER_PAGE[service]));
  switch (service) {
    case "serpapi":
      return {
        sent: { engine: "google", hl: language, gl: country, google_domain: "google.com" },
        pages,
      };
    case "serper":
      return { sent: { hl: language, gl: country, num: PER_PAGE.serper }, pages };
    case "searxng":
      return { sent: { format: "json", language }, pages };
    case "brave":
      return {
        sent: { search_lang: language, country: country.toUpperCase(), count: PER_PAGE.brave },
        pages,
      };
  }
}

/** SHA-256, hex, of a search's words and parameters: equal searches have equal keys, in whatever order they are written. */
export function searchKey(query: string, { sent, pages }: SearchParams): string {
  const sorted = Object.entries(sent).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([query, sorted, pages]))
    .digest("hex");
}

/**
 * Searches.
 * @param today ISO day of the search, for "2 days ago".
 * @param signal ends the request under way; its reason is thrown.
 * @param turn awaited before each request after the first: a further page is a further turn.
 * @param charged says at each moment what was asked, also where it throws.
 * @throws SearchError; its message names host and status and quotes what the service says, with the key blotted out.
 */
export async function search(
  access: SearchAccess,
  query: string,
  options: SearchOptions,
  today: string,
  guard: OutgoingGuard,
  signal?: AbortSignal,
  turn: () => Promise<void> = async () => {},
  charged: SearchCharges = { answered: 0, unknown: 0 },
): Promise<SearchReply> {
  const params = searchParams(access.service, options);
  const startedAt = now();
  const begin = performance.now();
  const raw: unknown[] = [];
  while (raw.length < params.pages) {
    if (raw.length > 0) await turn();
    charged.unknown = 1;
    const page = await askPage(access, query, params, raw.length, guard, signal).catch(
      (error: unknown) => {
        if (error instanceof ServiceError && !mayBeCharged(error.trouble)) charged.unknown = 0;
        throw error;
      },
    );
    charged.unknown = 0;
    charged.answered++;
    raw.push(page);
    const last = readSearchResults(access.service, page, today);
    const enough = foundIn(access.service, raw, today).filter(({ kind }) => kind === "organic");
    if (enough.length >= options.organic || !last.some(({ kind }) => kind === "organic")) break;
  }
  return {
    raw,
    params,
    found: foundIn(access.service, raw, today, options),
    requests: raw.length,
    startedAt,
    durationMs: Math.round(performance.now() - begin),
  };
}

/**
 * Reads the pages of a search, also of one that was stored. Of pages after the first only organic results count, and
 * a page that was there already does not count again.
 * @param today ISO day on which the search was made.
 */
export function foundIn(
  service: SearchService,
  pages: readonly unknown[],
  today: string,
  { aiText = false }: { aiText?: boolean } = {},
): Evidence[] {
  const [first = [], ...more] = pages.map((page) =>
    readSearchResults(service, page, today, { aiText }),
  );
  const found = [...first];
  const organic = first.filter(({ kind }) => kind === "organic");
  const known = new Set(organic.map(({ url }) => url));
  let rank = organic.length;
  for (const one of more.flat()) {
    if (one.kind !== "organic" || (one.url !== null && known.has(one.url))) continue;
    known.add(one.url);
    found.push({ ...one, rank: ++rank });
  }
  return found;
}

/** @param page from 0. @returns the answer's JSON */
async function askPage(
  access: SearchAccess,
  query: string,
  params: SearchParams,
  page: number,
  guard: OutgoingGuard,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { url, init, sent } = requestOf(access, query, params, page);
  const { host } = new URL(access.baseUrl);
  let received: string | null = null;
  const failed = ({ trouble, message, status, retryAfterMs }: Trouble) =>
    new SearchError(trouble, blotted(message, access.key), {
      status,
      retryAfterMs,
      sent,
      received: received === null ? null : blotted(received, access.key),
    });
  try {
    const answer = await guard.fetch(url, signal ? { ...init, signal } : init, {
      timeoutMs: access.timeoutMs,
    });
    received = await answer.text();
    const headers = Object.fromEntries(answer.headers);
    // Before it is quoted: the quote may end within the key.
    const body = blotted(received, access.key);
    if (!answer.ok) throw failed(refusal(access.service, host, answer.status, headers, body));
    const json = blottedWithin(parsed(body), access.key) as object | null;
    if (json === null) throw failed(brokenAnswer(host, answer.status));
    const trouble = troubleWithin(access.service, host, json);
    if (trouble !== null) throw failed(trouble);
    return storableJson(json);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const outgoing = outgoingTrouble(error);
    throw outgoing === null ? error : failed(outgoing);
  }
}

interface SearchRequest {
  method?: "POST";
  headers: Record<string, string>;
  body?: string;
}

function requestOf(
  { service, baseUrl, key, query: extra }: SearchAccess,
  query: string,
  { sent }: SearchParams,
  page: number,
): { url: URL; init: SearchRequest; sent: Record<string, string | number> } {
  const base = baseUrl.replace(/\/+$/, "");
  const get = (path: string, own: Record<string, string | number>, secret = {}, headers = {}) => {
    const url = new URL(`${base}${path}`);
    const said = { q: query, ...sent, ...own };
    for (const [name, value] of Object.entries({ ...extra, ...said, ...secret }))
      url.searchParams.set(name, String(value));
    return { url, init: { headers: { accept: "application/json", ...headers } }, sent: said };
  };
  switch (service) {
    case "serpapi":
      return get(
        "/search.json",
        page === 0 ? {} : { start: page * PER_PAGE.serpapi },
        key === null ? {} : { api_key: key },
      );
    case "serper": {
      const said = { q: query, ...sent, page: page + 1 };
      const url = new URL(`${base}/search`);
      for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
      return {
        url,
        init: {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...(key === null ? {} : { "x-api-key": key }),
          },
          body: JSON.stringify(said),
        },
        sent: said,
      };
    }
    case "searxng":
      return get(
        "/search",
        page === 0 ? {} : { pageno: page + 1 },
        {},
        key === null ? {} : { authorization: `Bearer ${key}` },
      );
    case "brave":
      return get(
        "/web/search",
        page === 0 ? {} : { offset: page },
        {},
        key === null ? {} : { "x-subscription-token": key },
      );
  }
}

function refusal(
  service: SearchService,
  host: string,
  status: number,
  headers: Record<string, string>,
  body: string,
): Trouble {
  // SearXNG has no keys: it says this where its settings do not offer JSON, which none of its instances does by itself.
  if (service === "searxng" && status === 403)
    return {
      trouble: "request-refused",
      message: `${host} answered 403: JSON is switched off there. Add “json” to search.formats in its settings.yml.`,
      status,
      retryAfterMs: null,
    };
  return statusTrouble(host, status, headers, body);
}

/** An error that an answer of status 200 holds. */
function troubleWithin(service: SearchService, host: string, json: object): Trouble | null {
  if (!("error" in json) || typeof json.error !== "string" || service !== "serpapi") return null;
  // Its way to say that there are no results.
  if (/hasn't returned any results/i.test(json.error)) return null;
  return {
    trouble: NO_CREDIT.test(json.error) ? "quota-exhausted" : "unavailable",
    message: `${host} answered: ${json.error}`,
    status: 200,
    retryAfterMs: null,
  };
}

/** @returns null for what is no JSON object */
function parsed(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}
