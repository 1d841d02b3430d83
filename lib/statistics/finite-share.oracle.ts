/*
 * The interval of a share of a finite population once more, by exact whole numbers: shares nothing with the product.
 */

/** C(n, k), exactly. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let i = 1; i <= k; i++) ways = (ways * BigInt(n - i + 1)) / BigInt(i);
  return ways;
}

/** The interval by trying every number of hits that the population could hold. Ends as numbers of hits. */
export function finiteShareByTrying(
  hits: number,
  sampled: number,
  population: number,
): [low: number, high: number] {
  const all = choose(population, sampled);
  const kept: number[] = [];
  for (let truth = 0; truth <= population; truth++) {
    const ways = (k: number) => choose(truth, k) * choose(population - truth, sampled - k);
    let [below, above] = [0n, 0n];
    for (let k = 0; k <= sampled; k++) {
      if (k < hits) below += ways(k);
      if (k > hits) above += ways(k);
    }
    const here = ways(hits);
    if (here === 0n) continue;
    // Each mid-p value above 2.5%: (2 · tail + here) / (2 · all) > 1 / 40.
    const passes = (tail: bigint) => 20n * (2n * tail + here) > all;
    if (passes(below) && passes(above)) kept.push(truth);
  }
  return [kept[0]!, kept.at(-1)!];
}
