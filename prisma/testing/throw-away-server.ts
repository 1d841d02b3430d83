import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { escapeIdentifier } from "pg";
import { dataFolder, prepareDataFolder } from "@/lib/launcher/data-folder";
import { EmbeddedPostgres, embeddedUrl } from "@/lib/launcher/embedded-postgres";
import { readPostmasterFile } from "@/lib/launcher/postgres-cluster";
import { withOwnClient } from "@/lib/platform/own-client";

/** A PostgreSQL whose data is worth nothing, for tests. */
interface ThrowAwayServer {
  /** A database on it from which others can be made and dropped. */
  adminUrl: string;
  /** Kills all of it, as a machine without memory does. It starts again by itself, on the same port. */
  kill: () => void;
  /** Ends it, and deletes its data. */
  stop: () => Promise<void>;
}

/**
 * Starts an embedded PostgreSQL that waits for no disk.
 * @param options.root its data folder, seeded or not; by default a new one
 * @param options.settings on top of those; what is committed only survives kill() with `synchronous_commit`
 */
export async function startThrowAwayServer({
  root = mkdtempSync(join(tmpdir(), "freshqa-test-")),
  settings = {},
}: { root?: string; settings?: Record<string, string> } = {}): Promise<ThrowAwayServer> {
  const folder = dataFolder(root);
  prepareDataFolder(folder);
  const postgres = new EmbeddedPostgres({
    folder,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      wal_level: "minimal",
      max_wal_senders: "0",
      max_connections: "200",
      max_wal_size: "4GB",
      ...settings,
    },
  });
  await postgres.start();
  return {
    adminUrl: embeddedUrl(folder, postgres.port, "postgres"),
    kill: () => void process.kill(readPostmasterFile(folder.cluster)!.pid, "SIGKILL"),
    stop: async () => {
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A database that others are copied from. Nobody may be connected to it meanwhile. */
export interface Template {
  /** A database on the same server from which others can be made and dropped. */
  adminUrl: string;
  name: string;
  /** How it is copied: file by file takes half as long as through the log, where the server can (PostgreSQL 15). */
  strategy: "STRATEGY file_copy" | "";
}

/** Names a database as a template. */
export async function templateOn(adminUrl: string, name: string): Promise<Template> {
  const { rows } = await withOwnClient(adminUrl, (client) =>
    client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    ),
  );
  return { adminUrl, name, strategy: rows[0]!.version >= 150_000 ? "STRATEGY file_copy" : "" };
}

/** Makes a database with nothing in it. @returns its address */
export async function emptyDatabase(adminUrl: string, name: string): Promise<string> {
  await withOwnClient(adminUrl, (client) =>
    client.query(`CREATE DATABASE ${escapeIdentifier(name)}`),
  );
  return databaseOn(adminUrl, name);
}

/** Makes a copy of a template, on its server. @returns its address */
export async function copyDatabase(template: Template, name: string): Promise<string> {
  await withOwnClient(template.adminUrl, (client) =>
    client.query(
      `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template.name)} ${template.strategy}`,
    ),
  );
  return databaseOn(template.adminUrl, name);
}

/** The address of a database on the same server. */
function databaseOn(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops the databases that there are of these, whoever is still connected to them. */
export async function dropDatabases(adminUrl: string, names: string[]): Promise<void> {
  await withOwnClient(adminUrl, async (client) => {
    for (const name of names)
      await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
  });
}
