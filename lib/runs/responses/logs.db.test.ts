import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db } from "@/lib/platform/db";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import {
  applyResponseImport,
  beginResponseImport,
  mapColumns,
  readResponseImport,
} from "./commands";
import { type FileGroup, groupFiles } from "./file-groups";
import { lookAtFile } from "./look-queries";
import { allProblems, listProblems, responseImportProgress, responsePlan } from "./queries";
import { countLeftOut } from "./rules";

const folder = mkdtempSync(join(tmpdir(), "logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RELEASE = "FreshQA_v01052026";
let actor: Actor;
let modelId: number;
const ids: string[] = [];

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: "Mara", roles: ["maintainer"], via: "web" };
  for (const question of ["Who is first?", "Who is second?", "Who is third?", "Who is fourth?"]) {
    const content = sampleContent({
      question,
      sources: ["https://example.org/a"],
      answers: ["Yes"],
    });
    ids.push(`Q${(await addQuestion(actor, content)).questionId}`);
  }
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
  modelId = value(await createModel(actor, modelSchema.parse({ name: "Heron 2" }))).modelId;
});

let runs = 0;
/** A new run, and a log brought as far as its plan. */
async function bring(
  name: string,
  log: string | Uint8Array,
  beside: FileGroup["beside"] = [],
  reading?: Reading,
) {
  const { runId } = value(
    await createRun(
      actor,
      runSchema.parse({ modelId, releaseName: RELEASE, name: `Run ${++runs}` }),
    ),
  );
  const path = join(folder, String(runs));
  writeFileSync(path, log);
  const { importId } = value(
    await beginResponseImport(actor, { runId, fileName: name, byteSize: log.length }),
  );
  const { status } = value(
    await readResponseImport(actor, { importId, path, beside, ...(reading && { reading }) }),
  );
  return { runId, importId, status };
}

const responsesOf = async (runId: number) =>
  (await db.response.findMany({ where: { runId }, orderBy: { questionId: "asc" } })).map(
    ({ questionId, text, metadata }) => [`Q${questionId}`, text, metadata],
  );

async function problemsOf(importId: number): Promise<[number, string, string | null][]> {
  const found: [number, string, string | null][] = [];
  for await (const batch of allProblems(actor, importId))
    found.push(
      ...batch.map(
        (row) => [row.record, row.problem, row.detail] as [number, string, string | null],
      ),
    );
  return found;
}

const sample = (id: number | string, epoch: number, said: object) => ({
  id,
  epoch,
  input: "",
  output: { choices: [{ message: { content: `answer ${id} ${epoch}` }, stop_reason: "stop" }] },
  scores: { graded: { value: "C", explanation: "fits" } },
  ...said,
});
const inspect = (samples: unknown[], model = "openai/gpt-4o") =>
  JSON.stringify({
    version: 2,
    status: "success",
    eval: {
      created: "2026-02-03T04:05:06+00:00",
      task: "freshqa",
      model,
      model_generate_config: { temperature: 0.5, max_tokens: 64 },
      packages: { inspect_ai: "0.3.210" },
    },
    samples,
  });

test("a log comes in by question ID and by text, with errors and empty outputs as missing, and its verdicts under the tool's name", async () => {
  const log = inspect([
    sample("a", 1, { input: "Who is first?" }),
    sample("b", 1, { metadata: { question_id: ids[1] }, scores: { graded: { value: "I" } } }),
    sample("c", 1, {
      input: "Who is third?",
      error: { message: "rate limit" },
      output: { choices: [] },
    }),
    sample("d", 1, {
      input: "Who is fourth?",
      output: { choices: [{ message: { content: " \n" } }] },
    }),
    sample("e", 1, { input: "Something else entirely" }),
  ]);
  const { runId, importId, status } = await bring("log.json", log);
  expect(status).toBe("planned");
  const plan = await responsePlan(actor, importId);
  expect(plan.columns.log).toMatchObject({
    tool: "inspect",
    toolVersion: "0.3.210",
    model: "openai/gpt-4o",
    temperature: 0.5,
    maxTokens: 64,
    startedAt: "2026-02-03T04:05:06.000Z",
    task: "freshqa",
    scorers: [{ name: "graded", correct: 4, incorrect: 1, other: 0 }],
  });
  expect(plan.columns.evaluator).toBe("Inspect: graded");
  expect(plan.counts).toMatchObject({ rows: 5, adds: 2, verdicts: 2 });
  expect(plan.counts.matched).toMatchObject({ text: 1, "stable-id": 1 });
  expect(await problemsOf(importId)).toEqual([
    [3, "failed", "rate limit"],
    [4, "failed", null],
    [5, "unmatched", null],
  ]);
  value(await applyResponseImport(actor, { importId }));
  expect(await responsesOf(runId)).toEqual([
    [ids[0], "answer a 1", { sample: "a", epoch: "1", stop_reason: "stop" }],
    [ids[1], "answer b 1", { sample: "b", epoch: "1", stop_reason: "stop" }],
  ]);
  expect(await db.modelRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
    ranOn: new Date("2026-02-03"),
    temperature: 0.5,
    maxTokens: 64,
    version: 2,
  });
  const verdicts = await db.automaticVerdict.findMany({
    where: { response: { runId } },
    include: { evaluator: true },
    orderBy: { id: "asc" },
  });
  expect(verdicts.map((v) => [v.evaluator.name, v.relaxed, v.strict, v.explanation])).toEqual([
    ["Inspect: graded", true, null, "fits"],
    ["Inspect: graded", false, null, ""],
  ]);
});

test("a response stays where only what came after it failed, and samples without an epoch belong to each", async () => {
  const log = inspect([
    sample(1, 1, { input: "Who is first?", error: { message: "the judge's rate limit" } }),
    sample(2, 2, { input: "Who is second?" }),
    { ...sample(3, 1, { input: "Who is third?" }), epoch: undefined },
  ]);
  const { runId, importId } = await bring("log.json", log);
  expect((await responsePlan(actor, importId)).counts.adds).toBe(2);
  value(await applyResponseImport(actor, { importId }));
  expect(
    (await responsesOf(runId)).map(([, text, kept]) => [text, (kept as { error?: string }).error]),
  ).toEqual([
    ["answer 1 1", "the judge's rate limit"],
    ["answer 3 1", undefined],
  ]);
});

test("of several epochs the first is taken unless another is chosen; one that the log has not is refused", async () => {
  const log = inspect([
    sample(1, 10, { input: "Who is first?" }),
    sample(1, 2, { input: "Who is first?" }),
    sample(2, 2, { input: "Who is second?" }),
  ]);
  const { runId, importId } = await bring("log.json", log);
  const plan = await responsePlan(actor, importId);
  expect(plan.columns.log).toMatchObject({
    parts: { epoch: ["2", "10"] },
    chosen: { epoch: "2", filter: "", variant: "" },
  });
  expect(plan.counts.adds).toBe(2);
  expect(countLeftOut(plan.counts)).toBe(0);
  expect(await listProblems(actor, importId, null)).toEqual([]);
  expect(await listProblems(actor, importId, "not-chosen")).toHaveLength(1);
  expect(await problemsOf(importId)).toEqual([[1, "not-chosen", null]]);
  const choose = (epoch: string) =>
    mapColumns(actor, {
      importId,
      roles: plan.columns.roles,
      evaluator: plan.columns.evaluator,
      chosen: { epoch, filter: "", variant: "" },
    });
  expect(await choose("3")).toMatchObject({ ok: false, refusal: { code: "invalid" } });
  value(await choose("10"));
  expect((await responsePlan(actor, importId)).counts.adds).toBe(1);
  expect(await problemsOf(importId)).toEqual([
    [2, "not-chosen", null],
    [3, "not-chosen", null],
  ]);
  expect(value(await applyResponseImport(actor, { importId }))).toMatchObject({
    added: 1,
    leftOut: 0,
  });
  expect((await responsesOf(runId)).map(([, text]) => text)).toEqual(["answer 1 10"]);
});

test("of several scorers none is taken until someone chooses, and a measure is no verdict", async () => {
  const line = (doc_id: number, question: string, exact_match: number, f1: number) => ({
    doc_id,
    doc: { question },
    arguments: {},
    resps: [["A"]],
    filtered_resps: ["A"],
    filter: "none",
    metrics: ["exact_match", "contains", "f1"],
    exact_match,
    contains: 1,
    f1,
  });
  const log = [line(0, "Who is first?", 1, 0.4), line(1, "Who is second?", 0, 1)]
    .map((value) => JSON.stringify(value))
    .join("\n");
  const { importId, status } = await bring("samples_freshqa_2026-01-21T03-44-18.4.jsonl", log);
  expect(status).toBe("planned");
  const { columns, counts } = await responsePlan(actor, importId);
  expect(counts).toMatchObject({ adds: 2, verdicts: 0 });
  expect(columns.log).toMatchObject({ task: "freshqa", startedAt: "2026-01-21T03:44:18.000Z" });
  const roles = columns.roles.map((role, at) => (columns.columns[at] === "f1" ? "strict" : role));
  value(await mapColumns(actor, { importId, roles, evaluator: "lm-evaluation-harness: f1" }));
  expect((await responsePlan(actor, importId)).counts).toMatchObject({ adds: 2, verdicts: 1 });
  expect(await problemsOf(importId)).toEqual([[1, "bad-verdict", "0.4"]]);
});

test("of a log of several models that of the run is taken, or else the first until someone chooses; the log's model follows; errors alone change nothing of it", async () => {
  const result = (model: string, testIdx: number, output: string) => ({
    testIdx,
    promptIdx: 0,
    provider: { id: model },
    vars: { question_id: ids[testIdx] },
    response: { output },
  });
  const log = [
    result("openai:chat:plover-2", 0, "P"),
    result("openai:chat:plover-2", 1, "Q"),
    result("anthropic:messages:heron-2", 0, "H"),
  ];
  const models = {
    "openai:chat:plover-2": "openai:chat:plover-2",
    "anthropic:messages:heron-2": "anthropic:messages:heron-2",
  };
  const written = (of: object[]) => of.map((one) => JSON.stringify(one)).join("\n");
  const given = await bring("out.jsonl", written(log));
  const { roles, evaluator, log: own } = (await responsePlan(actor, given.importId)).columns;
  expect(own).toMatchObject({ model: "anthropic:messages:heron-2", models });
  const chosen = { ...own!.chosen, variant: "openai:chat:plover-2" };
  value(await mapColumns(actor, { importId: given.importId, roles, evaluator, chosen }));
  const plan = await responsePlan(actor, given.importId);
  expect(plan.columns.log).toMatchObject({ model: "openai:chat:plover-2", chosen });
  value(await applyResponseImport(actor, { importId: given.importId }));
  expect((await responsesOf(given.runId)).map(([id, text]) => [id, text])).toEqual([
    [ids[0], "P"],
    [ids[1], "Q"],
  ]);
  const renamed = log.map((one) => ({ ...one, provider: { id: `${one.provider.id}-mini` } }));
  const other = await bring("out.jsonl", written(renamed));
  expect((await responsePlan(actor, other.importId)).columns.log!.model).toBe(
    "openai:chat:plover-2-mini",
  );
  const failed = log.map((one) =>
    one.provider.id.includes("heron") ? { ...one, response: { error: "429" } } : one,
  );
  const errors = await bring("out.jsonl", written(failed));
  expect((await responsePlan(actor, errors.importId)).columns.log!.model).toBe(
    "anthropic:messages:heron-2",
  );
});

test("the output of a batch is matched by the IDs that its requests were named by", async () => {
  const line = (custom_id: string, content: string) => ({
    custom_id,
    response: { status_code: 200, body: { model: "gpt-4o", choices: [{ message: { content } }] } },
    error: null,
  });
  const log = [line(ids[2]!, "third"), line(ids[0]!, "first")].map((value) =>
    JSON.stringify(value),
  );
  const { runId, importId } = await bring("batch_output.jsonl", log.join("\n"));
  expect((await responsePlan(actor, importId)).counts.matched["stable-id"]).toBe(2);
  value(await applyResponseImport(actor, { importId }));
  expect((await responsesOf(runId)).map(([id, text]) => [id, text])).toEqual([
    [ids[0], "first"],
    [ids[2], "third"],
  ]);
});

test("a log without samples is refused with the file to choose instead; a broken one with the line", async () => {
  const none = await bring("log.json", inspect([]));
  expect(none.status).toBe("refused");
  expect((await responseImportProgress(actor, none.importId)).error).toBe(
    "This Inspect file has no samples, so there are no responses to import. Choose the file with the samples. In lm-evaluation-harness it is samples_….jsonl (--log_samples); in Inspect, a log written with samples. Nothing was added.",
  );
  const broken = await bring("log.json", inspect([sample(1, 1, {})]).slice(0, -20));
  expect(broken.status).toBe("refused");
  expect((await responseImportProgress(actor, broken.importId)).error).toContain("not valid JSON");
  expect(await db.responseImportRow.count({ where: { importId: broken.importId } })).toBe(0);
});

test("a log's companions come in with it; one that cannot be read ends the import and is named", async () => {
  const state = (id: string, text: string) => ({
    instance: { id, input: { text } },
    result: { completions: [{ text: `answer to ${id}` }] },
  });
  const log = JSON.stringify({
    adapter_spec: { model: "m/heron" },
    request_states: [state("a", "Who is first?"), state("b", "Who is second?")],
  });
  const spec = {
    name: "freshqa:model=heron",
    scenario_spec: {},
    adapter_spec: { temperature: 0.2 },
  };
  const score = (id: string, mean: number) => ({
    instance_id: id,
    stats: [
      { name: { name: "exact_match" }, mean },
      { name: { name: "num_bytes" }, mean: 12 },
    ],
  });
  const beside = (...texts: string[]) =>
    texts.map((text, at) => {
      const path = join(folder, `beside-${at}`);
      writeFileSync(path, text);
      return {
        file: { fileName: `beside-${at}.json`, path },
        log: { tool: "helm", form: "document", beside: true } as const,
      };
    });
  const { runId, importId } = await bring(
    "scenario_state.json",
    log,
    beside(JSON.stringify([score("a", 1), score("b", 0)]), JSON.stringify(spec)),
  );
  const { columns } = await responsePlan(actor, importId);
  expect(columns.log).toMatchObject({
    model: "m/heron",
    task: "freshqa:model=heron",
    temperature: 0.2,
    scorers: [{ name: "exact_match", correct: 1, incorrect: 1, other: 0 }],
  });
  expect(columns.evaluator).toBe("HELM: exact_match");
  value(await applyResponseImport(actor, { importId }));
  const verdicts = await db.automaticVerdict.findMany({
    where: { response: { runId } },
    orderBy: { response: { questionId: "asc" } },
  });
  expect(verdicts.map(({ relaxed }) => relaxed)).toEqual([true, false]);

  const broken = await bring("scenario_state.json", log, beside("[{"));
  expect(broken.status).toBe("refused");
  expect((await responseImportProgress(actor, broken.importId)).error).toBe(
    "“beside-0.json”, which was imported with the log, can't be read. Copy the file again, or import the log without it. Nothing was added.",
  );
  const other = await bring("scenario_state.json", log, beside(JSON.stringify([score("z", 1)])));
  expect((await responsePlan(actor, other.importId)).findings).toMatchObject([
    { code: "beside-unused", severity: "notice", value: "beside-0.json" },
  ]);
  // Of one scorer two files may say the same, and what each says of other samples counts.
  const both = (second: number) =>
    bring(
      "scenario_state.json",
      log,
      beside(JSON.stringify([score("a", 1)]), JSON.stringify([score("a", second), score("b", 0)])),
    );
  expect((await responsePlan(actor, (await both(1)).importId)).columns.log?.scorers).toMatchObject([
    { name: "exact_match", correct: 1, incorrect: 1 },
  ]);
  const mixed = await both(0);
  expect(mixed.status).toBe("refused");
  expect((await responseImportProgress(actor, mixed.importId)).error).toBe(
    "“beside-1.json” has a second verdict of the same scorer for a sample. Choose the files of one run at a time. Nothing was added.",
  );
});

test("results of another time than the log's do not name its model", async () => {
  const line = '{"doc_id": 0, "doc": {"question": "Who is first?"}, "filtered_resps": ["Ada"]}';
  const path = join(folder, "results-of-other");
  writeFileSync(path, '{"results": {}, "configs": {"freshqa": {}}, "model_name": "org/other"}');
  const results = (stamp: string): FileGroup["beside"] => [
    {
      file: { fileName: `results_${stamp}.json`, path },
      log: { tool: "lm-eval", form: "document", beside: true },
    },
  ];
  const name = "samples_freshqa_2026-01-21T03-44-18.jsonl";
  const other = await bring(name, line, results("2026-02-21T03-44-18"));
  const plan = await responsePlan(actor, other.importId);
  expect(plan.columns.log?.model).toBe("");
  expect(plan.findings).toMatchObject([{ code: "beside-unused", severity: "notice" }]);
  const own = await bring(name, line, results("2026-01-21T03-44-18"));
  expect((await responsePlan(actor, own.importId)).columns.log?.model).toBe("org/other");
});

test("of two results files without times one is used, and the import says which", async () => {
  const line = '{"doc_id": 0, "doc": {"question": "Who is first?"}, "filtered_resps": ["Ada"]}';
  const results = (name: string): FileGroup["beside"][number] => {
    const path = join(folder, name);
    writeFileSync(path, `{"results": {}, "configs": {"freshqa": {}}, "model_name": "org/${name}"}`);
    const log = { tool: "lm-eval", form: "document", beside: true } as const;
    return { file: { fileName: name, path }, log };
  };
  const given = await bring("samples_freshqa.jsonl", line, [results("a.json"), results("b.json")]);
  const { columns, findings } = await responsePlan(actor, given.importId);
  expect(columns.log?.model).toBe("org/a.json");
  expect(findings).toMatchObject([{ code: "beside-second", severity: "notice", value: "a.json" }]);
});

test("what looks like a log can be read as a plain table instead", async () => {
  const line = JSON.stringify({
    custom_id: "x",
    question: "Who is first?",
    response: { body: {} },
    answer: "Ada",
  });
  const asLog = await bring("some.jsonl", line);
  expect((await responsePlan(actor, asLog.importId)).columns.log?.tool).toBe("openai-batch");
  const asTable = await bring("some.jsonl", line, [], { as: "table" });
  const { columns } = await responsePlan(actor, asTable.importId);
  expect(columns.log).toBeUndefined();
  expect(columns.columns).toEqual(expect.arrayContaining(["custom_id", "question", "answer"]));
  expect((await responseImportProgress(actor, asTable.importId)).reading).toEqual({ as: "table" });
});

test("a look at a file says what an import would find and in which releases its questions are, and keeps nothing", async () => {
  const before = await db.responseImport.count();
  const path = join(folder, "look");
  const look = async (text: string) => {
    writeFileSync(path, text);
    const [group] = value(await groupFiles([{ fileName: "look.json", path }]));
    return lookAtFile(actor, group!);
  };
  expect(
    await look(
      inspect([
        sample("a", 1, { input: "Who is first?" }),
        sample("a", 2, { input: "Who is first?" }),
        sample("b", 1, { input: "Who is no one?" }),
      ]),
    ),
  ).toMatchObject({
    fileName: "look.json",
    log: { model: "openai/gpt-4o", temperature: 0.5, parts: { epoch: ["1", "2"] } },
    rows: 3,
    questions: 2,
    releases: [{ name: RELEASE, matched: 1 }],
    problem: null,
  });
  // IDs count where there are no texts.
  expect(
    await look(inspect([sample("a", 1, { metadata: { question_id: ids[1] } })])),
  ).toMatchObject({ questions: 1, releases: [{ name: RELEASE, matched: 1 }] });
  expect(await look(inspect([]))).toMatchObject({
    log: null,
    problem: expect.stringContaining("has no samples") as string,
  });
  expect(await look("question,response\nWho is first?,x")).toMatchObject({ log: null, rows: 0 });
  expect(await db.responseImport.count()).toBe(before);
});
