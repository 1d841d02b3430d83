import { setTimeout as pauseFor } from "node:timers/promises";
import type pg from "pg";
import { databaseTrouble } from "./database-trouble";
import { log } from "./log";

/** The first wait, and the longest: a database that is back is noticed within a second. */
const FIRST_MS = 50;
const LONGEST_MS = 1_000;

/** Whether the database went away, or its connection broke: it comes back, and nothing is wrong with what was asked of it. */
export function isBreak(error: unknown): boolean {
  const trouble = databaseTrouble(error);
  return trouble === "unreachable" || trouble === "lost";
}

/**
 * Lets no connection of a pool end the process by dying, whether it is idle or lent: what is asked of it fails by itself, and
 * the next statement opens another.
 */
export function surviveBreaks(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

/** The process's own: when its work began to wait for the database, and when the log last said so. */
let waiting: { since: number; said: number } | null = null;
const SAY_EVERY_MS = 60_000;

/** Writes to the log that the database is away: once, and again every minute, however much of the process waits. */
function noteBreak(error: unknown): void {
  const now = performance.now();
  waiting ??= { since: now, said: -Infinity };
  if (now - waiting.said < SAY_EVERY_MS) return;
  waiting.said = now;
  log().warn({ err: error }, "Waiting for the database");
}

function noteServed(): void {
  if (waiting === null) return;
  const ms = Math.round(performance.now() - waiting.since);
  waiting = null;
  log().warn({ ms }, "The database serves again");
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
      const done = await work(again);
      if (again) noteServed();
      return done;
    } catch (error) {
      if (!isBreak(error) || over.aborted) throw error;
      noteBreak(error);
    }
    await pauseFor(waitMs, undefined, { signal: over }).catch(() => {});
    waitMs = Math.min(2 * waitMs, LONGEST_MS);
  }
}
