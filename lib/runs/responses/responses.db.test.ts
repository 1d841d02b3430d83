import { plannedRows } from "@/prisma/testing/planned-rows";
import { taskTo } from "@/prisma/testing/task-of-response";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { applyImport } from "@/lib/dataset/imports/applying-commands";
import { beginImport, readImport } from "@/lib/dataset/imports/reading-commands";
import { decideAllRewordings } from "@/lib/dataset/imports/deciding-commands";
import { readRelease } from "@/lib/dataset/file-formats/read-release";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeXlsx } from "@/lib/dataset/file-formats/write-xlsx";
import { db, transaction } from "@/lib/platform/db";
import { waitedLocksHere } from "@/prisma/testing/locks";
import { editQuestion } from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { value } from "@/prisma/testing/value";
import {
  applyResponseImport,
  decideSimilar,
  beginResponseImport,
  cancelResponseImport,
  mapColumns,
  readResponseImport,
} from "./commands";
import { createModel, createRun, editModel, editRun } from "@/lib/runs/models/commands";
import {
  allProblems,
  getResponseText,
  listProblems,
  listResponseImports,
  listResponses,
  responsePlan,
  responseImportProgress,
} from "./queries";
import { getRun, listModels, listRuns } from "@/lib/runs/models/queries";
import { createEvaluator } from "@/lib/runs/evaluators/commands";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { evaluatorSchema } from "@/lib/runs/evaluators/schema";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { addServedModel } from "@/prisma/testing/served-models";
import { describeRowProblem } from "./finding-messages";
import { describePlan, ratingColumn, rolesProblem } from "./rules";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { modelsPage, runsPage } from "@/lib/runs/models/address";

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";
const APRIL = join(RELEASES, "FreshQA_v04072025.csv");
const haveReleases = existsSync(APRIL);
if (!haveReleases)
  process.stderr.write(
    `Skipped: the real release as a sheet of responses, which is not at ${RELEASES}.\n`,
  );

const folder = mkdtempSync(join(tmpdir(), "responses-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RELEASE = "FreshQA_v01052026";
let actor: Actor;
let reader: Actor;
let modelId: number;
/** Q-ids in the order of the release. */
const questions: number[] = [];

const content = (question: string): Content =>
  sampleContent({ question, sources: ["https://example.org/a"], answers: ["Yes"] });

async function person(name: string, roles: Actor["roles"]): Promise<Actor> {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase()}@example.org`, name, roles: [...roles] },
  });
  return { userId: user.id, name, roles, via: "web" };
}

beforeAll(async () => {
  actor = await person("Mara", ["maintainer"]);
  reader = await person("Rene", ["researcher"]);
  for (const text of [
    "Who is first?",
    "Who is second?",
    "Who, exactly, is third?",
    "Who is fourth?\r\nReally?",
    "Who is fifth?",
  ]) {
    const { questionId } = await addQuestion(actor, content(text));
    questions.push(questionId);
  }
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
  modelId = value(await createModel(actor, modelSchema.parse({ name: "Heron 2" }))).modelId;
});

let runs = 0;
const newRun = async (releaseName = RELEASE) =>
  value(await createRun(actor, runSchema.parse({ modelId, releaseName, name: `Run ${++runs}` })))
    .runId;

/** Brings a file as far as its plan. */
async function bring(runId: number, name: string, bytes: string | Uint8Array) {
  const path = join(folder, `${runId}-${Math.random()}`);
  writeFileSync(path, bytes);
  const { importId } = value(
    await beginResponseImport(actor, { runId, fileName: name, byteSize: bytes.length }),
  );
  const { status } = value(await readResponseImport(actor, { importId, path }));
  return { importId, status };
}
const csv = (...records: string[][]) => stringify(records, { record_delimiter: "\r\n" });
const lines = (...objects: unknown[]) => objects.map((object) => JSON.stringify(object)).join("\n");
const texts = async (runId: number) =>
  Object.fromEntries(
    (await listResponses(reader, runId, "all")).map((row) => [
      questions.indexOf(row.questionId),
      row.text,
    ]),
  );

describe("models and runs", () => {
  it("are named anything, once each, also for two who add them at once", async () => {
    const name = '=HYPERLINK("http://x") <b>ü</b> 🦩';
    const made = await Promise.all([
      createModel(actor, modelSchema.parse({ name })),
      createModel(actor, modelSchema.parse({ name })),
    ]);
    expect(made.filter((result) => result.ok)).toHaveLength(1);
    expect(made.find((result) => !result.ok)).toMatchObject({
      refusal: {
        code: "taken",
        details: {
          modelId: made.flatMap((result) => (result.ok ? [result.value.modelId] : []))[0],
        },
      },
    });
    expect((await listModels(reader, modelsPage.usual)).rows.map((model) => model.name)).toContain(
      name,
    );
    expect(modelSchema.safeParse({ name: "a\u0000b" }).success).toBe(false);
    expect(modelSchema.safeParse({ name: "a", knowledgeCutoff: "2021-13" }).success).toBe(false);

    const run = runSchema.parse({ modelId, releaseName: RELEASE, name: "Once" });
    const added = await Promise.all([createRun(actor, run), createRun(actor, run)]);
    expect(added.filter((result) => result.ok)).toHaveLength(1);
    expect(await createRun(actor, { ...run, releaseName: "FreshQA_v01061999" })).toMatchObject({
      ok: false,
      refusal: { code: "not-found" },
    });
  });

  it("a run of a model that is given by its name adds the model once, also for two at once", async () => {
    const named = (name: string) =>
      createRun(actor, runSchema.parse({ modelName: "org/plover", releaseName: RELEASE, name }));
    const made = await Promise.all([named("One"), named("Two")]);
    const runs = await Promise.all(made.map((one) => getRun(actor, value(one).runId)));
    expect(new Set(runs.map(({ model }) => model.modelId)).size).toBe(1);
    expect(runs[0]!.model.name).toBe("org/plover");
    const added = await db.auditEvent.findMany({ where: { type: "model.created" } });
    expect(
      added.filter(({ data }) => (data as { name: string }).name === "org/plover"),
    ).toHaveLength(1);
    // One of both, and neither, say no model.
    const run = { releaseName: RELEASE, name: "Three" };
    expect(runSchema.safeParse(run).success).toBe(false);
    expect(runSchema.safeParse({ ...run, modelId: 1, modelName: "a" }).success).toBe(false);
  });

  it("are edited by one of two who began at the same state; the other is refused and loses nothing", async () => {
    const { modelId: id } = value(await createModel(actor, modelSchema.parse({ name: "Egret" })));
    const edits = await Promise.all(
      ["7B", "8B"].map((size) =>
        editModel(actor, {
          ...modelSchema.parse({ name: "Egret", size }),
          modelId: id,
          version: 1,
        }),
      ),
    );
    expect(edits.map((result) => (result.ok ? "saved" : result.refusal.code)).sort()).toEqual([
      "saved",
      "stale",
    ]);
    expect(
      await editModel(actor, {
        ...modelSchema.parse({ name: "Heron 2" }),
        modelId: id,
        version: 2,
      }),
    ).toMatchObject({ refusal: { code: "taken" } });

    const runId = await newRun();
    const run = {
      runId,
      version: 1,
      name: "Renamed",
      ranOn: "2026-01-06",
      promptMethod: "few-shot" as const,
      temperature: 0.5,
      maxTokens: 64,
      note: "",
    };
    const both = await Promise.all([
      editRun(actor, run),
      editRun(actor, { ...run, temperature: 1 }),
    ]);
    expect(both.map((result) => (result.ok ? "saved" : result.refusal.code)).sort()).toEqual([
      "saved",
      "stale",
    ]);
    expect(await getRun(reader, runId)).toMatchObject({
      name: "Renamed",
      ranOn: "2026-01-06",
      promptMethod: "few-shot",
      maxTokens: 64,
      version: 2,
    });
    expect((await listRuns(reader, runsPage.usual, id)).total).toBe(0);
  });
});

describe("a file of responses", () => {
  it("is matched by text, then by normal form, by id only without a text; the rest is counted and kept with its reason", async () => {
    const runId = await newRun();
    const { importId, status } = await bring(
      runId,
      "all.csv",
      csv(
        ["id", "question", "response", "latency"],
        ["0", "Who is first?", "=1+1", "0.10"],
        ["", "who is  second?", "line one\r\nline two", ""],
        ["2", "", "<script>alert(1)</script>", "3"],
        ["0", "Who is fifth, then?", "the id is of another", ""],
        ["", "Who is no one?", "x", ""],
        ["", "Who is first?", "again", ""],
        ["", "Who is fourth? Really?", "", "9"],
      ) + '"Who is broken?"x,y\r\n',
    );
    expect(status).toBe("planned");
    const { counts, columns } = await responsePlan(actor, importId);
    expect(columns.roles).toEqual(["id", "question", "response", "metadata"]);
    expect(counts).toMatchObject({
      rows: 8,
      adds: 4,
      matched: { text: 2, normalized: 2, id: 1, "stable-id": 0 },
      problems: {
        unreadable: 1,
        unmatched: 1,
        conflict: 1,
        duplicate: 1,
        "already-there": 0,
        empty: 1,
        replaced: 0,
      },
    });
    const listed = await listProblems(actor, importId, null);
    expect(listed.map((row) => [row.record, row.problem])).toEqual([
      [5, "conflict"],
      [6, "unmatched"],
      [7, "duplicate"],
      [8, "empty"],
      [9, "unreadable"],
    ]);
    expect((await getRun(reader, runId)).coverage).toEqual({ questions: 5, answered: 0, empty: 0 });

    expect(value(await applyResponseImport(actor, { importId }))).toEqual({
      added: 4,
      empty: 1,
      leftOut: 4,
      verdicts: 0,
    });
    expect(await texts(runId)).toEqual({
      0: "=1+1",
      1: "line one\r\nline two",
      2: "<script>alert(1)</script>",
      3: "",
      4: null,
    });
    expect((await listResponses(reader, runId, "answered"))[0]).toMatchObject({
      questionId: questions[0],
      position: 0,
      metadata: { latency: "0.10" },
    });
    expect((await listResponses(reader, runId, "unanswered")).map((row) => row.questionId)).toEqual(
      [questions[4]],
    );
    expect((await getRun(reader, runId)).coverage).toEqual({ questions: 5, answered: 4, empty: 1 });
    const kept: number[] = [];
    for await (const batch of allProblems(reader, importId))
      kept.push(...batch.map((row) => row.record));
    expect(kept).toEqual([5, 6, 7, 8, 9]);
  });

  it("whose texts are only like a question's is left out until a person says that it is the same: one by one, or all that are alike enough", async () => {
    const runId = await newRun();
    const { importId } = await bring(
      runId,
      "alike.jsonl",
      lines(
        { question: "Who is the first?", response: "a" },
        { question: "Who is second", response: "b" },
        { question: "Who is 5th?", response: "c" },
      ),
    );
    const plan = async () => (await responsePlan(actor, importId)).counts;
    const outcomes = async () =>
      (await listProblems(actor, importId, null)).map((row) => [
        row.record,
        row.problem,
        row.candidateId,
        row.accepted,
      ]);
    expect(await plan()).toMatchObject({
      adds: 0,
      matched: { text: 0, normalized: 0, similar: 0 },
      problems: { similar: 3, unmatched: 0 },
      similarSafe: 2,
    });
    expect(await applyResponseImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "nothing-to-import" },
    });
    expect(await decideSimilar(actor, { importId, ordinal: 7, accepted: true })).toMatchObject({
      ok: false,
      refusal: { code: "not-found" },
    });

    await Promise.all(
      [1, 1].map((ordinal) => decideSimilar(actor, { importId, ordinal, accepted: true })),
    );
    expect(await outcomes()).toEqual([
      [1, "similar", questions[0], false],
      [2, "accepted", questions[1], true],
      [3, "similar", questions[4], false],
    ]);
    expect(await plan()).toMatchObject({
      adds: 1,
      matched: { similar: 1 },
      problems: { similar: 2, accepted: 1 },
    });
    value(await decideSimilar(actor, { importId, ordinal: 1, accepted: false }));
    expect(await plan()).toMatchObject({ adds: 0, problems: { similar: 3, accepted: 0 } });
    value(await decideSimilar(actor, { importId, ordinal: null, accepted: true }));
    expect(await plan()).toMatchObject({
      adds: 2,
      matched: { similar: 2 },
      problems: { similar: 1, accepted: 2 },
    });
    // Other columns are another question.
    value(await mapColumns(actor, { importId, roles: ["question", "response"], evaluator: "" }));
    expect(await plan()).toMatchObject({ adds: 0, problems: { similar: 3 } });
    value(await decideSimilar(actor, { importId, ordinal: 0, accepted: true }));
    expect(value(await applyResponseImport(actor, { importId }))).toMatchObject({
      added: 1,
      leftOut: 2,
    });
    expect(await texts(runId)).toEqual({ 0: "a", 1: null, 2: null, 3: null, 4: null });
    expect(await decideSimilar(actor, { importId, ordinal: 1, accepted: true })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned" },
    });
  });

  it("is read as the last applied file with the same columns was, unless it has verdicts", async () => {
    const odd = (...rows: string[][]) => csv(["wording", "said", "note"], ...rows);
    const first = await bring(await newRun(), "odd.csv", odd(["Who is first?", "a", "x"]));
    expect(first.status).toBe("mapping");
    // Said, and not applied: no one has agreed to it yet.
    value(
      await mapColumns(actor, {
        importId: first.importId,
        roles: ["question", "response", "ignore"],
        evaluator: "",
      }),
    );
    expect((await bring(await newRun(), "odd.csv", odd(["Who is first?", "b", "x"]))).status).toBe(
      "mapping",
    );
    value(await applyResponseImport(actor, { importId: first.importId }));

    const runId = await newRun();
    const second = await bring(runId, "odd.csv", odd(["Who is second?", "c", "x"]));
    expect(second.status).toBe("planned");
    expect((await responsePlan(actor, second.importId)).columns.roles).toEqual([
      "question",
      "response",
      "ignore",
    ]);
    // Another column, another shape.
    expect(
      (await bring(runId, "odd.csv", csv(["wording", "said"], ["Who is second?", "c"]))).status,
    ).toBe("mapping");
  });

  it("is never judged by the answers of a question that differs in a sign: C# is not C", async () => {
    for (const text of ["Who designed the language C?", "How much is 50 of 200?"]) {
      await addQuestion(actor, content(text));
    }
    value(
      await publishRelease(actor, {
        name: "FreshQA_v01012027",
        notes: "",
        selection: { kind: "all" },
      }),
    );
    const { importId } = await bring(
      await newRun("FreshQA_v01012027"),
      "signs.jsonl",
      lines(
        { question: "Who designed the language C#?", response: "Anders Hejlsberg" },
        { question: "How much is 50% of 200?", response: "100" },
      ),
    );
    expect((await responsePlan(actor, importId)).counts).toMatchObject({
      adds: 0,
      problems: { similar: 2 },
      similarSafe: 0,
    });
    value(await decideSimilar(actor, { importId, ordinal: null, accepted: true }));
    expect((await responsePlan(actor, importId)).counts).toMatchObject({
      adds: 0,
      problems: { similar: 2 },
    });
  });

  it("in other case is like a question's, to be accepted with others only where nothing in the file, or in the release, heeds case", async () => {
    const capitals = (rows: number) =>
      lines(
        { question: "WHO IS FIRST?", response: "a" },
        { question: "WHO IS SECOND?", response: "b" },
        ...Array.from({ length: rows - 2 }, (_, n) => ({
          question: `HOW OFTEN DID THE CLOCK STRIKE ${n}?`,
          response: "c",
        })),
      );
    const counts = async (runId: number, bytes: string) =>
      (await responsePlan(actor, (await bring(runId, "case.jsonl", bytes)).importId)).counts;
    const runId = await newRun();
    expect(await counts(runId, capitals(9))).toMatchObject({
      problems: { similar: 2, unmatched: 7 },
      similarSafe: 0,
    });
    expect(await counts(runId, capitals(10))).toMatchObject({
      problems: { similar: 2, unmatched: 8 },
      similarSafe: 2,
    });
    const heedless = [questions[0]!];
    for (let n = 1; n < 10; n++)
      heedless.push((await addQuestion(actor, content(`Which clock has ${n} bells?`))).questionId);
    const release = "FreshQA_v02022027";
    value(
      await publishRelease(actor, {
        name: release,
        notes: "",
        selection: { kind: "questions", questionIds: heedless },
      }),
    );
    const one = lines({ question: "Who is FIRST?", response: "a" });
    expect(await counts(runId, one)).toMatchObject({ problems: { similar: 1 }, similarSafe: 0 });
    expect(await counts(await newRun(release), one)).toMatchObject({
      problems: { similar: 1 },
      similarSafe: 1,
    });
  });

  it("is applied once, in whole, however often it is asked for at the same time", async () => {
    const runId = await newRun();
    const { importId } = await bring(
      runId,
      "a.jsonl",
      lines(
        { question: "Who is first?", response: "a" },
        { question: "Who is second?", response: "b" },
      ),
    );
    const both = await Promise.all([
      applyResponseImport(actor, { importId }),
      applyResponseImport(actor, { importId }),
    ]);
    expect(both.map(value)).toEqual([
      { added: 2, empty: 0, leftOut: 0, verdicts: 0 },
      { added: 2, empty: 0, leftOut: 0, verdicts: 0 },
    ]);
    expect(await db.response.count({ where: { runId } })).toBe(2);
    // The planner knows at once what there is, of the release too.
    expect([await plannedRows("responses"), await plannedRows("release_entries")]).toEqual([
      await db.response.count(),
      await db.releaseEntry.count(),
    ]);
  });

  it("fills what a run lacks and never overwrites, also when two files are applied at once", async () => {
    const runId = await newRun();
    const one = await bring(
      runId,
      "one.jsonl",
      lines(
        { question: "Who is first?", response: "a" },
        { question: "Who is second?", response: "b" },
      ),
    );
    const two = await bring(
      runId,
      "two.jsonl",
      lines(
        { question: "Who is second?", response: "other" },
        { question: "Who is fifth?", response: "c" },
      ),
    );
    const outcomes = (
      await Promise.all([one, two].map(({ importId }) => applyResponseImport(actor, { importId })))
    ).map(value);
    expect(outcomes.map((outcome) => outcome.added).reduce((sum, added) => sum + added)).toBe(3);
    expect(outcomes.map((outcome) => outcome.leftOut).reduce((sum, left) => sum + left)).toBe(1);
    const again = await bring(
      runId,
      "one.jsonl",
      lines(
        { question: "Who is first?", response: "a" },
        { question: "Who is second?", response: "neither" },
      ),
    );
    expect(
      (await listProblems(actor, again.importId, "already-there")).map((row) => row.detail),
    ).toEqual(["same", "other"]);
    expect(await applyResponseImport(actor, { importId: again.importId })).toMatchObject({
      ok: false,
      refusal: { code: "nothing-to-import" },
    });
  });

  it("takes a response with characters that nobody sees as it is, and says which", async () => {
    const runId = await newRun();
    const { importId } = await bring(
      runId,
      "unseen.csv",
      [
        "question,response",
        "Who is first?,An\u202Eswer",
        "Who is second?,zero\u200Bwidth and \uFFFE",
        "Who is fifth?,a family 👩‍👩‍👧 and فارسی می‌خواهم",
      ].join("\n"),
    );
    const { counts } = await responsePlan(actor, importId);
    expect(counts).toMatchObject({ rows: 3, adds: 3, problems: { invisible: 2 } });
    expect(
      (await listProblems(actor, importId, "invisible")).map(({ record, detail }) => [
        record,
        detail,
      ]),
    ).toEqual([
      [2, "U+202E"],
      [3, "U+200B, U+FFFE"],
    ]);
    value(await applyResponseImport(actor, { importId }));
    expect(Object.values(await texts(runId))).toContain("An\u202Eswer");
  });

  it("keeps each response to the letter: long, with line ends, and signs for what no text can keep", async () => {
    const runId = await newRun();
    const long = `${"ü🦩\t".repeat(25_000)}end\r\n\r\n`;
    const { importId } = await bring(
      runId,
      "odd.jsonl",
      [
        JSON.stringify({
          qid: `Q${questions[0]}`,
          response: long,
          citations: [{ url: 'https://example.org/?a=1&b="2"', at: [1, 2.5] }],
          tokens: null,
        }),
        `{"qid": "Q${questions[1]}", "response": "half \\ud83d and nul \\u0000 end", "cost": 0.10}`,
        `{"qid": "Q${questions[2]}", "response": {"text": "nested", "n": [1.0, true, null]}}`,
        "this is no JSON",
        "[1]",
        "",
        JSON.stringify({ qid: `Q${questions[3]}`, response: "  \n" }),
      ].join("\n"),
    );
    const { counts } = await responsePlan(actor, importId);
    expect(counts).toMatchObject({
      rows: 6,
      adds: 4,
      matched: { "stable-id": 4 },
      problems: { unreadable: 2, replaced: 1, empty: 1 },
    });
    value(await applyResponseImport(actor, { importId }));
    expect(await getResponseText(reader, runId, questions[0]!)).toBe(long);
    expect(await texts(runId)).toMatchObject({
      1: "half \uFFFD and nul \uFFFD end",
      2: '{"text":"nested","n":[1.0,true,null]}',
      3: "  \n",
    });
    const [first, second] = await listResponses(reader, runId, "answered");
    expect(first).toMatchObject({
      length: [...long].length,
      metadata: { citations: '[{"url":"https://example.org/?a=1&b=\\"2\\"","at":[1,2.5]}]' },
    });
    expect(second!.metadata).toEqual({ cost: "0.10" });
  });

  it("is refused in words when it is no table, and leaves nothing behind", async () => {
    const runId = await newRun();
    for (const [name, bytes, words] of [
      ["a.csv", "", /empty/],
      ["a.csv", "one\r\ntwo\r\n", /No header row found/],
      ["a.json", '{"a": 1', /JSON/],
      ["a.csv", "question,response\r\n", /no rows/],
      [
        "a.bin",
        Uint8Array.from([1, 0, 2, 0, 0, 0, 255, 254, 0, 7]),
        /Unsupported file format|UTF-16/,
      ],
    ] as const) {
      const { importId, status } = await bring(runId, name, bytes);
      expect(status, String(words)).toBe("refused");
      expect((await responseImportProgress(actor, importId)).error).toMatch(words);
      expect(await db.responseImportRow.count({ where: { importId } })).toBe(0);
    }
  });

  it("shows neither record nor metadata of a response to who has still to rate it, as they may hold a verdict", async () => {
    const runId = await newRun();
    const file = csv(
      ["question", "response", "what our script said"],
      ["Who is first?", "a", "TRUE"],
      ["Who is second?", "b", "FALSE"],
    );
    const { importId } = await bring(runId, "first.csv", file);
    value(await applyResponseImport(actor, { importId }));
    const again = (await bring(runId, "again.csv", file)).importId;
    const shown = async (who: Actor) =>
      (await responsePlan(who, again)).preview.map(([question]) => question);
    expect(await shown(actor)).toEqual(["Who is first?", "Who is second?"]);
    const [first] = await db.response.findMany({ where: { runId }, orderBy: { id: "asc" } });
    const rater = await person("Rita", ["rater", "researcher"]);
    const { id: campaignId } = await db.campaign.create({
      data: {
        protocolVersionId: 1,
        name: "Rita’s",
        status: "open",
        seed: 1,
        sample: {},
        clientKey: crypto.randomUUID(),
        createdById: actor.userId,
      },
    });
    const { id: taskId } = await db.ratingTask.create({
      data: {
        ...(await taskTo(first!.id)),
        campaignId,
        revisionId: first!.revisionId,
        wanted: 1,
      },
    });
    await db.assignment.create({
      data: { taskId, campaignId, slot: 1, position: 1, raterId: rater.userId },
    });
    expect(await shown(rater)).toEqual(["Who is second?"]);
    const said = async (who: Actor) =>
      (await listResponses(who, runId, "answered")).map(
        ({ metadata }) => metadata["what our script said"],
      );
    expect(await said(actor)).toEqual(["TRUE", "FALSE"]);
    expect(await said(rater)).toEqual([undefined, "FALSE"]);
    expect(await shown(actor)).toEqual(["Who is first?", "Who is second?"]);
  });

  it("asks what its columns are when they cannot be guessed, and matches anew when someone says otherwise", async () => {
    const runId = await newRun();
    const { importId, status } = await bring(
      runId,
      "odd.csv",
      csv(["frage", "antwort", "id"], ["Who is first?", "a", "1"], ["Who is second?", "b", "0"]),
    );
    expect(status).toBe("mapping");
    expect(await applyResponseImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned" },
    });
    expect((await responsePlan(actor, importId)).preview).toEqual([
      ["Who is first?", "a", "1"],
      ["Who is second?", "b", "0"],
    ]);
    expect(
      await mapColumns(actor, { importId, roles: ["question", "metadata", "id"], evaluator: "" }),
    ).toMatchObject({ ok: false, refusal: { code: "invalid" } });
    value(
      await mapColumns(actor, { importId, roles: ["question", "response", "id"], evaluator: "" }),
    );
    expect((await responsePlan(actor, importId)).counts).toMatchObject({
      adds: 2,
      matched: { text: 2 },
      problems: { conflict: 0, "other-id": 2 },
    });
    value(
      await mapColumns(actor, {
        importId,
        roles: ["question", "response", "ignore"],
        evaluator: "",
      }),
    );
    expect((await responsePlan(actor, importId)).counts).toMatchObject({
      adds: 2,
      problems: { "other-id": 0 },
    });
    const both = await Promise.all([
      mapColumns(actor, { importId, roles: ["question", "response", "ignore"], evaluator: "" }),
      applyResponseImport(actor, { importId }),
    ]);
    expect(both[1]).toMatchObject({ ok: true, value: { added: 2 } });
    expect(
      await mapColumns(actor, {
        importId,
        roles: ["question", "response", "ignore"],
        evaluator: "",
      }),
    ).toMatchObject({ ok: false, refusal: { code: "not-planned" } });
  });

  it("is thrown away when it is cancelled, while it is read and afterwards", async () => {
    const runId = await newRun();
    const { importId } = await bring(
      runId,
      "a.jsonl",
      lines({ question: "Who is first?", response: "a" }),
    );
    value(await cancelResponseImport(actor, { importId }));
    expect(await applyResponseImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned" },
    });
    const begun = value(
      await beginResponseImport(actor, { runId, fileName: "b.jsonl", byteSize: 3 }),
    );
    value(await cancelResponseImport(actor, begun));
    const path = join(folder, "b.jsonl");
    writeFileSync(path, lines({ question: "Who is first?", response: "a" }));
    expect(value(await readResponseImport(actor, { ...begun, path }))).toEqual({
      status: "cancelled",
    });
    expect(
      await db.responseImportRow.count({ where: { importId: { in: [importId, begun.importId] } } }),
    ).toBe(0);
    expect((await listResponseImports(reader, runId)).map((view) => view.status)).toEqual([
      "cancelled",
      "cancelled",
    ]);
  });

  it("that is cancelled while it is matched does not make anyone wait for that", async () => {
    const runId = await newRun();
    const { importId } = value(
      await beginResponseImport(actor, { runId, fileName: "c.jsonl", byteSize: 3 }),
    );
    const path = join(folder, "c.jsonl");
    writeFileSync(path, lines({ question: "Who is first?", response: "a" }));
    const ended = await transaction(
      async (tx) => {
        // Whoever matches now waits for the release's questions for as long as we like.
        await tx.$executeRaw`LOCK TABLE release_entries IN ACCESS EXCLUSIVE MODE`;
        const reading = readResponseImport(actor, { importId, path });
        await expect
          .poll(async () =>
            (await waitedLocksHere()).filter(({ query }) => query.includes("release_entries")),
          )
          .not.toHaveLength(0);
        value(await cancelResponseImport(actor, { importId }));
        return reading;
      },
      { timeoutMs: 60_000 },
    );
    expect(value(ended)).toEqual({ status: "cancelled" });
    expect(await db.responseImportRow.count({ where: { importId } })).toBe(0);
  });

  it("is of the release's wording, whatever became of the question since", async () => {
    const changed = { ...content("Who is the fifth of them?") };
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId: questions[4]! } });
    value(
      await editQuestion(actor, {
        questionId: questions[4]!,
        baseRevisionId: head.revisionId,
        content: changed,
        comment: "",
      }),
    );
    const runId = await newRun();
    const { importId } = await bring(
      runId,
      "a.jsonl",
      lines(
        { question: "Who is fifth?", response: "a" },
        { question: "Who is the fifth of them?", response: "b" },
      ),
    );
    expect((await responsePlan(actor, importId)).counts).toMatchObject({
      adds: 1,
      problems: { similar: 1 },
    });
    value(await applyResponseImport(actor, { importId }));
    expect(await db.response.findFirstOrThrow({ where: { runId } })).toMatchObject({
      questionId: questions[4],
      revisionId: head.revisionId,
      text: "a",
    });
  });
});

describe("automatic verdicts", () => {
  it("come with the responses or after them, are kept once, and a later one of the same program adds to them", async () => {
    const runId = await newRun();
    const sheet = (rating: string) =>
      csv(
        ["question", "model_response", "rating", "explanation"],
        ["Who is first?", "a", "TRUE", "Right."],
        ["Who is second?", "b", rating, "Hm."],
        ["Who is fifth?", "c", "perhaps", ""],
      );
    const first = await bring(runId, "fresheval_strict.csv", sheet("FALSE"));
    expect((await responsePlan(actor, first.importId)).columns).toMatchObject({
      roles: ["question", "response", "metadata", "metadata"],
      evaluator: "",
    });
    value(
      await mapColumns(actor, {
        importId: first.importId,
        roles: ["question", "response", "strict", "explanation"],
        evaluator: "FreshEval, Heron 2",
      }),
    );
    expect((await responsePlan(actor, first.importId)).counts).toMatchObject({
      adds: 3,
      verdicts: 2,
      problems: { "bad-verdict": 1 },
    });
    expect(value(await applyResponseImport(actor, { importId: first.importId }))).toMatchObject({
      added: 3,
      verdicts: 2,
    });

    const again = await bring(runId, "sheet.csv", sheet("TRUE"));
    value(
      await mapColumns(actor, {
        importId: again.importId,
        roles: ["question", "ignore", "strict", "explanation"],
        evaluator: "FreshEval, Heron 2",
      }),
    );
    expect(value(await applyResponseImport(actor, { importId: again.importId }))).toMatchObject({
      added: 0,
      verdicts: 1,
    });
    const verdicts = await db.automaticVerdict.findMany({
      where: { response: { runId } },
      orderBy: { id: "asc" },
    });
    expect(
      verdicts.map(({ relaxed, strict, explanation }) => [relaxed, strict, explanation]),
    ).toEqual([
      [null, true, "Right."],
      [null, false, "Hm."],
      [null, true, "Hm."],
    ]);
    expect((await getRun(reader, runId)).evaluators).toEqual([
      expect.objectContaining({ name: "FreshEval, Heron 2", judged: 2, relaxed: 0, strict: 2 }),
    ]);
  });

  /** What FreshEval's notebooks write: pandas' index without a name, a rating, and the model's whole reply. */
  const notebook = (...records: [string, string, string][]) =>
    stringify([["", "rating", "explanation"], ...records]);
  const said = async (runId: number) =>
    (
      await db.automaticVerdict.findMany({
        where: { response: { runId } },
        orderBy: { id: "asc" },
        include: { response: true, evaluator: true },
      })
    ).map((verdict) => [
      questions.indexOf(verdict.response.questionId),
      verdict.relaxed,
      verdict.strict,
      verdict.explanation,
      verdict.evaluator.name,
    ]);
  const answered = async (...positions: number[]) => {
    const runId = await newRun();
    const { importId } = await bring(
      runId,
      "a.jsonl",
      lines(...positions.map((at) => ({ question_id: `Q${questions[at]!}`, response: "x" }))),
    );
    value(await applyResponseImport(actor, { importId }));
    return runId;
  };

  it("of FreshEval's notebooks come by index, one file a mode, with the whole reply as explanation", async () => {
    const runId = await answered(0, 1, 4);
    const reply =
      'The response says "yes", "no".\n\nThus, the response is credited.\nevaluation: correct\n';
    const relaxed = await bring(
      runId,
      "fresheval_relaxed.csv",
      notebook(
        ["0", "TRUE", reply],
        ["1", "FALSE", "Wrong.\r\nevaluation: incorrect"],
        ["2", "TRUE", "Nothing to judge."],
        ["4", "perhaps", "Hm."],
        ["700", "TRUE", "No such question."],
      ),
    );
    expect(relaxed.status).toBe("planned");
    const plan = await responsePlan(actor, relaxed.importId);
    expect(plan.columns).toEqual({
      columns: ["column 1", "rating", "explanation"],
      roles: ["id", "relaxed", "explanation"],
      evaluator: "FreshEval",
    });
    expect(plan.counts).toMatchObject({
      rows: 5,
      adds: 0,
      verdicts: 2,
      sameVerdicts: 0,
      noVerdict: 0,
      responses: 3,
      problems: { "bad-verdict": 1, "no-response": 1, unmatched: 1 },
    });
    expect(describePlan(plan.counts)).toBe(
      "2 automatic verdicts will be imported for 2 of the run’s 3 responses and 2 rows will be skipped.",
    );
    expect(
      (await listProblems(actor, relaxed.importId, null)).map((row) => [
        row.problem,
        row.releaseId,
        describeRowProblem(row).problem,
      ]),
    ).toEqual([
      ["no-response", "2", expect.stringMatching(/no response to this question/)],
      ["bad-verdict", "4", "“perhaps” is not a valid verdict and is not imported."],
      ["unmatched", "700", "No question in the release has the ID 700."],
    ]);
    // Nothing is written before it is applied.
    expect(await said(runId)).toEqual([]);
    expect(value(await applyResponseImport(actor, { importId: relaxed.importId }))).toEqual({
      added: 0,
      empty: 0,
      leftOut: 2,
      verdicts: 2,
    });

    const strict = await bring(
      runId,
      "fresheval_strict.csv",
      notebook(["0", "FALSE", "Made up."], ["1", "TRUE", "Odd."], ["4", "", ""]),
    );
    expect((await responsePlan(actor, strict.importId)).counts).toMatchObject({
      verdicts: 2,
      noVerdict: 1,
    });
    value(await applyResponseImport(actor, { importId: strict.importId }));
    expect(await said(runId)).toEqual([
      [0, true, null, reply, "FreshEval"],
      [1, false, null, "Wrong.\r\nevaluation: incorrect", "FreshEval"],
      [0, null, false, "Made up.", "FreshEval"],
      [1, null, true, "Odd.", "FreshEval"],
    ]);
    // The modes are two of one evaluator; Strict without Relaxed is kept as it came, and counted.
    expect((await getRun(reader, runId)).evaluators).toEqual([
      expect.objectContaining({
        name: "FreshEval",
        judged: 2,
        relaxed: 2,
        strict: 2,
        inconsistent: 1,
      }),
    ]);
  });

  it("that are there already are not written again, and the plan says so", async () => {
    const runId = await answered(0, 1);
    const file = (second: string) => notebook(["0", "TRUE", "Right."], ["1", second, "Hm."]);
    const first = await bring(runId, "fresheval_strict.csv", file("FALSE"));
    value(await applyResponseImport(actor, { importId: first.importId }));
    const again = await bring(runId, "fresheval_strict.csv", file("FALSE"));
    expect((await responsePlan(actor, again.importId)).counts).toMatchObject({
      verdicts: 0,
      sameVerdicts: 2,
    });
    expect(await applyResponseImport(actor, { importId: again.importId })).toMatchObject({
      refusal: { code: "nothing-to-import" },
    });
    const other = await bring(runId, "fresheval_strict.csv", file("TRUE"));
    expect((await responsePlan(actor, other.importId)).counts).toMatchObject({
      verdicts: 1,
      sameVerdicts: 1,
    });
    value(await applyResponseImport(actor, { importId: other.importId }));
    expect(await said(runId)).toHaveLength(3);
    // Of another evaluator they are other verdicts.
    const { columns } = await responsePlan(actor, other.importId);
    const third = await bring(runId, "fresheval_strict.csv", file("TRUE"));
    value(
      await mapColumns(actor, {
        importId: third.importId,
        roles: columns.roles,
        evaluator: "FreshEval, May",
      }),
    );
    expect((await responsePlan(actor, third.importId)).counts).toMatchObject({ verdicts: 2 });
  });

  it("of a file whose name does not say the mode need someone to say it", async () => {
    const runId = await answered(0);
    for (const name of ["fresheval.csv", "relaxed-and-strict.csv"]) {
      const { importId, status } = await bring(runId, name, notebook(["0", "TRUE", "Right."]));
      expect(status).toBe("mapping");
      const { columns } = await responsePlan(actor, importId);
      expect(columns).toMatchObject({
        roles: ["id", "metadata", "explanation"],
        evaluator: "FreshEval",
      });
      expect(rolesProblem(columns.roles, columns.evaluator)).toMatch(/Relaxed or Strict/);
      expect(ratingColumn(columns.columns, columns.roles)).toBe(1);
      value(
        await mapColumns(actor, {
          importId,
          roles: ["id", "strict", "explanation"],
          evaluator: "FreshEval",
        }),
      );
      expect((await responsePlan(actor, importId)).counts).toMatchObject({ verdicts: 1 });
    }
  });

  it("never come under the name of an evaluator that judges here", async () => {
    const runId = await answered(0);
    const early = await bring(runId, "fresheval_strict.csv", notebook(["0", "TRUE", "Right."]));
    value(
      await mapColumns(actor, {
        importId: early.importId,
        roles: ["id", "strict", "explanation"],
        evaluator: "Ours",
      }),
    );
    value(
      await createEvaluator(
        reader,
        evaluatorSchema.parse({
          name: "Ours",
          servedModelId: await addServedModel(actor.userId),
          definition: freshEvalDefinition(),
        }),
      ),
    );
    const words = /“Ours” already judges responses in this installation/;
    expect(await applyResponseImport(actor, { importId: early.importId })).toMatchObject({
      refusal: { code: "taken", message: expect.stringMatching(words) as string },
    });
    expect(
      await mapColumns(actor, {
        importId: early.importId,
        roles: ["id", "relaxed", "explanation"],
        evaluator: " Ours ",
      }),
    ).toMatchObject({
      refusal: { code: "taken", message: expect.stringMatching(words) as string },
    });
    expect(await said(runId)).toEqual([]);
    expect(await db.automaticVerdict.count({ where: { evaluator: { name: "Ours" } } })).toBe(0);
  });

  it("that add nothing leave nothing, not even the name of their program", async () => {
    const runId = await newRun();
    const sheet = csv(["question", "response", "rating"], ["Who is first?", "a", "perhaps"]);
    const first = await bring(runId, "responses.csv", sheet);
    const again = await bring(runId, "verdicts.csv", sheet);
    const roles = ["question", "response", "ignore"] as const;
    value(await mapColumns(actor, { importId: first.importId, roles: [...roles], evaluator: "" }));
    value(await applyResponseImport(actor, { importId: first.importId }));
    value(
      await mapColumns(actor, {
        importId: again.importId,
        roles: ["question", "ignore", "strict"],
        evaluator: "Undecided 1",
      }),
    );
    expect(await applyResponseImport(actor, { importId: again.importId })).toMatchObject({
      refusal: { code: "nothing-to-import" },
    });
    expect(await db.evaluator.count({ where: { name: "Undecided 1" } })).toBe(0);
  });
});

describe.runIf(haveReleases)("the published sheet", { timeout: 120_000 }, () => {
  it("is understood as it is: 600 responses beside the release's own columns, behind its preamble, as CSV and as XLSX", async () => {
    const { importId } = value(
      await beginImport(actor, { fileName: "FreshQA_v04072025.csv", byteSize: 1 }),
    );
    value(await readImport(actor, { importId, path: APRIL }));
    value(await decideAllRewordings(actor, { importId, decision: "rejected" }));
    value(
      await applyImport(actor, {
        importId,
        skipBadRows: false,
        acceptSuspect: true,
        missing: "retire",
      }),
    );
    value(
      await publishRelease(actor, {
        name: "FreshQA_v04072025",
        notes: "",
        selection: { kind: "all" },
      }),
    );

    const rows: string[][] = [];
    const release = readRelease({ format: "csv", bytes: [readFileSync(APRIL)] as never }, () => {});
    for (let next = await release.next(); !next.done; next = await release.next())
      rows.push(...next.value.map((row) => row.cells));
    expect(rows).toHaveLength(600);
    const answered = rows.map((cells, at) => [
      cells[0]!,
      cells[2]!,
      `Response ${at}, "quoted"`,
      ...cells.slice(3),
    ]);
    const header = ["id", "question", "model_response", ...RELEASE_COLUMNS.slice(3)];
    const sheet = OFFICIAL_LAYOUT.preamble! + csv(header, ...answered);

    const runId = await newRun("FreshQA_v04072025");
    const brought = await bring(runId, "fresheval.csv", sheet);
    const plan = await responsePlan(actor, brought.importId);
    expect(plan).toMatchObject({
      status: "planned",
      counts: { rows: 600, adds: 600, matched: { text: 600 } },
    });
    expect(plan.columns.roles.filter((role) => role !== "ignore")).toEqual([
      "id",
      "question",
      "response",
    ]);
    expect(value(await applyResponseImport(actor, brought)).added).toBe(600);
    const shown = await listResponses(reader, runId, "all", 24);
    expect(shown).toHaveLength(25);
    expect(shown.at(-1)).toMatchObject({
      position: 599,
      text: 'Response 599, "quoted"',
      metadata: {},
    });

    // The same in a workbook: the release's own writer, with responses where the notes were.
    const parts: Uint8Array[] = [];
    const exported = (async function* () {
      yield rows.map((cells, at) => ({
        questionId: "",
        revision: 1,
        cells: [...cells.slice(0, 19), `Response ${at}`],
      }));
    })();
    for await (const part of writeXlsx(exported as never)) parts.push(part);
    const other = await newRun("FreshQA_v04072025");
    const workbook = await bring(other, "fresheval.xlsx", Buffer.concat(parts));
    const { columns } = await responsePlan(actor, workbook.importId);
    value(
      await mapColumns(actor, {
        importId: workbook.importId,
        roles: columns.columns.map((name) =>
          name === "note" ? "response" : name === "question" ? "question" : "ignore",
        ),
        evaluator: "",
      }),
    );
    expect(value(await applyResponseImport(actor, { importId: workbook.importId })).added).toBe(
      600,
    );
  });
});
