/** The evaluation harnesses that a release is written for. */
export const HARNESSES = ["lm-eval", "inspect", "helm", "openai-evals", "promptfoo"] as const;
export type Harness = (typeof HARNESSES)[number];

/** Raised when the files of any package change, so that whoever has one of before is sent the new one. */
export const PACKAGES_VERSION = 2;

/** The tasks of a dataset's eval.yaml on the Hub, one for each mode: results there name them. */
export const HUB_TASKS = { relaxed: "freshqa_relaxed", strict: "freshqa_strict" } as const;
type HubMode = keyof typeof HUB_TASKS;
export const HUB_MODES: readonly HubMode[] = ["relaxed", "strict"];

interface HarnessWords {
  /** What it calls itself. */
  label: string;
  /** Runs the package from its unzipped folder; MODEL is the reader's. */
  command: (release: string) => string;
  /** What of its output is brought back here. */
  log: string;
}

export const HARNESS_WORDS: Readonly<Record<Harness, HarnessWords>> = {
  "lm-eval": {
    label: "lm-evaluation-harness",
    command: (release) =>
      `lm_eval --model MODEL --tasks ${taskName(release)} --include_path . --log_samples --output_path logs`,
    log: "samples_*.jsonl, with results_*.json beside it",
  },
  inspect: {
    label: "Inspect",
    command: () => "inspect eval freshqa.py --model MODEL",
    log: "the .eval file in logs",
  },
  helm: {
    label: "HELM",
    command: () =>
      'PYTHONPATH=".:$PYTHONPATH" helm-run --run-entries freshqa:model=MODEL --suite freshqa --max-eval-instances 100000',
    log: "scenario_state.json",
  },
  "openai-evals": {
    label: "OpenAI Evals",
    command: (release) =>
      `oaieval MODEL freshqa.${versionOf(release)} --registry_path . --record_path log.jsonl`,
    log: "log.jsonl",
  },
  promptfoo: {
    label: "promptfoo",
    command: () => "promptfoo eval --output log.json",
    log: "log.json",
  },
};

/** "FreshQA_v04072025" → "freshqa_v04072025", the name of a task. */
export function taskName(release: string): string {
  return release.toLowerCase();
}

/** "FreshQA_v04072025" → "v04072025". */
export function versionOf(release: string): string {
  return release.slice(release.indexOf("_") + 1);
}

/** The file name of a package: "FreshQA_v04072025-inspect.zip". */
export function packageFileName(release: string, harness: Harness): string {
  return `${release}-${harness}.zip`;
}
