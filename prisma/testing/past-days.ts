import { withConnection } from "@/lib/platform/db";

/** Moves revisions to a past day, as if they had been written then: all, or those that hold since a day behind `after`. Needs a superuser. */
export async function holdSince(
  day: string,
  { after = "0001-01-01" }: { after?: string } = {},
): Promise<void> {
  await withConnection(async (client) => {
    await client.query("ALTER TABLE revisions DISABLE TRIGGER append_only");
    await client.query("UPDATE revisions SET holds_since = $1 WHERE holds_since > $2", [
      day,
      after,
    ]);
    await client.query("ALTER TABLE revisions ENABLE ALWAYS TRIGGER append_only");
  });
}
