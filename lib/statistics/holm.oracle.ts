/** Holm's adjusted p-values, said of each alone: the largest multiple among those that are no larger than it. */
export function holmAlone(values: readonly number[]): number[] {
  return values.map((value) => {
    const multiples = values
      .filter((smaller) => smaller <= value)
      .map((smaller) => smaller * values.filter((other) => other >= smaller).length);
    return Math.min(1, Math.max(...multiples));
  });
}
