import { spawn, type ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentForPrograms, provideEnvironment } from "@/lib/platform/env";
import { applyMigrations } from "@/lib/platform/migrations";
import { withOwnClient } from "@/lib/platform/own-client";
import type { JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { emptyDatabase, startThrowAwayServer } from "@/prisma/testing/throw-away-server";
import { until } from "@/prisma/testing/until";

/*
 * A real worker in a process of its own, on a PostgreSQL of its own, which is killed under it.
 */

/** So often the server is killed, and so often its connections are. */
const KILLS = 20;
/** Each break takes eight items. */
const QUESTIONS = 200;
const ITEMS = 2 * QUESTIONS;
/** Breaks are noticed: whoever waited for leases to run out would go on after forty seconds. */
const GOES_ON_MS = 10_000;

let services: ModelServices;
let server: Awaited<ReturnType<typeof startThrowAwayServer>>;
let databaseUrl: string;
let fixture: JobFixture;
let worker: ChildProcess;
let said = "";

beforeAll(async () => {
  [services, server] = await Promise.all([
    startModelServices(),
    // What was committed is there after a kill.
    startThrowAwayServer({ settings: { synchronous_commit: "on" } }),
  ]);
  databaseUrl = await emptyDatabase(server.adminUrl, "breaks");
  await applyMigrations(databaseUrl);
  provideEnvironment({ DATABASE_URL: databaseUrl });
  const { makeJobFixture } = await import("@/prisma/testing/jobs");
  fixture = await makeJobFixture(services.origin, { questions: QUESTIONS, concurrency: 8 });
  worker = spawn(process.execPath, ["lib/launcher/run.mjs", "worker-now"], {
    env: environmentForPrograms({ DATABASE_URL: databaseUrl, LOG_LEVEL: "warn" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [worker.stdout!, worker.stderr!])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
}, 120_000);
afterAll(async () => {
  const { disconnect } = await import("@/lib/platform/db");
  worker.kill("SIGKILL");
  services.stop();
  await disconnect();
  await server.stop();
}, 60_000);
const lives = () => expect([worker.exitCode, worker.signalCode], said).toEqual([null, null]);

/** Judges all responses in both modes, by a service that behaves like this. */
async function judge(behavior: string) {
  const { createJudgingJob } = await import("@/lib/runs/jobs/commands");
  const { judgingJobSchema } = await import("@/lib/runs/jobs/schema");
  const servedModelId = await fixture.serve(behavior);
  const evaluatorId = await fixture.evaluator(servedModelId);
  const made = await createJudgingJob(
    fixture.actor,
    judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed", "strict"],
      date: "2025-04-07",
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  const [row] = await rows<{ name: string }>(
    "SELECT api_name AS name FROM served_models WHERE id = $1",
    [servedModelId],
  );
  return { jobId: made.value.jobId, evaluatorId, apiName: row!.name };
}

/** Asks the database on a connection of its own. */
async function rows<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  return withOwnClient(databaseUrl, async (client) => (await client.query<Row>(sql, values)).rows);
}
/** The one number that a statement gives; null while the database is away. */
async function count(sql: string, values: unknown[]): Promise<number | null> {
  const found = await rows<{ count: number }>(sql, values).catch(() => null);
  return found === null ? null : Number(found[0]!.count);
}
const stored = (jobId: number) =>
  count("SELECT count(*) FROM model_calls WHERE job_id = $1 AND state = 'answered'", [jobId]);
const asked = async (apiName: string) =>
  (await services.received()).filter(({ body }) => body.model === apiName).length;
const reach = (what: string, at: () => Promise<number | null>, atLeast: number, ms = 60_000) =>
  until(what, async () => (((await at()) ?? -1) >= atLeast ? true : null), ms);

it("answers that come while PostgreSQL is dead are stored when it is back, and are not asked for again", async () => {
  const { jobId, apiName } = await judge("held");
  await reach("eight are under way", () => asked(apiName), 8);
  server.kill();
  await services.letGo(apiName, 8);
  await reach("all eight are stored", () => stored(jobId), 8);
  await reach("the next eight are asked for", () => asked(apiName), 16, GOES_ON_MS);
  await services.letGo(apiName);
  await reach("the job is done", () => stored(jobId), ITEMS);
  expect(await asked(apiName)).toBe(ITEMS);
  lives();
}, 180_000);

it(`a worker under a job outlives ${KILLS} kills of its database and as many of its connections, and each item is stored once`, async () => {
  const { jobId, evaluatorId, apiName } = await judge("held");
  for (let kill = 1; kill <= 2 * KILLS; kill++) {
    const before = (await stored(jobId))!;
    await services.letGo(apiName, 4);
    await reach(`kill ${kill} comes in the middle`, () => stored(jobId), before + 3);
    if (kill % 2 === 1) server.kill();
    else
      await rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        [],
      );
    await services.letGo(apiName, 4);
    await reach(`work goes on after kill ${kill}`, () => stored(jobId), before + 6, GOES_ON_MS);
  }
  await services.letGo(apiName);
  const done = () => count("SELECT count(*) FROM jobs WHERE id = $1 AND status = 'done'", [jobId]);
  await reach("the job is done", done, 1, 120_000);
  expect(await stored(jobId)).toBe(ITEMS);
  expect(
    await count("SELECT count(DISTINCT item_id) FROM model_calls WHERE job_id = $1", [jobId]),
  ).toBe(ITEMS);
  expect(
    await count("SELECT count(*) FROM automatic_verdicts WHERE evaluator_id = $1", [evaluatorId]),
  ).toBe(ITEMS);
  lives();
}, 600_000);

it("a connection that breaks as the queue notes that a lane is done ends nothing; it is noted later", async () => {
  await rows("CREATE SEQUENCE breaks", []);
  await rows(
    `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('breaks') <= 3 THEN RAISE EXCEPTION 'broken off by a test' USING ERRCODE = '57P01'; END IF;
      RETURN OLD; END $$`,
    [],
  );
  await rows(
    "CREATE TRIGGER break_off BEFORE DELETE ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION break_off()",
    [],
  );
  const { jobId } = await judge("ok");
  await reach("all are stored", () => stored(jobId), ITEMS);
  await until(
    "the queue is empty",
    async () =>
      (await count("SELECT count(*) FROM graphile_worker.jobs", [])) === 0 ? true : null,
    60_000,
  );
  expect(await count("SELECT last_value AS count FROM breaks", [])).toBeGreaterThan(3);
  lives();
}, 180_000);

it("told to stop while its database is away, it stops", async () => {
  const { apiName } = await judge("held");
  await reach("eight are under way", () => asked(apiName), 8);
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  await server.stop();
  await until("the worker notices", async () =>
    said.includes("Waiting for the database") ? true : null,
  );
  worker.kill("SIGTERM");
  expect(await ended).toBe(0);
}, 60_000);
