import { SeededRandom } from "@/lib/statistics/seeded-random";
import type { CampaignStatus, Stratum } from "./schema";
import { formatCount } from "@/lib/platform/format";

/*
 * Who judges what. Responses are alike for this but for who may judge them and how often each is to be judged, so they
 * are dealt out by groups: first how many of each group every rater gets (fairShares), then to whom each response goes
 * (teamsOf). The database expands the second into rows; which response is the n-th of its group is decided there, by a
 * hash of the seed.
 */

/** Responses (or wanted ratings of them) that the same raters may judge equally often. */
export interface TaskGroup {
  /** How many. */
  size: number;
  /** How many different raters each of them needs; those that no one may give remain without a rater. */
  wanted: number;
  /** Ids of those who may. */
  eligible: readonly number[];
}

/**
 * How many tasks of each group every eligible rater gets, as evenly over raters as conflicts allow: no other choice has
 * a lower highest load, nor then a lower second highest, and so on. A rater gets at most one of the ratings of a task.
 *
 * Loads that can be reached form the bases of an integral polymatroid, where a choice that no exchange between two
 * raters improves is the best of all (Frank and Murota, "Decreasing minimization on M-convex sets", 2021); an exchange
 * may lead over further raters and groups.
 * @param loads what raters have already; 0 for those that are not named
 * @returns for each group the shares, in the order of its `eligible`
 */
export function fairShares(
  groups: readonly TaskGroup[],
  loads: ReadonlyMap<number, number> = new Map(),
): number[][] {
  const load = new Map<number, number>();
  for (const group of groups)
    for (const rater of group.eligible) load.set(rater, loads.get(rater) ?? 0);
  const shares = groups.map((group) => {
    const given = fill(
      group.eligible.map((rater) => load.get(rater)!),
      group.size,
      group.size * Math.min(group.wanted, group.eligible.length),
    );
    group.eligible.forEach((rater, i) => load.set(rater, load.get(rater)! + given[i]!));
    return given;
  });
  while (exchange(groups, shares, load)) continue;
  return shares;
}

/** Gives `total` to places that hold `from` and take at most `most` more each, the emptiest first. */
function fill(from: readonly number[], most: number, total: number): number[] {
  const upTo = (level: number) => from.map((held) => Math.min(most, Math.max(0, level - held)));
  const sum = (given: readonly number[]) => given.reduce((a, b) => a + b, 0);
  let low = Math.min(...from, 0);
  let high = Math.max(...from, 0) + most;
  // The highest level that does not need more than there is.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sum(upTo(middle)) <= total) low = middle;
    else high = middle - 1;
  }
  const given = upTo(low);
  let rest = total - sum(given);
  for (let i = 0; i < given.length && rest > 0; i++) {
    if (given[i]! < most && from[i]! <= low) {
      given[i]!++;
      rest--;
    }
  }
  return given;
}

/** Moves work from a rater to one who has at least two less, if there is a way. @returns whether there was. */
function exchange(
  groups: readonly TaskGroup[],
  shares: number[][],
  load: Map<number, number>,
): boolean {
  const memberships = new Map<number, { group: number; place: number }[]>();
  groups.forEach(({ eligible }, group) =>
    eligible.forEach((rater, place) => {
      const list = memberships.get(rater);
      if (list) list.push({ group, place });
      else memberships.set(rater, [{ group, place }]);
    }),
  );
  const least = Math.min(...load.values());
  const sources = [...load].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  for (const [source, held] of sources) {
    if (held < least + 2) return false;
    // From rater to rater: whoever gives up a task of a group, and whoever can take one of it.
    const cameFrom = new Map<
      number,
      { rater: number; group: number; gives: number; takes: number } | null
    >([[source, null]]);
    const seenGroups = new Set<number>();
    const queue = [source];
    let target = source;
    for (const rater of queue) {
      for (const { group, place } of memberships.get(rater)!) {
        if (shares[group]![place]! === 0 || seenGroups.has(group)) continue;
        seenGroups.add(group);
        groups[group]!.eligible.forEach((other, takes) => {
          if (cameFrom.has(other) || shares[group]![takes]! >= groups[group]!.size) return;
          cameFrom.set(other, { rater, group, gives: place, takes });
          queue.push(other);
          if (load.get(other)! < load.get(target)!) target = other;
        });
      }
    }
    if (held - load.get(target)! < 2) continue;
    const steps: { group: number; gives: number; takes: number }[] = [];
    for (let step = cameFrom.get(target)!; step !== null; step = cameFrom.get(step.rater)!)
      steps.push(step);
    const amount = steps.reduce(
      (most, { group, gives, takes }) =>
        Math.min(most, shares[group]![gives]!, groups[group]!.size - shares[group]![takes]!),
      Math.floor((held - load.get(target)!) / 2),
    );
    for (const { group, gives, takes } of steps) {
      shares[group]![gives]! -= amount;
      shares[group]![takes]! += amount;
    }
    load.set(source, held - amount);
    load.set(target, load.get(target)! + amount);
    return true;
  }
  return false;
}

/**
 * To whom each task of a group goes, so that every rater gets exactly their share and no one a task twice. Who meets whom
 * on a task is left to chance, so that agreement is not that of a few fixed pairs.
 * @param shares none above `size`, and in sum `size` × the number of raters of each task
 * @returns `wanted` raters for each task, task after task; 0 stands for no one
 */
function teamsOf(group: TaskGroup, shares: readonly number[], chance: SeededRandom): Int32Array {
  const { size, wanted, eligible } = group;
  const team = Math.min(wanted, eligible.length);
  const given = new Int32Array(size * wanted);
  const left = Int32Array.from(shares);
  const chosen = new Int32Array(team);
  for (let task = 0; task < size; task++) {
    // Whoever has as many to get as there are tasks left needs each of them.
    let count = 0;
    let tickets = 0;
    for (let rater = 0; rater < left.length; rater++) {
      if (left[rater] === size - task) chosen[count++] = rater;
      else tickets += left[rater]!;
    }
    // The others are drawn by as many tickets as they have still to get.
    const forced = count;
    for (; count < team; count++) {
      let ticket = chance.below(tickets);
      let rater = 0;
      for (; ; rater++) {
        if (left[rater] === size - task || isAmong(chosen, forced, count, rater)) continue;
        ticket -= left[rater]!;
        if (ticket < 0) break;
      }
      tickets -= left[rater]!;
      chosen[count] = rater;
    }
    for (let slot = 0; slot < team; slot++) {
      left[chosen[slot]!]!--;
      given[task * wanted + slot] = eligible[chosen[slot]!]!;
    }
  }
  return given;
}

function isAmong(list: Int32Array, from: number, to: number, value: number): boolean {
  for (let i = from; i < to; i++) if (list[i] === value) return true;
  return false;
}

/**
 * Deals tasks out: fair shares, then teams. The same seed gives the same, whatever the machine.
 * @returns for each group `wanted` rater ids for each task, task after task; 0 stands for no one
 */
export function distributeItems(
  groups: readonly TaskGroup[],
  loads: ReadonlyMap<number, number>,
  seed: number,
): Int32Array[] {
  return teamsByShares(groups, fairShares(groups, loads), seed);
}

/** Forms the teams of each group by shares that were decided before; see distributeItems. */
export function teamsByShares(
  groups: readonly TaskGroup[],
  shares: readonly (readonly number[])[],
  seed: number,
): Int32Array[] {
  return groups.map((group, number) =>
    teamsOf(group, shares[number]!, SeededRandom.ofSeed(seed, number)),
  );
}

/** A rater who could hand work over. */
export interface SourceRater {
  raterId: number;
  /** What they still have to judge. */
  remaining: number;
  /** How much of it the other one may take. */
  takeable: number;
}

/**
 * How many items someone takes from each of those who have most left, until no one has much more than they.
 * @param own what they have to judge themselves
 * @param most take no more than this
 * @returns by rater id; whoever gives nothing is left out
 */
export function takeItemsFrom(
  donors: readonly SourceRater[],
  own: number,
  most = Infinity,
): Map<number, number> {
  const above = (level: number) =>
    donors.map(({ remaining, takeable }) => Math.min(takeable, Math.max(0, remaining - level)));
  const sum = (taken: readonly number[]) => taken.reduce((a, b) => a + b, 0);
  // The lowest level at which the taker does not end above it, or above what they may take.
  const fits = (level: number) => own + sum(above(level)) <= level && sum(above(level)) <= most;
  let low = 0;
  let high = Math.max(own, 0, ...donors.map((donor) => donor.remaining));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  const taken = above(low);
  let total = sum(taken);
  // One more each of those at the level, as long as both sides come closer to each other.
  for (let i = 0; i < donors.length; i++) {
    const donor = donors[i]!;
    if (
      total < most &&
      taken[i]! < donor.takeable &&
      donor.remaining - taken[i]! - (own + total) >= 2
    ) {
      taken[i]!++;
      total++;
    }
  }
  return new Map(donors.flatMap(({ raterId }, i) => (taken[i]! > 0 ? [[raterId, taken[i]!]] : [])));
}

// Samples ---------------------------------------------------------------------------------------------------------

/**
 * How many questions each stratum gives to a sample of `count`: in proportion to its size, the rest to the largest
 * remainders, so that the sum is exactly `count`, or all there are.
 * @returns parallel to `strata`
 */
export function sampleStrata(strata: readonly Pick<Stratum, "count">[], count: number): number[] {
  const total = strata.reduce((sum, stratum) => sum + stratum.count, 0);
  if (count >= total) return strata.map((stratum) => stratum.count);
  const exact = strata.map((stratum) => (count * stratum.count) / total);
  const drawn = exact.map(Math.floor);
  const byRemainder = exact
    .map((share, i) => ({ i, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  let rest = count - drawn.reduce((sum, share) => sum + share, 0);
  for (const { i } of byRemainder) {
    if (rest === 0) break;
    drawn[i]!++;
    rest--;
  }
  return drawn;
}

/** How many responses of each run belong to the overlap: evenly over the runs. @param overlap null: all */
export function spreadOverlap(sizes: readonly number[], overlap: number | null): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (overlap === null || overlap >= total) return [...sizes];
  const given = sizes.map(() => 0);
  let rest = overlap;
  while (rest > 0) {
    const open = sizes.flatMap((size, i) => (given[i]! < size ? [i] : []));
    const each = Math.max(1, Math.floor(rest / open.length));
    for (const i of open) {
      const more = Math.min(each, sizes[i]! - given[i]!, rest);
      given[i]! += more;
      rest -= more;
    }
  }
  return given;
}

/** How many gold items a rater gets beside `ratings` others, so that of a hundred items `rate` are gold. */
export function goldCount(ratings: number, rate: number): number {
  return rate === 0 ? 0 : Math.max(1, Math.round((ratings * rate) / (100 - rate)));
}

// What a plan comes to ---------------------------------------------------------------------------------------------

/** Tasks of the same runs that are judged equally often. */
export interface PlannedGroup extends TaskGroup {
  /** One, or all that the items compare. */
  runs: number[];
  gold: boolean;
  /** How many of them belong to the sample: all that are not gold. */
  sampled: number;
}

/** The numbers of a plan, as the preview shows them and opening writes them. */
export interface PlanNumbers {
  /** Responses of the sample, gold in it included. */
  responses: number;
  /** Responses that are judged more than once for the study: gold is not among them. */
  several: number;
  /** All wanted ratings, those of gold included. */
  ratings: number;
  /** Wanted ratings that none of the raters may give. */
  unassigned: number;
  /** Gold items, how many of them belong to the sample, and the ratings wanted of all of them. */
  gold: number;
  goldSampled: number;
  goldRatings: number;
  /** By run, or by the runs that items compare; in the order of their ids. */
  byRun: { runs: number[]; responses: number }[];
  raters: { raterId: number; ratings: number; gold: number }[];
}

/**
 * Counts a plan.
 * @param shares by group, parallel to its `eligible`
 */
export function planNumbers(
  groups: readonly PlannedGroup[],
  shares: readonly (readonly number[])[],
  raterIds: readonly number[],
): PlanNumbers {
  const sum = (of: (group: PlannedGroup) => number, among = groups) =>
    among.reduce((total, group) => total + of(group), 0);
  const gold = groups.filter((group) => group.gold);
  const wanted = (group: PlannedGroup) => group.size * group.wanted;
  const given = new Map(raterIds.map((raterId) => [raterId, { raterId, ratings: 0, gold: 0 }]));
  const byRun = new Map<string, PlanNumbers["byRun"][number]>();
  groups.forEach((group, g) => {
    group.eligible.forEach(
      (raterId, i) => (given.get(raterId)![group.gold ? "gold" : "ratings"] += shares[g]![i]!),
    );
    if (group.sampled === 0) return;
    const key = group.runs.join();
    const before = byRun.get(key)?.responses ?? 0;
    byRun.set(key, { runs: group.runs, responses: before + group.sampled });
  });
  return {
    responses: sum((group) => group.sampled),
    several: sum((group) => (!group.gold && group.wanted > 1 ? group.size : 0)),
    ratings: sum(wanted),
    unassigned: sum((group) => group.size * Math.max(0, group.wanted - group.eligible.length)),
    gold: sum((group) => group.size, gold),
    goldSampled: sum((group) => group.sampled, gold),
    goldRatings: sum(wanted, gold),
    byRun: [...byRun.values()].sort((a, b) => compareLists(a.runs, b.runs)),
    raters: [...given.values()],
  };
}

/** Orders lists of numbers as Postgres orders arrays. */
function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at === -1 || b[at] === undefined ? a.length - b.length : a[at]! - b[at];
}

/** What a person saw of a plan before opening it. */
export interface PreviewedPlan {
  fingerprint: string;
  responses: number;
  ratings: number;
  gold: number;
}

/** Says in words how a plan differs from its preview: "97 responses (94 in the preview), …". */
export function planChanges(
  before: Omit<PreviewedPlan, "fingerprint">,
  after: Omit<PreviewedPlan, "fingerprint">,
): string {
  const parts = (
    [
      ["responses", "responses"],
      ["ratings", "ratings"],
      ["gold", "gold items"],
    ] as const
  )
    .filter(([key]) => before[key] !== after[key])
    .map(
      ([key, words]) =>
        `${formatCount(after[key])} ${words} (${formatCount(before[key])} in the preview)`,
    );
  return parts.length > 0
    ? `it now has ${parts.join(", ")}`
    : "the numbers are the same, but the responses, correct answers, conflicts or the protocol behind them have changed";
}

// The way of a campaign -------------------------------------------------------------------------------------------

const NEXT: Record<CampaignStatus, readonly CampaignStatus[]> = {
  draft: ["open"],
  open: ["paused", "closed"],
  paused: ["open", "closed"],
  closed: [],
};

export function canTransition(from: CampaignStatus, to: CampaignStatus): boolean {
  return NEXT[from].includes(to);
}

// Progress --------------------------------------------------------------------------------------------------------

/** Judgments per hour at work, breaks not counted; null where nothing was judged yet. */
export function pacePerHour(judgments: number, activeMs: number): number | null {
  return judgments === 0 || activeMs === 0 ? null : (judgments * 3_600_000) / activeMs;
}

/** Hours at work that remain, or null where no pace is known. */
export function hoursLeft(remaining: number, pace: number | null): number | null {
  return remaining === 0 ? 0 : pace === null ? null : remaining / pace;
}

/**
 * The day on which a rater will be done if they go on as in the last days.
 * @param hours at work that remain
 * @param hoursPerDay at work on an average one of the last days, days off included
 * @param today ISO day
 * @returns ISO day; null where no one can say
 */
export function expectedEnd(
  hours: number | null,
  hoursPerDay: number,
  today: string,
): string | null {
  if (hours === null) return null;
  if (hours === 0) return today;
  if (hoursPerDay <= 0) return null;
  const days = Math.max(0, Math.ceil(hours / hoursPerDay) - 1);
  if (days > 3_650) return null;
  const end = new Date(`${today}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + days);
  return end.toISOString().slice(0, 10);
}
