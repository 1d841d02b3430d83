import { authorize } from "@/lib/people/access/policy";
import { knownRoles } from "@/lib/people/access/rules";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { hashToken } from "@/lib/people/access/secrets";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { containing } from "@/lib/platform/like";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import { browserName, linkState, type LinkPurpose, type LinkState } from "./rules";
import { type UserFilter } from "./address";

/** A row of the people page. Moments are ISO strings. */
export interface UserRow {
  userId: number;
  name: string;
  email: string;
  roles: Role[];
  active: boolean;
  sample: boolean;
  hasPassword: boolean;
  createdAt: string;
  lastSignInAt: string | null;
}

const USERS_PER_PAGE = 50;

const USER_ORDERS: Orders<UserFilter> = {
  name: Prisma.sql`lower(u.name)`,
  "sign-in": Prisma.sql`u.last_sign_in_at`,
};

/** A page of the accounts, by name if nothing else is asked for. A page behind the last one is the last one. */
export async function listUsers(actor: Actor, filter: UserFilter): Promise<ListPage<UserRow>> {
  authorize(actor, "users.manage");
  const { search, state, sort } = filter;
  const like = containing(search);
  const where = Prisma.sql`u.kind = 'person' AND (${search} = '' OR u.name ILIKE ${like} OR u.email ILIKE ${like})
    AND (${state} = 'all' OR (u.deactivated_at IS NULL) = (${state} = 'active'))`;
  const [counted] = await db.$queryRaw<
    { total: number }[]
  >`SELECT count(*)::int AS total FROM users u WHERE ${where}`;
  const { total } = counted!;
  const page = Math.min(filter.page, Math.max(1, Math.ceil(total / USERS_PER_PAGE)));
  const rows = await db.$queryRaw<
    (Omit<UserRow, "roles" | "createdAt" | "lastSignInAt"> & {
      roles: string[];
      createdAt: Date;
      lastSignInAt: Date | null;
    })[]
  >`
    SELECT u.id AS "userId", u.name, u.email, u.roles, u.deactivated_at IS NULL AS active, u.sample, u.password_hash IS NOT NULL AS "hasPassword",
      u.created_at AS "createdAt", u.last_sign_in_at AS "lastSignInAt"
    FROM users u WHERE ${where} ORDER BY ${orderInSql(sort, USER_ORDERS, Prisma.sql`lower(u.name), u.id`)} ${pageInSql(page, USERS_PER_PAGE)}`;
  return {
    rows: rows.map((row) => ({
      ...row,
      roles: knownRoles(row.roles),
      createdAt: row.createdAt.toISOString(),
      lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    })),
    total,
    page,
    pageSize: USERS_PER_PAGE,
  };
}

/** An invitation that can still be accepted. Moments are ISO strings. */
export interface OpenInvitation {
  invitationId: number;
  email: string;
  roles: Role[];
  madeBy: string;
  createdAt: string;
  expiresAt: string;
}

export async function listOpenInvitations(actor: Actor): Promise<OpenInvitation[]> {
  authorize(actor, "users.manage");
  const links = await db.accessLink.findMany({
    where: { purpose: "invitation", usedAt: null, revokedAt: null, expiresAt: { gt: now() } },
    orderBy: { id: "desc" },
    take: 500,
    select: {
      id: true,
      email: true,
      roles: true,
      createdAt: true,
      expiresAt: true,
      madeBy: { select: { name: true } },
    },
  });
  return links.map((link) => ({
    invitationId: link.id,
    email: link.email ?? "",
    roles: knownRoles(link.roles),
    madeBy: link.madeBy.name,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
  }));
}

/** One's own account. */
export async function getAccount(actor: Actor): Promise<{
  name: string;
  email: string;
  roles: Role[];
  hasPassword: boolean;
  lastSignInAt: string | null;
}> {
  authorize(actor, "account.manage");
  const user = await db.user.findUnique({
    where: { id: actor.userId },
    select: { name: true, email: true, roles: true, passwordHash: true, lastSignInAt: true },
  });
  if (!user) throw new NotFound("Your account");
  return {
    name: user.name,
    email: user.email,
    roles: knownRoles(user.roles),
    hasPassword: user.passwordHash !== null,
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  };
}

// Public: asked before anyone is signed in ----------------------------------------------------------------------

/** A session as its owner sees it. Moments are ISO strings. */
export interface SessionView {
  sessionId: string;
  /** "Firefox on Windows". */
  browser: string;
  address: string;
  signedInAt: string;
  /** To the hour. */
  lastSeenAt: string;
  /** The one that asks. */
  current: boolean;
}

/** One's own sessions that have not ended, the one in use first, then the last used. */
export async function listOwnSessions(actor: Actor): Promise<SessionView[]> {
  authorize(actor, "account.manage");
  const sessions = await db.session.findMany({
    where: { userId: actor.userId, endedAt: null, expiresAt: { gt: now() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
    take: 100,
  });
  return sessions
    .map((session) => ({
      sessionId: session.id,
      browser: browserName(session.userAgent),
      address: session.address,
      signedInAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.id === actor.sessionId,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** What someone with a link's token may know of it. Public: the token is the right to know. */
export interface LinkView {
  state: LinkState;
  email: string;
  /** Resets: whose password. */
  name: string | null;
  roles: Role[];
  expiresAt: string;
}

/** @returns null for a token that was never given out for this purpose. */
export async function findLink(purpose: LinkPurpose, token: string): Promise<LinkView | null> {
  const link = await db.accessLink.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { user: { select: { email: true, name: true } } },
  });
  if (!link || link.purpose !== purpose) return null;
  return {
    state: linkState(link, now()),
    email: link.email ?? link.user?.email ?? "",
    name: purpose === "password-reset" ? (link.user?.name ?? null) : null,
    roles: knownRoles(link.roles),
    expiresAt: link.expiresAt.toISOString(),
  };
}

/**
 * The accounts that the sample dataset brought along, for the sign-in page. Public: they exist only on the embedded
 * data of a server that no one but this machine reaches.
 */
export async function listSampleAccounts(): Promise<
  { name: string; email: string; roles: Role[] }[]
> {
  const users = await db.user.findMany({
    where: { sample: true, deactivatedAt: null, passwordHash: { not: null } },
    orderBy: { id: "asc" },
    take: 10,
    select: { name: true, email: true, roles: true },
  });
  return users.map((user) => ({
    name: user.name,
    email: user.email,
    roles: knownRoles(user.roles),
  }));
}

/** True once anyone could sign in; before, the sign-in page says how the first account is made. Public: it says no more than that. */
export async function hasAnyone(): Promise<boolean> {
  return (
    (await db.user.findFirst({
      where: { kind: "person", deactivatedAt: null },
      select: { id: true },
    })) !== null
  );
}

/** The names of some members, by id. */
export async function getNames(actor: Actor, ids: readonly number[]): Promise<Map<number, string>> {
  authorize(actor, "account.manage");
  const rows = await db.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
