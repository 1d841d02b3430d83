import { describe, expect, it } from "vitest";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  balanceCells,
  balancedSplit,
  checkDraft,
  defaultReview,
  findingsOf,
  type NearestFound,
  needsOf,
  readPastedEvidence,
  mostUnderfilled,
  TOO_FAST,
  type SplitCount,
} from "./rules";
import { draftSchema, EMPTY_DRAFT, type Draft } from "./schema";

const GOOD: Draft = {
  ...EMPTY_DRAFT,
  category: "slow-changing",
  hops: "one-hop",
  question: "Who leads the observatory on the hill?",
  answers: ["Mira Solberg"],
  sources: ["https://example.org/a#:~:text=Mira%20Solberg"],
  year: "2024",
};
const errorsOf = (change: Partial<Draft>) => checkDraft({ ...GOOD, ...change }, 2026).errors;
const STEPS = [
  { text: "First", evidence: ["https://example.org/1"] },
  { text: "Then", evidence: ["https://example.org/2"] },
];

describe("a draft", () => {
  it("that has what its category needs becomes a question's content", () => {
    const { content, errors } = checkDraft(GOOD, 2026);
    expect(errors).toEqual({});
    expect(content).toMatchObject({
      falsePremise: false,
      factType: "slow-changing",
      split: null,
      effectiveYear: { year: 2024, before: false },
      nextReview: { policy: "occasionally", on: null },
      note: "",
    });
  });

  it.each([
    ["no category", { category: null }, "category"],
    ["no hops", { hops: null }, "hops"],
    ["no question", { question: " " }, "question"],
    ["no answer", { answers: ["", ""] }, "answers"],
    ["an empty answer between others", { answers: ["a", "", "b"] }, "answers.1"],
    ["an answer twice", { answers: ["An answer", "an  Answer"] }, "answers.1"],
    ["no evidence", { sources: [""] }, "sources"],
    [
      "a false premise that no one explains",
      { category: "false-premise", factType: "never-changing" },
      "explanation",
    ],
    [
      "a false premise without its fact type",
      { category: "false-premise", explanation: "It never was." },
      "factType",
    ],
    ["multi-hop without steps", { hops: "multi-hop" }, "steps"],
    ["one step alone", { hops: "multi-hop", steps: [STEPS[0]!] }, "steps"],
    [
      "a step without evidence",
      { hops: "multi-hop", steps: [STEPS[0]!, { text: "Then", evidence: [""] }] },
      "steps.1.evidence",
    ],
    [
      "a step with a script for evidence",
      {
        hops: "multi-hop",
        steps: [STEPS[0]!, { text: "Then", evidence: ["javascript:alert(1)"] }],
      },
      "steps.1.evidence.0",
    ],
    ["fast-changing without its pace", { category: "fast-changing" }, "pace"],
    ["no year for an answer that changes", { year: "" }, "effectiveYear.year"],
    ["a year to come", { year: "2027" }, "effectiveYear.year"],
    ["a year in words", { year: "last year" }, "effectiveYear.year"],
    ["a javascript: address", { sources: ["javascript:alert(1)"] }, "sources.0"],
    ["a data: address", { sources: ["data:text/html,<script>alert(1)</script>"] }, "sources.0"],
    ["a question of 20,000 characters", { question: "a".repeat(20_000) }, "question"],
    ["a control character in the question", { question: "Who\u0007 is it?" }, "question"],
    ["a control character in an answer", { answers: ["Mi\u001bra"] }, "answers.0"],
    [
      "a control character in the explanation",
      { category: "false-premise", factType: "never-changing", explanation: "\u0001" },
      "explanation",
    ],
    [
      "a schedule that is none",
      { nextReview: { policy: "unrecognized", on: null } },
      "nextReview.policy",
    ],
  ] as [string, Partial<Draft>, string][])(
    "with %s is refused, in words for the field",
    (_, change, path) => {
      const checked = checkDraft({ ...GOOD, ...change }, 2026);
      expect(checked.content).toBeNull();
      expect(checked.errors[path]).toMatch(/\w{3}/);
    },
  );

  it.each([
    ["50", "50%"],
    ["C", "C#"],
    ["5 - 3", "5 / 3"],
    ["résumé", "resume"],
  ])("%j and %j are two answers", (...answers) => {
    expect(checkDraft({ ...GOOD, answers }, 2026).errors).toEqual({});
  });

  it("that changes more than once a week is refused, once a week is not", () => {
    expect(errorsOf({ category: "fast-changing", pace: "more-than-weekly" })).toEqual({
      pace: TOO_FAST,
    });
    expect(errorsOf({ category: "fast-changing", pace: "weekly" })).toEqual({});
  });

  it("keeps the explanation of a false premise as the note, and drops what its category does not ask", () => {
    expect(
      checkDraft(
        {
          ...GOOD,
          category: "false-premise",
          factType: "never-changing",
          year: "",
          explanation: "It never was.",
          note: "See also B.",
          pace: "more-than-weekly",
        },
        2026,
      ),
    ).toMatchObject({
      errors: {},
      content: {
        falsePremise: true,
        factType: "never-changing",
        note: "It never was.\nSee also B.",
      },
    });
    expect(
      checkDraft(
        { ...GOOD, explanation: "left over", steps: STEPS, factType: "fast-changing" },
        2026,
      ),
    ).toMatchObject({ content: { note: "", factType: "slow-changing" }, steps: [] });
    expect(
      checkDraft(
        { ...GOOD, hops: "multi-hop", steps: [...STEPS, { text: "", evidence: [""] }] },
        2026,
      ).steps,
    ).toEqual(STEPS);
  });

  it("may be kept wrong and unfinished, as far as the database can hold it, and with nothing that the form does not have", () => {
    expect(
      draftSchema.parse({
        ...EMPTY_DRAFT,
        question: "a\u0000b\ud800",
        sources: ["javascript:alert(1)"],
      }),
    ).toMatchObject({ question: "ab\ufffd", sources: ["javascript:alert(1)"] });
    expect(draftSchema.safeParse({ ...EMPTY_DRAFT, question: "a".repeat(60_000) }).success).toBe(
      false,
    );
    expect(draftSchema.safeParse({ ...EMPTY_DRAFT, authorId: 1 }).success).toBe(false);
  });

  it.each([
    ["never-changing", null, null, "never"],
    ["slow-changing", null, null, "occasionally"],
    ["fast-changing", null, "weekly", "every_time"],
    ["fast-changing", null, "monthly", "frequently"],
    ["fast-changing", null, "yearly", "occasionally"],
    ["false-premise", "never-changing", null, "hardly_ever"],
    ["false-premise", "slow-changing", null, "occasionally"],
  ] as const)(
    "that is %s (%s, %s) is reviewed %4$s unless one says otherwise",
    (category, factType, pace, policy) => {
      expect(defaultReview({ category, factType, pace })).toEqual({ policy, on: null });
    },
  );

  it("is asked only what its category needs", () => {
    expect(needsOf({ category: "never-changing", factType: null, hops: "one-hop" })).toEqual({
      factType: false,
      explanation: false,
      steps: false,
      pace: false,
      year: false,
    });
    expect(
      needsOf({ category: "false-premise", factType: "fast-changing", hops: "multi-hop" }),
    ).toEqual({ factType: true, explanation: true, steps: true, pace: true, year: true });
  });
});

describe("a pasted address", () => {
  it.each([
    [
      "https://www.example.org/a#:~:text=The%20bridge,is%20open",
      {
        url: "https://www.example.org/a#:~:text=The%20bridge,is%20open",
        host: "example.org",
        quotes: ["The bridge … is open"],
      },
    ],
    [
      "See https://example.org/b.",
      { url: "https://example.org/b", host: "example.org", quotes: [] },
    ],
    ["javascript:alert(1)", null],
    ["", null],
  ])("%j is read into page and passage", (pasted, expected) =>
    expect(readPastedEvidence(pasted)).toEqual(expected),
  );
});

describe("what stands out", () => {
  const content: Content = { ...checkDraft(GOOD, 2026).content! };
  const codes = (change: Partial<Content>, nearest: NearestFound | null = null, difference = "") =>
    findingsOf({ ...content, ...change }, 0, new Set(["example.org"]), nearest, difference).map(
      (finding) => finding.code,
    );

  it.each([
    [{}, []],
    [{ sources: [] }, ["no-evidence"]],
    [{ sources: ["https://new.example/a#:~:text=a"] }, ["unknown-host"]],
    [{ sources: ["https://example.org/a"] }, ["no-passage"]],
    [{ falsePremise: true, note: "" }, ["premise-unexplained"]],
    [{ hops: "multi-hop" }, ["no-steps"]],
    [{ answers: ["The hill observatory"] }, ["answer-in-question"]],
    [{ question: "Is it open?", answers: ["Yes"] }, []],
    [{ question: "Who was treated for cancer on the hill?" }, ["delicate-words"]],
  ] as [Partial<Content>, string[]][])("of %j is %j", (change, expected) =>
    expect(codes(change)).toEqual(expected),
  );

  it("is trouble where a near question is not told apart, and a hint where it is", () => {
    const near = { called: "Q3", score: 0.8, near: true, sameAnswer: true };
    expect(findingsOf(content, 0, new Set(["example.org"]), near, "")[0]).toMatchObject({
      code: "near-duplicate",
      grade: "trouble",
    });
    expect(
      findingsOf(content, 0, new Set(["example.org"]), near, "Another hill.")[0],
    ).toMatchObject({ code: "near-duplicate", grade: "hint" });
  });

  it.each([
    [false, "hint", "Q3 may ask the same in other words (54%)."],
    [true, "trouble", "Q3 has the same answer and may ask the same in other words (54%)."],
  ])("points to a possible paraphrase; same answer: %s", (sameAnswer, grade, words) => {
    const alike = { called: "Q3", score: 0.541, near: false, sameAnswer };
    expect(findingsOf(content, 0, new Set(["example.org"]), alike, "")).toEqual([
      { code: "paraphrase", grade, field: "question", words },
    ]);
  });
});

describe("the balance", () => {
  const targets = { testPerCategory: 4, devPerCategory: 2, demoQuestions: 4, multiHopPercent: 25 };
  const count = (
    category: SplitCount["category"],
    split: SplitCount["split"],
    n: number,
  ): SplitCount => ({ category, hops: "one-hop", split, count: n });

  it("shares the target of a category out between one-hop and multi-hop", () => {
    const cells = balanceCells([count("never-changing", "TEST", 3)], targets);
    expect(
      cells.filter((cell) => cell.category === "never-changing" && cell.split === "TEST"),
    ).toEqual([
      { category: "never-changing", hops: "one-hop", split: "TEST", have: 3, target: 3 },
      { category: "never-changing", hops: "multi-hop", split: "TEST", have: 0, target: 1 },
    ]);
    expect(mostUnderfilled(cells)[0]).toMatchObject({ missing: 4, target: 4 });
    expect(mostUnderfilled(cells).at(-1)).toMatchObject({
      category: "never-changing",
      hops: "one-hop",
      missing: 1,
    });
  });

  it("gives a question to a split that lacks some, in proportion, and to none when all are full", () => {
    const draw = (counts: SplitCount[], random: number) =>
      balancedSplit("never-changing", counts, targets, random);
    const drawn = Array.from({ length: 70 }, (_, i) => draw([], i / 70));
    expect([
      drawn.filter((one) => one === "TEST").length,
      drawn.filter((one) => one === "DEV").length,
      drawn.filter((one) => one === "DEMO").length,
    ]).toEqual([40, 20, 10]);
    expect(draw([count("never-changing", "TEST", 4)], 0)).toBe("DEV");
    expect(
      draw(
        [
          count("never-changing", "TEST", 4),
          count("never-changing", "DEV", 5),
          count("never-changing", "DEMO", 1),
        ],
        0.999,
      ),
    ).toBeNull();
    // Demonstrations of other categories do not fill this one's place, all of them together do.
    expect(
      draw(
        [
          count("never-changing", "TEST", 4),
          count("never-changing", "DEV", 2),
          count("slow-changing", "DEMO", 3),
        ],
        0.5,
      ),
    ).toBe("DEMO");
    expect(
      draw(
        [
          count("never-changing", "TEST", 4),
          count("never-changing", "DEV", 2),
          count("slow-changing", "DEMO", 4),
        ],
        0.5,
      ),
    ).toBeNull();
  });
});
