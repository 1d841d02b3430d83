import fc from "fast-check";
import { expect, it } from "vitest";
import { batchesBySize } from "./batches";

const sizes = (list: readonly number[], bytes: number, count: number) =>
  batchesBySize(
    list.map((size) => ({ bytes: size })),
    { bytes, count },
  ).map((batch) => batch.map((one) => one.bytes));

it("batches end where the next element would exceed the size or the count", () => {
  expect(sizes([], 10, 3)).toEqual([]);
  expect(sizes([4, 6, 1], 10, 3)).toEqual([[4, 6], [1]]);
  expect(sizes([25, 1, 30, 2], 10, 3)).toEqual([[25], [1], [30], [2]]);
  expect(sizes([1, 1, 1, 1], 10, 3)).toEqual([[1, 1, 1], [1]]);
});

it("batches have every element once, in order, and none is larger than need be", () => {
  const size = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(fc.array(size), fc.integer({ min: 1, max: 5 }), (list, count) => {
      const batches = sizes(list, 20, count);
      expect(batches.flat()).toEqual(list);
      for (const [at, batch] of batches.entries()) {
        const sum = batch.reduce((total, one) => total + one, 0);
        expect(batch.length === 1 || sum <= 20).toBe(true);
        expect(batch.length).toBeLessThanOrEqual(count);
        const next = batches[at + 1]?.[0];
        if (next !== undefined) expect(sum + next > 20 || batch.length === count).toBe(true);
      }
    }),
  );
});
