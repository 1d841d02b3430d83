import { expect, it } from "vitest";
import { OWN_DEMONSTRATIONS } from "@/lib/runs/generation/own-demonstrations";
import { demonstrationDraftOf, demonstrationOf, emptyDemonstration } from "./demonstration-draft";

it("the form of a demonstration says the same one", () => {
  for (const demonstration of OWN_DEMONSTRATIONS)
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
