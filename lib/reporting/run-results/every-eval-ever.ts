import type { PublishedInstance, RunResults } from "./results";
import { MODE_TITLES, PUBLISHED_MODES, type PublishedMode, type Relationship } from "./vocabulary";

/** The version of the schemas that the files are valid by. */
const SCHEMA_VERSION = "0.3.0";
const BENCHMARK = "FreshQA";

/** SHA-256 of a text, in hexadecimal. */
type Hash = (text: string) => string;
/** A part of a path, and of a name in the Hub's form. */
const part = (text: string) =>
  text
    .trim()
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "") || "unknown";

/** "OpenAI/GPT-4o"; the model's own name where it has that form already. */
function modelId({ name, provider }: RunResults["model"]): string {
  if (/^[\w.-]+(\/[\w.-]+)+$/.test(name)) return name;
  return `${part(provider)}/${part(name)}`;
}

const secondsOf = (at: string) => String(Date.parse(at) / 1_000);

/** Names this result: the same run in the same state has the same. */
function evaluationId(results: RunResults): string {
  return `${BENCHMARK}/${modelId(results.model)}/run-${results.run.runId}/${secondsOf(results.at)}`;
}

const resultId = (results: RunResults, mode: PublishedMode) => `${evaluationId(results)}#${mode}`;

/** Where the two files stand in the shared collection: `data/FreshQA/OpenAI/GPT-4o/UUID.json`, and `…_samples.jsonl`. */
export function pathsOf(results: RunResults, hash: Hash): { aggregate: string; samples: string } {
  const hex = hash(`${evaluationId(results)} ${results.state} ${JSON.stringify(results.counted)}`);
  // The schema asks for the form of a random UUID.
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const [developer, ...name] = modelId(results.model).split("/");
  const base = `data/${BENCHMARK}/${developer}/${name.join("-")}/${uuid}`;
  return { aggregate: `${base}.json`, samples: `${base}_samples.jsonl` };
}

/** What became of the file of instances. */
export interface SamplesWritten {
  /** Where it stands. */
  path: string;
  sha256: string;
  rows: number;
  /** Responses that it lacks, because whoever asks for it has still to rate them. */
  leftOut: number;
}

/** Further details are texts alone; what is not known is left out. */
function details(all: Record<string, string | number | boolean | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    ),
  );
}

/** The aggregate: an evaluation with a result for each mode. */
export function aggregateOf(
  results: RunResults,
  { organization, relationship }: { organization?: string | undefined; relationship: Relationship },
  version: string,
  written: SamplesWritten,
): object {
  const { model, run, release, agreement } = results;
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: evaluationId(results),
    evaluation_timestamp: results.at,
    retrieved_timestamp: secondsOf(results.at),
    source_metadata: {
      source_name: "FreshQA Workbench",
      source_type: "evaluation_run",
      source_organization_name: organization ?? "unknown",
      ...(release.address !== null && { source_organization_url: new URL(release.address).origin }),
      evaluator_relationship: relationship,
      additional_details: details({ run: run.name, state: results.state }),
    },
    eval_library: { name: "freshqa-workbench", version },
    model_info: {
      name: model.name,
      id: modelId(model),
      ...(model.provider !== "" && { developer: model.provider }),
      additional_details: {
        deployment_type: "unknown",
        model_availability: "unknown",
        ...details({
          size: model.size,
          knowledge_cutoff: model.knowledgeCutoff,
          has_web_search: model.hasWebSearch,
          date_in_prompt: model.dateInPrompt,
        }),
      },
    },
    evaluation_results: PUBLISHED_MODES.filter((mode) => results.modes[mode] !== null).map((mode) =>
      resultOf(results, mode),
    ),
    detailed_evaluation_results: {
      format: "jsonl",
      file_path: written.path,
      hash_algorithm: "sha256",
      checksum: written.sha256,
      total_rows: written.rows,
      additional_details: details({
        responses_left_out: written.leftOut,
        ...(agreement !== null && { campaigns: agreement.campaigns.join("; ") }),
      }),
    },
  };
}

function resultOf(results: RunResults, mode: PublishedMode): object {
  const { run, release, agreement } = results;
  const { value, low, high, right, judged, automatic } = results.modes[mode]!;
  return {
    evaluation_result_id: resultId(results, mode),
    evaluation_name: MODE_TITLES[mode],
    source_data: {
      dataset_name: release.name,
      ...(release.file === null
        ? { source_type: "other" }
        : { source_type: "url", url: [release.file] }),
      additional_details: { release: release.name, sha256: release.sha256 },
    },
    evaluation_timestamp: run.ranOn ?? results.at,
    metric_config: {
      evaluation_description: `Share of responses with credit by the ${mode === "relaxed" ? "Relaxed" : "Strict"} protocol of FreshQA, among those with a verdict. ${results.notes.join(" ")}`,
      metric_id: `freshqa.accuracy_${mode}`,
      metric_name: `Accuracy (${mode === "relaxed" ? "Relaxed" : "Strict"})`,
      metric_kind: "accuracy",
      metric_unit: "proportion",
      lower_is_better: false,
      score_type: "continuous",
      min_score: 0,
      max_score: 1,
      additional_details: results.counted,
    },
    score_details: {
      score: value,
      details: details({
        questions: results.questions,
        judged,
        right,
        automatic,
        estimated_from_a_sample: results.estimated,
        ...(agreement !== null && {
          ratings: agreement.judgments,
          raters: agreement.raters,
          responses_rated_twice_or_more: agreement.compared,
          krippendorff_alpha: agreement.alpha[mode],
          percent_agreement: agreement.percent[mode],
        }),
      }),
      uncertainty: {
        ...(low !== null &&
          high !== null && {
            confidence_interval: {
              lower: low,
              upper: high,
              confidence_level: 0.95,
              method: results.estimated ? "stratified estimate" : "Wilson score",
            },
          }),
        num_samples: judged,
      },
    },
    generation_config: {
      generation_args: {
        ...(run.temperature !== null && { temperature: run.temperature }),
        ...(run.maxTokens !== null && { max_tokens: run.maxTokens }),
      },
      additional_details: details({ prompt_method: run.promptMethod, ran_on: run.ranOn }),
    },
  };
}

/** The lines of a response, one for each mode that has a verdict. */
export function linesOf(results: RunResults, instance: PublishedInstance, hash: Hash): string[] {
  const { question, answers, response, questionId, category, hops, split, automatic } = instance;
  return PUBLISHED_MODES.flatMap((mode) => {
    const verdict = instance.verdicts[mode];
    if (verdict === null) return [];
    return [
      `${JSON.stringify({
        schema_version: SCHEMA_VERSION,
        evaluation_id: evaluationId(results),
        model_id: modelId(results.model),
        evaluation_name: MODE_TITLES[mode],
        evaluation_result_id: resultId(results, mode),
        sample_id: questionId,
        sample_hash: hash([question, ...answers].join("\n")),
        interaction_type: "single_turn",
        input: { raw: question, reference: answers },
        output: { raw: [response] },
        answer_attribution: [],
        evaluation: { score: verdict ? 1 : 0, is_correct: verdict },
        metadata: details({
          question_id: questionId,
          release: results.release.name,
          category,
          hops,
          split,
          verdict_by: automatic ? "evaluator" : "people",
        }),
      })}\n`,
    ];
  });
}
