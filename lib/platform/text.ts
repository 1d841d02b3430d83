import { z } from "zod";
import { formatCount } from "@/lib/platform/format";

/*
 * The one field for text that comes from outside. Three kinds of code points are no text: U+0000, which PostgreSQL cannot
 * store; surrogates without their partner, which have no UTF-8; and Unicode's noncharacters, which are never interchanged.
 */

const UNUSABLE = /\0|\p{Surrogate}|\p{Noncharacter_Code_Point}/u;
const EVERY_UNUSABLE = new RegExp(UNUSABLE.source, "gu");

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
    .transform((value) => withoutUnusable(value).trim().slice(0, max).toWellFormed());
}

/** Returns the text without what text() refuses; half of a pair leaves U+FFFD, the sign for a lost character. */
export function withoutUnusable(value: string): string {
  return UNUSABLE.test(value) ? value.toWellFormed().replace(EVERY_UNUSABLE, "") : value;
}

/** Returns where the first unusable character is and what to do, or null. Positions count characters from 1, as people do. */
export function unusableCharacter(value: string): string | null {
  const found = UNUSABLE.exec(value);
  if (found === null) return null;
  const before = value.slice(0, found.index).split("\n");
  const position = [...before.at(-1)!].length + 1;
  const place = value.includes("\n")
    ? `at position ${position} of line ${before.length}`
    : `at position ${position}`;
  const code = found[0].codePointAt(0)!;
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return isHalf
    ? `Remove the broken character ${place} (half of an emoji or symbol).`
    : `Remove the invisible character ${place} (U+${code.toString(16).toUpperCase().padStart(4, "0")}).`;
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
