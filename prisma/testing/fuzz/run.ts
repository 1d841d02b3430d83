import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect } from "vitest";

/*
 * How long the fuzzing is, from which seed, and what became of earlier failures: each is kept in corpus.json and tried
 * first, for ever. `npm run test:fuzz -- --long` takes FUZZ_SECONDS for each parser, from a seed that it prints.
 */

const CORPUS = fileURLToPath(new URL("./corpus.json", import.meta.url));
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);
export const SEED = Number(process.env.FUZZ_SEED ?? 17);
/** A parser of a text of some kilobytes that computes this long goes back and forth over it. */
const SLOW_MS = 3_000;

/** For what never comes to an end; sixty files of a format take a busy machine more than a minute. */
export const LIMIT_MS = SECONDS === 0 ? 300_000 : (SECONDS + 120) * 1_000;

type Kept = Record<string, unknown[]>;
const kept = (): Kept =>
  existsSync(CORPUS) ? (JSON.parse(readFileSync(CORPUS, "utf8")) as Kept) : {};

/** Bytes and lone surrogates as JSON keeps them. */
const written = (input: unknown): unknown =>
  input instanceof Uint8Array ? { base64: Buffer.from(input).toString("base64") } : input;
const readBack = (input: unknown): unknown =>
  typeof input === "object" && input !== null && "base64" in input
    ? new Uint8Array(Buffer.from(String(input.base64), "base64"))
    : input;

/** Where inputs of earlier failures belong: for the test that no name in the corpus is out of date. */
export const corpusNames = (): string[] => Object.keys(kept());

/**
 * Tries what is kept of earlier failures and inputs of `inputs` on a parser, which may throw nothing and takes no time
 * to speak of. The smallest input that fails is kept.
 */
export async function fuzz<T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  parse: (input: T) => unknown,
  runs: number,
  /** Which part of the long form's seconds is its own. */
  share = 1,
): Promise<void> {
  const examples = (kept()[name] ?? []).map((input): [T] => [readBack(input) as T]);
  const details = await fc.check(
    fc.asyncProperty(inputs, async (input) => {
      const begin = process.cpuUsage();
      await parse(input);
      // What this process computed, and not what it waited for while others had the machine.
      const took = process.cpuUsage(begin).user / 1_000;
      if (took > SLOW_MS) throw new Error(`computed for ${took.toFixed(0)} ms`);
    }),
    {
      seed: SEED,
      examples,
      ...(SECONDS === 0
        ? { numRuns: runs + examples.length }
        : { numRuns: 100_000_000, interruptAfterTimeLimit: SECONDS * 1_000 * share }),
    },
  );
  if (!details.failed) {
    expect(details.numRuns).toBeGreaterThan(0);
    return;
  }
  const input = details.counterexample![0];
  const corpus = kept();
  const before = corpus[name] ?? [];
  if (!before.some((one) => JSON.stringify(one) === JSON.stringify(written(input))))
    writeFileSync(
      CORPUS,
      `${JSON.stringify({ ...corpus, [name]: [...before, written(input)] }, null, 2)}\n`,
    );
  throw new Error(
    `${name} failed on ${JSON.stringify(written(input))?.slice(0, 2_000)} (seed ${SEED}; kept in corpus.json): ${String(details.errorInstance)}`,
    { cause: details.errorInstance },
  );
}
