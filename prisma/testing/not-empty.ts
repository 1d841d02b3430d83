/**
 * Returns the items, of which there must be some: what is expected of each item of an empty list is expected of none, and
 * the test could not fail. `for (const row of notEmpty(rows)) expect(…)`, `expect(notEmpty(rows).every(…))`.
 * @throws Error where there are none
 */
export function notEmpty<T>(items: Iterable<T>): T[] {
  const list = [...items];
  if (list.length === 0) throw new Error("There is no item of which anything is expected.");
  return list;
}
