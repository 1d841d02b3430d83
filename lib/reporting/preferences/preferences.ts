import { bootstrap, type BootstrapInterval } from "@/lib/statistics/bootstrap";
import { bradleyTerry, type Comparisons, type NoStrengths } from "@/lib/statistics/bradley-terry";
import { kendallsW, midranks } from "@/lib/statistics/rankings";
import { agreementSteps } from "@/lib/reporting/agreement/agreement";
import { overQuestions } from "@/lib/reporting/agreement/levels";
import { unitPattern, type PairCell } from "@/lib/reporting/agreement/patterns";
import type { Agreement, Coefficient } from "@/lib/reporting/agreement/coefficient";
import { complement, shareOverQuestions } from "./win-rates";
import type {
  Pair,
  PositionBias,
  PreferenceReport,
  Preferences,
  QuestionPreferences,
  RankingAgreement,
} from "./schema";

/*
 * Everything is of grouped counts of questions, so that a resample of questions costs no more than adding them up.
 */

/**
 * All that is reported of rankings or pairs, in steps for a server that has to attend to others in between. A tie is half
 * a win. Intervals take questions as the unit: what is said of one question stays together.
 */
export function* preferenceSteps(data: Preferences): Generator<void, PreferenceReport> {
  const { systems, questions } = data;
  const k = systems.length;
  const counts = questions.map(({ pairs }) => countsOf(pairs, k));
  const ranks = questions.map(({ rankings }) => rankSums(rankings, k));
  const byPlace = questions.map((question) => rankSums(inShownOrder(question), k));
  const concordances = questions.map(({ rankings }) => kendallsW(rankings));
  const once = new Float64Array(questions.length).fill(1);
  const whole = compare(counts, once, k);
  const fitted = bradleyTerry(whole);
  const standing = standingsOf(ranks, once, k);
  const shownAt = standingsOf(byPlace, once, k);

  const intervalOf = yield* bootstrap(questions.length, (times) => {
    const drawn = compare(counts, times, k);
    const strengths = fitted.strengths === null ? null : bradleyTerry(drawn, fitted);
    const places = standingsOf(ranks, times, k);
    const shown = standingsOf(byPlace, times, k);
    return [
      ...meanWinRates(drawn),
      ...systems.map((_, i) => strengths?.strengths?.[i] ?? null),
      ...places.meanRank,
      ...places.first,
      strengths !== null && strengths.strengths !== null ? strengths.tie : null,
      meanOf(
        concordances.map((found) => found?.w ?? null),
        times,
      ),
      meanOf(
        concordances.map((found) => found?.spearman ?? null),
        times,
      ),
      ...shown.first,
      ...shown.meanRank,
    ];
  });

  const rates = meanWinRates(whole);
  const comparisons = systems.map((_, i) =>
    systems.reduce((sum, _, j) => sum + met(whole, i, j), 0),
  );
  const noRate = "It was not compared with each other system.";
  const noStrength = fitted.strengths === null ? strengthsInWords(fitted, systems) : "";
  const ranked = data.kind === "rankings";
  const figures = systems.map((system, i) => {
    const winRate = overQuestions(
      "Mean win rate over the other systems",
      rates[i]!,
      comparisons[i]!,
      intervalOf(i),
      noRate,
    );
    const strength = overQuestions(
      `${whole.ties.some((count) => count > 0) ? "Bradley–Terry strength with Davidson’s ties" : "Bradley–Terry strength"}, geometric mean 1`,
      fitted.strengths?.[i] ?? null,
      comparisons[i]!,
      intervalOf(k + i),
      noStrength,
    );
    const ofRankings = (what: string, values: (number | null)[], at: number) =>
      ranked
        ? overQuestions(what, values[i]!, standing.rankings, intervalOf(at * k + i), NO_RANKINGS)
        : null;
    return {
      system,
      comparisons: comparisons[i]!,
      winRate,
      expectedRank: expectedRank(winRate, k),
      strength,
      logStrength: strength.value === null ? null : Math.log(strength.value),
      meanRank: ofRankings("Mean rank, ties by their middle place", standing.meanRank, 2),
      firstPlace: ofRankings("Share of first places, ties by their part", standing.first, 3),
    };
  });

  const matrix: (Coefficient | null)[][] = systems.map(() => systems.map(() => null));
  for (let i = 0; i < k; i++) {
    for (let j = i + 1; j < k; j++) {
      const cell = i * k + j;
      const parts = counts.flatMap((found) => {
        const of = found.get(cell);
        return of === undefined
          ? []
          : [{ points: of.wins + of.ties / 2, of: of.wins + of.ties + of.losses }];
      });
      const share = shareOverQuestions(
        "Win rate, ties half",
        parts,
        "These two were not compared.",
      );
      matrix[i]![j] = share;
      matrix[j]![i] = complement(share);
    }
    yield;
  }
  const ties = whole.ties.reduce((sum, count) => sum + count, 0) / 2;
  return {
    kind: data.kind,
    systems: figures,
    questions: questions.length,
    raters: data.raters.length,
    comparisons: comparisons.reduce((sum, count) => sum + count, 0) / 2,
    ties,
    incomplete: data.incomplete,
    matrix,
    tieParameter:
      ties === 0 || fitted.strengths === null
        ? null
        : overQuestions(
            "Davidson’s tie parameter ν: equal systems tie with probability ν / (2 + ν)",
            fitted.tie,
            ties,
            intervalOf(4 * k),
          ),
    leftSide: leftSide(data),
    ranking: ranked ? rankingAgreement(data, concordances, ranks, once, intervalOf, k) : null,
    positions: shownAt.rankings === 0 ? null : positionBias(shownAt, intervalOf, 4 * k + 3),
    agreement: ranked ? null : yield* pairAgreementSteps(data, ties > 0),
  };
}

const NO_RANKINGS = "No rater ranked all systems.";

interface Outcomes {
  wins: number;
  ties: number;
  losses: number;
}

/** How pairs of systems i < j went, by i * k + j. */
function countsOf(pairs: readonly Pair[], k: number): Map<number, Outcomes> {
  const found = new Map<number, Outcomes>();
  for (const { first, second, points } of pairs) {
    const cell = first * k + second;
    const of = found.get(cell) ?? { wins: 0, ties: 0, losses: 0 };
    found.set(cell, of);
    if (points === 1) of.wins++;
    else if (points === 0) of.losses++;
    else of.ties++;
  }
  return found;
}

/** The comparisons of questions, each as often as `times` says. */
function compare(
  counts: readonly ReadonlyMap<number, Outcomes>[],
  times: Float64Array,
  k: number,
): Comparisons {
  const found = { things: k, wins: new Float64Array(k * k), ties: new Float64Array(k * k) };
  counts.forEach((question, at) => {
    if (times[at] === 0) return;
    for (const [cell, { wins, ties, losses }] of question) {
      const turned = (cell % k) * k + Math.floor(cell / k);
      found.wins[cell]! += times[at]! * wins;
      found.wins[turned]! += times[at]! * losses;
      found.ties[cell]! += times[at]! * ties;
      found.ties[turned]! += times[at]! * ties;
    }
  });
  return found;
}

function met({ things, wins, ties }: Comparisons, i: number, j: number): number {
  return wins[i * things + j]! + wins[j * things + i]! + ties[i * things + j]!;
}

/** Each system's win rates over the others, averaged; null where it was not compared with one of them. */
function meanWinRates(found: Comparisons): (number | null)[] {
  const { things: k, wins, ties } = found;
  return Array.from({ length: k }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < k; j++) {
      if (j === i) continue;
      const n = met(found, i, j);
      if (n === 0) return null;
      sum += (wins[i * k + j]! + ties[i * k + j]! / 2) / n;
    }
    return sum / (k - 1);
  });
}

/** 1 + Σ (1 − w) over the other systems: from the mean win rate, turned. */
function expectedRank(winRate: Coefficient, k: number): Coefficient {
  const rank = (rate: number | null) => (rate === null ? null : 1 + (k - 1) * (1 - rate));
  return {
    ...winRate,
    value: rank(winRate.value),
    low: rank(winRate.high),
    high: rank(winRate.low),
    method: `1 + the sum of the other systems’ win rates; its interval from that of the mean win rate`,
  };
}

interface RankSums {
  ranks: Float64Array;
  first: Float64Array;
  rankings: number;
}

function rankSums(rankings: readonly (readonly number[])[], k: number): RankSums {
  const sums = {
    ranks: new Float64Array(k),
    first: new Float64Array(k),
    rankings: rankings.length,
  };
  for (const ranking of rankings) {
    const best = Math.min(...ranking);
    const shared = ranking.filter((rank) => rank === best).length;
    midranks(ranking).forEach((rank, i) => {
      sums.ranks[i]! += rank;
      if (ranking[i] === best) sums.first[i]! += 1 / shared;
    });
  }
  return sums;
}

/** The rankings whose order on the screen is known, with the ranks by the place shown in the place of the system. */
function inShownOrder({ rankings, shown }: QuestionPreferences): number[][] {
  return rankings.flatMap((ranks, at) => {
    const places = shown[at]!;
    if (places.length === 0) return [];
    const inOrder: number[] = [];
    places.forEach((place, system) => (inOrder[place - 1] = ranks[system]!));
    return [inOrder];
  });
}

/** @param from where the intervals begin: first places by place, then mean ranks */
function positionBias(
  { rankings, first, meanRank }: Standings,
  intervalOf: (at: number) => BootstrapInterval,
  from: number,
): PositionBias {
  const k = first.length;
  return {
    rankings,
    expected: { firstPlace: 1 / k, meanRank: (k + 1) / 2 },
    places: first.map((share, at) => ({
      firstPlace: overQuestions(
        "Share of first places by place shown, ties by their part",
        share,
        rankings,
        intervalOf(from + at),
      ),
      meanRank: overQuestions(
        "Mean rank by place shown, ties by their middle place",
        meanRank[at]!,
        rankings,
        intervalOf(from + k + at),
      ),
    })),
  };
}

interface Standings {
  rankings: number;
  meanRank: (number | null)[];
  first: (number | null)[];
}

function standingsOf(sums: readonly RankSums[], times: Float64Array, k: number): Standings {
  const all = { ranks: new Float64Array(k), first: new Float64Array(k) };
  let rankings = 0;
  sums.forEach((question, at) => {
    if (times[at] === 0) return;
    rankings += times[at]! * question.rankings;
    for (let i = 0; i < k; i++) {
      all.ranks[i]! += times[at]! * question.ranks[i]!;
      all.first[i]! += times[at]! * question.first[i]!;
    }
  });
  const mean = (total: Float64Array) =>
    Array.from(total, (sum) => (rankings === 0 ? null : sum / rankings));
  return { rankings, meanRank: mean(all.ranks), first: mean(all.first) };
}

/** The mean of what is defined, each as often as `times` says. */
function meanOf(values: readonly (number | null)[], times: Float64Array): number | null {
  let [sum, n] = [0, 0];
  values.forEach((value, at) => {
    if (value === null) return;
    sum += times[at]! * value;
    n += times[at]!;
  });
  return n === 0 ? null : sum / n;
}

function rankingAgreement(
  { questions }: Preferences,
  concordances: readonly ReturnType<typeof kendallsW>[],
  ranks: readonly RankSums[],
  once: Float64Array,
  intervalOf: (at: number) => BootstrapInterval,
  k: number,
): RankingAgreement {
  const several = questions.flatMap(({ question, rankings }, at) =>
    rankings.length < 2
      ? []
      : [{ question, rankings: rankings.length, concordance: concordances[at]! }],
  );
  const defined = concordances.filter((found) => found !== null).length;
  const mean = (what: string, of: "w" | "spearman", at: number) =>
    overQuestions(
      `${what}, averaged over questions with two or more rankings`,
      meanOf(
        concordances.map((found) => found?.[of] ?? null),
        once,
      ),
      defined,
      intervalOf(4 * k + at),
      "No question was ranked by two raters, or they tie all systems.",
    );
  return {
    rankings: ranks.reduce((sum, question) => sum + question.rankings, 0),
    w: mean("Kendall’s W with correction for ties", "w", 1),
    spearman: mean("Spearman’s correlation of two raters, from W", "spearman", 2),
    questions: several,
    acrossQuestions: kendallsW(
      ranks.filter(({ rankings }) => rankings > 0).map(({ ranks: sums }) => [...sums]),
    ),
  };
}

/** The share of untied comparisons that the left side won; null where sides have no meaning. */
function leftSide({ questions }: Preferences): Coefficient | null {
  const sided = questions.map(({ pairs }) => pairs.filter(({ left }) => left !== null));
  if (sided.every((pairs) => pairs.length === 0)) return null;
  const parts = sided.map((pairs) => {
    const untied = pairs.filter(({ points }) => points !== 0.5);
    const won = untied.filter(({ points, left }) => (points === 1) === (left === "first"));
    return { points: won.length, of: untied.length };
  });
  return shareOverQuestions("Share won by the left side, without ties", parts, "All are ties.");
}

/** Agreement of raters on which of two systems is better: first, tie or second, by the order of the systems. */
function* pairAgreementSteps(
  { questions, raters, systems }: Preferences,
  ties: boolean,
): Generator<void, Agreement> {
  const values = ties ? 3 : 2;
  const valueOf = (points: number) => Math.round((1 - points) * (values - 1));
  const patterns = new Map<string, { counts: number[]; units: number }>();
  const cells = new Map<string, PairCell>();
  for (const { pairs } of questions) {
    const units = new Map<number, Pair[]>();
    for (const pair of pairs) {
      const key = pair.first * systems.length + pair.second;
      units.set(key, [...(units.get(key) ?? []), pair]);
    }
    for (const unit of units.values()) {
      const counts = Array.from({ length: values }, () => 0);
      for (const { points } of unit) counts[valueOf(points)]!++;
      const same = patterns.get(counts.join());
      if (same) same.units++;
      else patterns.set(counts.join(), { counts, units: 1 });
      if (raters.length !== 2 || unit.length !== 2) continue;
      const [first, second] = unit
        .sort((a, b) => a.rater - b.rater)
        .map(({ points }) => valueOf(points)) as [number, number];
      const cell = cells.get(`${first} ${second}`);
      if (cell) cell.units++;
      else cells.set(`${first} ${second}`, { first, second, units: 1 });
    }
  }
  return yield* agreementSteps({
    values,
    scale: values,
    raters: raters.length,
    patterns: [...patterns.values()].map(({ counts, units }) => unitPattern(counts, units)),
    ...(raters.length === 2 && { pair: [...cells.values()] }),
  });
}

function strengthsInWords(none: NoStrengths, systems: readonly string[]): string {
  const names = (group: readonly number[]) => group.map((i) => systems[i]!).join(", ");
  const sets = (groups: readonly (readonly number[])[]) => groups.map(names).join("; ");
  switch (none.why) {
    case "disconnected":
      return `Not comparable: no comparisons connect these groups: ${sets(none.groups)}.`;
    case "unbeaten":
      return `Unbeaten by all others: ${sets(none.unbeaten)}. Without a win against the others: ${sets(none.winless)}. Their strengths would be infinite or zero.`;
    case "all-ties":
      return "Every comparison is a tie.";
    case "one-order":
      return "No comparison contradicts one order of the systems, with ties between adjacent systems, so strengths would be infinite.";
    case "not-converged":
      return "The estimate did not converge: the comparisons hardly connect the systems.";
  }
}
