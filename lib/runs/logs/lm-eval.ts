import {
  fieldsOf,
  firstText,
  listOf,
  stableIdOf,
  takeParameters,
  textOf,
  textsOf,
  timeOf,
  verdictOf,
} from "./log-values";
import { NO_SAMPLE, type LogDialect, type LogHead, type LogSample } from "./run-log";

/** What stands in a line beside the numbers of its metrics. */
const NO_METRICS = [
  "doc_id",
  "doc",
  "target",
  "arguments",
  "resps",
  "filtered_resps",
  "filter",
  "metrics",
  "doc_hash",
  "prompt_hash",
  "target_hash",
  "task_name",
];

/** `samples_*.jsonl` of lm-evaluation-harness: a line for each question and filter. */
export const LM_EVAL: LogDialect = {
  at: () => "take",
  take(value, _path, head) {
    const line = fieldsOf(value);
    const doc = fieldsOf(line["doc"]);
    const call = callOf(line["arguments"]);
    takeParameters(head, call.parameters);
    const filtered = listOf(line["filtered_resps"])[0];
    const given = listOf(listOf(line["resps"])[0]);
    const sample: LogSample = {
      ...NO_SAMPLE,
      stableId: stableIdOf(doc["question_id"], doc["stable_id"], doc["id"]),
      sampleId: textOf(line["doc_id"]),
      question: firstText(doc["question"], doc["query"], doc["problem"], call.prompt),
      filter: textOf(line["filter"]),
      verdicts: metricsOf(line).map((name) => verdictOf(name, line[name])),
    };
    const texts = (Array.isArray(filtered) ? textsOf(filtered) : [filtered]).map((text, at) =>
      typeof text === "string" ? { text, whole: textOf(given[at]) } : null,
    );
    if (texts.some((text) => text === null))
      return [{ ...sample, error: "The log has likelihoods here, not a text." }];
    return texts.map((text, at) => ({
      ...sample,
      response: text!.text,
      // A filter cuts an answer out of what the model wrote.
      reasoning: text!.whole === text!.text ? "" : text!.whole,
      epoch: texts.length > 1 ? String(at + 1) : "",
    }));
  },
};

/** The first request of a question: `{gen_args_0: {arg_0, arg_1}}`, before 0.4.4 `[[prompt, parameters]]`. */
function callOf(value: unknown): { prompt: string; parameters: unknown } {
  const [prompt, parameters] = Array.isArray(value)
    ? listOf(value[0])
    : [
        fieldsOf(fieldsOf(value)["gen_args_0"])["arg_0"],
        fieldsOf(fieldsOf(value)["gen_args_0"])["arg_1"],
      ];
  return { prompt: textOf(prompt), parameters };
}

function metricsOf(line: Readonly<Record<string, unknown>>): string[] {
  const named = listOf(line["metrics"]).map(textOf);
  return named.length > 0
    ? named
    : Object.keys(line).filter(
        (name) => !NO_METRICS.includes(name) && ["number", "boolean"].includes(typeof line[name]),
      );
}

/** `results_*.json`, which lies beside: what the run was, and no responses. */
export const LM_EVAL_RESULTS: LogDialect = {
  at: (path) => (path === "" ? "enter" : TOLD.includes(path) ? "take" : "skip"),
  take(value, path, head) {
    const fields = fieldsOf(value);
    if (path === "model_name") head.model = textOf(value);
    if (path === "lm_eval_version") head.toolVersion = textOf(value);
    if (path === "date") head.startedAt = timeOf(value);
    if (path === "config") {
      head.model ||= textOf(fields["model"]);
      const { model_args, model_revision, model_dtype, random_seed, gen_kwargs } = fields;
      takeParameters(head, { model_args, model_revision, model_dtype, random_seed });
      takeParameters(head, gen_kwargs);
    }
    if (path === "configs") takeTasks(head, fields);
    return [];
  },
};
const TOLD = ["model_name", "lm_eval_version", "date", "config", "configs"];

/** Of several tasks only that of the samples counts, which their file's name says; where it is not among them, there is none. */
function takeTasks(head: LogHead, tasks: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(tasks);
  const name = head.task === "" && names.length === 1 ? names[0]! : head.task;
  if (!names.includes(name)) {
    head.task = "";
    return;
  }
  const task = fieldsOf(tasks[name]);
  head.task = name;
  head.dataset = textOf(task["dataset_path"]);
  takeParameters(head, task["generation_kwargs"]);
  takeParameters(head, { num_fewshot: task["num_fewshot"] });
}

/** What the name of a file of samples says: `samples_TASK_2026-01-21T03-44-18.458309.jsonl`. */
export function takeLmEvalName(head: LogHead, fileName: string): void {
  const found = /^samples_(.+)_(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)[^/]*$/.exec(fileName);
  if (found === null) return;
  head.task ||= found[1]!;
  head.startedAt ??= timeOf(`${found[2]!}T${found[3]!}:${found[4]!}:${found[5]!}`);
}
