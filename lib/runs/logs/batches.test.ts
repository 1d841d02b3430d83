import { expect, test } from "vitest";
import { batchesOf } from "./batches";
import { NO_SAMPLE, type LogItem } from "./run-log";

async function* samples(count: number, response: string): AsyncGenerator<LogItem> {
  for (let record = 1; record <= count; record++)
    yield { record, line: null, sample: { ...NO_SAMPLE, response } };
}
async function sizes(count: number, length: number): Promise<number[]> {
  const batches: number[] = [];
  for await (const batch of batchesOf(samples(count, "x".repeat(length))))
    batches.push(batch.length);
  return batches;
}

test.each([
  ["short texts", 1_100, 10, [500, 500, 100]],
  ["one long text that all samples share", 40, 500_000, [16, 16, 8]],
  ["texts that are longer than a batch", 3, 9_000_000, [1, 1, 1, 0]],
  ["nothing", 0, 1, [0]],
])("%s", async (_what, count, length, expected) => {
  expect(await sizes(count, length)).toEqual(expected);
});
