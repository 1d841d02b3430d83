import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import { installationKeys } from "@/lib/platform/installation-keys";
import { seal } from "@/lib/platform/secrets";
import { keyPlace } from "@/lib/runs/connections/access";
import { createGenerationJob } from "@/lib/runs/jobs/commands";
import { dryRun } from "@/lib/runs/jobs/planning-queries";
import { getItem, listItems } from "@/lib/runs/jobs/item-queries";
import { getJob } from "@/lib/runs/jobs/queries";
import { generationJobSchema } from "@/lib/runs/jobs/schema";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { placesOfKey } from "@/prisma/testing/planted-key";
import { until } from "@/prisma/testing/until";
import { startWorker } from "./worker";

const KEY = "sk-PlantedInJobs/Qz7+vX2mN8wR4-wxyz";

let services: ModelServices;
let fixture: JobFixture;
const output: string[] = [];

beforeAll(async () => {
  services = await startModelServices();
  provideEnvironment({
    FRESHQA_SECRET_KEYS: Buffer.alloc(32, 3).toString("base64"),
    LOG_LEVEL: "trace",
  });
  fixture = await makeJobFixture(services.origin);
  const { connectionId } = fixture;
  await db.connection.update({
    where: { id: connectionId },
    data: {
      keySource: "entered",
      keySealed: seal(KEY, keyPlace(connectionId), installationKeys()!),
    },
  });
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      output.push(String(text));
      return true;
    });
});
afterAll(async () => {
  vi.restoreAllMocks();
  provideEnvironment({ FRESHQA_SECRET_KEYS: undefined, LOG_LEVEL: "silent" });
  services.stop();
  await disconnect();
});

it("a connection's key is in no job, item, call, error, notice, log line or backup, however its service answers", async () => {
  const collected: Record<string, string> = {};
  const worker = startWorker("worker");
  for (const behavior of ["ok", "echo", "key-refused", "request-refused", "broken-json", "cut"]) {
    const input = generationJobSchema.parse({
      kind: "generate",
      target: { kind: "new", releaseName: fixture.releaseName, name: `Planted ${behavior}` },
      methodVersionId: fixture.methodVersionId,
      servedModelId: await fixture.serve(behavior),
      date: "2026-11-22",
      sample: { size: 1 },
    });
    collected[`dry run of ${behavior}`] = JSON.stringify(await dryRun(fixture.actor, input));
    const made = await createGenerationJob(fixture.actor, input);
    if (!made.ok) throw new Error(made.refusal.message);
    const { jobId } = made.value;
    await until(`a call of ${behavior} is stored`, async () =>
      (await db.modelCall.count({ where: { jobId } })) > 0 ? true : null,
    );
    collected[`job of ${behavior}`] = JSON.stringify(await getJob(fixture.actor, jobId));
    const { rows: items } = await listItems(fixture.actor, jobId, "all");
    collected[`item of ${behavior}`] = JSON.stringify(
      await getItem(fixture.actor, jobId, items[0]!.itemId),
    );
  }
  await worker.stop();
  collected["standard output"] = output.join("");
  expect(Object.keys(collected)).toHaveLength(19);
  // It was used: the services got it.
  expect(
    (await services.received()).some(({ headers }) => headers.authorization?.includes(KEY)),
  ).toBe(true);
  expect(await placesOfKey(KEY, collected)).toEqual([]);
}, 60_000);
