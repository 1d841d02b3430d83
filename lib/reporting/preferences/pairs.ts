import type { Pair } from "./schema";

/** One comparison, told by who was compared with whom, in either order. @param points what `one` won */
export function pairOf(
  rater: number,
  one: number,
  other: number,
  points: Pair["points"],
  left: "one" | "other" | null,
): Pair {
  const inOrder = one < other;
  return {
    rater,
    first: inOrder ? one : other,
    second: inOrder ? other : one,
    points: inOrder ? points : ((1 - points) as Pair["points"]),
    left: left === null ? null : (left === "one") === inOrder ? "first" : "second",
  };
}

/** The pairs that one rater's ranking implies; sides have no meaning. @param ranked systems with their ranks, the best lowest */
export function pairsOfRanking(
  rater: number,
  ranked: readonly { system: number; rank: number }[],
): Pair[] {
  return ranked.flatMap((one, at) =>
    ranked
      .slice(at + 1)
      .map((other) =>
        pairOf(
          rater,
          one.system,
          other.system,
          one.rank < other.rank ? 1 : one.rank > other.rank ? 0 : 0.5,
          null,
        ),
      ),
  );
}
