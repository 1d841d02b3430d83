import type { AgreementMode } from "./coefficient";

/*
 * Who said what of a response in one number, so that the database groups responses by it in one pass: two bits a rater, in
 * an order of the raters. What does not fit is told apart by types: a further mode or verdict does not compile here, as it
 * would be read as one of these, and raters have to be asked whether they fit.
 */

/** What a rater says of a response: in each mode whether it gives credit. */
export type Verdict = Record<Exclude<AgreementMode, "all">, boolean>;

/** The verdict of each code from 1 on; 0: the rater said nothing. A code is 1 and one more for each mode with credit. */
const VERDICTS = [
  { relaxed: false, strict: false },
  { relaxed: true, strict: false },
  { relaxed: true, strict: true },
] as const satisfies AtMostThree<Verdict>;
/** With 0 as many codes as two bits have. */
type AtMostThree<T> = readonly [T, T?, T?];

const BITS = 2;
/** So many raters fit, and have few enough signatures. */
const MOST_RATERS = 10;

declare const signed: unique symbol;
/** A response's signature. */
export type Signature = number & { readonly [signed]: "signature" };
/** The signature of a response that nobody rated. */
export const NOTHING_SAID = 0 as Signature;
/** Raters in the order of the bits of signatures. */
export type SignedRaters = readonly number[] & { readonly [signed]: "raters" };

/** Raters in the order of signatures' bits; null: they are too many. */
export function signedRaters(raterIds: readonly number[]): SignedRaters | null {
  return raterIds.length > MOST_RATERS ? null : (raterIds as SignedRaters);
}

/** The order for groups that have no signatures. */
export const NO_RATERS = [] as readonly number[] as SignedRaters;

/** Who said what. */
export function saidIn(
  signature: Signature,
  raters: SignedRaters,
): (Verdict & { raterId: number })[] {
  return raters.flatMap((raterId, at) => {
    const verdict = VERDICTS[((signature >> (BITS * at)) & (2 ** BITS - 1)) - 1];
    return verdict === undefined ? [] : [{ raterId, ...verdict }];
  });
}

/** The same bit of every rater: of the lower bits (0) or the upper ones (1). */
const bitsOf = (which: 0 | 1) =>
  Array.from({ length: MOST_RATERS }, (_, at) => 2 ** (BITS * at + which)).reduce((a, b) => a + b);

const ones = (bits: string) => `bit_count((${bits})::bit(32))::int`;

/**
 * The same in SQL: the code of a judgment `j`, which goes to its rater's bits; and of a signature `u.signature`, how many
 * raters it has.
 */
export const SIGNATURE_SQL = {
  code: "(1 + j.relaxed::int + j.strict::int)",
  bits: BITS,
  /** Raters who said anything. */
  judgments: ones(`(u.signature | (u.signature >> 1)) & ${bitsOf(0)}`),
  /** Raters with credit in Relaxed: codes 2 and 3. */
  relaxed: ones(`u.signature & ${bitsOf(1)}`),
  /** Raters with credit in Strict: code 3. */
  strict: ones(`u.signature & (u.signature >> 1) & ${bitsOf(0)}`),
};
