import { plainSigns } from "@/lib/dataset/questions/same-text";

/**
 * What likeness by words and letters cannot see: two questions that share nearly every word may ask for different things,
 * because a number, a version, a sign, an accent or the order of names is another. Pure.
 */

/** Unequal texts are never quite alike, however many words and letters they share. */
export const MOST_ALIKE = 0.99;
/** The likeness below which two texts have nothing to do with each other; what is lowered is lowered towards it. */
export const UNLIKE = 0.4;
/** What is left of the likeness above UNLIKE where the texts say different things: from 0.99 it falls to 0.695. */
const OTHER_MEANING = 0.5;
/** The same where only one of the two has a number. */
const ONE_SAYS_MORE = 0.9;

/** What weighedLikeness reads of a text; made once for each. */
export interface Traits {
  key: string;
  /** Words and the signs that can carry meaning, in order. */
  words: readonly string[];
  /** Those of `words` that are numbers, or hold a digit or a sign: "2024", "5.5", "20th", "c#", "50%". */
  marks: readonly string[];
  /** Words with a capital letter, in order, in lower case. */
  names: readonly string[];
}

/** Returns what weighedLikeness compares of a text. */
export function traitsOf(text: string): Traits {
  const plain = plainSigns(text);
  const words = meaningfulWords(
    plain.replace(ROMAN, (numeral) => String(romanValue(numeral))).toLowerCase(),
  );
  return {
    key: plain.toLowerCase(),
    words,
    marks: words.filter((word) => MARK.test(word)),
    names: [...plain.matchAll(NAME)].map(([name]) => name.toLowerCase()),
  };
}

/**
 * The likeness of two texts, lowered where it hides a difference in meaning.
 * @param likeness by words and letters, 0 to 1.
 * @returns 1 for equal texts and only for them (see sameText); below 0.7 where numbers, signs or accents conflict, or the
 *   same words or names come in another order; otherwise little less than `likeness`.
 */
export function weighedLikeness(likeness: number, a: Traits, b: Traits): number {
  if (a.key === b.key) return 1;
  const most = Math.min(likeness, MOST_ALIKE);
  const factor = differs(a, b) ? OTHER_MEANING : sameList(a.marks, b.marks) ? 1 : ONE_SAYS_MORE;
  return most <= UNLIKE ? most : UNLIKE + (most - UNLIKE) * factor;
}

function differs(a: Traits, b: Traits): boolean {
  return (
    marksConflict(a, b) ||
    otherOrder(a.words, b.words) ||
    otherOrder(...shared(a.names, b.names)) ||
    sameButForSigns(a.words, b.words)
  );
}

/** Each has a number or sign that the other lacks; or they are the same in another order; or one is a bare name of the other. */
function marksConflict(a: Traits, b: Traits): boolean {
  const onlyA = without(a.marks, b.marks);
  const onlyB = without(b.marks, a.marks);
  if (onlyA.length > 0 && onlyB.length > 0) return true;
  if (onlyA.length === 0 && onlyB.length === 0) return !sameList(a.marks, b.marks);
  const other = onlyA.length > 0 ? b : a;
  return (onlyA.length > 0 ? onlyA : onlyB).some((mark) =>
    other.words.includes(mark.replace(/[^\p{L}]+/gu, "")),
  );
}

/** The same words, each as often, in another order. */
function otherOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && !sameList(a, b) && sameList([...a].sort(), [...b].sort());
}

/** The words that both have, each once, in the order of each. */
function shared(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const inA = new Set(a);
  const inB = new Set(b);
  return [[...inA].filter((word) => inB.has(word)), [...inB].filter((word) => inA.has(word))];
}

/** Word for word the same once signs and accents are gone, and yet not the same words. */
function sameButForSigns(a: readonly string[], b: readonly string[]): boolean {
  return !sameList(a, b) && bare(a) === bare(b);
}

function bare(words: readonly string[]): string {
  return words
    .join("")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((item) => {
    const at = left.indexOf(item);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/**
 * Roman numerals in capitals count as numbers: "Pedro II", "Super Bowl LIX"; of one letter only behind a name, as in
 * "World War I", since "I" and "C" are mostly none.
 */
const ROMAN =
  /(?<![\p{L}\p{N}.-])(?:(?=[XLVI]{2})L?X{0,3}(?:IX|IV|V?I{0,3})|(?<=\p{Lu}\p{Ll}+ )[IVX])(?![\p{L}\p{N}'-])/gu;
const ROMAN_DIGITS: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 };

/** Returns what a Roman numeral is worth: a smaller digit before a larger one is taken off. */
function romanValue(numeral: string): number {
  const values = [...numeral].map((digit) => ROMAN_DIGITS[digit]!);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}

const NAME = /\p{Lu}[\p{L}\p{N}]*/gu;
/** A digit, or a sign that is no punctuation between words. */
const MARK = /[\p{N}\p{S}#%&@*\\]|^[-/]$/u;

/** Written-out numbers as digits, so that they count as numbers do. "One" is too often no number. */
const WRITTEN_OUT: Record<string, string> = {
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  first: "1st",
  second: "2nd",
  third: "3rd",
  fourth: "4th",
  fifth: "5th",
  sixth: "6th",
  seventh: "7th",
  eighth: "8th",
  ninth: "9th",
  tenth: "10th",
};

/** Splits a text where punctuation only parts words, and keeps it where it belongs to a number: "5.5", "1-0", "-5", "1/2". */
function meaningfulWords(text: string): string[] {
  return text
    .replace(/["'()[\]{}…!?;¿¡]/g, " ")
    .replace(/[.,:](?!\d)|(?<!\d)[,:]/g, " ")
    .replace(/[-/](?! ?\d)/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => WRITTEN_OUT[word] ?? word);
}
