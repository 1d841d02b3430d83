/**
 * Spearman's rank correlation of pairs of numbers, corrected for ties: Pearson's correlation of the ranks, where tied
 * numbers share the mean of the places that they take (M. G. Kendall and J. D. Gibbons, "Rank Correlation Methods", 5th
 * edition 1990, sections 3.7 and 3.8). Prepared once, so that resamples with other weights take time in proportion to the
 * pairs.
 * @param pairs finite numbers
 * @returns the correlation, -1 to 1, of the pairs with these weights: `times[i]` is how often pair i counts, 0 or more.
 *   Null: undefined, as one side has a single value.
 */
export function spearman(
  pairs: readonly (readonly [number, number])[],
): (times: ArrayLike<number>) => number | null {
  const sides = [0, 1].map((side) => distinctPlaces(pairs.map((pair) => pair[side]!)));
  const [one, other] = [sides[0]!, sides[1]!];
  return (times) => {
    const [a, b] = [weightedMidranks(one, times), weightedMidranks(other, times)];
    let [n, product, squareA, squareB] = [0, 0, 0, 0];
    for (let i = 0; i < pairs.length; i++) n += times[i]!;
    const mean = (n + 1) / 2;
    for (let i = 0; i < pairs.length; i++) {
      const [fromA, fromB] = [a[one.place[i]!]! - mean, b[other.place[i]!]! - mean];
      product += times[i]! * fromA * fromB;
      squareA += times[i]! * fromA * fromA;
      squareB += times[i]! * fromB * fromB;
    }
    if (squareA === 0 || squareB === 0) return null;
    // Rounding may lead a little beyond.
    return Math.max(-1, Math.min(1, product / Math.sqrt(squareA * squareB)));
  };
}

interface Places {
  /** For each number, which of the distinct ones it is, from the smallest. */
  place: Int32Array;
  distinct: number;
}

function distinctPlaces(numbers: readonly number[]): Places {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const at = new Map(sorted.map((number, place) => [number, place]));
  return {
    place: Int32Array.from(numbers, (number) => at.get(number)!),
    distinct: sorted.length,
  };
}

/** The rank of each distinct number, where number i stands `times[i]` times. */
function weightedMidranks({ place, distinct }: Places, times: ArrayLike<number>): Float64Array {
  const counts = new Float64Array(distinct);
  for (let i = 0; i < place.length; i++) counts[place[i]!]! += times[i]!;
  let below = 0;
  return counts.map((count) => {
    const rank = below + (count + 1) / 2;
    below += count;
    return rank;
  });
}
