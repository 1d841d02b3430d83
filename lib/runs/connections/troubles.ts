import { OutgoingError } from "@/lib/platform/outgoing/guard";
import type { ModelTrouble } from "./vocabulary";

/*
 * How a request to a service failed, the same for models and searches.
 */

/** What went wrong, in words that name host and status and quote the service. */
export interface Trouble {
  trouble: ModelTrouble;
  message: string;
  status: number | null;
  /** What the service asks to wait, milliseconds. */
  retryAfterMs: number | null;
}

/** A request to a service that brought no answer to use. Neither message nor details hold the key. */
export class ServiceError extends Error {
  constructor(
    readonly trouble: ModelTrouble,
    message: string,
    readonly details: {
      status: number | null;
      /** What the service asks to wait, milliseconds. */
      retryAfterMs: number | null;
      sent: unknown;
      received: string | null;
    },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What the guard did not let through, or did not get an answer to. @returns null for other errors */
export function outgoingTrouble(error: unknown): Trouble | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutgoingError)
      return {
        trouble: troubleOf(cause),
        message: cause.message,
        status: null,
        retryAfterMs: null,
      };
  return null;
}

function troubleOf(error: OutgoingError): ModelTrouble {
  switch (error.trouble) {
    case "address-refused":
    case "not-http":
    case "redirected":
      return "not-allowed";
    // It came, and is more than any API answers.
    case "too-large":
      return "broken-answer";
    case "timed-out":
      return "unanswered";
    case "unreachable":
      return wasNotSent(error) ? "unavailable" : "unanswered";
  }
}

/** Errors by which no connection was made: of names, addresses, ports and certificates. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** Whether a request failed before a byte of it left; where that is not certain, it may have been served and charged. */
function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && NO_CONNECTION.test(code))
    // A connection that was made may time out, too.
    return code !== "ETIMEDOUT" || (error as { syscall?: unknown }).syscall === "connect";
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(wasNotSent);
  return wasNotSent(error.cause);
}

/** An answer that came, and is none. */
export function brokenAnswer(host: string, status: number | null = null): Trouble {
  return {
    trouble: "broken-answer",
    message: `${host} sent an answer that doesn't match its API.`,
    status,
    retryAfterMs: null,
  };
}

/**
 * What a status other than 2xx means.
 * @param headers by their names in lower case.
 * @param body as it was received.
 */
export function statusTrouble(
  host: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): Trouble {
  const said = { message: `${host} answered ${status}: ${wordsOf(body)}`, status };
  if (status === 402 || (status < 500 && NO_CREDIT.test(body)))
    return { ...said, trouble: "quota-exhausted", retryAfterMs: null };
  if (status === 429)
    return { ...said, trouble: "rate-limited", retryAfterMs: retryAfter(headers) };
  if (status === 401 || status === 403)
    return { ...said, trouble: "key-refused", retryAfterMs: null };
  // A gateway that gave up waiting for a service that goes on working, mostly.
  if (status === 408 || status === 504 || status === 524)
    return { ...said, trouble: "unanswered", retryAfterMs: retryAfter(headers) };
  if (status >= 500 || status === 409)
    return { ...said, trouble: "unavailable", retryAfterMs: retryAfter(headers) };
  return { ...said, trouble: "request-refused", retryAfterMs: null };
}

/** How services say that no call will be served before someone pays; rate limits share the status with some of them. */
export const NO_CREDIT =
  /insufficient_quota|billing_hard_limit|credit balance is too low|insufficient (balance|credit|funds)|(run )?out of (searches|credits)|not enough credits/i;

/** The longest quote from a service's answer in an error. */
const QUOTE = 300;

/** The message within an error's body, where it has the usual place for one; else its beginning. */
function wordsOf(body: string): string {
  let words = body;
  try {
    const parsed = JSON.parse(body) as {
      error?: { message?: unknown; detail?: unknown } | string;
      message?: unknown;
    };
    const message =
      typeof parsed.error === "string"
        ? parsed.error
        : (parsed.error?.message ?? parsed.error?.detail ?? parsed.message);
    if (typeof message === "string") words = message;
  } catch {
    // Not JSON: a proxy's page, mostly.
  }
  const flat = words.replaceAll(/\s+/g, " ").trim();
  return flat === "" ? "(nothing)" : flat.length > QUOTE ? `${flat.slice(0, QUOTE)}…` : flat;
}

/** Services quote keys in their errors; URLs and JSON hold them in spellings of their own. */
export function blotted(text: string, key: string | null): string {
  if (key === null || key === "") return text;
  return [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]
    .reduce((rest, spelling) => rest.replaceAll(spelling, "[key]"), text)
    .replaceAll(spellingsOf(key), "[key]");
}

/** The same in each text of parsed JSON, and in each name. */
export function blottedWithin(json: unknown, key: string | null): unknown {
  if (typeof json === "string") return blotted(json, key);
  if (Array.isArray(json)) return json.map((one) => blottedWithin(one, key));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, one]) => [blotted(name, key), blottedWithin(one, key)]),
  );
}

/** What each character of a key may be in JSON or a URL: itself, \/, \u002f, %2F. No text fits two ways. */
function spellingsOf(key: string): RegExp {
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
  const eitherCase = (said: string) =>
    said.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const units = Array.from({ length: key.length }, (_one, at) => {
    const unit = key[at]!;
    const code = key.charCodeAt(at);
    const own = `\\u${hex(code, 4)}`;
    return [
      ...(unit === "\\" ? [] : [unit === "%" ? "%(?!25)" : own]),
      `\\\\u${eitherCase(hex(code, 4))}`,
      ...(code < 0x80 ? [`%${eitherCase(hex(code, 2))}`] : []),
      ...('/"\\'.includes(unit) ? [`\\\\${own}`] : []),
    ].join("|");
  });
  return new RegExp(units.map((spellings) => `(?:${spellings})`).join(""), "g");
}

/** The longest wait that a service may ask for; more, and it is tried again all the same. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Retry-After (RFC 9110, 10.2.3) in seconds or as a date, or OpenAI's `retry-after-ms`.
 * @returns milliseconds, or null where it is missing or makes no sense.
 */
export function retryAfter(
  headers: Readonly<Record<string, string>>,
  now: Date | null = null,
): number | null {
  const ms = headers["retry-after-ms"];
  if (ms !== undefined && /^\d+$/.test(ms)) return Math.min(Number(ms), LONGEST_WAIT_MS);
  const said = headers["retry-after"]?.trim();
  if (said === undefined) return null;
  if (/^\d+$/.test(said)) return Math.min(Number(said) * 1000, LONGEST_WAIT_MS);
  const at = Date.parse(said);
  const from = now ?? (headers.date === undefined ? null : new Date(headers.date));
  if (Number.isNaN(at) || from === null || Number.isNaN(from.getTime())) return null;
  return Math.min(Math.max(0, at - from.getTime()), LONGEST_WAIT_MS);
}
