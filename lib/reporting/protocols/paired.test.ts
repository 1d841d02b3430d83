import { describe, expect, it } from "vitest";
import { holmAlone } from "@/lib/statistics/holm.oracle";
import { finish } from "@/lib/statistics/intervals";
import type { ChoiceQuestion } from "@/lib/rating/protocols/vocabulary";
import { differingQuestions, MOST_RUNS_COMPARED, pairedSteps } from "./paired";
import type { AnswerGroup } from "./schema";

const level = (value: number, label: string) => ({ value, label, meaning: "" });
const common = { help: "", when: null, required: true, cannotTell: true } as const;
const FLUENCY: ChoiceQuestion = {
  ...common,
  kind: "ordinal",
  key: "fluency",
  label: "Fluency",
  direction: "up",
  levels: [level(1, "Bad"), level(2, "Fair"), level(3, "Good")],
};
const OUTCOME: ChoiceQuestion = {
  ...common,
  kind: "nominal",
  key: "outcome",
  label: "Outcome",
  direction: "none",
  levels: [level(0, "Wrong"), level(1, "Right"), level(2, "None")],
};
const [A, B] = [
  { runId: 1, label: "A" },
  { runId: 2, label: "B" },
];
const said = (
  key: string,
  runId: number,
  questionId: number,
  ...values: (number | null)[]
): AnswerGroup[] =>
  values.map((value) => ({ runId, questionId, key, value, answers: 1, adjudicated: 0 }));

describe("two systems compared", () => {
  // Means by hand: question 1: 3 and 2; 2: 2.5 and 2.5; 3: 1 and 3; 4: 3 and 1; 5 is of A alone; 6: B could not be told.
  const answers = [
    ...said("fluency", 1, 1, 3, 3),
    ...said("fluency", 2, 1, 2),
    ...said("fluency", 1, 2, 2, 3),
    ...said("fluency", 2, 2, 3, 2),
    ...said("fluency", 1, 3, 1, null),
    ...said("fluency", 2, 3, 3, 3, 3),
    ...said("fluency", 1, 4, 3),
    ...said("fluency", 2, 4, 1),
    ...said("fluency", 1, 5, 1),
    ...said("fluency", 1, 6, 1),
    ...said("fluency", 2, 6, null),
  ];

  it("count each question once, where both have answers", () => {
    const [pair] = finish(pairedSteps([FLUENCY], [A!, B!], answers));
    const [figure] = pair!.figures;
    expect([pair!.first.label, pair!.second.label, figure!.title]).toEqual(["A", "B", "Mean"]);
    expect(figure!.n).toBe(4);
    expect(figure!.first).toBeCloseTo((3 + 2.5 + 1 + 3) / 4, 12);
    expect(figure!.second).toBeCloseTo((2 + 2.5 + 3 + 1) / 4, 12);
    expect(figure!.difference.value).toBeCloseTo(0.25, 12);
    expect(figure!.difference.low).toBeNull();
    expect(figure!.counts).toEqual({ first: 2, equal: 1, second: 1 });
    // Two of three on one side: 2 · (1 + 3) / 8.
    expect(figure!.p).toBeCloseTo(1, 12);
  });

  it("have an interval from ten questions on, and p-values adjusted over the whole table", () => {
    const many = Array.from({ length: 12 }, (_, at) => [
      ...said("fluency", 1, at, 3),
      ...said("fluency", 2, at, at === 0 ? 3 : at % 2 === 0 ? 1 : 2),
    ]).flat();
    const [pair] = finish(pairedSteps([FLUENCY, OUTCOME], [A!, B!], many));
    const [fluency, ...outcome] = pair!.figures;
    // 11 of 11 on one side.
    expect(fluency!.p).toBeCloseTo(2 / 2 ** 11, 12);
    expect(fluency!.adjusted).toBe(fluency!.p);
    expect(fluency!.difference.value).toBeCloseTo((5 * 2 + 6 * 1) / 12, 12);
    expect(fluency!.difference.low).toBeGreaterThan(0.8);
    expect(fluency!.difference.high).toBeLessThan(1.8);
    // Nothing was said of the outcome: no test, and none in the adjustment.
    expect(outcome.map(({ title, n, p, adjusted }) => [title, n, p, adjusted])).toEqual([
      ["Wrong", 0, null, null],
      ["Right", 0, null, null],
      ["None", 0, null, null],
    ]);
  });

  it("of three systems under questions of several levels have p-values adjusted for all of them together", () => {
    const systems = ["A", "B", "C"].map((label, at) => ({ runId: at + 1, label }));
    // Three levels of each question, spread so that no two pairs differ alike.
    const many = Array.from({ length: 24 }, (_, at) =>
      systems.flatMap(({ runId }) => [
        ...said("fluency", runId, at, at % (runId + 1) === 0 ? 1 : runId),
        ...said("outcome", runId, at, at < runId * 6 ? 1 : (at + runId) % 3),
      ]),
    ).flat();
    const pairs = finish(pairedSteps([FLUENCY, OUTCOME], systems, many));
    const figures = pairs.flatMap((pair) => pair.figures);
    expect(figures.map(({ title }) => title)).toEqual(
      Array(3).fill(["Mean", "Wrong", "Right", "None"]).flat(),
    );
    const expected = holmAlone(figures.map(({ p }) => p!));
    figures.forEach(({ adjusted }, at) => expect(adjusted).toBeCloseTo(expected[at]!, 12));
    // Not each pair or each question for itself.
    const [smallest] = figures.toSorted((one, other) => one.p! - other.p!);
    expect(smallest!.adjusted).toBeCloseTo(smallest!.p! * 12, 12);
    expect(smallest!.adjusted).toBeLessThan(1);
  });

  it("count one of two levels, because its share says the other one's", () => {
    const two = { ...OUTCOME, levels: OUTCOME.levels.slice(0, 2) };
    const [pair] = finish(pairedSteps([two], [A!, B!], []));
    expect(pair!.figures.map(({ title }) => title)).toEqual(["Right"]);
  });

  it("are listed by how far their answers are apart, without those that are the same", () => {
    expect(differingQuestions(FLUENCY, 1, 2, answers).map(({ questionId }) => questionId)).toEqual([
      3, 4, 1,
    ]);
    const outcomes = [
      ...said("outcome", 1, 1, 0, 1),
      ...said("outcome", 2, 1, 1, 1),
      ...said("outcome", 1, 2, 0),
      ...said("outcome", 2, 2, 2),
      ...said("outcome", 1, 3, 1, 2),
      ...said("outcome", 2, 3, 2, 1),
    ];
    expect(differingQuestions(OUTCOME, 1, 2, outcomes)).toEqual([
      { questionId: 2, first: [1, 0, 0], second: [0, 0, 1] },
      { questionId: 1, first: [1, 1, 0], second: [0, 2, 0] },
    ]);
  });

  it("are as many pairs as can be read", () => {
    const systems = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ runId: at, label: String(at) }));
    expect(finish(pairedSteps([FLUENCY], systems(MOST_RUNS_COMPARED), [])).length).toBe(6);
    expect(finish(pairedSteps([FLUENCY], systems(MOST_RUNS_COMPARED + 1), []))).toEqual([]);
  });
});
