/** A question's last revision: ids of revision and question, the revision's number there, and who made it. */
export type Latest = readonly [revision: number, question: number, number: number, author: number];

/**
 * The questions that were revised between two lists of the latest revisions, by their entries in the later one.
 * @returns more: there may be others that the later list does not name any more
 */
export function revisedSince(
  before: readonly Latest[],
  after: readonly Latest[],
): { revised: Latest[]; more: boolean } {
  // Not by the greatest revision: a long import has its numbers from before it was committed.
  const known = new Set(before.map(([revision]) => revision));
  const young = after.filter(([revision]) => !known.has(revision));
  // What slid up because others went has a revision below all that was known.
  const oldest = Math.min(...before.map(([revision]) => revision), Infinity);
  const revised = young.filter(([revision]) => before.length < after.length || revision > oldest);
  return { revised, more: revised.length > 0 && revised.length === after.length };
}
