import { expect, test } from "vitest";
import { EMPTY_DRAFT, type Draft } from "@/lib/authoring/schema";
import { draftChanges } from "./draft-changes";

const draft: Draft = {
  ...EMPTY_DRAFT,
  category: "fast-changing",
  hops: "multi-hop",
  question: "Who leads?",
  answers: ["Ann", "A. Lee", ""],
  sources: ["https://example.org/1", ""],
  pace: "monthly",
  year: "2024",
  steps: [
    { text: "First", evidence: ["https://example.org/2"] },
    { text: "Then", evidence: ["https://example.org/3"] },
  ],
};
const changed = (part: Partial<Draft>) => draftChanges(draft, { ...draft, ...part });

test.each<[string, Partial<Draft>, { field: string; before: string; after: string }[]]>([
  ["nothing", {}, []],
  [
    "what no reader sees",
    {
      answers: ["Ann ", "A. Lee"],
      question: " Who leads?",
      explanation: "left from another category",
      factType: "slow-changing",
    },
    [],
  ],
  [
    "a text",
    { question: "Who leads now?" },
    [{ field: "Question", before: "Who leads?", after: "Who leads now?" }],
  ],
  [
    "the order of answers",
    { answers: ["A. Lee", "Ann"] },
    [{ field: "Answers", before: "Ann\nA. Lee", after: "A. Lee\nAnn" }],
  ],
  [
    "evidence of a step",
    { steps: [draft.steps[0]!, { text: "Then", evidence: ["https://example.org/4"] }] },
    [
      {
        field: "Steps",
        before: "First\nhttps://example.org/2\nThen\nhttps://example.org/3",
        after: "First\nhttps://example.org/2\nThen\nhttps://example.org/4",
      },
    ],
  ],
  [
    "the year",
    { yearBefore: true },
    [{ field: "Effective year", before: "2024", after: "before 2024" }],
  ],
  [
    "a schedule that says the same as the default",
    { nextReview: { policy: "frequently", on: null } },
    [{ field: "Next review", before: "Frequently (default)", after: "Frequently" }],
  ],
  [
    "the pace, and with it the default schedule",
    { pace: "yearly" },
    [
      { field: "Change frequency", before: "About once a month", after: "About once a year" },
      { field: "Next review", before: "Frequently (default)", after: "Occasionally (default)" },
    ],
  ],
  [
    "hops, and with them what is asked",
    { hops: "one-hop" },
    [
      { field: "Hops", before: "Multi-hop", after: "One-hop" },
      {
        field: "Steps",
        before: "First\nhttps://example.org/2\nThen\nhttps://example.org/3",
        after: "",
      },
    ],
  ],
])("%s", (_, part, changes) => {
  expect(changed(part)).toEqual(changes);
});
