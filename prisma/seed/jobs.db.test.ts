import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeSample } from "@/lib/home/sample/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { actorOf } from "@/prisma/testing/actor";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { STUDIED, type SeedDataset } from "./dataset";
import { writeFirst, writeHistory } from "./history";
import { judgeRuns } from "./jobs";
import { writeMethods } from "./methods";
import { writeRuns } from "./runs";
import { SAMPLE } from "./sample";

/** So many of the last questions lack something: their items fail, as where a worker asked services that do not exist. */
const LACKING = 3;
const lastAsked = SAMPLE.responses.slice(-LACKING).map(({ question }) => question);
const withoutEvidence: SeedDataset = {
  ...SAMPLE,
  evidence: Object.fromEntries(
    Object.entries(SAMPLE.evidence!).filter(([asked]) => !lastAsked.includes(asked)),
  ),
};
const withoutLast: SeedDataset = { ...SAMPLE, responses: SAMPLE.responses.slice(0, -LACKING) };
/** The first run alone, under another name and on another day, by which nothing that was searched is found again. */
const another = (name: string, ranOn: string): SeedDataset => ({
  ...SAMPLE,
  runs: [{ ...SAMPLE.runs[0]!, run: { ...SAMPLE.runs[0]!.run, name, ranOn } }],
});

let mara: Actor;
beforeAll(async () => {
  await emptyDataset();
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer", "admin"] },
  });
  mara = actorOf(user.id, ["maintainer", "admin"]);
  await db.$transaction((tx) => writeFirst(tx, () => mara, SAMPLE), { timeout: 60_000 });
  await writeHistory(() => mara, SAMPLE);
  await writeMethods(mara);
}, 60_000);
afterAll(disconnect);

const openConnections = () => db.connection.count({ where: { archivedAt: null } });
const jobOf = (runId: number) => db.job.findFirstOrThrow({ where: { kind: "generate", runId } });
const asked = SAMPLE.responses.length;

describe("the jobs of the sample", () => {
  it("go on where they failed, were canceled or paused, and ask nothing twice", async () => {
    await expect(writeRuns(mara, mara, withoutEvidence)).rejects.toThrow("failed");
    expect(await db.response.count()).toBe(asked - LACKING);
    expect(await db.jobItem.count({ where: { status: "failed" } })).toBe(LACKING);
    expect(await openConnections()).toBe(0);
    await db.job.updateMany({ data: { status: "cancelled" } });
    const runIds = await writeRuns(mara, mara, SAMPLE);
    expect(await db.response.count({ where: { runId: runIds[0]! } })).toBe(asked);
    expect(await db.modelCall.count()).toBe(asked);

    await expect(judgeRuns(mara, mara, runIds, withoutLast)).rejects.toThrow("failed");
    await db.job.updateMany({
      where: { kind: "judge", items: { some: { status: "failed" } } },
      data: { status: "paused", pausedBecause: "failures", endedAt: null },
    });
    await judgeRuns(mara, mara, runIds, SAMPLE);
    const jobs = await db.job.findMany({ include: { items: true } });
    expect(jobs.map(({ kind, status }) => `${kind} ${status}`).sort()).toEqual([
      "generate done",
      ...Array<string>(STUDIED).fill("judge done"),
    ]);
    const items = jobs.flatMap((job) => job.items);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["done"]));
    expect(await db.modelCall.count()).toBe(items.length);
    expect(await openConnections()).toBe(0);
  }, 120_000);

  it("do again at once what failed for once", async () => {
    let failures = 0;
    const evidence = new Proxy(SAMPLE.evidence!, {
      get: (all, question: string) =>
        question === lastAsked[0] && failures++ === 0 ? undefined : all[question],
    });
    const [runId] = await writeRuns(mara, mara, { ...another("Again", "2026-11-03"), evidence });
    expect(failures).toBe(2);
    expect(await db.response.count({ where: { runId: runId! } })).toBe(asked);
    expect(await jobOf(runId!)).toMatchObject({ status: "done" });
  }, 60_000);

  it("are none where the run came in a file before there were jobs", async () => {
    const { runs, ...rest } = another("From a file", "2026-11-02");
    const inFile = { ...rest, runs: runs.map(({ method: _, ...run }) => run) };
    const jobs = await db.job.count();
    const runIds = await writeRuns(mara, mara, inFile);
    expect(await writeRuns(mara, mara, { ...rest, runs })).toEqual(runIds);
    expect(await db.response.count({ where: { runId: runIds[0]! } })).toBe(asked);
    expect(await db.job.count()).toBe(jobs);
  }, 60_000);

  it("end with the sample where an interruption left one, and their services with them", async () => {
    const last = { ...another("Left", "2026-11-01"), evidence: withoutEvidence.evidence! };
    await expect(writeRuns(mara, mara, last)).rejects.toThrow("failed");
    const { runId } = await db.job.findFirstOrThrow({ orderBy: { id: "desc" } });
    // As a killed start leaves it.
    await db.connection.updateMany({ data: { archivedAt: null } });
    await db.jobItem.updateMany({
      where: { status: "failed" },
      data: { status: "waiting", endedAt: null },
    });
    await db.job.updateMany({ where: { runId }, data: { status: "running", endedAt: null } });
    expect(await removeSample(mara, {})).toMatchObject({ ok: true });
    expect(await jobOf(runId)).toMatchObject({ status: "cancelled" });
    expect(await openConnections()).toBe(0);
  }, 60_000);
});
