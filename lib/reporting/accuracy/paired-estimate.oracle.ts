/*
 * A comparison from a sample, written a second time for tests: question by question, each weighted by how many of the
 * population it stands for. The product computes from counts.
 */

/** A sampled question with a verdict for both runs: its stratum, and whether each run got credit. */
export interface SampledPair {
  stratum: string;
  first: boolean;
  second: boolean;
}

/** @param sizes N of each stratum; those without a sampled pair do not count */
export function expectedComparison(
  pairs: readonly SampledPair[],
  sizes: ReadonlyMap<string, number>,
) {
  const names = [...new Set(pairs.map(({ stratum }) => stratum))];
  const population = names.reduce((sum, name) => sum + sizes.get(name)!, 0);
  const weighted = pairs.map((pair) => {
    const taken = pairs.filter(({ stratum }) => stratum === pair.stratum).length;
    return { ...pair, weight: sizes.get(pair.stratum)! / population / taken };
  });
  const share = (of: (pair: SampledPair) => boolean) =>
    weighted.reduce((sum, pair) => sum + (of(pair) ? pair.weight : 0), 0);
  const both = share(({ first, second }) => first && second);
  const onlyFirst = share(({ first, second }) => first && !second);
  const onlySecond = share(({ first, second }) => !first && second);
  const neither = share(({ first, second }) => !first && !second);
  const size = effective(pairs, names, sizes, population);
  const [few, many] = [onlyFirst * size, onlySecond * size];
  return {
    n: pairs.length,
    population,
    first: both + onlyFirst,
    second: both + onlySecond,
    difference: onlyFirst - onlySecond,
    ...newcombe([both, onlyFirst, onlySecond, neither].map((one) => one * size)),
    p: signTest(few, many),
    odds: {
      value: onlyFirst / onlySecond,
      /** The counts behind the interval: of an effective size. */
      least: Math.min(few, many),
      /** Of the distributions whose quantiles 2.5% and 97.5% the ends are: the part below some odds. */
      belowLow: (odds: number) => beta(Math.atan(Math.sqrt(odds)), few, many + 1),
      belowHigh: (odds: number) => beta(Math.atan(Math.sqrt(odds)), few + 1, many),
    },
  };
}

/**
 * How many questions drawn by themselves would say as much, with two of the whole sample added to each stratum; as many at
 * most as if each stratum varied as much as the others.
 */
function effective(
  pairs: readonly SampledPair[],
  names: readonly string[],
  sizes: ReadonlyMap<string, number>,
  population: number,
): number {
  const gain = ({ first, second }: SampledPair) => Number(first) - Number(second);
  const all = pairs.map((pair) => ({ value: gain(pair), times: 1 }));
  const strata = names.map((name) => {
    const own = pairs.filter(({ stratum }) => stratum === name);
    const taken = own.length;
    const values = [
      ...own.map((pair) => ({ value: gain(pair), times: 1 })),
      ...all.map(({ value }) => ({ value, times: 2 / all.length })),
    ];
    const spread =
      taken === 1
        ? variance(all) * (all.length / (all.length - 1))
        : variance(values) * (taken / (taken - 1));
    const units = sizes.get(name)!;
    return { values, weight: units / population, of: ((units - taken) / units) * (spread / taken) };
  });
  const whole = strata.flatMap(({ values, weight }) => {
    const times = values.reduce((sum, one) => sum + one.times, 0);
    return values.map((one) => ({ value: one.value, times: (one.times / times) * weight }));
  });
  const byOwn =
    variance(whole) / strata.reduce((sum, { weight, of }) => sum + weight * weight * of, 0);
  // Of one common spread, each sampled question has a part in the mean, and the fewer are left the less it says.
  const byCommon = names.map((name) => {
    const taken = pairs.filter(({ stratum }) => stratum === name).length;
    const units = sizes.get(name)!;
    return (((units / population) * (units / population)) / taken) * ((units - taken) / units);
  });
  return Math.min(byOwn, 1 / byCommon.reduce((sum, one) => sum + one, 0));
}

function variance(values: readonly { value: number; times: number }[]): number {
  const total = values.reduce((sum, { times }) => sum + times, 0);
  const mean = values.reduce((sum, { value, times }) => sum + value * times, 0) / total;
  return values.reduce((sum, { value, times }) => sum + times * (value - mean) ** 2, 0) / total;
}

const Z = 1.959963984540054;

/** Newcombe (1998), table II, method 10, of e, f, g, h. */
function newcombe([e, f, g, h]: readonly number[]): { low: number; high: number } {
  const n = e! + f! + g! + h!;
  const limits = (r: number) => {
    const [a, b, c] = [2 * r + Z * Z, Z * Math.sqrt(Z * Z + 4 * r * (1 - r / n)), 2 * (n + Z * Z)];
    return [(a - b) / c, (a + b) / c] as const;
  };
  const [l2, u2] = limits(e! + f!);
  const [l3, u3] = limits(e! + g!);
  const [p2, p3] = [(e! + f!) / n, (e! + g!) / n];
  const a = (e! + f!) * (g! + h!) * (e! + g!) * (f! + h!);
  const b = e! * h! - f! * g!;
  const c = b > n / 2 ? b - n / 2 : b >= 0 ? 0 : b;
  const phi = a === 0 ? 0 : c / Math.sqrt(a);
  const root = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  const d = (f! - g!) / n;
  return { low: d - root(p2 - l2, u3 - p3), high: d + root(u2 - p2, p3 - l3) };
}

/** Twice the part of the beta distribution beyond one half, or below it. */
function signTest(one: number, other: number): number {
  const [least, most] = [Math.min(one, other), Math.max(one, other)];
  return most <= least + 1 ? 1 : Math.min(1, 2 * beta(Math.PI / 4, most, least + 1));
}

/** The part of a beta distribution below sin² of the angle, by Simpson's rule over the angle. @param a @param b at least 1 */
function beta(upTo: number, a: number, b: number): number {
  const log = (angle: number) =>
    (2 * a - 1) * Math.log(Math.sin(angle)) + (2 * b - 1) * Math.log(Math.cos(angle));
  // In units of the density at its mode, so that nothing underflows.
  const largest = log(Math.atan(Math.sqrt((2 * a - 1) / (2 * b - 1))));
  const integral = (from: number, to: number) => {
    const steps = 10_000;
    let sum = 0;
    for (let at = 0; at <= steps; at++) {
      const angle = from + (at / steps) * (to - from);
      const inside = Math.sin(angle) > 1e-12 && Math.cos(angle) > 1e-12;
      const density = inside ? Math.exp(log(angle) - largest) : 0;
      sum += density * (at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2);
    }
    return (sum * (to - from)) / steps / 3;
  };
  const below = integral(0, upTo);
  return below / (below + integral(upTo, Math.PI / 2));
}
