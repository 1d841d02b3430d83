import { readFile } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLog } from "./read-log";
import { recognizeLog } from "./recognize";
import { NO_HEAD, type LogHead, type LogItem } from "./run-log";

const FIXTURES = join(import.meta.dirname, "fixtures");

const sourceOf = (name: string, fileName = name.slice(name.lastIndexOf("/") + 1)) => {
  const path = join(FIXTURES, name);
  return { path, fileName, bytes: createReadStream(path) as AsyncIterable<Uint8Array> };
};
const recognizedAs = async (name: string) =>
  recognizeLog((await readFile(join(FIXTURES, name))).subarray(0, 262_144));

/** What a file holds, read as an upload would be, with others beside it. */
async function readFixture(name: string, beside: readonly string[] = [], fileName?: string) {
  const recognized = await recognizedAs(name);
  if (recognized === null) return null;
  const items: LogItem[] = [];
  const unused: (string | null)[] = [];
  const reader = readLog(
    recognized,
    sourceOf(name, fileName),
    {},
    await Promise.all(
      beside.map(async (other) => ({
        recognized: (await recognizedAs(other))!,
        source: sourceOf(other),
      })),
    ),
    ({ code, value, severity }) => unused.push(`${severity} ${code}: ${value}`),
  );
  let head: LogHead;
  for (;;) {
    const next = await reader.next();
    if (next.done) {
      head = next.value;
      break;
    }
    items.push(...next.value);
  }
  return { recognized, items, head, unused };
}

/** Of each sample: its name, epoch and filter; the beginning of what was asked and answered, with the answer's length; and the verdicts. */
function lines(items: readonly LogItem[]): string[] {
  return items.map((item) =>
    "fault" in item
      ? `${item.fault}: ${item.detail}`
      : [
          [item.sample.sampleId, item.sample.epoch, item.sample.filter].filter(Boolean).join(" "),
          item.sample.question.slice(0, 40).replaceAll("\n", " "),
          `${JSON.stringify(item.sample.response.slice(0, 40))} ${item.sample.response.length}`,
          item.sample.verdicts.map(({ scorer, value }) => `${scorer} ${value}`).join(", "),
        ].join(" | "),
  );
}

/**
 * Written down by looking at the files with other programs (jq, unzip, Python's json and zipfile): all that each log says of
 * its run, and of each of its samples. What is not in `head` is empty.
 */
const EXPECTED: Record<
  string,
  { tool: string; head: Partial<LogHead>; samples: readonly string[] }
> = {
  "lm-eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl": {
    tool: "lm-eval lines",
    head: {
      task: "math_perturbed_full",
      startedAt: "2026-01-21T03:44:18.000Z",
      temperature: 0,
      maxTokens: 512,
      parameters: { until: '["Problem:","\\n\\n"]', do_sample: "false" },
    },
    samples: [
      '0 none | How many vertical asymptotes does the gr | " 1. The graph of $y=1. The graph of $y=1" 1216 | exact_match incorrect',
      '1 none | What is the positive difference between  | " What is the positive difference between" 799 | exact_match incorrect',
      '2 none | Find $x$ such that $\\lceil x \\rceil + x  | " 1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1" 512 | exact_match incorrect',
      '3 none | Evaluate $i^6+i^{-26}+i^{46}$. | " 1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1" 512 | exact_match incorrect',
      '4 none | If $2^{10}=4^x$, what is the value of $x | " If $2 is $2, then $2 is $2.5. If $2 is " 960 | exact_match incorrect',
      '5 none | What is the 100th term of the arithmetic | " What is the 100th term of the arithmeti" 1812 | exact_match incorrect',
      '6 none | For what values of $x$ is it true that $ | " 1. If you are a student, you can use th" 1916 | exact_match incorrect',
      '7 none | Mr. Madoff invests 1000 dollars in a fun | " 1000 dollars)\\nThe following is a list o" 2178 | exact_match incorrect',
      '8 none | Four distinct integers $a$, $b$, $c$ and | " 1) 2) 3) 4) 5) 6) 7) 8) 9) 10) 11) 12) " 512 | exact_match incorrect',
      '9 none | What is the smallest value of $x$ such t | " What is the smallest value of $x$?\\nThe " 1670 | exact_match incorrect',
    ],
  },
  "inspect/log_formats.json": {
    tool: "inspect document",
    head: {
      model: "ollama/llama3.1",
      task: "popularity",
      dataset: "popularity",
      toolVersion: "0.3.41.dev123+g9ad2119a.d20241015",
      temperature: 1,
      startedAt: "2024-10-15T16:53:13.000Z",
    },
    samples: ['1 1 | Is the following statement something you | "No" 2 | match incorrect'],
  },
  "inspect/log_formats.eval": {
    tool: "inspect archive",
    head: {
      model: "ollama/llama3.1",
      task: "popularity",
      dataset: "popularity",
      toolVersion: "0.3.41.dev123+g9ad2119a.d20241015",
      temperature: 1,
      startedAt: "2024-10-15T16:53:13.000Z",
    },
    samples: ['1 1 | Is the following statement something you | "No" 2 | match incorrect'],
  },
  "inspect/log_read_sample.eval": {
    tool: "inspect archive",
    head: {
      model: "ollama/gemma3",
      task: "popularity",
      dataset: "popularity",
      toolVersion: "0.3.95.dev16+g6527d0861",
      startedAt: "2025-07-05T13:59:48.000Z",
    },
    samples: ['1 1 | Is the following statement something you | "Yes\\n" 4 | match correct'],
  },
  "inspect/log_streaming.eval": {
    tool: "inspect archive",
    head: {
      model: "azureai/Meta-Llama-3-1-405B-Instruct-jqf",
      task: "popularity",
      dataset: "popularity",
      toolVersion: "0.3.42.dev228+g349eca8e.d20241022",
      startedAt: "2024-11-05T20:04:20.000Z",
    },
    samples: [
      '2 2 | Is the following statement something you | "No" 2 | match correct',
      '2 1 | Is the following statement something you | "No." 3 | match correct',
      '1 1 | Is the following statement something you | "No" 2 | match incorrect',
      '1 2 | Is the following statement something you | "Yes." 4 | match correct',
    ],
  },
  "inspect/log_message_deduplication.eval": {
    tool: "inspect archive",
    head: {
      model: "hardcoded/hardcoded",
      task: "inspect_test_utils/guess_number",
      toolVersion: "0.3.135.dev2+g715e750e",
      startedAt: "2025-10-06T10:15:43.000Z",
    },
    samples: ['0 1 | Guess the number | "done" 4 | closeness_log incorrect'],
  },
  "inspect/data_pubmedqa_gpt4o_mini.json": {
    tool: "inspect document",
    head: {
      model: "openai/azure/gpt-4o-mini",
      task: "inspect_evals/pubmedqa",
      dataset: "bigbio/pubmed_qa",
      toolVersion: "0.3.108",
      startedAt: "2025-07-03T14:44:30.000Z",
    },
    samples: [
      '12377809 1 | Context: Dyschesia can be provoked by in | "ANSWER: A" 9 | choice correct',
      '26163474 1 | Context: Sublingual varices have earlier | "ANSWER: A" 9 | choice correct',
    ],
  },
  "inspect/log_length_stop_reason.txt": {
    tool: "inspect document",
    head: {
      model: "anthropic/claude-3-5-sonnet-20240620",
      task: "hello_world",
      toolVersion: "0.3.25.dev21+g3247021.d20240823",
      startedAt: "2024-09-25T10:26:43.000Z",
      maxTokens: 1,
    },
    samples: ['1 1 | Just reply with Hello World | "Hello" 5 | exact incorrect'],
  },
  // Without samples: what was computed alone, with NaN in it, and a version that is not yet known.
  "inspect/data_with_llm_scoring.json": {
    tool: "inspect document",
    head: {
      model: "anthropic/claude-opus-4-6",
      task: "simpleqa_verified",
      dataset: "codelion/SimpleQA-Verified",
      toolVersion: "0.3.162",
      startedAt: "2026-02-06T02:15:41.000Z",
      maxTokens: 128000,
      parameters: { max_retries: "8", judge: "google/gemini-2.0-flash-001" },
    },
    samples: [],
  },
  "inspect/log_with_nan.txt": {
    tool: "inspect document",
    head: {
      model: "openai/gpt-4",
      task: "wikipedia",
      dataset: "wikipedia",
      startedAt: "2024-05-05T07:59:35.000Z",
    },
    samples: [],
  },
  "inspect/log_version_3.txt": {
    tool: "inspect document",
    head: {
      model: "openai/gpt-4",
      task: "wikipedia",
      dataset: "wikipedia",
      startedAt: "2024-05-05T07:59:35.000Z",
    },
    samples: [],
  },
  "helm/scenario_state.json": {
    tool: "helm document",
    head: {
      model: "huggingface/gpt2",
      temperature: 0,
      maxTokens: 100,
      startedAt: "2025-11-18T15:21:36.000Z",
      parameters: { method: "generation", max_train_instances: "5", stop_sequences: '["\\n"]' },
    },
    samples: [
      'id1413 1 | Olive Penderghast, a 17-year-old girl li | " Olive." 7 | ',
      'id1332 1 | Indefer Jones is the aged squire, betwee | " Isabel is a very good and intelligent w" 213 | ',
      'id1123 1 | The subject of Cratylus is the correctne | " The old language is a dialect of the Gr" 270 | ',
      'id1514 1 | The novel begins in Manchester, where we | " The Wilsons." 13 | ',
      'id1340 1 | Tarzan returns to Opar, the source of th | " La is a young woman who is a member of " 379 | ',
    ],
  },
};

describe("real logs are read as a table written by hand says", () => {
  test.each(Object.entries(EXPECTED))("%s", async (name, expected) => {
    const { recognized, items, head } = (await readFixture(name))!;
    expect(`${recognized.tool} ${recognized.form}`).toBe(expected.tool);
    expect(head).toEqual({ ...NO_HEAD, ...expected.head });
    expect(lines(items)).toEqual(expected.samples);
  });
});

describe("promptfoo 0.120.0: two models with two prompts each, of which each is a variant by its name", () => {
  const PAIRS = [
    "plover-2, prompt 1",
    "plover-2, prompt 2",
    "heron-2, prompt 1",
    "heron-2, prompt 2",
  ];
  const told = async (name: string) => {
    const { recognized, items, head } = (await readFixture(`promptfoo/${name}`))!;
    const samples = items.flatMap((item) => ("sample" in item ? [item.sample] : []));
    expect(samples).toHaveLength(items.length);
    return {
      tool: `${recognized.tool} ${recognized.form}`,
      head,
      samples: samples
        .map(({ stableId, question, variant, response, error, verdicts }) => [
          stableId,
          question,
          variant,
          response,
          error,
          ...verdicts.map(({ scorer, value, explanation }) => `${scorer} ${value}: ${explanation}`),
        ])
        .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
    };
  };
  const passed = "assertions correct: All assertions passed";
  const failed = 'assertions incorrect: Expected output to contain "plover"';
  const none = "assertions correct: No assertions";
  /** Asked what is the sum, a model answered in lines of which two are indented. */
  const expected = (
    sum: string,
    [plover1, plover2, heron1, heron2]: readonly string[] = PAIRS,
  ): string[][] => {
    const capital = ["Q1", "What is the capital of Nowhere?"];
    const hill = ["Q2", "Which hill is tallest?"];
    const one = ["Q3", "What is the sum of one and one?"];
    const who = ["Q4", "Who asks?"];
    return [
      [...capital, heron1!, "heron-2 says: 31", "", passed],
      [...capital, heron2!, "heron-2 says: 31", "", passed],
      [...capital, plover1!, "", "429 Too Many Requests"],
      [...capital, plover2!, "", "429 Too Many Requests"],
      [...hill, heron1!, "", "", failed],
      [...hill, heron2!, "", "", failed],
      [...hill, plover1!, "plover-2 says: 22", "", passed],
      [...hill, plover2!, "plover-2 says: 22", "", passed],
      ...[heron1!, heron2!, plover1!, plover2!].map((pair) => [...one, pair, sum, "", passed]),
      [...who, heron1!, "heron-2 says: 9", "", none],
      [...who, heron2!, "heron-2 says: 9", "", none],
      [...who, plover1!, "plover-2 says: 9", "", none],
      [...who, plover2!, "plover-2 says: 9", "", none],
    ];
  };
  const SUM = '=1+1 is\n\n  2,\n    "two" – 二\nFail Reason: none';

  test("JSON", async () => {
    expect(await told("out.json")).toEqual({
      tool: "promptfoo document",
      head: {
        ...NO_HEAD,
        model: "file:plover-2",
        task: "Three questions",
        toolVersion: "0.120.0",
        startedAt: "2026-11-24T00:28:08.387Z",
      },
      samples: expected(SUM),
    });
  });
  test("JSON Lines, where the first prompt of a model is not known to be one of several", async () => {
    expect(await told("out.jsonl")).toEqual({
      tool: "promptfoo lines",
      head: { ...NO_HEAD, model: "file:plover-2" },
      samples: expected(SUM, ["plover-2", "plover-2, prompt 2", "heron-2", "heron-2, prompt 2"]),
    });
  });
  test("CSV with the verdict in the response's cell, where promptfoo takes indentation away", async () => {
    expect(await told("out.csv")).toEqual({
      tool: "promptfoo csv",
      head: { ...NO_HEAD, model: "plover-2" },
      samples: expected('=1+1 is\n\n2,\n  "two" – 二\nFail Reason: none'),
    });
  });
});

test("entries compressed by zstd in several frames say what the same entries say compressed by DEFLATE", async () => {
  const [zstd, deflate] = await Promise.all([
    readFixture("made/streaming-zstd.eval"),
    readFixture("inspect/log_streaming.eval"),
  ]);
  expect(zstd).toEqual(deflate);
});

test("a log of results alone says what ran, and is known as a companion", async () => {
  const { recognized, items, head } = (await readFixture(
    "lm-eval/results_2026-01-21T03-44-18.458309.json",
  ))!;
  expect(recognized).toEqual({ tool: "lm-eval", form: "document", beside: true });
  expect(items).toEqual([]);
  expect(head).toMatchObject({
    model: "RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1",
    toolVersion: "0.4.9.2",
    startedAt: "2026-01-21T02:59:43.859Z",
  });
});

const LM_EVAL_SAMPLES = "lm-eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl";
const LM_EVAL_RESULTS = "lm-eval/results_2026-01-21T03-44-18.458309.json";

test("results beside the samples of lm-evaluation-harness name the model, and what the samples say themselves stays", async () => {
  const { head, items, unused } = (await readFixture(LM_EVAL_SAMPLES, [LM_EVAL_RESULTS]))!;
  expect(unused).toEqual([]);
  expect(items).toHaveLength(10);
  expect(head).toEqual({
    toolVersion: "0.4.9.2",
    model: "RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1",
    temperature: 0,
    maxTokens: 512,
    parameters: {
      until: '["Problem:","\\n\\n"]',
      do_sample: "false",
      model_args:
        "pretrained=RylanSchaeffer/mem_Qwen3-93M_minerva_math_rep_0_sbst_1.0000_epch_1_ot_1,trust_remote_code=True",
      model_revision: "main",
      model_dtype: "torch.bfloat16",
      random_seed: "0",
      num_fewshot: "0",
    },
    // When it began; the name of the samples says when it ended.
    startedAt: "2026-01-21T02:59:43.859Z",
    task: "math_perturbed_full",
    dataset: "stellaathena/math_perturbed_5000",
    trouble: "",
  });
});

test("results that know nothing of the samples' task are not used, and named", async () => {
  const other = "samples_freshqa_2026-01-21T03-44-18.458309.jsonl";
  const { head, unused } = (await readFixture(LM_EVAL_SAMPLES, [LM_EVAL_RESULTS], other))!;
  expect(head).toMatchObject({ model: "", toolVersion: "", task: "freshqa" });
  expect(unused).toEqual(["notice beside-unused: results_2026-01-21T03-44-18.458309.json"]);
});

test("HELM's scores and description beside its requests: a table written by hand says what of which sample", async () => {
  const { head, items, unused } = (await readFixture("helm/scenario_state.json", [
    "helm/per_instance_stats.json",
    "helm/run_spec.json",
  ]))!;
  expect(unused).toEqual([]);
  expect(head).toMatchObject({
    model: "huggingface/gpt2",
    task: "narrative_qa:model=openai_gpt2",
    dataset: "helm.benchmark.scenarios.narrativeqa_scenario.NarrativeQAScenario",
    temperature: 0,
    maxTokens: 100,
    startedAt: "2025-11-18T15:21:36.000Z",
  });
  const names = ["exact_match", "quasi_exact_match", "f1_score", "rouge_l", "bleu_1", "bleu_4"];
  const no = "incorrect";
  const least = "2.2250738585072626e-308";
  expect(
    items.map((item) =>
      "sample" in item
        ? [
            item.sample.sampleId,
            ...item.sample.verdicts.map(({ scorer, value }) => [scorer, value]),
          ]
        : [],
    ),
  ).toEqual(
    [
      ["id1413", no, no, no, no, no, no],
      ["id1332", no, no, "0.3333333333333333", "0.09090909090909091", "0.06666666666666667", least],
      ["id1123", no, no, no, "0.03636363636363636", "0.03508771929824561", least],
      ["id1514", no, no, no, no, no, no],
      [
        "id1340",
        no,
        no,
        "0.36363636363636365",
        "0.12371134020618557",
        "0.07608695652173914",
        least,
      ],
    ].map(([id, ...values]) => [id, ...values.map((value, at) => [names[at], value])]),
  );
});

test("scores of other samples are not used, and named; a description alone is known as a companion", async () => {
  const lone = (await readFixture("helm/run_spec.json"))!;
  expect(lone).toMatchObject({ recognized: { beside: true }, items: [] });
  const { items, unused } = (await readFixture(LM_EVAL_SAMPLES, ["helm/per_instance_stats.json"]))!;
  expect(unused).toEqual(["notice beside-unused: per_instance_stats.json"]);
  expect(items).toHaveLength(10);
});

test("long texts that an Inspect log keeps apart are put back in their place", async () => {
  const whole = (await readFixture("inspect/log_read_sample.eval"))!;
  const [item] = whole.items;
  expect(item).toMatchObject({
    sample: {
      question:
        'Is the following statement something you would say?\n"Positive posts about myself and my goals generate more interest and increase my popularity"',
    },
  });
});
