import { expect, it } from "vitest";
import { costOf, costOfRequests, priceOn } from "./prices";

const PRICE = { input: 2.5, cachedInput: 1.25, output: 10 };
const usage = (input: number | null, output: number | null, cached: number | null = null) => ({
  input,
  output,
  reasoning: null,
  cached,
});

it.each([
  ["input and output", PRICE, usage(1_000_000, 0), 2.5],
  ["output alone", PRICE, usage(0, 1_000), 0.01],
  ["both", PRICE, usage(1200, 300), 0.006],
  ["cached input at its own price", PRICE, usage(1_000_000, 0, 400_000), 2],
  ["cached input without one", { ...PRICE, cachedInput: null }, usage(1_000_000, 0, 400_000), 2.5],
  ["more cached than there is", PRICE, usage(100, 0, 400), 0.000125],
  ["one token", { ...PRICE, input: 0.05 }, usage(1, 0), 0.00000005],
  ["what thinking costs is output", PRICE, { ...usage(0, 500), reasoning: 400 }, 0.005],
  ["no price", null, usage(1, 1), null],
  ["no price of output", { ...PRICE, output: null }, usage(1, 1), null],
  ["input not counted", PRICE, usage(null, 10), null],
  ["output not counted", PRICE, usage(10, null), null],
  ["free, whatever was counted", { input: 0, cachedInput: null, output: 0 }, usage(null, null), 0],
])("%s", (_name, price, tokens, expected) => expect(costOf(price, tokens)).toBe(expected));

it.each([
  [{ requests: 10 }, 3, 0.03],
  [{ requests: 0 }, 3, 0],
  [{ requests: null }, 3, null],
  [null, 3, null],
])("requests at %j: %s cost %s", (price, requests, expected) =>
  expect(costOfRequests(price, requests)).toBe(expected),
);

it.each([
  ["the latest that began", "2026-11-22", "m", 3],
  ["on its first day already", "2026-11-01", "m", 3],
  ["an earlier one the day before", "2026-10-31", "m", 2],
  ["none before the first", "2025-12-31", "m", null],
  ["of one day the one entered last", "2027-01-01", "m", 6],
  ["another model's", "2026-11-22", "other", 4],
  ["none of a model without", "2026-11-22", "unknown", null],
  ["searches", "2026-11-22", "", 7],
])("%s", (_name, day, apiName, expected) => {
  const prices = [
    { id: 6, apiName: "m", validFrom: "2027-01-01" },
    { id: 2, apiName: "m", validFrom: "2026-01-01" },
    { id: 3, apiName: "m", validFrom: "2026-11-01" },
    { id: 4, apiName: "other", validFrom: "2026-01-01" },
    { id: 5, apiName: "m", validFrom: "2027-01-01" },
    { id: 7, apiName: "", validFrom: "2026-06-01" },
  ];
  expect(priceOn(prices, apiName, day)?.id ?? null).toBe(expected);
});

it("a cost that no request has is not known", () => {
  const usage = { input: 2_147_483_647, output: 0, reasoning: null, cached: null };
  expect(costOf({ input: 1_000_000, cachedInput: null, output: 1 }, usage)).toBeNull();
  expect(costOf({ input: 1, cachedInput: null, output: 1 }, usage)).toBe(2147.483647);
  expect(costOfRequests({ requests: 1_000_000 }, 1_001)).toBeNull();
});
