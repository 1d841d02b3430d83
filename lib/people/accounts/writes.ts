import { SESSION_SECONDS } from "@/lib/people/access/rules";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { hashToken, makeToken } from "@/lib/people/access/secrets";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { transaction, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { randomUUID } from "node:crypto";
import {
  linkExpiry,
  linkPath,
  SIGN_IN_LIMITS,
  signInDelay,
  waitInWords,
  type LinkPurpose,
} from "./rules";
import { type MadeLink } from "./schema";
import { userCreated } from "./audit-events";

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
  await recordAudit(tx, maker, userCreated, {
    userId: made.id,
    email: made.email,
    roles: [...user.roles],
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

/** Locks the active administrators and one account, always in this order, and says how many of the others there are. */
export async function lockForAdministration(tx: Tx, userId: number) {
  const admins = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM users WHERE 'admin' = ANY(roles) AND deactivated_at IS NULL AND kind = 'person' ORDER BY id FOR UPDATE`;
  return {
    user: await lockUser(tx, userId),
    otherAdmins: admins.filter((admin) => admin.id !== userId).length,
  };
}

export async function lockUser(tx: Tx, userId: number) {
  const rows = await tx.$queryRaw<
    { id: number; email: string; name: string; roles: string[]; deactivatedAt: Date | null }[]
  >`
    SELECT id, email, name, roles, deactivated_at AS "deactivatedAt" FROM users WHERE id = ${userId} AND kind = 'person' FOR UPDATE`;
  return rows[0] ?? null;
}

/** Where an attempt comes from: failures count for each account and source together. */
export type Source =
  | { kind: "address"; bucket: string }
  | { kind: "known-browser"; id: string }
  | { kind: "password-change" };

function sourceKey(source: Source): string {
  switch (source.kind) {
    case "address":
      return source.bucket;
    case "known-browser":
      return `browser ${source.id}`;
    case "password-change":
      return "password change";
  }
}

/**
 * Counts an attempt as failed before the password is looked at, so that guesses made at once count each other; the
 * caller marks it when it succeeds. Failures of a source at an account count for a day, from its last success there on;
 * after ten of them each further one has to wait longer (signInDelay). An account is never closed to everyone: what
 * strangers try from elsewhere does not count against its owner. An address is also limited over all accounts.
 * @returns the attempt's id, or the refusal that says when to try again.
 */
export async function claimAttempt(
  account: string,
  source: Source,
  at: Date,
): Promise<Result<number, "too-many-attempts">> {
  const minutes = (count: number) => new Date(at.getTime() - count * 60_000);
  const [forgotten, windowStart] = [
    minutes(SIGN_IN_LIMITS.rememberedHours * 60),
    minutes(SIGN_IN_LIMITS.windowMinutes),
  ];
  const key = sourceKey(source);
  return transaction(async (tx) => {
    // Accounts before addresses, so that two never wait for each other.
    await lock(tx, "signInAccount", account);
    if (source.kind === "address") await lock(tx, "signInAddress", key);
    await tx.signInAttempt.deleteMany({
      where: { OR: [{ account }, { address: key }], at: { lt: forgotten } },
    });

    const [own] = await tx.$queryRaw<[{ failures: number; last: Date | null }]>`
      SELECT count(*)::int AS failures, max(at) AS last FROM sign_in_attempts WHERE account = ${account} AND address = ${key} AND NOT succeeded AND at > ${forgotten}
        AND id > coalesce((SELECT max(id) FROM sign_in_attempts WHERE account = ${account} AND address = ${key} AND succeeded), 0)`;
    const ownRetry = own.last === null ? 0 : own.last.getTime() + signInDelay(own.failures);
    if (own.failures >= SIGN_IN_LIMITS.perAccountAndSource && ownRetry > at.getTime())
      return tooManyAttempts("for this account", new Date(ownRetry), at);

    const [addressLimit] =
      source.kind !== "address"
        ? []
        : await tx.$queryRaw<{ at: Date }[]>`
      SELECT at FROM sign_in_attempts WHERE address = ${key} AND NOT succeeded AND at > ${windowStart}
      ORDER BY at DESC OFFSET ${SIGN_IN_LIMITS.perAddress - 1} LIMIT 1`;
    if (addressLimit)
      return tooManyAttempts(
        "from your network",
        new Date(addressLimit.at.getTime() + SIGN_IN_LIMITS.windowMinutes * 60_000),
        at,
      );

    const attempt = await tx.signInAttempt.create({
      data: { account, address: key, succeeded: false, at },
      select: { id: true },
    });
    return ok(attempt.id);
  });
}

const tooManyAttempts = (whose: string, retryAt: Date, at: Date) =>
  refuse(
    "too-many-attempts",
    `Too many attempts ${whose}. Try again ${waitInWords(retryAt, at)}.`,
    { details: { retryAt: retryAt.toISOString() } },
  );
