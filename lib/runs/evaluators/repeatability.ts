import { wilson, type Interval } from "@/lib/statistics/intervals";

/** How one of the repeated prompts was read; null: its replies held no verdict. */
export type RepeatedReading = boolean | null;

/** How often an evaluator says something else when the same is asked again. */
export interface Repeatability {
  /** Prompts with at least two verdicts, and the flips among them: those whose verdicts are not all equal. */
  prompts: number;
  flips: number;
  /** The share of flips; null without prompts. */
  rate: number | null;
  /** Wilson's 95% interval; null below LEAST_PROMPTS. */
  interval: Interval | null;
  /** Verdicts of each of these prompts: the fewest and the most; null without prompts. */
  verdicts: { fewest: number; most: number } | null;
  /** Prompts with fewer than two verdicts, left out above. */
  tooFew: number;
  /** Readings without a verdict, of all prompts, and all readings. */
  unread: number;
  readings: number;
}

/** Below so many prompts the rate has no interval. */
export const LEAST_PROMPTS = 10;

/**
 * The flip rate of repeated prompts. A reading without a verdict is no flip: it is counted by itself, and a prompt with
 * fewer than two verdicts says nothing of flips.
 * @param prompts the readings of each prompt
 */
export function repeatabilityOfReadings(
  prompts: readonly (readonly RepeatedReading[])[],
): Repeatability {
  const verdicts = prompts.map((readings) => readings.filter((reading) => reading !== null));
  const compared = verdicts.filter(({ length }) => length >= 2);
  const flips = compared.filter((said) => said.some((one) => one !== said[0])).length;
  const counts = compared.map(({ length }) => length);
  const readings = prompts.reduce((sum, { length }) => sum + length, 0);
  const read = verdicts.reduce((sum, { length }) => sum + length, 0);
  return {
    prompts: compared.length,
    flips,
    rate: compared.length === 0 ? null : flips / compared.length,
    interval: compared.length < LEAST_PROMPTS ? null : wilson(flips, compared.length),
    verdicts:
      compared.length === 0 ? null : { fewest: Math.min(...counts), most: Math.max(...counts) },
    tooFew: prompts.length - compared.length,
    unread: readings - read,
    readings,
  };
}
