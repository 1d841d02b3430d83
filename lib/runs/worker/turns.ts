import { setTimeout as pauseFor } from "node:timers/promises";
import type { ServiceError } from "@/lib/runs/connections/troubles";
import { heldMs, holdBack, takeTurn } from "@/lib/runs/connections/writes";
import { reserve, reserveAtOnce, unreserve, type Claimed } from "./writes";

/*
 * When a request of an item may be made: under the job's limit, and in the connection's turn.
 */

/** How long an item waits for others whose calls may use up what is left of a job's limit. */
const CROWDED_MS = 1_000;

/** By what an item's work is ended. */
export interface Signals {
  /** Nothing new is begun; what is under way goes on. */
  halt: AbortSignal;
  /** What is under way is given up, too. */
  cut: AbortSignal;
}

/** Thrown where an item is to be given back without anything having failed. */
export class Halted extends Error {
  constructor(readonly waitMs?: number) {
    super("The item is given back.");
  }
}

/** Where a service asks to wait, all workers do. */
export async function heed(
  { connectionId }: { connectionId: number },
  { details: { retryAfterMs } }: ServiceError,
): Promise<void> {
  if (retryAfterMs !== null && retryAfterMs > 0) await holdBack(connectionId, retryAfterMs);
}

/**
 * Waits until a call may be made: its cost is set aside before it takes a turn, so that a call that the limit does not allow
 * takes none from others.
 * @throws Halted, or the halt's reason, where it may not be made now
 */
export async function permitted(
  claimed: Claimed,
  connectionId: number,
  most: number | null,
  signals: Signals,
): Promise<void> {
  if (await reserveAtOnce(claimed, connectionId, most)) return;
  await allowed(claimed, most);
  try {
    // The job may have been paused in the meantime.
    if (await turn(connectionId, signals)) await allowed(claimed, most);
  } catch (error) {
    await unreserve(claimed);
    throw error;
  }
}

/** Waits for the connection's next turn. @returns whether it took a while */
export async function turn(connectionId: number, { halt }: Signals): Promise<boolean> {
  let waited = false;
  for (let ms = await takeTurn(connectionId); ; ms = await heldMs(connectionId)) {
    halt.throwIfAborted();
    if (ms === 0) return waited;
    waited = true;
    await pauseFor(ms, undefined, { signal: halt });
  }
}

/** @throws Halted where the call may not be made now */
async function allowed(claimed: Claimed, most: number | null): Promise<void> {
  const answer = await reserve(claimed, most);
  if (answer === "crowded") throw new Halted(CROWDED_MS);
  if (answer === "stopped") throw new Halted();
}
