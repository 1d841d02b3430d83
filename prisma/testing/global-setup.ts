import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { dataFolder, prepareDataFolder } from "@/lib/launcher/data-folder";
import { EmbeddedPostgres } from "@/lib/launcher/embedded-postgres";
import { applyMigrations } from "@/lib/platform/migrations";
import { withOwnClient } from "@/lib/platform/own-client";

/** What the test files are told about the server. */
export interface TestServer {
  /** A database on it from which others can be made and dropped. */
  adminUrl: string;
  /** The migrated database that every test file gets a copy of. */
  template: string;
  /** How it is copied: file by file takes half as long as through the log, where the server can (PostgreSQL 15). */
  strategy: "STRATEGY file_copy" | "";
}

declare module "vitest" {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * One server for all database tests: that of TEST_DATABASE_URL, or an embedded one in a folder of its own that is
 * thrown away. The user's data is never near. Returns the end of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startThrowAwayServer();
  const prefix = `freshqa_test_${randomBytes(4).toString("hex")}`;
  const template = `${prefix}_template`;
  await withOwnClient(server.url, (client) => client.query(`CREATE DATABASE ${template}`));
  const templateUrl = new URL(server.url);
  templateUrl.pathname = `/${template}`;
  await applyMigrations(templateUrl.href);
  const { rows } = await withOwnClient(server.url, (client) =>
    client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    ),
  );
  const strategy = rows[0]!.version >= 150_000 ? "STRATEGY file_copy" : "";
  project.provide("testServer", { adminUrl: server.url, template, strategy });
  return async () => {
    if (given) await dropAll(given, prefix);
    await server.stop();
  };
}

async function startThrowAwayServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), "freshqa-test-"));
  const folder = dataFolder(root);
  prepareDataFolder(folder);
  const postgres = new EmbeddedPostgres({
    folder,
    // Its data is worth nothing: no waiting for the disk.
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
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  await withOwnClient(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [prefix],
    );
    for (const { datname } of rows)
      await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  });
}
