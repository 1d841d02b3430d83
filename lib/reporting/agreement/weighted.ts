import type { DisagreementOf } from "@/lib/statistics/jackknife";
import {
  coefficient,
  HALF_A_UNIT,
  reasonAgainstAny,
  reasonAgainstCohen,
  type GroupedRatings,
} from "./agreement";
import type { Coefficient, WeightedName } from "./coefficient";
import { cohensKappa, gwetAC1, gwetAC2, LINEAR, QUADRATIC } from "./coefficients";
import { orderCells, Patterns } from "./patterns";

const NO_SCALE =
  "The steps between levels need the whole scale: list all possible values, from lowest to highest.";

/**
 * The coefficients in which near levels agree in part: Cohen's kappa and Gwet's AC2, each with linear and quadratic
 * weights. Like all coefficients they are of the units with at least two ratings.
 * @param ratings with a value for each level of the scale, in use or not, from the lowest; without `scale` all are undefined
 */
export function* weightedSteps(
  ratings: GroupedRatings,
): Generator<void, Record<WeightedName, Coefficient>> {
  const { raters, values: width, scale } = ratings;
  const patterns = new Patterns(ratings.patterns, width);
  const cells = orderCells(ratings.pair ?? []);
  const none =
    reasonAgainstAny(raters, patterns.units, patterns.single) ??
    (scale === width ? null : NO_SCALE);
  const kappa = {
    sizes: cells.map(({ units }) => units),
    reason: none ?? reasonAgainstCohen(raters),
  };
  const ac2 = { sizes: patterns.sizes, reason: none };
  return {
    kappaLinear: yield* coefficient({
      ...kappa,
      what: "Cohen’s kappa, linear weights",
      of: cohensKappa(cells, width, LINEAR),
      options: options(kappa, cohensKappa(cells, width)),
    }),
    kappaQuadratic: yield* coefficient({
      ...kappa,
      what: "Cohen’s kappa, quadratic weights",
      of: cohensKappa(cells, width, QUADRATIC),
      options: options(kappa, cohensKappa(cells, width)),
    }),
    ac2Linear: yield* coefficient({
      ...ac2,
      what: "Gwet’s AC2, linear weights",
      of: gwetAC2(patterns, LINEAR),
      options: options(ac2, gwetAC1(patterns, width)),
    }),
    ac2Quadratic: yield* coefficient({
      ...ac2,
      what: "Gwet’s AC2, quadratic weights",
      of: gwetAC2(patterns, QUADRATIC),
      options: options(ac2, gwetAC1(patterns, width)),
    }),
  };
}

/** As for ordinal alpha: few units may show only small disagreements, and where all agree none. */
function options(
  { sizes, reason }: { sizes: readonly number[]; reason: string | null },
  unweighted: DisagreementOf,
) {
  const found = reason === null ? unweighted(sizes) : null;
  return {
    unseen: HALF_A_UNIT,
    ...(found !== null && { expectedWhereAllAgree: found.expected }),
  };
}
