import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { appliedMigrations, applyMigrations, readMigrations, sameMigration } from "../migrations";
import {
  agreeOnText,
  inOrderOfReferences,
  quoted,
  quotedList,
  readSequences,
  readTables,
  readTriggers,
  selectAll,
  type Table,
  type Trigger,
} from "./catalog";
import type { CheckOutcome, DatabaseCheck } from "./checks";
import { runChecks } from "./checks";
import { soon, withLockedDatabase } from "./connection";
import { RowCounter } from "./counting";
import { BackupProblem, type Manifest } from "./manifest";
import type { BackupFile } from "./read";
import type { OnProgress } from "./write";

export interface RestoreOrder {
  databaseUrl: string;
  file: BackupFile;
  /** Rows that migrations write, by table: SQL that holds of each of them. Other tables have none when they are empty. */
  writtenByMigrations: Readonly<Record<string, string>>;
  /** What must hold of the data afterwards. */
  checks: readonly DatabaseCheck[];
  /** Restores although a check fails. */
  acceptFaults: boolean;
  /** Runs last in the transaction, such as to record it. */
  record: (client: pg.ClientBase, manifest: Manifest) => Promise<void>;
  onProgress?: OnProgress;
}

export interface Restored {
  tables: number;
  rows: number;
  checks: CheckOutcome[];
  /** Migrations that the backup lacked and the database has now. */
  upgraded: string[];
}

/**
 * Fills an empty database from a backup. The file is checked wholly before anything is written; tables, sequences,
 * comparison, checks and record are one transaction, so that a failure at any point leaves the database empty. A backup
 * of an earlier version needs a database that has no more migrations than it; the others are applied afterwards.
 * @throws BackupProblem ("damaged", "other-version", "not-empty", "in-use", "faulty"); nothing was restored then.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { databaseUrl, file } = order;
  const { manifest } = file;
  const last = await refuseUnknownMigrations(manifest);
  await file.verify(order.onProgress);
  await withLockedDatabase(databaseUrl, { alone: true }, async (client) => {
    await refuseWhileUsed(client);
    await refuseFilled(client, await readTables(client), order.writtenByMigrations);
    await refuseNewerDatabase(client, manifest);
  });
  await applyMigrations(databaseUrl, undefined, last);
  const early = (await readMigrations()).some(({ name }) => name > last);
  const checks = await withLockedDatabase(databaseUrl, { alone: true }, async (client) => {
    await refuseWhileUsed(client);
    await client.query("BEGIN");
    await agreeOnText(client);
    await refuseNewerDatabase(client, manifest);
    const outcomes = await fill(client, order, early ? [] : order.checks);
    await client.query("COMMIT");
    await client.query("ANALYZE").catch(() => {});
    return outcomes;
    // Closing the connection of a transaction that failed rolls it back.
  });
  const upgraded = early ? await applyMigrations(databaseUrl) : [];
  return {
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    checks: early ? await checkAfterwards(order) : checks,
    upgraded,
  };
}

/** Loads, compares, checks and records, in the transaction that the caller has begun. */
async function fill(
  client: pg.ClientBase,
  order: RestoreOrder,
  checks: readonly DatabaseCheck[],
): Promise<CheckOutcome[]> {
  const { manifest } = order.file;
  const tables = await readTables(client);
  // Whoever comes now waits for the end.
  await client.query("SET LOCAL lock_timeout = '10s'");
  await client
    .query(`LOCK TABLE ${quotedList(tables.map(({ name }) => name))} IN ACCESS EXCLUSIVE MODE`)
    .catch(refuseLocked);
  await refuseFilled(client, tables, order.writtenByMigrations);
  refuseOtherTables(manifest, tables);
  const triggers = await readTriggers(client);
  await setTriggers(client, triggers, () => "DISABLE");
  await client.query(`TRUNCATE ${quotedList(tables.map(({ name }) => name))}`);
  for (const name of await inOrderOfReferences(
    client,
    manifest.tables.map((table) => table.name),
  )) {
    await load(client, order, manifest.tables.find((table) => table.name === name)!.columns, name);
  }
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    // setval alone is never rolled back; a sequence that was restarted in this transaction is.
    await client.query(`ALTER SEQUENCE ${quoted(name)} RESTART`);
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [
      quoted(name),
      lastValue,
      isCalled,
    ]);
  }
  // Deferred references are checked now: triggers can't be switched while checks are pending.
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await setTriggers(client, triggers, (trigger) => SWITCHES[trigger.fires]);
  if (JSON.stringify(await readTriggers(client)) !== JSON.stringify(triggers)) {
    throw new Error("The triggers are not as they were before.");
  }
  await compare(client, order, tables);
  const outcomes = await runChecks(client, checks, { repair: true });
  const faults = outcomes.filter(({ wrong, repaired }) => wrong > 0 && !repaired);
  if (faults.length > 0 && !order.acceptFaults) {
    throw new BackupProblem(
      "faulty",
      `The backup is as it was made, but its data has faults that can't be repaired: ${faults.map(({ words }) => words).join("; ")}. Nothing was restored. To restore it as it is, use --accept-faults.`,
    );
  }
  await order.record(client, manifest);
  return outcomes;
}

const SWITCHES = { A: "ENABLE ALWAYS", O: "ENABLE", R: "ENABLE REPLICA", D: "DISABLE" } as const;

async function setTriggers(
  client: pg.ClientBase,
  triggers: readonly Trigger[],
  to: (trigger: Trigger) => string,
): Promise<void> {
  for (const trigger of triggers) {
    await client.query(
      `ALTER TABLE ${quoted(trigger.table)} ${to(trigger)} TRIGGER ${quoted(trigger.name)}`,
    );
  }
}

async function load(client: pg.ClientBase, order: RestoreOrder, columns: string[], name: string) {
  const { file, onProgress } = order;
  let bytes = 0;
  const rows = async function* () {
    for await (const chunk of file.rows(name)) {
      bytes += chunk.length;
      onProgress?.({ step: "Restoring", table: name, bytes });
      yield chunk;
    }
  };
  await pipeline(
    Readable.from(rows(), { objectMode: false }),
    client.query(copyFrom(`COPY ${quoted(name)} (${quotedList(columns)}) FROM STDIN`)),
  );
}

/** Reads what was loaded as a backup would, and holds it against the manifest. */
async function compare(
  client: pg.ClientBase,
  order: RestoreOrder,
  tables: readonly Table[],
): Promise<void> {
  const { manifest } = order.file;
  const known = new Map(tables.map((table) => [table.name, table]));
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const counter = new RowCounter();
    const select = selectAll({ ...known.get(name)!, columns });
    for await (const chunk of client.query(
      copyTo(`COPY (${select}) TO STDOUT`),
    ) as AsyncIterable<Buffer>) {
      counter.add(chunk);
      order.onProgress?.({ step: "Comparing", table: name, bytes: counter.bytesSoFar });
    }
    const found = counter.counted();
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new BackupProblem(
        "faulty",
        `Table ${name} differs from the backup after loading (${found.rows} rows, ${rows} in the backup). Nothing was restored.`,
      );
    }
  }
  if (JSON.stringify(await readSequences(client)) !== JSON.stringify(manifest.sequences)) {
    throw new BackupProblem(
      "faulty",
      "The sequences differ from the backup after loading. Nothing was restored.",
    );
  }
}

async function checkAfterwards(order: RestoreOrder): Promise<CheckOutcome[]> {
  return withLockedDatabase(order.databaseUrl, { alone: true }, async (client) => {
    await client.query("BEGIN");
    await agreeOnText(client);
    const outcomes = await runChecks(client, order.checks, { repair: true });
    await client.query("COMMIT");
    return outcomes;
  });
}

/** @returns the name of the backup's last migration */
async function refuseUnknownMigrations({ migrations, productVersion }: Manifest): Promise<string> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  const last = migrations.at(-1)!.name;
  for (const { name, checksum } of migrations) {
    const here = known.get(name);
    if (here === undefined || !sameMigration(here, checksum)) {
      throw new BackupProblem(
        "other-version",
        `The backup was made by version ${productVersion} with database migration ${name}, which this version ${here === undefined ? "does not have" : "has in another form"} (its last is ${[...known.keys()].at(-1)}). Restore it with the version that made it, or a later one. Nothing was changed.`,
      );
    }
  }
  // Of ours up to its last one, it must have all.
  const missing = [...known.keys()].find(
    (name) => name < last && !migrations.some((one) => one.name === name),
  );
  if (missing !== undefined) {
    throw new BackupProblem(
      "other-version",
      `The backup lacks database migration ${missing}, but has later ones up to ${last}; no version is known that makes such a database. Nothing was changed.`,
    );
  }
  return last;
}

async function refuseNewerDatabase(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const names = new Set(manifest.migrations.map(({ name }) => name));
  const more = (await appliedMigrations(client)).find(({ name }) => !names.has(name));
  if (more === undefined) return;
  throw new BackupProblem(
    "other-version",
    `The backup was made before database migration ${more.name} (version ${manifest.productVersion}, up to ${manifest.migrations.at(-1)!.name}), but this database already has it. Restore into a new database, without migrations; they are applied after the data. For the embedded database, run "npm run --silent freshqa -- db reset" first. Nothing was changed.`,
  );
}

/** Other connections mean a server, or someone at work: they would read a database that changes under them. */
async function refuseWhileUsed(client: pg.ClientBase): Promise<void> {
  let others = { count: 0, names: null as string | null };
  const alone = await soon(async () => {
    const { rows } = await client.query<typeof others>(`
      SELECT count(*)::int AS count, string_agg(DISTINCT nullif(application_name, ''), ', ') AS names FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`);
    others = rows[0]!;
    return others.count === 0;
  });
  if (alone) return;
  const { count, names } = others;
  throw new BackupProblem(
    "in-use",
    `${count === 1 ? "1 other connection uses" : `${count} other connections use`} this database${names === null ? "" : ` (${names})`}. Stop every server and program that uses it, then restore. Nothing was changed.`,
  );
}

function refuseLocked(error: Error & { code?: string }): never {
  if (error.code !== "55P03") throw error;
  throw new BackupProblem(
    "in-use",
    "Another process uses this database. Stop it, then restore. Nothing was changed.",
  );
}

async function refuseFilled(
  client: pg.ClientBase,
  tables: readonly Table[],
  writtenByMigrations: Readonly<Record<string, string>>,
): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const own = writtenByMigrations[name];
    const { rows } = await client.query(
      `SELECT 1 FROM ${quoted(name)}${own === undefined ? "" : ` WHERE (${own}) IS NOT TRUE`} LIMIT 1`,
    );
    if (rows.length > 0) filled.push(name);
  }
  if (filled.length === 0) return;
  throw new BackupProblem(
    "not-empty",
    `This installation is not empty: it has ${filled.slice(0, 5).join(", ")}${filled.length > 5 ? ` and rows in ${filled.length - 5} more tables` : ""}. A backup is restored into an empty installation only: a new database, or for the embedded one after "npm run --silent freshqa -- db reset". Nothing was changed.`,
  );
}

function refuseOtherTables(manifest: Manifest, tables: readonly Table[]): void {
  const theirs = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    const there = theirs.get(name);
    if (there === undefined ? manifest.leftOut.includes(name) : sameNames(there.columns, columns))
      continue;
    throw new BackupProblem(
      "other-version",
      `Table ${name} of this database has another form than in the backup. Nothing was changed.`,
    );
  }
  const unknown = [...theirs.keys()].find((name) => !tables.some((table) => table.name === name));
  if (unknown !== undefined) {
    throw new BackupProblem(
      "other-version",
      `This database has no table ${unknown}, which the backup has. Nothing was changed.`,
    );
  }
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join() === [...b].sort().join();
}
