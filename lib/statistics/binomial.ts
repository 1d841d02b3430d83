import type { Chance } from "./chance";
import { stirlingTail } from "./log-factorial";

/** Below so many expected successes counting them one by one is quicker than rejection. */
const BY_INVERSION = 10;

/**
 * How many of `trials` independent trials succeed. Exact for any number of trials up to 2^31: by inversion where few
 * successes are expected, else by Hörmann's BTRS ("The generation of binomial random variates", Journal of Statistical
 * Computation and Simulation 46, 1993).
 * @param probability from 0 to 1
 */
export function binomial(chance: Chance, trials: number, probability: number): number {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - binomial(chance, trials, 1 - probability);
  return trials * probability < BY_INVERSION ? byInversion(chance, trials, probability) : byRejection(chance, trials, probability);
}

function byInversion(chance: Chance, trials: number, probability: number): number {
  const odds = probability / (1 - probability);
  const none = Math.exp(trials * Math.log1p(-probability));
  for (;;) {
    let left = chance.uniform();
    let mass = none;
    for (let successes = 0; successes <= trials; successes++) {
      if (left < mass) return successes;
      left -= mass;
      mass *= (odds * (trials - successes)) / (successes + 1);
      // So far out that rounding is all that is left: draw again.
      if (mass < Number.MIN_VALUE && successes > trials * probability) break;
    }
  }
}

function byRejection(chance: Chance, trials: number, probability: number): number {
  const failing = 1 - probability;
  const deviation = Math.sqrt(trials * probability * failing);
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const centre = trials * probability + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const odds = probability / failing;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const mode = Math.floor((trials + 1) * probability);
  const atMode = (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) + stirlingTail(mode) + stirlingTail(trials - mode);
  for (;;) {
    const u = chance.uniform() - 0.5;
    const v = chance.uniform();
    const edge = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / edge + b) * u + centre);
    if (edge >= 0.07 && v <= squeeze) return k;
    if (!(k >= 0 && k <= trials)) continue;
    const height = Math.log((v * alpha) / (a / (edge * edge) + b));
    const bound = atMode
      + (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1))
      + (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1))
      - stirlingTail(k) - stirlingTail(trials - k);
    if (height <= bound) return k;
  }
}
