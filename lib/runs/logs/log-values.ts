import type { LogHead, LogVerdict } from "./run-log";

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none where it is something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** A scalar as text; empty for whatever else. */
export function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The first of some values that is a text with anything in it. */
export function firstText(...values: readonly unknown[]): string {
  for (const value of values) {
    const text = textOf(value);
    if (text.trim() !== "") return text;
  }
  return "";
}

/** The text of a message: a text, or parts of which some are texts. Images and calls of tools are passed over. */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map(fieldsOf)
    .filter(({ type }) => type === undefined || TEXT_PARTS.includes(textOf(type)))
    .map(({ text }) => textOf(text))
    .join("");
}
const TEXT_PARTS = ["text", "input_text", "output_text"];

/** What a model thought before it answered, where the parts of its message say so. */
export function reasoningText(content: unknown): string {
  return listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === "reasoning" || type === "thinking")
    .map(({ reasoning, thinking, text }) => firstText(reasoning, thinking, text))
    .join("");
}

/** What was asked: a text, or the last message of a user. */
export function promptText(input: unknown): string {
  if (!Array.isArray(input)) return textOf(input);
  const messages = input.map(fieldsOf);
  const asked = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
  return contentText(asked?.["content"]);
}

const STABLE_ID = /^Q[1-9]\d{0,9}$/i;

/** Our question ID among some values: "Q17". A bare number may be any tool's own. */
export function stableIdOf(...values: readonly unknown[]): string {
  for (const value of values) {
    const text = textOf(value).trim();
    if (STABLE_ID.test(text)) return text.toUpperCase();
  }
  return "";
}

/** An ISO time of a text or of seconds since 1970; null for what is neither. */
export function timeOf(value: unknown): string | null {
  const time =
    typeof value === "number" && value > 0 && value < 1e11
      ? new Date(value * 1000)
      : typeof value === "string" && /^\d{4}-\d\d-\d\d([T ]|$)/.test(value)
        ? new Date(
            /\d\d:\d\d/.test(value) && !ZONE.test(value) ? `${value.replace(" ", "T")}Z` : value,
          )
        : null;
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
const ZONE = /(Z|[+-]\d\d:?\d\d)$/;

/** Fills in what a log says of the parameters by which the model answered; what is known already stays. */
export function takeParameters(head: LogHead, said: unknown): void {
  for (const [name, value] of Object.entries(fieldsOf(said))) {
    if (value === null || value === undefined) continue;
    if (name === "temperature") head.temperature ??= numberOf(value);
    else if (MAX_TOKENS.includes(name)) head.maxTokens ??= wholeOf(value);
    else if (Object.keys(head.parameters).length < MAX_PARAMETERS && name.length <= 100) {
      const text = typeof value === "object" ? shortJson(value) : textOf(value);
      if (text !== "" && !Object.hasOwn(head.parameters, name))
        head.parameters[name] = text.slice(0, 500);
    }
  }
}
const MAX_TOKENS = [
  "max_tokens",
  "max_gen_toks",
  "max_new_tokens",
  "max_completion_tokens",
  "max_output_tokens",
];
export const MAX_PARAMETERS = 50;

function wholeOf(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number > 0 ? number : null;
}

/** A list of scalars as JSON; empty for anything deeper. */
function shortJson(value: object): string {
  return Array.isArray(value) && value.every((item) => typeof item !== "object")
    ? JSON.stringify(value)
    : "";
}

/** A sample with more texts is no sample. One more is handed on, so that it is seen. */
export const MAX_TEXTS = 100;

export function textsOf(value: unknown): readonly unknown[] {
  return listOf(value).slice(0, MAX_TEXTS + 1);
}

/** A verdict in our words, where it is one: see LogVerdict. */
export function verdictOf(scorer: string, value: unknown, explanation = ""): LogVerdict {
  return { scorer, value: verdictText(value), explanation };
}

function verdictText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "correct" : "incorrect";
  if (typeof value === "number")
    return value === 1 ? "correct" : value === 0 ? "incorrect" : String(value);
  const text = textOf(value).trim();
  return VERDICT_LETTERS.get(text) ?? text;
}

/** Inspect's: correct, incorrect, partly correct, no answer. */
const VERDICT_LETTERS = new Map([
  ["C", "correct"],
  ["I", "incorrect"],
  ["P", "partly correct"],
  ["N", "not attempted"],
]);
