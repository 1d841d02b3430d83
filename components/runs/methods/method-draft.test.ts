import { expect, it } from "vitest";
import { PRESETS } from "@/lib/runs/generation/presets";
import { definitionOf, draftOf, factsOf } from "./method-draft";

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

it.each([
  ["plain", {}, ""],
  [
    "plain",
    { temperature: "", maxTokens: "512", seed: 7 },
    "No temperature · Max tokens: 512 · Seed: 7",
  ],
  // What is never folded, or belongs to another kind, is not said.
  ["plain", { keep: 3, instruction: "Think.", language: "de", pageSeconds: 9, graph: false }, ""],
  [
    "freshprompt-paper-gpt-4",
    { organic: 5, qa: 0, graph: false },
    "Results: 5 · Q&A: 0 · No knowledge graph",
  ],
  ["freshprompt-paper-gpt-4", { aiText: true, country: "gb" }, "Country: gb · AI text as evidence"],
  ["self-ask-search", { maxFollowUps: 2 }, "Max follow-up questions: 2"],
  ["self-ask-search", { maxFollowUps: 2, language: "de", searches: false }, ""],
  ["search-only", { language: "", timeZone: "UTC", temperature: 1 }, "Language: empty"],
  ["webglm", { pageSeconds: 20, aiText: true }, "Seconds for a page: 20"],
] as const)("of %s with %j it is said while folded: %s", (key, changed, said) => {
  const usual = draftOf(PRESETS[0]!.definition);
  const { kind, searches } = draftOf(PRESETS.find((one) => one.key === key)!.definition);
  const facts = factsOf({ ...usual, kind, searches, ...changed });
  expect(facts.filter((fact) => fact !== null).join(" · ")).toBe(said);
});
