import { expect, it } from "vitest";
import { PRESETS } from "@/lib/runs/generation/presets";
import { definitionOf, draftOf } from "./method-draft";

it.each(PRESETS.map(({ key, definition }) => [key, definition] as const))(
  "the form of %s says the same definition",
  (_, definition) => {
    expect(definitionOf(draftOf(definition))).toEqual({ definition });
    if (definition.kind !== "search-only") {
      const odd = { ...definition, temperature: null, seed: 7, timeZone: "UTC" } as const;
      expect(definitionOf(draftOf(odd))).toEqual({ definition: odd });
    }
  },
);

it("says what is wrong by field", () => {
  const draft = draftOf(PRESETS.find(({ key }) => key === "freshprompt-paper-gpt-4")!.definition);
  expect(
    definitionOf({ ...draft, keep: "", maxTokens: 1.5, country: "usa", temperature: 3 }),
  ).toEqual({
    errors: {
      keep: "Enter a whole number.",
      maxTokens: "Enter a whole number.",
      country: "Use a country code, for example us.",
      temperature: "2 maximum.",
    },
  });
  expect(
    definitionOf({ ...draft, organic: 0, related: 0, qa: 0, graph: false, box: false }),
  ).toEqual({ errors: { organic: "Choose at least one kind of evidence." } });
});
