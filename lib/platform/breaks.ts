import { setTimeout as pauseFor } from "node:timers/promises";
import { databaseTrouble } from "./database-trouble";

/** The first wait, and the longest: a database that is back is noticed within a second. */
const FIRST_MS = 50;
const LONGEST_MS = 1_000;

/** Whether the database went away, or its connection broke: it comes back, and nothing is wrong with what was asked of it. */
export function isBreak(error: unknown): boolean {
  const trouble = databaseTrouble(error);
  return trouble === "unreachable" || trouble === "lost";
}

/**
 * Does work on the database until it is done, however often the database goes away in between. For what nobody could ask
 * for again, and for loops without a person to tell; whoever answers a person says that the database is away.
 * @param work is told whether an earlier attempt was broken off: that one may have been committed without anyone hearing
 * of it, so that work that must not be done twice looks first.
 * @param over ends the waiting.
 * @throws what the work throws for another reason; its last break once `over` is aborted.
 */
export async function throughBreaks<T>(
  work: (again: boolean) => Promise<T>,
  over: AbortSignal,
): Promise<T> {
  for (let again = false, waitMs = FIRST_MS; ; again = true) {
    try {
      return await work(again);
    } catch (error) {
      if (!isBreak(error) || over.aborted) throw error;
    }
    await pauseFor(waitMs, undefined, { signal: over }).catch(() => {});
    waitMs = Math.min(2 * waitMs, LONGEST_MS);
  }
}
