/**
 * Logistic regression without an intercept and with a ridge penalty: the weights b that maximize
 * Σ times · log P(y | x) − ½ · penalty · |b|², where P(y = 1 | x) = 1 / (1 + exp(−b · x)). Without an intercept, x and
 * y of −x and 1 − y say the same. The penalty (S. le Cessie and J. C. van Houwelingen, "Ridge estimators in logistic
 * regression", Applied Statistics 41, 1992) keeps weights finite where some weighing explains every row. By Newton's
 * method with halved steps; the sum is concave, so that there is one maximum.
 * @param rows one x for each, all of the same length
 * @param outcomes y of each: 1 or 0
 * @param times how often each row counts; not negative
 * @param penalty above 0
 * @param start where to begin: weights of nearly the same rows save rounds
 */
export function logisticWeights(
  rows: readonly (readonly number[])[],
  outcomes: readonly (0 | 1)[],
  times: ArrayLike<number>,
  penalty: number,
  start?: readonly number[],
): number[] {
  const size = rows[0]?.length ?? 0;
  let weights = start ? [...start] : new Array<number>(size).fill(0);
  let reached = objective(weights, rows, outcomes, times, penalty);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const gradient = weights.map((weight) => -penalty * weight);
    const curvature = weights.map((_, i) => weights.map((__, j) => (i === j ? penalty : 0)));
    for (let at = 0; at < rows.length; at++) {
      const [x, often] = [rows[at]!, times[at]!];
      if (often === 0) continue;
      const chance = 1 / (1 + Math.exp(-dot(weights, x)));
      const [left, spread] = [often * (outcomes[at]! - chance), often * chance * (1 - chance)];
      for (let i = 0; i < size; i++) {
        if (x[i] === 0) continue;
        gradient[i]! += left * x[i]!;
        const row = curvature[i]!;
        for (let j = 0; j <= i; j++) row[j]! += spread * x[i]! * x[j]!;
      }
    }
    const step = solved(curvature, gradient);
    const length = Math.max(0, ...step.map(Math.abs));
    for (let part = 1; ; part /= 2) {
      const next = weights.map((weight, i) => weight + part * step[i]!);
      // Near the maximum a whole step squares the error; the sum itself is too coarse to tell.
      const found = length < CLOSE ? reached : objective(next, rows, outcomes, times, penalty);
      if (found < reached && part > CLOSE) continue;
      [weights, reached] = [next, found];
      break;
    }
    if (length < CLOSE) break;
  }
  return weights;
}

const MOST_ROUNDS = 100;
const CLOSE = 1e-5;

/** The sum of weight × value. */
export function dot(weights: readonly number[], x: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * x[i]!;
  return sum;
}

function objective(
  weights: readonly number[],
  rows: readonly (readonly number[])[],
  outcomes: readonly (0 | 1)[],
  times: ArrayLike<number>,
  penalty: number,
): number {
  let sum = (-penalty / 2) * dot(weights, weights);
  for (let at = 0; at < rows.length; at++) {
    if (times[at] === 0) continue;
    const margin = (outcomes[at] === 1 ? 1 : -1) * dot(weights, rows[at]!);
    // log(1 + exp(−margin)) without an overflow.
    sum -= times[at]! * (Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin))));
  }
  return sum;
}

/** Solves matrix · x = right by Cholesky's decomposition. @param matrix positive definite; its lower triangle is read, and overwritten */
function solved(matrix: number[][], right: readonly number[]): number[] {
  const size = right.length;
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i]![k]! * matrix[j]![k]!;
      matrix[i]![j] = i === j ? Math.sqrt(sum) : sum / matrix[j]![j]!;
    }
  const x = [...right];
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= matrix[i]![k]! * x[k]!;
    x[i]! /= matrix[i]![i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= matrix[k]![i]! * x[k]!;
    x[i]! /= matrix[i]![i]!;
  }
  return x;
}
