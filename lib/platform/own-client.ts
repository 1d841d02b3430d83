import pg from "pg";

/**
 * Lends a plain connection of one's own to any database, and closes it: for what runs before, or beside, the product's
 * own connections.
 * @param timeoutMs how long connecting may take
 */
export async function withOwnClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  timeoutMs = 10_000,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
  });
  // Without a listener a connection that breaks would end the process; the query under way fails by itself.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
