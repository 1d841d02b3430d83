/*
 * What the dataset says as of a day, written a second time for tests, from the list of what was written: question by
 * question, one entry after the other. The product finds the same by one statement (revisionsAsOf in
 * lib/dataset/questions/sql.ts). All days are ISO days.
 */

/** What was written of a question. */
export interface Entry<Says> {
  question: string;
  /** The day on which it was written. Entries are in the order of writing. */
  writtenOn: string;
  /** The day since which the dataset says this. */
  since: string;
  says: Says;
}

/** Returns the entry of each question that stands as of a day. Questions of which nothing is said yet are left out. */
export function standingAsOf<Says>(
  entries: readonly Entry<Says>[],
  day: string,
): Map<string, Entry<Says>> {
  const standing = new Map<string, Entry<Says>>();
  // What people saw on the evening of that day.
  for (const entry of entries) if (entry.writtenOn <= day) standing.set(entry.question, entry);
  // What was learned later about the time up to that day: it stands unless it is of a day before what was seen.
  for (const entry of entries) {
    if (entry.writtenOn <= day || entry.since > day) continue;
    const seen = standing.get(entry.question);
    if (seen === undefined || entry.since >= seen.since) standing.set(entry.question, entry);
  }
  return standing;
}
