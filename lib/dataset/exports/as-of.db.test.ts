import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { db, withConnection } from "@/lib/platform/db";
import { changeQuestions } from "@/lib/dataset/questions/commands";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { importFile } from "@/prisma/testing/import-file";
import { exportAsOf, exportCurrent, listAsOf, type OutgoingFile } from "./queries";
import { keepDay } from "@/prisma/testing/noon";
import { notEmpty } from "@/prisma/testing/not-empty";
import { asOfPage } from "./address";

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? "../shared/data/freshqa";
const [DECEMBER, APRIL] = ["FreshQA_v12182024.csv", "FreshQA_v04072025.csv"].map((name) =>
  join(RELEASES, name),
) as [string, string];
const haveReleases = existsSync(DECEMBER) && existsSync(APRIL);
const folder = mkdtempSync(join(tmpdir(), "as-of-"));
let actor: Actor;
/** Of the dataset, while these tests run. */
let today: string;
let timeZone: string;

beforeAll(async () => {
  await withConnection(keepDay);
  ({ timeZone } = await db.datasetSettings.findUniqueOrThrow({ where: { id: 1 } }));
  const [said] = await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`;
  today = said!.day;
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
});
afterAll(() => rmSync(folder, { recursive: true }));

async function bytesOf(file: Promise<OutgoingFile>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (await file).bytes) parts.push(part);
  return Buffer.concat(parts);
}
const asOf = (day: string) => bytesOf(exportAsOf(actor, day, { format: "csv", preamble: true }));
const present = () => bytesOf(exportCurrent(actor, { format: "csv", preamble: true }));
const header = RELEASE_COLUMNS.join(",");

describe("the dataset as of a day", () => {
  it.skipIf(!haveReleases)(
    "is each of two real releases byte for byte on its day, and nothing before the first",
    async () => {
      await importFile(actor, "FreshQA_v12182024.csv", DECEMBER);
      await importFile(actor, "FreshQA_v04072025.csv", APRIL);
      expect((await asOf("2024-12-17")).toString()).toBe(OFFICIAL_LAYOUT.preamble + header);
      for (const [day, path] of [
        ["2024-12-18", DECEMBER],
        ["2025-04-06", DECEMBER],
        ["2025-04-07", APRIL],
        ["2099-01-01", APRIL],
      ] as const) {
        expect((await asOf(day)).equals(readFileSync(path)), day).toBe(true);
      }
      expect((await present()).equals(readFileSync(APRIL))).toBe(true);
    },
    60_000,
  );

  it.skipIf(!haveReleases)(
    "keeps what it was when questions are retired and changed today, and is the present state today",
    async () => {
      const ids = (await db.questionHead.findMany({ take: 5 })).map((head) => head.questionId);
      await changeQuestions(actor, { questionIds: ids, change: { kind: "retire" }, comment: "" });
      expect((await asOf("2025-04-07")).equals(readFileSync(APRIL))).toBe(true);
      expect((await asOf("2024-12-18")).equals(readFileSync(DECEMBER))).toBe(true);
      expect((await asOf(today)).equals(await present())).toBe(true);
    },
  );

  it.skipIf(!haveReleases)(
    "is listed by pages in that day's order, and searched in question and answers",
    async () => {
      const last = await listAsOf(actor, { day: "2024-12-18", q: "", page: 12 });
      expect(last).toMatchObject({
        day: "2024-12-18",
        today,
        firstDay: "2024-12-18",
        timeZone,
        total: 600,
      });
      expect(last.rows).toHaveLength(50);
      const found = await listAsOf(actor, { day: "2024-12-18", q: "MESSI", page: 1 });
      expect(found.total).toBeGreaterThan(0);
      expect(notEmpty(found.rows).every((row) => row.holdsSince === "2024-12-18")).toBe(true);
      expect((await listAsOf(actor, { day: "2024-12-17", q: "", page: 1 })).total).toBe(0);
      expect((await listAsOf(actor, asOfPage.usual)).day).toBe(today);
    },
  );

  it("has the file's own ids and quoting on its day, however the dataset was rearranged since", async () => {
    const row = (id: string, question: string) =>
      `${id},TEST,${question},2024,N/A,FALSE,one-hop,slow-changing,N/A,Yes,,,,,,,,,,`;
    const older = `${header}\n${row("17", '"Who, is it?"')}\n${row("3", '"needless quotes"')}\n${row("x", '"two\nlines"')}\n`;
    const newer = [
      header,
      row("0", '"needless quotes"'),
      row("1", '"Who, is it?"'),
      row("2", "Something else entirely?"),
    ].join("\r\n");
    for (const [name, text] of [
      ["FreshQA_v01022020.csv", older],
      ["FreshQA_v01032020.csv", newer],
    ] as const) {
      writeFileSync(join(folder, name), text);
      await importFile(actor, name, join(folder, name));
    }
    expect((await asOf("2020-01-02")).toString()).toBe(older);
    expect((await asOf("2020-01-03")).toString()).toBe(newer);
  });
});
