import { wilson, type Interval } from "@/lib/statistics/intervals";

/** What came of one repeated prompt. */
export interface RepeatedPrompt {
  /** How often it was asked to the end; how often that brought a verdict; and how often credit. */
  readings: number;
  verdicts: number;
  credit: number;
}

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
 */
export function repeatabilityOfPrompts(prompts: readonly RepeatedPrompt[]): Repeatability {
  const compared = prompts.filter(({ verdicts }) => verdicts >= 2);
  const flips = compared.filter(({ verdicts, credit }) => credit > 0 && credit < verdicts).length;
  const counts = compared.map(({ verdicts }) => verdicts);
  const readings = prompts.reduce((sum, one) => sum + one.readings, 0);
  const read = prompts.reduce((sum, one) => sum + one.verdicts, 0);
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
