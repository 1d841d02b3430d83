import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { undoImport } from "@/lib/dataset/imports/applying-commands";
import { resolveConflicts } from "@/lib/dataset/imports/deciding-commands";
import { standingAsOf, type Entry } from "@/lib/dataset/questions/as-of.oracle";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { refreshQuestion } from "@/lib/refreshing/commands";
import { sampleContent } from "@/prisma/testing/content";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { addMaintainer, importing } from "@/prisma/testing/imports";
import { keepDay } from "@/prisma/testing/noon";
import { value } from "@/prisma/testing/value";
import { exportAsOf, exportCurrent, type OutgoingFile } from "./queries";
import type { ExportFormat } from "./schema";

let actor: Actor;
/** Of the dataset, while these tests run. */
let today: string;
const { plan, applied } = importing(() => actor);

beforeAll(async () => {
  await withConnection(keepDay);
  const [said] = await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`;
  today = said!.day;
  actor = await addMaintainer();
});

/** Different enough from each other that none resembles another. */
const QUESTIONS = [
  "Who painted the ceiling of the chapel?",
  "How tall is that mountain in Nepal?",
  "Which team won last season's cup?",
  "When does daylight saving begin?",
];

/** The day so many days before another. */
function before(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** "FreshQA_v09012026.csv" for September 1. */
function fileNameOf(day: string | null): string {
  if (day === null) return "questions.csv";
  const [year, month, date] = day.split("-");
  return `FreshQA_v${month}${date}${year}.csv`;
}

type Row = [question: string, answer: string];

function fileOf(rows: readonly Row[]): string {
  const records = rows.map(
    ([question, answer], id) =>
      `${id},TEST,${question},2024,N/A,FALSE,one-hop,slow-changing,N/A,${answer},,,,,,,,,,`,
  );
  return [RELEASE_COLUMNS.join(","), ...records].join("\r\n");
}

async function importRows(
  day: string | null,
  rows: readonly Row[],
  choices: { missing: "keep" | "retire"; order: "file" | "present" },
): Promise<number> {
  const { importId } = await plan(fileOf(rows), fileNameOf(day));
  value(await resolveConflicts(actor, { importId, resolution: "file" }));
  await applied(importId, choices);
  return importId;
}

const bytesOf = async (file: Promise<OutgoingFile>) =>
  (await buffer(Readable.from((await file).bytes))).toString();
const asOf = (day: string, format: ExportFormat = "csv") =>
  bytesOf(exportAsOf(actor, day, { format, preamble: false }));
const present = (format: ExportFormat = "csv") =>
  bytesOf(exportCurrent(actor, { format, preamble: false }));

/** Answers by question, from a file of JSON Lines. */
function answersIn(lines: string): Record<string, string> {
  return Object.fromEntries(
    lines
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const row = JSON.parse(line) as { question: string; answer_0: string };
        return [row.question, row.answer_0];
      }),
  );
}

/** The last ids of what steps write. */
interface Written {
  revisions: number;
  arrangements: number;
  operations: number;
}

async function lastWritten(): Promise<Written> {
  const [last] = await db.$queryRaw<Written[]>`
    SELECT coalesce((SELECT max(id) FROM revisions), 0) AS revisions, coalesce((SELECT max(id) FROM arrangements), 0) AS arrangements,
      coalesce((SELECT max(id) FROM operations), 0) AS operations`;
  return last!;
}

/** Moves what was written since to a day, as if it had been written then. */
async function writtenOn(day: string, since: Written): Promise<void> {
  const written =
    "created_at = ($1::date + time '12:00') AT TIME ZONE (SELECT time_zone FROM dataset_settings)";
  const held =
    "holds_since = CASE WHEN holds_since = dataset_today() THEN $1::date ELSE holds_since END";
  await withConnection(async (client) => {
    for (const [table, set] of [
      ["revisions", `${written}, ${held}`],
      ["arrangements", `${written}, ${held}`],
      ["operations", written],
    ] as const) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
      await client.query(`UPDATE ${table} SET ${set} WHERE id > $2`, [day, since[table]]);
      await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
    }
  });
}

const VERSIONS = ["Ada", "Ben", "Cem"];
const question = fc.constantFrom(...QUESTIONS);
const version = fc.constantFrom(...VERSIONS);
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("import" as const),
      /** Days before the day of the import; null: the file's name has no date. */
      dated: fc.option(fc.integer({ min: 1, max: 12 })),
      rows: fc.uniqueArray(fc.tuple(question, version), {
        minLength: 1,
        maxLength: QUESTIONS.length,
        selector: ([text]) => text,
      }),
      missing: fc.constantFrom("keep" as const, "retire" as const),
      order: fc.constantFrom("file" as const, "present" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), question, version }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refresh" as const), question, version }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("retire", "restore"), question }) },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

async function carryOut(step: Step, day: string): Promise<unknown> {
  if (step.kind === "import" && "rows" in step)
    return importRows(step.dated === null ? null : before(day, step.dated), step.rows, step);
  const head = await db.questionHead.findFirst({ where: { question: step.question } });
  if (head === null || (head.status === "retired" && "version" in step)) return;
  const { questionId, revisionId: baseRevisionId } = head;
  const based = { questionId, baseRevisionId, comment: "", clientKey: randomUUID() };
  // What changes nothing is refused.
  if (step.kind === "edit" && "version" in step)
    await editQuestion(actor, {
      ...based,
      content: sampleContent({ question: step.question, sources: [], answers: [step.version] }),
    });
  else if (step.kind === "refresh" && "version" in step)
    await refreshQuestion(actor, {
      ...based,
      evidence: [],
      change: {
        kind: "answer",
        answers: [step.version],
        effectiveYear: { year: 2024, before: false },
      },
    });
  else if (step.kind === "retire" || step.kind === "restore")
    await changeQuestions(actor, {
      questionIds: [questionId],
      change: { kind: step.kind },
      comment: "",
    });
}

it("as of today is the present state, and as of each past day what held then, whatever came in which order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), steps), { minLength: 2, maxLength: 6 }),
      async (list) => {
        await emptyDataset();
        const entries: Entry<string | null>[] = [];
        let day = before(
          today,
          list.reduce((sum, [gap]) => sum + gap, 0),
        );
        let answers: Record<string, string> = {};
        for (const [gap, step] of list) {
          day = before(day, -gap);
          const behind = await lastWritten();
          await carryOut(step, day);
          await writtenOn(day, behind);
          const now = answersIn(await present("jsonl"));
          const dated = step.kind === "import" && "dated" in step ? step.dated : null;
          const since = dated === null ? day : before(day, dated);
          const stood = standingAsOf(entries, since);
          for (const text of QUESTIONS) {
            const says = now[text] ?? null;
            // A row that is no news now is news of the file's day, if the question said something else then.
            const confirmed =
              "rows" in step &&
              step.rows.some(([of, answer]) => of === text && answer === says) &&
              (stood.get(text)?.says ?? null) !== says;
            if (says !== (answers[text] ?? null) || confirmed)
              entries.push({ question: text, writtenOn: day, since, says });
          }
          answers = now;
        }
        expect(day).toBe(today);
        expect(await asOf(today)).toBe(await present());
        expect(await asOf(today, "jsonl")).toBe(await present("jsonl"));
        // Nothing changes on other days than these.
        const days = new Set(entries.flatMap((entry) => [entry.writtenOn, entry.since]));
        for (const past of [before([...days].toSorted()[0] ?? today, 1), ...days]) {
          const standing = [...standingAsOf(entries, past).values()];
          expect(answersIn(await asOf(past, "jsonl")), past).toEqual(
            Object.fromEntries(
              standing.flatMap(({ question: text, says }) => (says === null ? [] : [[text, says]])),
            ),
          );
        }
      },
    ),
    { numRuns: 15 },
  );
}, 240_000);

it("an import of an older file behind one without a date is the present state, and the file of its own day", async () => {
  await emptyDataset();
  const [ceiling, mountain] = QUESTIONS as [string, string];
  await importRows(
    null,
    [
      [ceiling, "Ada"],
      [mountain, "Ben"],
    ],
    { missing: "retire", order: "file" },
  );
  const september: Row[] = [
    [mountain, "Ben"],
    [ceiling, "Cem"],
  ];
  await importRows("2026-09-01", september, { missing: "retire", order: "file" });
  expect(await present()).toBe(fileOf(september));
  expect(await asOf(today)).toBe(fileOf(september));
  expect(await asOf("2026-09-01")).toBe(fileOf(september));
  expect(answersIn(await asOf("2026-08-31", "jsonl"))).toEqual({});
});

it("as of every day, an import of an older file that was undone leaves no trace", async () => {
  await emptyDataset();
  const [ceiling, mountain, team] = QUESTIONS as [string, string, string];
  const whole = { missing: "retire", order: "file" } as const;
  const [monday, wednesday, friday] = [before(today, 8), before(today, 6), before(today, 4)];
  const days = [before(today, 90), before(today, 61), before(today, 60), monday];
  let behind = await lastWritten();
  await importRows(before(today, 90), [[ceiling, "Ada"]], whole);
  await writtenOn(monday, behind);
  behind = await lastWritten();
  await importRows(
    null,
    [
      [ceiling, "Ben"],
      [mountain, "Ben"],
    ],
    whole,
  );
  await writtenOn(wednesday, behind);
  const states = async () => Promise.all(days.map((day) => asOf(day, "jsonl")));
  const former = [...(await states()), ...Array<string>(3).fill(await asOf(wednesday, "jsonl"))];
  days.push(wednesday, friday, today);
  behind = await lastWritten();
  const importId = await importRows(
    before(today, 60),
    [
      [ceiling, "Cem"],
      [mountain, "Ben"],
      [team, "Cem"],
    ],
    whole,
  );
  await writtenOn(friday, behind);
  expect(answersIn(await asOf(before(today, 60), "jsonl"))).toEqual({
    [ceiling]: "Cem",
    [mountain]: "Ben",
    [team]: "Cem",
  });
  value(await undoImport(actor, { importId }));
  expect((await states()).map(answersIn)).toEqual(former.map(answersIn));
  expect(await asOf(today)).toBe(await present());
});
