import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "@/lib/platform/migrations";
import { withOwnClient } from "@/lib/platform/own-client";
import {
  dropDatabases,
  emptyDatabase,
  startThrowAwayServer,
  templateOn,
  type Template,
} from "./throw-away-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** The migrated database that every test file gets a copy of. */
    template: Template;
  }
}

/**
 * One server for all database tests: that of TEST_DATABASE_URL, or an embedded one in a folder of its own that is
 * thrown away. The user's data is never near. Returns the end of it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { adminUrl: given, stop: async () => {} } : await startThrowAwayServer();
  const prefix = `freshqa_test_${randomBytes(4).toString("hex")}`;
  const name = `${prefix}_template`;
  await applyMigrations(await emptyDatabase(server.adminUrl, name));
  project.provide("template", await templateOn(server.adminUrl, name));
  return async () => {
    if (given) await dropAll(given, prefix);
    await server.stop();
  };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const { rows } = await withOwnClient(url, (client) =>
    client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE starts_with(datname, $1)",
      [prefix],
    ),
  );
  await dropDatabases(
    url,
    rows.map(({ datname }) => datname),
  );
}
