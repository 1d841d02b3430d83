import { findSessionUser } from "@/lib/people/access/queries";
import { verify } from "@node-rs/argon2";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { hashPassword, hashToken } from "@/lib/people/access/secrets";
import { db, disconnect } from "@/lib/platform/db";
import type { AnyResult } from "@/lib/platform/result";
import { value } from "@/prisma/testing/value";
import { expectOrders } from "@/prisma/testing/list-orders";
import { membersPage } from "./address";
import {
  acceptInvitation,
  changePassword,
  changeRoles,
  createUser,
  deactivateUser,
  endSession,
  inviteUser,
  makeResetLink,
  reactivateUser,
  renameSelf,
  resetPassword,
  revokeInvitation,
  signInWithPassword,
  signInWithProvider,
  signOut,
  signOutEverywhere,
  type Origin,
} from "./commands";
import { findLink, listOpenInvitations, listOwnSessions, listUsers } from "./queries";

// As it is, and what it is asked is written down.
vi.mock("@node-rs/argon2", { spy: true });

const PASSWORD = "correct horse battery";
const passwordHash = hashPassword(PASSWORD);
const origin = { address: "192.0.2.10", requestId: "test-request" };
let unique = 0;

/** An account of its own for each test, so that tests do not count each other's attempts. */
async function account(
  roles: Role[] = ["annotator"],
  more: { passwordHash?: string | null } = {},
): Promise<Actor & { email: string }> {
  const email = `person${++unique}@example.org`;
  const user = await db.user.create({
    data: {
      email,
      name: `Person ${unique}`,
      roles,
      passwordHash: more.passwordHash === undefined ? await passwordHash : more.passwordHash,
    },
  });
  return { userId: user.id, name: user.name, roles, via: "web", email };
}

/** Everyone who is an administrator now stops being one, and a new one begins. */
async function onlyAdmins(count: number): Promise<(Actor & { email: string })[]> {
  await db.user.updateMany({
    where: { roles: { has: "admin" } },
    data: { deactivatedAt: new Date("2026-01-01T00:00:00Z") },
  });
  const admins = [];
  for (let i = 0; i < count; i++) admins.push(await account(["admin"]));
  return admins;
}

const codeOf = (result: AnyResult<unknown>) => (result.ok ? "ok" : result.refusal.code);
/** Whose a token from before sessions had rows is. */
const session = (userId: number, sessionVersion: number) =>
  findSessionUser({ userId, sessionVersion });
const versionOf = async (userId: number) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).sessionVersion;
const eventsOf = async (type: string, userId: number) =>
  db.auditEvent.count({ where: { type, data: { path: ["userId"], equals: userId } } });

let admin: Actor;
beforeEach(async () => {
  admin = await account(["admin"]);
});
afterAll(disconnect);

describe("signing in by password", () => {
  it("gives the account's session version, whatever the case of the email, and is audited with its request", async () => {
    const person = await account();
    const signedIn = value(
      await signInWithPassword({ email: person.email, password: PASSWORD }, origin),
    );
    expect(signedIn).toEqual({
      userId: person.userId,
      name: person.name,
      sessionVersion: 1,
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const event = await db.auditEvent.findFirstOrThrow({
      where: { type: "sign-in.succeeded", actorId: person.userId },
    });
    expect(event).toMatchObject({
      via: "web",
      requestId: "test-request",
      data: { email: person.email, method: "password" },
    });
  });

  it("answers unknown, deactivated, provider-only and command-line accounts like a wrong password", async () => {
    const person = await account();
    const closed = await account();
    await deactivateUser(admin, { userId: closed.userId });
    const provider = await account(["rater"], { passwordHash: null });
    const answers = [];
    for (const email of [
      person.email,
      "nobody@example.org",
      closed.email,
      provider.email,
      "command-line@localhost",
    ]) {
      answers.push(
        await signInWithPassword(
          { email, password: email === person.email ? "wrong" : PASSWORD },
          { address: `198.51.100.${answers.length}` },
        ),
      );
    }
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 5 }, () => "wrong-credentials"));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it("does the same work for an unknown account as for a wrong password, so that time tells nothing", async () => {
    const person = await account();
    const parametersChecked = async (email: string) => {
      vi.mocked(verify).mockClear();
      await signInWithPassword({ email, password: "wrong" }, { address: "203.0.113.7" });
      // Algorithm, version and costs; then come salt and hash.
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(1, 4));
    };
    const known = await parametersChecked(person.email);
    expect(known).toEqual([["argon2id", "v=19", "m=19456,t=2,p=1"]]);
    expect(await parametersChecked("nobody@example.org")).toEqual(known);
  });

  it("lets no more than ten of fifty guesses made at once from one address reach the password, and then says when to try again", async () => {
    const person = await account();
    const guess = (password: string) =>
      signInWithPassword({ email: person.email, password }, { address: "2001:db8:77::1" });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(`guess ${i}`)));
    expect(answers.filter((answer) => codeOf(answer) === "wrong-credentials")).toHaveLength(10);
    expect(answers.filter((answer) => codeOf(answer) === "too-many-attempts")).toHaveLength(40);
    const blocked = await guess(PASSWORD);
    expect(blocked).toMatchObject({
      ok: false,
      refusal: {
        code: "too-many-attempts",
        message: expect.stringMatching(/for this account\. Try again in 1 minute\.$/),
        details: { retryAt: expect.any(String) },
      },
    });
    expect(await db.signInAttempt.count({ where: { account: person.email } })).toBe(10);
  });

  it("never shuts the owner of an account out for what strangers try, neither elsewhere nor in a browser that the account knows", async () => {
    const person = await account();
    const guess = (password: string, from: Partial<Origin> & { address: string }) =>
      signInWithPassword({ email: person.email, password }, from);
    for (let i = 0; i < 12; i++) await guess("wrong", { address: "192.0.2.66" });
    expect(codeOf(await guess(PASSWORD, { address: "192.0.2.66" }))).toBe("too-many-attempts");
    expect(codeOf(await guess(PASSWORD, { address: "192.0.2.67" }))).toBe("ok");
    // Even from the stranger's own network, where the browser has signed in before; its own guesses are limited as well.
    const knownBrowser = randomUUID();
    expect(codeOf(await guess(PASSWORD, { address: "192.0.2.66", knownBrowser }))).toBe("ok");
    for (let i = 0; i < 10; i++)
      expect(codeOf(await guess("wrong", { address: "192.0.2.66", knownBrowser }))).toBe(
        "wrong-credentials",
      );
    expect(codeOf(await guess(PASSWORD, { address: "192.0.2.66", knownBrowser }))).toBe(
      "too-many-attempts",
    );
  });

  it("lets no more than fifty failed guesses through from one address, however many accounts they try", async () => {
    const address = "2001:db8:aaaa:1::";
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        signInWithPassword(
          { email: `victim${i}@example.org`, password: "guess" },
          { address: `${address}${i + 1}` },
        ),
      ),
    );
    expect(answers.filter((answer) => codeOf(answer) === "wrong-credentials")).toHaveLength(50);
    const person = await account();
    expect(
      codeOf(
        await signInWithPassword(
          { email: person.email, password: PASSWORD },
          { address: `${address}99` },
        ),
      ),
    ).toBe("too-many-attempts");
    expect(
      codeOf(
        await signInWithPassword(
          { email: person.email, password: PASSWORD },
          { address: "2001:db8:aaaa:2::1" },
        ),
      ),
    ).toBe("ok");
  });

  it("works again after a delay that grows with each failure, and a success wipes what the same source failed", async () => {
    const person = await account();
    const guess = (password: string) =>
      signInWithPassword({ email: person.email, password }, { address: "192.0.2.77" });
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    try {
      for (let i = 0; i < 9; i++) expect(codeOf(await guess("wrong"))).toBe("wrong-credentials");
      expect(codeOf(await guess(PASSWORD))).toBe("ok");
      for (let i = 0; i < 10; i++) expect(codeOf(await guess("wrong"))).toBe("wrong-credentials");
      vi.setSystemTime(new Date("2026-11-21T12:00:59Z"));
      expect(codeOf(await guess("wrong"))).toBe("too-many-attempts");
      vi.setSystemTime(new Date("2026-11-21T12:01:00Z"));
      expect(codeOf(await guess("wrong"))).toBe("wrong-credentials");
      vi.setSystemTime(new Date("2026-11-21T12:02:59Z"));
      expect(codeOf(await guess(PASSWORD))).toBe("too-many-attempts");
      vi.setSystemTime(new Date("2026-11-21T12:03:00Z"));
      expect(codeOf(await guess(PASSWORD))).toBe("ok");
      expect(codeOf(await guess("wrong"))).toBe("wrong-credentials");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("sessions", () => {
  it("end at once when the account is deactivated, and stay ended when it is reactivated", async () => {
    const person = await account();
    expect(await session(person.userId, 1)).toMatchObject({
      userId: person.userId,
      roles: ["annotator"],
    });
    value(await deactivateUser(admin, { userId: person.userId }));
    expect(await session(person.userId, 1)).toBeNull();
    value(await reactivateUser(admin, { userId: person.userId }));
    expect(await session(person.userId, 1)).toBeNull();
    expect(
      value(await signInWithPassword({ email: person.email, password: PASSWORD }, origin))
        .sessionVersion,
    ).toBe(2);
  });

  it("end at once when the password changes, but for the one that changed it", async () => {
    const person = await account();
    const elsewhere = value(
      await signInWithPassword({ email: person.email, password: PASSWORD }, origin),
    );
    const here = value(
      await changePassword(
        person,
        { currentPassword: PASSWORD, newPassword: "another long one" },
        origin,
      ),
    );
    expect(await session(person.userId, 1)).toBeNull();
    expect(await findSessionUser(elsewhere)).toBeNull();
    expect(await findSessionUser(here)).not.toBeNull();
    expect(
      codeOf(await signInWithPassword({ email: person.email, password: PASSWORD }, origin)),
    ).toBe("wrong-credentials");
    expect(
      codeOf(
        await signInWithPassword({ email: person.email, password: "another long one" }, origin),
      ),
    ).toBe("ok");
  });

  it("end with the sign-out that they had, copies of their token too, and no other with them", async () => {
    const person = await account();
    const signIn = async () =>
      value(
        await signInWithPassword(
          { email: person.email, password: PASSWORD },
          { ...origin, userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" },
        ),
      );
    const [one, other, third] = [await signIn(), await signIn(), await signIn()];
    await signOut(one, origin);
    expect(await findSessionUser(one)).toBeNull();
    expect(await findSessionUser(other)).toMatchObject({ userId: person.userId });
    const asOther = { ...person, sessionId: other.sessionId };
    expect(
      (await listOwnSessions(asOther)).map(({ sessionId, current, browser }) => [
        sessionId,
        current,
        browser,
      ]),
    ).toEqual([
      [other.sessionId, true, "Firefox on Linux"],
      [third.sessionId, false, "Firefox on Linux"],
    ]);
    // No one ends another person's session, and no one signs in with another session's id. One that has ended stays so.
    expect(codeOf(await endSession(await account(), { sessionId: third.sessionId }))).toBe(
      "not-found",
    );
    expect(await findSessionUser({ ...third, userId: (await account()).userId })).toBeNull();
    expect(codeOf(await endSession(asOther, { sessionId: third.sessionId }))).toBe("ok");
    expect(codeOf(await endSession(asOther, { sessionId: third.sessionId }))).toBe("ok");
    expect(await findSessionUser(third)).toBeNull();
    expect(await eventsOf("session.ended", person.userId)).toBe(2);
  });

  it("all end at once when their owner signs out everywhere, tokens from before sessions had rows too", async () => {
    const person = await account();
    const one = value(
      await signInWithPassword({ email: person.email, password: PASSWORD }, origin),
    );
    expect(await session(person.userId, 1)).not.toBeNull();
    expect(codeOf(await signOutEverywhere(person))).toBe("ok");
    expect(await findSessionUser(one)).toBeNull();
    expect(await session(person.userId, 1)).toBeNull();
    expect(await listOwnSessions(person)).toEqual([]);
  });

  it("last fourteen days, and say when they were last used, to the hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    try {
      const person = await account();
      const one = value(
        await signInWithPassword({ email: person.email, password: PASSWORD }, origin),
      );
      const lastSeen = async () => (await listOwnSessions(person))[0]!.lastSeenAt;
      vi.setSystemTime(new Date("2026-11-21T12:59:00Z"));
      await findSessionUser(one);
      expect(await lastSeen()).toBe("2026-11-21T12:00:00.000Z");
      vi.setSystemTime(new Date("2026-11-21T13:01:00Z"));
      await findSessionUser(one);
      expect(await lastSeen()).toBe("2026-11-21T13:01:00.000Z");
      vi.setSystemTime(new Date("2026-12-05T12:00:01Z"));
      expect(await findSessionUser(one)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("have new roles from the next request on", async () => {
    const person = await account(["annotator"]);
    value(await changeRoles(admin, { userId: person.userId, roles: ["rater", "maintainer"] }));
    expect((await session(person.userId, 1))?.roles).toEqual(["rater", "maintainer"]);
    expect(await eventsOf("user.roles-changed", person.userId)).toBe(1);
  });
});

describe("one's own account", () => {
  it("keeps its password when the present one is wrong, and limits guesses at it", async () => {
    const person = await account();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        changePassword(
          person,
          { currentPassword: `guess ${i}`, newPassword: "another long one" },
          origin,
        ),
      ),
    );
    expect(answers.filter((answer) => codeOf(answer) === "wrong-password")).toHaveLength(10);
    expect(answers.filter((answer) => codeOf(answer) === "too-many-attempts")).toHaveLength(10);
    expect(await versionOf(person.userId)).toBe(1);
  });

  it("of two password changes at once, one wins and the other is told", async () => {
    const person = await account();
    const answers = await Promise.all(
      ["first new password", "second new password"].map((newPassword) =>
        changePassword(person, { currentPassword: PASSWORD, newPassword }, origin),
      ),
    );
    expect(answers.map(codeOf).sort()).toEqual(["ok", "wrong-password"]);
    expect(await versionOf(person.userId)).toBe(2);
    expect(await eventsOf("user.password-changed", person.userId)).toBe(1);
  });

  it("changes its name with an audit event, and none when it stays the same", async () => {
    const person = await account();
    value(await renameSelf(person, { name: "Zoë O’Brien" }));
    value(await renameSelf(person, { name: "Zoë O’Brien" }));
    expect(await eventsOf("user.renamed", person.userId)).toBe(1);
  });
});

describe("invitations", () => {
  it("make the account with the invited roles, are kept as a hash alone, and work once even for two at once", async () => {
    const link = value(await inviteUser(admin, { email: "guest@example.org", roles: ["rater"] }));
    expect(link.path).toBe(`/invitation/${link.token}`);
    expect(link.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = await db.accessLink.findUniqueOrThrow({ where: { id: link.linkId } });
    expect(stored.tokenHash).toBe(hashToken(link.token));
    expect(JSON.stringify([stored, await db.auditEvent.findMany()])).not.toContain(link.token);

    const accept = (name: string) =>
      acceptInvitation({ token: link.token, name, password: PASSWORD }, origin);
    const answers = await Promise.all([accept("One"), accept("Two"), accept("Three")]);
    expect(answers.map(codeOf).sort()).toEqual(["link-used", "link-used", "ok"]);
    const user = await db.user.findUniqueOrThrow({ where: { email: "guest@example.org" } });
    expect(user.roles).toEqual(["rater"]);
    expect(await eventsOf("invitation.accepted", user.id)).toBe(1);
    expect(await eventsOf("user.created", user.id)).toBe(1);
    expect((await findLink("invitation", link.token))?.state).toBe("used");
    expect(
      codeOf(await signInWithPassword({ email: "guest@example.org", password: PASSWORD }, origin)),
    ).toBe("ok");
  });

  it("open one account for one client key, also where two links are accepted under it at once", async () => {
    for (let round = 0; round < 5; round++) {
      const clientKey = randomUUID();
      const links = await Promise.all(
        ["a", "b"].map(async (name) =>
          value(
            await inviteUser(admin, {
              email: `${name}${round}@keys.example.org`,
              roles: ["rater"],
            }),
          ),
        ),
      );
      const accept = ({ token }: { token: string }) =>
        acceptInvitation({ token, name: "K", password: PASSWORD, clientKey }, origin);
      const answers = await Promise.all([...links, ...links].map(accept));
      // Each link twice: one of them did it and answers so both times, the other belongs to someone else.
      expect(answers.map(codeOf).sort()).toEqual(["key-taken", "key-taken", "ok", "ok"]);
      expect(answers[0]).toEqual(answers[2]);
      expect(
        await db.user.count({ where: { email: { endsWith: `${round}@keys.example.org` } } }),
      ).toBe(1);
      // The other link works under a key of its own.
      const left = links[answers[0]!.ok ? 1 : 0]!;
      expect(
        codeOf(
          await acceptInvitation(
            { token: left.token, name: "K", password: PASSWORD, clientKey: randomUUID() },
            origin,
          ),
        ),
      ).toBe("ok");
    }
  });

  it("work for seven days and not a moment longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    try {
      const link = value(await inviteUser(admin, { email: "late@example.org", roles: ["rater"] }));
      vi.setSystemTime(new Date("2026-11-28T11:59:59Z"));
      expect((await findLink("invitation", link.token))?.state).toBe("valid");
      vi.setSystemTime(new Date("2026-11-28T12:00:00Z"));
      expect(
        codeOf(
          await acceptInvitation({ token: link.token, name: "Late", password: PASSWORD }, origin),
        ),
      ).toBe("link-expired");
    } finally {
      vi.useRealTimers();
    }
    expect(await db.user.count({ where: { email: "late@example.org" } })).toBe(0);
  });

  it("can be revoked, and a second one for the same address revokes the first", async () => {
    const first = value(await inviteUser(admin, { email: "twice@example.org", roles: ["rater"] }));
    const second = value(
      await inviteUser(admin, { email: "twice@example.org", roles: ["annotator"] }),
    );
    expect(
      codeOf(await acceptInvitation({ token: first.token, name: "T", password: PASSWORD }, origin)),
    ).toBe("link-revoked");
    expect(
      (await listOpenInvitations(admin)).filter((open) => open.email === "twice@example.org"),
    ).toHaveLength(1);
    value(await revokeInvitation(admin, { invitationId: second.linkId }));
    expect(
      codeOf(
        await acceptInvitation({ token: second.token, name: "T", password: PASSWORD }, origin),
      ),
    ).toBe("link-revoked");
  });

  it("are either revoked or accepted, never both, when both happen at once", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `race${round}@example.org`;
      const link = value(await inviteUser(admin, { email, roles: ["rater"] }));
      const [accepted, revoked] = await Promise.all([
        acceptInvitation({ token: link.token, name: "R", password: PASSWORD }, origin),
        revokeInvitation(admin, { invitationId: link.linkId }),
      ]);
      expect([codeOf(accepted), codeOf(revoked)].sort()).toEqual(
        accepted.ok ? ["link-used", "ok"] : ["link-revoked", "ok"],
      );
      expect(await db.user.count({ where: { email } })).toBe(accepted.ok ? 1 : 0);
    }
  });

  it("are refused for an address that has an account, deactivated ones included", async () => {
    const person = await account();
    expect(codeOf(await inviteUser(admin, { email: person.email, roles: ["rater"] }))).toBe(
      "email-taken",
    );
    await deactivateUser(admin, { userId: person.userId });
    expect(await inviteUser(admin, { email: person.email, roles: ["rater"] })).toMatchObject({
      refusal: { message: expect.stringContaining("Reactivate") },
    });
  });
});

describe("password links", () => {
  it("set the password once even for two at once, end every session, and start counting attempts anew", async () => {
    const person = await account();
    for (let i = 0; i < 10; i++)
      await signInWithPassword(
        { email: person.email, password: "wrong" },
        { address: `192.0.2.${100 + i}` },
      );
    const link = value(await makeResetLink(admin, { userId: person.userId }));
    const answers = await Promise.all(
      ["a new long password", "b new long password"].map((password) =>
        resetPassword({ token: link.token, password }, origin),
      ),
    );
    expect(answers.map(codeOf).sort()).toEqual(["link-used", "ok"]);
    expect(await session(person.userId, 1)).toBeNull();
    const winner = answers[0]!.ok ? "a new long password" : "b new long password";
    expect(
      codeOf(
        await signInWithPassword(
          { email: person.email, password: winner },
          { address: "192.0.2.120" },
        ),
      ),
    ).toBe("ok");
    expect(await eventsOf("user.password-reset", person.userId)).toBe(1);
  });

  it("are no invitations, and invitations are no password links", async () => {
    const person = await account();
    const reset = value(await makeResetLink(admin, { userId: person.userId }));
    const invitation = value(
      await inviteUser(admin, { email: `purpose${unique}@example.org`, roles: ["rater"] }),
    );
    expect(
      codeOf(await acceptInvitation({ token: reset.token, name: "X", password: PASSWORD }, origin)),
    ).toBe("link-invalid");
    expect(
      codeOf(await resetPassword({ token: invitation.token, password: PASSWORD }, origin)),
    ).toBe("link-invalid");
    expect(await findLink("invitation", reset.token)).toBeNull();
  });

  it("stop working when another is made, when the password changes and when the account is deactivated", async () => {
    const person = await account();
    const first = value(await makeResetLink(admin, { userId: person.userId }));
    const second = value(await makeResetLink(admin, { userId: person.userId }));
    expect(codeOf(await resetPassword({ token: first.token, password: PASSWORD }, origin))).toBe(
      "link-revoked",
    );
    value(
      await changePassword(
        person,
        { currentPassword: PASSWORD, newPassword: "another long one" },
        origin,
      ),
    );
    expect(codeOf(await resetPassword({ token: second.token, password: PASSWORD }, origin))).toBe(
      "link-revoked",
    );
    const third = value(await makeResetLink(admin, { userId: person.userId }));
    await deactivateUser(admin, { userId: person.userId });
    expect(codeOf(await resetPassword({ token: third.token, password: PASSWORD }, origin))).toBe(
      "link-revoked",
    );
    expect(codeOf(await makeResetLink(admin, { userId: person.userId }))).toBe("deactivated");
  });
});

describe("accounts made by an administrator", () => {
  it("come with a link to set the password when none is given", async () => {
    const made = value(
      await createUser(admin, { email: "made@example.org", name: "Made", roles: ["annotator"] }),
    );
    expect(
      codeOf(await signInWithPassword({ email: "made@example.org", password: PASSWORD }, origin)),
    ).toBe("wrong-credentials");
    value(await resetPassword({ token: made.link!.token, password: PASSWORD }, origin));
    expect(
      codeOf(await signInWithPassword({ email: "made@example.org", password: PASSWORD }, origin)),
    ).toBe("ok");
  });

  it("are not called taken where something else is taken", async () => {
    await db.$executeRaw`CREATE UNIQUE INDEX users_once ON users (name) WHERE name = 'Once'`;
    try {
      const make = (email: string) =>
        createUser(admin, { email, name: "Once", roles: ["rater"], password: PASSWORD });
      value(await make("once1@example.org"));
      await expect(make("once2@example.org")).rejects.toThrow();
    } finally {
      await db.$executeRaw`DROP INDEX users_once`;
    }
  });

  it("are one for an email address, also when two are made at once", async () => {
    const make = () =>
      createUser(admin, {
        email: "same@example.org",
        name: "Same",
        roles: ["annotator"],
        password: PASSWORD,
      });
    expect((await Promise.all([make(), make(), make()])).map(codeOf).sort()).toEqual([
      "email-taken",
      "email-taken",
      "ok",
    ]);
  });

  it("never have a role that is not on the list: the database refuses it", async () => {
    await expect(
      db.user.create({ data: { email: "odd@example.org", name: "Odd", roles: ["superuser"] } }),
    ).rejects.toThrow();
  });
});

describe("the last active administrator", () => {
  it("can neither be deactivated nor lose the role", async () => {
    const [last] = await onlyAdmins(1);
    expect(codeOf(await deactivateUser(last!, { userId: last!.userId }))).toBe("last-admin");
    expect(codeOf(await changeRoles(last!, { userId: last!.userId, roles: ["maintainer"] }))).toBe(
      "last-admin",
    );
    expect(
      codeOf(await changeRoles(last!, { userId: last!.userId, roles: ["maintainer", "admin"] })),
    ).toBe("ok");
  });

  it("stays when two administrators deactivate or demote each other at the same moment", async () => {
    for (let round = 0; round < 6; round++) {
      const [a, b] = await onlyAdmins(2);
      const answers = await Promise.all([
        deactivateUser(a!, { userId: b!.userId }),
        round % 2 === 0
          ? deactivateUser(b!, { userId: a!.userId })
          : changeRoles(b!, { userId: a!.userId, roles: ["rater"] }),
      ]);
      expect(answers.map(codeOf).sort()).toEqual(["last-admin", "ok"]);
      expect(await db.user.count({ where: { roles: { has: "admin" }, deactivatedAt: null } })).toBe(
        1,
      );
    }
  });
});

describe("signing in through a provider", () => {
  const identity = (email: string | null, emailVerified = true) => ({
    provider: "oidc",
    email,
    emailVerified,
    name: "From Provider",
  });

  it("lets in an active account with a verified email, whatever its case", async () => {
    const person = await account(["rater"], { passwordHash: null });
    expect(
      value(await signInWithProvider(identity(person.email.toUpperCase()), origin)),
    ).toMatchObject({ userId: person.userId, sessionVersion: 1 });
    expect(
      await db.auditEvent.findFirst({
        where: { type: "sign-in.succeeded", actorId: person.userId },
      }),
    ).toMatchObject({ data: { method: "oidc" } });
  });

  it("accepts the open invitation of a verified email, once even for two at once", async () => {
    const { linkId } = value(
      await inviteUser(admin, { email: "provided@example.org", roles: ["maintainer"] }),
    );
    const answers = await Promise.all([
      signInWithProvider(identity("provided@example.org"), origin),
      signInWithProvider(identity("provided@example.org"), origin),
    ]);
    expect(answers.some((answer) => answer.ok)).toBe(true);
    const user = await db.user.findUniqueOrThrow({ where: { email: "provided@example.org" } });
    expect(user).toMatchObject({
      roles: ["maintainer"],
      name: "From Provider",
      passwordHash: null,
    });
    expect(await db.accessLink.findUniqueOrThrow({ where: { id: linkId } })).toMatchObject({
      userId: user.id,
      usedAt: expect.any(Date),
    });
    expect(await eventsOf("invitation.accepted", user.id)).toBe(1);
  });

  it("keeps out an unverified email, a missing one, strangers, deactivated accounts, and expired or revoked invitations", async () => {
    const person = await account();
    const closed = await account();
    await deactivateUser(admin, { userId: closed.userId });
    const { linkId } = value(
      await inviteUser(admin, { email: "revoked@example.org", roles: ["admin"] }),
    );
    await revokeInvitation(admin, { invitationId: linkId });
    expect(codeOf(await signInWithProvider(identity(person.email, false), origin))).toBe(
      "email-not-verified",
    );
    expect(codeOf(await signInWithProvider(identity(null), origin))).toBe("email-not-verified");
    for (const email of [
      "stranger@example.org",
      closed.email,
      "revoked@example.org",
      "command-line@localhost",
    ])
      expect(codeOf(await signInWithProvider(identity(email), origin)), email).toBe("not-invited");
    expect(
      await db.user.count({
        where: { email: { in: ["stranger@example.org", "revoked@example.org"] } },
      }),
    ).toBe(0);
  });
});

describe("the list of people", () => {
  it("finds letters of names and addresses to the letter: % and _ are no wildcards", async () => {
    await db.user.create({
      data: { email: "under_score@example.org", name: "100% Sure", roles: ["rater"] },
    });
    const find = async (search: string) =>
      (await listUsers(admin, { ...membersPage.usual, search, state: "all" })).rows.map(
        (row) => row.email,
      );
    expect(await find("100%")).toEqual(["under_score@example.org"]);
    expect(await find("r_s")).toEqual(["under_score@example.org"]);
    expect(await find("R_SCORE")).toEqual(["under_score@example.org"]);
    expect(await find("command-line")).toEqual([]);
  });

  it("is sorted by each of its columns", async () => {
    const search = randomUUID().slice(0, 8);
    for (const [name, lastSignInAt] of [
      ["b", null],
      ["C", "2026-02-01T00:00:00Z"],
      ["a", "2026-01-01T00:00:00Z"],
    ] as const)
      await db.user.create({
        data: {
          email: `${search}-${name.toLowerCase()}@example.org`,
          name,
          roles: [],
          lastSignInAt,
        },
      });
    await expectOrders({ ...membersPage.usual, search }, (filter) => listUsers(admin, filter), {
      name: ({ name }) => name.toLowerCase(),
      "sign-in": ({ lastSignInAt }) => lastSignInAt,
    });
  });

  it("shows the last page for a page behind it", async () => {
    const view = await listUsers(admin, { ...membersPage.usual, state: "all", page: 900 });
    expect(view.page).toBe(Math.ceil(view.total / view.pageSize));
    expect(view.rows.length).toBeGreaterThan(0);
  });
});
