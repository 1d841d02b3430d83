import { describe, expect, it } from "vitest";
import { draftSchema, EMPTY_DRAFT, type Draft } from "@/lib/authoring/schema";
import { checkDraft } from "@/lib/authoring/rules";
import { draftOf, writingValuesOf } from "./writing-values";

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

  it("keeps a date that is half typed, and says what is missing", () => {
    const half = draftOf({
      ...writingValuesOf(draft),
      nextReview: { policy: "on_date", on: "" },
    });
    expect(draftSchema.parse(half)).toEqual(half);
    expect(checkDraft(half, 2026).errors).toMatchObject({ "nextReview.on": "Choose a date." });
    const early = { ...half, nextReview: { policy: "on_date", on: "0027-02-15" } } as const;
    expect(checkDraft(early, 2026).errors).toMatchObject({
      "nextReview.on": "Enter a year of four digits.",
    });
  });
});
