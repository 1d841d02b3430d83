/*
 * What rankings and pairs come to, written a second time for tests: from the rows of a file, one number at a time.
 */

export interface RankRow {
  question: string;
  rater: string;
  system: string;
  rank: string;
}
export interface PairRow {
  question: string;
  rater: string;
  left: string;
  right: string;
  preferred: string;
}

/** The pairs that rankings imply: whoever ranked both, the lower rank preferred. */
export function impliedPairs(rows: readonly RankRow[]): PairRow[] {
  return rows.flatMap((one) =>
    rows
      .filter(
        (other) =>
          other.question === one.question &&
          other.rater === one.rater &&
          other.system > one.system &&
          Number(one.rank) > 0 &&
          Number(other.rank) > 0,
      )
      .map((other) => ({
        question: one.question,
        rater: one.rater,
        left: one.system,
        right: other.system,
        preferred:
          one.rank === other.rank
            ? "tie"
            : Number(one.rank) < Number(other.rank)
              ? one.system
              : other.system,
      })),
  );
}

/** Win rate of one system over another, ties half; NaN where they never met. */
export function expectedWinRate(rows: readonly PairRow[], system: string, against: string): number {
  const met = rows.filter(
    ({ left, right, preferred }) =>
      [system, against].every((name) => [left, right].includes(name)) &&
      [left, right, "tie"].includes(preferred),
  );
  const points = met.map(({ preferred }) =>
    preferred === system ? 1 : preferred === "tie" ? 0.5 : 0,
  );
  return points.reduce((sum: number, one) => sum + one, 0) / points.length;
}

/** Mean rank and share of first places over the rankings of all systems. */
export function expectedPlaces(
  rows: readonly RankRow[],
  systems: readonly string[],
  system: string,
): { meanRank: number; firstPlace: number; rankings: number } {
  const keys = [...new Set(rows.map(({ question, rater }) => `${question}\n${rater}`))];
  const places = keys.flatMap((key) => {
    const ranks = systems.map((name) =>
      Number(
        rows.find((row) => `${row.question}\n${row.rater}` === key && row.system === name)?.rank,
      ),
    );
    if (!ranks.every((rank) => rank > 0)) return [];
    const own = ranks[systems.indexOf(system)]!;
    const better = ranks.filter((rank) => rank < own).length;
    const equal = ranks.filter((rank) => rank === own).length;
    // The mean of the places better + 1 … better + equal.
    return [{ rank: better + (equal + 1) / 2, first: better === 0 ? 1 / equal : 0 }];
  });
  const mean = (of: (place: { rank: number; first: number }) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return {
    meanRank: mean(({ rank }) => rank),
    firstPlace: mean(({ first }) => first),
    rankings: places.length,
  };
}
