import { expect, it } from "vitest";
import { settingDifferences } from "@/lib/platform/settings-in-words";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { QUESTION_KINDS, UNITS, type ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { KINDS_OF_UNIT, protocolInWords, ruleWords, shownWords, traitsOf } from "./labels";

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;
const ANSWERS = presetOf("webglm-answers");
const changes = (after: ProtocolDefinition) =>
  settingDifferences(protocolInWords(ANSWERS), protocolInWords(after));

it.each(PROTOCOL_PRESETS.map(({ key, definition }) => [key, definition] as const))(
  "%s has each setting once in words, so that versions can be compared",
  (_, definition) => {
    const labels = protocolInWords(definition).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const { kind } of definition.questions)
      expect(KINDS_OF_UNIT[definition.unit]).toContain(kind);
  },
);

it("offers every kind of question for a unit, and text for all", () => {
  expect(new Set(UNITS.flatMap((unit) => KINDS_OF_UNIT[unit]))).toEqual(new Set(QUESTION_KINDS));
  for (const unit of UNITS) expect(KINDS_OF_UNIT[unit]).toContain("text");
});

it("compares versions by key: another label or order is one change, not a question less and one more", () => {
  const [first, second, ...rest] = ANSWERS.questions;
  expect(
    changes({ ...ANSWERS, questions: [{ ...first!, label: "Flow" }, second!, ...rest] }),
  ).toEqual([{ label: "fluency, label", before: "Fluency", after: "Flow" }]);
  expect(changes({ ...ANSWERS, questions: [second!, first!, ...rest] })).toMatchObject([
    { label: "Order of questions", after: expect.stringMatching(/^correctness, fluency, /) },
  ]);
  expect(changes({ ...ANSWERS, questions: [first!, ...rest] }).map(({ label }) => label)).toEqual([
    "Order of questions",
    "correctness, label",
    "correctness, kind",
    "correctness, help",
    "correctness, details",
    "correctness, value 0",
    "correctness, value 1",
    "correctness, value 2",
    "correctness, value 3",
  ]);
});

it("says rules, what is shown, and what is peculiar to a question", () => {
  expect(ruleWords(presetOf("relaxed-strict"))).toEqual([
    "If Strict is Credit, then Relaxed is Credit",
  ]);
  expect(
    shownWords({ correctAnswers: true, evidence: true, references: false, marks: "kept" }),
  ).toBe("Correct answers, evidence");
  expect(shownWords(presetOf("webglm-turing").shows)).toBe("Nothing else");
  const [grade] = presetOf("three-way").questions;
  const why = {
    kind: "text",
    key: "why",
    label: "Why",
    help: "",
    when: { key: "grade", is: 2 },
    required: false,
    max: 500,
  } as const;
  expect(traitsOf(why, [grade!, why])).toEqual([
    "Optional",
    "Asked if Grade is Not attempted",
    "500 characters maximum",
  ]);
});
