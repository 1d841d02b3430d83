/**
 * When two texts are the same text. What differs in a sign that can carry meaning (C and C#, 50 and 50%, -5 and 5, 1/2
 * and 1, 2), in an accent, or in case (5 mW and 5 MW, IT and it) is another text; `normalizeText` of cells.ts, which folds
 * all of that, says only how alike texts are, and finds the few among which this decides.
 */

/**
 * Returns the form in which equal texts are equal: NFC, runs of white space as one space, none at the ends, quote and dash
 * characters as `'`, `"` and `-`, and the capital of a word that begins the text in lower case. "MW", "M5" and "K" are no
 * words, and what stands in quotes is said as it is. No character is taken out.
 */
export function textKey(text: string): string {
  return plainSigns(text).replace(
    FIRST_CAPITAL,
    (_, before: string, letter: string) => before + letter.toLowerCase(),
  );
}

/** What two texts with one `textKey` may differ in, as people read it. */
export const DIFFERS_IN_FORM = "spacing, quotes, dashes or a first capital";

/**
 * True when two texts differ at most in the case of their first letter, spacing, composition of characters, or the form of
 * quotes and dashes.
 */
export function sameText(a: string, b: string): boolean {
  return a === b || textKey(a) === textKey(b);
}

/** Returns the form in which texts are equal that differ at most in case and in what `textKey` leaves out. */
export function caselessKey(text: string): string {
  return plainSigns(text).toLowerCase();
}

/** True when two texts are the same but for case, which is for a person to judge. */
export function sameButForCase(a: string, b: string): boolean {
  return a === b || caselessKey(a) === caselessKey(b);
}

/** True where a text has a capital behind its first letter, and small letters: its writer heeded case. */
export function showsCase(text: string): boolean {
  return /\p{Ll}/u.test(text) && /\p{L}.*\p{Lu}/su.test(text);
}

/** Returns a text in NFC with plain quotes, plain dashes and single spaces; case is kept. */
export function plainSigns(text: string): string {
  // Plain ASCII is by far the commonest and needs no Unicode work.
  const plain = ASCII.test(text)
    ? text
    : text
        .normalize("NFC")
        .replace(SINGLE_QUOTES, "'")
        .replace(DOUBLE_QUOTES, '"')
        .replace(DASHES, "-");
  return plain.replace(/\s+/g, " ").trim();
}

const ASCII = /^[\u0000-\u007f]*$/;
// Of single letters only those that are words of English: "A man", "I am"; in other scripts most are.
const FIRST_CAPITAL = /^([^\p{L}\p{N}'"]*)(?![B-HJ-NP-XZ](?!'?\p{L}))(\p{Lu})(?![\p{Lu}\p{N}])/u;
// Only what normalizeText takes for punctuation: of two equal texts both must have the same normal form.
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2035\u2039\u203a\uff07]/g;
const DOUBLE_QUOTES = /[\u00ab\u00bb\u201c-\u201f\u2033\u2036\u301d-\u301f\uff02]/g;
const DASHES = /\p{Pd}/gu;
