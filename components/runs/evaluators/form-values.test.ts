import { expect, it } from "vitest";
import { factsOf, type EvaluatorFormValues } from "./form-values";

/** As a new evaluator begins. */
const BEGUN: EvaluatorFormValues = {
  name: "",
  servedModelId: "",
  note: "",
  relaxedInstruction: "",
  strictInstruction: "",
  examples: [],
  examplesAsOf: "2024-04-01",
  temperature: 0,
  maxTokens: 256,
  unparsed: 2,
  truncated: 2,
  date: "job",
};

it.each<[Partial<EvaluatorFormValues>, string]>([
  [{}, ""],
  [{ temperature: "0", maxTokens: "256" }, ""],
  [{ temperature: "", maxTokens: 512 }, "No temperature · Max tokens: 512"],
  [{ temperature: 0.5, unparsed: 0 }, "Temperature: 0.5 · Retries without a verdict: 0"],
  [{ truncated: 1, date: "none" }, "Retries of cut-off replies: 1 · Date in prompt: none"],
  [{ examplesAsOf: "2026-01-02" }, "Examples as of: 2026-01-02"],
  // These are never folded away.
  [{ name: "Judge", note: "Mine", relaxedInstruction: "Judge." }, ""],
])("a new evaluator with %j says while folded: %s", (changed, said) => {
  const facts = factsOf({ ...BEGUN, ...changed }, BEGUN.examplesAsOf);
  expect(facts.filter((fact) => fact !== null).join(" · ")).toBe(said);
});
