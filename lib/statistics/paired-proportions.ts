import { clopperPearson, wilson, type Interval } from "./intervals";

/**
 * How two yes-or-no measures of the same units meet: `both` units have yes in both, `first` in the first alone, `second`
 * in the second alone, `neither` in none.
 */
export interface PairedCounts {
  both: number;
  first: number;
  second: number;
  neither: number;
}

/**
 * The 95% interval of the difference of two paired proportions, first minus second: Newcombe's method 10, which combines
 * the Wilson intervals of the two proportions by their correlation, taken with a continuity correction where it is
 * positive (R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on
 * paired data", Statistics in Medicine 17, 1998, 2635–2650).
 * @returns proportions from −1 to 1; null without units
 */
export function newcombePaired({ both, first, second, neither }: PairedCounts): Interval | null {
  const n = both + first + second + neither;
  const [one, other] = [wilson(both + first, n), wilson(both + second, n)];
  if (one === null || other === null) return null;
  const [p1, p2] = [(both + first) / n, (both + second) / n];
  const margins = (both + first) * (second + neither) * (both + second) * (first + neither);
  const determinant = both * neither - first * second;
  const numerator = determinant > 0 ? Math.max(determinant - n / 2, 0) : determinant;
  const phi = margins === 0 ? 0 : numerator / Math.sqrt(margins);
  const distance = (a: number, b: number) =>
    Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const difference = (first - second) / n;
  return {
    low: Math.max(-1, difference - distance(p1 - one.low, other.high - p2)),
    high: Math.min(1, difference + distance(one.high - p1, p2 - other.low)),
  };
}

/** How often the first measure alone has yes for each time that the second alone has it. */
export interface OddsRatio {
  /** Null: undefined or infinite, as `note` says. */
  value: number | null;
  /** There are units in the first alone, and none in the second alone. */
  infinite: boolean;
  /** The exact 95% interval; null without discordant units. */
  low: number | null;
  /** Null: it has no upper end, or there is no interval, as `note` says. */
  high: number | null;
  note: string | null;
}

/**
 * The odds ratio of discordant pairs, first / second, which is the maximum likelihood estimate of the conditional odds
 * ratio, with its exact 95% interval: that of Clopper and Pearson for the share first / (first + second), as odds
 * (A. Agresti, "Categorical Data Analysis", 3rd edition 2013, section 11.2). It belongs to McNemar's exact test.
 */
export function discordantOddsRatio(first: number, second: number): OddsRatio {
  const share = clopperPearson(first, first + second);
  const rest = clopperPearson(second, first + second);
  if (share === null || rest === null)
    return {
      value: null,
      infinite: false,
      low: null,
      high: null,
      note: "Undefined: no discordant pairs.",
    };
  const low = share.low / (1 - share.low);
  if (second === 0)
    return {
      value: null,
      infinite: true,
      low,
      high: null,
      note: "Infinite: no pair is discordant the other way; the interval has no upper end.",
    };
  // By the other share: the share's own upper end may be too close to 1 to be told from it.
  const high = (1 - rest.low) / rest.low;
  return { value: first / second, infinite: false, low, high, note: null };
}
