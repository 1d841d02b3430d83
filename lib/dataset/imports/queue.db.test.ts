import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Content } from "@/lib/dataset/questions/schema";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { changeQuestions, createQuestion } from "@/lib/dataset/questions/commands";
import { clearUp } from "@/lib/launcher/clearing";
import { db, withConnection } from "@/lib/platform/db";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { addMaintainer, importing } from "@/prisma/testing/imports";
import { value } from "@/prisma/testing/value";
import { acceptReading } from "./reading-commands";
import { applyImport, cancelImport } from "./applying-commands";
import { createQueue, pauseQueue, takeNextOfQueue, startQueue } from "./queue-commands";
import { planAgain } from "./planning-commands";
import { decideAllRewordings } from "./deciding-commands";
import { importPlan, planTurn } from "./plan-queries";
import { importQueue, importToAttend, openQueues } from "./queries";
import { advanceQueue, discardQueue, resumeQueues } from "./queue-service";

let actor: Actor;
const { plan } = importing(() => actor);
beforeAll(async () => {
  actor = await addMaintainer();
});
beforeEach(emptyDataset);

const row = (question: string, answer: string) =>
  ["0", "TEST", question, "2024", "N/A", "FALSE", "one-hop", "slow-changing", "N/A", answer]
    .concat(Array<string>(10).fill(""))
    .join(",");

async function bring(queueId: number, fileName: string, rows: string[], separator = ",") {
  const lines = [RELEASE_COLUMNS.join(","), ...rows].map((line) => line.replaceAll(",", separator));
  return (await plan(lines.join("\r\n"), fileName, { queueId })).importId;
}
async function statuses(queueId: number): Promise<string[][]> {
  const { files } = await importQueue(actor, queueId);
  return files.map(({ fileName, status }) => [fileName, status]);
}
const answers = async () =>
  (await db.questionHead.findMany({ orderBy: { questionId: "asc" } })).map((head) => [
    head.question,
    head.primaryAnswer,
    head.status,
  ]);

const ORGAN = "Who plays the organ of the church on the island?";
const OWN: Content = {
  split: "TEST",
  question: "Which goat won the race of the valley?",
  effectiveYear: { year: 2024, before: false },
  nextReview: { policy: "never", on: null },
  falsePremise: false,
  hops: "one-hop",
  factType: "never-changing",
  sources: [],
  answers: ["Nera"],
  note: "",
};
const LAKE = "How deep is that lake in the north?";

it("imports files by the day in their names, each planned after the one before; stops at a decision and goes on behind it", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  const late = await bring(queueId, "FreshQA_v03012025.csv", [row(ORGAN, "Cleo")]);
  const first = await bring(queueId, "FreshQA_v12182024.csv", [
    row(ORGAN, "Ada"),
    row(LAKE, "9 m"),
  ]);
  const middle = await bring(queueId, "FreshQA_v01152025.csv", [
    row("Who plays the organ of the old church on the island?", "Bea"),
    row(LAKE, "9 m"),
  ]);
  const undated = await bring(queueId, "additions.csv", [row("Which goat won the race?", "Nera")]);
  expect(await statuses(queueId)).toEqual([
    ["FreshQA_v12182024.csv", "queued"],
    ["FreshQA_v01152025.csv", "queued"],
    ["FreshQA_v03012025.csv", "queued"],
    ["additions.csv", "queued"],
  ]);
  // Nothing happens before all files are there.
  await advanceQueue(actor, queueId);
  expect(await db.question.count()).toBe(0);

  value(await startQueue(actor, { queueId, missing: "retire" }));
  await Promise.all([1, 2, 3].map(() => advanceQueue(actor, queueId)));
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual([
    "applied",
    "planned",
    "queued",
    "queued",
  ]);
  expect(await answers()).toEqual([
    [ORGAN, "Ada", "active"],
    [LAKE, "9 m", "active"],
  ]);
  value(await decideAllRewordings(actor, { importId: middle, decision: "rejected" }));
  value(
    await applyImport(actor, {
      importId: middle,
      skipBadRows: false,
      acceptSuspect: false,
      missing: "keep",
    }),
  );
  await advanceQueue(actor, queueId);
  // The third file's question was matched to what was there by then; what it lacks was retired, as chosen at the start.
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual(Array(4).fill("applied"));
  expect(await answers()).toEqual([
    [ORGAN, "Cleo", "retired"],
    [LAKE, "9 m", "retired"],
    ["Who plays the organ of the old church on the island?", "Bea", "retired"],
    ["Which goat won the race?", "Nera", "active"],
  ]);
  expect(new Set([late, first, undated]).size).toBe(3);
});

it("stops at a file that can't be read, which is skipped; a reading agreed to waits for its turn", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  const broken = await bring(queueId, "FreshQA_v01012025.csv", ["x"].slice(1));
  const tabs = await bring(queueId, "FreshQA_v02012025.csv", [row(ORGAN, "Ada")], "\t");
  const last = await bring(queueId, "FreshQA_v03012025.csv", [row(ORGAN, "Bea")]);
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual([
    "refused",
    "offered",
    "queued",
  ]);
  value(await startQueue(actor, { queueId, missing: "keep" }));
  await advanceQueue(actor, queueId);
  expect(await db.question.count()).toBe(0);
  value(await acceptReading(actor, { importId: tabs }));
  await advanceQueue(actor, queueId);
  expect(await db.question.count()).toBe(0);
  value(await cancelImport(actor, { importId: broken }));
  await advanceQueue(actor, queueId);
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual([
    "cancelled",
    "applied",
    "applied",
  ]);
  expect(await answers()).toEqual([[ORGAN, "Bea", "active"]]);
  expect(last).toBeGreaterThan(tabs);
});

/** The state of a queue whose server was killed while it was at the given file, ten minutes ago. */
async function kill(importId: number, status: string) {
  await db.import.update({
    where: { id: importId },
    data: { status, progressAt: new Date(Date.now() - 600_000) },
  });
}

it("goes on after the server stopped, from wherever it was", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  const first = await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada")]);
  const second = await bring(queueId, "FreshQA_v02012025.csv", [row(ORGAN, "Bea")]);
  await db.importQueue.update({ where: { id: queueId }, data: { startedAt: new Date() } });
  const done = (status: string[]) =>
    expect.poll(async () => (await statuses(queueId)).map(([, one]) => one)).toEqual(status);

  // Killed while the first file was matched: its rows are all there, so that it waits for its turn again.
  await kill(first, "matching");
  await clearUp();
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual(["queued", "queued"]);
  // Killed between two files.
  expect(await resumeQueues(false)).toEqual([queueId]);
  await done(["applied", "applied"]);
  expect(await answers()).toEqual([[ORGAN, "Bea", "active"]]);
  expect(await resumeQueues(true)).toEqual([]);

  // Killed while a file was applied: nothing of it was written, its plan is there. Only a server that starts goes on there.
  const third = await bring(queueId, "FreshQA_v03012025.csv", [row(ORGAN, "Cleo")]);
  value(await reopenQueued(third));
  expect((await statuses(queueId)).map(([, status]) => status)[2]).toBe("planned");
  expect(await resumeQueues(false)).toEqual([]);
  expect(await resumeQueues(true)).toEqual([queueId]);
  await done(["applied", "applied", "applied"]);

  // An error ended the work before the plan was applied: left for a minute, it is taken again.
  const left = await bring(queueId, "FreshQA_v03022025.csv", [row(ORGAN, "Cora")]);
  value(await reopenQueued(left));
  expect(await planTurn(actor, left)).toBe("server");
  await db.import.update({
    where: { id: left },
    data: { plannedAt: new Date(Date.now() - 61_000) },
  });
  expect(await planTurn(actor, left)).toBe("stopped");
  expect(await resumeQueues(false)).toEqual([queueId]);
  await done(Array<string>(4).fill("applied"));

  // A plan that someone has begun to decide is theirs.
  const fourth = await bring(queueId, "FreshQA_v04012025.csv", [
    row("Who plays the organ of the old church on the island?", "Dora"),
  ]);
  await advanceQueue(actor, queueId);
  expect(await planTurn(actor, fourth)).toBe("decide");
  value(await decideAllRewordings(actor, { importId: fourth, decision: "rejected" }));
  expect(await planTurn(actor, fourth)).toBe("apply");
  await advanceQueue(actor, queueId, { resuming: true });
  expect((await statuses(queueId)).map(([, status]) => status)[4]).toBe("planned");
  expect(second).toBeGreaterThan(first);
});

/** Plans a queued file as the queue does, and leaves it there. */
async function reopenQueued(importId: number) {
  const { queueId } = await db.import.findUniqueOrThrow({ where: { id: importId } });
  value(await takeNextOfQueue(actor, { queueId: queueId! }));
  return planAgain(actor, { importId });
}

it("is resumed in the name of whoever opened it, and only as long as they may import", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada")]);
  await db.importQueue.update({ where: { id: queueId }, data: { startedAt: new Date() } });
  await db.user.update({ where: { id: actor.userId }, data: { roles: ["annotator"] } });
  expect(await resumeQueues(true)).toEqual([]);
  await db.user.update({
    where: { id: actor.userId },
    data: { roles: ["maintainer"], deactivatedAt: new Date() },
  });
  expect(await resumeQueues(true)).toEqual([]);
  await db.user.update({ where: { id: actor.userId }, data: { deactivatedAt: null } });
  expect(await resumeQueues(true)).toEqual([queueId]);
  await expect.poll(() => db.question.count()).toBe(1);
});

it("is paused and continued; files added meanwhile take their turn; what is left is discarded at once", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  await bring(queueId, "FreshQA_v02012025.csv", [row(ORGAN, "Bea")]);
  await bring(queueId, "FreshQA_v03012025.csv", [row(LAKE, "9 m")]);
  value(await startQueue(actor, { queueId, missing: "keep" }));
  value(await pauseQueue(actor, { queueId }));
  await advanceQueue(actor, queueId);
  expect(await db.question.count()).toBe(0);
  await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada")]);
  expect(await openQueues(actor)).toEqual([
    { queueId, done: 0, total: 3, next: "FreshQA_v01012025.csv" },
  ]);
  value(await startQueue(actor, { queueId, missing: "keep" }));
  await advanceQueue(actor, queueId);
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual(Array(3).fill("applied"));
  expect(await openQueues(actor)).toEqual([]);

  await bring(queueId, "FreshQA_v04012025.csv", [row(ORGAN, "Cleo")]);
  await bring(queueId, "FreshQA_v05012025.csv", [row(ORGAN, "Dora")]);
  value(await discardQueue(actor, { queueId }));
  await advanceQueue(actor, queueId);
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual([
    "applied",
    "applied",
    "applied",
    "cancelled",
    "cancelled",
  ]);
  expect(await db.importRow.count()).toBe(0);
});

it("plans a file again whose question was edited between its plan and its turn to be applied", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada"), row(LAKE, "9 m")]);
  value(await startQueue(actor, { queueId, missing: "keep" }));
  await advanceQueue(actor, queueId);
  const { questionId } = await db.questionHead.findFirstOrThrow({
    where: { question: LAKE },
  });
  const next = await bring(queueId, "FreshQA_v02012025.csv", [row(ORGAN, "Bea"), row(LAKE, "8 m")]);
  value(await reopenQueued(next));
  value(
    await changeQuestions(actor, {
      questionIds: [questionId],
      change: { kind: "retire" },
      comment: "",
    }),
  );
  await advanceQueue(actor, queueId, { resuming: true });
  // Retired here and changed in the file: that is for a person, who sees it in the plan as it is now.
  const { counts } = await importPlan(actor, next);
  expect(counts).toMatchObject({ conflictsOpen: 1 });
});

it("goes on with the next file when the one that is worked on is cancelled", async () => {
  const { queueId } = value(await createQueue(actor, {}));
  await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada")]);
  value(await startQueue(actor, { queueId, missing: "keep" }));
  await advanceQueue(actor, queueId);
  const cancelled = await bring(queueId, "FreshQA_v02012025.csv", [row(ORGAN, "Bea")]);
  await bring(queueId, "FreshQA_v03012025.csv", [row(ORGAN, "Cleo")]);
  let advancing = Promise.resolve();
  // Its rows are locked for as long as it takes to cancel it in the middle of the matching.
  await withConnection(async (client) => {
    await client.query("BEGIN");
    await client.query("LOCK TABLE import_rows IN ACCESS EXCLUSIVE MODE");
    advancing = advanceQueue(actor, queueId);
    await expect
      .poll(async () => (await statuses(queueId)).map(([, status]) => status)[1])
      .toBe("matching");
    value(await cancelImport(actor, { importId: cancelled }));
    await client.query("COMMIT");
  });
  await advancing;
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual([
    "applied",
    "cancelled",
    "applied",
  ]);
  expect(await answers()).toEqual([[ORGAN, "Cleo", "active"]]);
});

it("with retiring keeps questions that were written here", async () => {
  const { questionId } = value(await createQuestion(actor, { content: OWN, comment: "" }));
  const { queueId } = value(await createQueue(actor, {}));
  await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada")]);
  await bring(queueId, "FreshQA_v02012025.csv", [row(LAKE, "9 m")]);
  value(await startQueue(actor, { queueId, missing: "retire" }));
  await advanceQueue(actor, queueId);
  expect((await statuses(queueId)).map(([, status]) => status)).toEqual(["applied", "applied"]);
  expect(await answers()).toEqual([
    [OWN.question, "Nera", "active"],
    [ORGAN, "Ada", "retired"],
    [LAKE, "9 m", "active"],
  ]);
  expect(questionId).toBeGreaterThan(0);
});

it("is something to attend to while it waits for a person, and by its own page", async () => {
  expect(await importToAttend(actor)).toBeNull();
  const { queueId } = value(await createQueue(actor, {}));
  await bring(queueId, "FreshQA_v01012025.csv", [row(ORGAN, "Ada")]);
  const broken = await bring(queueId, "FreshQA_v02012025.csv", []);
  const href = `/imports/queues/${queueId}`;
  // Nobody has started it.
  expect(await importToAttend(actor)).toEqual({ href, fileName: "FreshQA_v01012025.csv" });
  value(await startQueue(actor, { queueId, missing: "keep" }));
  expect(await importToAttend(actor)).toBeNull();
  await advanceQueue(actor, queueId);
  expect(await importToAttend(actor)).toEqual({ href, fileName: "FreshQA_v02012025.csv" });
  value(await cancelImport(actor, { importId: broken }));
  expect(await importToAttend(actor)).toBeNull();
  const { importId } = await plan([RELEASE_COLUMNS.join(","), row(LAKE, "9 m")].join("\r\n"));
  expect(await importToAttend(actor)).toEqual({
    href: `/imports/${importId}`,
    fileName: "some.csv",
  });
});
