/** Lets a call through at most every so many milliseconds, the first after that time too; the others do nothing. */
export function throttled<T>(
  everyMs: number,
  call: (value: T) => Promise<void>,
): (value: T) => Promise<void> {
  let last = performance.now();
  return async (value) => {
    if (performance.now() - last < everyMs) return;
    last = performance.now();
    await call(value);
  };
}
