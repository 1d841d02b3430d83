import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Prompt,
} from "@ai-sdk/provider";
import { MAX_INT } from "@/lib/platform/plain-fields";
import type { OutgoingGuard } from "@/lib/platform/outgoing/guard";
import {
  blotted,
  brokenAnswer,
  outgoingTrouble,
  ServiceError,
  statusTrouble,
  type Trouble,
} from "./troubles";
import type { Finish, ModelApi, ModelCapabilities, ReasoningEffort } from "./vocabulary";

/*
 * The one way to ask a language model: four wire formats behind one request and one reply. Retries, limits of rate and
 * of cost are the job's; each call here is one request.
 */

export interface ModelConnection {
  api: ModelApi;
  /** Up to the version: "https://api.openai.com/v1", "http://localhost:11434/v1". */
  baseUrl: string;
  /** Null for local servers without one. */
  key: string | null;
  /** Azure takes the key as "api-key". For "openai-chat" alone. */
  keyHeader: "authorization" | "api-key";
  /** Added to each URL, such as Azure's `api-version`. For "openai-chat" alone. */
  query: Record<string, string>;
}

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ModelRequest {
  /** As the API calls it. */
  model: string;
  messages: readonly Message[];
  temperature: number | null;
  /** Of the reply, what the model thinks included. */
  maxTokens: number;
  seed: number | null;
  timeoutMs: number;
}

/** Tokens as the API counts them; null where it does not say. */
export interface TokenUsage {
  input: number | null;
  /** What the model thinks included. */
  output: number | null;
  reasoning: number | null;
  /** Of the input, what the service had kept from an earlier request. */
  cached: number | null;
}

export interface ModelReply {
  text: string;
  finish: Finish;
  /** The API's own word for it. */
  finishRaw: string | null;
  usage: TokenUsage;
  /** The body that was sent: the effective parameters. It holds no key. */
  sent: unknown;
  /** The body of the answer, letter by letter but for the key, which is blotted out. */
  received: string;
}

export class ModelError extends ServiceError {
  override readonly name = "ModelError";
}

/**
 * Asks a model once.
 * @param signal ends the request; its reason is thrown.
 * @throws ModelError; its message names host and status and quotes what the service says, with the key blotted out.
 */
export async function askModel(
  connection: ModelConnection,
  capabilities: ModelCapabilities,
  request: ModelRequest,
  outgoing: OutgoingGuard,
  signal?: AbortSignal,
): Promise<ModelReply> {
  const wire: Wire = { sent: null, received: null };
  const send = sender(wire, outgoing, request.timeoutMs, signal);
  try {
    const model = modelOf(connection, capabilities, request.model, send);
    const reply = await model.doGenerate(callOf(connection.api, capabilities, request));
    if (connection.api === "gemini") requireCandidates(wire.received ?? "");
    const counted = countedOf(connection.api, reply.usage.raw ?? {});
    const text = reply.content
      .flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("");
    return {
      text: blotted(text, connection.key),
      finish: finishOf(reply.finishReason.unified),
      finishRaw: blotted(reply.finishReason.raw ?? "", connection.key) || null,
      usage: {
        input: counted.input ? countOf(reply.usage.inputTokens.total) : null,
        output: counted.output ? countOf(reply.usage.outputTokens.total) : null,
        reasoning: countOf(reply.usage.outputTokens.reasoning),
        cached: countOf(reply.usage.inputTokens.cacheRead),
      },
      sent: wire.sent,
      received: blotted(wire.received ?? "", connection.key),
    };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw explain(error, connection, wire);
  }
}

/** The bodies of a request and of its answer, as they were sent and received. */
export interface Wire {
  sent: unknown;
  received: string | null;
}

/** A `fetch` for the libraries that goes through the guard, and notes what it sends and receives. */
export function sender(
  wire: Wire,
  outgoing: OutgoingGuard,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): typeof fetch {
  return async (url, init) => {
    wire.sent = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    const answer = await outgoing.fetch(
      url as string | URL,
      { ...(init as object), ...(signal ? { signal } : {}) },
      { timeoutMs },
    );
    wire.received = await answer.text();
    return new Response(wire.received, { status: answer.status, headers: answer.headers });
  };
}

/** A count as a service reports it; null for what is none, or more than the database holds. */
export function countOf(said: unknown): number | null {
  return typeof said === "number" && Number.isInteger(said) && said >= 0 && said <= MAX_INT
    ? said
    : null;
}

/**
 * Which counts a service reported. The libraries take what is missing for 0; the other two APIs' answers without a count
 * are none to them.
 */
function countedOf(
  api: ModelApi,
  usage: Readonly<Record<string, unknown>>,
): { input: boolean; output: boolean } {
  const has = (name: string) => typeof usage[name] === "number";
  switch (api) {
    case "openai-chat":
      return { input: has("prompt_tokens"), output: has("completion_tokens") };
    case "gemini":
      // It leaves out what is 0: a reply that was cut off while thinking has no candidates' tokens.
      return {
        input: has("promptTokenCount"),
        output: has("candidatesTokenCount") || has("thoughtsTokenCount"),
      };
    case "openai-responses":
    case "anthropic":
      return { input: true, output: true };
  }
}

const commonOf = (baseUrl: string, send: typeof fetch) => ({
  baseURL: baseUrl.replace(/\/+$/, ""),
  fetch: send,
});

/** What OpenAI-compatible servers are asked with, for whichever of their endpoints. */
export function compatibleOf(
  { baseUrl, key, keyHeader, query }: ModelConnection,
  send: typeof fetch,
) {
  return {
    ...commonOf(baseUrl, send),
    name: "compatible",
    ...(key !== null && keyHeader === "authorization" ? { apiKey: key } : {}),
    ...(key !== null && keyHeader === "api-key" ? { headers: { "api-key": key } } : {}),
    queryParams: query,
  };
}

function modelOf(
  connection: ModelConnection,
  { tokenParameter, systemRole }: ModelCapabilities,
  model: string,
  send: typeof fetch,
): LanguageModelV3 {
  const { api, baseUrl, key } = connection;
  const common = commonOf(baseUrl, send);
  // Without a key the libraries would look for one in the environment.
  const apiKey = key ?? "none";
  switch (api) {
    case "openai-chat":
      return createOpenAICompatible({
        ...compatibleOf(connection, send),
        transformRequestBody({ max_tokens, messages, ...body }) {
          return {
            ...body,
            [tokenParameter]: max_tokens as unknown,
            messages: (messages as Message[]).map((message) =>
              message.role === "system" ? { ...message, role: systemRole } : message,
            ),
          };
        },
      }).chatModel(model);
    case "openai-responses":
      return createOpenAI({ ...common, apiKey }).responses(model);
    case "anthropic":
      return createAnthropic({ ...common, apiKey })(model);
    case "gemini":
      return createGoogleGenerativeAI({ ...common, apiKey })(model);
  }
}

function callOf(
  api: ModelApi,
  { temperature, seed, reasoningEffort, systemRole }: ModelCapabilities,
  request: ModelRequest,
): LanguageModelV3CallOptions {
  return {
    prompt: promptOf(request.messages, systemRole),
    maxOutputTokens: request.maxTokens,
    ...(temperature && request.temperature !== null ? { temperature: request.temperature } : {}),
    ...(seed && request.seed !== null ? { seed: request.seed } : {}),
    providerOptions: optionsOf(api, reasoningEffort, systemRole),
  };
}

function optionsOf(
  api: ModelApi,
  effort: ReasoningEffort | null,
  systemRole: ModelCapabilities["systemRole"],
): NonNullable<LanguageModelV3CallOptions["providerOptions"]> {
  switch (api) {
    case "openai-chat":
      return effort === null ? {} : { compatible: { reasoningEffort: effort } };
    case "openai-responses":
      return {
        openai: {
          // What is asked is a test of a model and no conversation: the service need not keep it.
          store: false,
          systemMessageMode: systemRole === "developer" ? "developer" : "system",
          ...(effort === null ? {} : { reasoningEffort: effort, forceReasoning: true }),
        },
      };
    case "anthropic":
      return effort === null
        ? {}
        : { anthropic: { effort: effort === "minimal" ? "low" : effort } };
    case "gemini":
      return effort === null ? {} : { google: { thinkingConfig: { thinkingLevel: effort } } };
  }
}

function promptOf(
  messages: readonly Message[],
  systemRole: ModelCapabilities["systemRole"],
): LanguageModelV3Prompt {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== "system");
  const first = others.findIndex(({ role }) => role === "user");
  const spoken =
    systemRole === "user" && system.length > 0
      ? others.map((message, index) =>
          index === first
            ? { ...message, content: [...system, message.content].join("\n\n") }
            : message,
        )
      : others;
  return [
    ...(systemRole === "user"
      ? []
      : system.map((content) => ({ role: "system" as const, content }))),
    ...spoken.map(({ role, content }) => ({
      role: role as "user" | "assistant",
      content: [{ type: "text" as const, text: content }],
    })),
  ];
}

/** Gemini's format makes everything optional, so that the library takes any JSON for an empty reply. */
function requireCandidates(received: string): void {
  const body = JSON.parse(received) as object;
  if (!("candidates" in body) && !("promptFeedback" in body))
    throw new TypeError("Neither candidates nor feedback.");
}

function finishOf(
  unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other",
): Finish {
  switch (unified) {
    case "stop":
    case "length":
      return unified;
    case "content-filter":
      return "refused";
    case "tool-calls":
    case "error":
    case "other":
      return "other";
  }
}

/** The error that says, in words, what went wrong with a request; others as they are. */
export function explain(
  error: unknown,
  { baseUrl, key }: Pick<ModelConnection, "baseUrl" | "key">,
  wire: Wire,
): unknown {
  const host = new URL(baseUrl).host;
  const failed = ({ trouble, message, status, retryAfterMs }: Trouble) =>
    new ModelError(trouble, blotted(message, key), {
      status,
      retryAfterMs,
      sent: wire.sent,
      received: wire.received === null ? null : blotted(wire.received, key),
    });
  const outgoing = outgoingTrouble(error);
  if (outgoing !== null) return failed(outgoing);
  if (!APICallError.isInstance(error))
    // The library could not make sense of an answer that came.
    return wire.received === null ? error : failed(brokenAnswer(host));
  const status = error.statusCode ?? null;
  if (status === null || (status >= 200 && status < 300)) return failed(brokenAnswer(host, status));
  // Before it is quoted: the quote may end within the key.
  const body = blotted(wire.received ?? "", key);
  return failed(statusTrouble(host, status, error.responseHeaders ?? {}, body));
}
