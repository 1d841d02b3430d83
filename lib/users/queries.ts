import { ROLES, type Role } from "@/lib/access/schema";
import { db } from "@/lib/platform/db";

/**
 * Who a session belongs to: the check that every request makes, so that deactivating a person or changing a
 * password ends every session at once.
 * Public: there is no actor yet; the caller holds a session that the server itself has signed.
 * @returns null when the account is gone, deactivated, or the session is older than its last change.
 */
export async function findSessionUser(userId: number, sessionVersion: number): Promise<{ userId: number; name: string; roles: Role[] } | null> {
  const user = await db.user.findFirst({
    where: { id: userId, sessionVersion, deactivatedAt: null, kind: "person" },
    select: { id: true, name: true, roles: true },
  });
  return user && { userId: user.id, name: user.name, roles: knownRoles(user.roles) };
}

/** The roles this version knows, in their usual order; anything else gives no rights. */
function knownRoles(roles: readonly string[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}
