import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { ROLES, type Role } from "@/lib/people/access/roles";
import { db, disconnect } from "@/lib/platform/db";
import { AccessDenied } from "@/lib/platform/errors";
import { filesIn } from "@/prisma/testing/tree";

/*
 * Every door of the server: each method of each route under app, and each server action. Who comes in is a line here, and a
 * door without a line fails. The role matrix holds the same of the commands and queries behind them.
 */

/** Who is signed in: the framework's cookies exist only in a request of its own. */
const signedIn = vi.hoisted(() => ({ actor: null as Actor | null }));
vi.mock("@/lib/people/access/session", () => ({
  currentActor: async () => signedIn.actor,
  requestOrigin: async () => ({ address: "192.0.2.1" }),
  actorAgain: async () => async () => signedIn.actor,
}));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
/** What a server action is made of, instead of the action. */
vi.mock("@/lib/people/access/action", async (original) => ({
  ...(await original<object>()),
  action: (_: unknown, body: unknown) => ({ door: "action", body }),
  publicAction: () => ({ door: "public" }),
}));

type Params = Record<string, string>;
interface Door {
  roles: readonly Role[];
  /** What someone signed in without a role is answered, if not 403: nothing of what was asked for. */
  nobody?: number;
  params?: Params;
  query?: Params;
  body?: (actor: Actor) => object;
}
const EVERYBODY: Door = { roles: ROLES };
const MAINTAINER: Door = { roles: ["maintainer"] };
const RUN_READERS: Door = { roles: ["researcher", "maintainer", "admin"] };
const TALKERS: Door = { roles: ["annotator", "adjudicator", "researcher", "maintainer", "admin"] };
const id = { params: { id: "1" } };
const rows = { query: { ids: "1" } };
const CELL = { questionId: 1, field: "note", text: "a", baseRevisionId: 1 };
const UUID = "01234567-89ab-4cde-8f01-23456789abcd";

/** For anyone, with or without an account: health says nothing but how the server is, and public pages have a switch. */
const FOR_ANYONE = [
  "app/api/auth/[...nextauth]/route.ts GET",
  "app/api/auth/[...nextauth]/route.ts POST",
  "app/api/health/live/route.ts GET",
  "app/api/health/ready/route.ts GET",
  "app/api/health/route.ts GET",
  "app/public/feed.xml/route.ts GET",
  "app/public/latest/[file]/route.ts GET",
  "app/public/latest/route.ts GET",
  "app/public/leaderboard/pairs/route.ts GET",
  "app/public/releases/[name]/[file]/route.ts GET",
  "app/public/releases/[name]/[file]/route.ts HEAD",
];

const DOORS: Record<string, Door> = {
  "app/api/adjudication/[step]/route.ts POST": {
    roles: ["adjudicator", "maintainer"],
    params: { step: "next" },
    body: ({ userId }) => ({ adjudicatorId: userId, token: UUID, count: 1 }),
  },
  "app/api/campaigns/hours/route.ts GET": {
    roles: ["rater", "maintainer"], // one's own, or everyone's
    query: { from: "2026-01-01", to: "2026-02-01" },
  },
  "app/api/campaigns/ratings/route.ts GET": { ...MAINTAINER, query: { campaign: "1", rater: "1" } },
  "app/api/contributions/route.ts GET": { roles: ["annotator", "maintainer", "admin"] },
  "app/api/export/route.ts GET": { ...EVERYBODY, query: { format: "csv" } },
  "app/api/export/route.ts HEAD": { ...EVERYBODY, query: { format: "csv" } },
  "app/api/imports/[id]/apply/route.ts POST": { ...MAINTAINER, ...id, body: () => ({}) },
  "app/api/imports/[id]/findings/route.ts GET": { ...MAINTAINER, ...id },
  "app/api/imports/[id]/route.ts GET": { ...MAINTAINER, ...id },
  "app/api/imports/[id]/unmatched/route.ts GET": { ...MAINTAINER, ...id, query: { text: "a" } },
  "app/api/imports/route.ts POST": MAINTAINER,
  "app/api/jobs/[id]/route.ts GET": { ...RUN_READERS, ...id },
  "app/api/judgments/export/route.ts GET": {
    roles: ["researcher", "maintainer"],
    query: { format: "csv", run: "1" },
  },
  "app/api/live/route.ts GET": { ...EVERYBODY, nobody: 200, query: { watch: "question:1" } },
  "app/api/questions/[id]/comments/route.ts GET": { ...TALKERS, ...id, query: { before: "9" } },
  "app/api/questions/[id]/route.ts GET": { ...EVERYBODY, ...id },
  "app/api/questions/cells/[step]/route.ts POST": {
    ...MAINTAINER,
    params: { step: "preview" },
    body: ({ userId }) => ({ editorId: userId, cells: [CELL] }),
  },
  "app/api/questions/changes/route.ts GET": { ...EVERYBODY, ...rows },
  "app/api/questions/choices/route.ts GET": EVERYBODY,
  "app/api/questions/count/route.ts GET": EVERYBODY,
  "app/api/questions/export/route.ts GET": EVERYBODY,
  "app/api/questions/facets/route.ts GET": EVERYBODY,
  "app/api/questions/ids/route.ts GET": EVERYBODY,
  "app/api/questions/rows/route.ts GET": { ...EVERYBODY, ...rows },
  "app/api/ratings/[step]/route.ts POST": {
    roles: ["rater"],
    params: { step: "leave" },
    body: ({ userId }) => ({ raterId: userId, visit: UUID }),
  },
  "app/api/refresh/[step]/route.ts POST": {
    ...MAINTAINER,
    params: { step: "release" },
    body: ({ userId }) => ({ reviewerId: userId, token: UUID, questionIds: [1] }),
  },
  "app/api/releases/[name]/[file]/route.ts GET": {
    ...EVERYBODY,
    params: { name: "FreshQA_v01012031", file: "FreshQA_v01012031.csv" },
  },
  "app/api/releases/[name]/[file]/route.ts HEAD": {
    ...EVERYBODY,
    params: { name: "FreshQA_v01012031", file: "FreshQA_v01012031.csv" },
  },
  "app/api/releases/difference/route.ts GET": {
    ...EVERYBODY,
    query: { from: "FreshQA_v01012031", to: "FreshQA_v01012032", format: "csv" },
  },
  "app/api/reports/[report]/route.ts GET": {
    ...RUN_READERS,
    params: { report: "accuracy" },
    query: { runs: "1", format: "csv" },
  },
  "app/api/reports/agreement-file/route.ts POST": {
    ...RUN_READERS,
    query: { step: "preview", fileName: "a.csv" },
  },
  "app/api/runs/[id]/imports/route.ts POST": { ...MAINTAINER, ...id, query: { clientKey: UUID } },
  "app/api/runs/[id]/responses/[questionId]/route.ts GET": {
    ...RUN_READERS,
    params: { id: "1", questionId: "1" },
  },
  "app/api/runs/[id]/results/route.ts GET": {
    roles: ["researcher", "maintainer"],
    ...id,
    query: { format: "every-eval-ever" },
  },
  "app/api/runs/imports/[importId]/problems/route.ts GET": {
    ...RUN_READERS,
    params: { importId: "1" },
  },
  "app/api/runs/imports/[importId]/route.ts GET": { ...RUN_READERS, params: { importId: "1" } },
  "app/api/runs/logs/route.ts POST": MAINTAINER,
  "app/api/search/route.ts GET": { ...EVERYBODY, query: { q: "a" } },
  "app/api/similar-questions/route.ts POST": { ...EVERYBODY, body: () => ({ question: "Who?" }) },
  "app/api/to-do/route.ts GET": EVERYBODY,
};

const METHODS =
  /^export (?:const|async function|function) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/gm;
const found = filesIn("app")
  .filter((path) => path.endsWith("/route.ts"))
  .flatMap((path) => {
    const source = readFileSync(path, "utf8");
    const names = [...source.matchAll(METHODS)].map(([, method]) => method!);
    for (const [, list] of source.matchAll(/^export \{([^}]*)\}/gm))
      names.push(...[...list!.matchAll(/\b(GET|HEAD|POST)\b/g)].map(([name]) => name));
    return names.map((method) => `${path} ${method}`);
  });

type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

let person: Actor;
const as = (roles: readonly string[]): Actor => ({ ...person, roles: roles as Role[] });

async function knock(
  name: string,
  { params = {}, query = {}, body }: Partial<Door>,
  headers: Record<string, string> = {},
): Promise<number> {
  const [path, method] = name.split(" ") as [string, string];
  const handlers = (await import(/* @vite-ignore */ join(process.cwd(), path))) as Record<
    string,
    Handler
  >;
  const writes = method === "POST";
  const answer = await handlers[method]!(
    new Request(`http://workbench.example/?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { host: "workbench.example", "content-type": "application/json", ...headers },
      ...(writes && { body: JSON.stringify(body?.(person) ?? {}) }),
    }),
    { params: Promise.resolve(params) },
  );
  await answer.body?.cancel();
  return answer.status;
}

beforeAll(async () => {
  const { id: userId, name } = await db.user.create({
    data: { email: "all@test.example", name: "All", roles: [...ROLES] },
  });
  person = { userId, name, roles: [...ROLES], via: "web" };
});
afterAll(disconnect);

describe("every route", () => {
  it("has a line here, and no line is too many", () =>
    expect(found.sort()).toEqual([...Object.keys(DOORS), ...FOR_ANYONE].sort()));

  const doors = Object.entries(DOORS);

  it.each(doors)("%s is closed to strangers", async (name, door) => {
    signedIn.actor = null;
    expect(await knock(name, door)).toBe(401);
  });

  it.each(doors)("%s is open to its roles and closed to the others", async (name, door) => {
    const refused = (roles: readonly string[]) =>
      roles.some((role) => (ROLES as readonly string[]).includes(role)) ? 403 : door.nobody;
    for (const roles of [...ROLES.map((role) => [role]), [], ["superuser"], ["__proto__"]]) {
      signedIn.actor = as(roles);
      const status = await knock(name, door);
      const may = roles.some((role) => (door.roles as readonly string[]).includes(role));
      if (may) expect([401, 403, 500, 503], `${roles.join()}: ${status}`).not.toContain(status);
      else expect(status, roles.join()).toBe(refused(roles) ?? 403);
    }
  });

  it.each(doors.filter(([name]) => name.endsWith(" POST")))(
    "%s writes nothing for another site",
    async (name, door) => {
      signedIn.actor = as(ROLES);
      const others: Record<string, string>[] = [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ];
      for (const headers of others)
        expect(await knock(name, door, headers), JSON.stringify(headers)).toBe(403);
    },
  );

  it.each(doors)("%s answers nonsense with a refusal, not with a failure", async (name, door) => {
    signedIn.actor = as(ROLES);
    const nonsense = ["-1", "9".repeat(30), "\uFFFF", "__proto__", "a".repeat(5_000)];
    const without = { ...door, query: {} };
    const statuses = [await knock(name, without)];
    for (const word of nonsense) {
      for (const key of Object.keys(door.params ?? {}))
        statuses.push(await knock(name, { ...door, params: { ...door.params, [key]: word } }));
      for (const key of [...Object.keys(door.query ?? {}), "page", "format"])
        statuses.push(await knock(name, { ...door, query: { ...door.query, [key]: word } }));
      if (door.body)
        statuses.push(
          await knock(name, {
            ...door,
            body: (actor) =>
              Object.fromEntries(
                Object.entries(door.body!(actor)).map(([key, value]) => [
                  key,
                  value === actor.userId ? value : word,
                ]),
              ),
          }),
        );
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});

/** For people without an account; their tokens are tried by people/accounts/commands.db.test.ts. */
const PUBLIC_ACTIONS = ["people/accounts: acceptInvitation", "people/accounts: resetPassword"];

describe("every server action", async () => {
  const actions: { name: string; made: unknown }[] = [];
  for (const path of filesIn("lib", "app", "components").filter((one) => /\.tsx?$/.test(one))) {
    if (!/^"use server";/m.test(readFileSync(path, "utf8"))) continue;
    const file = (await import(/* @vite-ignore */ join(process.cwd(), path))) as object;
    for (const [name, made] of Object.entries(file))
      actions.push({ name: `${path.replace(/^lib\/|\/actions\.ts$/g, "")}: ${name}`, made });
  }

  it("goes through the edge that finds the actor, or is one of the few for people without an account", () => {
    expect(actions.length).toBeGreaterThan(100);
    const door = (made: unknown) => (made as { door?: string }).door;
    expect(actions.filter(({ made }) => door(made) === "public").map(({ name }) => name)).toEqual(
      PUBLIC_ACTIONS,
    );
    expect(actions.filter(({ made }) => !["action", "public"].includes(door(made) ?? ""))).toEqual(
      [],
    );
  });

  it.each(actions.filter(({ name }) => !PUBLIC_ACTIONS.includes(name)))(
    "$name is refused to whoever has no role, before its input matters",
    async ({ made }) => {
      const { body } = made as { body: (actor: Actor, input: unknown) => Promise<unknown> };
      for (const roles of [[], ["superuser"], ["__proto__"]])
        await expect((async () => body(as(roles), {}))()).rejects.toBeInstanceOf(AccessDenied);
    },
  );
});
