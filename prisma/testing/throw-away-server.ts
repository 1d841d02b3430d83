import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataFolder, prepareDataFolder } from "@/lib/launcher/data-folder";
import { EmbeddedPostgres, embeddedUrl } from "@/lib/launcher/embedded-postgres";
import { withOwnClient } from "@/lib/platform/own-client";

/** A PostgreSQL whose data is worth nothing, for tests. */
export interface ThrowAwayServer {
  /** A database on it from which others can be made and dropped. */
  adminUrl: string;
  /** Ends it, and deletes its data. */
  stop: () => Promise<void>;
}

/**
 * Starts an embedded PostgreSQL that waits for no disk.
 * @param root its data folder, seeded or not; by default a new one
 */
export async function startThrowAwayServer(
  root = mkdtempSync(join(tmpdir(), "freshqa-test-")),
): Promise<ThrowAwayServer> {
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
    },
  });
  await postgres.start();
  return {
    adminUrl: embeddedUrl(folder, postgres.port, "postgres"),
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

/**
 * Makes a database.
 * @param template what it is a copy of; null: it is empty
 * @returns its address
 */
export async function makeDatabase(
  adminUrl: string,
  name: string,
  template: Template | null,
): Promise<string> {
  await withOwnClient(adminUrl, (client) =>
    client.query(
      `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template.name} ${template.strategy}` : ""}`,
    ),
  );
  return databaseOn(adminUrl, name);
}

/** The address of a database on the same server. */
export function databaseOn(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database, whoever is still connected to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withOwnClient(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
}
