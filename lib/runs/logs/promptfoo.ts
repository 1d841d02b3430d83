import {
  fieldsOf,
  firstText,
  numberOf,
  listOf,
  stableIdOf,
  takeParameters,
  textOf,
  timeOf,
  verdictOf,
} from "./log-values";
import { MAX_PAIRS, PromptfooVariants, type PromptfooPair } from "./promptfoo-variants";
import { NO_SAMPLE, type LogDialect, type LogHead, type LogSample } from "./run-log";

/** `--output x.json` of promptfoo, and x.jsonl, which has the results alone. */
export function promptfoo(): LogDialect {
  let variants = new PromptfooVariants();
  return {
    at: (path) =>
      ["", "results", "results.results", "metadata"].includes(path)
        ? "enter"
        : TOLD.includes(path)
          ? "take"
          : "skip",
    take(value, path, head) {
      if (path === "results.results.*" || path === "") return [sampleOf(value, head, variants)];
      if (path === "results.prompts")
        variants = new PromptfooVariants(
          listOf(value).slice(0, MAX_PAIRS).map(fieldsOf).map(pairOf),
        );
      if (path === "results.timestamp") head.startedAt ??= timeOf(value);
      if (path === "metadata.promptfooVersion") head.toolVersion = textOf(value);
      if (path === "config") {
        const config = fieldsOf(value);
        head.task = textOf(config["description"]);
        const providers = listOf(config["providers"]);
        // Of several models each has parameters of its own.
        if (providers.length === 1) takeParameters(head, fieldsOf(providers[0])["config"]);
      }
      return [];
    },
  };
}
const TOLD = [
  "config",
  "results.prompts",
  "results.timestamp",
  "metadata.promptfooVersion",
  "results.results.*",
];

/** One of `results.prompts`: its provider is the label of the model, or its ID. */
function pairOf(prompt: Readonly<Record<string, unknown>>): PromptfooPair {
  return {
    provider: textOf(prompt["provider"]),
    prompt: firstText(prompt["label"], prompt["raw"]),
  };
}

function sampleOf(value: unknown, head: LogHead, variants: PromptfooVariants): LogSample {
  const result = fieldsOf(value);
  const vars = fieldsOf(result["vars"]);
  const test = fieldsOf(result["testCase"]);
  const metadata = fieldsOf(test["metadata"]);
  const response = fieldsOf(result["response"]);
  const provider = fieldsOf(result["provider"]);
  const model = firstText(provider["id"], result["provider"], provider["label"]);
  head.model ||= model;
  const prompt = fieldsOf(result["prompt"]);
  const output = response["output"];
  const error =
    output === undefined || output === null ? firstText(response["error"], result["error"]) : "";
  const label = firstText(provider["label"], model);
  const at = numberOf(result["promptIdx"]) ?? 0;
  return {
    ...NO_SAMPLE,
    stableId: stableIdOf(vars["question_id"], metadata["question_id"], vars["id"], metadata["id"]),
    sampleId: textOf(result["testIdx"]),
    question: firstText(
      vars["question"],
      vars["query"],
      vars["input"],
      vars["prompt"],
      prompt["raw"],
    ),
    response:
      typeof output === "object" && output !== null ? JSON.stringify(output) : textOf(output),
    error,
    model,
    variant: variants.nameOf(at, { provider: label, prompt: textOf(prompt["label"]) }),
    stop: textOf(response["finishReason"]),
    reasoning: textOf(response["reasoning"]),
    // Nothing was said of a request that failed, although it counts as not passed.
    verdicts: error === "" ? verdictsOf(result) : [],
  };
}

function verdictsOf(result: Readonly<Record<string, unknown>>): LogSample["verdicts"] {
  const grading = fieldsOf(result["gradingResult"]);
  const passed = grading["pass"] ?? result["success"];
  if (typeof passed !== "boolean") return [];
  return [verdictOf("assertions", passed, textOf(grading["reason"]))];
}
