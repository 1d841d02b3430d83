import { z } from "zod";
import { formatCount } from "@/lib/platform/format";
import { unusableCharacter, withoutUnusable, searched } from "@/lib/platform/plain-fields";

/*
 * The one field for text that comes from outside; what is no text says plain-fields.ts.
 */

/** Returns a text of at most `max` UTF-16 units that the database can hold as it is; refuses any other in words. */
export function text(max: number, tooLong = `${formatCount(max)} characters maximum`): z.ZodString {
  return z
    .string()
    .max(max, tooLong)
    .superRefine((value, context) => {
      const message = unusableCharacter(value);
      if (message !== null) context.addIssue({ code: "custom", message });
    });
}

const NO_LINE = /[\u0001-\u001f\u007f\u2028\u2029]/;

/** A text on one line, trimmed: what has a name. */
export function line(max: number) {
  return text(max)
    .trim()
    .refine(
      (value) => !NO_LINE.test(value),
      "Contains an invisible control character. Delete it or retype the text.",
    );
}

/** Like text(), but replaces what text() refuses: for drafts that save themselves, and for addresses, which refuse nothing. */
export function keptText(max: number, tooLong?: string) {
  return z.string().transform(withoutUnusable).pipe(text(max, tooLong));
}

/** What someone searches for, as an address has it: without unusable characters, trimmed, cut at `max`; "" where there is none. */
export function searchText(max: number) {
  return z
    .string()
    .catch("")
    .transform((value) => searched(value, max));
}

/** What ends a line, in whatever text. */
export const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/**
 * Returns the text without the characters around it that `before` and `after` know. Looks at each once, however many
 * they are; an expression of both ends would look at some of them again and again.
 * @param before an expression for one character, without flags; @param after null: what stands behind stays
 */
export function withoutAround(
  value: string,
  before: RegExp,
  after: RegExp | null = before,
): string {
  let start = 0;
  let end = value.length;
  while (start < end && before.test(value[start]!)) start++;
  while (after !== null && end > start && after.test(value[end - 1]!)) end--;
  return value.slice(start, end);
}

/** JSON from elsewhere as the database can hold it: each text within, and each name, without what text() refuses. */
export function storableJson(value: unknown): unknown {
  if (typeof value === "string") return withoutUnusable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [withoutUnusable(name), storableJson(one)]),
  );
}
