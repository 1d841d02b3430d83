import { describe, expect, it } from "vitest";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { agreedParts, causesOf, pairAgreement, raterLetter } from "./rules";
import { adjudicationPage } from "./address";
import { CAUSES } from "./vocabulary";
import { NO, RELAXED, YES } from "@/prisma/testing/verdicts";

const OUTDATED: Verdict = { ...RELAXED, strictReason: "outdated" };

describe("what raters agree on", () => {
  it.each([
    ["the same verdict", [YES, YES], YES],
    [
      "Relaxed alone",
      [YES, RELAXED],
      { relaxed: true, strict: null, relaxedReason: null, strictReason: null },
    ],
    [
      "Strict alone, for different reasons",
      [RELAXED, NO],
      { relaxed: null, strict: false, relaxedReason: null, strictReason: null },
    ],
    [
      "both modes, not the reason",
      [RELAXED, OUTDATED],
      { relaxed: true, strict: false, relaxedReason: null, strictReason: null },
    ],
    [
      "nothing",
      [YES, NO],
      { relaxed: null, strict: null, relaxedReason: null, strictReason: null },
    ],
    ["one rating", [NO], NO],
    ["no rating", [], { relaxed: null, strict: null, relaxedReason: null, strictReason: null }],
  ])("%s", (_, verdicts, agreed) => {
    expect(agreedParts(verdicts)).toEqual(agreed);
  });
});

describe("agreement of pairs", () => {
  it.each([
    [[], 1],
    [[NO], 1],
    [[YES, YES], 1],
    [[YES, RELAXED], 0.5],
    [[YES, NO], 0],
    [[YES, YES, NO], 1 / 3],
    [[YES, RELAXED, NO], 1 / 3],
    [[YES, YES, RELAXED, RELAXED], (6 + 2) / 12],
  ])("%#", (verdicts, share) => {
    expect(pairAgreement(verdicts)).toBeCloseTo(share, 12);
  });
});

it("names every cause, in order", () => {
  expect(
    causesOf([
      { ...YES, flagged: true, lowConfidence: false },
      { ...NO, flagged: false, lowConfidence: true },
    ]),
  ).toEqual(CAUSES.filter((cause) => cause !== "answers" && cause !== "audit"));
  expect(causesOf([{ ...YES, flagged: false, lowConfidence: false }])).toEqual([]);
});

it("letters go on behind Z", () => {
  expect([0, 1, 25, 26, 27, 701, 702].map(raterLetter)).toEqual(
    ["A", "B", "Z", "AA", "AB", "ZZ", "AAA"].map((letters) => `Rater ${letters}`),
  );
});

describe("the queue's address", () => {
  it("comes back as it was written", () => {
    const address = {
      campaign: 4,
      cause: ["strict" as const, "flagged" as const],
      after: { place: 0.3333333333333333, taskId: 17 },
    };
    const href = adjudicationPage.href(address);
    expect(href).toBe("/adjudication?campaign=4&cause=strict,flagged&after=0.3333333333333333~17");
    expect(adjudicationPage.read(new URL(href, "http://x").searchParams)).toEqual(address);
    expect(adjudicationPage.href({ campaign: null, cause: [] })).toBe("/adjudication");
  });
  it.each([
    {},
    { campaign: "x", cause: "nothing", after: "1e5~2" },
    { campaign: "99999999999", after: "0.5~99999999999" },
  ])("leaves out what it does not understand: %j", (params) => {
    expect(adjudicationPage.read(params)).toEqual({ campaign: null, cause: [], after: null });
  });
});
