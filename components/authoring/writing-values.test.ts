import { describe, expect, it } from "vitest";
import { draftSchema, EMPTY_DRAFT, type Draft } from "@/lib/authoring/schema";
import { draftOf, withDate, writingValuesOf } from "./writing-values";

const draft: Draft = {
  category: "false-premise",
  factType: "slow-changing",
  hops: "multi-hop",
  question: "Why did the comet council dissolve?",
  answers: ["It did not", ""],
  sources: ["https://council.example/a", "nowhere"],
  explanation: "It never did.",
  steps: [{ text: "Who sits in it?", evidence: ["https://a.example", ""] }],
  pace: "yearly",
  year: "20x",
  yearBefore: true,
  nextReview: { policy: "on_date", on: "2027-01-01" },
  note: "n",
  difference: "d",
};

describe("the writing form", () => {
  it.each([
    ["whatever is in it", draft],
    ["nothing", EMPTY_DRAFT],
    ["a policy without a date", { ...draft, nextReview: { policy: "never", on: null } } as const],
  ])("says what its draft does: %s", (_, kept) => {
    expect(draftOf(writingValuesOf(kept))).toEqual(kept);
  });

  it("always has a line to type in", () => {
    const { answers, sources } = writingValuesOf({ ...draft, answers: [], sources: [] });
    expect([answers, sources]).toEqual([[{ key: 0, text: "" }], [{ key: 0, text: "" }]]);
  });

  it("never holds a date that a draft cannot", () => {
    const values = writingValuesOf({ ...draft, nextReview: null });
    const asked = withDate({ policy: "on_date", on: "" }, values, 2026);
    expect(asked).toEqual({ policy: "on_date", on: "2026-12-31" });
    const chosen = { ...values, nextReview: { policy: "on_date", on: "2027-05-01" } } as const;
    const emptied = withDate({ policy: "on_date", on: "" }, chosen, 2026);
    expect(emptied).toEqual(chosen.nextReview);
    expect(draftSchema.safeParse(draftOf({ ...values, nextReview: emptied })).success).toBe(true);
    const never = { policy: "never", on: "2027-05-01" } as const;
    expect(withDate(never, chosen, 2026)).toEqual(never);
  });
});
