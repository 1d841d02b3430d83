import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { listAsOf, undatedChangesAfter } from "@/lib/dataset/exports/queries";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { addDays } from "@/lib/dataset/schedule/rules";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { addMaintainer, importing } from "@/prisma/testing/imports";
import { keepDay } from "@/prisma/testing/noon";
import { value } from "@/prisma/testing/value";
import { undoImport } from "./applying-commands";
import { importProgress } from "./queries";
import { beginImport } from "./reading-commands";

/* The dates of files: who says them, and what is said of a past day where no one knows them. */

let actor: Actor;
let today: string;
const { plan, applied } = importing(() => actor);

beforeAll(async () => {
  await withConnection(keepDay);
  actor = await addMaintainer();
  const [said] = await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`;
  today = said!.day;
});
afterAll(disconnect);

const row = (question: string, answer: string) =>
  ["0", "TEST", question, "2024", "N/A", "FALSE", "one-hop", "slow-changing", "N/A", answer]
    .concat(Array<string>(10).fill(""))
    .join(",");
/** Imports rows; what the file lacks stays. */
async function bring(fileName: string, rows: string[]): Promise<number> {
  const { importId } = await plan([RELEASE_COLUMNS.join(","), ...rows].join("\r\n"), fileName);
  await applied(importId);
  return importId;
}
const begin = (fileName: string, date?: string) =>
  beginImport(actor, { fileName, byteSize: 1, ...(date !== undefined && { date }) });

describe("a file's date", () => {
  it("is asked for where its name has none, and none is begun without", async () => {
    expect(await begin("questions.csv")).toMatchObject({
      ok: false,
      refusal: { code: "date-missing", message: expect.stringContaining("Nothing was imported.") },
    });
    expect(await db.import.count()).toBe(0);
  });

  it.each([
    ["FreshQA_v04072025.csv", undefined, "2025-04-07"],
    ["questions.csv", "2025-04-01", "2025-04-01"],
    ["questions.csv", "unknown", null],
  ])("of %s with %s is kept as %s", async (fileName, date, kept) => {
    const { importId } = value(await begin(fileName, date));
    expect((await importProgress(actor, importId)).releasedOn).toBe(kept);
  });

  it("is no day to come", async () => {
    expect(await begin("questions.csv", addDays(today, 1))).toMatchObject({
      ok: false,
      refusal: { code: "date-to-come" },
    });
    const [year, month, rest] = addDays(today, 1).split("-");
    expect(await begin(`FreshQA_v${month}${rest}${year}.csv`)).toMatchObject({
      ok: false,
      refusal: { code: "date-to-come" },
    });
    expect(await begin("questions.csv", today)).toMatchObject({ ok: true });
  });
});

describe("what files of unknown date brought", () => {
  const [LAKE, ORGAN, MILL] = ["Which lake is the deepest?", "Who plays the organ?", "Whose mill?"];
  const yesterday = () => addDays(today, -1);
  it("is counted for each earlier day, by question and file, until it is undone; edits and dated files are not", async () => {
    const told = (day: string) => undatedChangesAfter(actor, day);
    await bring("FreshQA_v04072025.csv", [row(LAKE, "Onego"), row(ORGAN, "Ada")]);
    const head = await db.questionHead.findFirstOrThrow({ where: { question: LAKE } });
    const base = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    value(
      await editQuestion(actor, {
        questionId: head.questionId,
        baseRevisionId: base.id,
        comment: "",
        content: { ...contentOfRevision(base), note: "Seen." },
      }),
    );
    expect(await told(yesterday())).toBeNull();

    const first = await bring("first.csv", [row(ORGAN, "Cleo"), row(MILL, "Wind")]);
    expect(await told(yesterday())).toEqual({ questions: 2, files: 1 });
    const second = await bring("second.csv", [row(ORGAN, "Dora")]);
    expect(await told(yesterday())).toEqual({ questions: 2, files: 2 });
    expect(await told("2024-01-01")).toEqual({ questions: 2, files: 2 });
    // What was said by the end of the day is what the dataset said then.
    expect(await told(today)).toBeNull();
    expect((await listAsOf(actor, { day: yesterday(), q: "", page: 1 })).undated).toEqual({
      questions: 2,
      files: 2,
    });

    value(await undoImport(actor, { importId: second }));
    expect(await told(yesterday())).toEqual({ questions: 2, files: 1 });
    value(await undoImport(actor, { importId: first }));
    expect(await told(yesterday())).toBeNull();
  });
});
