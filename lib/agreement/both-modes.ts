import { Chance } from "@/lib/statistics/chance";
import { bootstrap, type GroupStatistic } from "@/lib/statistics/intervals";
import { CoefficientOf } from "./agreement";
import { fleissKappa, gwetAC1, krippendorffsAlpha, percentAgreement } from "./coefficients";
import { Patterns, unitPattern, type UnitPattern } from "./patterns";
import type { Agreement, BootstrapOptions, CoefficientName } from "./schema";

/** How many responses have so many judgments, of which so many give credit, as SQL groups them. */
export interface CreditCount {
  judgments: number;
  relaxed: number;
  strict: number;
  responses: number;
}

/** The patterns of one mode: no credit before credit. */
export function creditPatterns(counts: readonly CreditCount[], mode: "relaxed" | "strict"): UnitPattern[] {
  return counts.map((count) => unitPattern([count.judgments - count[mode], count[mode]], count.responses));
}

const WHAT = {
  percent: "Share of agreeing pairs of verdicts, averaged over both modes of the responses with at least two judgments",
  fleiss: "Fleiss’ kappa over both verdicts of each response",
  krippendorff: "Krippendorff’s alpha, nominal, over both verdicts of each response",
  gwetAC1: "Gwet’s AC1 over both verdicts of each response",
} as const;

/**
 * The coefficients of any number of raters over both modes together: a response counts with its verdicts in Relaxed and in
 * Strict. As these belong together, every interval comes from resampling responses. Cohen's kappa of two raters is that of
 * `pairRow`, which knows who said what.
 */
export function* bothModesSteps(given: readonly CreditCount[], raters: number, options: BootstrapOptions): Generator<void, Omit<Agreement["coefficients"], "cohen">> {
  const groups = inOrder(given);
  const patterns = new Patterns([...creditPatterns(groups, "relaxed"), ...creditPatterns(groups, "strict")], 2);
  const place = placesOf(patterns);
  const targets = groups.map((group) => [place.get(keyOf(group.judgments - group.relaxed, group.relaxed))!, place.get(keyOf(group.judgments - group.strict, group.strict))!] as const);
  const pooled = new Float64Array(patterns.sizes.length);
  const over = (statistic: GroupStatistic): GroupStatistic => (sizes) => {
    pooled.fill(0);
    targets.forEach(([relaxed, strict], at) => {
      pooled[relaxed]! += sizes[at]!;
      pooled[strict]! += sizes[at]!;
    });
    return statistic(pooled);
  };
  const statistics = { percent: over(percentAgreement(patterns)), fleiss: over(fleissKappa(patterns)), krippendorff: over(krippendorffsAlpha(patterns, "nominal")), gwetAC1: over(gwetAC1(patterns)) };
  const sizes = Float64Array.from(groups, (group) => group.responses);
  const pairable = groups.filter((group) => group.judgments >= 2);
  const responses = pairable.reduce((sum, group) => sum + group.responses, 0);
  const numbers = new Set(groups.map((group) => group.judgments));
  const none = groups.length === 0 ? "There are no ratings." : raters < 2 ? "There is only one rater; agreement needs two." : responses === 0 ? "No unit was rated by two raters." : null;
  const reason: Record<keyof typeof WHAT, string | null> = {
    percent: none, krippendorff: none,
    gwetAC1: none ?? (patterns.usedValues < 2 ? "All ratings have the same value, so that nothing tells agreement from chance." : null),
    fleiss: none ?? (numbers.size > 1 ? `Fleiss’ kappa needs the same number of ratings of every unit; here they range from ${Math.min(...numbers)} to ${Math.max(...numbers)}.` : null),
  };
  const names = (Object.keys(WHAT) as (keyof typeof WHAT)[]).filter((name) => reason[name] === null && statistics[name](sizes) !== null);
  const drawn = names.length === 0 || responses < 2 ? [] : yield* bootstrap([...sizes], names.map((name) => statistics[name]), Chance.ofSeed(options.seed, 2), options.replicates);
  const coefficient = (name: keyof typeof WHAT) =>
    new CoefficientOf(WHAT[name], responses, options).of(reason[name] === null ? statistics[name](sizes) : null, drawn[names.indexOf(name)] ?? null, reason[name]);
  return { percent: coefficient("percent"), fleiss: coefficient("fleiss"), krippendorff: coefficient("krippendorff"), gwetAC1: coefficient("gwetAC1") } satisfies Record<Exclude<CoefficientName, "cohen">, unknown>;
}

/** Equal groups together and in an order of their own, so that a seed gives the same interval in whatever order they came. */
function inOrder(given: readonly CreditCount[]): CreditCount[] {
  const found = new Map<string, CreditCount>();
  for (const count of given) {
    if (count.responses <= 0 || count.judgments <= 0) continue;
    const key = `${count.judgments} ${count.relaxed} ${count.strict}`;
    const same = found.get(key);
    if (same) same.responses += count.responses;
    else found.set(key, { ...count });
  }
  return [...found.values()].sort((a, b) => a.judgments - b.judgments || a.relaxed - b.relaxed || a.strict - b.strict);
}

function keyOf(no: number, yes: number): string {
  return `${no} ${yes}`;
}

/** Where each pattern of two values stands. */
function placesOf(patterns: Patterns): Map<string, number> {
  return new Map(patterns.sizes.map((_, at) => {
    const counts: [number, number] = [0, 0];
    for (let cell = patterns.start[at]!; cell < patterns.start[at + 1]!; cell++) counts[patterns.value[cell]!] = patterns.count[cell]!;
    return [keyOf(...counts), at] as const;
  }));
}
