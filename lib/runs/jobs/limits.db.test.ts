import { afterAll, beforeAll, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { createRepeatJob } from "./commands";
import { dryRun } from "./queries";
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
