import { hasFields } from "@/components/ui/has-fields";
import { NO_ANSWER } from "@/lib/platform/lost-answers";
import type { AnyResult, Refusal } from "@/lib/platform/result";

const TIMEOUT_MS = 20_000;

/**
 * Posts JSON to one of our own addresses.
 * @returns the refusal `unavailable` when the server says that it cannot serve anyone now; `failed` when something
 * answered an error that is not ours; `no-answer` when the server took too long; null when nothing was reached, or
 * something else answered in its place.
 */
export async function postJson(address: string, body: unknown): Promise<AnyResult<unknown> | null> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return readAnswer(answer.status, text);
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError"
      ? { ok: false, refusal: NO_ANSWER }
      : null;
  }
}

/** Reads an answer of a desk's address. @param text its body, which need not be JSON. */
export function readAnswer(status: number, text: string): AnyResult<unknown> | null {
  const said = readJson(text);
  if (status >= 200 && status < 300)
    return said === null && text.trim() !== "null" ? null : { ok: true, value: said };
  const refusal =
    hasFields(said, { refusal: "object" }) &&
    hasFields(said.refusal, { code: "string", message: "string" })
      ? (said.refusal as unknown as Refusal)
      : null;
  if (status === 502 || status === 503 || status === 504)
    return refusal === null ? null : { ok: false, refusal: { ...refusal, code: "unavailable" } };
  if (refusal !== null) return { ok: false, refusal };
  return {
    ok: false,
    refusal: {
      code: "failed",
      message: `The server couldn't process this (status ${status}), so it may or may not have been saved. Retry it; nothing is saved twice.`,
    },
  };
}

/** Posts JSON without waiting for an answer, also while the page goes away. */
export function tellJson(address: string, body: unknown): void {
  void fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => {});
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
