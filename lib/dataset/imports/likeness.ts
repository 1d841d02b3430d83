import { caselessKey, plainSigns, textKey } from "@/lib/dataset/questions/same-text";
import { sayOpposites } from "./opposites";
import { inPlainUnits, LEADS_TO_A_UNIT, POWERS, unitOf } from "./units";

/**
 * What likeness by words and letters cannot see: two questions that share nearly every word may ask for different things,
 * because a number, a version, a sign, an accent, the order of names, a unit, a negation or a capital is another, or a name,
 * or a word says the opposite. Pure.
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
  /** What only a careful reader tells apart; null where that is not asked for (see looseTraits). */
  fine: (() => FineTraits) | null;
}

interface FineTraits {
  /** Words in their own case; empty where case says nothing. */
  cased: readonly string[];
  /** How many negations there are: "not", "didn't", "never". */
  negations: number;
  /** What stands at each number: signs and unit, as "!" and " km" for "5! km". */
  measures: ReadonlyMap<string, readonly string[]>;
  /** Units named without a number: "How many kilometers". */
  units: readonly string[];
  /** Words with ß or ss. */
  sharp: readonly string[];
  /** The first word in lower case, if it can be a name, whose capital says nothing there; else null. */
  first: string | null;
}

/** Makes the traits of a text. */
export type ReadTraits = (text: string) => Traits;

/** Returns what weighedLikeness compares of a text where all of it counts: for proposals that may be accepted unseen. */
export function traitsOf(text: string): Traits {
  const plain = plainSigns(text);
  return readTraits(plain, textKey(plain), () =>
    fineTraits(plain, abbreviated(plain).replace(BEGINS_A_SENTENCE, "$1").match(WORDS) ?? []),
  );
}

/** As traitsOf, where one of the two sides was written without regard to case. */
export function caselessTraits(text: string): Traits {
  const plain = plainSigns(text);
  return readTraits(plain, caselessKey(plain), () => fineTraits(plain.toLowerCase(), []));
}

/**
 * As traitsOf, but for what a quick reader takes for the same: case, a negation, a unit, a sign beside a number. To find
 * whatever could be the same question, not to decide that it is.
 */
export function looseTraits(text: string): Traits {
  const plain = plainSigns(text);
  return readTraits(plain, caselessKey(plain), null);
}

function readTraits(plain: string, key: string, fine: (() => FineTraits) | null): Traits {
  const words = meaningfulWords(
    plain.replace(ROMAN, (numeral) => String(romanValue(numeral))).toLowerCase(),
  );
  return {
    key,
    words,
    marks: words.filter((word) => MARK.test(word)),
    names: [...plain.matchAll(NAME)].map(([name]) => name.toLowerCase()),
    fine: fine && onDemand(fine),
  };
}

/** What is made once, and only where someone asks: most texts differ otherwise. */
function onDemand<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function fineTraits(plain: string, cased: readonly string[]): FineTraits {
  const measures = new Map<string, string[]>();
  const units = new Set<string>();
  const quoted = { "'": evenly(plain, "'"), '"': evenly(plain, '"') };
  /** What was found at the number before the token at hand; null where none stands there. */
  let measured: string[] | null = null;
  let leads = false;
  let power = "";
  for (const token of inPlainUnits(plain.replace(NUMBER_AND_UNIT, " $1 ")).split(/ +/)) {
    const word = token.replace(AROUND_A_WORD, "").replace(/'s$/, "");
    if (Object.hasOwn(POWERS, word.toLowerCase())) {
      power = POWERS[word.toLowerCase()]!;
      leads = true;
      continue;
    }
    const unit = unitOf(word, measured !== null || leads);
    if (measured !== null && unit !== null) measured[measured.length - 1] += ` ${unit}${power}`;
    else if (unit !== null) units.add(unit + power);
    measured = null;
    power = "";
    leads = LEADS_TO_A_UNIT.has(word.toLowerCase());
    const found = NUMBER.exec(token);
    if (found === null) continue;
    const [, before, number, behind] = found;
    const signs = behind!.replace(/["']/g, (sign) => (quoted[sign as "'" | '"'] ? "" : sign));
    measured = measures.get(number!) ?? [];
    measured.push(`${before!.replace(/[("'[{]/g, "")}_${signs.replace(/[.,:;?)\]}]/g, "")}`);
    measures.set(number!, measured);
  }
  return {
    cased,
    negations: [...plain.matchAll(NEGATION)].length,
    measures,
    units: [...units],
    sharp: (plain.toLowerCase().match(WORDS) ?? []).filter((word) => /ß|ss/.test(word)),
    first: nameOf(abbreviated(plain).match(WORDS)?.[0] ?? ""),
  };
}

/** The word, if a sentence that begins with it can begin with a name. */
function nameOf(word: string): string | null {
  const name = word.toLowerCase().replace(/'.*$|\./g, "");
  return name === "" || NO_NAMES.has(name) ? null : name;
}

/** The text with the names that are known by their initials as these. */
const abbreviated = (text: string) =>
  INITIALS.reduce((short, [name, initials]) => short.replace(name, initials), text);

/** Whether a quote character comes in pairs, so that behind a number it closes a quotation and is no foot or inch. */
function evenly(text: string, sign: string): boolean {
  const apart = text.replace(/(?<=\p{L})'(?=\p{L})/gu, "");
  return (apart.split(sign).length - 1) % 2 === 0;
}

/**
 * The likeness of two texts, lowered where it hides a difference in meaning.
 * @param likeness by words and letters, 0 to 1.
 * @returns 1 where the keys are equal and only there (for traitsOf: the texts, see sameText); below 0.7 where numbers,
 *   signs, accents, names, negations, opposites, units or the case of a word conflict, or the same words or names come in another order;
 *   otherwise little less than `likeness`.
 */
export function weighedLikeness(likeness: number, a: Traits, b: Traits): number {
  if (a.key === b.key) return 1;
  const most = Math.min(likeness, MOST_ALIKE);
  const factor = differs(a, b) ? OTHER_MEANING : sameList(a.marks, b.marks) ? 1 : ONE_SAYS_MORE;
  return most <= UNLIKE ? most : UNLIKE + (most - UNLIKE) * factor;
}

/** The likeness of texts that differ in case alone, where that could be a difference in meaning. */
export const OTHER_CASE = UNLIKE + (MOST_ALIKE - UNLIKE) * OTHER_MEANING;

function differs(a: Traits, b: Traits): boolean {
  return (
    marksConflict(a, b) ||
    otherOrder(a.words, b.words) ||
    otherOrder(...shared(a.names, b.names)) ||
    sameButForSigns(a.words, b.words) ||
    (a.fine !== null &&
      b.fine !== null &&
      (sayOpposites(without(a.words, b.words), without(b.words, a.words)) ||
        finePointsDiffer(a.fine(), b.fine())))
  );
}

function finePointsDiffer(a: FineTraits, b: FineTraits): boolean {
  return (
    a.negations !== b.negations ||
    otherMeasures(a.measures, b.measures) ||
    otherForms(a.units, b.units, () => "") ||
    otherForms(a.cased, b.cased, (word) => word.toLowerCase()) ||
    otherNames(a.cased, b.cased) ||
    (a.first !== null && b.first !== null && a.first !== b.first) ||
    otherForms(a.sharp, b.sharp, (word) => word.replaceAll("ß", "ss"))
  );
}

/** A number that both have stands beside other signs, or has another unit. */
function otherMeasures(a: FineTraits["measures"], b: FineTraits["measures"]): boolean {
  return [...a].some(([number, signs]) => {
    const others = b.get(number);
    return (
      others !== undefined && !sameList([...new Set(signs)].sort(), [...new Set(others)].sort())
    );
  });
}

/** Each has a word that the other lacks, and the two have one common form. */
function otherForms(
  a: readonly string[],
  b: readonly string[],
  form: (word: string) => string,
): boolean {
  const onlyB = new Set(without(b, a).map(form));
  return onlyB.size > 0 && without(a, b).some((word) => onlyB.has(form(word)));
}

/** Each has a name that the other lacks: "Democrats" and "Republicans". */
function otherNames(a: readonly string[], b: readonly string[]): boolean {
  const named = (words: readonly string[]) =>
    words.filter((word) => /\p{Lu}/u.test(word)).map((word) => word.replace(/'s$|\./g, ""));
  const [one, other] = [named(a), named(b)];
  return without(one, other).length > 0 && without(other, one).length > 0;
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
  const left = new Map<string, number>();
  for (const item of some) left.set(item, (left.get(item) ?? 0) + 1);
  return all.filter((item) => {
    const count = left.get(item) ?? 0;
    if (count > 0) left.set(item, count - 1);
    return count === 0;
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

/** A token with a number, parted in what stands before it, the number and what stands behind it; letters end it. */
const NUMBER = /^([^\p{L}\p{N}]*)(\d(?:[\d.,:/-]*\d)?)([^\p{L}\p{N}]*)(?!\S)/u;
/** What follows a number behind a hyphen: "100-meter dash", "5-year-old". */
const NUMBER_AND_UNIT = /(?<=\d)-(\p{L}+)(?:-(?=\p{L})|(?![\p{L}-]))/gu;
const AROUND_A_WORD = /^[("'[{]+|(?<![.,:;?!)\]}"'])[.,:;?!)\]}"']+$/g;
/** Words and names as they are written, "What's" and "U.S." as one each. */
const WORDS = /[\p{L}\p{N}]+(?:['.][\p{L}\p{N}]+)*/gu;
/** A word whose capital says nothing of it, as it begins a sentence: "Tesla sold", "What sold". */
const BEGINS_A_SENTENCE = /(^|[.!?:] )\p{Lu}\p{Ll}*(?:'\p{Ll}+)?(?![\p{L}\p{N}])/gu;
/** In English. "No. 1" and "no 1" are numbers. */
const NEGATION =
  /\bnon(?=[- ]|[a-z]{4})|\bex(?=-)|\b(?:not|yet to|fail(?:s|ed)? to|no(?!\.| \d)|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|except|excluding|other than|apart from|unless|hardly|barely|scarcely|rarely|seldom|(?:did|do|does|is|are|was|were|has|have|had|ca|can|could|wo|would|should|must|might|need|sha|ai)n'?t)\b/gi;

/** With which a question begins that begins with no name. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    "who whom whose what when where which why how is are was were am did does do has have had can could will would shall should may might must " +
    "in on at of for by from to as the a an this that these those since after before during if with without among between about regarding concerning " +
    "name list tell give count and or so not"
  ).split(" "),
);
const INITIALS: readonly (readonly [RegExp, string])[] = [
  [/\bUnited States(?: of America)?\b|\bUSA\b|\bU\.S\.A\./g, "US"],
  [/\bUnited Kingdom\b/g, "UK"],
  [/\bUnited Nations\b/g, "UN"],
  [/\bEuropean Union\b/g, "EU"],
];

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
