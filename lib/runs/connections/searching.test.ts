import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outgoingGuard, type OutgoingGuard } from "@/lib/platform/outgoing/guard";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { AI_TEXT } from "@/prisma/testing/search-services";
import type { SearchAccess } from "./access";
import type { SearchOptions } from "./procedure";
import { KINDS_OF_SERVICE } from "./rules";
import { foundIn, search, searchKey, searchParams } from "./searching";
import { SEARCH_SERVICES, type SearchService } from "./vocabulary";

const KEY = "planted+key/0123456789";
const TODAY = "2026-11-22";
const OPTIONS: SearchOptions = { language: "en", country: "us", organic: 10, aiText: false };

let services: ModelServices;
let outgoing: OutgoingGuard;
beforeAll(async () => {
  services = await startModelServices();
  outgoing = outgoingGuard({ allows: (host) => services.origin.endsWith(host) });
});
afterAll(async () => {
  await outgoing.close();
  services.stop();
});

function access(service: SearchService, given: Partial<SearchAccess> = {}): SearchAccess {
  return {
    connectionId: 1,
    name: "Search",
    service,
    baseUrl: `${services.origin}/${service}`,
    key: KEY,
    query: {},
    concurrency: 1,
    requestsPerMinute: null,
    timeoutMs: 10_000,
    ...given,
  };
}
const searched = (service: SearchService, query: string, options: Partial<SearchOptions> = {}) =>
  search(access(service), query, { ...OPTIONS, ...options }, TODAY, outgoing);
const last = async () => (await services.received()).at(-1)!;
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );

describe.each(SEARCH_SERVICES)("%s", (service) => {
  it("brings evidence of each kind that it can give, and nothing that a model wrote", async () => {
    const { found, raw, requests } = await searched(service, "who wrote the first program");
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(KINDS_OF_SERVICE[service]));
    expect(JSON.stringify(found)).not.toContain(AI_TEXT);
    expect(JSON.stringify(raw)).toContain(AI_TEXT);
    expect(requests).toBe(1);
    expect(raw).toHaveLength(1);
    expect(JSON.stringify(raw)).not.toContain(KEY);
  });

  it("takes as many pages as its organic results need, each counted, with ranks that go on", async () => {
    const turns: number[] = [];
    const reply = await search(
      access(service),
      "fifteen",
      { ...OPTIONS, organic: 15 },
      TODAY,
      outgoing,
      undefined,
      async () => void turns.push(1),
    );
    const pages = service === "brave" ? 1 : 2;
    expect(reply).toMatchObject({ requests: pages });
    expect(turns).toHaveLength(pages - 1);
    const organic = reply.found.filter(({ kind }) => kind === "organic");
    expect(organic.map(({ rank }) => rank)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    // Boxes stand on the first page alone.
    expect(reply.found.filter(({ kind }) => kind === "graph")).toHaveLength(1);
    expect(foundIn(service, reply.raw, TODAY)).toEqual(reply.found);
  });

  it("that has nothing more ends before its pages do", async () => {
    const reply = await searched(service, "few behave:no-results", { organic: 30 });
    expect(reply).toMatchObject({ requests: 1, found: [] });
  });

  it.each([
    ["rate-limited", "rate-limited", 429, 2000],
    ["unavailable", "unavailable", 503, null],
    ["broken-json", "broken-answer", 200, null],
    ["cut", "unanswered", null, null],
    ["no-credit", "quota-exhausted", 402, null],
    ["key-refused", "key-refused", 401, null],
    ["request-refused", "request-refused", 400, null],
    ["elsewhere", "not-allowed", null, null],
  ] as const)("fails as %s: %s", async (behavior, trouble, status, retryAfterMs) => {
    const error = await failure(searched(service, `q behave:${behavior}`));
    expect(error).toMatchObject({
      name: "SearchError",
      trouble,
      details: { status, retryAfterMs },
    });
    expect((error as Error).message).toContain("127.0.0.1");
    for (const spelling of [KEY, encodeURIComponent(KEY)])
      expect(JSON.stringify([error, (error as Error).message, String(error)])).not.toContain(
        spelling,
      );
  });

  it("whose second page fails says what was asked until then", async () => {
    const charges = { answered: 0, unknown: 0 };
    const many = { ...OPTIONS, organic: 30 };
    const ask = (query: string, given = {}) =>
      search(
        access(service, given),
        query,
        many,
        TODAY,
        outgoing,
        undefined,
        async () => {},
        charges,
      );
    expect(await failure(ask("q behave:one-page"))).toMatchObject({ trouble: "unavailable" });
    expect(charges).toEqual({ answered: 1, unknown: 0 });
    await failure(ask("q", { baseUrl: `${services.origin}/${service}/held`, timeoutMs: 200 }));
    expect(charges).toEqual({ answered: 1, unknown: 1 });
  });

  it("that sends the key back is stored without it", async () => {
    const { raw } = await searched(service, "q behave:echo");
    expect(JSON.stringify(raw)).toContain("asked with [key]");
    expect(JSON.stringify(raw)).not.toContain(KEY);
  });

  it("that is slow ends with the time, or with the caller's signal", async () => {
    const slow = `${services.origin}/${service}/held`;
    expect(
      await failure(
        search(access(service, { baseUrl: slow, timeoutMs: 200 }), "q", OPTIONS, TODAY, outgoing),
      ),
    ).toMatchObject({ trouble: "unanswered" });
    const stop = new AbortController();
    const waiting = search(
      access(service, { baseUrl: slow }),
      "q",
      OPTIONS,
      TODAY,
      outgoing,
      stop.signal,
    );
    stop.abort(new Error("paused"));
    await expect(waiting).rejects.toThrow("paused");
  });

  it("is asked at no host that nobody allowed", async () => {
    const error = await failure(
      search(
        access(service, { baseUrl: "http://169.254.169.254/" }),
        "q",
        OPTIONS,
        TODAY,
        outgoing,
      ),
    );
    expect(error).toMatchObject({ trouble: "not-allowed" });
    expect((error as Error).message).not.toContain(KEY);
  });
});

describe("what is sent", () => {
  const params = async (service: SearchService, organic = 10) => {
    await searched(service, "a query", { organic });
    const { path, body, headers, method } = await last();
    return { url: new URL(path, "http://x"), body, headers, method };
  };

  it("to SerpApi is its Google, with the key in the URL and the second page by its start", async () => {
    const { url } = await params("serpapi");
    expect(url.pathname).toBe("/serpapi/search.json");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      engine: "google",
      q: "a query",
      hl: "en",
      gl: "us",
      google_domain: "google.com",
      api_key: KEY,
    });
    expect((await params("serpapi", 15)).url.searchParams.get("start")).toBe("10");
  });

  it("to Serper is JSON with the key in a header", async () => {
    const { method, url, body, headers } = await params("serper", 15);
    expect([method, url.pathname, url.search]).toEqual(["POST", "/serper/search", ""]);
    expect(body).toEqual({ q: "a query", hl: "en", gl: "us", num: 10, page: 2 });
    expect(headers["x-api-key"]).toBe(KEY);
  });

  it("to SearXNG asks for JSON, and for a key of a proxy before it", async () => {
    const { url, headers } = await params("searxng", 15);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: "a query",
      format: "json",
      language: "en",
      pageno: "2",
    });
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    await search(access("searxng", { key: null }), "a query", OPTIONS, TODAY, outgoing);
    expect((await last()).headers).not.toHaveProperty("authorization");
  });

  it("to Brave has twenty results a page and its country in capitals", async () => {
    const { url, headers } = await params("brave", 25);
    expect(url.pathname).toBe("/brave/web/search");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: "a query",
      search_lang: "en",
      country: "US",
      count: "20",
      offset: "1",
    });
    expect(headers["x-subscription-token"]).toBe(KEY);
  });

  it("has what the connection adds", async () => {
    await search(access("serpapi", { query: { no_cache: "true" } }), "q", OPTIONS, TODAY, outgoing);
    expect(new URL((await last()).path, "http://x").searchParams.get("no_cache")).toBe("true");
  });
});

it("SearXNG without JSON says what to switch on", async () => {
  await expect(searched("searxng", "q behave:no-json")).rejects.toMatchObject({
    trouble: "request-refused",
    message: expect.stringContaining("search.formats") as string,
  });
});

it("SerpApi's failure within a success is asked again", async () => {
  await expect(searched("serpapi", "q behave:failed-inside")).rejects.toMatchObject({
    trouble: "unavailable",
  });
});

it("what a model wrote is evidence where it is wanted", async () => {
  const { found } = await searched("serpapi", "q", { aiText: true });
  expect(JSON.stringify(found)).toContain(AI_TEXT);
});

it("characters that no database holds are left out", async () => {
  const guard: OutgoingGuard = {
    fetch: async () =>
      new Response('{"organic":[{"title":"a\\u0000b\\ud800","link":"https://x.example/"}]}'),
    close: async () => {},
  };
  const { raw } = await search(access("serper"), "q", OPTIONS, TODAY, guard);
  expect(raw).toEqual([{ organic: [{ title: "ab\ufffd", link: "https://x.example/" }] }]);
});

it("a search's key tells it from others, and not its spelling", () => {
  const key = (
    query: string,
    options: Partial<SearchOptions> = {},
    service: SearchService = "serpapi",
  ) => searchKey(query, searchParams(service, { ...OPTIONS, ...options }));
  expect(key("a")).toMatch(/^[0-9a-f]{64}$/);
  expect(key("a", { aiText: true })).toBe(key("a"));
  expect(key("a", { organic: 5 })).toBe(key("a"));
  const others = [
    key("b"),
    key("a", { organic: 15 }),
    key("a", { country: "de" }),
    key("a", { language: "de" }),
  ];
  expect(new Set([key("a"), ...others]).size).toBe(5);
  expect(searchKey("a", { sent: { x: 1, y: 2 }, pages: 1 })).toBe(
    searchKey("a", { sent: { y: 2, x: 1 }, pages: 1 }),
  );
});

/** A service that answers this and nothing else. */
const answering = (body: string, status = 200): OutgoingGuard => ({
  fetch: async () => new Response(body, { status }),
  close: async () => {},
});

it("a key that comes back in a spelling of JSON's own is stored nowhere", async () => {
  const escaped = KEY.replaceAll("/", "\\/").replaceAll("+", "\\u002B");
  const body = `{"organic":[{"title":"asked with ${escaped}","link":"https://x.example/"}],"${escaped}":1}`;
  const reply = await search(access("serper"), "q", OPTIONS, TODAY, answering(body));
  expect(JSON.stringify(reply)).not.toContain(KEY);
  expect(reply.raw).toEqual([
    { organic: [{ title: "asked with [key]", link: "https://x.example/" }], "[key]": 1 },
  ]);
});

it("a quote of an error ends within no key", async () => {
  const body = JSON.stringify({ message: `${"x".repeat(290)}${KEY}` });
  const error = await failure(search(access("serper"), "q", OPTIONS, TODAY, answering(body, 400)));
  expect((error as Error).message).toContain(`${"x".repeat(290)}[key]`);
  expect((error as Error).message).not.toContain(KEY.slice(0, 5));
});

it("pages of many results come together, each once, with ranks that go on", () => {
  const page = (from: number) => ({
    organic: Array.from({ length: 100 }, (_one, at) => ({
      title: "x",
      link: `https://x.example/${from + at}`,
    })),
  });
  // Each page repeats half of the one before.
  const pages = Array.from({ length: 100 }, (_one, at) => page(at * 50));
  const found = foundIn("serper", pages, TODAY);
  expect(found.map(({ rank }) => rank)).toEqual(Array.from({ length: 5050 }, (_, i) => i + 1));
  expect(new Set(found.map(({ url }) => url)).size).toBe(5050);
  const untitled = { organic: [{ title: "a" }, { title: "b" }] };
  expect(foundIn("serper", [untitled, untitled], TODAY)).toHaveLength(4);
});
