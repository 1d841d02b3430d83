import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { publishRelease } from "@/lib/dataset/releases/commands";
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
import { describeRowProblem } from "./finding-messages";
import { NO_CITATIONS } from "@/lib/runs/references/citation-check";
import { MAX_REFERENCES, MAX_TEXT, MAX_TITLE, MAX_URL } from "@/lib/runs/references/vocabulary";
import { makeRating } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { getCitationSummary, getCitedResponse, listProblems, responsePlan } from "./queries";
import { describeOutcome, describePlan } from "./rules";

const RELEASE = "FreshQA_v01032020";
const folder = mkdtempSync(join(tmpdir(), "references-"));
afterAll(() => rmSync(folder, { recursive: true }));
let actor: Actor;
let modelId: number;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@references.example", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
  for (const question of ["Who is first?", "Who is second?", "Who is third?", "Who is fourth?"])
    await addQuestion(
      actor,
      sampleContent({ question, sources: ["https://example.org/a"], answers: ["Yes"] }),
    );
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
  modelId = value(await createModel(actor, modelSchema.parse({ name: "Godwit" }))).modelId;
});

let runs = 0;
const newRun = async () =>
  value(
    await createRun(actor, runSchema.parse({ modelId, releaseName: RELEASE, name: `R${++runs}` })),
  ).runId;

async function bring(runId: number, name: string, content: string) {
  const path = join(folder, `${runId}-${Math.random()}`);
  writeFileSync(path, content);
  const { importId } = value(
    await beginResponseImport(actor, { runId, fileName: name, byteSize: content.length }),
  );
  value(await readResponseImport(actor, { importId, path }));
  return importId;
}
const lines = (...objects: unknown[]) => objects.map((object) => JSON.stringify(object)).join("\n");
const apply = async (importId: number) => value(await applyResponseImport(actor, { importId }));
const problems = async (importId: number) =>
  (await listProblems(actor, importId, null)).map((row) => [
    row.record,
    row.line,
    row.problem,
    describeRowProblem(row).problem,
  ]);

/** Question, place, title, address, text of what a run has. */
const stored = (runId: number) =>
  db.$queryRaw<unknown[]>`
    SELECT s.text AS answer, x.place, x.title, x.url, x.text FROM response_references x JOIN responses s ON s.id = x.response_id WHERE s.run_id = ${runId} ORDER BY s.question_id, x.place`;

describe("responses with references", () => {
  it("come in JSON Lines as those of WebGLM-QA: question, answer, references", async () => {
    const runId = await newRun();
    const importId = await bring(
      runId,
      "webglm.jsonl",
      lines(
        {
          question: "Who is first?",
          answer: "Ann [1][2].",
          references: ["Ann is.", "It was Ann."],
        },
        {
          question: "Who is second?",
          answer: "Bob [2].",
          references: ["", { text: "Bob\nis.", title: "B", url: "https://example.org/b" }],
        },
        { question: "Who is third?", answer: "Nobody", references: [] },
        { question: "Who is fourth?", answer: "Dan" },
      ),
    );
    const plan = await responsePlan(actor, importId);
    expect(plan.columns.roles).toEqual(["question", "response", "references"]);
    expect(describePlan(plan.counts)).toBe("4 responses with 3 references will be added.");
    expect(await problems(importId)).toEqual([]);
    const outcome = await apply(importId);
    expect(describeOutcome(outcome)).toBe("4 responses added, 3 references with them");
    expect(await stored(runId)).toEqual([
      { answer: "Ann [1][2].", place: 1, title: null, url: null, text: "Ann is." },
      { answer: "Ann [1][2].", place: 2, title: null, url: null, text: "It was Ann." },
      { answer: "Bob [2].", place: 2, title: "B", url: "https://example.org/b", text: "Bob\nis." },
    ]);
    expect(await db.response.findMany({ where: { runId }, select: { metadata: true } })).toEqual(
      Array(4).fill({ metadata: {} }),
    );
  });

  it("come in order and complete where they are longer than what is read at a time", async () => {
    const runId = await newRun();
    const long = Array.from({ length: 60 }, (_, at) => `${at} ${"x".repeat(60_000)}`);
    const importId = await bring(
      runId,
      "long.jsonl",
      lines(
        ...["first", "second", "third", "fourth"].map((which, at) => ({
          question: `Who is ${which}?`,
          answer: `${which} [1]`,
          references: at === 2 ? ["short"] : long,
        })),
      ),
    );
    await apply(importId);
    const counts = await db.response.findMany({
      where: { runId },
      orderBy: { questionId: "asc" },
      select: { text: true, _count: { select: { references: true } } },
    });
    expect(counts.map(({ text, _count }) => [text, _count.references])).toEqual([
      ["first [1]", 60],
      ["second [1]", 60],
      ["third [1]", 1],
      ["fourth [1]", 60],
    ]);
  });

  it("come in CSV with numbered columns, whose numbers are the places", async () => {
    const runId = await newRun();
    const importId = await bring(
      runId,
      "numbered.csv",
      stringify([
        ["question", "response", "reference_2", "Reference 1", "reference_10"],
        ["Who is first?", "Ann [10]", "two", "", '{"title": "T", "text": "ten"}'],
        ["Who is second?", "Bob", "", "", ""],
      ]),
    );
    expect((await responsePlan(actor, importId)).columns.roles).toEqual([
      "question",
      "response",
      "reference",
      "reference",
      "reference",
    ]);
    await apply(importId);
    expect(await stored(runId)).toEqual([
      { answer: "Ann [10]", place: 2, title: null, url: null, text: "two" },
      { answer: "Ann [10]", place: 10, title: "T", url: null, text: "ten" },
    ]);
  });

  it("are left out, with row, line and remedy, where the references cannot be read", async () => {
    const runId = await newRun();
    const importId = await bring(
      runId,
      "bad.csv",
      stringify([
        ["question", "response", "references"],
        ["Who is first?", "two\nlines [1]", '["fine"]'],
        ["Who is second?", "Bob [1]", "['Python', 'repr']"],
        ["Who is third?", "Cid", JSON.stringify(Array(101).fill("x"))],
        ["Who is fourth?", "Dan", JSON.stringify(["x".repeat(100_001)])],
      ]),
    );
    expect(await problems(importId)).toEqual([
      [
        3,
        4,
        "bad-references",
        "The references can't be read: this is not valid JSON: ['Python', 'repr'].",
      ],
      [
        4,
        5,
        "bad-references",
        "The references can't be read: more than 100 references for one response.",
      ],
      [
        5,
        6,
        "bad-references",
        "The references can't be read: the text of reference 1 has 100,001 characters (100,000 maximum).",
      ],
    ]);
    expect(await apply(importId)).toEqual({
      added: 1,
      empty: 0,
      leftOut: 3,
      verdicts: 0,
      references: 1,
    });
  });

  it("are taken and worth a look where marks have no reference, fields are not kept, or characters were replaced", async () => {
    const runId = await newRun();
    const importId = await bring(
      runId,
      "odd.csv",
      stringify([
        ["question", "response", "references"],
        ["Who is first?", "Ann [1][3], [7]", '["a"]'],
        ["Who is second?", "Bob", '[{"text": "b", "score": 0.5}]'],
        ["Who is third?", "Cid", '["c\\u0000"]'],
        ["Who is fourth?", "Dan [1]", ""],
      ]),
    );
    expect((await problems(importId)).map((row) => row.slice(2))).toEqual([
      [
        "loose-mark",
        "The response cites [3], [7], where it has no reference; it is imported unchanged.",
      ],
      ["other-fields", "References have fields that aren't kept: score."],
      ["replaced", expect.stringContaining("they were replaced")],
      [
        "loose-mark",
        "The response cites [1], where it has no reference; it is imported unchanged.",
      ],
    ]);
    expect(await apply(importId)).toMatchObject({ added: 4, leftOut: 0, references: 3 });
    expect(((await stored(runId)) as { text: string }[])[2]!.text).toBe("c\uFFFD");
  });

  it("are the same when brought again; other references are kept as they are, and said", async () => {
    const runId = await newRun();
    const row = (references: unknown) => ({
      question: "Who is first?",
      response: "Ann",
      references,
    });
    await apply(await bring(runId, "a.jsonl", lines(row(["a", { url: "https://example.org/" }]))));
    for (const [references, detail] of [
      [["a", "https://example.org/"], "same"],
      [["b"], "references"],
      [[], "references"],
    ] as const) {
      const again = await bring(runId, "a.jsonl", lines(row(references)));
      expect((await listProblems(actor, again, "already-there")).map((one) => one.detail)).toEqual([
        detail,
      ]);
    }
    expect(await stored(runId)).toHaveLength(2);
  });

  it("are metadata where the column is mapped so, and forgotten by a mapping without them", async () => {
    const runId = await newRun();
    const importId = await bring(
      runId,
      "a.jsonl",
      lines({ question: "Who is first?", response: "Ann [2]", references: ["a"] }),
    );
    value(
      await mapColumns(actor, {
        importId,
        roles: ["question", "response", "metadata"],
        evaluator: "",
      }),
    );
    expect((await responsePlan(actor, importId)).counts).toMatchObject({ references: 0, adds: 1 });
    expect(await problems(importId)).toEqual([]);
    expect(await apply(importId)).toEqual({ added: 1, empty: 0, leftOut: 0, verdicts: 0 });
    expect(await stored(runId)).toEqual([]);
  });

  it.each<[string, string[], string]>([
    [
      "two lists",
      ["question", "response", "references", "references"],
      "Only one column can be the list of references.",
    ],
    [
      "a list and numbered ones",
      ["question", "response", "references", "reference"],
      "Use either one column",
    ],
    [
      "no response",
      ["question", "relaxed", "references", "ignore"],
      "References need a response column.",
    ],
  ])("are refused with %s", async (_name, roles, words) => {
    const importId = await bring(
      await newRun(),
      "a.csv",
      stringify([
        ["question", "response", "c", "d"],
        ["Who is first?", "a", "", ""],
      ]),
    );
    const refused = await mapColumns(actor, { importId, roles: roles as never, evaluator: "E" });
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: "invalid", message: expect.stringContaining(words) as string },
    });
  });
});

describe("citations of a run", () => {
  it("are checked for a response and summed over the run; whoever has still to rate a response gets no check of it", async () => {
    const made = await withConnection((client) =>
      makeRating(client, { name: "Cited", questions: 4, models: 1, raters: 2, judged: 0.5 }),
    );
    const runId = made.runIds[0]!;
    const researcher = (userId: number): Actor => ({
      userId,
      name: "R",
      roles: ["researcher"],
      via: "web",
    });
    const responses = await db.response.findMany({ where: { runId }, orderBy: { id: "asc" } });
    await db.responseReference.createMany({
      data: responses.map(({ id, text }) => ({ responseId: id, place: 2, text })),
    });

    // Each response is its own reference and has no mark: everything is supported, and nothing cites it.
    const outsider = researcher(made.researcherId);
    expect(await getCitationSummary(outsider, runId)).toEqual({
      responses: 4,
      stillToRate: 0,
      references: 4,
      counts: {
        paper: { ...NO_CITATIONS, segments: 4, supportedSegments: 4 },
        repository: expect.objectContaining({ cited: 0, rightlyCited: 0 }) as unknown,
      },
    });
    const { references, checks } = await getCitedResponse(
      outsider,
      runId,
      responses[0]!.questionId,
    );
    expect(references).toEqual([{ place: 2, title: null, url: null, text: responses[0]!.text }]);
    expect(checks!.paper).toMatchObject([{ supporting: [2], missing: true, citations: [] }]);

    const open = await db.assignment.findMany({
      where: { judgmentId: null, raterId: { not: null }, task: { response: { runId } } },
      include: { task: { include: { response: true } } },
    });
    const rater = researcher(notEmpty(open)[0]!.raterId!);
    const own = new Set(
      open.filter(({ raterId }) => raterId === rater.userId).map(({ task }) => task.responseId),
    );
    for (const { id, questionId } of responses)
      expect((await getCitedResponse(rater, runId, questionId)).checks === null).toBe(own.has(id));
    expect(await getCitationSummary(rater, runId)).toMatchObject({
      responses: 4 - own.size,
      stillToRate: own.size,
      counts: { paper: { supportedSegments: 4 - own.size } },
    });
  });

  it("are none of a run without references, and of a response that is not there", async () => {
    const runId = await newRun();
    expect(await getCitationSummary(actor, runId)).toBeNull();
    await expect(getCitedResponse(actor, runId, 1)).rejects.toThrow(NotFound);
  });
});

it("the database keeps to the limits that the importer has", async () => {
  const runId = await newRun();
  await apply(await bring(runId, "a.jsonl", lines({ question: "Who is first?", response: "a" })));
  const { id: responseId } = await db.response.findFirstOrThrow({ where: { runId } });
  const add = (data: { place?: number; title?: string; url?: string; text?: string }) =>
    db.responseReference.create({ data: { responseId, place: 1, text: "", ...data } });
  for (const refused of [
    {},
    { place: 0, text: "a" },
    { place: MAX_REFERENCES + 1, text: "a" },
    { title: "", text: "a" },
    { title: "t".repeat(MAX_TITLE + 1) },
    { url: "", text: "a" },
    { url: "u".repeat(MAX_URL + 1) },
    { text: "x".repeat(MAX_TEXT + 1) },
  ])
    await expect(add(refused)).rejects.toThrow(/response_references_/);
  await add({
    place: MAX_REFERENCES,
    title: "t".repeat(MAX_TITLE),
    url: "u".repeat(MAX_URL),
    text: "x".repeat(MAX_TEXT),
  });
});
