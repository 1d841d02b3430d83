import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { inline, workbook } from "@/lib/dataset/file-formats/workbook-samples";
import { db } from "@/lib/platform/db";
import type { Content } from "@/lib/dataset/questions/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { value } from "@/prisma/testing/value";
import {
  acceptResponseReading,
  applyResponseImport,
  beginResponseImport,
  cancelResponseImport,
  readResponseImport,
} from "./commands";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { responsePlan } from "./queries";
import { guessRoles } from "./rules";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";

const RELEASE = "FreshQA_v01022020";
const folder = mkdtempSync(join(tmpdir(), "response-readings-"));
let actor: Actor;
let modelId: number;
let runs = 0;

const content = (question: string): Content =>
  sampleContent({ question, sources: ["https://example.org/a"], answers: ["Yes"] });

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@response-readings.example", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
  for (const text of ["Who is first?", "Who is second?"]) {
    await addQuestion(actor, content(text));
  }
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
  modelId = value(await createModel(actor, modelSchema.parse({ name: "Heron 3" }))).modelId;
});
afterAll(() => rmSync(folder, { recursive: true }));

async function bring(
  name: string,
  bytes: string | Uint8Array,
  more: { reading?: Reading; limits?: { maxRows?: number } } = {},
) {
  const { runId } = value(
    await createRun(
      actor,
      runSchema.parse({ modelId, releaseName: RELEASE, name: `Run ${++runs}` }),
    ),
  );
  const path = join(folder, String(runs));
  writeFileSync(path, bytes);
  const { importId } = value(
    await beginResponseImport(actor, { runId, fileName: name, byteSize: bytes.length }),
  );
  value(await readResponseImport(actor, { importId, path, ...more }));
  return { importId, runId, plan: await responsePlan(actor, importId) };
}

const texts = async (runId: number) =>
  (await db.response.findMany({ where: { runId }, orderBy: { questionId: "asc" } })).map(
    ({ text }) => text,
  );

describe("a file of responses that differs in its form alone", () => {
  it.each<[string, string, string, Reading]>([
    [
      "semicolons",
      "some.csv",
      "Question;Model Response\r\nWho is first?;One, two\r\nWho is second?;Two\r\n",
      { separator: "semicolon" },
    ],
    [
      "tabs",
      "some.tsv",
      "question\tresponse\nWho is first?\tOne, two\nWho is second?\tTwo\n",
      { separator: "tab" },
    ],
  ])("is offered to be read so: %s", async (_, name, text, reading) => {
    const { importId, runId, plan } = await bring(name, text);
    expect(plan).toMatchObject({
      status: "offered",
      reading,
      preview: [
        ["Who is first?", "One, two"],
        ["Who is second?", "Two"],
      ],
      previewRecords: [2, 3],
    });
    expect(await applyResponseImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned" },
    });
    expect(await acceptResponseReading(actor, { importId })).toEqual({
      ok: true,
      value: { status: "planned" },
    });
    expect(await applyResponseImport(actor, { importId })).toMatchObject({
      ok: true,
      value: { added: 2 },
    });
    expect(await texts(runId)).toEqual(["One, two", "Two"]);
    expect((await bring(name, text, { reading })).plan).toMatchObject({
      status: "planned",
      counts: { adds: 2 },
    });
    const other = await bring(name, text);
    expect(await cancelResponseImport(actor, { importId: other.importId })).toMatchObject({
      ok: true,
    });
  });

  it("with unescaped quotes leaves these records out, as they would be read, until someone agrees", async () => {
    const { importId, runId, plan } = await bring(
      "some.csv",
      'question,response\nWho is first?,The "first" one\nWho is second?,Two\n',
    );
    expect(plan).toMatchObject({
      status: "planned",
      counts: { adds: 1, problems: { unreadable: 1 } },
      unescaped: { count: 1, rows: [{ record: 2, cells: ["Who is first?", 'The "first" one'] }] },
    });
    expect(await acceptResponseReading(actor, { importId, rows: "unescaped-quotes" })).toEqual({
      ok: true,
      value: { status: "planned" },
    });
    expect(
      await acceptResponseReading(actor, { importId, rows: "unescaped-quotes" }),
    ).toMatchObject({ ok: false, refusal: { code: "not-offered" } });
    expect(await applyResponseImport(actor, { importId })).toMatchObject({
      ok: true,
      value: { added: 2, leftOut: 0 },
    });
    expect(await texts(runId)).toEqual(['The "first" one', "Two"]);
    expect(
      (
        await bring("some.csv", 'question,response\nWho is first?,The "first" one\n', {
          reading: { quotes: "literal" },
        })
      ).plan.counts.adds,
    ).toBe(1);
  });

  it("has its other sheets, hidden rows and changed numbers named", async () => {
    const line = (...cells: string[]) => `<row>${cells.join("")}</row>`;
    const file = await workbook(
      {
        responses:
          line(inline("question"), inline("response")) +
          line(inline("Who is first?"), '<c s="4"><v>0.35</v></c>') +
          `<row hidden="1">${inline("Who is second?")}<c><f>A1</f></c></row>`,
        other: line(inline("more")),
      },
      { styles: '<xf numFmtId="9"/>' },
    );
    const { plan } = await bring("some.xlsx", file);
    expect(
      plan.findings.map(({ record, column, code, value: shown }) => [record, column, code, shown]),
    ).toEqual([
      [3, null, "hidden-row", null],
      [2, "response", "formatted-number", "0.35, shown as 35%"],
      [3, "response", "formula-without-result", null],
      [null, null, "ignored-sheet", "“other” (1 row)"],
    ]);
  });

  it("ends where it has too many records", async () => {
    const { plan } = await bring(
      "some.csv",
      `question,response\n${"Who is first?,One\n".repeat(20)}`,
      { limits: { maxRows: 10 } },
    );
    expect([plan.status, plan.error]).toEqual([
      "refused",
      expect.stringContaining("too many rows (more than 10)"),
    ]);
  });
});

it("base_response is a response, unless a better name is there", () => {
  expect(guessRoles(["question", "base_response"], [["Who?", "x"]], "gpt4.csv")).toEqual([
    "question",
    "response",
  ]);
  expect(
    guessRoles(["question", "base_response", "model_response"], [["Who?", "x", "y"]], "gpt4.csv"),
  ).toEqual(["question", "metadata", "response"]);
});
