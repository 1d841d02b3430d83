import {
  fieldsOf,
  firstText,
  listOf,
  numberOf,
  stableIdOf,
  takeParameters,
  textOf,
  textsOf,
  timeOf,
  verdictOf,
} from "./log-values";
import type { BesideVerdicts } from "./beside";
import { NO_SAMPLE, type LogDialect, type LogHead, type LogSample } from "./run-log";

/** `scenario_state.json` of HELM. What it thinks of the responses is in another file, see helmBeside. */
export const HELM: LogDialect = {
  at: (path) =>
    path === "" || path === "request_states"
      ? "enter"
      : path === "adapter_spec" || path === "request_states.*"
        ? "take"
        : "skip",
  take(value, path, head) {
    if (path === "request_states.*") return samplesOf(fieldsOf(value), head);
    takeAdapter(head, fieldsOf(value));
    return [];
  },
};

function takeAdapter(head: LogHead, spec: Readonly<Record<string, unknown>>): void {
  head.model = firstText(spec["model_deployment"], spec["model"]);
  const { temperature, max_tokens, method, max_train_instances, stop_sequences } = spec;
  takeParameters(head, { temperature, max_tokens, method, max_train_instances, stop_sequences });
}

/** `run_spec.json` and `per_instance_stats.json`, which lie beside. @param verdicts filled with what the latter says */
export function helmBeside(verdicts: BesideVerdicts): LogDialect {
  return {
    at: (path) =>
      path === ""
        ? "enter"
        : ["*", "name", "adapter_spec", "scenario_spec"].includes(path)
          ? "take"
          : "skip",
    take(value, path, head) {
      const fields = fieldsOf(value);
      if (path === "name") head.task = textOf(value);
      if (path === "scenario_spec") head.dataset = textOf(fields["class_name"]);
      if (path === "adapter_spec") takeAdapter(head, fields);
      if (path !== "*") return [];
      const perturbation = textOf(fieldsOf(fields["perturbation"])["name"]);
      const trial = numberOf(fields["train_trial_index"]) ?? 0;
      verdicts.add(
        [textOf(fields["instance_id"]), perturbation, String(trial + 1)],
        listOf(fields["stats"]).flatMap((stat) => {
          const { name, mean } = fieldsOf(stat);
          const scorer = textOf(fieldsOf(name)["name"]);
          return scorer === "" || NO_SCORES.test(scorer) || typeof mean !== "number"
            ? []
            : [verdictOf(scorer, mean)];
        }),
      );
      return [];
    },
  };
}
/** What HELM counts beside its scores: tokens, times, ends. */
const NO_SCORES =
  /^(num_|training_|inference_|batch_size$|finish_reason_|prompt_truncated$|max_prob$|logprob|predicted_index)/;

function samplesOf(state: Readonly<Record<string, unknown>>, head: LogHead): LogSample[] {
  const instance = fieldsOf(state["instance"]);
  const result = fieldsOf(state["result"]);
  head.startedAt ??= timeOf(result["request_datetime"]);
  const trial = numberOf(state["train_trial_index"]) ?? 0;
  const completions = textsOf(result["completions"]).map(fieldsOf);
  const several =
    completions.length > 1 || (numberOf(fieldsOf(state["request"])["num_completions"]) ?? 1) > 1;
  const sample: LogSample = {
    ...NO_SAMPLE,
    stableId: stableIdOf(instance["id"], fieldsOf(instance["extra_data"])["question_id"]),
    sampleId: textOf(instance["id"]),
    question: textOf(fieldsOf(instance["input"])["text"]),
    variant: textOf(fieldsOf(instance["perturbation"])["name"]),
    epoch: several ? `${trial + 1}.1` : String(trial + 1),
  };
  if (result["success"] === false || completions.length === 0)
    return [{ ...sample, error: firstText(result["error"], "The log has no completion here.") }];
  return completions.map((completion, at) => ({
    ...sample,
    response: textOf(completion["text"]),
    reasoning: textOf(fieldsOf(completion["thinking"])["text"]),
    stop: textOf(fieldsOf(completion["finish_reason"])["reason"]),
    epoch: several ? `${trial + 1}.${at + 1}` : sample.epoch,
  }));
}
