/** How often each of n things beat each other: `wins[i * n + j]` times i beat j; `ties[i * n + j]` = `ties[j * n + i]`. */
export interface Comparisons {
  things: number;
  wins: Float64Array;
  ties: Float64Array;
}

/** Why comparisons have no strengths, or strengths without end. Things are named by their number. */
export type NoStrengths =
  /** No chain of comparisons leads from one group to another. */
  | { why: "disconnected"; groups: number[][] }
  /** The unbeaten won all comparisons with things outside their group, the winless lost them; either has infinite strengths. */
  | { why: "unbeaten"; unbeaten: number[][]; winless: number[][] }
  | { why: "all-ties" }
  /** Ties, and each win goes down one order of the things: the further apart they are put, the better it fits. */
  | { why: "one-order" }
  | { why: "not-converged" };

export type Strengths =
  | {
      /** By things; their geometric mean is 1. */
      strengths: number[];
      /** Davidson's ν: two equal things tie with probability ν / (2 + ν). 0 without ties. */
      tie: number;
      why: null;
    }
  | ({ strengths: null } & NoStrengths);

const LARGEST_STEP = 1e-9;
const MOST_STEPS = 20_000;
/** From strengths that are near. */
const MOST_STEPS_FROM = 2_000;

/**
 * Strengths p of things that were compared in pairs, by maximum likelihood: i beats j with probability p_i / D and ties
 * with ν √(p_i p_j) / D, where D = p_i + p_j + ν √(p_i p_j) (R. A. Bradley and M. E. Terry 1952; with ties R. R. Davidson,
 * JASA 65, 1970, 317–328). By minorization and maximization (D. R. Hunter, "MM algorithms for generalized Bradley–Terry
 * models", Annals of Statistics 32, 2004, 384–406): without ties p_i ← W_i / Σ n_ij / (p_i + p_j); with ties the mean of
 * √(p_i p_j) takes the place of its tangent, which keeps the step one for each thing. It stops when no log p, nor log ν,
 * changes by 1e-9.
 * @param from strengths to begin with, for comparisons like others that are solved
 */
export function bradleyTerry(
  comparisons: Comparisons,
  from?: { strengths: readonly number[]; tie: number },
): Strengths {
  const none = reasonForNone(comparisons);
  if (none !== null) return { strengths: null, ...none };
  const { things: n, wins, ties } = comparisons;
  const points = new Float64Array(n);
  const pairs: { i: number; j: number; count: number }[] = [];
  let tied = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) points[i]! += wins[i * n + j]! + ties[i * n + j]! / 2;
    for (let j = i + 1; j < n; j++) {
      const count = wins[i * n + j]! + wins[j * n + i]! + ties[i * n + j]!;
      tied += ties[i * n + j]!;
      if (count > 0) pairs.push({ i, j, count });
    }
  }
  let p = Float64Array.from({ length: n }, (_, i) => from?.strengths[i] ?? 1);
  let tie = tied === 0 ? 0 : from !== undefined && from.tie > 0 ? from.tie : 1;
  const most = from === undefined ? MOST_STEPS : MOST_STEPS_FROM;
  for (let step = 0; step < most; step++) {
    const below = new Float64Array(n);
    for (const { i, j, count } of pairs) {
      const mean = Math.sqrt(p[i]! * p[j]!);
      const share = count / (p[i]! + p[j]! + tie * mean);
      below[i]! += share * (1 + (tie * mean) / p[i]! / 2);
      below[j]! += share * (1 + (tie * mean) / p[j]! / 2);
    }
    const next = geometric(Float64Array.from(points, (point, i) => point / below[i]!));
    let change = 0;
    for (let i = 0; i < n; i++) change = Math.max(change, Math.abs(Math.log(next[i]! / p[i]!)));
    p = next;
    if (tied > 0) {
      let room = 0;
      for (const { i, j, count } of pairs) {
        const mean = Math.sqrt(p[i]! * p[j]!);
        room += (count * mean) / (p[i]! + p[j]! + tie * mean);
      }
      change = Math.max(change, Math.abs(Math.log(tied / room / tie)));
      tie = tied / room;
    }
    if (change < LARGEST_STEP) return { strengths: [...p], tie, why: null };
  }
  return { strengths: null, why: "not-converged" };
}

/** With a geometric mean of 1. */
function geometric(p: Float64Array): Float64Array<ArrayBuffer> {
  const mean = p.reduce((sum, one) => sum + Math.log(one), 0) / p.length;
  return Float64Array.from(p, (one) => one / Math.exp(mean));
}

/**
 * Finite strengths exist if a chain of wins or ties leads from each thing to each other (L. R. Ford 1957), and with ties
 * only if no order explains all: no scores d with d_i ≥ d_j + 1 for each win and |d_i − d_j| ≤ 1 for each tie, along which
 * strengths and ν could grow for ever. Null: they exist.
 */
function reasonForNone(comparisons: Comparisons): NoStrengths | null {
  const { things: n, wins, ties } = comparisons;
  const beat = (i: number, j: number) => wins[i * n + j]! > 0;
  const tied = (i: number, j: number) => ties[i * n + j]! > 0;
  const connected = groupsOf(n, (i, j) => beat(i, j) || beat(j, i) || tied(i, j));
  if (connected.length > 1) return { why: "disconnected", groups: connected };
  if (!wins.some((count) => count > 0)) return { why: "all-ties" };
  const strong = groupsOf(n, (i, j) => beat(i, j) || tied(i, j));
  if (strong.length > 1) {
    const without = (lost: (inside: number, outside: number) => boolean) =>
      strong.filter((group) =>
        group.every((i) =>
          Array.from({ length: n }, (_, j) => j).every((j) => group.includes(j) || !lost(i, j)),
        ),
      );
    return { why: "unbeaten", unbeaten: without((i, j) => beat(j, i)), winless: without(beat) };
  }
  return ties.some((count) => count > 0) && inOneOrder(n, beat, tied) ? { why: "one-order" } : null;
}

/** Things that reach each other, in both directions, along `edge`; groups and things by their numbers. */
function groupsOf(n: number, edge: (from: number, to: number) => boolean): number[][] {
  const reached = Array.from({ length: n }, (_, from) => {
    const seen = new Set([from]);
    for (const at of seen) for (let to = 0; to < n; to++) if (edge(at, to)) seen.add(to);
    return seen;
  });
  const groups: number[][] = [];
  for (let i = 0; i < n; i++) {
    const group = groups.find(([first]) => reached[first!]!.has(i) && reached[i]!.has(first!));
    if (group) group.push(i);
    else groups.push([i]);
  }
  return groups;
}

/** Whether the scores exist that `reasonForNone` speaks of: whether the constraints have no negative circle (Bellman and Ford). */
function inOneOrder(
  n: number,
  beat: (i: number, j: number) => boolean,
  tied: (i: number, j: number) => boolean,
): boolean {
  const score = new Float64Array(n);
  for (let round = 0; round <= n; round++) {
    let changed = false;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const most = Math.min(
          beat(i, j) ? score[i]! - 1 : Infinity,
          tied(i, j) ? score[i]! + 1 : Infinity,
        );
        if (score[j]! <= most) continue;
        score[j] = most;
        changed = true;
      }
    }
    if (!changed) return true;
  }
  return false;
}
