import type { Content } from "@/lib/dataset/questions/schema";

/** The content of a question, complete and plain; a test says only what it is about. */
export const sampleContent = (more: Partial<Content> = {}): Content => ({
  split: "TEST",
  question: "Who leads the council?",
  effectiveYear: { year: 2024, before: false },
  nextReview: { policy: "never", on: null },
  falsePremise: false,
  hops: "one-hop",
  factType: "slow-changing",
  sources: ["https://council.example/lead"],
  answers: ["Ada Brandt"],
  note: "",
  ...more,
});
