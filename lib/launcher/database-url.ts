import { withOwnClient } from "@/lib/platform/own-client";
import { LaunchError } from "./launch-error";

const OLDEST_SERVER = 140_000;

/**
 * Proves that a database can be used: it answers and is new enough.
 * @throws LaunchError for an old server; errors of the connection pass through (see explain).
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  await withOwnClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ number: number; version: string }>(
      "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version",
    );
    if (rows[0]!.number < OLDEST_SERVER)
      throw new LaunchError(
        `PostgreSQL ${rows[0]!.version} is not supported (14 or newer required). Upgrade it or change DATABASE_URL.`,
      );
  });
}

/** How many sample accounts, whose passwords everyone knows, can still sign in. The tables must be there. */
export async function countSampleAccounts(databaseUrl: string): Promise<number> {
  return withOwnClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM users WHERE sample AND deactivated_at IS NULL",
    );
    return rows[0]!.count;
  });
}
