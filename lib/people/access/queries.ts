import { now } from "@/lib/platform/clock";
import { db, PLAN_KEPT } from "@/lib/platform/db";
import { knownRoles, SEEN_EVERY_MS } from "./rules";
import type { Role } from "./roles";

/** What a session's token says of whose it is. */
export interface SessionClaim {
  userId: number;
  sessionVersion: number;
  /** Absent in tokens from before sessions had rows: they last until they expire. */
  sessionId?: string | undefined;
}

/**
 * Finds who a session belongs to: the check that every request makes, so that signing out, deactivating a person or
 * changing a password ends the session at once, wherever its token was copied to.
 * Public: there is no actor yet; the caller holds a token that the server itself has signed.
 * @returns null when the account is gone or deactivated, or the session has ended.
 */
export async function findSessionUser({
  userId,
  sessionVersion,
  sessionId,
}: SessionClaim): Promise<{ userId: number; name: string; roles: Role[] } | null> {
  const at = now();
  const wanted = sessionId ?? null;
  const [user] = await db.$queryRaw<
    { id: number; name: string; roles: string[]; lastSeenAt: Date | null }[]
  >`
    ${PLAN_KEPT} SELECT u.id, u.name, u.roles, s.last_seen_at AS "lastSeenAt"
    FROM users u LEFT JOIN sessions s ON s.id = ${wanted}::uuid AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > ${at}
    WHERE u.id = ${userId} AND u.session_version = ${sessionVersion} AND u.deactivated_at IS NULL AND u.kind = 'person'
      AND (${wanted}::uuid IS NULL OR s.id IS NOT NULL)`;
  if (!user) return null;
  if (user.lastSeenAt !== null && at.getTime() - user.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    // Where nothing can be written, people can still read.
    await db.session
      .updateMany({ where: { id: wanted!, lastSeenAt: user.lastSeenAt }, data: { lastSeenAt: at } })
      .catch(() => {});
  }
  return { userId: user.id, name: user.name, roles: knownRoles(user.roles) };
}
