/*
 * What awaits adjudication, written a second time for tests: pair of ratings by pair of ratings. The product has it in a
 * trigger (refresh_adjudication_cases) for the queue, and in rules.ts for the desk.
 */

export interface GivenRating {
  relaxed: boolean;
  strict: boolean;
  flagged: boolean;
  lowConfidence: boolean;
}

function pairsOf<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]));
}

/** Of all pairs of ratings and both modes, the share that agrees; 1 where there are no pairs. */
export function expectedAgreement(ratings: readonly GivenRating[]): number {
  const compared = pairsOf(ratings).flatMap(([one, other]) => [
    one.relaxed === other.relaxed,
    one.strict === other.strict,
  ]);
  return compared.length === 0 ? 1 : compared.filter(Boolean).length / compared.length;
}

/** Why ratings await adjudication; none: they do not. */
export function expectedCauses(ratings: readonly GivenRating[]): string[] {
  const causes: string[] = [];
  const pairs = pairsOf(ratings);
  if (pairs.some(([one, other]) => one.relaxed !== other.relaxed)) causes.push("relaxed");
  if (pairs.some(([one, other]) => one.strict !== other.strict)) causes.push("strict");
  if (ratings.some(({ flagged }) => flagged)) causes.push("flagged");
  if (ratings.some(({ lowConfidence }) => lowConfidence)) causes.push("low-confidence");
  return causes;
}
