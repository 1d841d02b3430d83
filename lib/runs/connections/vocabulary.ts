/*
 * Closed lists of connections, without a library in reach, so that pages and the schema may have them.
 */

/** Wire formats of models. Azure, vLLM, Ollama, llama.cpp, OpenRouter and others speak "openai-chat". */
export const MODEL_APIS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
export type ModelApi = (typeof MODEL_APIS)[number];

export const SEARCH_SERVICES = ["serpapi", "serper", "searxng", "brave"] as const;
export type SearchService = (typeof SEARCH_SERVICES)[number];

export const SERVICES = [...MODEL_APIS, ...SEARCH_SERVICES] as const;
export type Service = (typeof SERVICES)[number];

/** What a service is called. */
export const SERVICE_NAMES: Record<Service, string> = {
  "openai-chat": "OpenAI-compatible chat",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic",
  gemini: "Google Gemini",
  serpapi: "SerpApi",
  serper: "Serper",
  searxng: "SearXNG",
  brave: "Brave Search",
};

/** Where a service is by itself; "" where everyone runs their own. */
export const BASE_URLS: Record<Service, string> = {
  "openai-chat": "https://api.openai.com/v1",
  "openai-responses": "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
  serpapi: "https://serpapi.com",
  serper: "https://google.serper.dev",
  searxng: "",
  brave: "https://api.search.brave.com/res/v1",
};

export const CONNECTION_KINDS = ["model", "search"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export function kindOf(service: Service): ConnectionKind {
  return (MODEL_APIS as readonly string[]).includes(service) ? "model" : "search";
}

/** Where a connection's key is: nowhere, in a variable of the environment, or entered by an admin and sealed. */
export const KEY_SOURCES = ["none", "environment", "entered"] as const;
export type KeySource = (typeof KEY_SOURCES)[number];

export const KEY_HEADERS = ["authorization", "api-key"] as const;

/** The name of the limit of tokens in a request. */
export const TOKEN_PARAMETERS = ["max_tokens", "max_completion_tokens"] as const;

/** Who says the instructions. "user": put before the first message of the user, for models without the role. */
export const SYSTEM_ROLES = ["system", "developer", "user"] as const;

export const REASONING_EFFORTS = ["minimal", "low", "medium", "high"] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** What a model accepts; a parameter that it does not is left out of the request, and the reply says so. */
export interface ModelCapabilities {
  temperature: boolean;
  seed: boolean;
  /** The name of the limit of tokens; reasoning models of OpenAI refuse `max_tokens`. For "openai-chat" alone. */
  tokenParameter: (typeof TOKEN_PARAMETERS)[number];
  /** Null: the model does not take one. */
  reasoningEffort: ReasoningEffort | null;
  systemRole: (typeof SYSTEM_ROLES)[number];
}

/** What a model is asked for: a reply, or how like a question texts are. */
export const CALL_KINDS = ["chat", "embedding"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** How a call failed, and what that means for the next one. */
export const MODEL_TROUBLES = [
  /** 429: ask again, after the time that the service says, if it does. */
  "rate-limited",
  /** 5xx, no connection: nothing was done, and nothing charged. Ask again. */
  "unavailable",
  /** It was sent and no answer came, or not in time: it may have been charged. Ask again, a few times. */
  "unanswered",
  /** 200 with a body that is not what the API promises: ask again, a few times. */
  "broken-answer",
  /** 401, 403: the key is wrong or may not; every call would fail. */
  "key-refused",
  /** The account has no quota or credit left; every call would fail. */
  "quota-exhausted",
  /** Other 4xx: this request would fail again, and mostly each like it. */
  "request-refused",
  /** The guard: the host is not allowed, or not an http URL. */
  "not-allowed",
] as const;
export type ModelTrouble = (typeof MODEL_TROUBLES)[number];

/** Why a reply ended. "length": at the limit of tokens. "refused": the service or the model declined. */
export const FINISHES = ["stop", "length", "refused", "other"] as const;
export type Finish = (typeof FINISHES)[number];
