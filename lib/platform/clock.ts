/** The one place that reads the wall clock; rules take the time as an argument instead. */
export function now(): Date {
  return new Date();
}
