/** Tells whoever started the product what is going on, in plain lines on standard output. */
export interface Progress {
  /** Announces a step and, when it is over, how long it took. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>;
  say(line: string): void;
}

/**
 * Writes the steps as lines; one that takes no noticeable time is told without its duration, and one beside which another
 * began is named again.
 */
export function progressOn(write: (text: string) => void): Progress {
  let last = "";
  return {
    async step(what, work) {
      const begin = performance.now();
      last = what;
      write(`${what} …\n`);
      const value = await work();
      const seconds = (performance.now() - begin) / 1000;
      const done = `done in ${seconds.toFixed(1)} s`;
      if (seconds >= 1) write(`  ${last === what ? done : `${what}: ${done}`}\n`);
      return value;
    },
    say: (line) => write(`${line}\n`),
  };
}
