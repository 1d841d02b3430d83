import {
  contentText,
  fieldsOf,
  firstText,
  listOf,
  numberOf,
  promptText,
  reasoningText,
  stableIdOf,
  takeParameters,
  textOf,
  timeOf,
  verdictOf,
} from "./log-values";
import { NO_SAMPLE, type LogDialect, type LogSample, type LogVerdict } from "./run-log";

type CollectedSample = LogSample & { sampled: boolean };
type Fields = Readonly<Record<string, unknown>>;

/** Events of OpenAI evals, a line each: those of a sample are put together once all were read. */
export function openaiEvals(): LogDialect {
  const samples = new Map<string, CollectedSample>();
  return {
    at: () => "take",
    take(value, _path, head) {
      const line = fieldsOf(value);
      const spec = fieldsOf(line["spec"]);
      if (line["spec"] !== undefined) {
        head.model = textOf(listOf(spec["completion_fns"])[0]);
        head.task = textOf(spec["eval_name"]);
        head.startedAt = timeOf(spec["created_at"]);
        takeParameters(head, fieldsOf(fieldsOf(spec["run_config"])["completion_args"]));
      }
      const id = textOf(line["sample_id"]);
      if (id === "") return [];
      const sample = samples.get(id) ?? { ...NO_SAMPLE, sampleId: id, sampled: false };
      samples.set(id, takeEvent(sample, textOf(line["type"]), fieldsOf(line["data"])));
      return [];
    },
    rest: () => [...samples.values()].map(({ sampled: _, ...sample }) => sample),
  };
}

/** The sample with what a scorer said last; of a few scorers, as no event may make the next one slower. */
function withVerdict(sample: CollectedSample, verdict: LogVerdict): CollectedSample {
  const others = sample.verdicts.filter(({ scorer }) => scorer !== verdict.scorer);
  return others.length < MAX_SCORERS ? { ...sample, verdicts: [...others, verdict] } : sample;
}
const MAX_SCORERS = 100;

function takeEvent(sample: CollectedSample, type: string, data: Fields): CollectedSample {
  switch (type) {
    case "raw_sample":
      return { ...sample, stableId: stableIdOf(data["question_id"], data["id"]) };
    case "sampling": {
      // A judge's sampling follows that of the model.
      if (sample.sampled) return sample;
      const text = Array.isArray(data["sampled"])
        ? (data["sampled"] as unknown[])[0]
        : data["sampled"];
      return {
        ...sample,
        sampled: true,
        question: promptText(data["prompt"]),
        response: textOf(text),
      };
    }
    case "match":
      return withVerdict(sample, verdictOf("match", data["correct"]));
    case "metrics": {
      const found = Object.entries(data)
        .slice(0, MAX_SCORERS)
        .filter(([, value]) => ["number", "boolean"].includes(typeof value));
      return found.reduce((own, [name, value]) => withVerdict(own, verdictOf(name, value)), sample);
    }
    case "error":
      return { ...sample, error: firstText(data["message"], data["error"], "error") };
    default:
      return sample;
  }
}

/** The output of OpenAI's Batch API, of Chat Completions or Responses: a line for each request. */
export const OPENAI_BATCH: LogDialect = {
  at: () => "take",
  take(value, _path, head) {
    const line = fieldsOf(value);
    const response = fieldsOf(line["response"]);
    const body = fieldsOf(response["body"]);
    head.model ||= textOf(body["model"]);
    head.startedAt ??= timeOf(body["created"]) ?? timeOf(body["created_at"]);
    const { temperature, max_output_tokens, top_p } = body;
    takeParameters(head, { temperature, max_output_tokens, top_p });
    const id = textOf(line["custom_id"]);
    const status = numberOf(response["status_code"]) ?? 200;
    const error = firstText(
      fieldsOf(line["error"])["message"],
      fieldsOf(body["error"])["message"],
      status === 200 ? "" : `HTTP ${status}`,
    );
    return [{ ...NO_SAMPLE, stableId: stableIdOf(id), sampleId: id, error, ...answerOf(body) }];
  },
};

function answerOf(body: Fields): Pick<LogSample, "response" | "reasoning" | "stop"> {
  const choice = fieldsOf(listOf(body["choices"])[0]);
  if (body["choices"] !== undefined) {
    const message = fieldsOf(choice["message"]);
    return {
      response: contentText(message["content"] ?? message["refusal"]),
      reasoning: firstText(
        message["reasoning_content"],
        message["reasoning"],
        reasoningText(message["content"]),
      ),
      stop: textOf(choice["finish_reason"]),
    };
  }
  const output = listOf(body["output"]).map(fieldsOf);
  const parts = (type: string) => output.filter((item) => item["type"] === type);
  return {
    response: parts("message")
      .map(({ content }) => contentText(content))
      .join(""),
    reasoning: parts("reasoning")
      .flatMap(({ summary }) => listOf(summary).map((part) => textOf(fieldsOf(part)["text"])))
      .join("\n"),
    stop: textOf(body["status"]),
  };
}
