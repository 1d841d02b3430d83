import { connect, createServer, type Server, type Socket } from "node:net";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type * as platform from "@/lib/platform/db";
import { environment, provideEnvironment } from "@/lib/platform/env";
import type * as tokens from "@/lib/people/access/session-token";
import type * as answers from "./sign-in-answer";
import { notEmpty } from "@/prisma/testing/not-empty";

const BASE = "http://localhost:4730";
const SECRET = "only for this test, only for this test";
const PASSWORD = "some long password";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-client-address": "192.0.2.7", "user-agent": "Test" }),
  cookies: async () => ({ get: () => undefined, set: () => {} }),
}));

/* next-auth as it answers over HTTP, on a database that can be unplugged: what reaches it goes through a relay of this test. */
let relay: Server;
let plugged = true;
const sockets = new Set<Socket>();
let answerAuth: typeof answers.answerAuth;
let readSessionToken: typeof tokens.readSessionToken;
let db: typeof platform.db;
let disconnect: () => Promise<void>;

beforeAll(async () => {
  const url = new URL(environment().DATABASE_URL!);
  const real = { host: url.hostname, port: Number(url.port || 5432) };
  relay = createServer((client) => {
    if (!plugged) return void client.destroy();
    const server = connect(real);
    sockets.add(client);
    client.pipe(server).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  [url.hostname, url.port] = ["127.0.0.1", String((relay.address() as { port: number }).port)];
  provideEnvironment({ DATABASE_URL: url.href, NEXTAUTH_URL: BASE, NEXTAUTH_SECRET: SECRET });
  ({ db, disconnect } = await import("@/lib/platform/db"));
  ({ answerAuth } = await import("./sign-in-answer"));
  ({ readSessionToken } = await import("@/lib/people/access/session-token"));
  const { hashPassword } = await import("@/lib/people/access/secrets");
  await db.user.create({
    data: {
      email: "carlos@test.example",
      name: "Carlos",
      roles: ["maintainer"],
      passwordHash: await hashPassword(PASSWORD),
    },
  });
});
afterAll(async () => {
  plugged = true;
  await disconnect();
  relay.close();
});

async function unplugged<T>(work: () => Promise<T>): Promise<T> {
  plugged = false;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  try {
    return await work();
  } finally {
    plugged = true;
  }
}

interface Asked {
  method?: "GET" | "POST";
  cookies?: Record<string, string>;
  fields?: Record<string, string>;
  body?: string;
  type?: string;
}

async function ask(path: string, { method = "GET", cookies = {}, fields, body, type }: Asked = {}) {
  const headers = new Headers({
    host: "localhost:4730",
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("; "),
  });
  const sent = fields ? new URLSearchParams(fields).toString() : body;
  if (sent !== undefined) headers.set("content-type", type ?? "application/x-www-form-urlencoded");
  const request = new NextRequest(`${BASE}/api/auth/${path}`, {
    method,
    headers,
    ...(method === "POST" && { body: sent ?? "" }),
  });
  const answer = await answerAuth(request, path.split("?")[0]!.split("/"));
  const text = await answer.text();
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    cookies: answer.headers.getSetCookie(),
    text,
    retryAfter: answer.headers.get("retry-after"),
  };
}

/** A token against forgery, and the cookie that goes with it. */
async function token(cookies: Record<string, string> = {}) {
  const {
    text,
    cookies: [set],
  } = await ask("csrf", { cookies });
  const [name, value] = set!.split(";")[0]!.split("=") as [string, string];
  return {
    csrfToken: (JSON.parse(text) as { csrfToken: string }).csrfToken,
    cookies: { ...cookies, [name]: decodeURIComponent(value) },
  };
}

async function signIn(fields: Record<string, string> = {}, cookies: Record<string, string> = {}) {
  const forgery = await token(cookies);
  return ask("callback/credentials", {
    method: "POST",
    cookies: forgery.cookies,
    fields: {
      email: "carlos@test.example",
      password: PASSWORD,
      callbackUrl: "/",
      ...fields,
      csrfToken: forgery.csrfToken,
      json: "true",
    },
  });
}
const sessionOf = (cookies: string[]) =>
  cookies.find((cookie) => cookie.startsWith("next-auth.session-token="));

/** Signs in, and returns the session's cookie and id. */
async function session(
  fields: Record<string, string> = {},
  before: Record<string, string> = {},
): Promise<{ sessionId: string; cookies: Record<string, string> }> {
  const cookie = sessionOf((await signIn(fields, before)).cookies)!
    .split(";")[0]!
    .slice("next-auth.session-token=".length);
  const { id } = await db.session.findFirstOrThrow({
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  return { sessionId: id, cookies: { "next-auth.session-token": cookie } };
}

describe("while the database is down", () => {
  it("signing in says so with 503, and nothing of the database's own words", async () => {
    const answer = await unplugged(() => signIn());
    expect(answer.status).toBe(503);
    expect(answer.retryAfter).toBe("5");
    expect(JSON.parse(answer.text)).toEqual({
      refusal: {
        code: "unavailable",
        message: expect.stringMatching(
          /^(Couldn't reach the database|The connection to the database was lost)\. You are not signed in\. Try again in a moment\.$/,
        ),
      },
    });
    expect(sessionOf(answer.cookies)).toBeUndefined();
    expect((await signIn()).status).toBe(200);
  });

  it("signing out says that it may not have worked, keeps the cookie, and works later", async () => {
    const { sessionId, cookies } = await session();
    const forgery = await token(cookies);
    const out = () =>
      ask("signout", {
        method: "POST",
        cookies: forgery.cookies,
        fields: { csrfToken: forgery.csrfToken, callbackUrl: "/sign-in", json: "true" },
      });
    const answer = await unplugged(out);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("You may still be signed in.");
    expect(answer.cookies).toEqual([]);
    expect(await db.session.findUniqueOrThrow({ where: { id: sessionId } })).toMatchObject({
      endedAt: null,
    });
    expect((await out()).status).toBe(200);
    expect(
      (await db.session.findUniqueOrThrow({ where: { id: sessionId } })).endedAt,
    ).not.toBeNull();
  });

  it("a look at the session does not end it", async () => {
    const { cookies } = await session();
    const answer = await unplugged(() => ask("session", { cookies }));
    expect(answer.status).toBe(503);
    expect(answer.cookies).toEqual([]);
    expect(await ask("session", { cookies })).toMatchObject({
      status: 200,
      text: expect.stringContaining("Carlos"),
    });
  });
});

describe("a session that a browser had before signing in", () => {
  const idOf = async (cookies: Record<string, string>) =>
    (await readSessionToken(cookies["next-auth.session-token"]))?.sessionId;
  const named = async (cookies: Record<string, string>) =>
    (JSON.parse((await ask("session", { cookies })).text) as { user?: { name: string } }).user
      ?.name;

  it("of someone else's is not the one that signs in, and stays theirs", async () => {
    await db.user.create({
      data: {
        email: "mallory@test.example",
        name: "Mallory",
        roles: ["rater"],
        passwordHash: (await db.user.findFirstOrThrow({ where: { name: "Carlos" } })).passwordHash,
      },
    });
    const planted = await session({ email: "mallory@test.example" });
    const own = await session({}, planted.cookies);
    expect(own.sessionId).not.toBe(planted.sessionId);
    expect(await idOf(own.cookies)).toBe(own.sessionId);
    expect(await named(planted.cookies)).toBe("Mallory");
    expect(await named(own.cookies)).toBe("Carlos");
    const { id } = await db.user.findFirstOrThrow({ where: { name: "Mallory" } });
    expect(await db.session.findMany({ where: { userId: id } })).toMatchObject([
      { id: planted.sessionId, endedAt: null },
    ]);
  });

  it("that has ended is worth nothing afterwards, either", async () => {
    const before = await session();
    await db.session.update({ where: { id: before.sessionId }, data: { endedAt: new Date() } });
    const after = await session({}, before.cookies);
    expect(after.sessionId).not.toBe(before.sessionId);
    expect(await named(before.cookies)).toBeUndefined();
    expect(await named(after.cookies)).toBe("Carlos");
  });

  it.each([
    ["of letters", "a".repeat(200)],
    [
      "with an id, signed by nobody",
      `e30.${Buffer.from('{"userId":1,"sessionVersion":1,"sessionId":"00000000-0000-4000-8000-000000000001"}').toString("base64url")}.`,
    ],
  ])("made up, %s, is nobody's before, and is replaced", async (_, value) => {
    const cookies = { "next-auth.session-token": value };
    expect(await named(cookies)).toBeUndefined();
    expect(await readSessionToken(value)).toBeNull();
    const own = await session({}, cookies);
    expect(await named(own.cookies)).toBe("Carlos");
    expect(await named(cookies)).toBeUndefined();
  });
});

describe("what a browser or a stranger sends", () => {
  it.each([
    "javascript:1",
    "%",
    "http://%",
    "http://[",
    "http://localhost:4730.evil.example/",
    "data:x",
    " /x",
    "\\\\evil",
  ])("a callback cookie like %j is passed over, and replaced", async (value) => {
    const cookies = { "next-auth.callback-url": value };
    expect(await ask("csrf", { cookies })).toMatchObject({ status: 200 });
    const answer = await signIn({}, cookies);
    expect(answer.status).toBe(200);
    expect(sessionOf(answer.cookies)).toBeDefined();
    expect(answer.cookies.find((cookie) => cookie.startsWith("next-auth.callback-url="))).toContain(
      encodeURIComponent(BASE),
    );
  });

  it.each([
    "/questions?q=100%",
    "/questions?q=%ff",
    "%",
    "/%00",
    "https://evil.example/",
    "//evil.example",
    "javascript:1",
    "http://[",
  ])("a wish to go to %j after signing in", async (callbackUrl) => {
    const answer = await signIn({ callbackUrl });
    expect(answer.status).toBe(200);
    expect(new URL((JSON.parse(answer.text) as { url: string }).url).origin).toBe(BASE);
    // Next takes each cookie apart twice.
    for (const cookie of notEmpty(answer.cookies))
      expect(() => decodeURIComponent(decodeURIComponent(cookie.split(";")[0]!))).not.toThrow();
  });

  it.each([
    ["{", 400],
    ["", 302],
    ["null", 302],
    ["[]", 302],
    ["5", 302],
    ['{"callbackUrl":{"a":1},"csrfToken":["x"]}', 302],
  ])("a body of %j is answered with %i", async (body, status) => {
    expect(
      await ask("callback/credentials", { method: "POST", body, type: "application/json" }),
    ).toMatchObject({ status });
  });

  it("the address of the form itself leads to the form", async () => {
    expect(await ask("callback/credentials")).toMatchObject({ status: 303, location: "/sign-in" });
  });

  it.each([
    "x",
    "constructor",
    "callback/constructor",
    "callback/__proto__",
    "_log",
    "signin/toString",
  ])("nothing is at POST /api/auth/%s", async (path) => {
    expect(
      (await ask(path, { method: "POST", body: "{}", type: "application/json" })).status,
    ).toBeLessThan(500);
  });
});
