import { describe, expect, it } from "vitest";
import { unitOf } from "./units";

describe("a unit behind a number", () => {
  it.each([
    ["km", "km"],
    ["kilometres", "km"],
    ["Kilometers", "km"],
    ["KM", "km"],
    ["m", "m"],
    ["M", "million"],
    ["in", null],
    ["a", null],
    ["PC", null],
    ["ms", "ms"],
    ["nanoseconds", "ns"],
    ["inches", "inch"],
    ["feet", "foot"],
    ["mW", "mW"],
    ["MW", "MW"],
    ["mw", "mw"],
    ["megawatts", "MW"],
    ["milliwatt", "mW"],
    ["μg", "µg"],
    ["ml", "mL"],
    ["seconds", "s"],
    ["°C", "celsius"],
    ["a.m", "am"],
    ["dollars", "dollar"],
    ["EUR", "euro"],
    ["bn", "billion"],
    ["centuries", "century"],
    ["percentage", "%"],
    ["people", null],
    ["times", null],
    ["constructor", null],
    ["", null],
  ])("%j is %j", (word, unit) => expect(unitOf(word, true)).toBe(unit));
});

describe("a word by itself", () => {
  it.each([
    ["kilometers", "km"],
    ["km", "km"],
    ["years", "year"],
    ["m", null],
    ["in", null],
    ["second", null],
    ["quarter", "quarter"],
    ["Ms", null],
    ["AM", null],
    ["PM", null],
    ["it", null],
    ["won", null],
    ["gas", null],
    ["at", null],
    ["Pa", "Pa"],
  ])("%j is %j", (word, unit) => expect(unitOf(word, false)).toBe(unit));
});
