/**
 * P-values adjusted for several tests by Holm's step-down procedure (S. Holm, "A simple sequentially rejective multiple
 * test procedure", Scandinavian Journal of Statistics 6, 1979, 65–70): rejecting where the adjusted value is at most
 * 0.05 errs in any of the tests with a probability of at most 5%, whatever their dependence.
 * @param values one a test; null where a test could not be made, which then is none of the family
 * @returns in the same order; null where null was given; never above 1
 */
export function holm(values: readonly (number | null)[]): (number | null)[] {
  const made = values
    .flatMap((value, at) => (value === null ? [] : [{ value, at }]))
    .sort((a, b) => a.value - b.value);
  const adjusted: (number | null)[] = values.map(() => null);
  let largest = 0;
  made.forEach(({ value, at }, rank) => {
    largest = Math.max(largest, Math.min(1, value * (made.length - rank)));
    adjusted[at] = largest;
  });
  return adjusted;
}
