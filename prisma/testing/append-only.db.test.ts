import { expect, it } from "vitest";
import { GUARDS } from "@/lib/cli/installation";
import { withConnection } from "@/lib/platform/db";

const TABLES = GUARDS.append_only!;

it("the tables that only grow are these, and each refuses UPDATE, DELETE and TRUNCATE, in a replica's session too", async () => {
  await withConnection(async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(`
      SELECT c.relname::text AS table, (SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum = 1) AS column
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgfoid = 'refuse_change'::regproc ORDER BY 1`);
    expect(rows.map(({ table }) => table)).toEqual([...TABLES].sort());
    expect(rows.length).toBeGreaterThan(20);
    await client.query("BEGIN");
    try {
      for (const { table, column } of rows)
        for (const role of ["origin", "replica"])
          for (const statement of [
            `UPDATE "${table}" SET ${column} = ${column}`,
            `DELETE FROM "${table}"`,
            `TRUNCATE "${table}" CASCADE`,
          ])
            expect(
              await refusal(client, `SET LOCAL session_replication_role = ${role}`, statement),
            ).toMatch(/append-only/);
    } finally {
      await client.query("ROLLBACK");
    }
  });
});

it("make_append_only makes a table one of them", async () => {
  await withConnection(async (client) => {
    await client.query("BEGIN");
    try {
      await client.query(
        'CREATE TABLE "Grows only" (id int); SELECT make_append_only(\'"Grows only"\')',
      );
      const { rows } = await client.query<{ same: string; fires: string }>(`
        SELECT DISTINCT replace(pg_get_triggerdef(t.oid), t.tgrelid::regclass::text, '…') AS same, tgenabled::text AS fires
        FROM pg_trigger t WHERE tgname = 'append_only'`);
      expect(rows.map(({ fires }) => fires)).toEqual(["A"]);
      await client.query('INSERT INTO "Grows only" VALUES (1)');
      for (const statement of [
        'UPDATE "Grows only" SET id = 2',
        'DELETE FROM "Grows only"',
        'TRUNCATE "Grows only"',
      ])
        expect(
          await refusal(client, "SET LOCAL session_replication_role = replica", statement),
        ).toMatch("Grows only is append-only");
    } finally {
      await client.query("ROLLBACK");
    }
  });
});

/** What the database answers to a statement that it refuses; the transaction goes on. */
async function refusal(
  client: { query: (sql: string) => Promise<unknown> },
  ...statements: string[]
): Promise<string> {
  await client.query("SAVEPOINT attempt");
  try {
    for (const statement of statements) await client.query(statement);
    return "done";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT attempt");
  }
}
