import { stringify } from "csv-stringify/sync";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { exportHistory } from "@/lib/dataset/exports/history-queries";
import { RELEASE_PARQUET_COLUMNS } from "@/lib/dataset/file-formats/write-release-parquet";
import { planRows } from "@/lib/dataset/imports/plan-queries";
import { compareReleases, previewPublishing } from "@/lib/dataset/release-differences/queries";
import { describeCounts } from "@/lib/dataset/release-differences/rules";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { cellText } from "@/lib/dataset/sheet/cells";
import { saveCells } from "@/lib/dataset/sheet/commands";
import { getSheetRows } from "@/lib/dataset/sheet/queries";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { sampleContent } from "@/prisma/testing/content";
import { addMaintainer, importing } from "@/prisma/testing/imports";
import { keepDay } from "@/prisma/testing/noon";
import { value } from "@/prisma/testing/value";
import { contentOfRevision, renderCells } from "./cells";
import { HEADS_CHECK } from "./checks";
import { editQuestion } from "./commands";
import { getQuestion } from "./queries";
import { changedFields, theirChanges } from "./rules";
import type { Content } from "./schema";
import { CELL_COLUMNS, FIELD_KEYS, FIELDS, RELEASE_COLUMNS, type Field } from "./vocabulary";
import { typedColumns } from "./typed-columns";

/*
 * Each field of a question on its whole way: a file in which it alone has changed is planned, applied, released, compared,
 * read, edited in the grid, merged and exported. A new field gets its two values here, and is then asked of every layer.
 * The tests of a field follow one another: the grid takes it back to what it was, the merge brings the new value again.
 */

/** For each field what the first file says and what the second one does; all other fields stay as they are. */
const VALUES: { [F in Field]: readonly [Content[F], Content[F]] } = {
  // As first() names it. Other words would be another question: a rewording, which someone has to confirm.
  question: ["Who leads the council of question?", "who leads the council of question?"],
  split: ["TEST", "DEV"],
  effectiveYear: [
    { year: 2024, before: false },
    { year: 2023, before: true },
  ],
  nextReview: [
    { policy: "occasionally", on: null },
    { policy: "on_date", on: "2031-03-09" },
  ],
  falsePremise: [false, true],
  hops: ["one-hop", "multi-hop"],
  factType: ["slow-changing", "fast-changing"],
  sources: [["https://council.example/a"], ["https://council.example/b", "https://other.example/"]],
  answers: [
    ["Ada Brandt", "Brandt"],
    ["Eve Cole", "Brandt"],
  ],
  note: ["By the minutes.", "By the register."],
};
const KINDS: Record<Field, string[]> = {
  question: ["reworded"],
  split: ["split"],
  effectiveYear: ["effective-year"],
  nextReview: ["schedule"],
  falsePremise: ["class", "false-premise"],
  hops: ["class", "hops"],
  factType: ["class", "fact-type"],
  sources: ["evidence"],
  answers: ["answers"],
  note: ["note"],
};

/** What the typed columns say of the second value. */
const TYPED: Record<Field, object> = {
  question: {},
  split: { split: "DEV" },
  effectiveYear: { effectiveYear: 2023, effectiveBefore: true },
  nextReview: { reviewPolicy: "on_date", reviewOn: new Date("2031-03-09T00:00:00Z") },
  falsePremise: { falsePremise: true },
  hops: { hops: "multi-hop" },
  factType: { factType: "fast-changing" },
  sources: {},
  answers: {},
  note: {},
};

const first = (field: Field): Content =>
  sampleContent({
    ...Object.fromEntries(FIELD_KEYS.map((one) => [one, VALUES[one][0]])),
    question: `Who leads the council of ${field}?`,
  });
const second = (field: Field): Content => ({ ...first(field), [field]: VALUES[field][1] });
const fileOf = (content: (field: Field) => Content) =>
  stringify(
    [[...RELEASE_COLUMNS], ...FIELD_KEYS.map((field, at) => [at, ...renderCells(content(field))])],
    { record_delimiter: "windows" },
  ).trimEnd();

let actor: Actor;
const { plan, applied, exported } = importing(() => actor);
const [OLD, NEW] = ["FreshQA_v01052026", "FreshQA_v01122026"] as const;
let planned: Awaited<ReturnType<typeof planRows>>["rows"];
let preview: Awaited<ReturnType<typeof previewPublishing>>;
const ids = {} as Record<Field, number>;

const publish = async (name: string) =>
  value(await publishRelease(actor, { name, notes: "", selection: { kind: "all" } }));
const textOf = async (bytes: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
};

beforeAll(async () => {
  await withConnection(keepDay);
  actor = await addMaintainer();
  await applied((await plan(fileOf(first), "first.csv")).importId);
  await publish(OLD);
  const { importId } = await plan(fileOf(second), "second.csv");
  planned = (await planRows(actor, importId, "changed")).rows;
  await applied(importId);
  preview = await previewPublishing(actor, { kind: "all" });
  await publish(NEW);
  const heads = await db.questionHead.findMany({ orderBy: { position: "asc" } });
  for (const [at, field] of FIELD_KEYS.entries()) ids[field] = heads[at]!.questionId;
});

describe.each(FIELD_KEYS)("%s", (field) => {
  it("is the only change that the plan of an import shows", () => {
    const row = planned.find(({ questionId }) => questionId === ids[field]);
    const changed = row!.changes.map(({ column }) => column);
    expect(changed.length).toBeGreaterThan(0);
    expect(FIELDS[field]).toEqual(expect.arrayContaining(changed));
  });

  it("is what two releases differ in, and never counts as a mere spelling", async () => {
    const { rows } = await compareReleases(actor, {
      from: OLD,
      to: NEW,
      kind: "content",
      page: 1,
    });
    expect(rows.find(({ questionId }) => questionId === ids[field])?.kinds).toEqual(KINDS[field]);
  });

  it("is a line of the changelog", () => {
    const kind = KINDS[field].at(-1) as keyof typeof preview.counts.byKind;
    const none = Object.fromEntries(Object.keys(preview.counts.byKind).map((one) => [one, 0]));
    const byKind = { ...none, [kind]: 1 } as typeof preview.counts.byKind;
    const [phrase] = describeCounts({ ...preview.counts, byKind });
    expect(preview.counts.byKind[kind]).toBe(1);
    expect(preview.changelog).toContain(`- ${phrase}`);
  });

  it("is what the two revisions of its question differ in, and no other field is", async () => {
    const { history, content } = await getQuestion(actor, ids[field]);
    expect(history).toHaveLength(2);
    const revisions = await db.revision.findMany({
      where: { questionId: ids[field] },
      orderBy: { number: "asc" },
    });
    const [was, is] = revisions.map((revision) => contentOfRevision(revision));
    expect(changedFields(was!, is!)).toEqual([field]);
    expect(content[field]).toEqual(VALUES[field][1]);
    expect(was).toEqual(first(field));
    expect(revisions[1]).toMatchObject(TYPED[field]);
  });

  it("is edited in the grid: back to what it was, by its column", async () => {
    const before = await getQuestion(actor, ids[field]);
    const [column] = Object.entries(CELL_COLUMNS).find(([, cell]) => cell === FIELDS[field][0])!;
    const old = { cells: renderCells(first(field)), nextReview: first(field).nextReview };
    const text = cellText(old, column);
    const edit = { questionId: ids[field], baseRevisionId: before.revisionId, field: column, text };
    const saved = value(await saveCells(actor, { cells: [edit], clientKey: randomUUID() }));
    expect(saved.changed).toBe(1);
    const after = await getQuestion(actor, ids[field]);
    expect(changedFields(after.content, first(field))).toEqual([]);
    const typed = await db.revision.findUniqueOrThrow({ where: { id: after.revisionId } });
    expect(typed).toMatchObject(typedColumns(first(field), "active"));
    const { rows } = await getSheetRows(actor, { questionIds: [ids[field]] });
    expect(cellText(rows[0]!.content, column)).toBe(text);
  });

  it("is shown and merged where someone else changed it first", async () => {
    const { content, revisionId } = await getQuestion(actor, ids[field]);
    const cells = renderCells(content);
    const theirCells = renderCells(second(field));
    const { theirs, changes } = theirChanges({ content, cells }, { cells: theirCells }, content);
    expect(changes.map((change) => change.field)).toEqual([field]);
    expect(changes[0]!.base).not.toBe(changes[0]!.theirs);
    const merged = { ...content, [field]: theirs[field] };
    expect(changedFields(merged, second(field))).toEqual([]);
    value(
      await editQuestion(actor, {
        questionId: ids[field],
        baseRevisionId: revisionId,
        content: merged,
        comment: "",
        clientKey: randomUUID(),
      }),
    );
  });

  it("is a column of the files for programs", async () => {
    const history = await textOf(
      (await exportHistory(actor, { format: "csv", spreadsheet: false })).bytes,
    );
    for (const column of FIELDS[field]) {
      expect(history.slice(0, history.indexOf("\r\n")).split(",")).toContain(column);
    }
    const parquet = RELEASE_PARQUET_COLUMNS.map(({ name }) => name);
    expect(parquet).toContain(field === "answers" ? "answers" : FIELDS[field][0]);
  });
});

describe("all fields together", () => {
  it("leave as they came: the export is the second file, byte for byte", async () => {
    expect(await exported(false)).toBe(fileOf(second));
  });

  it("are in the heads as the chain of revisions says it", async () => {
    const { checked, wrong } = await withConnection((client) => HEADS_CHECK.find(client));
    expect([checked, wrong]).toEqual([FIELD_KEYS.length, 0]);
  });
});
