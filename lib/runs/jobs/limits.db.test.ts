import { afterAll, beforeAll, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { countStored } from "@/lib/runs/connections/writes";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { createRepeatJob } from "./commands";
import { dryRun } from "./planning-queries";
import { repeatJobSchema } from "./schema";

let fixture: JobFixture;
beforeAll(async () => {
  // Nothing is asked.
  fixture = await makeJobFixture("http://127.0.0.1:1", { questions: 1_251 });
});
afterAll(disconnect);

it("a job of more than 50,000 items is refused in words, and one of 50,000 is not", async () => {
  const evaluatorId = await fixture.evaluator(await fixture.serve("ok"));
  // Two modes of each response, twenty times.
  const input = (size: number) =>
    repeatJobSchema.parse({
      kind: "repeat",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed", "strict"],
      repetitions: 20,
      sample: { size, seed: 1 },
    });
  const refusal = {
    ok: false,
    refusal: {
      code: "not-possible",
      message:
        "This job would have 50,040 items; 50,000 is the maximum. Nothing was started. Take a sample of the questions, or fewer repetitions.",
    },
  };
  expect(await dryRun(fixture.actor, input(1_251))).toMatchObject(refusal);
  expect(await createRepeatJob(fixture.actor, input(1_251))).toMatchObject(refusal);
  expect(await db.job.count()).toBe(0);
  expect(await dryRun(fixture.actor, input(1_250))).toMatchObject({
    ok: true,
    value: { items: 50_000 },
  });
});

it("stored searches are counted for as many questions as a job may have", async () => {
  const { id: connectionId } = await db.connection.create({
    data: {
      name: "Search",
      kind: "search",
      service: "serper",
      baseUrl: "http://127.0.0.1:1",
      concurrency: 1,
      createdById: fixture.actor.userId,
    },
  });
  const keys = Array.from({ length: 50_000 }, (_one, at) => String(at).padStart(64, "0"));
  const stored = (key: string, day: string) => ({
    connectionId,
    query: "Who?",
    params: {},
    key,
    day: new Date(day),
    raw: [],
    requests: 1,
    fetchedAt: new Date("2026-11-22T12:00:00Z"),
    durationMs: 1,
  });
  await db.searchAnswer.createMany({
    data: [
      stored(keys[0]!, "2026-11-22"),
      stored(keys.at(-1)!, "2026-11-22"),
      stored(keys[1]!, "2026-11-21"),
      stored("f".repeat(64), "2026-11-22"),
    ],
  });
  expect(await countStored(connectionId, "2026-11-22", keys)).toBe(2);
  expect(await countStored(connectionId, "2026-11-22", [])).toBe(0);
});
