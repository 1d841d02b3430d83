import {
  contentText,
  fieldsOf,
  firstText,
  listOf,
  promptText,
  reasoningText,
  stableIdOf,
  takeParameters,
  textOf,
  timeOf,
  verdictOf,
} from "./log-values";
import {
  NO_SAMPLE,
  type LogDialect,
  type LogHead,
  type LogSample,
  type LogVerdict,
} from "./run-log";

/** A log of Inspect as JSON. */
export const INSPECT: LogDialect = {
  at: (path) =>
    path === "" || path === "samples" ? "enter" : TOLD.includes(path) ? "take" : "skip",
  take(value, path, head) {
    if (path === "samples.*") return [inspectSample(value)];
    takeInspectHead(head, { [path]: value });
    return [];
  },
};
const TOLD = ["status", "eval", "plan", "stats", "error", "samples.*"];

/** What a header says: a log without its samples, or `_journal/start.json` of a run that was cut off. */
export function takeInspectHead(head: LogHead, log: Readonly<Record<string, unknown>>): void {
  const run = fieldsOf(log["eval"]);
  head.model ||= textOf(run["model"]);
  head.task ||= textOf(run["task"]);
  head.dataset ||= textOf(fieldsOf(run["dataset"])["name"]);
  head.toolVersion ||= textOf(fieldsOf(run["packages"])["inspect_ai"]);
  head.startedAt ??= timeOf(run["created"]) ?? timeOf(fieldsOf(log["stats"])["started_at"]);
  takeParameters(head, run["model_generate_config"]);
  takeParameters(head, fieldsOf(log["plan"])["config"]);
  const judge = fieldsOf(fieldsOf(run["model_roles"])["grader"])["model"];
  // A scorer names its judge by a text or an object, and calls it as it likes.
  const judges = listOf(run["scorers"])
    .map((scorer) => fieldsOf(fieldsOf(scorer)["options"]))
    .flatMap(({ model, grader_model }) => [model, grader_model])
    .map((named) => firstText(named, fieldsOf(named)["model"]));
  takeParameters(head, { judge: firstText(judge, ...judges) });
  const status = textOf(log["status"]);
  if (status !== "" && status !== "success") head.trouble = status;
}

/** What is read of a sample: its messages and events would be many times as much. */
export function ofInspectSample(path: string): "take" | "enter" | "skip" {
  return path === "" ? "enter" : SAMPLE_FIELDS.includes(path) ? "take" : "skip";
}
const SAMPLE_FIELDS = [
  "id",
  "epoch",
  "input",
  "output",
  "scores",
  "score",
  "metadata",
  "error",
  "attachments",
];

export function inspectSample(value: unknown): LogSample {
  const sample = fieldsOf(value);
  const output = fieldsOf(sample["output"]);
  const choice = fieldsOf(listOf(output["choices"])[0]);
  const content = fieldsOf(choice["message"])["content"];
  const attachments = {
    ...fieldsOf(fieldsOf(sample["transcript"])["content"]),
    ...fieldsOf(sample["attachments"]),
  };
  const whole = (text: string) => attachedText(text, attachments);
  const metadata = fieldsOf(sample["metadata"]);
  return {
    ...NO_SAMPLE,
    stableId: stableIdOf(metadata["question_id"], metadata["stable_id"], sample["id"]),
    sampleId: textOf(sample["id"]),
    question: whole(promptText(sample["input"])),
    response: whole(content === undefined ? textOf(output["completion"]) : contentText(content)),
    reasoning: whole(reasoningText(content)),
    error: firstText(fieldsOf(sample["error"])["message"], output["error"]),
    epoch: textOf(sample["epoch"]),
    stop: textOf(choice["stop_reason"]),
    verdicts: Object.entries(
      sample["scores"] === undefined ? { score: sample["score"] } : fieldsOf(sample["scores"]),
    ).flatMap(([name, score]) => verdictsOf(name, fieldsOf(score))),
  };
}

/** A score is one value, or one for each of several names. */
function verdictsOf(
  name: string,
  { value, explanation }: Readonly<Record<string, unknown>>,
): LogVerdict[] {
  if (value === undefined) return [];
  const words = textOf(explanation);
  const parts = Object.entries(fieldsOf(value));
  return parts.length === 0
    ? [verdictOf(name, value, words)]
    : parts.map(([part, own], at) => verdictOf(`${name}/${part}`, own, at === 0 ? words : ""));
}

const ATTACHED = /(?:attachment|tc):\/\/([0-9a-f]{32})/g;

/** Many references to a long text would make one that fills our memory. */
const MAX_ATTACHED = 4_000_000;

/** A text whose long parts are kept apart. What they hold is not looked up again. */
function attachedText(text: string, attachments: Readonly<Record<string, unknown>>): string {
  let length = text.length;
  return text.replace(ATTACHED, (whole, hash: string) => {
    const attached = Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
    if (typeof attached !== "string" || (length += attached.length) > MAX_ATTACHED) return whole;
    return attached;
  });
}
