import pg from "pg";

/** Lends a connection to a server's database, for what a test brings in or looks at beside the pages. */
export async function withDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
