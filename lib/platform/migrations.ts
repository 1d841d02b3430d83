import { withOwnClient } from "./own-client";
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { lockStatement } from "./advisory-locks";
import { installQueue } from "./queue";

/** Where the product's own migrations are, seen from the root of the project. */
export const MIGRATIONS_FOLDER = "prisma/migrations";

/** Thrown when the migrations on disk and in the database do not fit; its message is one line for the operator. */
export class MigrationProblem extends Error {
  override readonly name = "MigrationProblem";
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedMigration {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
}

/** SHA-256 of the file's bytes: what Prisma records. */
export function migrationChecksum(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

/** Reads the migrations of a folder in the order in which they apply (by name, which starts with the time). */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: migrationChecksum(sql) };
    }),
  );
}

/** A check-out may have turned line ends around; the same text is still the same migration. */
export function sameMigration(migration: Migration, checksum: string): boolean {
  const unix = migration.sql.replaceAll("\r\n", "\n");
  return [
    migration.checksum,
    migrationChecksum(unix),
    migrationChecksum(unix.replaceAll("\n", "\r\n")),
  ].includes(checksum);
}

/**
 * Compares disk and database. Pure.
 * @returns the migrations still to apply, in order.
 * @throws MigrationProblem when one was changed, half applied or is unknown here.
 */
function planMigrations(
  onDisk: readonly Migration[],
  recorded: readonly AppliedMigration[],
): Migration[] {
  const current = recorded.filter((row) => row.rolled_back_at === null);
  const half = current.find((row) => row.finished_at === null);
  if (half) {
    throw new MigrationProblem(
      `Migration ${half.migration_name} did not finish. Restore a backup from before it, or resolve it with "npx prisma migrate resolve".`,
    );
  }
  const known = new Map(onDisk.map((migration) => [migration.name, migration]));
  for (const row of current) {
    const migration = known.get(row.migration_name);
    if (!migration) {
      throw new MigrationProblem(
        `The database has migration ${row.migration_name} from a newer version. Run that version.`,
      );
    }
    if (!sameMigration(migration, row.checksum)) {
      throw new MigrationProblem(
        `Migration ${row.migration_name} was modified after being applied. Restore the file and create a new migration.`,
      );
    }
  }
  const applied = new Set(current.map((row) => row.migration_name));
  return onDisk.filter((migration) => !applied.has(migration.name));
}

async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  if (!found[0]!.there) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}

/** The migrations that a database has, with their checksums, in the order of their names; none where it has no tables. */
export async function appliedMigrations(
  client: pg.ClientBase,
): Promise<{ name: string; checksum: string }[]> {
  const applied = (await readApplied(client)).filter(
    (row) => row.finished_at !== null && row.rolled_back_at === null,
  );
  return applied
    .map((row) => ({ name: row.migration_name, checksum: row.checksum }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Prisma's own table, exactly as its engine creates it. */
const CREATE_TABLE = `
CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies what is missing: in order, each migration and its record in one transaction, under the advisory lock that
 * Prisma uses too, so that any number of processes may try at once and a failure leaves nothing behind. With the last of
 * the product's own, the queue's tables are brought up to date as well.
 * @param upTo the name of the last one to apply; without it, all.
 * @returns the names of the migrations that this call applied.
 * @throws MigrationProblem when a migration was changed or half applied, or when its SQL fails.
 */
export async function applyMigrations(
  databaseUrl: string,
  folder = MIGRATIONS_FOLDER,
  upTo?: string,
): Promise<string[]> {
  const known = await readMigrations(folder);
  return withOwnClient(databaseUrl, async (client) => {
    await client.query(lockStatement({ until: "session" }, "migration"));
    const planned = planMigrations(known, await readApplied(client));
    const missing = planned.filter((migration) => upTo === undefined || migration.name <= upTo);
    if (missing.length > 0) await client.query(CREATE_TABLE);
    for (const migration of missing) await applyOne(client, migration);
    if (folder === MIGRATIONS_FOLDER && planned.length === missing.length)
      await installQueue(databaseUrl);
    return missing.map((migration) => migration.name);
    // The lock goes with the connection.
  });
}

async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query(migration.sql);
    await client.query(
      `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE migration_name = $1 AND rolled_back_at IS NULL`,
      [migration.name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw new MigrationProblem(
      `Migration ${migration.name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/**
 * The migrations that the database still lacks; empty when it is up to date. Changes nothing.
 * @throws MigrationProblem when a migration was changed or half applied.
 */
export async function pendingMigrations(
  client: pg.ClientBase,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> {
  return planMigrations(await readMigrations(folder), await readApplied(client)).map(
    (migration) => migration.name,
  );
}
