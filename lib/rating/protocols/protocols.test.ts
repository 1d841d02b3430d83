import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "./presets";
import {
  answersAsShown,
  answersByPlace,
  askedQuestions,
  isRanking,
  readAnswers,
  sameAnswer,
  withAnswer,
} from "./rules";
import { definitionProblems, protocolDefinitionSchema } from "./schema";
import type { Answers, ProtocolDefinition } from "./vocabulary";

const preset = (key: string) =>
  PROTOCOL_PRESETS.find((one) => one.key === key)!.definition as ProtocolDefinition;
const yes = { value: 1 };
/** Of a level of one question, one of another. */
const rule = (fluency: number, is: number, key = "correctness") => ({
  if: { key: "fluency", is: fluency },
  then: { key, is },
});
const no = { value: 0 };

describe("presets", () => {
  it("say what a desk can ask", () => {
    expect(PROTOCOL_PRESETS.length).toBeGreaterThan(6);
    for (const { key, definition } of PROTOCOL_PRESETS)
      expect(protocolDefinitionSchema.parse(definition), key).toEqual(definition);
    expect(new Set(PROTOCOL_PRESETS.map(({ key }) => key)).size).toBe(PROTOCOL_PRESETS.length);
    expect(new Set(PROTOCOL_PRESETS.map(({ name }) => name)).size).toBe(PROTOCOL_PRESETS.length);
  });

  it.each([
    ["webglm-references", "0–3 0–3 0–1? 0–1 0–1"],
    ["webglm-answers", "0–3 0–3 0–3 0–1 0–1? 0–1"],
    ["three-way", "0–2"],
  ])("%s has the scales %s", (key, scales) => {
    expect(
      preset(key)
        .questions.map((question) =>
          "levels" in question
            ? `${question.levels[0]!.value}–${question.levels.at(-1)!.value}${question.cannotTell ? "?" : ""}`
            : question.kind,
        )
        .join(" "),
    ).toBe(scales);
  });
});

it("a question's key is no name that every object has, so that who left it out said nothing", () => {
  const [question] = preset("webglm-answers").questions;
  const named = (key: string) =>
    protocolDefinitionSchema.safeParse({
      ...preset("webglm-answers"),
      questions: [{ ...question, key }],
    });
  expect(named("constructor").error?.issues).toMatchObject([{ path: ["questions", 0, "key"] }]);
  expect(named("constructor-2").success).toBe(true);
});

describe("definitionProblems", () => {
  const answers = preset("webglm-answers");
  it.each<[string, Partial<ProtocolDefinition>, string]>([
    [
      "a key twice",
      { questions: [answers.questions[0]!, answers.questions[0]!] },
      "questions.1.key",
    ],
    ["levels of several responses", { unit: "pair" }, "questions.0.kind"],
    [
      "a ranking of one response",
      { questions: preset("webglm-turing").questions },
      "questions.0.kind",
    ],
    [
      "a pair of one response",
      { questions: preset("pairwise-fresh").questions },
      "questions.0.kind",
    ],
    [
      "a condition on a later question",
      {
        questions: [
          { ...answers.questions[0]!, when: { key: "correctness", is: 1 } },
          answers.questions[1]!,
        ],
      },
      "questions.0.when",
    ],
    [
      "a rule about a level that is not there",
      { rules: [{ if: { key: "fluency", is: 7 }, then: { key: "correctness", is: 0 } }] },
      "rules.0.if",
    ],
    [
      "a question about citations without references",
      { shows: { ...answers.shows, references: false } },
      "questions.2.aboutCitations",
    ],
    [
      "a question about citations without their marks",
      { shows: { ...answers.shows, marks: "removed" } },
      "questions.2.aboutCitations",
    ],
    [
      "a question about the citations of a reference",
      { unit: "reference" },
      "questions.2.aboutCitations",
    ],
    [
      "references that are rated and not shown",
      { unit: "reference", shows: { ...answers.shows, references: false } },
      "shows.references",
    ],
    ["a rule on its own question", { rules: [rule(1, 0, "fluency")] }, "rules.0.then"],
    ["two levels required at once", { rules: [rule(1, 1), rule(1, 0)] }, "rules.1.then"],
    [
      "a circle of rules that contradicts itself",
      {
        rules: [
          rule(1, 2),
          { if: { key: "correctness", is: 2 }, then: { key: "objectivity", is: 1 } },
          { if: { key: "objectivity", is: 1 }, then: { key: "fluency", is: 0 } },
        ],
      },
      "rules.2.then",
    ],
  ])("refuses %s", (_, change, path) => {
    expect(
      definitionProblems({ ...answers, ...change }).map((problem) => problem.path.join(".")),
    ).toContain(path);
    expect(protocolDefinitionSchema.safeParse({ ...answers, ...change }).success).toBe(false);
  });
});

it("takes rules that answers can keep: of different levels, and a circle that agrees with itself", () => {
  const back = { if: { key: "correctness", is: 1 }, then: { key: "fluency", is: 1 } };
  for (const rules of [
    [rule(0, 0), rule(1, 1)],
    [rule(1, 1), back],
  ])
    expect(definitionProblems({ ...preset("webglm-answers"), rules })).toEqual([]);
});

describe("readAnswers", () => {
  const relaxedStrict = preset("relaxed-strict");
  it("holds the rule between Relaxed and Strict, as the database does for the built-in protocol", () => {
    expect(readAnswers(relaxedStrict, { relaxed: no, strict: yes }, 1).problems).toEqual({
      relaxed: "“Relaxed” has to be “Credit” here.",
    });
    for (const given of [
      { relaxed: yes, strict: yes },
      { relaxed: yes, strict: no },
      { relaxed: no, strict: no },
    ])
      expect(readAnswers(relaxedStrict, given, 1).answers).toEqual(given);
  });

  it("tells missing from cannot tell, and refuses cannot tell where it is no answer", () => {
    const answers = preset("webglm-answers");
    const all: Answers = Object.fromEntries(answers.questions.map(({ key }) => [key, yes]));
    expect(readAnswers(answers, { ...all, truthfulness: { cannotTell: true } }, 1).answers).toEqual(
      {
        ...all,
        truthfulness: { cannotTell: true },
      },
    );
    expect(
      Object.keys(readAnswers(answers, { ...all, fluency: { cannotTell: true } }, 1).problems!),
    ).toEqual(["fluency"]);
    const { truthfulness: _, ...without } = all;
    expect(Object.keys(readAnswers(answers, without, 1).problems!)).toEqual(["truthfulness"]);
    expect(Object.keys(readAnswers(answers, { ...all, charm: yes }, 1).problems!)).toEqual([
      "charm",
    ]);
    expect(
      Object.keys(readAnswers(answers, { ...all, fluency: { value: 4 } }, 1).problems!),
    ).toEqual(["fluency"]);
  });

  it("asks what depends on an answer only then", () => {
    const base = preset("three-way");
    const why = {
      kind: "text" as const,
      key: "why",
      label: "Why",
      help: "",
      when: { key: "grade", is: 0 },
      required: true,
      max: 10,
    };
    const definition = { ...base, questions: [...base.questions, why] };
    expect(askedQuestions(definition, { grade: yes }).map(({ key }) => key)).toEqual(["grade"]);
    expect(readAnswers(definition, { grade: yes, why: { text: "left over" } }, 1).answers).toEqual({
      grade: yes,
    });
    expect(
      Object.keys(readAnswers(definition, { grade: no, why: { text: " " } }, 1).problems!),
    ).toEqual(["why"]);
  });

  it("takes exactly the orders of all responses for a ranking", () => {
    const turing = preset("webglm-turing");
    expect(readAnswers(turing, { rank: { ranks: [2, 1, 3] } }, 3).problems).toBeNull();
    expect(readAnswers(turing, { rank: { ranks: [1, 1, 3] } }, 3).problems).toEqual({
      rank: "Give each response a rank of its own.",
    });
    expect(readAnswers(turing, { rank: { ranks: [1, 2] } }, 3).problems).not.toBeNull();
  });
});

describe("isRanking", () => {
  it("is true of the ranks of any scores, and of nothing else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }),
        (scores) => {
          const ranks = scores.map((score) => 1 + scores.filter((other) => other > score).length);
          expect(isRanking(ranks, scores.length, true)).toBe(true);
          expect(isRanking(ranks, scores.length, false)).toBe(
            new Set(scores).size === scores.length,
          );
          const wrong = ranks.map((rank, i) => (i === 0 ? rank + scores.length : rank));
          expect(isRanking(wrong, scores.length, true)).toBe(false);
        },
      ),
    );
  });
});

describe("withAnswer", () => {
  const definition = preset("relaxed-strict");
  it("answers what a rule then requires, both ways", () => {
    expect(withAnswer(definition, {}, "strict", yes)).toEqual({ strict: yes, relaxed: yes });
    expect(withAnswer(definition, { strict: yes, relaxed: yes }, "relaxed", no)).toEqual({
      strict: no,
      relaxed: no,
    });
    expect(withAnswer(definition, { relaxed: yes }, "strict", no)).toEqual({
      relaxed: yes,
      strict: no,
    });
    expect(withAnswer(definition, { relaxed: yes }, "relaxed", null)).toEqual({});
  });
});

describe("answersByPlace", () => {
  const turing = preset("webglm-turing");
  const pair = preset("pairwise-fresh");
  const [question] = pair.questions;
  // Counted by hand: the rater saw place 3, then 1, then 2, and ranked what they saw second, third, first.
  it("counts responses by their places instead of by how they were shown", () => {
    expect(answersByPlace(turing, { rank: { ranks: [2, 3, 1] } }, [3, 1, 2])).toEqual({
      rank: { ranks: [3, 1, 2] },
    });
    for (const [given, stored] of [
      [1, 2],
      [2, 1],
      [0, 0],
      [-1, -1],
    ] as const)
      expect(answersByPlace(pair, { [question!.key]: { value: given } }, [2, 1])).toEqual({
        [question!.key]: { value: stored },
      });
  });
  it("leaves levels, texts and “cannot tell” alone, and is undone by answersAsShown", () => {
    const levels: Answers = {
      fluency: { value: 2 },
      truthfulness: { cannotTell: true },
      why: { text: "1" },
    };
    expect(answersByPlace(preset("webglm-answers"), levels, [])).toEqual(levels);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }),
        fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }),
        (order, ranks) => {
          const said: Answers = { rank: { ranks } };
          expect(answersAsShown(turing, answersByPlace(turing, said, order), order)).toEqual(said);
        },
      ),
    );
  });
});

describe("sameAnswer", () => {
  it("compares what was said", () => {
    expect(sameAnswer({ cannotTell: true }, { cannotTell: true })).toBe(true);
    expect(sameAnswer({ cannotTell: true }, no)).toBe(false);
    expect(sameAnswer({ ranks: [1, 2] }, { ranks: [2, 1] })).toBe(false);
    expect(sameAnswer(undefined, undefined)).toBe(true);
  });
});
