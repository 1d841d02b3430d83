import {
  MAX_TEXTS,
  fieldsOf,
  firstText,
  listOf,
  stableIdOf,
  textOf,
  textsOf,
  timeOf,
  verdictOf,
} from "./log-values";
import { NO_SAMPLE, type LogDialect, type LogHead, type LogSample } from "./run-log";

/** The output of NVIDIA's NeMo Agent Toolkit: a list of questions with what the workflow answered. */
export const NAT: LogDialect = {
  at: (path) => (path === "" ? "enter" : path === "*" ? "take" : "skip"),
  take(value) {
    const item = fieldsOf(value);
    return [
      {
        ...NO_SAMPLE,
        stableId: stableIdOf(item["question_id"], item["id"]),
        sampleId: textOf(item["id"]),
        question: textOf(item["question"]),
        response: textOf(item["generated_answer"]),
        error: textOf(item["error"]),
      },
    ];
  },
};

/**
 * Every Eval Ever, instance level: a line for each question and result. Lines that follow each other and are of the same
 * response are one sample with several verdicts, of each scorer one. Any other line of a response is a sample of its own,
 * which an import calls a duplicate: of a file that is ordered by scorer, the first scorer's verdicts are taken.
 */
export function everyEvalEver(): LogDialect {
  let held: LogSample | null = null;
  const release = (): LogSample[] => {
    const samples = held === null ? [] : [held];
    held = null;
    return samples;
  };
  const saying = ({ verdicts: _, line: __, ...said }: LogSample) => JSON.stringify(said);
  return {
    at: () => "take",
    take(value, _path, head, line) {
      const samples = evaluatedSamples(value, head);
      const [only] = samples;
      if (samples.length !== 1 || line === undefined) return [...release(), ...samples];
      const known = held?.verdicts.map(({ scorer }) => scorer) ?? [];
      if (
        held !== null &&
        held.verdicts.length < MAX_TEXTS &&
        saying(held) === saying(only!) &&
        !only!.verdicts.some(({ scorer }) => known.includes(scorer))
      ) {
        held.verdicts.push(...only!.verdicts);
        return [];
      }
      const before = release();
      held = { ...only!, line };
      return before;
    },
    rest: release,
  };
}

function evaluatedSamples(value: unknown, head: LogHead): LogSample[] {
  const line = fieldsOf(value);
  head.model ||= textOf(line["model_id"]);
  head.task ||= textOf(line["evaluation_name"]);
  head.startedAt ??= timeOf(line["evaluation_timestamp"]);
  const metadata = fieldsOf(line["metadata"]);
  const output = fieldsOf(line["output"]);
  const last = listOf(line["messages"])
    .map(fieldsOf)
    .findLast(({ role }) => role === "assistant");
  const evaluation = fieldsOf(line["evaluation"]);
  const sample: LogSample = {
    ...NO_SAMPLE,
    stableId: stableIdOf(metadata["question_id"], line["sample_id"]),
    sampleId: textOf(line["sample_id"]),
    question: textOf(fieldsOf(line["input"])["raw"]),
    error: textOf(line["error"]),
    verdicts:
      evaluation["is_correct"] === undefined
        ? []
        : [verdictOf(firstText(line["evaluation_name"], "evaluation"), evaluation["is_correct"])],
  };
  const raw = textsOf(output["raw"]);
  if (raw.length === 0)
    return [
      {
        ...sample,
        response: textOf(last?.["content"]),
        reasoning: textOf(last?.["reasoning_trace"]),
      },
    ];
  const traces = listOf(output["reasoning_trace"]);
  return raw.map((text, at) => ({
    ...sample,
    response: textOf(text),
    reasoning: textOf(traces[at]),
    epoch: raw.length > 1 ? String(at + 1) : "",
  }));
}

/** A row of LightEval's details. The documentation calls the columns `__doc__`, the code writes `doc`. */
export function lightEvalSamples(row: unknown): LogSample[] {
  const fields = fieldsOf(row);
  const part = (name: string) => fieldsOf(fields[name] ?? fields[`__${name}__`]);
  const doc = part("doc");
  const response = part("model_response");
  const specific = fieldsOf(doc["specific"]);
  const sample: LogSample = {
    ...NO_SAMPLE,
    stableId: stableIdOf(specific["question_id"], doc["id"]),
    sampleId: textOf(doc["id"]),
    question: firstText(specific["question"], doc["query"]),
    verdicts: Object.entries(part("metric")).map(([name, value]) => verdictOf(name, value)),
  };
  const texts = textsOf(response["text_post_processed"] ?? response["text"]);
  const thoughts = listOf(response["reasonings"]);
  if (texts.length === 0) return [{ ...sample, error: "The log has no text here." }];
  return texts.map((text, at) => ({
    ...sample,
    response: textOf(text),
    reasoning: textOf(thoughts[at]),
    epoch: texts.length > 1 ? String(at + 1) : "",
  }));
}
