import { setTimeout as pause } from "node:timers/promises";

/** Asks until there is an answer. @throws naming what was waited for */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null>,
  timeoutMs = 25_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > end) throw new Error(`Not in time: ${what}`);
    await pause(50);
  }
}
