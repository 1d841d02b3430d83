/**
 * A refusal that a person can act on: what happened, what was kept, what to do next.
 * `code` is for programs and never changes its meaning; `message` is for people.
 */
export interface Refusal {
  code: string;
  message: string;
  /** Words for single fields of the input, keyed by the field's path ("answers.2"). */
  fields?: Record<string, string>;
  /** Whatever the reader needs to go on, for example the other person's revision. */
  details?: unknown;
}

/** The outcome of a command: its value, or a refusal. Anything unexpected is thrown instead. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export function ok(): Result<void>;
export function ok<T>(value: T): Result<T>;
export function ok<T>(value?: T): Result<T | void> {
  return { ok: true, value };
}

/** Builds a refusal as a result: `return refuse("stale", "…", { details })`. */
export function refuse(
  code: string,
  message: string,
  more: Omit<Refusal, "code" | "message"> = {},
): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code, message, ...more } };
}

/** Is this value, of whatever kind, a refused Result? */
export function isRefusal(value: unknown): value is { ok: false; refusal: Refusal } {
  return (
    typeof value === "object" &&
    value !== null &&
    "ok" in value &&
    value.ok === false &&
    "refusal" in value
  );
}
