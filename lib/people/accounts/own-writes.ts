import type pg from "pg";
import type { LinkPurpose } from "./rules";

/** How many links there are of each kind. */
export type LinkCounts = Record<LinkPurpose, number>;

/**
 * Revokes every open link at the end of a restore. The backup does not know which of them were used or revoked after it,
 * so each would work again. Expired links stay as they are.
 * @param client in the restore's transaction
 */
export async function revokeRestoredLinks(client: pg.ClientBase): Promise<LinkCounts> {
  const { rows } = await client.query<{ purpose: LinkPurpose; links: number }>(`
    WITH revoked AS (
      UPDATE access_links SET revoked_at = now() WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > now() RETURNING purpose)
    SELECT purpose, count(*)::int AS links FROM revoked GROUP BY purpose`);
  const counts: LinkCounts = { invitation: 0, "password-reset": 0 };
  for (const { purpose, links } of rows) counts[purpose] = links;
  return counts;
}
