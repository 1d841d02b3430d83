import { stringify } from "csv-stringify/sync";
import type { ZipPart } from "@/lib/platform/zip";
import { chatOf, instructionOf, MAX_TOKENS, type TaskItem } from "./items";
import {
  HARNESS_WORDS,
  HUB_MODES,
  HUB_TASKS,
  packageFileName,
  taskName,
  versionOf,
  type Harness,
} from "./vocabulary";

/** The release that a package is made of. */
export interface PackagedRelease {
  name: string;
  questionCount: number;
  /** Of the CSV file. */
  sha256: string;
  /** Its questions in its order, a batch at a time; read anew at each call. */
  items: () => AsyncIterable<TaskItem[]>;
}

/**
 * The files of a release as a task of an evaluation harness. Each question carries its ID and the release's name to the
 * harness's log. The same release gives the same files.
 */
export function packageParts(harness: Harness, release: PackagedRelease): ZipPart[] {
  return [{ path: "README.md", content: readme(harness, release) }, ...PARTS[harness](release)];
}

const PARTS: Record<Harness, (release: PackagedRelease) => ZipPart[]> = {
  "lm-eval": (release) => [
    { path: `${taskName(release.name)}.yaml`, content: lmEvalTask(release.name) },
    {
      path: `${taskName(release.name)}.jsonl`,
      content: jsonLines(release, ({ questionId, question, answers, metadata }) => ({
        question_id: questionId,
        release: release.name,
        question,
        answers,
        ...metadata,
      })),
    },
  ],
  inspect: (release) => [
    { path: "freshqa.py", content: INSPECT_TASK },
    { path: "eval.yaml", content: hubTask(release.name) },
    {
      path: "freshqa.jsonl",
      content: jsonLines(release, ({ questionId, question, answers, metadata }) => ({
        id: questionId,
        input: chatOf(question, release.name),
        target: answers,
        metadata: { question_id: questionId, release: release.name, ...metadata },
      })),
    },
  ],
  helm: (release) => [
    { path: "freshqa_scenario.py", content: HELM_SCENARIO },
    { path: "helm_freshqa_run_specs.py", content: helmRunSpecs(release.name) },
    {
      path: "freshqa.jsonl",
      content: jsonLines(release, ({ questionId, question, answers, metadata }) => ({
        id: questionId,
        question,
        answers,
        release: release.name,
        ...metadata,
      })),
    },
  ],
  "openai-evals": (release) => [
    { path: "evals/freshqa.yaml", content: openAiEval(release.name) },
    {
      path: "data/freshqa/samples.jsonl",
      content: jsonLines(release, ({ questionId, question, answers }) => ({
        question_id: questionId,
        release: release.name,
        input: chatOf(question, release.name),
        ideal: answers,
      })),
    },
  ],
  promptfoo: (release) => [
    { path: "promptfooconfig.yaml", content: promptfooConfig(release.name) },
    {
      path: "prompt.json",
      content: `${JSON.stringify(chatOf("{{question}}", release.name), null, 2)}\n`,
    },
    { path: "tests.csv", content: promptfooTests(release) },
  ],
};

async function* jsonLines(
  { items }: PackagedRelease,
  objectOf: (item: TaskItem) => unknown,
): AsyncGenerator<Uint8Array> {
  for await (const batch of items())
    yield Buffer.from(batch.map((item) => `${JSON.stringify(objectOf(item))}\n`).join(""));
}

/** A text in YAML: JSON's strings are YAML's. */
const quoted = JSON.stringify;

const about = (release: string) =>
  `FreshQA, release ${versionOf(release)}: questions whose answers change with time`;

function lmEvalTask(release: string): string {
  const name = taskName(release);
  return `task: ${name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: ${name}.jsonl
output_type: generate_until
test_split: test
num_fewshot: 0
description: ${quoted(`${instructionOf(release)}\n\n`)}
doc_to_text: "Q: {{question}}\\nA:"
doc_to_target: answers
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: ${MAX_TOKENS}
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
    ignore_case: true
    ignore_punctuation: true
metadata:
  version: 1.0
  release: ${release}
`;
}

const INSPECT_TASK = `from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import generate


@task
def freshqa():
    return Task(
        dataset=json_dataset("freshqa.jsonl"),
        solver=generate(),
        scorer=model_graded_qa(),
        config=GenerateConfig(temperature=0, max_tokens=${MAX_TOKENS}),
    )
`;

const GRADE =
  "Explain your judgment first. Then end with a line that says GRADE: C if the submission is credited, or GRADE: I if it is not.";

/** What the grading model is told; the line at the end is what Inspect reads. */
const GRADING: Record<keyof typeof HUB_TASKS, string> = {
  relaxed: `Credit the submission if its primary or final answer is correct. What is said in addition may be made up or outdated as long as it does not contradict the primary answer. If the question has a false premise, the submission must point it out. ${GRADE}`,
  strict: `Credit the submission only if its primary or final answer is correct and every other claim in it is true and up to date as well. If the question has a false premise, the submission must point it out. ${GRADE}`,
};

/** For the root of a dataset repository on the Hub, whose Parquet files have the columns named here. */
export function hubTask(release: string, split = "test"): string {
  const task = (mode: keyof typeof HUB_TASKS) => `  - id: ${HUB_TASKS[mode]}
    config: ${versionOf(release)}
    split: ${split}
    field_spec:
      input: question
      target: target
      metadata: [question_id, release, fact_type, false_premise]
    solvers:
      - name: system_message
        args:
          template: ${quoted(instructionOf(release))}
      - name: generate
    scorers:
      - name: model_graded_qa
        args:
          instructions: ${quoted(GRADING[mode])}
`;
  return `name: ${quoted(`FreshQA ${versionOf(release)}`)}
description: ${quoted(about(release))}
evaluation_framework: inspect-ai
tasks:
${HUB_MODES.map(task).join("")}`;
}

const HELM_SCENARIO = `import json
import os
from typing import List

from helm.benchmark.scenarios.scenario import (
    CORRECT_TAG,
    TEST_SPLIT,
    Input,
    Instance,
    Output,
    Reference,
    Scenario,
)


class FreshQAScenario(Scenario):
    name = "freshqa"
    description = "Questions whose answers change with time"
    tags = ["question_answering"]

    def get_instances(self, output_path: str) -> List[Instance]:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "freshqa.jsonl")
        with open(path, encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        return [
            Instance(
                id=row["id"],
                input=Input(text=row["question"]),
                references=[Reference(Output(text=answer), tags=[CORRECT_TAG]) for answer in row["answers"]],
                split=TEST_SPLIT,
            )
            for row in rows
        ]
`;

function helmRunSpecs(release: string): string {
  return `from helm.benchmark.adaptation.common_adapter_specs import get_generation_adapter_spec
from helm.benchmark.metrics.common_metric_specs import get_exact_match_metric_specs
from helm.benchmark.run_spec import RunSpec, run_spec_function
from helm.benchmark.scenarios.scenario import ScenarioSpec


@run_spec_function("freshqa")
def get_freshqa_run_spec() -> RunSpec:
    return RunSpec(
        name="freshqa:release=${versionOf(release)}",
        scenario_spec=ScenarioSpec(class_name="freshqa_scenario.FreshQAScenario", args={}),
        adapter_spec=get_generation_adapter_spec(
            instructions=${quoted(instructionOf(release))},
            input_noun="Question",
            output_noun="Answer",
            max_train_instances=0,
            max_tokens=${MAX_TOKENS},
            temperature=0.0,
            stop_sequences=[],
        ),
        metric_specs=get_exact_match_metric_specs(),
        groups=["freshqa"],
    )
`;
}

function openAiEval(release: string): string {
  const version = versionOf(release);
  return `freshqa:
  id: freshqa.${version}
  description: ${quoted(about(release))}
  metrics: [accuracy]

freshqa.${version}:
  class: evals.elsuite.basic.includes:Includes
  args:
    samples_jsonl: freshqa/samples.jsonl
`;
}

function promptfooConfig(release: string): string {
  return `description: ${quoted(about(release))}
prompts:
  - file://prompt.json
providers:
  # Put your models here; each becomes a run of its own.
  - id: MODEL
    config:
      temperature: 0
      max_tokens: ${MAX_TOKENS}
tests: file://tests.csv
`;
}

/**
 * A text as promptfoo takes it literally: it renders every text as a template, which may name the reader's environment,
 * and reads a text that is an address of a file from there.
 */
function untemplated(text: string): string {
  const literal = text.replace(/\{[{%#]/g, '{{ "$&" }}');
  return /^(file|package):/i.test(literal) ? ` ${literal}` : literal;
}

async function* promptfooTests({ name, items }: PackagedRelease): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringify([["question", "question_id", "release", "__expected"]]));
  for await (const batch of items())
    yield Buffer.from(
      stringify(
        batch.map(({ question, questionId, answers }) => [
          untemplated(question),
          questionId,
          name,
          untemplated(`llm-rubric: The answer agrees with one of: ${answers.join(" | ")}`),
        ]),
      ),
    );
}

function readme(harness: Harness, release: PackagedRelease): string {
  const { label, command, log } = HARNESS_WORDS[harness];
  return `# ${release.name} for ${label}

${release.questionCount.toLocaleString("en-US")} questions of ${release.name} (SHA-256 of its CSV file: ${release.sha256}).

Unzip ${packageFileName(release.name, harness)}, replace MODEL, and run in its folder:

    ${command(release.name)}

Then import ${log} into FreshQA Workbench: open the run of your model and choose “Import responses”. Each question is found by its ID.

The prompt says that today is the day of the release, because on that day its answers hold. The scores that ${label} prints compare texts or ask a model; they are not FreshQA’s Relaxed and Strict accuracy, which people rate.
`;
}
