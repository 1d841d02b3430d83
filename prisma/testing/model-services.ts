import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  searchAnswer,
  searchError,
  searchOf,
  sitePagesAnswer,
  type Search,
} from "./search-services";
import { answerPage, ARTICLE_ANSWER, SITE_PAGES } from "./web-site";

/*
 * Model and search services for tests: a process of its own that speaks the wire formats of the four model APIs, as their
 * documentation of autumn 2026 has them, and of the search services (search-services.ts). The model's name, or a word in
 * the search, says how it behaves, so that tests choose what goes wrong.
 * Run by itself, it prints the port that it listens on.
 */

/*
 * How a model of the test services behaves is the last part of its name:
 *
 * - ok; brief, prose, empty, truncated, refusal, unusable, echo: what it replies.
 * - held: answers once it is told to let go. held-rate-limited-once: then asks to wait, the first time.
 * - rate-limited, no-quota, no-credit, unavailable, slow-once, key-refused, request-refused, elsewhere: what keeps it from
 *   replying; with -once only the first time.
 * - broken-json, other-json, cut, half-counted: an answer that is broken, or without some of its counts of tokens.
 * - prefers-first, prefers-longer, prefers-much-longer: judges of pairs, for whoever is first; the longer response; the
 *   longer one, and whoever is first where it is not much longer.
 * - shuffled, one-short: models that compare texts, with vectors in another order than the texts, or one too few.
 * - no-json, no-results, failed-inside, one-page (unavailable from the second page on): searches alone. pages, bad-pages:
 *   results are the pages of the test site (web-site.ts), all of them or those that cannot be read.
 */

/** A request as it came in. */
interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

type Api = "chat" | "responses" | "anthropic" | "gemini" | "embeddings";

/** Which response a judge of pairs prefers, from the text of its request. */
function preferenceOf(behavior: string, request: string): "A" | "B" | "tie" {
  if (behavior === "prefers-first") return "A";
  const said = /response A: (.*)\\n\\nresponse B: (.*)\\n\\ncomment: /.exec(request)!;
  const lead = said[1]!.length - said[2]!.length;
  if (behavior === "prefers-longer") return lead > 0 ? "A" : lead < 0 ? "B" : "tie";
  return lead >= -MUCH_LONGER ? "A" : "B";
}
const MUCH_LONGER = 10;

/** What a model says: FreshEval's form where the prompt asks for it, otherwise a sentence. */
function wordsOf(behavior: string, prompt: string): string {
  switch (behavior) {
    case "empty":
      return "";
    case "refusal":
      return "I can't help with that.";
    case "prose":
      return "On the whole this looks fine to me.";
    // What no database holds: U+0000, half of a surrogate pair.
    case "unusable":
      return "Ada \0\uD83DLovelace.";
    case "truncated":
      return "comment: The response says that";
    case "prefers-first":
    case "prefers-longer":
    case "prefers-much-longer":
      return `Comment.\npreference: ${preferenceOf(behavior, prompt)}`;
    default:
      // Cites its references where the prompt has some.
      if (prompt.includes("References:\\n[1]"))
        return `${ARTICLE_ANSWER.slice(0, -1)} [1]. It computed numbers [2].`;
      return prompt.includes("evaluation:")
        ? "The primary answer is correct. Thus, the response is credited.\nevaluation: correct"
        : "Ada Lovelace.";
  }
}

/** A vector of a text: how many of its letters are which. Texts of the same letters are alike. */
function vectorOf(text: string): number[] {
  const counts = Array<number>(26).fill(0);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) counts[at]!++;
  }
  return counts;
}

function embeddingsOf(model: string, input: readonly string[], behavior: string): object {
  const data = input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: vectorOf(text),
  }));
  if (behavior === "shuffled") data.reverse();
  if (behavior === "one-short") data.pop();
  return {
    object: "list",
    data,
    model,
    usage: { prompt_tokens: input.length * 20, total_tokens: input.length * 20 },
  };
}

function bodyOf(
  api: Exclude<Api, "embeddings">,
  model: string,
  words: string,
  behavior: string,
): object {
  const truncated = behavior === "truncated";
  const refused = behavior === "refusal";
  switch (api) {
    case "chat":
      return {
        id: "chatcmpl-1",
        object: "chat.completion",
        created: 1_790_000_000,
        model,
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: words, refusal: refused ? words : null },
            logprobs: null,
            finish_reason: refused ? "content_filter" : truncated ? "length" : "stop",
          },
        ],
        usage: {
          prompt_tokens: 120,
          completion_tokens: 30,
          total_tokens: 150,
          prompt_tokens_details: { cached_tokens: 100 },
          completion_tokens_details: { reasoning_tokens: 10 },
        },
      };
    case "responses":
      return {
        id: "resp_1",
        object: "response",
        created_at: 1_790_000_000,
        status: truncated ? "incomplete" : "completed",
        error: null,
        incomplete_details: truncated
          ? { reason: "max_output_tokens" }
          : refused
            ? { reason: "content_filter" }
            : null,
        model,
        output: [
          { type: "reasoning", id: "rs_1", summary: [] },
          {
            type: "message",
            id: "msg_1",
            status: "completed",
            role: "assistant",
            content: [{ type: "output_text", text: words, annotations: [] }],
          },
        ],
        usage: {
          input_tokens: 120,
          input_tokens_details: { cached_tokens: 100 },
          output_tokens: 30,
          output_tokens_details: { reasoning_tokens: 10 },
          total_tokens: 150,
        },
      };
    case "anthropic":
      return {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model,
        content: words === "" ? [] : [{ type: "text", text: words }],
        stop_reason: refused ? "refusal" : truncated ? "max_tokens" : "end_turn",
        stop_sequence: null,
        usage: {
          input_tokens: 20,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 100,
          output_tokens: 30,
        },
      };
    case "gemini":
      return {
        candidates: [
          {
            content: { parts: words === "" ? [] : [{ text: words }], role: "model" },
            finishReason: refused ? "SAFETY" : truncated ? "MAX_TOKENS" : "STOP",
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: 120,
          candidatesTokenCount: 20,
          thoughtsTokenCount: 10,
          cachedContentTokenCount: 100,
          totalTokenCount: 150,
        },
        modelVersion: model,
      };
  }
}

function errorOf(api: Api, status: number, message: string, code: string | null): object {
  switch (api) {
    case "chat":
    case "embeddings":
    case "responses":
      return { error: { message, type: code ?? "error", param: null, code } };
    case "anthropic":
      return { type: "error", error: { type: code ?? "error", message } };
    case "gemini":
      return { error: { code: status, message, status: code ?? "ERROR" } };
  }
}

/** An answer whose input tokens are null, or missing where the API's form has them always. */
function halfCounted(api: Api, body: object): object {
  const { usage, usageMetadata } = body as Record<string, Record<string, unknown>>;
  switch (api) {
    case "chat":
      return { ...body, usage: { ...usage, prompt_tokens: null } };
    case "gemini":
      return { ...body, usageMetadata: { ...usageMetadata, promptTokenCount: undefined } };
    case "embeddings":
    case "responses":
    case "anthropic":
      return { ...body, usage: undefined };
  }
}

function apiOf(path: string): Api | null {
  if (path.endsWith("/chat/completions")) return "chat";
  if (path.endsWith("/embeddings")) return "embeddings";
  if (path.endsWith("/responses")) return "responses";
  if (path.endsWith("/messages")) return "anthropic";
  if (path.endsWith(":generateContent")) return "gemini";
  return null;
}

const received: Received[] = [];
const asked = new Map<string, number>();
/** By model: answers that wait until they are told to go, oldest first, and how many more may go when they come. */
const holds = new Map<string, { waiting: (() => void)[]; allowed: number }>();
const holdOf = (model: string) => {
  const hold = holds.get(model) ?? { waiting: [], allowed: 0 };
  holds.set(model, hold);
  return hold;
};

/** Lets answers of a model go, those that wait first: as many as are said, or all from now on. */
function letGo(model: string, count: number): void {
  const hold = holdOf(model);
  hold.allowed += count;
  while (hold.allowed > 0 && hold.waiting.length > 0) {
    hold.allowed--;
    hold.waiting.shift()!();
  }
}

/** Waits until the answer may go. */
function mayGo(model: string): Promise<void> {
  const hold = holdOf(model);
  return new Promise((resolve) => {
    hold.waiting.push(resolve);
    letGo(model, 0);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url!.split("?")[0]!;
  const json = (status: number, value: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));
  if (path === "/received") return void json(200, received);
  if (path.startsWith("/site/")) {
    received.push({
      method: request.method!,
      path,
      headers: request.headers as Record<string, string>,
      body: {},
    });
    return void answerPage(path, response);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  if (path === "/let-go") {
    letGo(body.model as string, (body.count as number | null) ?? Infinity);
    return void json(200, {});
  }
  received.push({
    method: request.method!,
    path: request.url!,
    headers: request.headers as Record<string, string>,
    body,
  });
  const query =
    (body.q as string | undefined) ?? new URL(request.url!, "http://x").searchParams.get("q") ?? "";
  const search = searchOf(path, query);
  const api = apiOf(path);
  if (search === null && api === null)
    return void json(404, { error: { message: `No such path: ${path}` } });
  const model =
    api === "gemini"
      ? /models\/([^:/]+):/.exec(path)![1]!
      : ((body.model as string | undefined) ?? "unnamed");
  const named = search?.behavior ?? model.split("/").at(-1)!;
  const behavior = named.replace(/^held-?/, "") || "ok";
  const who = search === null ? model : `${path} ${query}`;
  const turn = (asked.get(who) ?? 0) + 1;
  asked.set(who, turn);
  if (named.startsWith("held")) await mayGo(who);
  const failsNow = !behavior.endsWith("-once") || turn === 1;
  const good = () =>
    search === null
      ? api === "embeddings"
        ? embeddingsOf(model, body.input as string[], behavior)
        : bodyOf(api!, model, wordsOf(behavior, text), behavior)
      : searchAnswer(search.service, query, pageOf(search.service, request.url!, body));
  const wrong = (status: number, message: string, code: string | null = null) =>
    search === null ? errorOf(api!, status, message, code) : searchError(search.service, message);
  switch (failsNow ? behavior.replace("-once", "") : "ok") {
    case "brief":
      return void setTimeout(() => json(200, good()), 200);
    case "rate-limited":
      return void json(429, wrong(429, "Rate limit reached."), { "retry-after": "2" });
    case "no-quota":
      return void json(429, wrong(429, "You exceeded your current quota.", "insufficient_quota"));
    case "no-credit":
      return void json(402, wrong(402, "Add credit to go on."));
    case "half-counted":
      return void json(200, halfCounted(api!, good()));
    case "one-page":
      return pageOf(search!.service, request.url!, body) === 0
        ? void json(200, good())
        : void json(503, wrong(503, "Overloaded."));
    case "pages":
      return void json(200, sitePagesAnswer(`http://${request.headers.host}`, SITE_PAGES));
    case "bad-pages":
      return void json(
        200,
        sitePagesAnswer(`http://${request.headers.host}`, ["picture", "away", "missing", "empty"]),
      );
    case "unavailable":
      return void json(503, wrong(503, "Overloaded."));
    case "broken-json":
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(good()).slice(0, -20));
    case "other-json":
      return void json(200, { hello: "world" });
    case "cut":
      response.writeHead(200, { "content-type": "application/json", "content-length": "500000" });
      response.write(JSON.stringify(good()));
      return void setTimeout(() => response.destroy(), 20);
    case "key-refused":
      return void json(401, wrong(401, `Incorrect API key provided: ${keyOf(request)}.`));
    case "request-refused":
      return void json(400, wrong(400, "Unsupported parameter."));
    case "no-json":
      // SearXNG's answer where its settings do not offer JSON.
      return void response.writeHead(403, { "content-type": "text/html" }).end("<p>Forbidden</p>");
    case "no-results":
      return void json(
        200,
        search?.service === "serpapi"
          ? { error: "Google hasn't returned any results for this query." }
          : {},
      );
    case "failed-inside":
      return void json(200, wrong(200, "We couldn't get valid results. Try again later."));
    case "echo":
      return void json(200, { ...good(), echoed: `asked with ${keyOf(request)}` });
    case "elsewhere":
      return void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end();
    default:
      return void json(200, good());
  }
}

/** The key that a request came with, wherever its service takes it. */
function keyOf({ url, headers }: IncomingMessage): string {
  return (
    headers.authorization?.replace("Bearer ", "") ??
    new URL(url!, "http://x").searchParams.get("api_key") ??
    String(
      headers["x-api-key"] ??
        headers["x-goog-api-key"] ??
        headers["api-key"] ??
        headers["x-subscription-token"],
    )
  );
}

/** Which page of a search is asked for, from 0. */
function pageOf(service: Search, url: string, body: Record<string, unknown>): number {
  const given = new URL(url, "http://x").searchParams;
  switch (service) {
    case "serpapi":
      return Number(given.get("start") ?? 0) / 10;
    case "serper":
      return Number(body.page ?? 1) - 1;
    case "searxng":
      return Number(given.get("pageno") ?? 1) - 1;
    case "brave":
      return Number(given.get("offset") ?? 0);
  }
}

/** The services as a process, its address, what it was asked since it began, and its end. */
export interface ModelServices {
  origin: string;
  received(): Promise<Received[]>;
  /** Has a held model answer so many calls more, those that wait first, or all from now on. */
  letGo(model: string, count?: number): Promise<void>;
  stop(): void;
}

/** Starts the services as a process of their own. */
export async function startModelServices(): Promise<ModelServices> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(import.meta.url), "serve"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const port = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("\n")) resolve(said.trim());
    });
    child.once("exit", (code) => reject(new Error(`Model services ended with ${code}.`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    received: async () => (await (await fetch(`${origin}/received`)).json()) as Received[],
    letGo: async (model, count) => {
      await fetch(`${origin}/let-go`, {
        method: "POST",
        body: JSON.stringify({ model, count: count ?? null }),
      });
    },
    stop: () => void child.kill(),
  };
}

if (process.argv[2] === "serve" && process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1", () =>
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
  );
  // Nobody is left behind when the tests end.
  process.once("disconnect", () => process.exit());
  setInterval(() => process.ppid === 1 && process.exit(), 1_000).unref();
}
