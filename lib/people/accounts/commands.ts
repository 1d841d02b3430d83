import { authorize } from "@/lib/people/access/policy";
import { roleSchema, type Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { hashPassword, hashToken, verifyPassword } from "@/lib/people/access/secrets";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { keepOutcome, onceBegun, refuseKeyTaken } from "@/lib/platform/client-keys";
import { lock } from "@/lib/platform/advisory-locks";
import { now } from "@/lib/platform/clock";
import { db, transaction, violates, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { addressBucket, linkState, type LinkPurpose } from "./rules";
import { nameSchema, type MadeLink } from "./schema";
import {
  beginSession,
  claimLink,
  endSessions,
  insertLink,
  insertUser,
  renewLink,
  type Named,
  lockForAdministration,
  lockUser,
  type Source,
  claimAttempt,
} from "./writes";
import type { z } from "zod";
import type {
  acceptInvitationSchema,
  changePasswordSchema,
  changeRolesSchema,
  createUserSchema,
  invitationIdSchema,
  inviteSchema,
  renameSchema,
  resetLinkSchema,
  resetPasswordSchema,
  sessionIdSchema,
  signInSchema,
  userIdSchema,
} from "./schema";
import {
  invitationAccepted,
  invitationMade,
  invitationRevoked,
  resetLinkMade,
  sessionEnded,
  signInRefused,
  signInSucceeded,
  userDeactivated,
  userPasswordChanged,
  userPasswordReset,
  userReactivated,
  userRenamed,
  userRolesChanged,
} from "./audit-events";

// Accounts, by administrators ------------------------------------------------------------------------------------

/**
 * Makes an account. Without a password it returns a link with which its person sets one.
 */
export async function createUser(
  actor: Actor,
  input: z.output<typeof createUserSchema>,
): Promise<Result<{ userId: number; link: MadeLink | null }, "email-taken">> {
  authorize(actor, "users.manage");
  const at = now();
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return unlessEmailTaken(input.email, () =>
    transaction(async (tx) => {
      if (await tx.user.findUnique({ where: { email: input.email }, select: { id: true } }))
        return emailTaken(input.email);
      const user = await insertUser(tx, actor, {
        email: input.email,
        name: input.name,
        roles: input.roles,
        passwordHash,
      });
      const link =
        passwordHash === null
          ? await insertLink(tx, actor, { purpose: "password-reset", userId: user.id }, at)
          : null;
      if (link)
        await recordAudit(tx, actor, resetLinkMade, {
          userId: user.id,
          email: user.email,
          linkId: link.linkId,
        });
      return ok({ userId: user.id, link });
    }),
  );
}

/**
 * Gives a person other roles; they hold from the next request on.
 */
export async function changeRoles(
  actor: Actor,
  input: z.output<typeof changeRolesSchema>,
): Promise<Result<void, "last-admin" | "not-found">> {
  authorize(actor, "users.manage");
  return transaction(async (tx) => {
    const { user, otherAdmins } = await lockForAdministration(tx, input.userId);
    if (user === null) return noSuchPerson();
    const from = roleSchema.array().parse(user.roles);
    if (from.join() === input.roles.join()) return ok();
    if (
      from.includes("admin") &&
      !input.roles.includes("admin") &&
      user.deactivatedAt === null &&
      otherAdmins === 0
    )
      return lastAdmin();
    await tx.user.update({ where: { id: user.id }, data: { roles: [...input.roles] } });
    await recordAudit(tx, actor, userRolesChanged, {
      userId: user.id,
      email: user.email,
      from,
      to: input.roles,
    });
    return ok();
  });
}

/**
 * Closes an account: every session of it ends at once, and no one can sign in to it. What its person did stays.
 */
export async function deactivateUser(
  actor: Actor,
  input: z.output<typeof userIdSchema>,
): Promise<Result<void, "last-admin" | "not-found">> {
  authorize(actor, "users.manage");
  const at = now();
  return transaction(async (tx) => {
    const { user, otherAdmins } = await lockForAdministration(tx, input.userId);
    if (user === null) return noSuchPerson();
    if (user.deactivatedAt !== null) return ok();
    if (user.roles.includes("admin") && otherAdmins === 0) return lastAdmin();
    await tx.user.update({
      where: { id: user.id },
      data: { deactivatedAt: at, sessionVersion: { increment: 1 } },
    });
    await endSessions(tx, user.id, at);
    await tx.accessLink.updateMany({
      where: { userId: user.id, purpose: "password-reset", usedAt: null, revokedAt: null },
      data: { revokedAt: at },
    });
    await recordAudit(tx, actor, userDeactivated, { userId: user.id, email: user.email });
    return ok();
  });
}

/** Opens a closed account again; its owner has to sign in again. */
export async function reactivateUser(
  actor: Actor,
  input: z.output<typeof userIdSchema>,
): Promise<Result<void, "not-found">> {
  authorize(actor, "users.manage");
  return transaction(async (tx) => {
    const { user } = await lockForAdministration(tx, input.userId);
    if (user === null) return noSuchPerson();
    if (user.deactivatedAt === null) return ok();
    await tx.user.update({ where: { id: user.id }, data: { deactivatedAt: null } });
    await recordAudit(tx, actor, userReactivated, { userId: user.id, email: user.email });
    return ok();
  });
}

/**
 * Makes an invitation link for an email address; an older one that is still open is revoked. The same `clientKey` again
 * gives the same invitation another token: the first one was never read, and only its hash is kept.
 */
export async function inviteUser(
  actor: Actor,
  input: z.output<typeof inviteSchema>,
): Promise<Result<MadeLink, "email-taken" | "key-taken" | "link-used">> {
  authorize(actor, "users.manage");
  const at = now();
  return transaction((tx) =>
    linkOnce(tx, actor, { command: "inviteUser", clientKey: input.clientKey }, async () => {
      const user = await tx.user.findUnique({
        where: { email: input.email },
        select: { deactivatedAt: true },
      });
      if (user) return emailTaken(input.email, user.deactivatedAt !== null);
      const open = await tx.accessLink.updateManyAndReturn({
        where: { purpose: "invitation", email: input.email, usedAt: null, revokedAt: null },
        data: { revokedAt: at },
        select: { id: true, email: true },
      });
      for (const link of open)
        await recordAudit(tx, actor, invitationRevoked, { linkId: link.id, email: input.email });
      const made = await insertLink(
        tx,
        actor,
        { purpose: "invitation", email: input.email, roles: input.roles },
        at,
      );
      await recordAudit(tx, actor, invitationMade, {
        linkId: made.linkId,
        email: input.email,
        roles: input.roles,
      });
      return ok(made);
    }),
  );
}

/** Takes an invitation back. */
export async function revokeInvitation(
  actor: Actor,
  input: z.output<typeof invitationIdSchema>,
): Promise<Result<void, "link-used" | "not-found">> {
  authorize(actor, "users.manage");
  const at = now();
  return transaction(async (tx) => {
    const [revoked] = await tx.accessLink.updateManyAndReturn({
      where: { id: input.invitationId, purpose: "invitation", usedAt: null, revokedAt: null },
      data: { revokedAt: at },
      select: { id: true, email: true },
    });
    if (revoked) {
      await recordAudit(tx, actor, invitationRevoked, {
        linkId: revoked.id,
        email: revoked.email ?? "",
      });
      return ok();
    }
    const link = await tx.accessLink.findFirst({
      where: { id: input.invitationId, purpose: "invitation" },
      select: { usedAt: true },
    });
    if (!link) return refuse("not-found", "Invitation not found. Nothing was changed.");
    return link.usedAt === null
      ? ok()
      : refuse(
          "link-used",
          "This invitation has already been accepted. Deactivate the account instead.",
        );
  });
}

/**
 * Makes a link with which a person sets a new password; an older one that is still open is revoked. The same `clientKey`
 * again gives the same link another token, as in inviteUser.
 */
export async function makeResetLink(
  actor: Actor,
  input: z.output<typeof resetLinkSchema>,
): Promise<Result<MadeLink, "deactivated" | "key-taken" | "link-used" | "not-found">> {
  authorize(actor, "users.manage");
  const at = now();
  return transaction((tx) =>
    linkOnce(tx, actor, { command: "makeResetLink", clientKey: input.clientKey }, async () => {
      const { user } = await lockForAdministration(tx, input.userId);
      if (user === null) return noSuchPerson();
      if (user.deactivatedAt !== null)
        return refuse("deactivated", "This account is deactivated. Reactivate it first.");
      await tx.accessLink.updateMany({
        where: { userId: user.id, purpose: "password-reset", usedAt: null, revokedAt: null },
        data: { revokedAt: at },
      });
      const link = await insertLink(tx, actor, { purpose: "password-reset", userId: user.id }, at);
      await recordAudit(tx, actor, resetLinkMade, {
        userId: user.id,
        email: user.email,
        linkId: link.linkId,
      });
      return ok(link);
    }),
  );
}

/** Makes a link once for a client key, which keeps no token. */
async function linkOnce<C extends RefusalCode>(
  tx: Tx,
  actor: Actor,
  call: { command: string; clientKey: string | undefined },
  make: () => Promise<Result<MadeLink, C>>,
): Promise<Result<MadeLink, C | "key-taken" | "link-used">> {
  const made: MadeLink[] = [];
  const result = await onceBegun(tx, { ...call, userId: actor.userId }, async () => {
    const link = await make();
    if (link.ok) made.push(link.value);
    return link.ok ? ok({ linkId: link.value.linkId }) : link;
  });
  if (!result.ok) return result;
  const link = made[0] ?? (await renewLink(tx, result.value.linkId));
  return link === null
    ? refuse(
        "link-used",
        "This link was created but has since been used or revoked. Create a new one.",
      )
    : ok(link);
}

// One's own account ----------------------------------------------------------------------------------------------

/** Changes one's own name. */
export async function renameSelf(
  actor: Actor,
  input: z.output<typeof renameSchema>,
): Promise<Result<void, "not-found">> {
  authorize(actor, "account.manage");
  return transaction(async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (user === null) return noSuchPerson();
    if (user.name === input.name) return ok();
    await tx.user.update({ where: { id: user.id }, data: { name: input.name } });
    await recordAudit(tx, actor, userRenamed, {
      userId: user.id,
      email: user.email,
      from: user.name,
      to: input.name,
    });
    return ok();
  });
}

/**
 * Changes one's own password; every session of the account ends, and the caller gives this one a new version.
 * @returns the session version that counts from now on.
 */
export async function changePassword(
  actor: Actor,
  input: z.output<typeof changePasswordSchema>,
  origin: Origin,
): Promise<Result<Omit<SignedIn, "name">, "no-password" | "too-many-attempts" | "wrong-password">> {
  authorize(actor, "account.manage");
  const before = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { email: true, passwordHash: true },
  });
  if (before.passwordHash === null)
    return refuse(
      "no-password",
      "This account has no password: it signs in through a provider. An administrator can create a link to set one.",
    );
  const attempt = await claimAttempt(before.email, { kind: "password-change" }, now());
  if (!attempt.ok) return attempt;
  if (!(await verifyPassword(before.passwordHash, input.currentPassword))) {
    return refuse("wrong-password", "Incorrect current password. Nothing was changed.", {
      fields: { currentPassword: "Incorrect password." },
    });
  }
  const passwordHash = await hashPassword(input.newPassword);
  return transaction(async (tx) => {
    // Only over the very password that was checked: of two changes at once, one wins.
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: actor.userId, passwordHash: before.passwordHash, deactivatedAt: null },
      data: { passwordHash, sessionVersion: { increment: 1 } },
      select: { id: true, email: true, sessionVersion: true },
    });
    if (!user)
      return refuse(
        "wrong-password",
        "Your password was just changed elsewhere. This change was not applied.",
      );
    await tx.signInAttempt.update({ where: { id: attempt.value }, data: { succeeded: true } });
    await revokeResetLinks(tx, user.id);
    await endSessions(tx, user.id, now());
    const sessionId = await beginSession(tx, user.id, "password-change", origin, now());
    await recordAudit(tx, actor, userPasswordChanged, { userId: user.id, email: user.email });
    return ok({ userId: user.id, sessionVersion: user.sessionVersion, sessionId });
  });
}

/** Ends one of one's own sessions, in whatever browser; one that has ended stays so. Refusals: `not-found` for one that is not the actor's. */
export async function endSession(
  actor: Actor,
  input: z.output<typeof sessionIdSchema>,
): Promise<Result<void, "not-found">> {
  authorize(actor, "account.manage");
  return transaction(async (tx) => {
    if ((await tx.session.count({ where: { id: input.sessionId, userId: actor.userId } })) === 0)
      return refuse("not-found", "Session not found. Nothing was changed.");
    await closeSession(tx, actor, input.sessionId);
    return ok();
  });
}

/** Ends all of one's own sessions, this one too, and every token from before sessions had rows. */
export async function signOutEverywhere(actor: Actor): Promise<Result<void, never>> {
  authorize(actor, "account.manage");
  return transaction(async (tx) => {
    const { email } = await tx.user.update({
      where: { id: actor.userId },
      data: { sessionVersion: { increment: 1 } },
      select: { email: true },
    });
    await endSessions(tx, actor.userId, now());
    await recordAudit(tx, actor, sessionEnded, { userId: actor.userId, email, everywhere: true });
    return ok();
  });
}

/** Ends an open session of the actor. @returns false when there is none of that id. */
async function closeSession(tx: Tx, actor: Actor, sessionId: string): Promise<boolean> {
  const { count } = await tx.session.updateMany({
    where: { id: sessionId, userId: actor.userId, endedAt: null },
    data: { endedAt: now() },
  });
  if (count === 0) return false;
  const { email } = await tx.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { email: true },
  });
  await recordAudit(tx, actor, sessionEnded, { userId: actor.userId, email, everywhere: false });
  return true;
}

// Public: used before anyone is signed in -----------------------------------------------------------------------

/** Where a request without an actor comes from. */
export interface Origin {
  /** The client's network address, as the server's socket names it. */
  address: string;
  requestId?: string | undefined;
  /** What the browser calls itself. */
  userAgent?: string | undefined;
  /** The id under which the browser is known to the account that signs in; null: it has not signed in there before. */
  knownBrowser?: string | null | undefined;
}

/** Who has just signed in: what the session's token holds. */
export interface SignedIn {
  userId: number;
  name: string;
  sessionVersion: number;
  /** The row of this sign-in. */
  sessionId: string;
}

/**
 * Signs in with email and password. Public: this is how an actor comes to be.
 * Unknown, deactivated and provider-only accounts answer like a wrong password, and as slowly.
 * Refusals: `wrong-credentials`, `too-many-attempts` (with `details.retryAt`, an ISO moment).
 */
export async function signInWithPassword(
  input: z.output<typeof signInSchema>,
  origin: Origin,
): Promise<Result<SignedIn, "too-many-attempts" | "wrong-credentials">> {
  const source: Source = origin.knownBrowser
    ? { kind: "known-browser", id: origin.knownBrowser }
    : { kind: "address", bucket: addressBucket(origin.address) };
  const attempt = await claimAttempt(input.email, source, now());
  if (!attempt.ok) return attempt;
  const found = await db.user.findFirst({
    where: { email: input.email, kind: "person", deactivatedAt: null },
    select: { id: true, passwordHash: true },
  });
  const right = await verifyPassword(found?.passwordHash ?? null, input.password);
  // The refused sign-in stays in the audit log.
  return transaction(
    async (tx) => {
      // The account may have changed while the password was checked: only the very password that was checked counts.
      const [user] = !right
        ? []
        : await tx.user.updateManyAndReturn({
            where: { id: found!.id, passwordHash: found!.passwordHash, deactivatedAt: null },
            data: { lastSignInAt: now() },
            select: { id: true, email: true, name: true, roles: true, sessionVersion: true },
          });
      if (!user) {
        await recordAudit(tx, await system(tx, origin), signInRefused, {
          account: input.email,
          address: origin.address,
          because: "wrong email or password",
        });
        return refuse(
          "wrong-credentials",
          "Incorrect email or password, or the account is deactivated.",
        );
      }
      await tx.signInAttempt.update({ where: { id: attempt.value }, data: { succeeded: true } });
      return signedIn(tx, user, "password", origin);
    },
    { keepOnRefusal: true },
  );
}

/**
 * Ends the session of a browser that signs out, so that copies of its token are worth nothing. Public: the token, which
 * the server has signed, is the right to end it.
 */
export async function signOut(
  session: { userId: number; sessionId: string },
  origin: Origin,
): Promise<void> {
  await transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { id: session.userId },
      select: { id: true, email: true, name: true, roles: true },
    });
    if (user) await closeSession(tx, person(user, origin), session.sessionId);
  });
}

/**
 * Signs in someone whom GitHub, Google or an OpenID provider vouches for. Public: this is how an actor comes to be.
 * Only a verified email counts, and only one that belongs to an active account or to an open invitation, which is
 * thereby accepted.
 */
export async function signInWithProvider(
  identity: { provider: string; email: string | null; emailVerified: boolean; name: string | null },
  origin: Origin,
): Promise<Result<SignedIn, "email-not-verified" | "email-taken" | "not-invited">> {
  const email = identity.email?.trim().toLowerCase() ?? "";
  const at = now();
  const refused = (tx: Tx, because: string) =>
    system(tx, origin).then((actor) =>
      recordAudit(tx, actor, signInRefused, {
        account: email,
        address: origin.address,
        because: `${identity.provider}: ${because}`,
      }),
    );
  return unlessEmailTaken(email, () =>
    // The refused sign-in stays in the audit log.
    transaction(
      async (tx): Promise<Result<SignedIn, "email-not-verified" | "not-invited">> => {
        if (email === "" || !identity.emailVerified) {
          await refused(tx, "email not verified");
          return refuse(
            "email-not-verified",
            "The provider hasn't verified your email. Verify it there, then sign in again.",
          );
        }
        const select = {
          id: true,
          email: true,
          name: true,
          roles: true,
          sessionVersion: true,
        } as const;
        const [user] = await tx.user.updateManyAndReturn({
          where: { email, kind: "person", deactivatedAt: null },
          data: { lastSignInAt: at },
          select,
        });
        if (user) return signedIn(tx, user, identity.provider, origin);

        const open =
          (await tx.user.findUnique({ where: { email }, select: { id: true } })) === null
            ? await tx.accessLink.findFirst({
                where: {
                  purpose: "invitation",
                  email,
                  usedAt: null,
                  revokedAt: null,
                  expiresAt: { gt: at },
                },
                orderBy: { id: "desc" },
                select: { id: true },
              })
            : null;
        const invitation =
          open && (await claimLink(tx, { purpose: "invitation", linkId: open.id }, at));
        if (!invitation) {
          await refused(tx, "no account and no invitation");
          return refuse(
            "not-invited",
            "No active account or open invitation for your email. Ask an administrator for an invitation.",
          );
        }
        // What a provider calls someone is no input of a form: what is no name here gives way to the address.
        const name = nameSchema.safeParse(identity.name ?? "").data ?? email.split("@")[0]!;
        const made = await join(tx, { ...invitation, email }, { name, passwordHash: null }, origin);
        return signedIn(tx, { ...made, sessionVersion: 1 }, identity.provider, origin);
      },
      { keepOnRefusal: true },
    ),
  );
}

/**
 * Accepts an invitation with a name and a password. Public: the link's token is the right to do it. The same `clientKey`
 * again, with the same link, answers with what the first call did.
 */
export async function acceptInvitation(
  input: z.output<typeof acceptInvitationSchema>,
  origin: Origin,
): Promise<
  Result<
    { email: string },
    "email-taken" | "key-taken" | "link-expired" | "link-invalid" | "link-revoked" | "link-used"
  >
> {
  const at = now();
  // A guess costs nothing but a look at an index: the slow hash is made for real links only.
  const early =
    (await doneByLink("acceptInvitation", input)) ??
    (await linkRefusal("invitation", input.token, at));
  if (early) return early;
  const passwordHash = await hashPassword(input.password);
  return unlessEmailTaken(null, () =>
    transaction(async (tx) => {
      const done = await doneByLink("acceptInvitation", input, tx);
      if (done) return done;
      const invitation = await claimLink(tx, { purpose: "invitation", token: input.token }, at);
      if (!invitation?.email)
        return (await linkRefusal("invitation", input.token, at)) ?? unknownLink();
      const made = await join(
        tx,
        { ...invitation, email: invitation.email },
        { name: input.name, passwordHash },
        origin,
      );
      await keepOutcome(
        tx,
        { command: "acceptInvitation", userId: made.id, clientKey: input.clientKey },
        { email: made.email },
      );
      return ok({ email: made.email });
    }),
  );
}

/**
 * Sets a new password by a reset link; every session of the account ends. Public: the token is the right to do it. The same
 * `clientKey` again, with the same link, answers with what the first call did.
 */
export async function resetPassword(
  input: z.output<typeof resetPasswordSchema>,
  origin: Origin,
): Promise<
  Result<
    { email: string },
    "deactivated" | "key-taken" | "link-expired" | "link-invalid" | "link-revoked" | "link-used"
  >
> {
  const at = now();
  const early =
    (await doneByLink("resetPassword", input)) ??
    (await linkRefusal("password-reset", input.token, at));
  if (early) return early;
  const passwordHash = await hashPassword(input.password);
  return transaction(async (tx) => {
    const done = await doneByLink("resetPassword", input, tx);
    if (done) return done;
    const link = await claimLink(tx, { purpose: "password-reset", token: input.token }, at);
    if (!link || link.userId === null)
      return (await linkRefusal("password-reset", input.token, at)) ?? unknownLink();
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: link.userId, deactivatedAt: null },
      data: { passwordHash, sessionVersion: { increment: 1 } },
      select: { id: true, email: true, name: true, roles: true },
    });
    if (!user)
      return refuse(
        "deactivated",
        "This account is deactivated. Ask an administrator to reactivate it.",
      );
    await endSessions(tx, user.id, at);
    // Whoever forgot a password has tried in vain; the link is proof enough to reset the count.
    await tx.signInAttempt.deleteMany({ where: { account: user.email } });
    await revokeResetLinks(tx, user.id);
    await recordAudit(tx, person(user, origin), userPasswordReset, {
      userId: user.id,
      email: user.email,
    });
    await keepOutcome(
      tx,
      { command: "resetPassword", userId: user.id, clientKey: input.clientKey },
      { email: user.email },
    );
    return ok({ email: user.email });
  });
}

// Parts ----------------------------------------------------------------------------------------------------------

/** Makes the account of an invitation that was just claimed. */
async function join(
  tx: Tx,
  invitation: { id: number; email: string; roles: string[] },
  as: { name: string; passwordHash: string | null },
  origin: Origin,
) {
  const roles = roleSchema.array().parse(invitation.roles);
  const user = await insertUser(tx, null, {
    email: invitation.email,
    name: as.name,
    roles,
    passwordHash: as.passwordHash,
  });
  await tx.accessLink.update({ where: { id: invitation.id }, data: { userId: user.id } });
  const joined = { ...user, name: as.name, roles };
  await recordAudit(tx, person(joined, origin), invitationAccepted, {
    userId: user.id,
    email: user.email,
    linkId: invitation.id,
  });
  return joined;
}

async function signedIn(
  tx: Tx,
  user: Named & { name: string; roles: string[]; sessionVersion: number },
  method: string,
  origin: Origin,
): Promise<Result<SignedIn, never>> {
  const sessionId = await beginSession(tx, user.id, method, origin, now());
  await recordAudit(tx, person(user, origin), signInSucceeded, {
    userId: user.id,
    email: user.email,
    method,
  });
  return ok({ userId: user.id, name: user.name, sessionVersion: user.sessionVersion, sessionId });
}

function person(user: Named & { name: string; roles: readonly string[] }, origin: Origin): Actor {
  return {
    userId: user.id,
    name: user.name,
    roles: user.roles as Role[],
    via: "web",
    ...(origin.requestId && { requestId: origin.requestId }),
  };
}

/** The actor of what no one signed in did: the account that the database brings along. */
async function system(tx: Tx, origin: Origin): Promise<Actor> {
  const { id, name } = await tx.user.findFirstOrThrow({
    where: { kind: "system" },
    orderBy: { id: "asc" },
    select: { id: true, name: true },
  });
  return {
    userId: id,
    name,
    roles: [],
    via: "web",
    ...(origin.requestId && { requestId: origin.requestId }),
  };
}

async function revokeResetLinks(tx: Tx, userId: number): Promise<void> {
  await tx.accessLink.updateMany({
    where: { userId, purpose: "password-reset", usedAt: null, revokedAt: null },
    data: { revokedAt: now() },
  });
}

/**
 * Answers what was done by a link under this key already, for whoever lost the answer; a refusal where the key is
 * another's; null where nothing was.
 * @param tx the transaction that is about to do it: others with the same key queue behind it
 */
async function doneByLink(
  command: string,
  { token, clientKey }: { token: string; clientKey?: string | undefined },
  tx?: Tx,
): Promise<Result<{ email: string }, "key-taken"> | null> {
  if (clientKey === undefined) return null;
  if (tx) await lock(tx, "clientKey", clientKey);
  const reader = tx ?? db;
  const done = await reader.clientKey.findUnique({
    where: { key: clientKey },
    select: { userId: true, command: true, outcome: true },
  });
  if (done === null) return null;
  const link = await reader.accessLink.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { userId: true, usedAt: true },
  });
  return link?.usedAt && done.command === command && done.userId === link.userId
    ? ok(done.outcome as { email: string })
    : refuseKeyTaken();
}

/** Why a link does not work, or null when it does. */
async function linkRefusal(purpose: LinkPurpose, token: string, at: Date) {
  const link = await db.accessLink.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { purpose: true, usedAt: true, revokedAt: true, expiresAt: true },
  });
  if (!link || link.purpose !== purpose) return unknownLink();
  switch (linkState(link, at)) {
    case "valid":
      return null;
    case "used":
      return refuse(
        "link-used",
        "This link has already been used. If that wasn't you, contact an administrator.",
      );
    case "revoked":
      return refuse("link-revoked", "This link was revoked. Ask an administrator for a new one.");
    case "expired":
      return refuse("link-expired", "This link has expired. Ask an administrator for a new one.");
  }
}

const unknownLink = () =>
  refuse("link-invalid", "Invalid link. Copy the full URL, or ask an administrator for a new one.");
const noSuchPerson = () => refuse("not-found", "Account not found. Nothing was changed.");
const lastAdmin = () =>
  refuse(
    "last-admin",
    "This is the only active administrator. Assign another administrator first.",
  );
const emailTaken = (email: string | null, deactivated = false) =>
  refuse(
    "email-taken",
    deactivated
      ? "A deactivated account has this email. Reactivate it instead."
      : "An account with this email already exists.",
    { fields: { email: `${email ?? "This email"} is already in use.` } },
  );

/** Two accounts with one email at once: the database lets one through, and the other is told so. */
async function unlessEmailTaken<T, C extends RefusalCode>(
  email: string | null,
  work: () => Promise<Result<T, C>>,
): Promise<Result<T, C | "email-taken">> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, "users_email_key")) return emailTaken(email);
    throw error;
  }
}
