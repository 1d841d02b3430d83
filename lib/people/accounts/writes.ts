import { randomUUID } from "node:crypto";
import type { Actor, Role } from "@/lib/people/access/schema";
import { SESSION_SECONDS } from "@/lib/people/access/rules";
import { hashToken, makeToken } from "@/lib/people/access/secrets";
import { recordAudit } from "@/lib/people/audit-log/writes";
import type { Tx } from "@/lib/platform/db";
import { linkExpiry, linkPath, type LinkPurpose } from "./rules";
import type { MadeLink } from "./schema";

/** The person an audit event is about. */
export interface Named {
  id: number;
  email: string;
}

/** Makes an account. The caller has checked the email; two at once are told apart by the unique email. */
export async function insertUser(
  tx: Tx,
  actor: Actor | null,
  user: {
    email: string;
    name: string;
    roles: readonly Role[];
    passwordHash: string | null;
    sample?: boolean;
  },
): Promise<Named> {
  const made = await tx.user.create({
    data: {
      email: user.email,
      name: user.name,
      roles: [...user.roles],
      passwordHash: user.passwordHash,
      sample: user.sample ?? false,
    },
    select: { id: true, email: true },
  });
  // Someone who accepts an invitation makes the account themself.
  const maker: Actor = actor ?? { userId: made.id, name: user.name, roles: user.roles, via: "web" };
  await recordAudit(tx, maker, {
    type: "user.created",
    data: { userId: made.id, email: made.email, roles: [...user.roles] },
  });
  return made;
}

/**
 * Writes down that someone signed in. What ended long ago is forgotten at the same time.
 * @returns the session's id, for the browser's token.
 */
export async function beginSession(
  tx: Tx,
  userId: number,
  method: string,
  from: { address: string; userAgent?: string | undefined },
  at: Date,
): Promise<string> {
  await tx.session.deleteMany({
    where: { userId, expiresAt: { lt: new Date(at.getTime() - FORGOTTEN_AFTER_MS) } },
  });
  const { id } = await tx.session.create({
    data: {
      id: randomUUID(),
      userId,
      method,
      address: from.address,
      userAgent: (from.userAgent ?? "").slice(0, 500),
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + SESSION_SECONDS * 1000),
    },
    select: { id: true },
  });
  return id;
}

const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Ends every session of an account; its tokens from before end with the session version. */
export async function endSessions(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.session.updateMany({ where: { userId, endedAt: null }, data: { endedAt: at } });
}

/** Makes a link that works once, and keeps its hash alone. */
export async function insertLink(
  tx: Tx,
  actor: Actor,
  link: { purpose: LinkPurpose; email?: string; roles?: readonly Role[]; userId?: number },
  at: Date,
): Promise<MadeLink> {
  const token = makeToken();
  const expiresAt = linkExpiry(link.purpose, at);
  const { id } = await tx.accessLink.create({
    data: {
      purpose: link.purpose,
      tokenHash: hashToken(token),
      madeById: actor.userId,
      createdAt: at,
      expiresAt,
      email: link.email ?? null,
      roles: [...(link.roles ?? [])],
      userId: link.userId ?? null,
    },
    select: { id: true },
  });
  return {
    linkId: id,
    token,
    path: linkPath(link.purpose, token),
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Gives a link another token, for whoever lost the answer that held the first one.
 * @returns null when the link was used or revoked since.
 */
export async function renewLink(tx: Tx, linkId: number): Promise<MadeLink | null> {
  const token = makeToken();
  const [link] = await tx.accessLink.updateManyAndReturn({
    where: { id: linkId, usedAt: null, revokedAt: null },
    data: { tokenHash: hashToken(token) },
    select: { purpose: true, expiresAt: true },
  });
  return link
    ? {
        linkId,
        token,
        path: linkPath(link.purpose as LinkPurpose, token),
        expiresAt: link.expiresAt.toISOString(),
      }
    : null;
}

/**
 * Uses a link up. Of two that come at once the database lets one through.
 * @returns null when the link is not valid (any more).
 */
export async function claimLink(
  tx: Tx,
  link: { purpose: LinkPurpose; token: string } | { purpose: LinkPurpose; linkId: number },
  at: Date,
): Promise<{
  id: number;
  email: string | null;
  roles: string[];
  userId: number | null;
  madeById: number;
} | null> {
  const [claimed] = await tx.accessLink.updateManyAndReturn({
    where: {
      ...("token" in link ? { tokenHash: hashToken(link.token) } : { id: link.linkId }),
      purpose: link.purpose,
      usedAt: null,
      revokedAt: null,
      expiresAt: { gt: at },
    },
    data: { usedAt: at },
    select: { id: true, email: true, roles: true, userId: true, madeById: true },
  });
  return claimed ?? null;
}
