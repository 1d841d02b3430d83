import { withOwnClient } from "@/lib/platform/own-client";

/** Chooses the license without which nothing is published, for tests and journeys of anything else. */
export async function licenseDataset(databaseUrl: string): Promise<void> {
  await withOwnClient(databaseUrl, (client) =>
    client.query(
      "INSERT INTO dataset_licenses (license, holder, chosen_by) SELECT 'CC-BY-4.0', 'FreshQA team', id FROM users WHERE kind = 'system' LIMIT 1",
    ),
  );
}
