import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { goldProblems, isRight, mayBeGold, planUnder, rightLevels } from "./rules";
import type { ExpectedAnswer } from "./vocabulary";

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;
const answers = presetOf("webglm-answers");

describe("mayBeGold", () => {
  it("is true of protocols whose items are one response or one reference", () => {
    expect(
      PROTOCOL_PRESETS.filter(({ definition }) => mayBeGold(definition)).map(({ definition }) => [
        definition.unit === "response" || definition.unit === "reference",
        definition.questions.some(({ kind }) => kind === "ranking" || kind === "pairwise"),
      ]),
    ).toEqual(expect.arrayContaining([[true, false]]));
    expect(mayBeGold(presetOf("webglm-turing"))).toBe(false);
    expect(mayBeGold(presetOf("pairwise-fresh"))).toBe(false);
  });
});

describe("planUnder", () => {
  it("leaves gold out where there can be none, and has it again under another protocol", () => {
    const entered = { goldRate: 10, seed: 7 };
    expect(planUnder(entered, presetOf("webglm-turing"))).toEqual({ goldRate: 0, seed: 7 });
    expect(planUnder(entered, answers)).toEqual(entered);
    expect(planUnder(entered, undefined)).toEqual(entered);
  });
});

describe("isRight", () => {
  it.each<[string, ExpectedAnswer, string]>([
    ["the level alone", { value: 2, tolerance: 0 }, "2"],
    ["levels one away", { value: 2, tolerance: 1 }, "1 2 3"],
    ["levels at an end", { value: 0, tolerance: 1 }, "0 1"],
    ["no level", { cannotTell: true }, ""],
  ])("takes %s", (_, expected, right) => {
    const question = answers.questions.find(({ key }) => key === "correctness")!;
    if (question.kind !== "ordinal") throw new Error("Not ordinal.");
    expect(
      rightLevels(question, expected)
        .map(({ value }) => value)
        .join(" "),
    ).toBe(right);
  });

  it("takes “cannot tell” where that is expected, and nowhere else", () => {
    expect(isRight({ cannotTell: true }, { cannotTell: true })).toBe(true);
    expect(isRight({ cannotTell: true }, { value: 1 })).toBe(false);
    expect(isRight({ value: 1, tolerance: 1 }, { cannotTell: true })).toBe(false);
  });
});

describe("goldProblems", () => {
  const problems = (expected: Record<string, ExpectedAnswer>, definition = answers) =>
    Object.keys(goldProblems(definition, expected) ?? {});
  it("accepts levels of some questions, tolerances of ordered ones, and “cannot tell” where it may be said", () => {
    expect(
      problems({ correctness: { value: 3, tolerance: 1 }, truthfulness: { cannotTell: true } }),
    ).toEqual([]);
  });

  it.each<[string, Record<string, ExpectedAnswer>, string]>([
    ["nothing", {}, ""],
    ["a level that there is not", { correctness: { value: 4, tolerance: 0 } }, "correctness"],
    ["a question that there is not", { grade: { value: 1, tolerance: 0 } }, "grade"],
    ["a tolerance of yes or no", { objectivity: { value: 1, tolerance: 1 } }, "objectivity"],
    ["a tolerance that every level is within", { fluency: { value: 2, tolerance: 2 } }, "fluency"],
    ["“cannot tell” where it may not be said", { fluency: { cannotTell: true } }, "fluency"],
  ])("refuses %s", (_, expected, key) => {
    expect(problems(expected)).toEqual([key]);
  });

  it("refuses what the protocol's conditions and rules make impossible", () => {
    const [first, second] = answers.questions as [
      ProtocolDefinition["questions"][number],
      ProtocolDefinition["questions"][number],
    ];
    const asked: ProtocolDefinition = {
      ...answers,
      questions: [first, { ...second, when: { key: first.key, is: 3 } }],
    };
    const both = (value: number) => ({
      [first.key]: { value, tolerance: 0 },
      [second.key]: { value: 1, tolerance: 0 },
    });
    expect(problems(both(3), asked)).toEqual([]);
    expect(problems(both(2), asked)).toEqual([second.key]);
    expect(problems({ [second.key]: { value: 1, tolerance: 0 } }, asked)).toEqual([]);
    const builtIn = presetOf("relaxed-strict");
    expect(
      problems(
        { relaxed: { value: 0, tolerance: 0 }, strict: { value: 1, tolerance: 0 } },
        builtIn,
      ),
    ).toEqual(["relaxed"]);
  });
});
