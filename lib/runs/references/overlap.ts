const IDEOGRAPH = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const WORDS = new RegExp(`${IDEOGRAPH}|(?:(?!${IDEOGRAPH})[\\p{L}\\p{N}\\p{M}])+`, "gu");

/**
 * Tokens of a text in any script: lower-cased runs of letters and digits (with the signs that belong to them), composed
 * (NFC). Of scripts that write words without spaces (Chinese characters, kana) each character is one.
 */
export function unicodeTokens(text: string): string[] {
  return text.normalize("NFC").toLowerCase().match(WORDS) ?? [];
}

/** How often each token occurs. */
export interface TokenCounts {
  readonly counts: ReadonlyMap<string, number>;
  /** All of them. */
  readonly size: number;
}

export function countTokens(tokens: readonly string[]): TokenCounts {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return { counts, size: tokens.length };
}

/** Tokens that two texts have in common: the sum over tokens of the smaller count. */
export function overlap(one: TokenCounts, other: TokenCounts): number {
  let sum = 0;
  for (const [token, count] of one.counts) sum += Math.min(count, other.counts.get(token) ?? 0);
  return sum;
}

/** Rouge-1 F1, 0 to 1: 2 · overlap / (tokens of both); 0 where neither has any. Symmetric. */
export function rouge1F1(one: TokenCounts, other: TokenCounts): number {
  const both = one.size + other.size;
  return both === 0 ? 0 : (2 * overlap(one, other)) / both;
}

/** Rouge-1 precision of a text against a reference, 0 to 1: overlap / tokens of the text; 0 where it has none. */
export function rouge1Precision(text: TokenCounts, reference: TokenCounts): number {
  return text.size === 0 ? 0 : overlap(text, reference) / text.size;
}
