import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { cellOf } from "@/lib/dataset/questions/cells";
import { HEADS_CHECK } from "@/lib/dataset/questions/checks";
import { changeQuestions } from "@/lib/dataset/questions/commands";
import { RELEASE_COLUMNS, type ContentColumn } from "@/lib/dataset/questions/vocabulary";
import type { ColumnDefaults } from "@/lib/dataset/file-formats/vocabulary";
import { headerRow, workbook } from "@/lib/dataset/file-formats/workbook-samples";
import { clearUp } from "@/lib/launcher/clearing";
import { db, withConnection } from "@/lib/platform/db";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { addMaintainer, importing } from "@/prisma/testing/imports";
import { value } from "@/prisma/testing/value";
import { cancelImport } from "./applying-commands";
import { createQueue, startQueue } from "./queue-commands";
import { mapImportColumns } from "./reading-commands";
import { resolveConflicts } from "./deciding-commands";
import { mapColumnsBehind, readKept } from "./mapping-service";
import { importColumns } from "./file-queries";
import { importPlan, planRows } from "./plan-queries";
import { importProgress } from "./queries";

/*
 * Files whose columns are called otherwise than a release's.
 */

let actor: Actor;
const tools = importing(() => actor);
beforeAll(async () => {
  actor = await addMaintainer();
});
beforeEach(emptyDataset);

const ORGAN = "Who plays the organ of the church on the island?";
const LAKE = "How deep is that lake in the north?";
const GOAT = "Which goat won the race of the valley?";
const DEFAULTS = {
  false_premise: "FALSE",
  num_hops: "one-hop",
  fact_type: "slow-changing",
} as const;
const HEADER = ["Question", "Gold answer", "Link"];
const AS = ["question", "answer_0", "source"] as const;

/** A release row with two answers, a source and a note. */
const row = (question: string, answer: string, other = "") =>
  ["0", "DEV", question, "2024", "N/A", "TRUE", "multi-hop", "fast-changing", "https://a.example"]
    .concat(answer, other, Array<string>(8).fill(""), "Kept")
    .join(",");
const release = (...rows: string[]) =>
  tools.plan([RELEASE_COLUMNS.join(","), ...rows].join("\r\n"), "first.csv");
const csv = (rows: string[][], separator = ",") =>
  rows.map((cells) => cells.join(separator)).join("\r\n");
const other = (...rows: string[][]) => tools.plan(csv([HEADER, ...rows]), "other.csv");

async function map(importId: number, as: readonly string[] = AS) {
  value(
    await mapImportColumns(actor, {
      importId,
      as: [...as] as (typeof AS)[number][],
      defaults: DEFAULTS,
    }),
  );
  await readKept(actor, importId);
  return importPlan(actor, importId);
}

async function cells(question: string, columns: ContentColumn[]) {
  const head = await db.questionHead.findFirstOrThrow({ where: { question } });
  const revision = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  return columns.map((column) => cellOf(revision.cells, column));
}

describe("a file whose columns are called otherwise", () => {
  it("is not refused: it waits, with names, first values and a guess, and is kept", async () => {
    const { importId, status, rows } = await other(
      [ORGAN, "Ada", "https://b.example"],
      [LAKE, "", ""],
    );
    expect({ status, rows }).toEqual({ status: "mapping", rows: 0 });
    expect(await importColumns(actor, importId)).toEqual({
      names: HEADER,
      samples: [[ORGAN, LAKE], ["Ada"], ["https://b.example"]],
      as: AS,
      defaults: { next_review: "by_fact_type" },
      remembered: false,
    });
    expect(await tools.apply(importId)).toMatchObject({
      ok: false,
      refusal: { code: "not-planned", message: "Map the columns first." },
    });
    const say = (as: string[], defaults = {}) =>
      mapImportColumns(actor, { importId, as: as as (typeof AS)[number][], defaults });
    for (const [as, defaults, words] of [
      [["question", "answer_0"], DEFAULTS, "columns have changed"],
      [["answer_1", "answer_0", "source"], DEFAULTS, "Select the column with the question"],
      [["question", "answer_0", "answer_0"], DEFAULTS, "Only one column can be answer_0"],
      [["question", "answers", "answer_0"], DEFAULTS, "Use either one column"],
      [[...AS], { ...DEFAULTS, num_hops: undefined }, "Choose the num_hops of new questions."],
    ] as const)
      expect(await say([...as], defaults)).toMatchObject({
        ok: false,
        refusal: { code: "invalid", message: expect.stringContaining(words) },
      });
    expect(await db.importFile.count({ where: { importId } })).toBe(1);
    value(await cancelImport(actor, { importId }));
    expect(await db.importFile.count()).toBe(0);
  });

  it("may have what the database cannot hold, in names and values, also where a value is cut", async () => {
    const long = `${"a".repeat(199)}😀`;
    const { importId } = await tools.plan(
      csv([
        ["Question", "Gold\u0000 answer\uFFFF", "Link"],
        [ORGAN, long, "https://a.example"],
        [LAKE, "90\u0000 m", "https://b.example"],
      ]),
      "other.csv",
    );
    const columns = await importColumns(actor, importId);
    expect(columns?.samples).toEqual([
      [ORGAN, LAKE],
      [`${"a".repeat(199)}\uFFFD`, "90 m"],
      ["https://a.example", "https://b.example"],
    ]);
    await map(importId);
    expect((await importProgress(actor, importId)).status).toBe("planned");
  });

  it("changes only what it has: the rest of a question stays, a new one gets what was chosen", async () => {
    await tools.applied(
      (await release(row(ORGAN, "Ada", "A."), row(LAKE, "9 m", "nine"))).importId,
    );
    const { importId } = await other(
      [ORGAN, "Ada", "https://b.example"],
      [LAKE, "8 m", "https://a.example"],
      [GOAT, "Nera", ""],
    );
    const plan = await map(importId);
    expect(plan.counts).toMatchObject({ rows: 3, changed: 2, unchanged: 0, new: 1, bad: 0 });
    // Nothing is said of what the file could not say.
    expect(plan.findings).toEqual([]);
    const changed = await planRows(actor, importId, "changed");
    expect(
      changed.rows.map(({ changes }) =>
        changes.map(({ column, before, after }) => [column, before, after]),
      ),
    ).toEqual([
      [["source", "https://a.example", "https://b.example"]],
      // Another first answer: the other ones were those of the old.
      [
        ["answer_0", "9 m", "8 m"],
        ["answer_1", "nine", ""],
      ],
    ]);
    await tools.applied(importId, { order: "present" });
    const columns = [
      "split",
      "effective_year",
      "num_hops",
      "answer_0",
      "answer_1",
      "source",
      "note",
    ] as const;
    expect(await cells(ORGAN, [...columns])).toEqual([
      "DEV",
      "2024",
      "multi-hop",
      "Ada",
      "A.",
      "https://b.example",
      "Kept",
    ]);
    expect(await cells(LAKE, [...columns])).toEqual([
      "DEV",
      "2024",
      "multi-hop",
      "8 m",
      "",
      "https://a.example",
      "Kept",
    ]);
    expect(await cells(GOAT, [...columns])).toEqual(["", "", "one-hop", "Nera", "", "", ""]);
    const heads = await db.questionHead.findMany({ orderBy: { questionId: "asc" } });
    expect(
      heads.map(({ factType, falsePremise, primaryAnswer, searchText }) => [
        factType,
        falsePremise,
        primaryAnswer,
        searchText.includes("nine"),
      ]),
    ).toEqual([
      ["fast-changing", true, "Ada", false],
      ["fast-changing", true, "8 m", false],
      ["slow-changing", false, "Nera", false],
    ]);
    expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
    expect(await db.importFile.count()).toBe(0);
  });

  it.each([
    ["other.csv", (rows: string[][]) => csv(rows)],
    [
      "other.jsonl",
      ([header, ...rows]: string[][]) =>
        rows
          .map((cells) =>
            JSON.stringify(Object.fromEntries(cells.map((cell, at) => [header![at], cell]))),
          )
          .join("\n"),
    ],
  ] as const)(
    "makes new questions due by how often their answers change, or all alike, and leaves those that are there: %s",
    async (name, render) => {
      await tools.applied((await release(row(ORGAN, "Ada"))).importId);
      const header = ["Question", "Gold answer", "Pace", "Wrong premise"];
      const rows = [
        [ORGAN, "Ada", "slow-changing", "TRUE"],
        [LAKE, "9 m", "Never-changing", "FALSE"],
        [GOAT, "Nera", "never-changing", "TRUE"],
        ["Who rings the bell?", "Ines", "slow-changing", "FALSE"],
        ["Who mends the boats?", "Jonas", "fast-changing", "FALSE"],
      ];
      const due = async (next_review: ColumnDefaults["next_review"]) => {
        const { importId } = await tools.plan(render([header, ...rows]), name);
        value(
          await mapImportColumns(actor, {
            importId,
            as: ["question", "answer_0", "fact_type", "false_premise"],
            defaults: { num_hops: "one-hop", next_review },
          }),
        );
        await readKept(actor, importId);
        await tools.applied(importId, { order: "present" });
        return Promise.all(rows.map(async ([text]) => (await cells(text!, ["next_review"]))[0]));
      };
      expect(await due("by_fact_type")).toEqual([
        "N/A",
        "N/A",
        "hardly_ever",
        "occasionally",
        "every_time",
      ]);
      // The questions are there by now, and keep what they have.
      rows.push(["Who winds the clock?", "Kemal", "slow-changing", "FALSE"]);
      expect((await due("frequently")).slice(3)).toEqual([
        "occasionally",
        "every_time",
        "frequently",
      ]);
      rows.push(["Who feeds the swans?", "Lena", "slow-changing", "FALSE"]);
      expect((await due(undefined)).at(-1)).toBe("");
      expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({
        wrong: 0,
      });
    },
  );

  it("that says what the dataset says changes nothing", async () => {
    await tools.applied((await release(row(ORGAN, "Ada", "A."))).importId);
    const { importId } = await other([ORGAN, "Ada", "https://a.example"]);
    expect((await map(importId)).counts).toMatchObject({ unchanged: 1, changed: 0 });
  });

  it("and an edit made here of what it lacks do not meet; both changes of one field do, and combine where they differ", async () => {
    await tools.applied(
      (await release(row(ORGAN, "Ada"), row(LAKE, "9 m"), row(GOAT, "Nera"))).importId,
    );
    const { questionId } = await db.questionHead.findFirstOrThrow({ where: { question: LAKE } });
    await changeQuestions(actor, {
      questionIds: [questionId],
      change: { kind: "split", split: "TEST" },
      comment: "",
    });
    const { importId } = await other(
      [ORGAN, "Ada", "https://a.example"],
      [LAKE, "8 m", "https://a.example"],
      [GOAT, "Nera", "https://a.example"],
    );
    const plan = await map(importId);
    expect(plan.counts).toMatchObject({ unchanged: 2, conflicts: 1, conflictsOpen: 1 });
    const { rows } = await planRows(actor, importId, "conflicts");
    expect(rows[0]).toMatchObject({ combinable: true });
    value(await resolveConflicts(actor, { importId, resolution: "combined" }));
    await tools.applied(importId, { order: "present" });
    expect(await cells(LAKE, ["split", "answer_0", "note"])).toEqual(["TEST", "8 m", "Kept"]);
    expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
  });

  it("is proposed as the last file with the same columns was mapped; a planned one can be mapped again", async () => {
    const first = await other([ORGAN, "Ada", "Heard"]);
    await map(first.importId, ["question", "answer_0", "note"]);
    expect((await planRows(actor, first.importId, "new")).rows).toHaveLength(1);
    const again = await map(first.importId, ["question", "answer_0", ""]);
    expect(again.counts).toMatchObject({ rows: 1, new: 1 });
    await tools.applied(first.importId);
    expect(await cells(ORGAN, ["answer_0", "note"])).toEqual(["Ada", ""]);
    const second = await other([LAKE, "9 m", "Seen"]);
    expect(await importColumns(actor, second.importId)).toMatchObject({
      as: ["question", "answer_0", ""],
      defaults: DEFAULTS,
      remembered: true,
    });
  });

  it.each<[string, string, () => string | Promise<Buffer>]>([
    ["some.tsv", "tabs", () => csv([HEADER, [ORGAN, "Ada", "https://b.example"]], "\t")],
    [
      "some.csv",
      "a line above the header",
      () =>
        `"Our questions, all of them",,\r\n${csv([HEADER, [ORGAN, "Ada", "https://b.example"]])}`,
    ],
    [
      "some.json",
      "fields of objects",
      () => JSON.stringify([{ Question: ORGAN, "Gold answer": "Ada", Link: "https://b.example" }]),
    ],
    [
      "some.xlsx",
      "a sheet of another name",
      () =>
        workbook({
          Intro: headerRow(["About"]),
          Ours: headerRow(HEADER) + headerRow([ORGAN, "Ada", "https://b.example"]),
        }),
    ],
  ])("%s: with %s", async (name, _, make) => {
    const { importId, status } = await tools.plan(await make(), name);
    expect(status).toBe("mapping");
    expect((await map(importId)).counts).toMatchObject({ rows: 1, new: 1, bad: 0 });
    await tools.applied(importId);
    expect(await cells(ORGAN, ["question", "answer_0", "source"])).toEqual([
      ORGAN,
      "Ada",
      "https://b.example",
    ]);
  });

  it("waits for someone again where the server stopped while it was read", async () => {
    const { importId } = await other([ORGAN, "Ada", ""]);
    value(await mapImportColumns(actor, { importId, as: [...AS], defaults: DEFAULTS }));
    await db.import.update({
      where: { id: importId },
      data: { progressAt: new Date(Date.now() - 600_000) },
    });
    await clearUp();
    expect((await importProgress(actor, importId)).status).toBe("mapping");
    expect((await map(importId)).counts).toMatchObject({ new: 1 });
  });

  it("is said once by several people at once", async () => {
    const { importId } = await other([ORGAN, "Ada", ""]);
    const said = await Promise.all(
      [1, 2, 3].map(() => mapImportColumns(actor, { importId, as: [...AS], defaults: DEFAULTS })),
    );
    expect(said.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("in a queue says it for the others with the same columns", async () => {
    const { queueId } = value(await createQueue(actor, {}));
    for (const [name, answer] of [
      ["FreshQA_v01012025.csv", "Ada"],
      ["FreshQA_v02012025.csv", "Bea"],
    ] as const)
      await tools.plan(csv([HEADER, [ORGAN, answer, ""]]), name, { queueId });
    const files = await db.import.findMany({ where: { queueId }, orderBy: { id: "asc" } });
    expect(files.map(({ status }) => status)).toEqual(["mapping", "mapping"]);
    value(await startQueue(actor, { queueId, missing: "keep" }));
    value(
      await mapColumnsBehind(actor, { importId: files[0]!.id, as: [...AS], defaults: DEFAULTS }),
    );
    await expect
      .poll(async () =>
        (await db.import.findMany({ where: { queueId } })).map(({ status }) => status),
      )
      .toEqual(["applied", "applied"]);
    expect(await cells(ORGAN, ["answer_0"])).toEqual(["Bea"]);
  });
});
