import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Harness } from "@/lib/runs/task-packages/vocabulary";
import { zip } from "./rezip";

/*
 * The log that a harness writes of a release's task once a model has answered all of it, made of the rows of the task's own
 * data file by the layout that the harness documents.
 */

/** A row of a task's data file. */
export type TaskRow = Record<string, unknown>;
interface Message {
  role: string;
  content: string;
}

export interface Answering {
  /** What the model says to the sample at a place of the log. */
  said: (at: number) => string;
  /** In which order samples end; left out: that of the task. lm-evaluation-harness writes them in its own. */
  order?: <T>(rows: readonly T[]) => T[];
  /** promptfoo's prompt.json. */
  prompt?: readonly Message[];
  /** Inspect's log as one JSON document instead of an archive. */
  asDocument?: boolean;
}

/** The values of a file of JSON Lines. */
export const objectsOf = (text: string): TaskRow[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as TaskRow);

const lines = (values: readonly unknown[]) =>
  Buffer.from(values.map((value) => JSON.stringify(value)).join("\n"));
const document = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Under which name each harness writes it. */
export const LOG_NAMES: Readonly<Record<Harness, string>> = {
  "lm-eval": "samples_freshqa_v04072025_2026-11-23T10-00-00.000000.jsonl",
  inspect: "2026-11-23T10-00-00_freshqa.eval",
  helm: "scenario_state.json",
  "openai-evals": "log.jsonl",
  promptfoo: "log.json",
};

/** Makes the log of a task. @param rows of its data file */
export function harnessLog(
  harness: Harness,
  rows: readonly TaskRow[],
  answering: Answering,
): Buffer | Promise<Buffer> {
  return LOGS[harness](rows, { order: (all) => [...all], ...answering });
}

const LOGS: Record<
  Harness,
  (
    rows: readonly TaskRow[],
    answering: Answering & Required<Pick<Answering, "order">>,
  ) => Buffer | Promise<Buffer>
> = {
  "lm-eval": (rows, { said }) =>
    lines(
      rows.map((doc, at) => ({
        doc_id: at,
        doc,
        target: JSON.stringify(doc["answers"]),
        arguments: {
          gen_args_0: {
            arg_0: `Q: ${String(doc["question"])}\nA:`,
            arg_1: { until: [], temperature: 0 },
          },
        },
        resps: [[said(at)]],
        filtered_resps: [said(at)],
        filter: "none",
        metrics: ["exact_match"],
        doc_hash: String(at),
        prompt_hash: String(at),
        target_hash: String(at),
        exact_match: 0,
      })),
    ),
  inspect: async (rows, { said, order, asDocument = false }) => {
    const header = {
      version: 2,
      status: "success",
      eval: { task: "freshqa", model: "openai/gpt-4o", created: "2026-11-23T10:00:00+00:00" },
    };
    const samples = order(rows).map(({ id, input, target, metadata }, at) => ({
      id,
      epoch: 1,
      input,
      target,
      metadata,
      output: { choices: [{ message: { role: "assistant", content: said(at) } }] },
      scores: { model_graded_qa: { value: "C", answer: said(at) } },
    }));
    if (asDocument) return document({ ...header, samples });
    const folder = mkdtempSync(join(tmpdir(), "inspect-"));
    try {
      const path = join(folder, "log.eval");
      await zip(path, [
        ["header.json", document(header)],
        ...samples.map((sample): [string, Buffer] => [
          `samples/${String(sample.id)}_epoch_1.json`,
          document(sample),
        ]),
      ]);
      return await readFile(path);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  helm: (rows, { said, order }) =>
    document({
      adapter_spec: {
        method: "generation",
        model: "openai/gpt-4o",
        temperature: 0,
        max_tokens: 256,
      },
      request_states: order(rows).map(({ id, question, answers }, at) => ({
        instance: {
          input: { text: question },
          references: (answers as string[]).map((text) => ({
            output: { text },
            tags: ["correct"],
          })),
          split: "test",
          id,
        },
        request_mode: null,
        train_trial_index: 0,
        request: { model: "openai/gpt-4o", prompt: `Question: ${String(question)}\nAnswer:` },
        result: {
          success: true,
          cached: false,
          completions: [{ text: said(at), logprob: 0, tokens: [] }],
        },
      })),
    }),
  // Its log says of a sample only the place in the file and the conversation.
  "openai-evals": (rows, { said, order }) =>
    lines([
      {
        spec: {
          completion_fns: ["gpt-4o"],
          eval_name: "freshqa.v04072025",
          base_eval: "freshqa",
          split: "v04072025",
          run_config: {},
          run_id: "r1",
          created_at: "2026-11-23 10:00:00.000000",
        },
      },
      ...order(rows.map((row, at) => [row, at] as const)).map(([{ input }, at]) => ({
        run_id: "r1",
        event_id: at,
        sample_id: `freshqa.v04072025.${at}`,
        type: "sampling",
        data: { prompt: input, sampled: [said(at)] },
        created_by: "",
        created_at: "2026-11-23 10:00:01.000000+00:00",
      })),
      { final_report: { accuracy: 0.5 } },
    ]),
  promptfoo: (rows, { said, order, prompt = [] }) =>
    document({
      evalId: "eval-1",
      results: {
        version: 3,
        timestamp: "2026-11-23T10:00:00.000Z",
        results: order(rows).map(({ __expected, ...vars }, at) => ({
          testIdx: at,
          promptIdx: 0,
          provider: { id: "openai:gpt-4o", label: "" },
          prompt: {
            raw: JSON.stringify(
              prompt.map((one) => ({
                ...one,
                content: one.content.replace("{{question}}", () => String(vars["question"])),
              })),
            ),
            label: "prompt.json",
          },
          vars,
          response: { output: said(at) },
          success: true,
          score: 1,
          gradingResult: { pass: true, score: 1, reason: __expected },
        })),
      },
    }),
};
