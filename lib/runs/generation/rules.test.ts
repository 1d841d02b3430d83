import { describe, expect, it } from "vitest";
import { settingDifferences } from "@/lib/platform/settings-in-words";
import { OWN_DEMONSTRATIONS, OWN_SET } from "./own-demonstrations";
import { PRESETS } from "./presets";
import { responseProcedure } from "./procedures";
import {
  agedBecause,
  demonstrationsWanted,
  describeDefinition,
  promptMethodOf,
  subQuestionsOf,
} from "./rules";
import { methodDefinitionSchema } from "./schema";

const preset = (key: string) => PRESETS.find((one) => one.key === key)!.definition;

describe("presets", () => {
  it("are definitions under names and keys of their own, and our demonstrations suffice for each", () => {
    for (const { definition } of PRESETS) {
      expect(methodDefinitionSchema.parse(definition)).toEqual(definition);
      expect(demonstrationsWanted(definition)).toBeLessThanOrEqual(OWN_DEMONSTRATIONS.length);
    }
    expect(new Set(PRESETS.map(({ key }) => key)).size).toBe(PRESETS.length);
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length);
  });

  it("of FreshPrompt have the numbers of the paper and its notebook, and the ablations differ as they say", () => {
    const numbers = PRESETS.flatMap(({ key, definition: one }) =>
      one.kind === "freshprompt"
        ? [
            [
              key.replace("freshprompt-", ""),
              ...[one.evidence.organic, one.evidence.related, one.evidence.qa, one.evidence.keep],
              one.demonstrations,
              [
                one.evidence.order,
                ...(one.evidence.graph ? ["graph"] : []),
                ...(one.evidence.box ? ["box"] : []),
                ...(one.premiseCheck ? ["check"] : []),
                one.answers,
              ].join(" "),
            ].join(" "),
          ]
        : [],
    );
    expect(numbers).toEqual([
      "paper-gpt-3.5 10 2 2 5 5 date graph box short",
      "paper-gpt-4 10 3 3 10 5 date graph box short",
      "notebook-gpt-4 15 3 3 15 5 date graph box check short",
      "notebook-other 15 2 2 5 5 date graph box check short",
      "results-by-rank 10 0 0 10 5 rank short",
      "results-by-date 10 0 0 10 5 date short",
      "results-random 10 0 0 10 5 random short",
      "no-box 10 3 3 10 5 date graph short",
      "1-evidences 10 3 3 1 5 date graph box short",
      "5-evidences 10 3 3 5 5 date graph box short",
      "15-evidences 15 3 3 15 5 date graph box short",
      "premise-check 10 3 3 10 5 date graph box check short",
      "15-demonstrations 10 3 3 10 15 date graph box short",
      "long-answers 10 3 3 10 5 date graph box long",
    ]);
  });

  it.each(PRESETS.map(({ key, definition }) => [key, definition] as const))(
    "%s begins with these messages or this search",
    (_, definition) => {
      const step = responseProcedure({
        definition,
        demonstrations: OWN_DEMONSTRATIONS,
        question: "Who wrote the first program?",
        today: "2026-11-22",
        seed: 1,
      })([]);
      expect(step).toMatchSnapshot();
    },
  );
});

it("our demonstrations are of several categories, one of the first five without a true premise, each with all that methods show", () => {
  const categories = OWN_DEMONSTRATIONS.slice(0, 5).map(({ category }) => category);
  expect(categories).toContain("false-premise");
  expect(new Set(categories).size).toBeGreaterThanOrEqual(3);
  expect(OWN_DEMONSTRATIONS.slice(0, 5).some(({ followUps }) => followUps.length === 2)).toBe(true);
  for (const { short, long, reasoning } of OWN_DEMONSTRATIONS) {
    expect(long.length).toBeGreaterThan(short.length);
    expect(reasoning).not.toBe("");
  }
  const aged = (today: string) =>
    OWN_DEMONSTRATIONS.filter((one) => agedBecause(one, OWN_SET.asOf, today, null) !== null);
  expect(aged("2026-11-22")).toEqual([]);
  expect(aged("2028-07-01").map(({ short }) => short)).toEqual([
    "Burj Khalifa",
    "Paris",
    "67",
    "12",
    "118",
    "$100",
  ]);
});

describe("a demonstration", () => {
  const today = "2026-11-22";
  it.each([
    ["fast-changing", "2025-11-22", "expected change passed"],
    ["fast-changing", "2025-11-23", null],
    ["slow-changing", "2023-11-23", "expected change passed"],
    ["slow-changing", "2023-11-24", null],
    ["never-changing", "1900-01-01", null],
    ["false-premise", "1900-01-01", null],
    [null, "1900-01-01", null],
  ] as const)("of our own that is %s and true on %s: %s", (category, asOf, because) =>
    expect(agedBecause({ category }, asOf, today, null)).toBe(because),
  );

  it.each([
    ["2026-11-02", null, "answer changed"],
    ["2026-11-01", null, null],
    ["2020-01-01", "2026-11-22", "review due"],
    ["2020-01-01", "2026-11-23", null],
  ])(
    "whose question has its answers since %s and is due on %s: %s",
    (answersSince, dueOn, because) =>
      expect(
        agedBecause({ category: "fast-changing" }, "2026-11-01", today, { answersSince, dueOn }),
      ).toBe(because),
  );
});

describe("a definition in words", () => {
  it("names what differs, and what only one of two has", () => {
    const words = (key: string) => describeDefinition(preset(key));
    expect(settingDifferences(words("plain"), words("plain-no-date"))).toEqual([
      { label: "Date in prompt", before: "Yes", after: "No" },
    ]);
    expect(
      settingDifferences(words("freshprompt-paper-gpt-4"), words("freshprompt-no-box")),
    ).toEqual([
      {
        label: "Evidence considered",
        before: "10 results, 3 related questions, 3 Q&A, knowledge graph, answer box",
        after: "10 results, 3 related questions, 3 Q&A, knowledge graph",
      },
    ]);
    expect(settingDifferences(words("self-ask"), words("self-ask-search"))).toContainEqual({
      label: "Max follow-up questions",
      before: null,
      after: "5",
    });
    expect(settingDifferences(words("plain"), words("plain"))).toEqual([]);
  });

  it("says every setting of each kind: no two presets read alike", () => {
    const texts = PRESETS.map(({ definition }) => JSON.stringify(describeDefinition(definition)));
    expect(new Set(texts).size).toBe(PRESETS.length);
  });

  it("belongs to a run of its prompt method", () =>
    expect(PRESETS.slice(0, 8).map(({ definition }) => promptMethodOf(definition))).toEqual([
      "zero-shot",
      "zero-shot",
      "few-shot",
      "chain-of-thought",
      "self-ask",
      "self-ask",
      "search-only",
      "freshprompt",
    ]));
});

it("sub-questions of Self-Ask are read with their answers, whatever the emphasis", () => {
  expect(
    subQuestionsOf(
      "Yes.\nFollow up: Who?\nIntermediate answer: Ada\n**Follow-up question:** When?\nIntermediate answer: 1843\nIntermediate answer: again\nFollow up: Where?\nSo the final answer is: Ada",
    ),
  ).toEqual([
    { question: "Who?", answer: "Ada" },
    { question: "When?", answer: "1843" },
    { question: "Where?", answer: null },
  ]);
  expect(subQuestionsOf("Intermediate answer: of nothing\nNo.")).toEqual([]);
});

const MANY = 200_000;

it("lines of Self-Ask end at any line end, and a label counts at their beginning alone", () => {
  expect(
    subQuestionsOf("Follow up: Who?\r\nIntermediate answer: Ada\rFollow up: When?\u2028No"),
  ).toEqual([
    { question: "Who?", answer: "Ada" },
    { question: "When?", answer: null },
  ]);
  expect(subQuestionsOf("See the follow up: Who?\nFollow up -: Who?\nFollow up: **")).toEqual([]);
  expect(subQuestionsOf("> ## **Follow-up** _:_ In C#: why?")).toEqual([
    { question: "In C#: why?", answer: null },
  ]);
});

it.each(["_", " ", "*", "\t", "\r", "_ ", ":", "follow up:"])(
  "a reply of 200,000 characters of %j is read at once",
  (one) => {
    const much = one.repeat(MANY / one.length);
    const said = `a${much}b`;
    expect(subQuestionsOf(`${much}follow up${much}`).length).toBeLessThanOrEqual(1);
    if (one !== "\r")
      expect(subQuestionsOf(`Follow up: ${said}`)).toEqual([{ question: said, answer: null }]);
  },
);
