import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { disconnect } from "@/lib/platform/db";
import { AccessDenied } from "@/lib/platform/errors";
import { ROLES, type Actor, type Role } from "./schema";

/*
 * Who may call what. Every export of every commands.ts and queries.ts is a line here: the roles that may call it, or
 * why it takes no actor. A new export without a line fails the test below.
 */
const EVERYBODY = [...ROLES];
const MAINTAINER: Role[] = ["maintainer"];
const ADMIN: Role[] = ["admin"];
const open = (because: string) => ({ open: because });

const MATRIX: Record<string, Record<string, Role[] | { open: string }>> = {
  "users/commands": {
    createUser: ADMIN,
    changeRoles: ADMIN,
    deactivateUser: ADMIN,
    reactivateUser: ADMIN,
    inviteUser: ADMIN,
    revokeInvitation: ADMIN,
    makeResetLink: ADMIN,
    renameSelf: EVERYBODY,
    changePassword: EVERYBODY,
    signInWithPassword: open("signing in is how an actor comes to be; attempts are limited"),
    signInWithProvider: open("signing in is how an actor comes to be; the provider vouches for the e-mail"),
    acceptInvitation: open("the link's token is the right to do it"),
    resetPassword: open("the link's token is the right to do it"),
  },
  "users/queries": {
    listUsers: ADMIN,
    listOpenInvitations: ADMIN,
    getAccount: EVERYBODY,
    findSessionUser: open("turns a session that the server signed into an actor"),
    findLink: open("the link's token is the right to know"),
    listSampleAccounts: open("for the sign-in page of a loopback server, which offers them"),
    hasAnyone: open("says only whether any account exists"),
  },
  "audit-log/queries": { listAuditEvents: ADMIN, listAuditActors: ADMIN },
  "overview/queries": { getOverview: EVERYBODY },
  "questions/commands": {
    createQuestion: MAINTAINER,
    editQuestion: MAINTAINER,
    changeQuestions: MAINTAINER,
    undoOperation: MAINTAINER,
    saveView: EVERYBODY,
    deleteView: EVERYBODY,
  },
  "questions/queries": {
    listQuestions: EVERYBODY,
    gridStatements: open("builds SQL and reads nothing"),
    listMatchingIds: EVERYBODY,
    exportMatching: EVERYBODY,
    listGridChoices: EVERYBODY,
    listSavedViews: EVERYBODY,
    getQuestion: EVERYBODY,
    getNeighbours: EVERYBODY,
  },
  "dataset-export/queries": { exportPresentState: EVERYBODY, exportAsOf: EVERYBODY, listAsOf: EVERYBODY, revisionRows: EVERYBODY },
  "exchange/commands": {
    beginImport: MAINTAINER,
    readImport: MAINTAINER,
    reopenImport: MAINTAINER,
    planAgain: MAINTAINER,
    decideRewording: MAINTAINER,
    decideAllRewordings: MAINTAINER,
    cancelImport: MAINTAINER,
    applyImport: MAINTAINER,
  },
  "exchange/queries": {
    listImports: MAINTAINER,
    importProgress: MAINTAINER,
    importPlan: MAINTAINER,
    planRows: MAINTAINER,
    searchUnmatched: MAINTAINER,
    proposedRewordings: MAINTAINER,
    importFindings: MAINTAINER,
  },
  "refreshing/commands": { verifyQuestion: MAINTAINER, refreshQuestion: MAINTAINER, undoReview: MAINTAINER },
  "refreshing/queries": { getDeskQuestions: MAINTAINER, getFreshness: EVERYBODY },
  "review-schedule/commands": {
    claimNext: MAINTAINER,
    renewClaims: MAINTAINER,
    releaseClaims: MAINTAINER,
    skipQuestion: MAINTAINER,
    undoSkip: MAINTAINER,
  },
  "review-schedule/queries": {
    claimable: open("builds SQL and reads nothing"),
    countDue: MAINTAINER,
    listDue: MAINTAINER,
    loadCalendar: MAINTAINER,
    listAssignees: MAINTAINER,
    getSettings: MAINTAINER,
  },
  "releases/commands": { publishRelease: MAINTAINER },
  "releases/queries": {
    listReleases: EVERYBODY,
    getRelease: EVERYBODY,
    listReleasedQuestions: EVERYBODY,
    openReleaseFile: EVERYBODY,
    getReleaseDraft: MAINTAINER,
    previewSelection: MAINTAINER,
  },
};

type Callable = (...args: unknown[]) => unknown;

const lib = fileURLToPath(new URL("..", import.meta.url));
const modules = readdirSync(lib)
  .flatMap((feature) => ["commands", "queries"].map((file) => ({ key: `${feature}/${file}`, path: join(lib, feature, `${file}.ts`) })))
  .filter(({ path }) => existsSync(path));
const found: { key: string; name: string; call: Callable }[] = [];
for (const { key, path } of modules) {
  const exports = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(exports)) if (typeof value === "function") found.push({ key, name, call: value as Callable });
}

const actorWith = (roles: readonly string[]): Actor => ({ userId: 1, name: "Test", roles: roles as Role[], via: "web" });

/** Calls with no input at all: the permission is checked before anything else, so nothing else matters. */
async function outcome(call: Callable, actor: Actor): Promise<unknown> {
  try {
    const result = call(actor);
    // A generator runs as far as its first value.
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) await (result as AsyncGenerator).next();
    else await result;
    return null;
  } catch (error) {
    return error;
  }
}

afterAll(disconnect);

describe("the role matrix", () => {
  it("has a line for every export of commands.ts and queries.ts, and none too many", () => {
    const exported = found.map(({ key, name }) => `${key} ${name}`).sort();
    const listed = Object.entries(MATRIX).flatMap(([key, lines]) => Object.keys(lines).map((name) => `${key} ${name}`)).sort();
    expect(listed).toEqual(exported);
  });

  const guarded = found.flatMap(({ key, name, call }) => {
    const roles = MATRIX[key]?.[name];
    return Array.isArray(roles) ? [{ key, name, call, roles }] : [];
  });

  it.each(guarded)("$key $name is refused before the database is asked to everybody but $roles", async ({ call, roles }) => {
    const query = vi.spyOn(pg.Client.prototype, "query");
    try {
      const strangers = [...ROLES.filter((role) => !roles.includes(role)).map((role) => [role]), [], ["superuser"], ["Admin"], ["maintainer "], ["__proto__"]];
      for (const stranger of strangers) expect(await outcome(call, actorWith(stranger)), `roles ${JSON.stringify(stranger)}`).toBeInstanceOf(AccessDenied);
      expect(query).not.toHaveBeenCalled();
    } finally {
      query.mockRestore();
    }
  });

  it.each(guarded)("$key $name is open to $roles", async ({ call, roles }) => {
    for (const role of roles) expect(await outcome(call, actorWith([role])), role).not.toBeInstanceOf(AccessDenied);
  });
});
