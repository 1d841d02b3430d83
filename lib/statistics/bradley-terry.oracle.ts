/**
 * Strengths with Davidson's ties written a second time for tests: Newton's method with halved steps on the logarithms of
 * strengths and of ν, by differences of the log-likelihood alone. For comparisons that have strengths.
 * @param wins by rows: how often the row beat the column
 * @param ties by rows; only those above the diagonal are read. None: no ν
 */
export function expectedStrengths(
  wins: readonly (readonly number[])[],
  ties: readonly (readonly number[])[],
): { strengths: number[]; tie: number } {
  const n = wins.length;
  const tied = ties.some((row, i) => row.some((count, j) => j > i && count > 0));
  const likelihood = (x: readonly number[]): number => {
    const score = (i: number) => (i === 0 ? 0 : x[i - 1]!);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const [a, b] = [Math.exp(score(i)), Math.exp(score(j))];
        const tie = tied ? Math.exp(x[n - 1]!) * Math.sqrt(a * b) : 0;
        const all = a + b + tie;
        sum += wins[i]![j]! * Math.log(a / all) + wins[j]![i]! * Math.log(b / all);
        if (ties[i]![j]! > 0) sum += ties[i]![j]! * Math.log(tie / all);
      }
    }
    return sum;
  };
  let x = Array.from({ length: tied ? n : n - 1 }, () => 0);
  const h = 1e-4;
  const at = (...moves: [number, number][]) => {
    const moved = [...x];
    for (const [place, by] of moves) moved[place]! += by;
    return likelihood(moved);
  };
  for (let step = 0; step < 100; step++) {
    const slope = x.map((_, i) => (at([i, h]) - at([i, -h])) / (2 * h));
    const bend = x.map((_, i) =>
      x.map((__, j) =>
        i === j
          ? (at([i, h]) - 2 * likelihood(x) + at([i, -h])) / (h * h)
          : (at([i, h], [j, h]) -
              at([i, h], [j, -h]) -
              at([i, -h], [j, h]) +
              at([i, -h], [j, -h])) /
            (4 * h * h),
      ),
    );
    const move = solve(bend, slope);
    let part = 1;
    const to = (share: number) => x.map((value, i) => value - share * move[i]!);
    while (part > 1e-9 && likelihood(to(part)) < likelihood(x)) part /= 2;
    x = to(part);
    if (Math.max(...move.map(Math.abs)) < 1e-8) break;
  }
  const logs = [0, ...x.slice(0, n - 1)];
  const mean = logs.reduce((sum, one) => sum + one, 0) / n;
  return {
    strengths: logs.map((one) => Math.exp(one - mean)),
    tie: tied ? Math.exp(x[n - 1]!) : 0,
  };
}

/** A linear system by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  rows.forEach((_, at) => {
    const best = rows.slice(at).reduce((a, b) => (Math.abs(b[at]!) > Math.abs(a[at]!) ? b : a));
    const place = rows.indexOf(best);
    [rows[at], rows[place]] = [rows[place]!, rows[at]!];
    rows.forEach((row, other) => {
      if (other === at) return;
      const factor = row[at]! / rows[at]![at]!;
      row.forEach((value, column) => (row[column] = value - factor * rows[at]![column]!));
    });
  });
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
