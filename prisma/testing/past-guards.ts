import type pg from "pg";
import { GUARDS } from "@/lib/cli/installation";

/**
 * Runs statements past the triggers that guard the data, as damage does. In the caller's transaction, or none.
 * @throws Error where one of them changes no row
 */
export async function pastGuards(client: pg.ClientBase, sql: string): Promise<void> {
  const guards = Object.entries(GUARDS).flatMap(([name, tables]) =>
    tables.map((table) => ({ name, table })),
  );
  for (const { name, table } of guards)
    await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER "${name}"`);
  const done: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
  for (const { command, rowCount } of [done].flat())
    if (["INSERT", "UPDATE", "DELETE"].includes(command) && rowCount === 0)
      throw new Error(`A statement of the damage changes no row: ${sql}`);
  for (const { name, table } of guards)
    await client.query(`ALTER TABLE "${table}" ENABLE ALWAYS TRIGGER "${name}"`);
}
