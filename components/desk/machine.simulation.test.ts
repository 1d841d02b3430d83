import { describe, it } from "vitest";
import { live } from "./history-samples";

const HISTORIES = 10_000;

describe("any history of a desk", () => {
  it(`ends with everything stored once, or needing attention (${HISTORIES.toLocaleString("en-US")} seeds)`, async () => {
    for (let seed = 0; seed < HISTORIES; seed++) await live(seed);
  }, 300_000);
});
