import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import {
  definitionOf,
  draftOf,
  keyOf,
  mayAddLevel,
  newQuestion,
  protocolDraftSchema,
  withLevel,
  withMoved,
  withoutQuestion,
  withQuestion,
} from "./protocol-draft";

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;
const RELAXED_STRICT = presetOf("relaxed-strict");
const ANSWERS = presetOf("webglm-answers");

describe("the editor's form", () => {
  it.each(PROTOCOL_PRESETS.map(({ key, definition }) => [key, definition] as const))(
    "of %s says the same definition, also after it was kept on a device",
    (_, definition) => {
      const draft = draftOf(definition);
      expect(definitionOf(draft)).toEqual({ definition, errors: null });
      expect(protocolDraftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    },
  );

  it("says what is wrong by path", () => {
    const draft = draftOf(ANSWERS);
    const [first] = draft.questions;
    const levels = first!.levels.map((one, at) => (at === 2 ? { ...one, value: "" } : one));
    const { errors } = definitionOf(withQuestion(draft, first!.id, { label: " ", levels }));
    expect(Object.keys(errors!)).toEqual(["questions.0.label", "questions.0.levels.2.value"]);
    expect(definitionOf({ ...draft, questions: [] }).errors).toMatchObject({
      questions: "Add a question.",
    });
  });

  it("keeps which scale is about citations, and opens what was kept before there was that", () => {
    const draft = draftOf(ANSWERS);
    const about = ({ questions }: { questions: { key: string; aboutCitations?: unknown }[] }) =>
      questions.filter((question) => question.aboutCitations === true).map(({ key }) => key);
    expect(about(draft)).toEqual(["citation-accuracy"]);
    expect(about(definitionOf(draft).definition!)).toEqual(["citation-accuracy"]);
    const kept = draft.questions.map(({ aboutCitations: _, ...question }) => question);
    expect(about(protocolDraftSchema.parse({ ...draft, questions: kept }))).toEqual([]);
    const other = withQuestion(draft, draft.questions[2]!.id, { kind: "nominal" });
    expect(about(definitionOf(other).definition!)).toEqual([]);
  });

  it("says a kind that does not fit the unit at its question", () => {
    expect(definitionOf({ ...draftOf(ANSWERS), unit: "pair" }).errors).toHaveProperty([
      "questions.0.kind",
    ]);
  });
});

describe("a key", () => {
  it.each([
    ["Citation accuracy", [], "citation-accuracy"],
    ["  Vérité? ", [], "verite"],
    ["2 marks", [], "marks"],
    ["正しさ", [], "question"],
    ["Grade", ["grade", "grade-2"], "grade-3"],
    [`${"a".repeat(35)} long`, [], "a".repeat(35)],
    ["Constructor", [], "constructor-2"],
  ])("of “%s” beside %j is %s", (label, taken, key) => {
    expect(keyOf(label, taken)).toBe(key);
  });

  it("follows the label until someone writes it", () => {
    const empty = { ...draftOf(ANSWERS), questions: [] };
    const question = newQuestion(empty, "ordinal");
    let draft = { ...empty, questions: [question] };
    draft = withQuestion(draft, question.id, { label: "Tone" });
    expect(draft.questions[0]!.key).toBe("tone");
    draft = withQuestion(draft, question.id, { key: "voice", ownKey: true });
    expect(withQuestion(draft, question.id, { label: "Style" }).questions[0]).toMatchObject({
      key: "voice",
      label: "Style",
    });
  });
});

describe("rules and conditions", () => {
  it("follow a question whose key changes", () => {
    const draft = draftOf(RELAXED_STRICT);
    const renamed = withQuestion(draft, draft.questions[0]!.id, { key: "primary" });
    expect(definitionOf(renamed).definition!.rules).toEqual([
      { if: { key: "strict", is: 1 }, then: { key: "primary", is: 1 } },
    ]);
  });

  it("go with their question", () => {
    const draft = draftOf(RELAXED_STRICT);
    const [relaxed, strict] = draft.questions;
    const asked = withQuestion(draft, strict!.id, { when: { question: relaxed!.id, is: 1 } });
    const left = withoutQuestion(asked, relaxed!.id);
    expect(left.rules).toEqual([]);
    expect(left.questions.map(({ when }) => when)).toEqual([null]);
  });
});

it("questions move by a place, and not beyond the ends", () => {
  const draft = draftOf(ANSWERS);
  const keys = (of: typeof draft) => of.questions.map(({ key }) => key).slice(0, 3);
  const [first] = draft.questions;
  expect(keys(withMoved(draft, first!.id, 1))).toEqual([
    "correctness",
    "fluency",
    "citation-accuracy",
  ]);
  expect(withMoved(draft, first!.id, -1)).toBe(draft);
});

it("levels are added above the greatest value, up to as many as there are digits", () => {
  let [question] = draftOf(ANSWERS).questions;
  question = withLevel(question!);
  expect(question.levels.at(-1)).toEqual({ value: 4, label: "", meaning: "" });
  while (mayAddLevel(question)) question = withLevel(question);
  expect(question.levels).toHaveLength(9);
});
