import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NoticeKind } from "@/lib/people/notifications/notice";
import type { Actor } from "@/lib/people/access/schema";
import { releaseDayOf } from "@/lib/dataset/imports/rules";
import { provideEnvironment } from "@/lib/platform/env";
import { applyMigrations, MIGRATIONS_FOLDER } from "@/lib/platform/migrations";
import { createTestDatabase } from "../database";
import { restoreData } from "../database-dump";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * A database as the version before these migrations left it, with one of everything in it (one-of-everything.ts made it
 * through that version's own commands), is upgraded. The numbers beside it were computed by that version.
 */
const BEFORE = "20261122180000_leaderboard";

interface Facts {
  rows: Record<string, number>;
  /** Name and SHA-256. */
  releases: Record<string, string>;
  /** SHA-256 of the dataset as CSV: `present`, and as of days. */
  exports: Record<string, string>;
  /** The judgment export of each campaign, CSV. */
  judgments: Record<string, string>;
  /** The accuracy report of all runs, over all campaigns or one. */
  accuracy: { campaign: number | null; rule: string; rows: { runId: number; accuracy: Record<string, PastCell> }[] }[];
}
type PastCell = Record<"relaxed" | "strict" | "gap", { right: number; judged: number; value: number | null }>;

const facts = JSON.parse(readFileSync(`prisma/testing/upgrades/${BEFORE}.json`, "utf8")) as Facts;
let client: pg.Client;
let actor: Actor;
let disconnect: () => Promise<void>;

beforeAll(async () => {
  const url = await createTestDatabase("empty");
  const earlier = mkdtempSync(join(tmpdir(), "migrations-"));
  for (const name of readdirSync(MIGRATIONS_FOLDER)) if (name <= BEFORE) cpSync(join(MIGRATIONS_FOLDER, name), join(earlier, name), { recursive: true });
  await applyMigrations(url, earlier);
  rmSync(earlier, { recursive: true });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await restoreData(client, readFileSync(`prisma/testing/upgrades/${BEFORE}.copy`, "utf8"));
  await applyMigrations(url);
  provideEnvironment({ DATABASE_URL: url });
  disconnect = (await import("@/lib/platform/db")).disconnect;
  const { rows: [dana] } = await client.query<{ id: number }>("SELECT id FROM users WHERE email = 'dana@freshqa.example'");
  actor = { userId: dana!.id, name: "Dana", roles: ["maintainer", "admin"], via: "web" };
});
afterAll(async () => {
  await client.end();
  await disconnect();
});

async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Tables that a migration replaced by another one. */
const REPLACED: Record<string, string> = {};

describe("an upgraded database", () => {
  it("has every row that it had", async () => {
    const rows: Record<string, number> = {};
    for (const table of Object.keys(facts.rows)) {
      const found = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${REPLACED[table] ?? table}"`);
      rows[table] = found.rows[0]!.n;
    }
    expect(rows).toEqual(facts.rows);
  });

  it("has its releases, byte for byte", async () => {
    const { rows } = await client.query<{ name: string; sha256: string; bytes: Buffer }>(`
      SELECT r.name, r.sha256, string_agg(c.bytes, ''::bytea ORDER BY c.sequence) AS bytes
      FROM releases r JOIN release_chunks c ON c.release_id = r.id GROUP BY r.id ORDER BY r.id`);
    expect(Object.fromEntries(rows.map(({ name, sha256: stored }) => [name, stored]))).toEqual(facts.releases);
    expect(Object.fromEntries(rows.map(({ name, bytes }) => [name, sha256(bytes)]))).toEqual(facts.releases);
  });

  it("exports the dataset as it is, and as it was on any day, byte for byte", async () => {
    const { exportAsOf, exportCurrent } = await import("@/lib/dataset/exports/queries");
    const { exportRequestSchema } = await import("@/lib/dataset/exports/schema");
    const request = exportRequestSchema.parse({ format: "csv" });
    const found: Record<string, string> = {};
    for (const day of Object.keys(facts.exports)) {
      const file = day === "present" ? await exportCurrent(actor, request) : await exportAsOf(actor, day, request);
      found[day] = sha256(await bytesOf(file.bytes));
    }
    expect(found).toEqual(facts.exports);
  });

  it("exports the same judgments, in every column that there was", async () => {
    const { openJudgmentExport } = await import("@/lib/reporting/judgment-export/queries");
    const { parseCsv } = await import("../exported-judgments");
    for (const [campaign, before] of notEmpty(Object.entries(facts.judgments))) {
      const file = await openJudgmentExport(actor, { campaign: Number(campaign), format: "csv" });
      const now = parseCsv((await bytesOf(file.bytes)).toString("utf8"));
      const columns = Object.keys(parseCsv(before)[0]!);
      // Since then a changed premise flag makes what was judged by the old one stale too.
      const { rows } = await client.query<{ id: string }>(`
        SELECT j.id::text AS id FROM judgments j JOIN revisions r ON r.id = j.revision_id
        JOIN question_heads h ON h.question_id = r.question_id AND h.false_premise <> r.false_premise`);
      const stale = new Set(rows.map(({ id }) => id));
      // And a response without automatic verdicts has them as JSON text like any other.
      const expected = parseCsv(before).map((line) => ({ ...line, ...(line.automatic_verdicts === "" && { automatic_verdicts: "[]" }), ...(stale.has(line.judgment_id!) && { stale: "TRUE" }) }));
      // Which says since then by which answers each of them was made.
      const asBefore = (text: string) => JSON.stringify((JSON.parse(text) as Record<string, unknown>[]).map(({ evaluator, relaxed, strict }) => ({ evaluator, relaxed, strict })));
      const told = now.map((line) => ({ ...Object.fromEntries(columns.map((column) => [column, line[column]])), automatic_verdicts: asBefore(line.automatic_verdicts!) }));
      expect(told).toEqual(expected.map((line) => ({ ...line, automatic_verdicts: asBefore(line.automatic_verdicts!) })));
    }
  });

  it("knows the dates of earlier imports: those in the names of their files", async () => {
    const dates = async () => (await client.query<{ name: string; date: string | null }>("SELECT file_name AS name, released_on::text AS date FROM imports ORDER BY id")).rows;
    expect(await dates()).toEqual([
      { name: "FreshQA_v11092026.csv", date: "2026-11-09" },
      { name: "planned.csv", date: null },
      { name: "cancelled.csv", date: null },
    ]);
    const migration = readFileSync(join(MIGRATIONS_FOLDER, "20261127090000_dates_of_imports", "migration.sql"), "utf8");
    const reading = migration.slice(migration.indexOf("WITH named"));
    const others = ["freshqa_v02292024 (1).xlsx", "FreshQA_v02302024.csv", "FreshQA_v13012024.csv", "FreshQA_v12002024.csv", "FreshQA_v12310000.csv", "FreshQA_v12319999.csv"];
    for (const name of others) {
      await client.query("BEGIN");
      await client.query("UPDATE imports SET file_name = $1, released_on = NULL WHERE id = 1", [name]);
      await client.query(reading);
      expect((await dates())[0]).toEqual({ name, date: releaseDayOf(name) });
      await client.query("ROLLBACK");
    }
  });

  it("knows of earlier imports neither sides nor a former order, and has nothing set aside for them", async () => {
    const { rows: [found] } = await client.query(`SELECT
      (SELECT count(*)::int FROM imports WHERE former_order = '{}') AS imports,
      (SELECT count(*)::int FROM import_rows WHERE sides IS NOT NULL OR resolution IS NOT NULL OR common_revision_id IS NOT NULL) AS rows,
      (SELECT count(*)::int FROM import_decisions) AS decisions,
      (SELECT count(*)::int FROM import_queues) + (SELECT count(*)::int FROM imports WHERE queue_id IS NOT NULL) AS queued`);
    expect(facts.rows.imports).toBeGreaterThan(0);
    expect(found).toEqual({ imports: facts.rows.imports, rows: 0, decisions: 0, queued: 0 });
  });

  it("has its gold verdicts as the first rows of the ledger, in the order in which they were set, and no later ones", async () => {
    const { rows } = await client.query<{ id: number; kind: string; at: string }>("SELECT id, kind, created_at::text AS at FROM gold_verdicts ORDER BY id");
    expect(rows).toHaveLength(facts.rows.gold_responses!);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, at) => at + 1));
    expect(notEmpty(rows).every(({ kind }) => kind === "set")).toBe(true);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted());
    const { rows: [origin] } = await client.query("SELECT gold, tasks = (SELECT max(id) FROM rating_tasks) AS tasks, revisions = (SELECT max(id) FROM revisions) AS revisions FROM report_origin");
    expect(origin).toEqual({ gold: rows.length, tasks: true, revisions: true });
    await expect(client.query("UPDATE gold_verdicts SET explanation = 'else'")).rejects.toThrow(/append-only/);
    await expect(client.query("DELETE FROM gold_verdicts")).rejects.toThrow(/append-only/);
  });

  it("knows of each automatic verdict that the answers of the run's release made it, and still refuses changes", async () => {
    const { rows: [found] } = await client.query("SELECT count(*)::int AS n, count(*) FILTER (WHERE v.revision_id = p.revision_id)::int AS released FROM automatic_verdicts v JOIN responses p ON p.id = v.response_id");
    expect(found).toEqual({ n: facts.rows.automatic_verdicts, released: facts.rows.automatic_verdicts });
    await expect(client.query("UPDATE automatic_verdicts SET explanation = 'else'")).rejects.toThrow(/append-only/);
  });

  it("records what raters were given as handed out to them, and leaves campaigns as they were planned", async () => {
    const { rows: [found] } = await client.query<Record<string, number>>(`SELECT
      (SELECT count(*)::int FROM rating_assignments WHERE status IN ('opened', 'judged')) AS given,
      (SELECT count(*)::int FROM rating_assignments a JOIN handings_out h ON h.assignment_id = a.id AND h.task_id = a.task_id AND h.rater_id = a.rater_id AND h.handed_at = a.opened_at WHERE a.status IN ('opened', 'judged')) AS recorded,
      (SELECT count(*)::int FROM handings_out) AS all,
      (SELECT count(*)::int FROM rating_tasks WHERE gold = sampled) AS replanned,
      (SELECT count(*)::int FROM campaigns WHERE (status = 'paused') <> (paused_at IS NOT NULL)) AS unpaused`);
    expect(found!.given).toBeGreaterThan(0);
    expect(found).toEqual({ given: found!.given, recorded: found!.given, all: found!.given, replanned: 0, unpaused: 0 });
  });

  it("knows of each notice what it speaks of, as of new ones", async () => {
    const { NOTICE_KINDS } = await import("@/lib/home/inbox/kinds");
    const { rows } = await client.query<{ kind: string; data: unknown; subject: string }>("SELECT kind, data, subject FROM notices");
    expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThan(4);
    for (const { kind, data, subject } of notEmpty(rows)) expect([kind, subject]).toEqual([kind, (NOTICE_KINDS.get(kind) as NoticeKind).subject(data as Record<string, unknown>)]);
  });

  describe("reports", () => {
    const report = async (campaign: number | null, rule: string, more: object = {}) => {
      const [{ getAccuracyReport }, { accuracyRequest }] = await Promise.all([import("@/lib/reporting/accuracy/queries"), import("@/lib/reporting/accuracy/schema")]);
      const past = facts.accuracy.find((one) => one.campaign === campaign && one.rule === rule)!;
      const now = await getAccuracyReport(actor, accuracyRequest.parse({ runs: past.rows.map(({ runId }) => runId), rule, ...(campaign !== null && { campaign }), ...more }));
      return { past, now };
    };
    /** Run by run and column by column: how many are right, of how many. */
    const figures = (rows: readonly { runId: number; accuracy: object }[]) => Object.fromEntries(rows.flatMap(({ runId, accuracy }) =>
      Object.entries(accuracy as Record<string, PastCell>).flatMap(([column, cell]) =>
        (["relaxed", "strict", "gap"] as const).map((measure) => [`${runId} ${column} ${measure}`, `${cell[measure].right}/${cell[measure].judged}`]))));

    it.each(["majority", "excluded"])("of a campaign by its release's answers and without gold print what they printed (%s)", async (rule) => {
      const { past, now } = await report(1, rule);
      expect(Object.keys(figures(past.rows)).length).toBe(3 * 11 * 3);
      expect(figures(now.rows)).toEqual(figures(past.rows));
    });

    it("of a random sample print the same, its gold coming from outside the sample; over all campaigns gold counts", async () => {
      const { past, now } = await report(2, "majority");
      expect(figures(now.rows)).toEqual(figures(past.rows));
      for (const row of notEmpty(past.rows)) {
        const { now: alone } = await report(2, "majority", { runs: [row.runId], gold: "leave-out" });
        expect(figures(alone.rows)).toEqual(figures([row]));
      }
      const gold = await client.query<{ n: number }>("SELECT count(DISTINCT t.response_id)::int AS n FROM rating_tasks t WHERE t.gold");
      const { now: all } = await report(null, "majority");
      expect(gold.rows[0]!.n).toBeGreaterThan(1);
      expect(all.rows.reduce((sum, { aside }) => sum + aside.goldCounted, 0)).toBe(gold.rows[0]!.n);
    });

    it("of a follow-up by other answers than the release's count none of it, and say so", async () => {
      const { past, now } = await report(3, "majority");
      const judged = (rows: readonly { accuracy: object }[]) => rows.map(({ accuracy }) => (accuracy as Record<string, PastCell>).all!.relaxed.judged);
      expect(judged(past.rows).reduce((a, b) => a + b)).toBeGreaterThan(3);
      expect(judged(now.rows)).toEqual([0, 0, 0]);
      expect(now.rows.map(({ aside }) => aside.otherAnswers.responses)).toEqual(judged(past.rows));
    });
  });
});
