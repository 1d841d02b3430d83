import type pg from "pg";
import { withOwnClient } from "@/lib/platform/own-client";

/**
 * The rows of one statement in any database, over a connection of its own: for what a test looks at from outside the
 * product.
 */
export const rowsOf = <Row extends pg.QueryResultRow>(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> =>
  withOwnClient(
    databaseUrl,
    async (client) => (await client.query<Row>(statement, [...values])).rows,
  );
