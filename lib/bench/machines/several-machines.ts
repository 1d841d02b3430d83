// `npm run several-machines`, or with `-- --sync`: two processes of the product behind a proxy, on one PostgreSQL through
// PgBouncer in transaction mode, with a streaming replica. People rate and a job generates; one process is killed and
// comes back, then the primary is killed and the replica promoted. Nothing that was acknowledged may be missing.
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { provideEnvironment } from "@/lib/platform/env";
import { withOwnClient } from "@/lib/platform/own-client";
import { App, cookieOf } from "./app";
import { Cluster, type Replication } from "./cluster";
import { Rater, Told } from "./rater";

const RATERS = 20;
const QUESTIONS = 400;
/** So long people rate on after the new primary took a rating. */
const AFTER_MS = 15_000;
/** Seconds after the beginning, or later where starting the process again takes longer. */
const AT = { appDies: 10, appBack: 15, primaryDies: 35 };

const replication: Replication = process.argv.includes("--sync") ? "sync" : "async";
const began = performance.now();
const say = (words: string) =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${words}`);
const faults: string[] = [];
const check = (right: boolean, words: string) => {
  say(`${right ? "ok   " : "WRONG"} ${words}`);
  if (!right) faults.push(words);
};

const cluster = new Cluster(replication);
let apps: App[] = [];
const ends: (() => void)[] = [];
const endAll = async () => {
  for (const end of ends) end();
  await Promise.all(apps.map((app) => app.stop()));
  await cluster.stop();
};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)));
try {
  await cluster.start();
  say(`primary, replica (${replication}), PgBouncer and HAProxy are up`);
  provideEnvironment({ DATABASE_URL: cluster.url, DATABASE_DIRECT_URL: cluster.directUrl });
  apps = cluster.appPorts.map((port) => new App(cluster, port));
  // Both at once: one applies the migrations, the other waits for it.
  await Promise.all(apps.map((app) => app.start()));
  say("both processes serve");
  await trial();
} finally {
  await endAll();
}
console.log(faults.length === 0 ? "\nAll as it should be." : `\n${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);

async function trial(): Promise<void> {
  const origin = `http://127.0.0.1:${cluster.webPort}`;
  const { campaignId, raterIds, researcherId, jobId, runIds } = await fill();
  const told = new Told();
  const clock = { end: Infinity };
  const start = performance.now();
  const raters = await Promise.all(
    raterIds.map(async (id) => new Rater(origin, id, campaignId, await cookieOf(id), told)),
  );
  const work = Promise.all(raters.map((rater) => rater.work(clock)));
  const at = (seconds: number) => pause(Math.max(0, start + seconds * 1_000 - performance.now()));
  const report = await reader(origin, runIds[0]!, researcherId);

  await at(AT.appDies - 2);
  say(
    `${told.stored.size} ratings are acknowledged, ${await doneItems(jobId)} items of the job done`,
  );
  say(`replication: ${JSON.stringify(await cluster.lag())}`);
  check((await report()) !== null, "the report is read from the replica, and says of when it is");

  await at(AT.appDies);
  apps[0]!.kill();
  say("process A is killed");
  await at(AT.appBack);
  await apps[0]!.start();
  say(`process A serves again; ${told.stored.size} ratings`);

  await at(AT.primaryDies);
  await pause(5_000);
  const before = told.stored.size;
  cluster.killPrimary();
  const dead = Date.now();
  say(`the primary is killed; ${before} ratings`);
  await pause(2_000);
  await cluster.promote();
  say("the replica is promoted");
  while (![...told.stored.values()].some((when) => when > dead + 2_000)) await pause(100);
  const first = Math.min(...[...told.stored.values()].filter((when) => when > dead));
  say(
    `the first rating after it was acknowledged ${((first - dead) / 1_000).toFixed(1)} s after the kill`,
  );
  clock.end = performance.now() + AFTER_MS;
  await work;
  say(
    `raters stop: ${told.stored.size} ratings acknowledged, ${told.repeated} sent again, longest wait ${(told.longestMs / 1_000).toFixed(1)} s, refused ${JSON.stringify(Object.fromEntries(told.refused))}`,
  );
  check(
    (await report()) === null,
    "the promoted server is no replica any more: reports are of now",
  );
  await jobDone(jobId);
  await withOwnClient(cluster.directUrl, (client) => compare(client, told, jobId));
}

/** A campaign with work for all, and a job that takes longer than the trial's first half. */
async function fill() {
  // Loaded now: these connect to the database that is known by now.
  const [{ makeJobFixture }, { makeRating }, { startModelServices }, commands, schema, db] =
    await Promise.all([
      import("@/prisma/testing/jobs"),
      import("@/prisma/factories/rating"),
      import("@/prisma/testing/model-services"),
      import("@/lib/runs/jobs/commands"),
      import("@/lib/runs/jobs/schema"),
      import("@/lib/platform/db"),
    ]);
  const services = await startModelServices();
  ends.push(services.stop);
  const fixture = await makeJobFixture(services.origin, { questions: QUESTIONS, concurrency: 2 });
  const made = await withOwnClient(cluster.directUrl, async (client) => {
    const made = await makeRating(client, {
      name: "Several machines",
      questions: QUESTIONS,
      models: 2,
      raters: RATERS,
      ratingsPerResponse: 5,
      judged: 0,
    });
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12",
      [made.raterIds],
    );
    return made;
  });
  const job = await commands.createGenerationJob(
    fixture.actor,
    schema.generationJobSchema.parse({
      kind: "generate",
      target: { kind: "new", releaseName: fixture.releaseName, name: "Several machines" },
      methodVersionId: fixture.methodVersionId,
      servedModelId: await fixture.serve("brief"),
      date: "2026-11-22",
    }),
  );
  if (!job.ok) throw new Error(job.refusal.message);
  await db.disconnect();
  say(`${made.tasks} tasks for ${RATERS} raters, and a job of ${job.value.items} items`);
  return { ...made, jobId: job.value.jobId };
}

/** How the accuracy report of a run answers: the time that it says it is of; null where it says none. */
async function reader(origin: string, runId: number, researcherId: number) {
  const cookie = await cookieOf(researcherId);
  const ask = () => fetch(`${origin}/reports/accuracy?runs=${runId}`, { headers: { cookie } });
  return async () => {
    let answer = await ask();
    for (let tries = 20; answer.status === 503 && tries > 0; tries--) {
      await pause(500);
      answer = await ask();
    }
    const text = await answer.text();
    if (!answer.ok || !text.includes("Correct answers"))
      throw new Error(`The report: ${answer.status}`);
    return /Data as of (?:<!-- -->)?(\d\d:\d\d:\d\d UTC)/.exec(text)?.[1] ?? null;
  };
}

async function doneItems(jobId: number): Promise<number> {
  const { rows } = await withOwnClient(cluster.directUrl, (client) =>
    client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM job_items WHERE job_id = $1 AND status = 'done'",
      [jobId],
    ),
  );
  return rows[0]!.count;
}

async function jobDone(jobId: number): Promise<void> {
  for (let tries = 600; tries > 0; tries--) {
    if ((await doneItems(jobId)) === QUESTIONS) return;
    await pause(500);
  }
}

async function compare(client: pg.Client, told: Told, jobId: number): Promise<void> {
  const one = async (sql: string, values: unknown[]) =>
    (await client.query<{ n: number }>(sql, values)).rows[0]!.n;
  const keys = [...told.stored.keys()];
  const kept = await one(
    "SELECT count(*)::int AS n FROM judgments WHERE client_key = ANY($1::uuid[])",
    [keys],
  );
  const lost = keys.length - kept;
  if (replication === "sync")
    check(lost === 0, `${keys.length} acknowledged ratings, ${lost} missing`);
  else
    say(
      `      ${keys.length} acknowledged ratings, ${lost} missing: those that the replica had not received when the primary died`,
    );
  check(
    (await one(
      "SELECT count(*)::int AS n FROM (SELECT FROM judgments WHERE supersedes_id IS NULL GROUP BY task_id, rater_id HAVING count(*) > 1) x",
      [],
    )) === 0,
    "no one's rating of an item is there twice",
  );
  check(
    (await one("SELECT count(*)::int AS n FROM job_items WHERE job_id = $1 AND status = 'done'", [
      jobId,
    ])) === QUESTIONS,
    `all ${QUESTIONS} items of the job are done`,
  );
  check(
    (await one(
      "SELECT count(*)::int AS n FROM responses WHERE run_id = (SELECT run_id FROM jobs WHERE id = $1)",
      [jobId],
    )) === QUESTIONS,
    "each question has its response, once",
  );
}
