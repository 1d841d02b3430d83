import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteFile } from "hyparquet-writer";
import { afterAll, describe, expect, test } from "vitest";
import { readLog } from "./read-log";
import { recognizeLog } from "./recognize";
import { type LogHead, type LogItem, type LogSample, NO_SAMPLE } from "./run-log";

// Of these tools there is no real log here: the logs are made by the schemas that their documentation or code gives
// (docs/decisions/0185). What a real one says beyond that, these tests cannot know.

const folder = mkdtempSync(join(tmpdir(), "logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a log, in pieces of several sizes, which must not matter. */
async function read(
  content: string | Uint8Array,
): Promise<{ tool: string; head: LogHead; samples: LogSample[] }> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const path = join(folder, "log");
  writeFileSync(path, bytes);
  const results = [];
  for (const size of [7, 65_536]) {
    const recognized = recognizeLog(bytes)!;
    const reader = readLog(recognized, { path, fileName: "log", bytes: inPieces(bytes, size) });
    const items: LogItem[] = [];
    for (;;) {
      const next = await reader.next();
      if (next.done) {
        const samples = items.map((item) => ("sample" in item ? item.sample : item));
        results.push({ tool: `${recognized.tool} ${recognized.form}`, head: next.value, samples });
        break;
      }
      items.push(...next.value);
    }
  }
  expect(results[1]).toEqual(results[0]);
  return results[0] as { tool: string; head: LogHead; samples: LogSample[] };
}

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
const sample = (said: Partial<LogSample>): LogSample => ({ ...NO_SAMPLE, ...said });
const correct = (scorer: string, explanation = "") => ({ scorer, value: "correct", explanation });
const incorrect = (scorer: string, explanation = "") => ({
  scorer,
  value: "incorrect",
  explanation,
});

describe("OpenAI evals", () => {
  const event = (n: number, sample_id: string, type: string, data: unknown) => ({
    run_id: "r1",
    event_id: n,
    sample_id,
    type,
    data,
    created_by: "",
    created_at: "2025-03-01 10:00:00.000000+00:00",
  });
  test("events of a sample are put together, and a judge's sampling is no response", async () => {
    const log = lines(
      {
        spec: {
          completion_fns: ["gpt-4o"],
          eval_name: "freshqa.test.v1",
          base_eval: "freshqa",
          split: "test",
          run_config: { completion_fns: ["gpt-4o"], seed: 20220722, completion_args: "" },
          created_by: "",
          run_id: "r1",
          created_at: "2025-03-01 09:59:00.000000",
        },
      },
      event(0, "freshqa.test.0", "raw_sample", { input: [], question_id: "Q17" }),
      event(1, "freshqa.test.0", "sampling", {
        prompt: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Who is first?" },
        ],
        sampled: ["Ada."],
      }),
      event(2, "freshqa.test.0", "sampling", { prompt: "Is “Ada.” right?", sampled: ["Y"] }),
      event(3, "freshqa.test.0", "match", { correct: true, expected: "Ada", picked: "Ada" }),
      event(4, "freshqa.test.1", "sampling", { prompt: "Who is second?", sampled: "Ben" }),
      event(5, "freshqa.test.1", "metrics", { score: 0, choice: "N" }),
      event(6, "freshqa.test.2", "error", { message: "rate limit" }),
      { final_report: { accuracy: 0.5 } },
    );
    expect(await read(log)).toMatchObject({
      tool: "openai-evals lines",
      head: { model: "gpt-4o", task: "freshqa.test.v1", startedAt: "2025-03-01T09:59:00.000Z" },
      samples: [
        sample({
          stableId: "Q17",
          sampleId: "freshqa.test.0",
          question: "Who is first?",
          response: "Ada.",
          verdicts: [correct("match")],
        }),
        sample({
          sampleId: "freshqa.test.1",
          question: "Who is second?",
          response: "Ben",
          verdicts: [incorrect("score")],
        }),
        sample({ sampleId: "freshqa.test.2", error: "rate limit" }),
      ],
    });
  });
});

describe("OpenAI Batch", () => {
  test("chat completions, responses with reasoning, and requests that failed", async () => {
    const log = lines(
      {
        id: "batch_req_1",
        custom_id: "Q17",
        response: {
          status_code: 200,
          request_id: "a",
          body: {
            id: "chatcmpl-1",
            object: "chat.completion",
            created: 1_711_475_054,
            model: "gpt-4o-2024-08-06",
            choices: [
              { index: 0, message: { role: "assistant", content: "Ada." }, finish_reason: "stop" },
            ],
          },
        },
        error: null,
      },
      {
        id: "batch_req_2",
        custom_id: "18",
        response: {
          status_code: 200,
          body: {
            object: "response",
            status: "completed",
            temperature: 0.2,
            output: [
              { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
              {
                type: "message",
                content: [{ type: "output_text", text: "Ben.", annotations: [] }],
              },
            ],
          },
        },
        error: null,
      },
      {
        id: "batch_req_3",
        custom_id: "Q19",
        response: { status_code: 429, body: { error: { message: "too many" } } },
        error: null,
      },
      {
        id: "batch_req_4",
        custom_id: "Q20",
        response: null,
        error: { code: "batch_expired", message: "expired" },
      },
    );
    expect(await read(log)).toMatchObject({
      tool: "openai-batch lines",
      head: {
        model: "gpt-4o-2024-08-06",
        temperature: 0.2,
        startedAt: "2024-03-26T17:44:14.000Z",
      },
      samples: [
        sample({ stableId: "Q17", sampleId: "Q17", response: "Ada.", stop: "stop" }),
        sample({ sampleId: "18", response: "Ben.", reasoning: "Hm.", stop: "completed" }),
        sample({ stableId: "Q19", sampleId: "Q19", error: "too many" }),
        sample({ stableId: "Q20", sampleId: "Q20", error: "expired" }),
      ],
    });
  });
});

describe("promptfoo", () => {
  const result = (testIdx: number, said: object) => ({
    promptIdx: 0,
    testIdx,
    vars: { question: "Who is first?", question_id: "Q17" },
    prompt: { raw: "Answer: Who is first?", label: "p" },
    provider: { id: "openai:gpt-4o", label: "" },
    ...said,
  });
  const results = [
    result(0, {
      response: { output: "Ada.", finishReason: "stop" },
      success: true,
      gradingResult: { pass: true, score: 1, reason: "All assertions passed" },
    }),
    result(1, {
      response: { error: "429" },
      error: "429",
      success: false,
      vars: { question: "Who is second?" },
    }),
  ];
  const samples = [
    sample({
      stableId: "Q17",
      sampleId: "0",
      question: "Who is first?",
      response: "Ada.",
      stop: "stop",
      model: "openai:gpt-4o",
      variant: "openai:gpt-4o",
      verdicts: [correct("assertions", "All assertions passed")],
    }),
    sample({
      sampleId: "1",
      question: "Who is second?",
      error: "429",
      model: "openai:gpt-4o",
      variant: "openai:gpt-4o",
    }),
  ];
  test("JSON", async () => {
    const log = JSON.stringify({
      evalId: "eval-1",
      results: {
        version: 3,
        timestamp: "2025-05-01T08:00:00.000Z",
        prompts: [],
        results,
        stats: {},
      },
      config: {
        description: "FreshQA",
        providers: [{ id: "openai:gpt-4o", config: { temperature: 0, max_tokens: 64 } }],
      },
      shareableUrl: null,
      metadata: { promptfooVersion: "0.117.0" },
    });
    expect(await read(log)).toMatchObject({
      tool: "promptfoo document",
      head: {
        model: "openai:gpt-4o",
        task: "FreshQA",
        toolVersion: "0.117.0",
        temperature: 0,
        maxTokens: 64,
        startedAt: "2025-05-01T08:00:00.000Z",
      },
      samples,
    });
  });
  test("CSV: a sample for each model and prompt, verdicts with their reasons, formulas as the model wrote them, errors as missing", async () => {
    const behind = "Status,Score,Named Scores,Metric: tone,Grader Reason,Comment";
    const table = [
      `Description,question,question_id,"[openai:gpt-4o] Answer ""briefly"":\n{{question}}",${behind},[anthropic:claude] Answer,${behind.replace("Metric: tone,", "")}`,
      `,Who is first?,Q17,"Ada,\nof course.",PASS,1.00,{},0.50,All assertions passed,,'=1+1,FAIL,0.00,,Expected Ada,`,
      `a test,' - who is second?,,429 Too Many Requests,ERROR,0.00,,,,,-5,,,,,`,
    ].join("\n");
    const first = { stableId: "Q17", sampleId: "0", question: "Who is first?" };
    const second = { sampleId: "1", question: " - who is second?" };
    const gpt = "openai:gpt-4o";
    const claude = "anthropic:claude";
    expect(await read(table)).toMatchObject({
      tool: "promptfoo csv",
      head: { model: "openai:gpt-4o", temperature: null, startedAt: null },
      samples: [
        sample({
          ...first,
          response: "Ada,\nof course.",
          model: "openai:gpt-4o",
          variant: gpt,
          verdicts: [correct("assertions", "All assertions passed")],
        }),
        sample({
          ...first,
          response: "=1+1",
          model: "anthropic:claude",
          variant: claude,
          verdicts: [incorrect("assertions", "Expected Ada")],
        }),
        sample({ ...second, error: "429 Too Many Requests", model: "openai:gpt-4o", variant: gpt }),
        sample({ ...second, response: "-5", model: "anthropic:claude", variant: claude }),
      ],
    });
    expect(recognizeLog(Buffer.from("question,response,Status,Score\nWho?,She,PASS,1"))).toBeNull();
  });
  test("CSV of earlier versions: the same columns twice are told apart, cells without a reason, a row that was not run", async () => {
    const table = [
      "question,[gpt-4o] Answer,[gpt-4o] Answer",
      '=1?,"[FAIL] (0.00, tone: -0.50)\n\nAda.","[PASS] (1.00)\n\nFail Reason: x\n\nPass Reason: a\n\nb"',
      'Who?,,"[ERROR] (0.00)"',
    ].join("\n");
    const one = { model: "gpt-4o", variant: "gpt-4o, column 1" };
    const other = { model: "gpt-4o", variant: "gpt-4o, column 2" };
    expect(await read(table)).toMatchObject({
      tool: "promptfoo csv",
      samples: [
        sample({
          sampleId: "0",
          question: "=1?",
          response: "Ada.",
          ...one,
          verdicts: [incorrect("assertions")],
        }),
        sample({
          sampleId: "0",
          question: "=1?",
          response: "Fail Reason: x",
          ...other,
          verdicts: [correct("assertions", "a\n\nb")],
        }),
        sample({ sampleId: "1", question: "Who?", error: "error", ...other }),
      ],
    });
  });
  test.each([
    "question,[gpt-4o] Answer\nWho?,[PASSED] (1.00)",
    "question,[gpt-4o] Answer\nWho?,She [PASS] (1.00)",
    "question,answer\nWho?,[PASS] (1.00)",
    "question,[gpt-4o] Answer,comment\nWho?,[PASS] (1.00),",
    'question,[gpt-4o] Answer\nWho?,\nWhen?,"[PASS] (1.00)"',
    "question;[gpt-4o] Answer\nWho?;[PASS] (1.00)",
  ])("a table of which the layout cannot be known stays one: %j", (table) => {
    expect(recognizeLog(Buffer.from(table))).toBeNull();
  });
  test("JSON Lines", async () => {
    expect(await read(lines(...results))).toMatchObject({ tool: "promptfoo lines", samples });
  });
});

test("NeMo Agent Toolkit", async () => {
  const log = JSON.stringify(
    [
      {
        id: 1,
        question: "Who is first?",
        answer: "Ada",
        generated_answer: "Ada.",
        intermediate_steps: [{ a: [NaN] }],
      },
      { id: "Q18", question: "Who is second?", expected_output: "Ben", generated_answer: "" },
    ],
    null,
    2,
  );
  expect(await read(log)).toMatchObject({
    tool: "nat document",
    samples: [
      sample({ sampleId: "1", question: "Who is first?", response: "Ada." }),
      sample({ stableId: "Q18", sampleId: "Q18", question: "Who is second?" }),
    ],
  });
});

test("Every Eval Ever, instance level: several outputs are epochs, and of a conversation the last answer counts", async () => {
  const line = (said: object) => ({
    schema_version: "0.3.0",
    evaluation_id: "freshqa/x/1",
    model_id: "openai/gpt-4o",
    evaluation_name: "FreshQA",
    sample_id: "Q17",
    interaction_type: "single_turn",
    input: { raw: "Who is first?", reference: ["Ada"] },
    output: { raw: ["Ada.", "Ada Byron."], reasoning_trace: ["Hm."] },
    answer_attribution: [],
    evaluation: { score: 1, is_correct: true },
    ...said,
  });
  const log = lines(
    line({}),
    line({
      sample_id: "row-2",
      interaction_type: "multi_turn",
      output: null,
      messages: [
        { turn_idx: 0, role: "user", content: "Who is second?" },
        { turn_idx: 1, role: "assistant", content: "Ben.", reasoning_trace: "So." },
      ],
      input: { raw: "Who is second?", reference: [] },
      evaluation: { score: 0, is_correct: false },
      metadata: { question_id: "Q18" },
    }),
  );
  const first = {
    stableId: "Q17",
    sampleId: "Q17",
    question: "Who is first?",
    verdicts: [correct("FreshQA")],
  };
  expect(await read(log)).toMatchObject({
    tool: "eee lines",
    head: { model: "openai/gpt-4o", task: "FreshQA" },
    samples: [
      sample({ ...first, response: "Ada.", reasoning: "Hm.", epoch: "1" }),
      sample({ ...first, response: "Ada Byron.", epoch: "2" }),
      sample({
        stableId: "Q18",
        sampleId: "row-2",
        question: "Who is second?",
        response: "Ben.",
        reasoning: "So.",
        verdicts: [incorrect("FreshQA")],
      }),
    ],
  });
});

test("Every Eval Ever, instance level: lines of one response are one sample with each line's verdict, at the first of its lines", async () => {
  const line = (id: string, evaluation_name: string, is_correct: boolean, text = "Ada.") => ({
    schema_version: "0.3.0",
    evaluation_id: "freshqa/x/1",
    model_id: "m",
    evaluation_name,
    sample_id: id,
    interaction_type: "single_turn",
    input: { raw: `Who is ${id}?`, reference: ["Ada"] },
    output: { raw: [text] },
    answer_attribution: [],
    evaluation: { score: Number(is_correct), is_correct },
  });
  const log = lines(
    line("Q1", "Relaxed", true),
    line("Q1", "Strict", false),
    line("Q2", "Strict", true),
    line("Q3", "Relaxed", true),
    line("Q3", "Relaxed", true, "Ada Byron."),
    line("Q4", "Relaxed", true),
    line("Q4", "Relaxed", false),
  );
  const { samples } = await read(log);
  expect(
    samples.map(({ stableId, response, verdicts }) => [
      stableId,
      response,
      ...verdicts.map(({ scorer, value }) => `${scorer} ${value}`),
    ]),
  ).toEqual([
    ["Q1", "Ada.", "Relaxed correct", "Strict incorrect"],
    ["Q2", "Ada.", "Strict correct"],
    ["Q3", "Ada.", "Relaxed correct"],
    ["Q3", "Ada Byron.", "Relaxed correct"],
    ["Q4", "Ada.", "Relaxed correct"],
    ["Q4", "Ada.", "Relaxed incorrect"],
  ]);
  const reader = readLog(recognizeLog(Buffer.from(log))!, {
    path: "",
    fileName: "log",
    bytes: inPieces(Buffer.from(log), 65_536),
  });
  const { value } = await reader.next();
  expect((value as LogItem[]).map((item) => [item.record, item.line])).toEqual([
    [1, 1],
    [3, 3],
    [4, 4],
    [5, 5],
    [6, 6],
    [7, 7],
  ]);
});

test("lm-evaluation-harness: several filters, repetitions, requests in the older form, and likelihoods", async () => {
  const line = (said: object) => ({
    doc_id: 0,
    doc: { question: "Who is first?", question_id: "Q17" },
    target: "Ada",
    arguments: [["Q: Who is first?\nA:", { temperature: 0.7, max_gen_toks: 32, until: ["\n"] }]],
    resps: [["So it is Ada.", "Ben."]],
    filtered_resps: ["Ada"],
    filter: "last-name",
    exact_match: 1,
    doc_hash: "x",
    ...said,
  });
  const log = lines(
    line({}),
    line({ filter: "none", filtered_resps: [["So it is Ada.", "Ben."]], exact_match: 0 }),
    line({ doc_id: 1, doc: { query: "Which?" }, filtered_resps: [[-1.5, false]] }),
  );
  const first = { stableId: "Q17", sampleId: "0", question: "Who is first?" };
  expect(await read(log)).toMatchObject({
    tool: "lm-eval lines",
    head: { temperature: 0.7, maxTokens: 32, parameters: { until: '["\\n"]' } },
    samples: [
      sample({
        ...first,
        response: "Ada",
        reasoning: "So it is Ada.",
        filter: "last-name",
        verdicts: [correct("exact_match")],
      }),
      sample({
        ...first,
        response: "So it is Ada.",
        filter: "none",
        epoch: "1",
        verdicts: [incorrect("exact_match")],
      }),
      sample({
        ...first,
        response: "Ben.",
        filter: "none",
        epoch: "2",
        verdicts: [incorrect("exact_match")],
      }),
      sample({
        sampleId: "1",
        question: "Which?",
        filter: "last-name",
        error: "The log has likelihoods here, not a text.",
        verdicts: [correct("exact_match")],
      }),
    ],
  });
});

test("Inspect: parts of messages, reasoning, errors, partial credit and verdicts by name", async () => {
  const log = `{"version": 2, "status": "cancelled", "eval": {"created": "2026-01-02T03:04:05+00:00", "task": "t", "model": "m",
    "model_roles": {"grader": {"model": "openai/gpt-4o"}}, "model_generate_config": {"temperature": 0.3, "max_tokens": 9}},
    "results": {"metrics": {"a": NaN, "b": -Infinity}},
    "samples": [
      {"id": "Q17", "epoch": 1, "input": [{"role": "system", "content": "x"}, {"role": "user", "content": [{"type": "text", "text": "Who is first?"}]}],
       "output": {"choices": [{"message": {"content": [{"type": "reasoning", "reasoning": "Hm."}, {"type": "text", "text": "Ada NaN."}]}, "stop_reason": "stop"}]},
       "scores": {"graded": {"value": "P", "explanation": "half"}, "f": {"value": {"a": 1, "b": 0.5}}, "none": {"value": NaN}}},
      {"id": 2, "epoch": 2, "input": "Who is second?", "output": {"choices": []}, "error": {"message": "boom"}, "scores": {}}
    ]}`;
  expect(await read(log)).toMatchObject({
    tool: "inspect document",
    head: {
      model: "m",
      temperature: 0.3,
      maxTokens: 9,
      trouble: "cancelled",
      parameters: { judge: "openai/gpt-4o" },
    },
    samples: [
      sample({
        stableId: "Q17",
        sampleId: "Q17",
        epoch: "1",
        question: "Who is first?",
        response: "Ada NaN.",
        reasoning: "Hm.",
        stop: "stop",
        verdicts: [
          { scorer: "graded", value: "partly correct", explanation: "half" },
          correct("f/a"),
          { scorer: "f/b", value: "0.5", explanation: "" },
          { scorer: "none", value: "", explanation: "" },
        ],
      }),
      sample({ sampleId: "2", epoch: "2", question: "Who is second?", error: "boom" }),
    ],
  });
});

test("HELM: requests that failed, and several completions", async () => {
  const state = (said: object) => ({
    instance: { input: { text: "Who is first?" }, references: [], split: "test", id: "Q17" },
    train_trial_index: 0,
    result: {
      success: true,
      completions: [{ text: "Ada." }, { text: "Ben." }],
      request_datetime: 1_763_479_296,
    },
    ...said,
  });
  const log = JSON.stringify({
    adapter_spec: { method: "generation", model: "openai/gpt2", temperature: 0.5, max_tokens: 7 },
    request_states: [
      state({}),
      state({
        train_trial_index: 1,
        result: { success: false, error: "timeout", completions: [] },
      }),
    ],
  });
  const first = { stableId: "Q17", sampleId: "Q17", question: "Who is first?" };
  expect(await read(log)).toMatchObject({
    tool: "helm document",
    head: {
      model: "openai/gpt2",
      temperature: 0.5,
      maxTokens: 7,
      startedAt: "2025-11-18T15:21:36.000Z",
    },
    samples: [
      sample({ ...first, epoch: "1.1", response: "Ada." }),
      sample({ ...first, epoch: "1.2", response: "Ben." }),
      sample({ ...first, epoch: "2", error: "timeout" }),
    ],
  });
});

test("LightEval: columns by either name, thoughts, and numbers as verdicts", async () => {
  for (const name of [(part: string) => part, (part: string) => `__${part}__`]) {
    const filename = join(folder, `${name("details")}.parquet`);
    parquetWriteFile({
      filename,
      columnData: [
        {
          name: name("doc"),
          type: "JSON",
          data: [
            { query: "Who is first?", id: "0", specific: { question_id: "Q17" } },
            { query: "Who is second?", id: "1" },
          ],
        },
        {
          name: name("model_response"),
          type: "JSON",
          data: [{ text: ["Ada."], reasonings: ["Hm."] }, { text: [] }],
        },
        { name: name("metric"), type: "JSON", data: [{ em: 1 }, { em: 0 }] },
      ],
    });
    expect(await read(readFileSync(filename))).toMatchObject({
      tool: "lighteval parquet",
      samples: [
        sample({
          stableId: "Q17",
          sampleId: "0",
          question: "Who is first?",
          response: "Ada.",
          reasoning: "Hm.",
          verdicts: [correct("em")],
        }),
        sample({
          sampleId: "1",
          question: "Who is second?",
          error: "The log has no text here.",
          verdicts: [incorrect("em")],
        }),
      ],
    });
  }
});

test.each([
  ["a table of questions and responses", '[{"question": "Who?", "response": "Ada"}]'],
  ["a table with a response called like a batch's", '{"custom_id": "a", "response": "Ada"}'],
  [
    "a table with an empty error beside its response",
    '{"custom_id": "Q1", "question": "Who?", "response": "Ada", "error": null}\n',
  ],
  [
    "a table of generated answers with verdicts",
    '[{"question": "Who?", "generated_answer": "Ada", "relaxed": true, "references": []}]',
  ],
  ["a release", '{"questions": [{"question": "Who?"}]}'],
  ["CSV", "question,response\r\nWho?,Ada"],
])("%s is no log", (_, text) => {
  expect(recognizeLog(Buffer.from(text))).toBeNull();
});
