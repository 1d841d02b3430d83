import type pg from "pg";
import { withConnection } from "@/lib/platform/db";

/** Moves revisions to a past day, as if they had been written then: all, or those that hold since a day behind `after`. Needs a superuser. */
export async function holdSince(
  day: string,
  { after = "0001-01-01" }: { after?: string } = {},
): Promise<void> {
  await withConnection(async (client) => {
    await changeHistory(
      client,
      "revisions",
      "UPDATE revisions SET holds_since = $1 WHERE holds_since > $2",
      [day, after],
    );
  });
}

/** Where what reports count says when it came in. */
const CAME_IN = {
  judgments: "judged_at",
  adjudications: "adjudicated_at",
  automatic_verdicts: "created_at",
  gold_verdicts: "created_at",
  responses: "created_at",
};

/** Moves all verdicts and responses to a past day, as if they had come in then. Needs a superuser. */
export async function cameInOn(day: string): Promise<void> {
  await withConnection(async (client) => {
    for (const [table, column] of Object.entries(CAME_IN)) {
      await changeHistory(client, table, `UPDATE ${table} SET ${column} = $1`, [day]);
    }
  });
}

/** Changes rows of an append-only table. */
async function changeHistory(
  client: pg.ClientBase,
  table: string,
  statement: string,
  values: readonly string[],
): Promise<void> {
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
  await client.query(statement, [...values]);
  await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
}
