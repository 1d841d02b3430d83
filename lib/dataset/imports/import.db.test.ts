import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction, withConnection } from "@/lib/platform/db";
import { readCells } from "@/lib/dataset/questions/cells";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { caselessKey } from "@/lib/dataset/questions/same-text";
import type { Content } from "@/lib/dataset/questions/schema";
import { CONTENT_COLUMNS, RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { expectedHead } from "@/lib/dataset/questions/heads.oracle";
import { releaseRows } from "@/prisma/factories/release-rows";
import { plannedRows } from "@/prisma/testing/planned-rows";
import { acceptAllRewordings } from "@/prisma/testing/accept-rewordings";
import { cancelImport } from "./applying-commands";
import {
  decideAllRewordings,
  decideRewording,
  keepChoices,
  resolveConflicts,
} from "./deciding-commands";
import { planAgain, reopenImport } from "./planning-commands";
import { readImport } from "./reading-commands";
import { describeFinding } from "./finding-messages";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { OFFICIAL_LAYOUT, type Finding } from "@/lib/dataset/file-formats/release-file";
import { cellText } from "@/lib/dataset/file-formats/release-samples";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import {
  importFindings,
  importPlan,
  planRows,
  proposedRewordings,
  searchUnmatched,
} from "./plan-queries";
import { importProgress, listImports } from "./queries";
import { addMaintainer, APRIL, DECEMBER, haveReleases, importing } from "@/prisma/testing/imports";
import { locksHere, waitedLocksHere } from "@/prisma/testing/locks";
import { keepDay } from "@/prisma/testing/noon";
import { notEmpty } from "@/prisma/testing/not-empty";
import { expectOrders } from "@/prisma/testing/list-orders";
import { importsPage } from "./address";

let actor: Actor;
const { folder, begin, plan, planFile, apply, applied, rewordings, exported } = importing(
  () => actor,
);

beforeAll(async () => {
  actor = await addMaintainer();
});
beforeEach(emptyDataset);

async function findingsOf(importId: number): Promise<Finding[]> {
  const all: Finding[] = [];
  for await (const batch of importFindings(actor, importId)) all.push(...batch);
  return all;
}

/** Every head holds what the last revision of its question says, and nothing else. */
async function expectHeadsToFollowTheChain(): Promise<void> {
  const heads = await db.questionHead.findMany({ orderBy: { questionId: "asc" } });
  const last = await db.$queryRaw<
    { id: number }[]
  >`SELECT DISTINCT ON (question_id) id FROM revisions ORDER BY question_id, number DESC`;
  const revisions = new Map(
    (await db.revision.findMany({ where: { id: { in: last.map((row) => row.id) } } })).map(
      (revision) => [revision.questionId, revision],
    ),
  );
  expect(heads).not.toHaveLength(0);
  expect(heads.length).toBe(revisions.size);
  expect(await db.question.count()).toBe(heads.length);
  for (const head of notEmpty(heads)) {
    const revision = revisions.get(head.questionId)!;
    expect(head).toMatchObject({
      revisionId: revision.id,
      number: revision.number,
      authorId: revision.authorId,
      status: revision.status,
      ...expectedHead(revision.cells),
    });
    expect({ policy: head.reviewPolicy, on: head.reviewOn }).toEqual({
      policy: revision.reviewPolicy,
      on: revision.reviewOn,
    });
  }
  // The answers' day is that of the first revision behind the last one with other answers.
  const [wrong] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM question_heads h JOIN revisions last ON last.id = h.revision_id
    WHERE h.answers_since IS DISTINCT FROM (
      SELECT r.holds_since FROM revisions r WHERE r.question_id = h.question_id AND r.number > coalesce((
        SELECT max(o.number) FROM revisions o WHERE o.question_id = h.question_id AND o.cells[9:18] <> last.cells[9:18]), 0)
      ORDER BY r.number LIMIT 1)`;
  expect(wrong!.count).toBe(0);
}

const HEADER = RELEASE_COLUMNS.join(",");
interface Fields {
  question?: string;
  split?: string;
  year?: string;
  review?: string;
  premise?: string;
  hops?: string;
  type?: string;
  source?: string;
  answer?: string;
}
const row = (id: number, fields: Fields = {}) =>
  [
    id,
    fields.split ?? "TEST",
    fields.question ?? `Who holds office number ${id}?`,
    fields.year ?? "2024",
    fields.review ?? "N/A",
    fields.premise ?? "FALSE",
    fields.hops ?? "one-hop",
    fields.type ?? "slow-changing",
    fields.source ?? "N/A",
    fields.answer ?? `Person ${id}`,
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
  ].join(",");
const file = (...rows: string[]) => [HEADER, ...rows].join("\r\n");

/** Different enough from each other that none resembles another. */
const UNLIKE = [
  "Who painted the ceiling of the chapel?",
  "How tall is that mountain in Nepal?",
  "Which team won last season's cup?",
  "When does daylight saving begin?",
];

describe.runIf(haveReleases)("the real releases", () => {
  it("December into an empty dataset is 600 new questions in the file's order, with nothing to mend", async () => {
    const december = await planFile(DECEMBER);
    expect(december).toMatchObject({ status: "planned", rows: 600 });
    expect(december.counts).toMatchObject({
      rows: 600,
      new: 600,
      exact: 0,
      reworded: 0,
      missing: 0,
      bad: 0,
      suspect: 0,
      unreadable: 0,
    });
    expect(december.findings.filter((group) => group.severity !== "notice")).toEqual([]);
    expect(await db.question.count()).toBe(0);
    expect(await applied(december.importId)).toEqual({
      created: 600,
      replaced: 0,
      changed: 0,
      reworded: 0,
      keptEdits: 0,
      unchanged: 0,
      retired: 0,
      kept: 0,
      leftOut: 0,
    });
    expect(Buffer.from(await exported()).equals(readFileSync(DECEMBER))).toBe(true);
    await expectHeadsToFollowTheChain();
  });

  it.each([
    ["small letters", (text: string) => text.toLowerCase(), 68],
    ["capitals", (text: string) => text.toUpperCase(), 0],
  ])("December in %s is proposed for itself, to be accepted together", async (_, write, equal) => {
    await applied((await planFile(DECEMBER)).importId);
    const records: string[][] = parse(readFileSync(DECEMBER), { relax_column_count: true });
    const header = records.findIndex(([first]) => first === "id");
    const at = records[header]!.indexOf("question");
    const rewritten = records.slice(header + 1).map((cells) => cells.with(at, write(cells[at]!)));
    const { importId, counts } = await plan(stringify([records[header]!, ...rewritten]));
    expect(counts).toMatchObject({
      normalized: equal,
      reworded: 600 - equal,
      rewordingsSafe: 600 - equal,
      new: 0,
      missing: 0,
    });
    for (const pair of notEmpty(await proposedRewordings(actor, importId)))
      expect(write(pair.partner)).toBe(pair.question);
  });

  it("April onto December is matched by text: 584 equal, 180 of them changed, 16 put to the maintainer with the right partner first", async () => {
    await applied((await planFile(DECEMBER)).importId);
    const april = await planFile(APRIL);
    const { importId } = april;
    expect(april.counts).toEqual({
      rows: 600,
      exact: 584,
      normalized: 0,
      unchanged: 404,
      changed: 180,
      conflicts: 0,
      conflictsOpen: 0,
      changedHere: 0,
      reworded: 16,
      rewordingsOpen: 16,
      rewordingsAccepted: 0,
      rewordingsRejected: 0,
      rewordingsReplaced: 0,
      rewordingsSafe: 7,
      new: 0,
      missing: 0,
      bad: 0,
      suspect: 0,
      unreadable: 0,
      present: 600,
    });
    expect(await changedColumns(importId)).toMatchObject({
      source: 131,
      next_review: 99,
      answers: 78,
      effective_year: 73,
      false_premise: 2,
    });

    const pairs = (await proposedRewordings(actor, importId)).map((pair) => [
      pair.question,
      pair.partner,
    ]);
    expect(pairs).toEqual(APRIL_REWORDINGS);
    for (const proposal of notEmpty(await proposedRewordings(actor, importId)))
      expect(proposal.candidates[0]?.question).toBe(proposal.partner);

    expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "undecided" } });
    // Four of the sixteen are too little alike to be accepted unseen.
    expect(await acceptAllRewordings(actor, importId)).toEqual({ together: 7, alone: 9 });
    const { writes } = await importPlan(actor, importId);
    expect(writes.withoutSuspect).toEqual({
      created: 0,
      replaced: 0,
      changed: 180,
      reworded: 16,
      keptEdits: 0,
      unchanged: 404,
    });
    expect(await applied(importId)).toEqual({
      created: 0,
      replaced: 0,
      changed: 180,
      reworded: 16,
      keptEdits: 0,
      unchanged: 404,
      retired: 0,
      kept: 0,
      leftOut: 0,
    });

    expect(await db.question.count()).toBe(600);
    expect(
      await db.revision.groupBy({
        by: ["number", "reason"],
        _count: true,
        orderBy: { number: "asc" },
      }),
    ).toEqual([
      { number: 1, reason: "import", _count: 600 },
      { number: 2, reason: "import", _count: 196 },
    ]);
    expect(Buffer.from(await exported()).equals(readFileSync(APRIL))).toBe(true);
    await expectHeadsToFollowTheChain();
  });

  it("are never joined by id: each question's second revision is about what its first is about", async () => {
    await applied((await planFile(DECEMBER)).importId);
    const { importId } = await planFile(APRIL);
    await acceptAllRewordings(actor, importId);
    await applied(importId);
    const pairs = await db.$queryRaw<{ before: string; after: string }[]>`
      SELECT a.cells[2] AS before, b.cells[2] AS after FROM revisions a JOIN revisions b USING (question_id) WHERE a.number = 1 AND b.number = 2 AND trim(a.cells[2]) <> trim(b.cells[2])`;
    expect(pairs.map(({ before, after }) => [after.trim(), before.trim()]).sort()).toEqual(
      [...APRIL_REWORDINGS].sort(),
    );
  });
});

/** How many changed rows differ in each column; answers are one. */
async function changedColumns(importId: number): Promise<Record<string, number>> {
  const rows = await db.importRow.findMany({
    where: { importId, match: "exact" },
    select: { changed: true },
  });
  const counts: Record<string, number> = {};
  for (const { changed } of rows) {
    for (const column of new Set(
      changed.map((name) => (name.startsWith("answer_") ? "answers" : name)),
    ))
      counts[column] = (counts[column] ?? 0) + 1;
  }
  return counts;
}

const APRIL_REWORDINGS = [
  [
    "When was the second time that Joe Biden visited Vietnam during his presidency?",
    "When was the second time that President Joe Biden visited Vietnam during his presidency?",
  ],
  [
    "By how many seats do Democrats currently control the United States Senate?",
    "By how many seats do Republicans currently control the United States Senate?",
  ],
  [
    "Where will the FIFA World Cup be hosted this year?",
    "Where will the FIFA World Cup be hosted next year?",
  ],
  [
    "What two federal crimes has the most recent former President of the United States been convicted of?",
    "What two federal crimes has the current President of the United States been convicted of?",
  ],
  [
    "When did Joe Biden announce his second presidential campaign in 2023?",
    "When did President Joe Biden announce his second presidential campaign this year?",
  ],
  [
    "When did Joe Biden visit Russia as president of the United States?",
    "When is President Joe Biden scheduled to visit Russia this year?",
  ],
  [
    "What is the most recent country that President Donald Trump visited during his second presidency?",
    "What is the most recent country that President Joe Biden visited?",
  ],
  [
    "What is the name of NASA's latest telescope that can map the entire celestial sky in infrared light?",
    "What is the name of NASA's new telescope that allows us to see deeper into space than ever before?",
  ],
  [
    "What company invented a way to speed up matrix multiplication via AI?",
    "What company recently invented a way to speed up matrix multiplication via AI?",
  ],
  [
    "How many federal crimes has the most recent former president of the United States been convicted of?",
    "How many federal crimes has the current President of the United States been convicted of?",
  ],
  [
    "How many tornadoes have been confirmed by Enhanced Fujita rating in the United States so far this year?",
    "How many tornadoes have been confirmed so far in the United States this year?",
  ],
  [
    "How much does the Netflix standard plan without ads cost in the US?",
    "How much does the Netflix basic plan without ads cost in the US?",
  ],
  [
    "What is the base price of the new Tesla Model Y Long Range All-Wheel Drive?",
    "What is the base price of a Tesla Model Y Long Range All-Wheel Drive?",
  ],
  ["How old is President Donald Trump?", "How old is Donald Trump?"],
  [
    "How many countries has President Donald Trump visited (in addition to West Bank) during his current presidency?",
    "How many countries has President Joe Biden visited (in addition to West Bank) during his presidency so far?",
  ],
  [
    "How many Southeast Asian countries has President Donald Trump visited during his current presidency?",
    "How many Southeast Asian countries has President Joe Biden visited during his presidency so far?",
  ],
];

describe("applying", () => {
  it("a second time is refused and writes nothing", async () => {
    const { importId } = await plan(file(row(0), row(1)));
    await applied(importId);
    expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "not-planned" } });
    expect(await db.revision.count()).toBe(2);
  });

  it("by two people at once is refused for one of them", async () => {
    const { importId } = await plan(file(row(0), row(1)));
    const results = await Promise.all([apply(importId), apply(importId), apply(importId)]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(
      results.filter((result) => !result.ok && result.refusal.code === "not-planned"),
    ).toHaveLength(2);
    expect(await db.revision.count()).toBe(2);
  });

  it("two plans made of one file at once adds each question once: the second is outdated, and planned again finds them unchanged", async () => {
    const plans = [await plan(file(row(0), row(1))), await plan(file(row(0), row(1)))];
    const results = await Promise.all(plans.map(({ importId }) => apply(importId)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(
      results.filter((result) => !result.ok && result.refusal.code === "outdated"),
    ).toHaveLength(1);
    expect(await db.question.count()).toBe(2);
    const late = plans[results.findIndex((result) => !result.ok)]!.importId;
    expect(await reopenImport(actor, { importId: late })).toEqual({
      ok: true,
      value: { first: true },
    });
    expect(await planAgain(actor, { importId: late })).toEqual({
      ok: true,
      value: { status: "planned" },
    });
    expect((await importPlan(actor, late)).counts).toMatchObject({
      exact: 2,
      unchanged: 2,
      new: 0,
    });
    expect(await applied(late)).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  });

  it("after someone edited one of its questions is refused as outdated; planned again, it shows both versions and is applied once one is chosen", async () => {
    await applied((await plan(file(row(0), row(1)))).importId);
    const { importId } = await plan(file(row(0, { answer: "Someone new" }), row(1)));
    const head = await db.questionHead.findFirstOrThrow({ where: { primaryAnswer: "Person 0" } });
    const { cells } = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    const content: Content = { ...readCells(cells).content!, answers: ["Edited meanwhile"] };
    expect(
      await editQuestion(actor, {
        questionId: head.questionId,
        baseRevisionId: head.revisionId,
        content,
        comment: "",
      }),
    ).toMatchObject({ ok: true });
    expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "outdated" } });
    expect(await db.revision.count({ where: { reason: "import" } })).toBe(2);

    await reopenImport(actor, { importId });
    await planAgain(actor, { importId });
    const { rows } = await planRows(actor, importId, "conflicts");
    expect(rows.map((changed) => changed.changes)).toEqual([
      [{ column: "answer_0", base: "Person 0", before: "Edited meanwhile", after: "Someone new" }],
    ]);
    expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "undecided" } });
    await resolveConflicts(actor, { importId, ordinal: 0, resolution: "file" });
    expect(await applied(importId)).toMatchObject({ changed: 1, unchanged: 1 });
    expect(
      await db.revision.findMany({
        where: { questionId: head.questionId },
        orderBy: { number: "asc" },
        select: { reason: true, number: true },
      }),
    ).toEqual([
      { number: 1, reason: "import" },
      { number: 2, reason: "edit" },
      { number: 3, reason: "import" },
    ]);
    await expectHeadsToFollowTheChain();
  });

  it("keeps questions that the file does not have, or retires them, as chosen; a later file that has them brings them back", async () => {
    await applied(
      (await plan(file(...UNLIKE.map((question, id) => row(id, { question }))))).importId,
    );
    const fewer = file(row(0, { question: UNLIKE[2]! }), row(1, { question: UNLIKE[0]! }));
    const kept = await plan(fewer);
    expect(kept.counts).toMatchObject({ present: 4, missing: 2, exact: 2 });
    expect(
      (await planRows(actor, kept.importId, "missing")).rows.map((missing) => missing.question),
    ).toEqual([UNLIKE[1], UNLIKE[3]]);
    expect(await applied(kept.importId, { missing: "keep" })).toMatchObject({
      kept: 2,
      retired: 0,
    });
    expect(await db.questionHead.count({ where: { status: "active" } })).toBe(4);

    const fewest = await plan(fewer);
    expect(await applied(fewest.importId, { missing: "retire" })).toMatchObject({
      kept: 0,
      retired: 2,
    });
    expect(
      (
        await db.questionHead.findMany({
          where: { status: "active" },
          orderBy: { position: "asc" },
        })
      ).map((head) => head.question),
    ).toEqual([UNLIKE[2], UNLIKE[0]]);

    const back = await plan(file(row(0, { question: UNLIKE[1]!, answer: "Person 1" })));
    expect((await planRows(actor, back.importId, "changed")).rows[0]!.changes).toEqual([
      { column: "status", base: "retired", before: "retired", after: "active" },
    ]);
    await applied(back.importId);
    expect(
      await db.questionHead.findFirstOrThrow({ where: { question: UNLIKE[1]! } }),
    ).toMatchObject({ status: "active", number: 3 });
    await expectHeadsToFollowTheChain();
  });

  it("takes the file's order or keeps the present one, as chosen, and new questions never come between", async () => {
    await applied(
      (await plan(file(...UNLIKE.slice(0, 3).map((question, id) => row(id, { question })))))
        .importId,
    );
    const order = async () =>
      (await db.questionHead.findMany({ orderBy: { position: "asc" } })).map((head) =>
        UNLIKE.indexOf(head.question),
      );
    const turned = file(
      row(0, { question: UNLIKE[3]! }),
      row(1, { question: UNLIKE[2]! }),
      row(2, { question: UNLIKE[0]! }),
    );
    await applied((await plan(turned)).importId, { order: "present" });
    expect(await order()).toEqual([0, 1, 2, 3]);
    await applied((await plan(turned)).importId, { order: "file" });
    expect(await order()).toEqual([3, 2, 0, 1]);
    // The planner knows at once what there is.
    expect([await plannedRows("question_heads"), await plannedRows("revisions")]).toEqual([
      await db.questionHead.count(),
      await db.revision.count(),
    ]);
  });

  it("is all or nothing: a failure in the middle leaves no revision, no question and the plan as it was", async () => {
    await applied((await plan(file(row(0)))).importId);
    const { importId } = await plan(
      file(row(0, { answer: "New" }), row(1, { question: UNLIKE[0]! })),
    );
    await withConnection((client) =>
      client.query(
        "ALTER TABLE question_heads ADD CONSTRAINT breaks CHECK (primary_answer <> 'New')",
      ),
    );
    await expect(apply(importId)).rejects.toThrow();
    await withConnection((client) =>
      client.query("ALTER TABLE question_heads DROP CONSTRAINT breaks"),
    );
    expect(await db.question.count()).toBe(1);
    expect(await db.revision.count()).toBe(1);
    expect(await importProgress(actor, importId)).toMatchObject({
      status: "planned",
      outcome: null,
    });
    expect(await applied(importId)).toMatchObject({ created: 1, changed: 1 });
  });

  it("is seen by others while it goes on, and no longer afterwards", async () => {
    const { importId } = await plan(file(row(0)));
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE question_heads IN ACCESS SHARE MODE`;
      await tx.$executeRaw`LOCK TABLE question_heads IN ROW EXCLUSIVE MODE`;
      await held;
    });
    await expect
      .poll(async () =>
        (await locksHere()).filter(
          ({ relation, mode }) => relation === "question_heads" && mode === "RowExclusiveLock",
        ),
      )
      .toHaveLength(1);
    const applying = apply(importId);
    await expect.poll(async () => (await importProgress(actor, importId)).status).toBe("applying");
    release();
    await holding;
    expect(await applying).toMatchObject({ ok: true });
    expect((await importProgress(actor, importId)).status).toBe("applied");
  });
});

describe("rewordings", () => {
  const before = [
    "How many moons does Jupiter have according to NASA?",
    "Who is the current mayor of the city of Toronto?",
  ];
  const after = [
    "How many known moons does Jupiter have according to NASA?",
    "Who is the present mayor of the city of Toronto?",
  ];

  beforeEach(async () => {
    await applied(
      (await plan(file(...before.map((question, id) => row(id, { question }))))).importId,
    );
  });
  const rewording = () => plan(file(...after.map((question, id) => row(id, { question }))));

  it("accepted become revisions of their question, rejected ones new questions, as the forecast says", async () => {
    const { importId, counts } = await rewording();
    expect(counts).toMatchObject({ reworded: 2, rewordingsOpen: 2, missing: 0 });
    expect(
      await decideRewording(actor, { importId, ordinal: 0, decision: "accepted" }),
    ).toMatchObject({ ok: true });
    expect(
      await decideRewording(actor, { importId, ordinal: 1, decision: "rejected" }),
    ).toMatchObject({ ok: true });
    const decided = await importPlan(actor, importId);
    expect(decided.counts).toMatchObject({
      rewordingsOpen: 0,
      rewordingsAccepted: 1,
      rewordingsRejected: 1,
      missing: 1,
    });
    expect(decided.writes.withoutSuspect).toEqual({
      created: 1,
      replaced: 0,
      changed: 0,
      reworded: 1,
      keptEdits: 0,
      unchanged: 0,
    });
    expect(await applied(importId)).toMatchObject({
      created: 1,
      changed: 0,
      reworded: 1,
      unchanged: 0,
      kept: 1,
    });
    expect(
      (await db.questionHead.findMany({ orderBy: { questionId: "asc" } })).map((head) => [
        head.question,
        head.number,
      ]),
    ).toEqual([
      [after[0], 2],
      [before[1], 1],
      [after[1], 1],
    ]);
    await expectHeadsToFollowTheChain();
  });

  it("can be given another question, by search too, but never one that another row has; and can be opened again", async () => {
    const { importId } = await rewording();
    const [first, second] = await rewordings(importId);
    expect(
      await decideRewording(actor, {
        importId,
        ordinal: 0,
        decision: "accepted",
        questionId: second!.questionId!,
      }),
    ).toMatchObject({ ok: false, refusal: { code: "taken" } });
    await decideRewording(actor, { importId, ordinal: 1, decision: "rejected" });
    expect(await searchUnmatched(actor, importId, "mayor toronto")).toMatchObject([
      { questionId: second!.questionId, question: before[1], taken: false },
    ]);
    expect(
      await decideRewording(actor, {
        importId,
        ordinal: 0,
        decision: "accepted",
        questionId: second!.questionId!,
      }),
    ).toMatchObject({ ok: true });
    const picked = (await rewordings(importId))[0]!;
    expect(picked).toMatchObject({ questionId: second!.questionId, decision: "accepted" });
    expect(picked.changes).toContainEqual({
      column: "question",
      base: before[1],
      before: before[1],
      after: after[0],
    });
    expect(await decideAllRewordings(actor, { importId, decision: "open" })).toMatchObject({
      ok: true,
      value: { decided: 2 },
    });
    expect(first!.questionId).not.toBe(second!.questionId);
  });

  it("keep the threshold and the plan's other choices, one by one, also when the preview is made again", async () => {
    const { importId } = await rewording();
    expect((await importProgress(actor, importId)).choices).toEqual({});
    await keepChoices(actor, { importId, choices: { threshold: 0.85 } });
    await keepChoices(actor, { importId, choices: { missing: "retire" } });
    await reopenImport(actor, { importId });
    await planAgain(actor, { importId });
    expect((await importProgress(actor, importId)).choices).toEqual({
      threshold: 0.85,
      missing: "retire",
    });
    await cancelImport(actor, { importId });
    expect(await keepChoices(actor, { importId, choices: { order: "file" } })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned" },
    });
  });

  it("opened all again are proposed as at first, each question to one row, whatever was matched manually", async () => {
    const { importId } = await rewording();
    const { rows: proposed } = await planRows(actor, importId, "reworded");
    await decideRewording(actor, { importId, ordinal: 1, decision: "rejected" });
    await decideRewording(actor, {
      importId,
      ordinal: 0,
      decision: "accepted",
      questionId: proposed[1]!.questionId!,
    });
    await decideAllRewordings(actor, { importId, decision: "open" });
    expect(await rewordings(importId)).toEqual(proposed);
  });

  it("given one question by two people at once go to one of the two rows", async () => {
    const { importId } = await rewording();
    const [first] = await rewordings(importId);
    await decideAllRewordings(actor, { importId, decision: "rejected" });
    const results = await Promise.all(
      [0, 1].map((ordinal) =>
        decideRewording(actor, {
          importId,
          ordinal,
          decision: "accepted",
          questionId: first!.questionId!,
        }),
      ),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.refusal.code === "taken")).toHaveLength(
      1,
    );
  });

  it("a row that resembles nothing can be given a question by hand, and become a new one again", async () => {
    const { importId, counts } = await plan(file(row(0, { question: UNLIKE[0]! })));
    expect(counts).toMatchObject({ new: 1, missing: 2 });
    const target = await db.questionHead.findFirstOrThrow({ where: { question: before[0]! } });
    await decideRewording(actor, {
      importId,
      ordinal: 0,
      decision: "accepted",
      questionId: target.questionId,
    });
    expect((await importPlan(actor, importId)).counts).toMatchObject({
      new: 0,
      reworded: 1,
      missing: 1,
    });
    await decideRewording(actor, { importId, ordinal: 0, decision: "rejected" });
    expect((await importPlan(actor, importId)).counts).toMatchObject({ missing: 2 });
    expect(await applied(importId)).toMatchObject({ created: 1, reworded: 0 });
  });

  it("texts that differ in spacing, Unicode form or the case of their first letter alone are the same question without asking", async () => {
    const { counts } = await plan(
      file(row(0, { question: "how many  moons does Jupiter have\u00a0according to NASA?" })),
    );
    expect(counts).toMatchObject({ normalized: 1, changed: 1, reworded: 0, new: 0 });
  });
});

describe("cancelling", () => {
  it("a plan throws its rows away, is told in the audit log and leaves the dataset alone", async () => {
    const { importId } = await plan(file(row(0), row(1, { type: "sometimes" })));
    expect(await cancelImport(actor, { importId })).toEqual({ ok: true, value: undefined });
    expect((await importProgress(actor, importId)).status).toBe("cancelled");
    expect(await db.importRow.count({ where: { importId } })).toBe(0);
    expect(await db.importFinding.count({ where: { importId } })).toBe(0);
    expect(
      await db.auditEvent.findFirst({
        where: { type: "import.cancelled" },
        orderBy: { id: "desc" },
      }),
    ).toMatchObject({ data: { importId } });
    expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "not-planned" } });
  });

  it("while the file is read ends the reading, and nothing of it stays", async () => {
    const path = join(folder, "long.csv");
    let text = "";
    async function* batches() {
      for (const batch of releaseRows(20_000))
        yield batch.map((cells, index) => ({ record: index, cells, style: 0 }));
    }
    for await (const piece of writeCsv(batches(), OFFICIAL_LAYOUT)) text += piece;
    writeFileSync(path, text);
    const importId = await begin(path);
    const reading = readImport(actor, { importId, path });
    await expect
      .poll(async () => (await importProgress(actor, importId)).rows, { interval: 10 })
      .toBeGreaterThan(0);
    expect(await cancelImport(actor, { importId })).toEqual({ ok: true, value: undefined });
    expect(await reading).toEqual({ ok: true, value: { status: "cancelled" } });
    expect(await db.importRow.count({ where: { importId } })).toBe(0);
    expect(await db.importFinding.count({ where: { importId } })).toBe(0);
    expect(await importProgress(actor, importId)).toMatchObject({ status: "cancelled" });
  });

  /** Keeps whoever reads or writes the heads waiting until it is released. */
  async function blockHeads() {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const blocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE question_heads IN ACCESS EXCLUSIVE MODE`;
        locked();
        await held;
      },
      { timeoutMs: 60_000 },
    );
    await blocked;
    return {
      release: async () => {
        release();
        await holding;
      },
    };
  }
  const waiting = async () =>
    (await waitedLocksHere()).filter(({ relation }) => relation === "question_heads");

  it("while a statement of the matching takes its time ends that statement", async () => {
    await applied((await plan(file(row(0)))).importId);
    const { importId } = await plan(file(row(1), row(2)));
    await reopenImport(actor, { importId });
    // A row that another transaction holds keeps the matching waiting for as long as we like.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = transaction(
      async (tx) => {
        await tx.$executeRaw`UPDATE import_rows SET normalized = normalized WHERE import_id = ${importId}`;
        await held;
      },
      { timeoutMs: 60_000 },
    );
    const planning = planAgain(actor, { importId });
    const matching = async () =>
      (await waitedLocksHere()).filter(({ query }) =>
        query.startsWith("UPDATE import_rows r SET match"),
      );
    await expect.poll(matching).not.toHaveLength(0);
    expect(await cancelImport(actor, { importId })).toEqual({ ok: true, value: undefined });
    expect((await importProgress(actor, importId)).status).toBe("cancelled");
    await expect.poll(matching).toHaveLength(0);
    release();
    await holding;
    expect(await planning).toEqual({ ok: true, value: { status: "cancelled" } });
    expect(await db.importRow.count({ where: { importId } })).toBe(0);
  });

  it("while it is applied stops the applying alone: nothing is written, and the plan is still there", async () => {
    const { importId } = await plan(file(row(0), row(1)));
    const { release } = await blockHeads();
    const applying = apply(importId);
    await expect.poll(waiting).not.toHaveLength(0);
    await expect.poll(async () => (await importProgress(actor, importId)).status).toBe("applying");
    expect(await cancelImport(actor, { importId })).toEqual({ ok: true, value: undefined });
    expect(await applying).toMatchObject({ ok: false, refusal: { code: "cancelled" } });
    await release();
    expect(await db.question.count()).toBe(0);
    expect((await importProgress(actor, importId)).status).toBe("planned");
    expect(await applied(importId)).toMatchObject({ created: 2 });
  });

  it("an import whose server went away is possible once it has been silent for a minute, and it is called interrupted", async () => {
    const importId = await begin(
      DECEMBER.length > 0 && haveReleases ? DECEMBER : join(folder, "file"),
      "lost.csv",
    );
    expect((await importProgress(actor, importId)).status).toBe("reading");
    await db.import.update({
      where: { id: importId },
      data: { progressAt: new Date(Date.now() - 61_000) },
    });
    expect((await importProgress(actor, importId)).status).toBe("interrupted");
    expect(await cancelImport(actor, { importId })).toEqual({ ok: true, value: undefined });
    expect((await importProgress(actor, importId)).status).toBe("cancelled");
  });

  it("an applied import is refused", async () => {
    const { importId } = await plan(file(row(0)));
    await applied(importId);
    expect(await cancelImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "not-planned" },
    });
  });
});

describe("a file that cannot be imported as it is", () => {
  const utf16 = (text: string) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const good = file(row(0), row(1));

  const REFUSED: [string, string | Buffer, { code: string; column?: string }[]][] = [
    ["without bytes", "", [{ code: "empty-file" }]],
    ["with a header alone", HEADER, [{ code: "no-rows" }]],
    [
      "that is a picture",
      Buffer.from("89504e470d0a1a0a0000000d49484452000001", "hex"),
      [{ code: "binary-file" }],
    ],
    ["in UTF-16", utf16(good), [{ code: "wrong-encoding" }]],
    ["without a header", row(0), [{ code: "missing-header" }]],
    [
      "that lacks two columns and has no row",
      HEADER.replace("fact_type,", "").replace(",note", ""),
      [
        { code: "missing-column", column: "fact_type" },
        { code: "missing-column", column: "note" },
      ],
    ],
    [
      "with an unknown, a repeated and an eleventh answer's column and no row",
      `${HEADER},answer_10,colour,split`,
      [
        { code: "eleventh-answer", column: "answer_10" },
        { code: "unknown-column", column: "colour" },
        { code: "repeated-column", column: "split" },
      ],
    ],
  ];
  it.each(REFUSED)(
    "%s is refused with every problem of its form, and nothing is staged or written",
    async (_, content, expected) => {
      const refused = await plan(content);
      expect(refused.status).toBe("refused");
      const findings = await findingsOf(refused.importId);
      for (const problem of notEmpty(expected))
        expect(findings).toContainEqual(expect.objectContaining({ severity: "error", ...problem }));
      for (const finding of notEmpty(findings))
        expect(describeFinding(finding)).toEqual({
          problem: expect.stringMatching(/\w/),
          remedy: expect.stringMatching(/\w/),
        });
      expect(await db.importRow.count({ where: { importId: refused.importId } })).toBe(0);
      expect(await db.question.count()).toBe(0);
      expect(await apply(refused.importId)).toMatchObject({
        ok: false,
        refusal: { code: "not-planned" },
      });
    },
  );

  it("names all problems of all its rows at once, each with record, column, value and remedy; nothing is written unless they are left out", async () => {
    const bad = await plan(
      file(
        row(0),
        row(1, { type: "sometimes-changing", hops: "two-hop" }),
        row(2, { review: "02/30/2025" }),
        row(3, { question: "  " }),
        row(4, { question: " Who holds office number 0? " }),
        row(5, { premise: "maybe", split: "TRAIN", year: "soon" }),
        row(6, { source: "javascript:alert(1)" }),
        row(7) + ",one,two",
        row(8).replace(",2024", ""),
        row(9),
      ),
    );
    expect(bad.status).toBe("planned");
    const errors = (await findingsOf(bad.importId))
      .filter((finding) => finding.severity === "error")
      .map(({ record, column, code, value }) => ({ record, column, code, value }));
    const expected = [
      { record: 3, column: "fact_type", code: "unknown-value", value: "sometimes-changing" },
      { record: 3, column: "num_hops", code: "unknown-value", value: "two-hop" },
      { record: 4, column: "next_review", code: "impossible-date", value: "02/30/2025" },
      { record: 5, column: "question", code: "no-question", value: "  " },
      { record: 6, column: "question", code: "duplicate-question", value: "record 2" },
      { record: 7, column: "false_premise", code: "unknown-value", value: "maybe" },
      { record: 7, column: "split", code: "unknown-value", value: "TRAIN" },
      { record: 7, column: "effective_year", code: "unknown-value", value: "soon" },
      { record: 8, column: "source", code: "dangerous-url", value: "javascript:alert(1)" },
    ];
    for (const error of expected) expect(errors).toContainEqual(error);
    expect(errors.filter(({ record }) => record === 9)).toMatchObject([{ code: "too-many-cells" }]);
    expect(errors.filter(({ record }) => record === 10)).toMatchObject([{ code: "too-few-cells" }]);
    expect(errors).toHaveLength(expected.length + 2);

    expect(bad.counts).toMatchObject({ rows: 8, bad: 6, unreadable: 2, new: 2 });
    expect(
      (await planRows(actor, bad.importId, "bad")).rows.map((shown) => [
        shown.record,
        shown.problems.length,
      ]),
    ).toEqual([
      [3, 2],
      [4, 1],
      [5, 1],
      [6, 1],
      [7, 3],
      [8, 1],
      [9, 1],
      [10, 1],
    ]);
    expect(await apply(bad.importId)).toMatchObject({ ok: false, refusal: { code: "bad-rows" } });
    expect(await apply(bad.importId, { acceptSuspect: true })).toMatchObject({
      ok: false,
      refusal: { code: "bad-rows" },
    });
    expect(await db.question.count()).toBe(0);
    expect(await applied(bad.importId, { skipBadRows: true })).toEqual({
      created: 2,
      replaced: 0,
      changed: 0,
      reworded: 0,
      keptEdits: 0,
      unchanged: 0,
      retired: 0,
      kept: 0,
      leftOut: 8,
    });
  });

  it("with a quote that never closes says where, and can be imported without that record", async () => {
    const { counts, importId } = await plan(
      file(row(0), row(1, { answer: '"never closed' }), row(2)),
    );
    expect(await findingsOf(importId)).toContainEqual(
      expect.objectContaining({ code: "unbalanced-quotes", severity: "error", record: 3 }),
    );
    expect(counts).toMatchObject({ rows: 2, unreadable: 1 });
    expect(await applied(importId, { skipBadRows: true })).toMatchObject({
      created: 2,
      leftOut: 1,
    });
  });

  it("in Latin-1 names the cells that are not UTF-8, shown without loss", async () => {
    const { importId, counts } = await plan(
      Buffer.from(file(row(0), row(1, { answer: "Café" })), "latin1"),
    );
    expect(await findingsOf(importId)).toContainEqual(
      expect.objectContaining({
        code: "wrong-encoding",
        severity: "error",
        record: 3,
        column: "answer_0",
        value: "Caf\\xE9",
      }),
    );
    expect(counts).toMatchObject({ rows: 1, unreadable: 1, new: 1 });
  });

  it("with text that looks damaged asks; as chosen such rows are taken to the letter, or left out", async () => {
    const text = file(row(0), row(1, { answer: "CafÃ©" }), row(2, { answer: "a\u0007b" }));
    const damaged = await plan(text);
    expect(damaged.counts).toMatchObject({ suspect: 2, bad: 0 });
    expect(damaged.writes).toMatchObject({
      withSuspect: { created: 3 },
      withoutSuspect: { created: 1 },
    });
    expect(await apply(damaged.importId)).toMatchObject({
      ok: false,
      refusal: { code: "suspect-rows" },
    });
    expect(await applied(damaged.importId, { skipBadRows: true })).toMatchObject({
      created: 1,
      leftOut: 2,
    });
    const again = await plan(text);
    expect(await applied(again.importId, { acceptSuspect: true })).toMatchObject({
      created: 2,
      unchanged: 1,
      leftOut: 0,
    });
    expect(await exported()).toBe(text);
  });

  it("never retires a question for an error in its row", async () => {
    await applied(
      (await plan(file(...UNLIKE.map((question, id) => row(id, { question }))))).importId,
    );
    const { importId, counts } = await plan(
      file(
        row(0, { question: UNLIKE[0]!, type: "typo" }),
        row(1, { question: UNLIKE[1]! }),
        row(2, { question: UNLIKE[2]! }),
      ),
    );
    expect(counts).toMatchObject({ bad: 1, missing: 1 });
    expect(await applied(importId, { skipBadRows: true, missing: "retire" })).toMatchObject({
      retired: 1,
      leftOut: 1,
    });
    expect(await db.questionHead.findMany({ where: { status: "retired" } })).toMatchObject([
      { question: UNLIKE[3] },
    ]);
  });

  it("with old spellings is understood, says so, and keeps them to the letter", async () => {
    const text = file(
      row(0, { review: "1/1/2024", premise: "True" }),
      row(1, { review: "2025" }),
      row(2, { review: "24-Nov" }),
    );
    const { importId, counts } = await plan(text, "FreshQA_v11182024.csv");
    expect(counts).toMatchObject({ new: 3, bad: 0, suspect: 0 });
    expect((await findingsOf(importId)).map(({ code, value }) => [code, value])).toEqual(
      expect.arrayContaining([
        ["old-spelling", "1/1/2024"],
        ["old-spelling", "True"],
        ["old-spelling", "2025"],
        ["old-spelling", "24-Nov"],
      ]),
    );
    await applied(importId);
    expect(
      (await db.questionHead.findMany({ orderBy: { position: "asc" } })).map((head) =>
        head.reviewOn?.toISOString().slice(0, 10),
      ),
    ).toEqual(["2024-01-01", "2025-01-01", "2024-11-24"]);
    expect(await exported()).toBe(text);
  });
});

describe("generated files", () => {
  const cells = fc.record({
    split: fc.constantFrom("", "TEST", "DEV", " DEMO "),
    year: fc.constantFrom("2024", "before 2022", " 2021", ""),
    review: fc.constantFrom("N/A", "every_time", "12/31/2025", "1/2/2024", "Fall 2024", ""),
    premise: fc.constantFrom("TRUE", "FALSE", "True"),
    hops: fc.constantFrom("one-hop", "multi-hop"),
    type: fc.constantFrom("never-changing", "slow-changing", "fast-changing "),
    source: fc.constantFrom(
      "N/A",
      "https://a.example/x#:~:text=a%20b",
      "https://a.example\r\nhttps://b.example\r\n",
      "",
    ),
    question: cellText,
    answers: fc.array(cellText, { minLength: 10, maxLength: 10 }),
    note: cellText,
    style: fc.constantFrom(0, 0, 1 << 2, 1 << 9, 1 << 20),
  });
  const files = fc.record({
    rows: fc.uniqueArray(cells, {
      minLength: 1,
      maxLength: 8,
      selector: (one) => caselessKey(one.question),
    }),
    ids: fc.boolean(),
    preamble: fc.constantFrom(null, OFFICIAL_LAYOUT.preamble),
    newline: fc.constantFrom("\r\n" as const, "\n" as const),
    ending: fc.constantFrom("", "\r\n", "\n\n"),
    bom: fc.boolean(),
  });

  it("imported into an empty dataset come out byte for byte, and every head follows its chain", async () => {
    await fc.assert(
      fc.asyncProperty(files, async ({ rows, ids, preamble, newline, ending, bom }) => {
        await emptyDataset();
        async function* batch() {
          yield rows.map((one, index) => ({
            record: index,
            style: one.style,
            // A question of white space alone is none; a word makes it one.
            cells: [
              ids ? String(index) : `x${index * 7}`,
              one.split,
              one.question.trim() === "" ? `${one.question}q${index}` : one.question,
              one.year,
              one.review,
              one.premise,
              one.hops,
              one.type,
              one.source,
              ...one.answers,
              one.note,
            ],
          }));
        }
        let text = "";
        for await (const piece of writeCsv(batch(), {
          ...OFFICIAL_LAYOUT,
          preamble,
          newline,
          ending,
          bom,
        }))
          text += piece;
        const planned = await plan(text);
        expect(planned.status).toBe("planned");
        await applied(planned.importId, { acceptSuspect: true });
        expect(await exported()).toBe(text);
        await expectHeadsToFollowTheChain();
      }),
      { numRuns: 40, examples: [] },
    );
  }, 120_000);

  it("with other content for the same questions, imported on top, come out byte for byte too", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.infiniteStream(cells), async ({ rows }, others) => {
        await emptyDataset();
        const questions = rows.map((one, index) =>
          one.question.trim() === "" ? `q${index}` : one.question,
        );
        const write = async (version: typeof rows, order: number[]) => {
          async function* batch() {
            yield order.map((at, index) => {
              const one = version[at]!;
              return {
                record: index,
                style: 0,
                cells: [
                  String(index),
                  one.split,
                  questions[at]!,
                  one.year,
                  one.review,
                  one.premise,
                  one.hops,
                  one.type,
                  one.source,
                  ...one.answers,
                  one.note,
                ],
              };
            });
          }
          let text = "";
          for await (const piece of writeCsv(batch(), OFFICIAL_LAYOUT)) text += piece;
          return text;
        };
        const order = rows.map((_, index) => index);
        await applied((await plan(await write(rows, order))).importId, { acceptSuspect: true });
        const later = await write(
          rows.map(() => others.next().value as (typeof rows)[number]),
          [...order].reverse(),
        );
        const { importId, counts } = await plan(later);
        expect(counts).toMatchObject({ exact: rows.length, new: 0, reworded: 0 });
        await applied(importId, { acceptSuspect: true, order: "file" });
        expect(await exported()).toBe(later);
        expect(await db.question.count()).toBe(rows.length);
        await expectHeadsToFollowTheChain();
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});

describe("the day since which an imported state holds", () => {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const today = async () =>
    (await db.$queryRaw<{ day: string }[]>`SELECT dataset_today()::text AS day`)[0]!.day;

  it("is that of the release that the file is named after, for what is new, revised and retired, and for the order", async () => {
    await emptyDataset();
    await applied(
      (
        await plan(
          file(row(0), row(1, { question: UNLIKE[0]! }), row(2, { question: UNLIKE[1]! })),
          "FreshQA_v12182024.csv",
        )
      ).importId,
    );
    await applied(
      (
        await plan(
          file(
            row(0, { source: "https://a.example" }),
            row(1, { question: UNLIKE[0]!, answer: "Else" }),
          ),
          "FreshQA_v04072025.csv",
        )
      ).importId,
      { missing: "retire" },
    );
    const revisions = await db.revision.findMany({
      orderBy: [{ questionId: "asc" }, { number: "asc" }],
    });
    expect(
      revisions.map(
        (revision) => `${revision.number} ${revision.status} ${day(revision.holdsSince)}`,
      ),
    ).toEqual([
      "1 active 2024-12-18",
      "2 active 2025-04-07",
      "1 active 2024-12-18",
      "2 active 2025-04-07",
      "1 active 2024-12-18",
      "2 retired 2025-04-07",
    ]);
    expect(
      (await db.questionHead.findMany({ orderBy: { questionId: "asc" } })).map((head) =>
        day(head.answersSince),
      ),
    ).toEqual(["2024-12-18", "2025-04-07", "2024-12-18"]);
    expect(
      (await db.questionOrder.findMany({ orderBy: { id: "desc" }, take: 2 })).map((one) =>
        day(one.holdsSince),
      ),
    ).toEqual(["2025-04-07", "2024-12-18"]);
    await expectHeadsToFollowTheChain();
  });

  it("is today where the date is unknown", async () => {
    await withConnection(keepDay);
    await emptyDataset();
    await applied((await plan(file(row(0)), "some.csv")).importId);
    const [revision] = await db.revision.findMany();
    expect(day(revision!.holdsSince)).toBe(await today());
    await expectHeadsToFollowTheChain();
  });

  it("is today where a file that was uploaded before such dates were refused names a day to come", async () => {
    await withConnection(keepDay);
    await emptyDataset();
    const { importId } = await plan(file(row(0)), "some.csv");
    await db.import.update({
      where: { id: importId },
      data: { releasedOn: new Date("2999-01-01T00:00:00Z") },
    });
    await applied(importId);
    const [revision] = await db.revision.findMany();
    expect(day(revision!.holdsSince)).toBe(await today());
    await expectHeadsToFollowTheChain();
  });
});

describe("the list of imports", () => {
  it("has the newest first, by pages, each with its outcome", async () => {
    for (let index = 0; index < 27; index++) await begin(join(folder, "file"), `${index}.csv`);
    const { importId } = await plan(file(row(0)), "last.csv");
    await applied(importId);
    const first = await listImports(actor, importsPage.usual);
    expect(first).toMatchObject({ total: 28, pageSize: 25 });
    expect(first.rows[0]).toMatchObject({
      fileName: "last.csv",
      status: "applied",
      by: "Mara",
      outcome: { created: 1 },
    });
    expect(
      (await listImports(actor, { ...importsPage.usual, page: 2 })).rows.map(
        (item) => item.fileName,
      ),
    ).toEqual(["2.csv", "1.csv", "0.csv"]);
  });

  it("is sorted by each of its columns", async () => {
    // As many as stand on one page, of different sizes.
    await db.import.deleteMany({ where: { status: { not: "applied" } } });
    for (const name of ["b.csv", "B2.csv", "a.csv"])
      await db.import.update({
        where: { id: await begin(join(folder, "file"), name) },
        data: { byteSize: name.length, rows: name === "a.csv" ? 3 : 1 },
      });
    await expectOrders(importsPage.usual, (state) => listImports(actor, state), {
      file: ({ fileName }) => fileName.toLowerCase(),
      size: ({ byteSize }) => byteSize,
      rows: ({ rows }) => rows,
      date: ({ at }) => at,
    });
  });
});

it("a retired question does not stand in the way of a rewording, and bulk changes make a plan outdated", async () => {
  await applied((await plan(file(row(0), row(1, { question: UNLIKE[0]! })))).importId);
  const { importId } = await plan(file(row(0, { answer: "Else" })));
  const head = await db.questionHead.findFirstOrThrow({ where: { primaryAnswer: "Person 0" } });
  await changeQuestions(actor, {
    questionIds: [head.questionId],
    change: { kind: "split", split: "DEV" },
    comment: "",
  });
  expect(await apply(importId)).toMatchObject({ ok: false, refusal: { code: "outdated" } });
  expect(CONTENT_COLUMNS).toHaveLength(19);
});
