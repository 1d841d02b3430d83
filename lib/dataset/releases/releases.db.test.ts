import { parseGrid } from "@/lib/dataset/questions/grid";
import { countQuestions } from "@/lib/dataset/questions/queries";
import { countDue } from "@/lib/dataset/schedule/queries";
import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { EXPORT_FORMATS, type ExportFormat } from "@/lib/dataset/exports/schema";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { db, withConnection } from "@/lib/platform/db";
import { environment } from "@/lib/platform/env";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { readCells } from "@/lib/dataset/questions/cells";
import type { Content } from "@/lib/dataset/questions/schema";
import { previewPublishing } from "@/lib/dataset/release-differences/queries";
import { publishRelease } from "./commands";
import { CHUNK_BYTES } from "./writes";
import {
  getRelease,
  getReleaseDraft,
  listReleasedQuestions,
  listReleases,
  openReleaseFile,
  previewSelection,
} from "./queries";
import type { PublishRelease } from "./schema";
import { sampleContent } from "@/prisma/testing/content";
import { keepDay } from "@/prisma/testing/noon";
import { addQuestion } from "@/prisma/testing/questions";
import { NO_FILTERS } from "@/lib/dataset/schedule/address";
import { releasesPage } from "./address";

let actor: Actor;
let other: Actor;
let rater: Actor;
/** Q-ids in the order of the dataset: TEST, DEV, TEST, none, DEMO. */
const questions: number[] = [];
let raw: pg.Client;

const content = (question: string, more: Partial<Content> = {}): Content =>
  sampleContent({
    question,
    sources: ["https://example.org/a,b", "https://example.org/c"],
    answers: ['Yes, "it" is', "=1+1"],
    ...more,
  });

async function person(name: string, roles: Actor["roles"]): Promise<Actor> {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase()}@example.org`, name, roles: [...roles] },
  });
  return { userId: user.id, name, roles, via: "web" };
}

async function add(typed: Content): Promise<number> {
  const { questionId } = await addQuestion(actor, typed);
  return questionId;
}

async function bytesOf(
  name: string,
  format: ExportFormat = "csv",
  range?: { start: number; end: number },
): Promise<Buffer> {
  const file = await openReleaseFile(actor, name, format);
  const parts: Uint8Array[] = [];
  for await (const part of file.bytes(range)) parts.push(part);
  return Buffer.concat(parts);
}

const release = (
  name: string,
  selection: PublishRelease["selection"] = { kind: "all" },
  notes = "",
) => ({ name, notes, selection });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  actor = await person("Mara", ["maintainer"]);
  other = await person("Milo", ["maintainer"]);
  rater = await person("Rita", ["rater"]);
  questions.push(
    await add(content("Who is first?")),
    await add(content("Who is second?", { split: "DEV", factType: "never-changing" })),
    await add(content("Who is third?\nReally?", { falsePremise: true, hops: "multi-hop" })),
    await add(content("Who has no split?", { split: null })),
    await add(content("Who is a demo?", { split: "DEMO", factType: "fast-changing" })),
  );
  raw = new pg.Client({ connectionString: environment().DATABASE_URL });
  await raw.connect();
});
afterAll(() => raw.end());

describe("publishing", () => {
  it("freezes all active questions in order, in the official form with its preamble, under the checksum of those bytes", async () => {
    const published = await publishRelease(
      actor,
      release("FreshQA_v01052026", { kind: "all" }, "The first one."),
    );
    expect(published).toMatchObject({
      ok: true,
      value: { name: "FreshQA_v01052026", questionCount: 5, publishedBy: "Mara" },
    });
    const bytes = await bytesOf("FreshQA_v01052026");
    const view = await getRelease(rater, "FreshQA_v01052026");
    expect(sha256(bytes)).toBe(view.sha256);
    expect(bytes.length).toBe(view.byteSize);
    const text = bytes.toString("utf8");
    expect(text.startsWith(`${OFFICIAL_LAYOUT.preamble}id,split,question,`)).toBe(true);
    expect(text.split("\r\n")[3]).toBe(
      '0,TEST,Who is first?,2024,N/A,FALSE,one-hop,slow-changing,"https://example.org/a,b',
    );
    expect(text).toContain('2,TEST,"Who is third?\nReally?",');
    expect(text.endsWith("\r\n")).toBe(false);
  });

  it("writes one audit event with what was published", async () => {
    const events = await db.auditEvent.findMany({ where: { type: "release.published" } });
    expect(events.map((event) => event.data)).toEqual([
      expect.objectContaining({ name: "FreshQA_v01052026", questionCount: 5 }),
    ]);
  });

  it("takes the splits that were chosen, in the order of the dataset", async () => {
    await publishRelease(
      actor,
      release("FreshQA_v01062026", { kind: "splits", splits: ["DEV", null] }),
    );
    const { rows } = await listReleasedQuestions(rater, "FreshQA_v01062026", 1);
    expect(rows.map((row) => [row.position, row.questionId])).toEqual([
      [0, questions[1]],
      [1, questions[3]],
    ]);
  });

  it("takes the questions that were chosen, in the order in which they were chosen", async () => {
    await publishRelease(
      actor,
      release("FreshQA_v01072026", {
        kind: "questions",
        questionIds: [questions[4]!, questions[0]!, questions[2]!],
      }),
    );
    const { rows } = await listReleasedQuestions(rater, "FreshQA_v01072026", 1);
    expect(rows.map((row) => row.questionId)).toEqual([questions[4], questions[0], questions[2]]);
  });

  it("refuses a name that is taken and tells who published it, when and with what checksum", async () => {
    const again = await publishRelease(other, release("FreshQA_v01052026"));
    expect(again).toMatchObject({
      ok: false,
      refusal: {
        code: "taken",
        details: {
          publishedBy: "Mara",
          sha256: (await getRelease(actor, "FreshQA_v01052026")).sha256,
        },
      },
    });
  });

  it("lets one of two people through who publish one name at the same moment, and refuses the other", async () => {
    const outcomes = await Promise.all(
      [actor, other, actor, other].map((who) => publishRelease(who, release("FreshQA_v01082026"))),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal.code]))).toEqual([
      "taken",
      "taken",
      "taken",
    ]);
    const { rows } = await raw.query(
      "SELECT count(*)::int AS count FROM release_entries e WHERE NOT EXISTS (SELECT 1 FROM releases WHERE id = e.release_id)",
    );
    expect(rows[0].count).toBe(0);
  });

  it("lets two people publish two names at the same moment", async () => {
    const outcomes = await Promise.all([
      publishRelease(actor, release("FreshQA_v01092026")),
      publishRelease(other, release("FreshQA_v01102026")),
    ]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true]);
  });

  it("refuses an empty selection and leaves nothing behind", async () => {
    await changeQuestions(actor, {
      questionIds: [questions[1]!],
      change: { kind: "retire" },
      comment: "",
    });
    const before = await db.releaseEntry.count();
    expect(
      await publishRelease(
        actor,
        release("FreshQA_v01112026", { kind: "splits", splits: ["DEV"] }),
      ),
    ).toMatchObject({ ok: false, refusal: { code: "empty" } });
    expect(await db.releaseEntry.count()).toBe(before);
    await expect(getRelease(actor, "FreshQA_v01112026")).rejects.toThrow(NotFound);
  });

  it("refuses retired and unknown questions by name", async () => {
    const outcome = await publishRelease(
      actor,
      release("FreshQA_v01112026", {
        kind: "questions",
        questionIds: [questions[0]!, questions[1]!, 99_999],
      }),
    );
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: "not-active", details: { questionIds: [questions[1], 99_999] } },
    });
    await changeQuestions(actor, {
      questionIds: [questions[1]!],
      change: { kind: "restore" },
      comment: "",
    });
  });

  it("is for maintainers alone", async () => {
    await expect(publishRelease(rater, release("FreshQA_v01122026"))).rejects.toThrow(AccessDenied);
    await expect(listReleases({ ...rater, roles: [] }, releasesPage.usual)).rejects.toThrow(
      AccessDenied,
    );
  });

  it("keeps a file of several pieces whole, and gives any part of it", async () => {
    const long = "ü".repeat(1_900);
    const ids: number[] = [];
    for (let i = 0; i < 160; i++) ids.push(await add(content(`Question ${i}: ${long}`)));
    const outcome = await publishRelease(
      actor,
      release("FreshQA_v01132026", { kind: "questions", questionIds: ids }),
    );
    const bytes = await bytesOf("FreshQA_v01132026");
    expect(outcome.ok && outcome.value.byteSize).toBe(bytes.length);
    expect(bytes.length).toBeGreaterThan(2 * CHUNK_BYTES);
    expect(outcome.ok && outcome.value.sha256).toBe(sha256(bytes));
    for (const [start, end] of [
      [0, 0],
      [CHUNK_BYTES - 1, CHUNK_BYTES],
      [5, 2 * CHUNK_BYTES + 7],
      [bytes.length - 3, bytes.length - 1],
    ] as const) {
      expect(
        (await bytesOf("FreshQA_v01132026", "csv", { start, end })).equals(
          bytes.subarray(start, end + 1),
        ),
      ).toBe(true);
    }
    await changeQuestions(actor, { questionIds: ids, change: { kind: "retire" }, comment: "" });
  });
});

describe("a published release", () => {
  it("keeps its bytes, checksum, counts and other formats when its questions are edited and retired", async () => {
    const name = "FreshQA_v01052026";
    const before = await Promise.all(EXPORT_FORMATS.map((format) => bytesOf(name, format)));
    const view = await getRelease(actor, name);
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId: questions[0]! } });
    const revision = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    const typed = readCells(revision.cells).content!;
    expect(
      (
        await editQuestion(actor, {
          questionId: questions[0]!,
          baseRevisionId: head.revisionId,
          content: { ...typed, question: "Who is it now?", factType: "never-changing" },
          comment: "",
        })
      ).ok,
    ).toBe(true);
    await changeQuestions(actor, {
      questionIds: [questions[2]!],
      change: { kind: "retire" },
      comment: "",
    });

    for (const [at, format] of EXPORT_FORMATS.entries())
      expect((await bytesOf(name, format)).equals(before[at]!), format).toBe(true);
    expect(await getRelease(actor, name)).toEqual(view);
    const { rows } = await listReleasedQuestions(actor, name, 1);
    expect(rows[0]).toMatchObject({
      question: "Who is first?",
      revision: 1,
      changedSince: true,
      stale: false,
    });
    expect(rows[1]!.questionId).toBe(questions[1]);

    // Another wording and class leave its answers as they were; only another answer makes stale what was judged by them.
    const reworded = await db.questionHead.findUniqueOrThrow({
      where: { questionId: questions[0]! },
    });
    const answered = await editQuestion(actor, {
      questionId: questions[0]!,
      baseRevisionId: reworded.revisionId,
      content: {
        ...typed,
        question: "Who is it now?",
        factType: "never-changing",
        answers: ["Someone else"],
      },
      comment: "",
    });
    expect(answered.ok).toBe(true);
    expect((await listReleasedQuestions(actor, name, 1)).rows[0]).toMatchObject({
      changedSince: true,
      stale: true,
    });
    expect((await getRelease(actor, name)).freshness).toEqual({
      ...view.freshness,
      otherAnswers: view.freshness.otherAnswers + 1,
    });
    expect((await bytesOf(name)).equals(before[EXPORT_FORMATS.indexOf("csv")]!)).toBe(true);
  });

  it("is handed out as JSON Lines with the question's own id and the released revision's number", async () => {
    const [first] = (await bytesOf("FreshQA_v01052026", "jsonl")).toString("utf8").split("\n");
    expect(JSON.parse(first!)).toMatchObject({
      question_id: `Q${questions[0]}`,
      revision: 1,
      id: "0",
      question: "Who is first?",
    });
  });

  it("counts its questions by category, hops and split", async () => {
    const { counts } = await getRelease(actor, "FreshQA_v01052026");
    expect(counts).toHaveLength(5);
    expect(counts).toContainEqual({
      category: "false-premise",
      hops: "multi-hop",
      split: "TEST",
      count: 1,
    });
    expect(counts).toContainEqual({
      category: "slow-changing",
      hops: "one-hop",
      split: null,
      count: 1,
    });
  });

  it("is compared with what a next one would hold: added, changed in text, and no longer there", async () => {
    const last = (await listReleases(actor, releasesPage.usual)).rows[0]!.name;
    expect(last).toBe("FreshQA_v01132026");
    await publishRelease(actor, release("FreshQA_v01142026"));
    // A retired and restored question has new revisions with the same text: no change.
    await changeQuestions(actor, {
      questionIds: [questions[4]!],
      change: { kind: "retire" },
      comment: "",
    });
    await changeQuestions(actor, {
      questionIds: [questions[4]!],
      change: { kind: "restore" },
      comment: "",
    });
    await changeQuestions(actor, {
      questionIds: [questions[3]!],
      change: { kind: "retire" },
      comment: "",
    });
    await changeQuestions(actor, {
      questionIds: [questions[1]!],
      change: { kind: "schedule", nextReview: { policy: "every_time", on: null } },
      comment: "",
    });
    const added = await add(content("Who is new?"));
    const draft = await getReleaseDraft(actor);
    expect(draft.lastRelease).toMatchObject({ name: "FreshQA_v01142026", questionCount: 4 });
    expect((await previewPublishing(actor, { kind: "all" })).counts).toMatchObject({
      content: 3,
      unchanged: 2,
      byKind: { added: 1, retired: 1, schedule: 1, position: 1 },
    });
    expect(draft.checklist).toMatchObject({
      active: 4,
      included: 4,
      withoutEvidence: 0,
      withoutSplit: 0,
    });
    expect(draft.checklist.test).toContainEqual({ category: "never-changing", count: 1 });
    const few = await previewSelection(actor, { kind: "questions", questionIds: [added] });
    expect(few.counts).toEqual([
      { category: "slow-changing", hops: "one-hop", split: "TEST", count: 1 },
    ]);
    expect(few.checklist).toMatchObject({ active: 4, included: 1 });
    expect(few.checklist.test).toContainEqual({ category: "never-changing", count: 0 });
  });

  it("the checklist of a selection counts what the queue of answer refresh and the grid list of it", async () => {
    await withConnection(keepDay);
    const active = await db.questionHead.findMany({
      where: { status: "active" },
      orderBy: { questionId: "asc" },
    });
    expect(active.length).toBeGreaterThanOrEqual(4);
    const at = async (questionId: number, days: number) => {
      await db.$executeRaw`UPDATE question_heads SET review_policy = 'on_date', verified_on = NULL, review_on = dataset_today() + ${days}::int WHERE question_id = ${questionId}`;
    };
    for (const [place, { questionId }] of active.entries())
      await at(questionId, [-1, -40, 0, 7][place % 4]!);
    const ids = active.map(({ questionId }) => questionId);
    const due = await countDue(actor, NO_FILTERS);
    const all = (await previewSelection(actor, { kind: "all" })).checklist;
    expect([all.overdue, all.week]).toEqual([due.overdue, due.week]);
    expect(all.overdue).toBe(await countQuestions(actor, parseGrid({ overdue: "1" })));
    // Places 0 and 1 of each four are overdue, 2 is due today.
    const some = await previewSelection(actor, { kind: "questions", questionIds: ids.slice(1, 4) });
    expect(some.checklist).toMatchObject({ included: 3, overdue: 1, week: 1 });
    const test = await previewSelection(actor, { kind: "splits", splits: ["TEST"] });
    expect(test.checklist.overdue).toBe(
      await countQuestions(actor, parseGrid({ overdue: "1", split: "TEST" })),
    );
  });

  it("a release of a selection says in its notes that it is partial, and does not call what it leaves out removed", async () => {
    const [first] = await db.questionHead.findMany({ where: { status: "active" }, take: 1 });
    const some = await previewPublishing(actor, {
      kind: "questions",
      questionIds: [first!.questionId],
    });
    const active = await db.questionHead.count({ where: { status: "active" } });
    expect(some.partial).toBe(true);
    expect(some.changelog).toMatch(
      new RegExp(
        `^Partial release: 1 of ${active} active questions\\.\n\nSince FreshQA_v01142026:\n`,
      ),
    );
    expect(some.changelog).toMatch(/questions? not included/);
    expect(some.changelog).not.toContain("removed");
    const whole = await previewPublishing(actor, { kind: "all" });
    expect(whole.partial).toBe(false);
    expect(whole.changelog).not.toContain("Partial release");
  });
});

describe("the database itself", () => {
  /** Runs statements on a connection of their own, in a transaction that is rolled back, and returns the refusal's code. */
  async function attempt(statements: string[], values: unknown[][] = []): Promise<string> {
    await raw.query("BEGIN");
    try {
      for (const [index, statement] of statements.entries())
        await raw.query(statement, values[index]);
      return "done";
    } catch (error) {
      return (error as pg.DatabaseError).code ?? String(error);
    } finally {
      await raw.query("ROLLBACK");
    }
  }
  const RESTRICT = "23001";
  const INTEGRITY = "23000";

  const CHANGES: Record<string, string> = {
    questions: "created_by = created_by",
    revisions: "comment = 'x'",
    operations: "summary = 'x'",
    arrangements: "layout = '{}'",
    releases: "notes = 'x'",
    release_entries: "position = position",
    release_chunks: "bytes = ''",
    audit_events: "via = 'x'",
  };

  for (const [table, change] of Object.entries(CHANGES)) {
    it(`refuses UPDATE, DELETE and TRUNCATE of ${table}, to a superuser with triggers switched off too`, async () => {
      for (const role of ["origin", "replica"]) {
        for (const statement of [
          `UPDATE ${table} SET ${change}`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table} CASCADE`,
        ]) {
          expect([
            statement,
            await attempt([`SET LOCAL session_replication_role = ${role}`, statement]),
          ]).toEqual([statement, RESTRICT]);
        }
      }
    });
  }

  it("refuses entries and chunks that are added to a published release", async () => {
    const { id } = await db.release.findUniqueOrThrow({ where: { name: "FreshQA_v01052026" } });
    for (const role of ["origin", "replica"]) {
      expect(
        await attempt([
          `SET LOCAL session_replication_role = ${role}`,
          `INSERT INTO release_chunks VALUES (${id}, 999, 'x')`,
        ]),
      ).toBe(RESTRICT);
      expect(
        await attempt([
          `SET LOCAL session_replication_role = ${role}`,
          `INSERT INTO release_entries SELECT ${id}, 999, question_id, revision_id FROM question_heads ORDER BY question_id DESC LIMIT 1`,
        ]),
      ).toBe(RESTRICT);
    }
  });

  it("refuses a late part from a transaction that began before the release was published", async () => {
    await raw.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await raw.query("SELECT 1 FROM releases");
    const published = await publishRelease(actor, release("FreshQA_v01152026"));
    expect(published.ok).toBe(true);
    const { id } = await db.release.findUniqueOrThrow({ where: { name: "FreshQA_v01152026" } });
    const late = await raw
      .query(`INSERT INTO release_chunks VALUES (${id}, 999, 'x')`)
      .then(() => raw.query("COMMIT"))
      .then(
        () => "done",
        (error: pg.DatabaseError) => error.code,
      );
    await raw.query("ROLLBACK");
    // The deferred foreign key does not find the release in what that transaction sees.
    expect(late).toBe("23503");
  });

  it("refuses to seal a release with a wrong checksum, a wrong size or a wrong number of entries", async () => {
    const seal = (sha: string, size: number, count: number) =>
      attempt([
        "INSERT INTO release_chunks VALUES (900001, 0, 'abc')",
        "INSERT INTO release_entries SELECT 900001, 0, question_id, revision_id FROM question_heads ORDER BY question_id LIMIT 1",
        `INSERT INTO releases (id, name, notes, sha256, byte_size, question_count, published_by) VALUES (900001, 'x', '', '${sha}', ${size}, ${count}, ${actor.userId})`,
        "SET CONSTRAINTS ALL IMMEDIATE",
      ]);
    const right = sha256(Buffer.from("abc"));
    expect(await seal(right, 3, 1)).toBe("done");
    expect(await seal(sha256(Buffer.from("abd")), 3, 1)).toBe(INTEGRITY);
    expect(await seal(right, 4, 1)).toBe(INTEGRITY);
    expect(await seal(right, 3, 2)).toBe(INTEGRITY);
  });

  it("refuses entries and chunks that belong to no release", async () => {
    expect(
      await attempt([
        "INSERT INTO release_chunks VALUES (900002, 0, 'abc')",
        "SET CONSTRAINTS ALL IMMEDIATE",
      ]),
    ).toBe("23503");
  });
});
