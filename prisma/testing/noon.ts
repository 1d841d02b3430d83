import type pg from "pg";

/**
 * Puts the dataset into the time zone in which it is between twelve and one: its day, which at first is also that of
 * UTC, goes on for eleven hours, so that no midnight passes between what a test does and what it expects of "today".
 */
export async function keepDay(client: pg.ClientBase): Promise<void> {
  // Etc/GMT-3 is three hours ahead of UTC.
  await client.query(`
    UPDATE dataset_settings SET time_zone = CASE WHEN hour < 12 THEN 'Etc/GMT-' || 12 - hour ELSE 'Etc/GMT+' || hour - 12 END
    FROM (SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::int AS hour) utc`);
}
