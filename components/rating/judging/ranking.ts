/*
 * A ranking that is being made: tiers of places, the best one first. Places in one tier are tied; a place in none is not
 * ranked yet.
 */
export type Tiers = readonly (readonly number[])[];

/** Ranks one more response, behind all others; the one that is then left comes last by itself. */
export function rankNext(tiers: Tiers, place: number, places: readonly number[]): Tiers {
  const next = [...tiers, [place]];
  const left = places.filter((other) => !next.flat().includes(other));
  return left.length === 1 ? [...next, left] : next;
}

/** Takes a response out of the ranking. */
export function unrank(tiers: Tiers, place: number): Tiers {
  return tiers.map((tier) => tier.filter((other) => other !== place)).filter(notEmpty);
}

/**
 * Moves a response up (-1) or down (1): a tied one out of its tier, one alone past the next tier, one that is not ranked
 * to the end.
 */
export function move(tiers: Tiers, place: number, by: -1 | 1, places: readonly number[]): Tiers {
  const at = tiers.findIndex((tier) => tier.includes(place));
  if (at === -1) return rankNext(tiers, place, places);
  const alone = tiers[at]!.length === 1;
  const to = alone ? at + by : by === -1 ? at : at + 1;
  return to < 0 || to > tiers.length - (alone ? 1 : 0) ? tiers : moveTo(tiers, place, to, places);
}

/** Puts a response into a tier of its own, so that `to` tiers of the others are before it. */
export function moveTo(tiers: Tiers, place: number, to: number, places: readonly number[]): Tiers {
  const others = unrank(tiers, place);
  const next = [...others.slice(0, to), [place], ...others.slice(to)];
  const left = places.filter((other) => !next.flat().includes(other));
  return left.length === 1 ? [...next, left] : next;
}

/** Ties a response with the tier above it; one that is tied gets a tier of its own, behind those it was tied with. */
export function tie(tiers: Tiers, place: number): Tiers {
  const at = tiers.findIndex((tier) => tier.includes(place));
  if (at === -1) return tiers;
  if (tiers[at]!.length > 1) {
    const others = tiers[at]!.filter((other) => other !== place);
    return [...tiers.slice(0, at), others, [place], ...tiers.slice(at + 1)];
  }
  return at === 0
    ? tiers
    : [...tiers.slice(0, at - 1), [...tiers[at - 1]!, place], ...tiers.slice(at + 1)];
}

/** The rank of each place, in the order of places from 1: equal ones share the smaller. Null: not all are ranked. */
export function ranksOf(tiers: Tiers, n: number): number[] | null {
  const ranks = Array<number>(n).fill(0);
  let before = 0;
  for (const tier of tiers) {
    for (const place of tier) ranks[place - 1] = before + 1;
    before += tier.length;
  }
  return before === n && ranks.every((rank) => rank > 0) ? ranks : null;
}

/** The tiers that ranks say. */
export function tiersOf(ranks: readonly number[]): Tiers {
  return [...new Set(ranks)]
    .sort((one, other) => one - other)
    .map((rank) => ranks.flatMap((other, i) => (other === rank ? [i + 1] : [])));
}

const notEmpty = (tier: readonly number[]) => tier.length > 0;
