import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { createGenerationJob } from "@/lib/runs/jobs/commands";
import { generationJobSchema } from "@/lib/runs/jobs/schema";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { until } from "@/prisma/testing/until";
import { claimItem, giveBack, type Claimed } from "./writes";
import { startWorker } from "./worker";

const WORKER = "00000000-0000-4000-8000-000000000003";

let services: ModelServices;
/** Each has a connection of its own. */
let fixture: JobFixture;
let other: JobFixture;
beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 20, concurrency: 1 });
  other = await makeJobFixture(services.origin, { questions: 3, concurrency: 1 });
});
afterEach(async () => {
  await db.jobItem.updateMany({
    where: { status: { in: ["waiting", "working"] } },
    data: { status: "failed", workerId: null, leaseToken: null, leaseUntil: null },
  });
  await db.job.updateMany({
    where: { status: "running" },
    data: { status: "cancelled", endedAt: new Date("2026-11-22T12:00:00Z") },
  });
});
afterAll(async () => {
  services.stop();
  await disconnect();
});

let runs = 0;
async function generate(of: JobFixture, size: number, behavior = "ok"): Promise<number> {
  const made = await createGenerationJob(
    of.actor,
    generationJobSchema.parse({
      kind: "generate",
      target: { kind: "new", releaseName: of.releaseName, name: `Fair ${++runs}` },
      methodVersionId: of.methodVersionId,
      servedModelId: await of.serve(behavior),
      date: "2025-04-07",
      sample: { size, seed: 1 },
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value.jobId;
}
/** Which job a lane of this one takes an item of; the item is over at once. */
async function served(laneOf: number): Promise<number | null> {
  const claimed = await claimItem(WORKER, laneOf);
  if (!("itemId" in claimed)) return null;
  await db.jobItem.update({
    where: { id: claimed.itemId },
    data: {
      status: "done",
      outcome: "answered",
      workerId: null,
      leaseToken: null,
      leaseUntil: null,
    },
  });
  return claimed.jobId;
}

it("jobs on one connection are served in turn, whichever of them a lane belongs to", async () => {
  const large = await generate(fixture, 20);
  expect([await served(large), await served(large)]).toEqual([large, large]);
  const small = await generate(fixture, 3);
  const order: (number | null)[] = [];
  for (let turn = 0; turn < 7; turn++) order.push(await served(large));
  expect(order).toEqual([small, large, small, large, small, large, large]);
});

it("a job that has nothing to take now is passed over, and so is one of another connection", async () => {
  const large = await generate(fixture, 20);
  const small = await generate(fixture, 1);
  const elsewhere = await generate(other, 3);
  const waiting = (await claimItem(WORKER, small)) as Claimed;
  // The large one was there first.
  expect(waiting.jobId).toBe(large);
  expect(await served(large)).toBeNull();
  await giveBack(waiting);
  const failed = (await claimItem(WORKER, large)) as Claimed;
  expect(failed.jobId).toBe(small);
  await giveBack(failed, { waitMs: 60_000 });
  expect([await served(large), await served(large)]).toEqual([large, large]);
  expect(await served(elsewhere)).toBe(elsewhere);
});

it("a job whose other connection is busy is passed over", async () => {
  const { id: searchConnectionId } = await db.connection.create({
    data: {
      name: "Busy search",
      kind: "search",
      service: "serper",
      baseUrl: `${services.origin}/serper`,
      concurrency: 1,
      createdById: fixture.actor.userId,
    },
  });
  const searching = await generate(fixture, 5);
  const elsewhere = await generate(other, 3);
  await db.job.updateMany({
    where: { id: { in: [searching, elsewhere] } },
    data: { searchConnectionId },
  });
  const holding = (await claimItem(WORKER, elsewhere)) as Claimed;
  // Both are served by lanes of either, as they share the search.
  expect(holding.jobId).toBe(searching);
  const plain = await generate(fixture, 5);
  expect([await served(elsewhere), await served(plain)]).toEqual([null, null]);
  await giveBack(holding);
  const held = (await claimItem(WORKER, elsewhere)) as Claimed;
  expect(held.jobId).toBe(elsewhere);
  expect([await served(plain), await served(plain)]).toEqual([plain, plain]);
});

it("a small job ends while a large one that began before is far from it", async () => {
  const large = await generate(fixture, 20, "held");
  const worker = startWorker("worker");
  // The first call of the large one is held until the small one is there.
  const { servedModelId } = await db.job.findUniqueOrThrow({ where: { id: large } });
  const { apiName } = await db.servedModel.findUniqueOrThrow({ where: { id: servedModelId! } });
  await expect
    .poll(async () => (await services.received()).filter(({ body }) => body.model === apiName))
    .toHaveLength(1);
  const small = await generate(fixture, 3);
  await services.letGo(apiName);
  await until("the small one is done", async () =>
    (await db.job.findUniqueOrThrow({ where: { id: small } })).status === "done" ? true : null,
  );
  await worker.stop();
  // By the times at which they ended: what goes on until this test looks does not count.
  const { endedAt } = await db.job.findUniqueOrThrow({ where: { id: small } });
  const before = await db.jobItem.count({ where: { jobId: large, endedAt: { lte: endedAt! } } });
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(15);
});
