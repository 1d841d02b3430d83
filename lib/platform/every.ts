import { log } from "./log";

/** Work that is done again and again, for as long as the process lives. */
export interface Rounds {
  /** Begins no further round, and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Does something again and again, never twice at once: a round whose time comes while one is under way is left out. One
 * that fails is logged, and the next one tries again. Does not keep the process alive.
 * @param failure what the log says.
 * @param first whether the first round begins now, or after `ms`.
 */
export function every(
  ms: number,
  failure: string,
  work: () => Promise<void>,
  first: "now" | "later" = "now",
): Rounds {
  let round: Promise<void> | null = null;
  const go = () => {
    round ??= (async () => {
      try {
        await work();
      } catch (error) {
        log().error({ err: error }, failure);
      }
      round = null;
    })();
  };
  if (first === "now") go();
  const timer = setInterval(go, ms);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
