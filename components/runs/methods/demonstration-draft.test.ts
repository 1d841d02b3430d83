import { expect, it } from "vitest";
import { demonstrationSchema } from "@/lib/runs/generation/schema";
import { demonstrationDraftOf, demonstrationOf, emptyDemonstration } from "./demonstration-draft";

it("the form of a demonstration says the same one", () => {
  const whole = demonstrationSchema.parse({
    question: "Who wrote the first program?",
    category: "never-changing",
    short: "Ada Lovelace",
    long: "Ada Lovelace, in 1843.",
    reasoning: "It is in her notes | of 1843.",
    followUps: [
      { question: "What was the first | oldest program?", answer: "The one of Note G." },
      { question: "Who wrote it?", answer: "Ada Lovelace" },
    ],
    questionId: 17,
  });
  const bare = demonstrationSchema.parse({ question: "Who?", short: "She" });
  for (const demonstration of [whole, bare])
    expect(demonstrationOf(demonstrationDraftOf(demonstration))).toEqual({ demonstration });
});

it("says what is wrong by field", () => {
  expect(demonstrationOf(emptyDemonstration())).toEqual({
    errors: { question: "Enter a question.", short: "Enter a short answer." },
  });
  for (const followUps of ["Who?", "Who? | ", " | Ada", "Who? | Ada\nWhen?"])
    expect(demonstrationOf({ ...emptyDemonstration(), followUps })).toEqual({
      errors: { followUps: "Use one line each: question | answer." },
    });
});
