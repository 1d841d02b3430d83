import { withOwnClient } from "@/lib/platform/own-client";
import { LaunchError } from "./launch-error";

const OLDEST_SERVER = 140_000;

/**
 * Proves that a database can be used: it answers and is new enough.
 * @returns whether a pooler stands in between: it tells another process number than the server's own
 * @throws LaunchError for an old server; errors of the connection pass through (see explain).
 */
export async function checkDatabase(databaseUrl: string): Promise<{ pooled: boolean }> {
  return withOwnClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ number: number; version: string; pid: number }>(
      "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version, pg_backend_pid() AS pid",
    );
    if (rows[0]!.number < OLDEST_SERVER)
      throw new LaunchError(
        `PostgreSQL ${rows[0]!.version} is not supported (14 or newer required). Upgrade it or change DATABASE_URL.`,
      );
    // https://www.postgresql.org/docs/current/protocol-message-formats.html, BackendKeyData; not in the types.
    const { processID } = client as typeof client & { processID?: number | null };
    return { pooled: typeof processID === "number" && processID !== rows[0]!.pid };
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
