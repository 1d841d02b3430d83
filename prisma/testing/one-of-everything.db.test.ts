import { withOwnClient } from "@/lib/platform/own-client";
import { afterAll, expect, it } from "vitest";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { createTestDatabase } from "./database";
import { dumpData, restoreData } from "./database-dump";
import { fillWithOneOfEverything } from "./one-of-everything";
import { applyMigrations } from "@/lib/platform/migrations";

afterAll(disconnect);

/** Written by the server's own loop, not by a command. */
const BY_THE_SERVER = ["due_notice_days", "health_probe", "mails", "seals"];

it("one of everything reaches every table, and its dump fills another database with the same rows", async () => {
  await fillWithOneOfEverything();
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE nspname = 'public' AND relkind = 'r' ORDER BY 1`;
  expect(tables.length).toBeGreaterThan(55);
  const empty: string[] = [];
  for (const { name } of tables)
    if ((await db.$queryRawUnsafe<unknown[]>(`SELECT 1 FROM "${name}" LIMIT 1`)).length === 0)
      empty.push(name);
  expect(empty).toEqual(BY_THE_SERVER);

  const dump = await withConnection((client) => dumpData(client));
  const url = await createTestDatabase("empty");
  await applyMigrations(url);
  await withOwnClient(url, async (other) => {
    await restoreData(other, dump);
    expect(await dumpData(other)).toBe(dump);
  });
}, 120_000);
