import { afterAll, describe, expect, it } from "vitest";
import { disconnect, db } from "@/lib/platform/db";
import { actorOf } from "@/prisma/testing/actor";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { STUDIED, type SeedDataset } from "./dataset";
import { writeFirst, writeHistory } from "./history";
import { judgeRuns } from "./jobs";
import { writeMethods } from "./methods";
import { writeRuns } from "./runs";
import { SAMPLE } from "./sample";

/** So much of the dataset that an item fails for each of the last questions, as if a worker had asked nobody. */
const LACKING = 3;
const partial: SeedDataset = {
  ...SAMPLE,
  evidence: Object.fromEntries(
    Object.entries(SAMPLE.evidence!).filter(
      ([asked]) => !SAMPLE.responses.slice(-LACKING).some(({ question }) => question === asked),
    ),
  ),
};
const withoutLast: SeedDataset = { ...SAMPLE, responses: SAMPLE.responses.slice(0, -LACKING) };

afterAll(disconnect);

describe("the jobs of the sample", () => {
  it("go on where they failed or were paused, and ask nothing twice", async () => {
    await emptyDataset();
    const user = await db.user.create({
      data: { email: "mara@example.org", name: "Mara", roles: ["maintainer", "admin"] },
    });
    const mara = actorOf(user.id, ["maintainer", "admin"]);
    await db.$transaction((tx) => writeFirst(tx, () => mara, SAMPLE), { timeout: 60_000 });
    await writeHistory(() => mara, SAMPLE);
    await writeMethods(mara);

    await expect(writeRuns(mara, mara, partial)).rejects.toThrow("failed");
    const asked = SAMPLE.responses.length;
    expect(await db.response.count()).toBe(asked - LACKING);
    expect(await db.jobItem.count({ where: { status: "failed" } })).toBe(LACKING);
    const runIds = await writeRuns(mara, mara, SAMPLE);
    expect(await db.response.count({ where: { runId: runIds[0]! } })).toBe(asked);
    expect(await db.modelCall.count()).toBe(asked);

    await expect(judgeRuns(mara, mara, runIds, withoutLast)).rejects.toThrow("failed");
    await db.job.updateMany({
      where: { kind: "judge" },
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
    expect(await db.connection.count({ where: { archivedAt: null } })).toBe(0);
  }, 120_000);
});
