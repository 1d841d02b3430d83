import { withOwnClient } from "@/lib/platform/own-client";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "@/prisma/testing/database";
import {
  applyMigrations,
  migrationChecksum,
  MigrationProblem,
  pendingMigrations,
} from "./migrations";

let folder: string;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
  url = await createTestDatabase("empty");
  write("20260101000000_first", "CREATE TABLE a (id int); INSERT INTO a VALUES (1);");
  write("20260102000000_second", "ALTER TABLE a ADD COLUMN b text;");
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, sql: string) {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  return withOwnClient(url, async (client) => (await client.query(sql)).rows);
}

async function pending(): Promise<string[]> {
  return withOwnClient(url, (client) => pendingMigrations(client, folder));
}

describe("migrations", () => {
  it("are applied in order, once, and recorded with Prisma's checksum", async () => {
    expect(await pending()).toEqual(["20260101000000_first", "20260102000000_second"]);
    expect(await applyMigrations(url, folder)).toEqual([
      "20260101000000_first",
      "20260102000000_second",
    ]);
    expect(await applyMigrations(url, folder)).toEqual([]);
    expect(await pending()).toEqual([]);
    const rows = await query(
      "SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, applied_steps_count AS steps FROM _prisma_migrations ORDER BY started_at",
    );
    expect(rows).toEqual([
      {
        migration_name: "20260101000000_first",
        checksum: migrationChecksum("CREATE TABLE a (id int); INSERT INTO a VALUES (1);"),
        finished: true,
        steps: 1,
      },
      {
        migration_name: "20260102000000_second",
        checksum: migrationChecksum("ALTER TABLE a ADD COLUMN b text;"),
        finished: true,
        steps: 1,
      },
    ]);
  });

  it("are applied once when several processes apply them at the same time", async () => {
    const done = await Promise.all(Array.from({ length: 4 }, () => applyMigrations(url, folder)));
    expect(done.flat().sort()).toEqual(["20260101000000_first", "20260102000000_second"]);
    expect(await query("SELECT count(*)::int AS count FROM a")).toEqual([{ count: 1 }]);
  });

  it("leave nothing of one that fails, keep those before it, and go on once it is mended", async () => {
    write("20260103000000_third", "CREATE TABLE c (id int); SELECT 1/0;");
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      /^Migration 20260103000000_third failed and was rolled back: division by zero$/,
    );
    expect(
      await query(
        "SELECT to_regclass('c') AS c, (SELECT count(*)::int FROM _prisma_migrations) AS count",
      ),
    ).toEqual([{ c: null, count: 2 }]);
    write("20260103000000_third", "CREATE TABLE c (id int);");
    expect(await applyMigrations(url, folder)).toEqual(["20260103000000_third"]);
  });

  it("refuse one that was changed after it was applied, but not other line ends", async () => {
    write("20260103000000_third", "CREATE TABLE c (\n  id int\n);\n");
    await applyMigrations(url, folder);
    write("20260103000000_third", "CREATE TABLE c (\r\n  id int\r\n);\r\n");
    expect(await applyMigrations(url, folder)).toEqual([]);
    write("20260103000000_third", "CREATE TABLE c (\n  id bigint\n);\n");
    await expect(applyMigrations(url, folder)).rejects.toThrow(MigrationProblem);
    await expect(pending()).rejects.toThrow(/third was modified after being applied/);
  });

  it("refuse one that was begun and never finished", async () => {
    await applyMigrations(url, folder);
    await query(
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%second'",
    );
    await expect(applyMigrations(url, folder)).rejects.toThrow(/second did not finish/);
  });

  it("refuse a database that a newer version made", async () => {
    await applyMigrations(url, folder);
    rmSync(join(folder, "20260102000000_second"), { recursive: true });
    await expect(applyMigrations(url, folder)).rejects.toThrow(/from a newer version/);
  });
});
