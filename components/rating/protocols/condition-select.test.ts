import { expect, it } from "vitest";
import { conditionWords } from "./condition-select";
import { newQuestion, type ProtocolDraft, type QuestionDraft } from "./protocol-draft";

const draft: ProtocolDraft = {
  unit: "response",
  shows: { correctAnswers: true, evidence: false, references: false, marks: "kept" },
  questions: [],
  rules: [],
};
const asked: QuestionDraft = { ...newQuestion(draft, "binary"), id: "a", label: "Correct" };

it.each([
  [{ question: "a", is: 1 }, asked, "Correct is Yes"],
  [{ question: "a", is: 1 }, { ...asked, label: "" }, "Question is Yes"],
  [{ question: "a", is: 7 }, asked, "Correct is 7"],
  [{ question: "b", is: 1 }, asked, "an earlier answer"],
])("the condition %j reads %#", (condition, question, said) =>
  expect(conditionWords(condition, [question])).toBe(said),
);
