import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { db, withConnection } from "@/lib/platform/db";
import { AccessDenied } from "@/lib/platform/errors";
import { changeQuestions } from "@/lib/dataset/questions/commands";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { importFile } from "@/prisma/testing/import-file";
import { exportCurrent } from "./queries";
import type { ExportRequest } from "./schema";

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";
const folder = mkdtempSync(join(tmpdir(), "export-"));
let actor: Actor;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
});
afterAll(() => rmSync(folder, { recursive: true }));

async function importText(text: string): Promise<void> {
  const path = join(folder, "some.csv");
  writeFileSync(path, text);
  await importFile(actor, "some.csv", path);
}

async function exported(request: Partial<ExportRequest> = {}): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (
    await exportCurrent(actor, { format: "csv", preamble: true, ...request })
  ).bytes)
    parts.push(part);
  return Buffer.concat(parts);
}

const header = RELEASE_COLUMNS.join(",");
const row = (id: string, question: string, end = "") =>
  `${id},TEST,${question},2024,N/A,FALSE,one-hop,slow-changing,N/A,Yes,,,,,,,,,,${end}`;

describe("the present state", () => {
  it("without any question is the official preamble and the header", async () => {
    expect((await exported()).toString()).toBe(OFFICIAL_LAYOUT.preamble + header);
    expect((await exported({ preamble: false })).toString()).toBe(header);
  });

  it("is for those who may read questions", async () => {
    await expect(
      exportCurrent({ ...actor, roles: [] }, { format: "csv", preamble: true }),
    ).rejects.toThrow(AccessDenied);
  });

  it("after an import is the same file: byte-order mark, preamble, ids, quoting, bare line feeds and ending", async () => {
    const text = `\uFEFFa warning,,\r\n${header}\n${row("17", '"Who, is ""it""?"')}\n${row("3", '"needless quotes"')}\n${row("3x", '"two\nlines\rand\r\nmore"')}\r\n${row("-1", "  ünïcode 🦩 =1+1  ")}\n\n`;
    await importText(text);
    expect((await exported()).toString()).toBe(text);
    expect((await exported({ preamble: false })).toString()).toBe(
      text.replace("a warning,,\r\n", ""),
    );
  });

  it("counts ids anew from 0 once a question is retired, and has the file's ids back when it is restored at its place", async () => {
    const { questionId } = await db.questionHead.findFirstOrThrow({
      where: { question: "needless quotes" },
    });
    const before = await exported();
    await changeQuestions(actor, {
      questionIds: [questionId],
      change: { kind: "retire" },
      comment: "",
    });
    expect((await exported()).toString()).toContain('\n1,TEST,"two\nlines');
    expect((await exported()).toString()).not.toContain("needless");
    await changeQuestions(actor, {
      questionIds: [questionId],
      change: { kind: "restore" },
      comment: "",
    });
    expect((await exported()).equals(before)).toBe(true);
  });

  it("is handed out as JSON Lines with question ids and revision numbers", async () => {
    const lines = (await exported({ format: "jsonl" }))
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line.id)).toEqual(["17", "3", "3x", "-1"]);
    expect(lines[1]).toMatchObject({
      question: "needless quotes",
      revision: 3,
      question_id: expect.stringMatching(/^Q\d+$/) as string,
    });
  });

  it("is what it was when the export began, whatever is changed meanwhile", async () => {
    const before = await exported();
    const file = await exportCurrent(actor, { format: "csv", preamble: true });
    const first = await file.bytes.next();
    const ids = (await db.questionHead.findMany()).map((head) => head.questionId);
    await changeQuestions(actor, {
      questionIds: ids,
      change: { kind: "split", split: "DEMO" },
      comment: "",
    });
    const parts = [first.value as Uint8Array];
    for await (const part of file.bytes) parts.push(part);
    expect(Buffer.concat(parts).equals(before)).toBe(true);
    expect((await exported()).equals(before)).toBe(false);
  });

  it("left unread by twenty readers keeps no connection from others", async () => {
    const files = await Promise.all(
      Array.from({ length: 20 }, () => exportCurrent(actor, { format: "csv", preamble: true })),
    );
    for (const file of files) {
      await file.bytes.next();
      await file.bytes.next();
    }
    expect(
      await withConnection(async (client) => (await client.query("SELECT 1 AS one")).rows),
    ).toEqual([{ one: 1 }]);
    for (const file of files) await file.bytes.return(undefined);
  });

  for (const name of ["FreshQA_v12182024.csv", "FreshQA_v04072025.csv"]) {
    const path = join(RELEASES, name);
    it.skipIf(!existsSync(path))(
      `after importing the real ${name} is that file, byte for byte`,
      async () => {
        await importFile(actor, name, path);
        expect((await exported()).equals(readFileSync(path))).toBe(true);
      },
    );
  }
  if (!existsSync(RELEASES))
    process.stderr.write(`Skipped: the real releases are not at ${RELEASES}.\n`);
});

describe("the file for spreadsheets", () => {
  it("guards cells that would run as formulas and says so in its name; the other file is exact", async () => {
    const text = `${header}\n${row("0", '"=HYPERLINK(""https://x"")"')}\n${row("1", "@SUM is what?")}\n`;
    await importText(text);
    const exact = (await exported()).toString();
    expect(exact).toContain('"=HYPERLINK(""https://x"")"');
    const file = await exportCurrent(actor, {
      format: "csv",
      preamble: false,
      spreadsheet: true,
    });
    expect(file.fileName).toMatch(/^freshqa-\d{4}-\d\d-\d\d-spreadsheet\.csv$/);
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes) parts.push(part);
    const guarded = Buffer.concat(parts).toString();
    expect(guarded.startsWith(`\uFEFF${header}\r\n`)).toBe(true);
    expect(guarded).toContain(`"'=HYPERLINK(""https://x"")"`);
    expect(guarded).toContain(",'@SUM is what?,");
    expect(
      (await exportCurrent(actor, { format: "xlsx", preamble: true, spreadsheet: true })).fileName,
    ).toMatch(/\d\.xlsx$/);
  });
});
