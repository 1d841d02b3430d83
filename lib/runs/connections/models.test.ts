import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outgoingGuard, type OutgoingGuard } from "@/lib/platform/outgoing/guard";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import {
  askModel,
  type ModelError,
  type Message,
  type ModelConnection,
  type ModelRequest,
} from "./models";
import { retryAfter } from "./troubles";
import { MODEL_APIS, type ModelApi, type ModelCapabilities } from "./vocabulary";

const KEY = "planted-key-0123456789";
const MESSAGES: Message[] = [
  { role: "system", content: "You are brief." },
  { role: "user", content: "What is today's date?" },
  { role: "assistant", content: "Today is November 22, 2026." },
  { role: "user", content: "Who wrote the first program?" },
];
const ALL: ModelCapabilities = {
  temperature: true,
  seed: true,
  tokenParameter: "max_tokens",
  reasoningEffort: null,
  systemRole: "system",
};

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

function connection(api: ModelApi, given: Partial<ModelConnection> = {}): ModelConnection {
  return {
    api,
    baseUrl: `${services.origin}/${api === "gemini" ? "v1beta" : "v1"}`,
    key: KEY,
    keyHeader: "authorization",
    query: {},
    ...given,
  };
}
const request = (model: string, given: Partial<ModelRequest> = {}): ModelRequest => ({
  model,
  messages: MESSAGES,
  temperature: 0,
  maxTokens: 256,
  seed: 7,
  timeoutMs: 10_000,
  ...given,
});
const ask = (api: ModelApi, model: string, given: Partial<ModelRequest> = {}) =>
  askModel(connection(api), ALL, request(model, given), outgoing);
/** The last thing that the services were asked. */
const last = async () => (await services.received()).at(-1)!;

describe.each(MODEL_APIS)("%s", (api) => {
  it("answers with text, finish and tokens, and keeps what was sent and received", async () => {
    const reply = await ask(api, "ok");
    expect(reply).toMatchObject({
      text: "Ada Lovelace.",
      finish: "stop",
      usage: { input: 120, output: 30, cached: 100 },
    });
    expect(JSON.parse(reply.received)).toBeTruthy();
    expect(reply.sent).toEqual((await last()).body);
    expect(JSON.stringify(reply)).not.toContain(KEY);
  });

  it("that does not count the input says so: null, and never 0", async () => {
    // Two of the APIs have no answers with half of their counts.
    const whole = api === "anthropic" ? "broken-answer" : null;
    const outcome = await ask(api, "half-counted").then(
      ({ usage }) => usage,
      (error: ModelError) => error.trouble,
    );
    if (whole !== null) expect(outcome).toBe(whole);
    else expect(outcome).toMatchObject({ input: null });
    if (api === "openai-chat" || api === "gemini") expect(outcome).toMatchObject({ output: 30 });
  });

  it.each([
    ["truncated", "length", "comment: The response says that"],
    ["empty", "stop", ""],
    ["prose", "stop", "On the whole this looks fine to me."],
    ["refusal", "refused", "I can't help with that."],
  ] as const)("ends as %s: %s", async (model, finish, text) => {
    expect(await ask(api, model)).toMatchObject({ finish, text });
  });

  it.each([
    ["rate-limited", "rate-limited", 429, 2000],
    ["unavailable", "unavailable", 503, null],
    ["broken-json", "broken-answer", null, null],
    ["other-json", "broken-answer", null, null],
    ["cut", "unanswered", null, null],
    ["no-quota", "quota-exhausted", 429, null],
    ["no-credit", "quota-exhausted", 402, null],
    ["key-refused", "key-refused", 401, null],
    ["request-refused", "request-refused", 400, null],
    ["elsewhere", "not-allowed", null, null],
  ] as const)("fails as %s: %s", async (model, trouble, status, retryAfterMs) => {
    const error = await ask(api, model).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: "ModelError", trouble, details: { retryAfterMs } });
    if (status !== null) expect(error).toMatchObject({ details: { status } });
    expect((error as Error).message).toContain("127.0.0.1");
    expect(JSON.stringify([error, (error as Error).message])).not.toContain(KEY);
  });

  it("that is slow ends with the time, or with the caller's signal", async () => {
    await expect(ask(api, "held", { timeoutMs: 200 })).rejects.toMatchObject({
      trouble: "unanswered",
    });
    const stop = new AbortController();
    const waiting = askModel(connection(api), ALL, request("held"), outgoing, stop.signal);
    stop.abort(new Error("paused"));
    await expect(waiting).rejects.toThrow("paused");
  });

  it("is asked at no host that nobody allowed", async () => {
    await expect(
      askModel(
        connection(api, { baseUrl: "http://169.254.169.254/v1" }),
        ALL,
        request("ok"),
        outgoing,
      ),
    ).rejects.toMatchObject({ trouble: "not-allowed" });
  });
});

describe("what is sent", () => {
  const bodyOf = async (
    api: ModelApi,
    capabilities: Partial<ModelCapabilities>,
    given: Partial<ModelConnection> = {},
  ) => {
    await askModel(connection(api, given), { ...ALL, ...capabilities }, request("ok"), outgoing);
    return last();
  };
  const reasoning: Partial<ModelCapabilities> = {
    temperature: false,
    seed: false,
    tokenParameter: "max_completion_tokens",
    reasoningEffort: "low",
    systemRole: "developer",
  };

  it("is each API's own form of the same messages", async () => {
    const chat = await bodyOf("openai-chat", {});
    expect(chat.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(chat.body).toEqual({
      model: "ok",
      messages: MESSAGES,
      temperature: 0,
      max_tokens: 256,
      seed: 7,
    });
    const responses = await bodyOf("openai-responses", {});
    expect(responses.body).toMatchObject({
      model: "ok",
      temperature: 0,
      max_output_tokens: 256,
      store: false,
      input: [{ role: "system", content: "You are brief." }, {}, {}, { role: "user" }],
    });
    const anthropic = await bodyOf("anthropic", {});
    expect(anthropic.headers["x-api-key"]).toBe(KEY);
    expect(anthropic.headers["anthropic-version"]).toBe("2023-06-01");
    expect(anthropic.body).toMatchObject({
      model: "ok",
      max_tokens: 256,
      temperature: 0,
      system: [{ type: "text", text: "You are brief." }],
      messages: [{ role: "user" }, { role: "assistant" }, { role: "user" }],
    });
    const gemini = await bodyOf("gemini", {});
    expect(gemini.headers["x-goog-api-key"]).toBe(KEY);
    expect(gemini.path).toBe("/v1beta/models/ok:generateContent");
    expect(gemini.body).toMatchObject({
      systemInstruction: { parts: [{ text: "You are brief." }] },
      contents: [{ role: "user" }, { role: "model" }, { role: "user" }],
      generationConfig: { temperature: 0, maxOutputTokens: 256, seed: 7 },
    });
  });

  it("to a reasoning model leaves out what it refuses, and names the limit and the role as it wants", async () => {
    const { body } = await bodyOf("openai-chat", reasoning);
    expect(body).toEqual({
      model: "ok",
      messages: [{ role: "developer", content: "You are brief." }, ...MESSAGES.slice(1)],
      max_completion_tokens: 256,
      reasoning_effort: "low",
    });
    const responses = (await bodyOf("openai-responses", reasoning)).body;
    expect(responses).toMatchObject({
      reasoning: { effort: "low" },
      max_output_tokens: 256,
      input: [{ role: "developer" }, {}, {}, {}],
    });
    expect(responses).not.toHaveProperty("temperature");
    expect((await bodyOf("anthropic", reasoning)).body).toMatchObject({
      output_config: { effort: "low" },
    });
    expect((await bodyOf("gemini", reasoning)).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: "low" } },
    });
  });

  it("to a model without a system role begins the first message with it", async () => {
    const { body } = await bodyOf("openai-chat", { systemRole: "user" });
    expect(body.messages).toEqual([
      { role: "user", content: "You are brief.\n\nWhat is today's date?" },
      ...MESSAGES.slice(2),
    ]);
  });

  it("to Azure has its key and its version; to a local server no key at all", async () => {
    const azure = await bodyOf(
      "openai-chat",
      {},
      { keyHeader: "api-key", query: { "api-version": "2026-10-21" } },
    );
    expect(azure.headers["api-key"]).toBe(KEY);
    expect(azure.headers).not.toHaveProperty("authorization");
    expect(azure.path).toBe("/v1/chat/completions?api-version=2026-10-21");
    const local = await bodyOf("openai-chat", {}, { key: null });
    expect(local.headers).not.toHaveProperty("authorization");
  });
});

it.each([
  [{ "retry-after": "3" }, 3000],
  [{ "retry-after-ms": "250", "retry-after": "3" }, 250],
  [
    { "retry-after": "Sun, 22 Nov 2026 12:00:30 GMT", date: "Sun, 22 Nov 2026 12:00:00 GMT" },
    30_000,
  ],
  [{ "retry-after": "Sun, 22 Nov 2026 11:00:00 GMT", date: "Sun, 22 Nov 2026 12:00:00 GMT" }, 0],
  [{ "retry-after": "999999" }, 600_000],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "-1" }, null],
  [{}, null],
])("%j asks to wait %s ms", (headers, expected) =>
  expect(retryAfter(headers as Record<string, string>)).toBe(expected),
);

const LIVE = process.env.FRESHQA_LIVE_MODEL;
if (!LIVE)
  process.stderr.write("skipped: tests on a real model server, as FRESHQA_LIVE_MODEL names none\n");

describe.skipIf(!LIVE)("a real server", () => {
  const live: ModelConnection = {
    api: "openai-chat",
    baseUrl: LIVE ?? "",
    key: process.env.FRESHQA_LIVE_MODEL_KEY ?? null,
    keyHeader: "authorization",
    query: {},
  };
  let guard: OutgoingGuard;
  let model: string;
  beforeAll(async () => {
    const { host } = new URL(live.baseUrl);
    guard = outgoingGuard({ allows: (one) => one === host });
    model =
      process.env.FRESHQA_LIVE_MODEL_NAME ??
      (
        (await (
          await guard.fetch(`${live.baseUrl.replace(/\/+$/, "")}/models`, {
            headers: live.key === null ? {} : { authorization: `Bearer ${live.key}` },
          })
        ).json()) as { data: { id: string }[] }
      ).data[0]!.id;
  }, 60_000);
  afterAll(() => guard.close());
  const asked = (given: Partial<ModelRequest> = {}) =>
    askModel(live, ALL, request(model, { maxTokens: 512, timeoutMs: 120_000, ...given }), guard);

  it("answers, counts tokens and ends by itself or at the limit", async () => {
    const reply = await asked({
      messages: [{ role: "user", content: "Reply with the word yes." }],
    });
    expect(reply.text.trim()).not.toBe("");
    expect(reply.usage.input).toBeGreaterThan(0);
    expect(reply.usage.output).toBeGreaterThan(0);
    expect(["stop", "length"]).toContain(reply.finish);
    expect(JSON.parse(reply.received)).toBeTruthy();
  }, 120_000);

  it("takes instructions, a conversation with the date, temperature and seed", async () => {
    const reply = await asked();
    expect(reply.sent).toMatchObject({ model, temperature: 0, seed: 7, messages: MESSAGES });
    expect(reply.text.trim()).not.toBe("");
  }, 120_000);

  it("cuts at the limit of tokens and says so", async () => {
    const reply = await asked({
      messages: [{ role: "user", content: "Count from 1 to 500, one number per line." }],
      maxTokens: 8,
    });
    expect(reply).toMatchObject({ finish: "length" });
  }, 120_000);

  it("refuses what it does not know, in words", async () => {
    const nowhere = { ...live, baseUrl: `${live.baseUrl}/nowhere` };
    await expect(
      askModel(nowhere, ALL, request(model, { timeoutMs: 60_000 }), guard),
    ).rejects.toMatchObject({ name: "ModelError", trouble: "request-refused" });
  }, 120_000);
});

describe("a count of tokens", () => {
  const counted = (tokens: unknown) => {
    const body = {
      choices: [
        { index: 0, message: { role: "assistant", content: "Ada" }, finish_reason: "stop" },
      ],
      usage: { prompt_tokens: tokens, completion_tokens: tokens },
    };
    // As a service writes it that counts in powers of ten.
    const text = JSON.stringify(body).replaceAll(/"raw (.*?)"/g, "$1");
    const guard: OutgoingGuard = { fetch: async () => new Response(text), close: async () => {} };
    return askModel(connection("openai-chat"), ALL, request("m"), guard);
  };
  it.each([
    [0, 0],
    [120, 120],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, null],
    [-1, null],
    [1.5, null],
    ["raw 1e300", null],
  ])("of %s is %s", async (said, expected) =>
    expect(await counted(said)).toMatchObject({
      text: "Ada",
      usage: { input: expected, output: expected },
    }),
  );
});
