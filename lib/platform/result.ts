import type { RefusalCode } from "./refusal-codes";

/**
 * A refusal that a person can act on: what happened, what was kept, what to do next.
 * `code` is for programs and never changes its meaning; `message` is for people.
 */
export interface Refusal<C extends RefusalCode = RefusalCode> {
  code: C;
  message: string;
  /** Words for single fields of the input, keyed by the field's path ("answers.2"). */
  fields?: Record<string, string>;
  /** Whatever the reader needs to go on, for example the other person's revision. */
  details?: unknown;
}

/** A refused Result, whose refusal has one of the codes C. */
export interface Refused<C extends RefusalCode = RefusalCode> {
  ok: false;
  refusal: Refusal<C>;
}

/**
 * The outcome of a command: its value, or a refusal with one of the codes C, which its signature lists (`never` for one
 * that is never refused). Anything unexpected is thrown instead.
 */
export type Result<T, C extends RefusalCode> = { ok: true; value: T } | Refused<C>;

/** A Result of whatever command, for what only passes it on or shows it. */
export type AnyResult<T> = Result<T, RefusalCode>;

/** The codes with which a command may refuse: `satisfies Record<CodeOf<typeof saveDraft>, …>` forgets none. */
export type CodeOf<Command extends (...input: never[]) => Promise<AnyResult<unknown>>> = Extract<
  Awaited<ReturnType<Command>>,
  Refused
>["refusal"]["code"];

export function ok(): Result<void, never>;
export function ok<T>(value: T): Result<T, never>;
export function ok<T>(value?: T): Result<T | void, never> {
  return { ok: true, value };
}

/** Builds a refusal as a result: `return refuse("stale", "…", { details })`. */
export function refuse<C extends RefusalCode>(
  code: C,
  message: string,
  more: Omit<Refusal, "code" | "message"> = {},
): Refused<C> {
  return { ok: false, refusal: { code, message, ...more } };
}

/** Is this value, of whatever kind, a refused Result? */
export function isRefusal(value: unknown): value is Refused {
  return (
    typeof value === "object" &&
    value !== null &&
    "ok" in value &&
    value.ok === false &&
    "refusal" in value
  );
}
