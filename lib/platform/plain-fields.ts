/*
 * What fields hold, without a schema library: for what every page loads. Three kinds of code points are no text: U+0000,
 * which PostgreSQL cannot store; surrogates without their partner, which have no UTF-8; and Unicode's noncharacters, which
 * are never interchanged.
 */

/** The greatest number that a column of type `int` holds. */
export const MAX_INT = 2_147_483_647;

const UNUSABLE = /\0|\p{Surrogate}|\p{Noncharacter_Code_Point}/u;
const EVERY_UNUSABLE = new RegExp(UNUSABLE.source, "gu");

/** True for a day, YYYY-MM-DD, that the calendar has, of the years 1 to 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < "0001") return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Returns the text without what text() refuses; half of a pair leaves U+FFFD, the sign for a lost character. */
export function withoutUnusable(value: string): string {
  return UNUSABLE.test(value) ? value.toWellFormed().replace(EVERY_UNUSABLE, "") : value;
}

/** Returns what someone searches for: the text without what text() refuses, trimmed, cut at `max` characters. */
export const searched = (value: string, max: number): string =>
  withoutUnusable(value).trim().slice(0, max).toWellFormed().trim();

/** Returns the text with U+0001, which no field of people takes, in place of each character that text() refuses. */
export function withUnusableMarked(value: string): string {
  return value.replace(EVERY_UNUSABLE, "\u0001");
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
