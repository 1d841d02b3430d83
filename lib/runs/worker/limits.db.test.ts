import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { createGenerationJob } from "@/lib/runs/jobs/commands";
import { getItem } from "@/lib/runs/jobs/item-queries";
import { generationJobSchema } from "@/lib/runs/jobs/schema";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { workOn } from "./items";
import { claimItem, storeCall, type CallRecord, type Claimed } from "./writes";

const WORKER = "00000000-0000-4000-8000-000000000001";
vi.mock(import("@/lib/runs/jobs/procedures"), async (original) => ({
  ...(await original()),
  procedureOf: () => {
    throw new Error("words that quote the key");
  },
}));

let fixture: JobFixture;
let servedModelId: number;
let jobId: number;
beforeAll(async () => {
  // Nothing is asked.
  fixture = await makeJobFixture("http://127.0.0.1:1", { questions: 3 });
  servedModelId = await fixture.serve("ok");
  const made = await createGenerationJob(
    fixture.actor,
    generationJobSchema.parse({
      kind: "generate",
      target: { kind: "new", releaseName: fixture.releaseName, name: "Generated" },
      methodVersionId: fixture.methodVersionId,
      servedModelId,
      date: "2025-04-07",
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  ({ jobId } = made.value);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await disconnect();
});

const claimed = async () => (await claimItem(WORKER, jobId)) as Claimed;
const record = (outcome: CallRecord["outcome"]): CallRecord => ({
  kind: "chat",
  step: 0,
  servedModelId,
  messages: [{ role: "user", content: "Who?" }],
  requested: { temperature: 0, maxTokens: 256, seed: null },
  sent: {},
  startedAt: new Date("2026-11-22T12:00:00Z"),
  durationMs: 1,
  cost: null,
  most: null,
  outcome,
});
const most = 2_147_483_647;
const answered = (received: string): CallRecord["outcome"] => ({
  state: "answered",
  reading: null,
  reply: {
    text: "Ada",
    finish: "stop",
    finishRaw: "stop",
    usage: { input: most, output: most, reasoning: most, cached: most },
    sent: {},
    received,
  },
});

it("of a failed call the beginning of what came is kept and says so, of an answer all of it; the page shows 20,000 characters", async () => {
  const item = await claimed();
  const long = "x".repeat(200_000);
  await storeCall(item, record({ state: "broken-answer", error: "No.", received: long }));
  await storeCall(item, record({ state: "broken-answer", error: "No.", received: "short" }));
  await storeCall(item, record(answered(long)));
  const calls = await db.modelCall.findMany({ where: { jobId }, orderBy: { id: "asc" } });
  expect(calls.map(({ received }) => received)).toEqual([
    `${"x".repeat(65_536)}\n[Cut: the first 65,536 of 200,000 characters are kept]`,
    "short",
    long,
  ]);
  // The most that a service may report is stored and counted.
  expect(calls.at(-1)).toMatchObject({ inputTokens: most, outputTokens: most });
  const { steps } = await getItem(fixture.actor, jobId, item.itemId);
  expect(steps).toMatchObject([
    { received: "x".repeat(20_000) },
    { received: "short", receivedLength: 5 },
    { received: "x".repeat(20_000), receivedLength: 200_000 },
  ]);
});

it("what no one foresaw fails its item in fixed words, and goes to the log", async () => {
  const item = await claimed();
  const never = new AbortController().signal;
  await workOn(item, { halt: never, cut: never });
  const { status, detail } = await db.jobItem.findUniqueOrThrow({ where: { id: item.itemId } });
  expect(status).toBe("failed");
  expect(detail).toBe(
    "Unexpected error. The server's log has the details. Retry, or ask an administrator.",
  );
});
