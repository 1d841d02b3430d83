/**
 * Spearman's rank correlation written a second time for tests: by the formula with Σd² and the corrections for ties,
 * (Sx + Sy − Σd²) / (2 √(Sx Sy)), S = (n³ − n − Σ (t³ − t)) / 12, each rank counted pair by pair.
 */
export function expectedSpearman(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length;
  const ranks = [0, 1].map((side) =>
    pairs.map(
      (own) =>
        pairs.filter((other) => other[side]! < own[side]!).length +
        (pairs.filter((other) => other[side] === own[side]).length + 1) / 2,
    ),
  );
  const spread = ([...ranked]: number[]) => {
    const sizes = [...new Set(ranked)].map((rank) => ranked.filter((one) => one === rank).length);
    return (n ** 3 - n - sizes.reduce((sum, t) => sum + t ** 3 - t, 0)) / 12;
  };
  const [x, y] = [spread(ranks[0]!), spread(ranks[1]!)];
  if (x === 0 || y === 0) return null;
  const squares = pairs.reduce((sum, _, i) => sum + (ranks[0]![i]! - ranks[1]![i]!) ** 2, 0);
  return (x + y - squares) / (2 * Math.sqrt(x * y));
}
