import { describe, expect, it } from "vitest";
import { faultOf, faultOfRepeat, type Answer, type Trace } from "./ledger";

const ACK: Answer = { is: "acknowledged", value: 7 };
const REFUSED: Answer = { is: "refused", code: "stale" };
const UNKNOWN: Answer = { is: "unknown", why: "socket hang up" };
const traces = (...found: number[]): Trace[] =>
  found.map((count, at) => ({ what: `row ${at}`, whole: 2, found: count }));

describe("what a writer was told, held against the database", () => {
  it.each([
    ["an acknowledged write that is there once", ACK, traces(2, 2), true],
    ["an acknowledged write that is lost", ACK, traces(0, 0), false],
    ["an acknowledged write that is there twice", ACK, traces(4, 2), false],
    ["an acknowledged write without its audit event", ACK, traces(2, 0), false],
    ["a refused write that left nothing", REFUSED, traces(0, 0), true],
    ["a refused write that was done all the same", REFUSED, traces(2, 2), false],
    ["a refused write that left something", REFUSED, traces(0, 1), false],
    ["an unknown write that was done", UNKNOWN, traces(2, 2), true],
    ["an unknown write that was not done", UNKNOWN, traces(0, 0), true],
    ["an unknown write that was half done", UNKNOWN, traces(1, 2), false],
    ["an unknown write that was done twice", UNKNOWN, traces(4, 4), false],
  ])("%s", (_name, answer, found, well) => {
    expect(faultOf(answer, found) === null).toBe(well);
  });

  it.each([
    ["done before and answered the same", UNKNOWN, traces(2), ACK, traces(2), true, true],
    ["not done before and done now", UNKNOWN, traces(0), ACK, traces(2), true, true],
    ["not done before and refused now", UNKNOWN, traces(0), REFUSED, traces(0), true, true],
    ["done before and done again", UNKNOWN, traces(2), ACK, traces(4), true, false],
    ["done before and refused now", UNKNOWN, traces(2), REFUSED, traces(2), true, false],
    ["acknowledged and refused now", ACK, traces(2), REFUSED, traces(2), true, false],
    ["acknowledged twice with other answers", ACK, traces(2), ACK, traces(2), false, false],
    ["acknowledged now and lost", UNKNOWN, traces(0), ACK, traces(0), true, false],
    ["without an answer again", UNKNOWN, traces(0), UNKNOWN, traces(0), true, false],
  ])("sent again: %s", (_name, first, before, again, after, same, well) => {
    expect(faultOfRepeat(first, before, again, after, same) === null).toBe(well);
  });
});
