import { describe, expect, it } from "vitest";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import type { MethodDefinition } from "@/lib/runs/generation/schema";
import { ASKING } from "@/prisma/testing/plain-method";
import { estimate, estimateInWords, stepsOf, usualEvidence, type Estimate } from "./estimates";

const asking = { ...ASKING, maxTokens: 100 };
const selfAsk = (maxFollowUps: number | null): MethodDefinition => ({
  kind: "self-ask",
  demonstrations: 4,
  search:
    maxFollowUps === null ? null : { language: "en", country: "us", aiText: false, maxFollowUps },
  ...asking,
});

/** Of two items whose first prompt has 400 characters; a dollar for a million tokens, a cent for a search. */
function of(
  definition: MethodDefinition,
  given: Partial<Parameters<typeof estimate>[0]> = {},
): Estimate {
  return estimate({
    items: 2,
    steps: stepsOf(definition, "generate"),
    demonstrationSearches: 0,
    searchesStored: 0,
    pages: 1,
    characters: 400,
    evidence: null,
    maxTokens: 100,
    experience: { charactersPerToken: 4, outputTokens: 20, durationMs: 1_000 },
    concurrency: 1,
    perMinute: { calls: null, searches: null },
    costOfTokens: (input, output) => (input + output) / 1_000_000,
    costOfEmbeddings: null,
    costOfSearches: (requests) => requests / 100,
    ...given,
  });
}

describe("Self-Ask", () => {
  it("has a longer prompt with each follow-up", () => {
    const estimated = of(selfAsk(2));
    // 100 tokens; and where both follow-ups are asked, 100 + 175 + 250.
    expect(estimated.inputTokens).toEqual({ least: 2 * 100, most: 2 * 525 });
    expect(estimated.outputTokens).toEqual({ least: 2 * 20, most: 2 * 60 });
    expect(estimated.cost!.least).toBeCloseTo(0.00024, 9);
    expect(estimated.cost!.most).toBeCloseTo(0.00117 + 0.04, 9);
    const words = estimateInWords(estimated, selfAsk(2), []);
    expect(words).toContain(
      "Estimated cost of 2–6 calls and 0–4 search requests: US$0.00024–US$0.0412",
    );
    expect(words).toContain(
      "From an immediate answer to 2 follow-ups for each question; each is assumed to add 300 characters to the next prompt.",
    );
  });

  it("without a search may ask once more, behind a whole reply", () => {
    expect(of(selfAsk(null)).inputTokens).toEqual({ least: 2 * 100, most: 2 * 300 });
  });
});

it("evidence that is not stored makes each prompt longer", () => {
  const plain: MethodDefinition = { kind: "plain", ...asking };
  const evidence = { searches: 3, pieces: 2, characters: 800, of: 0 };
  expect(of(plain).inputTokens.least).toBe(200);
  expect(of(plain, { evidence }).inputTokens.least).toBe(200 + 2 * 600);
});

it("evidence is as much as stored searches brought, or of a usual size", () => {
  const stored = [
    { pieces: 3, characters: 900 },
    { pieces: 4, characters: 1_501 },
  ];
  expect(usualEvidence(stored, 5)).toEqual({ pieces: 4, characters: 1_201, of: 2 });
  expect(usualEvidence([], 5)).toEqual({ pieces: 5, characters: 1_750, of: 0 });
});

it("a method that only searches is estimated without tokens", () => {
  const search = { language: "en", country: "us", aiText: false };
  const definition: MethodDefinition = { kind: "search-only", search };
  const words = estimateInWords(of(definition, { experience: null }), definition, []);
  expect(words).toEqual([
    "Calls: 0 · Search requests: 2",
    "Estimated cost of 2 search requests: US$0.02",
    "Estimated duration: about 2 s",
    "Repeating a request that failed is not included.",
  ]);
});

it("a job takes at least as long as its connections take for so many requests", () => {
  const plain: MethodDefinition = { kind: "plain", ...asking };
  const calls = (perMinute: number) =>
    of(plain, { items: 61, concurrency: 16, perMinute: { calls: perMinute, searches: 1 } })
      .durationMs;
  expect(calls(6)).toEqual({ least: 600_000, most: 600_000 });
  // 61 calls of a second, sixteen at once.
  expect(calls(6_000)).toEqual({ least: 3_813, most: 3_813 });
  const search = { language: "en", country: "us", aiText: false };
  const searches = of(
    { kind: "search-only", search },
    { items: 31, perMinute: { calls: 1, searches: 2 } },
  );
  expect(searches.durationMs).toEqual({ least: 900_000, most: 900_000 });
});

it("a judge that asks once says nothing of asking again", () => {
  const definition = { ...freshEvalDefinition(), asksAgain: { unparsed: 0, truncated: 0 } };
  const estimated = of(selfAsk(null), { steps: stepsOf(definition, "judge") });
  expect(estimateInWords(estimated, definition, []).join()).not.toContain("again");
});
