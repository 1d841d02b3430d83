import { execFileSync } from "node:child_process";
import { createServer, request, type OutgoingHttpHeaders } from "node:http";
import { writeFileSync } from "node:fs";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { chromium, expect, test } from "@playwright/test";
import { chromiumOptions } from "../support/chromium";
import { STRANGER_BYTES } from "@/lib/launcher/body-limit";
import { withOwnClient } from "@/lib/platform/own-client";
import { pour } from "@/prisma/testing/pour";
import { rowsOf } from "@/prisma/testing/rows";
import { freePort, Launch } from "../support/launched-server";

// These tests start, stop and kill the product itself, each on a data folder of its own.
let launch: Launch;
let port: string;
test.beforeEach(async () => {
  launch = new Launch();
  port = String(await freePort());
});
test.afterEach(() => launch.clean());

const ready = async () => (await fetch(`http://localhost:${port}/api/health/ready`)).status;

/** Something that the database acknowledged, and that a recovery must not lose. */
const write = (text: string) =>
  withOwnClient(launch.databaseUrl(), async (client) => {
    await client.query("CREATE TABLE IF NOT EXISTS acknowledged (text text)");
    await client.query("INSERT INTO acknowledged VALUES ($1)", [text]);
  });

const written = async () =>
  (
    await rowsOf<{ text: string }>(
      launch.databaseUrl(),
      "SELECT text FROM acknowledged ORDER BY text",
    )
  ).map((row) => row.text);

test("what was acknowledged survives kill -9 of the app, of PostgreSQL and of both", async () => {
  const first = await launch.start({ PORT: port });
  expect(first.errors).toBe("");
  await write("before the app was killed");
  first.child.kill("SIGKILL");
  await first.ended;

  const second = await launch.start({ PORT: port });
  expect(second.errors).toBe("");
  expect(second.output).toContain("stopped a leftover database server");
  await write("before PostgreSQL was killed");
  process.kill(launch.postgresPid(), "SIGKILL");
  // It is started again while we serve.
  await expect.poll(ready).toBe(200);
  await write("before both were killed");
  process.kill(launch.postgresPid(), "SIGKILL");
  second.child.kill("SIGKILL");
  await second.ended;

  const third = await launch.start({ PORT: port });
  expect(third.errors).toBe("");
  expect(await written()).toEqual([
    "before PostgreSQL was killed",
    "before both were killed",
    "before the app was killed",
  ]);
  expect(await third.stop()).toBe(0);
});

test("a second start on the same data names the process that holds it and touches nothing; HOST and another machine's address are refused with sample accounts", async () => {
  const first = await launch.start({ PORT: port });
  const before = launch.postgresPid();
  const second = await launch.start({ PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.errors.trim().split("\n")).toHaveLength(1);
  expect(second.errors).toContain(
    `is in use by process ${first.pid}, which serves http://localhost:${port}`,
  );
  expect(launch.postgresPid()).toBe(before);
  expect(await ready()).toBe(200);
  expect(await first.stop()).toBe(0);

  const open = await launch.start({ PORT: port, HOST: "0.0.0.0" });
  expect(await open.ended).toBe(1);
  expect(open.errors).toMatch(
    /^HOST=0\.0\.0\.0 exposes the server to the network while \d+ sample accounts/,
  );
  const behind = await launch.start({
    NEXTAUTH_URL: "https://freshqa.example.org",
    PORT: String(await freePort()),
  });
  expect(await behind.ended).toBe(1);
  expect(behind.errors).toMatch(
    /^NEXTAUTH_URL=https:\/\/freshqa\.example\.org exposes the server to the network while \d+ sample accounts/,
  );
});

test("of two starts at the same moment one serves and the other is refused", async () => {
  const ports = [port, String(await freePort())];
  const both = await Promise.all(ports.map((PORT) => launch.start({ PORT })));
  const refused = both.filter((started) => started.errors.includes("is in use by process"));
  expect(refused).toHaveLength(1);
  expect(both.filter((started) => started.output.includes("Ready after"))).toHaveLength(1);
});

test("a taken port, a data folder that is a file, and a missing secret are told in one line", async () => {
  const other = createServer().listen(Number(port), "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  writeFileSync(join(launch.data, "file"), "");
  const cases: [Record<string, string>, string][] = [
    [{ PORT: port }, `Port ${port} on 127.0.0.1 is already in use`],
    [{ FRESHQA_DATA_DIR: join(launch.data, "file") }, "is a file. Remove it"],
    [{ DATABASE_URL: "postgresql://localhost/none" }, "NEXTAUTH_SECRET is missing"],
    [
      {
        DATABASE_URL: "postgresql://127.0.0.1:1/none",
        NEXTAUTH_SECRET: "x",
        PORT: String(await freePort()),
      },
      "Can't connect to the database",
    ],
    [{ PORT: "http" }, "PORT must be a number"],
  ];
  for (const [env, words] of cases) {
    const started = await launch.start(env);
    expect(await started.ended).toBe(1);
    expect(started.errors.trim().split("\n"), started.errors).toHaveLength(1);
    expect(started.errors).toContain(words);
  }
  await new Promise((resolve) => other.close(resolve));
});

test("a stop lets the request under way finish and ends with status 0", async () => {
  const started = await launch.start({ PORT: port });
  // Held open from outside: its body comes only after the stop was asked for.
  const answer = new Promise<number>((resolve, reject) => {
    const slow = request(
      {
        port,
        path: "/api/auth/callback/credentials",
        method: "POST",
        headers: {
          host: `localhost:${port}`,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": "4",
          // Told once the request is under way.
          expect: "100-continue",
        },
      },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode!));
      },
    );
    slow.on("error", reject);
    slow.on("continue", () => {
      slow.write("a=", () => started.child.kill("SIGTERM"));
    });
    slow.flushHeaders();
    void expect
      .poll(() => started.output)
      .toContain("Stopping: finishing open requests")
      .then(() => slow.end("b&"), reject);
  });
  expect(await answer).toBeGreaterThan(0);
  expect(await started.ended).toBe(0);
});

/** Signs in as a browser does. @returns the answer's address, and the session's cookie where there is one */
async function signIn(
  email: string,
  password: string,
  more: { headers?: Record<string, string>; callbackUrl?: string } = {},
): Promise<{ status: number; url: string; cookie: string }> {
  const base = `http://localhost:${port}/api/auth`;
  const csrf = await fetch(`${base}/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const answer = await fetch(`${base}/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie, ...more.headers },
    body: new URLSearchParams({
      csrfToken,
      email,
      password,
      json: "true",
      callbackUrl: more.callbackUrl ?? "/",
    }),
  });
  const session =
    answer.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0]!)
      .find((pair) => pair.includes("session-token=") && !pair.endsWith("=")) ?? "";
  const said = (await answer.json().catch(() => ({}))) as { url?: string };
  return { status: answer.status, url: said.url ?? "", cookie: session };
}

/** Sends the beginning of a body and no more, until the server answers all the same. */
const begin = (path: string, bytes: number, headers: OutgoingHttpHeaders = {}) =>
  new Promise<number>((resolve, reject) => {
    const call = request(
      {
        port,
        host: "127.0.0.1",
        path,
        method: "POST",
        headers: {
          host: `localhost:${port}`,
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
      },
      ({ statusCode }) => {
        resolve(statusCode!);
        call.destroy();
      },
    );
    call.on("error", reject);
    call.flushHeaders();
    call.write(Buffer.alloc(bytes, 97));
  });

test("behind a proxy strangers lock out no one, large bodies are refused before they are read, odd addresses are no failures", async () => {
  const started = await launch.start({ PORT: port, TRUSTED_PROXIES: "1" });
  expect(started.errors).toBe("");

  // Fifty strangers, each by an address of their own and one that they made up.
  for (let i = 1; i <= 50; i++) {
    const { cookie } = await signIn(`nobody${i}@example.org`, "not the password", {
      headers: { "x-forwarded-for": `203.0.113.250, 198.51.100.${i}` },
    });
    expect(cookie).toBe("");
  }
  const carlos = await signIn("carlos@freshqa.example", "freshqa-sample", {
    headers: { "x-forwarded-for": "192.0.2.77" },
  });
  expect(carlos.cookie).not.toBe("");
  const addresses = (
    await rowsOf<{ address: string }>(
      launch.databaseUrl(),
      "SELECT DISTINCT data->>'address' AS address FROM audit_events WHERE type = 'sign-in.refused'",
    )
  ).map((row) => row.address);
  expect(addresses).toHaveLength(50);
  expect(addresses).toContain("198.51.100.7");

  // Where sign-in leads is never a failure, and never elsewhere.
  for (const callbackUrl of [
    `http://localhost:${port}.evil.example/`,
    "https://evil.example/",
    "javascript:alert(1)",
    "//evil.example",
  ]) {
    const led = await signIn("carlos@freshqa.example", "freshqa-sample", {
      headers: { "x-forwarded-for": "192.0.2.77" },
      callbackUrl,
    });
    expect(led.status, callbackUrl).toBe(200);
    expect(new URL(led.url).host).toBe(`localhost:${port}`);
    expect(
      (
        await fetch(
          `http://localhost:${port}/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`,
          { redirect: "manual" },
        )
      ).status,
    ).toBeLessThan(500);
  }

  const status = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(`http://localhost:${port}${path}`, {
        redirect: "manual",
        ...init,
        headers: { cookie: carlos.cookie, ...(init.headers as Record<string, string>) },
      })
    ).status;
  expect(await status("/questions")).toBe(200);
  for (const path of [
    "/releases/%00",
    "/public/releases/%00",
    "/questions/%ff",
    "/public/releases/%F0%28",
  ])
    expect(await status(path), path).toBe(404);
  expect(await status("/campaigns/gold?search=%00")).toBe(400);
  for (const origin of ["https://evil.example", "null", ""]) {
    expect(
      await status("/questions/new", {
        method: "POST",
        body: "[]",
        headers: {
          "next-action": "a".repeat(42),
          origin,
          "content-type": "text/plain;charset=UTF-8",
        },
      }),
    ).toBe(403);
  }
  expect(await status("/api/imports/1/apply", { method: "POST", body: "{" })).toBe(400);

  // The command line knows where the running server is, without being told.
  const made = JSON.parse(
    execFileSync(
      process.execPath,
      [
        "lib/launcher/run.mjs",
        "freshqa",
        "user",
        "create",
        "--email",
        "new@example.org",
        "--name",
        "New",
        "--role",
        "rater",
        "--json",
      ],
      {
        encoding: "utf8",
        env: {
          ...process.env,
          FRESHQA_DATA_DIR: launch.data,
          DATABASE_URL: "",
          NEXTAUTH_URL: "",
          PORT: "",
        },
      },
    ),
  ) as { link: { url: string } };
  expect(made.link.url).toMatch(new RegExp(`^http://localhost:${port}/(reset|invitation)/`));

  // Refused by what is announced, and by the first byte above the limit: nobody waits for the rest, which never comes.
  const form = "/api/auth/callback/credentials";
  expect(await begin(form, 0, { "content-length": 200 << 20 })).toBe(413);
  expect(await begin(form, STRANGER_BYTES + 1)).toBe(413);
  // Whoever goes on sending keeps no one from being served (npm run bench -- start says what memory it takes).
  expect(
    await Promise.all([1, 2, 3, 4].map(() => pour(`http://localhost:${port}`, 200 << 20))),
  ).toEqual([413, 413, 413, 413]);
  expect(await ready()).toBe(200);
  expect(await started.stop()).toBe(0);
});

/** A way to a port that can be cut. */
class Line {
  private readonly sockets = new Set<Socket>();
  private server = createTcpServer();
  constructor(
    readonly port: number,
    private readonly to: number,
  ) {}

  async open(): Promise<void> {
    this.server = createTcpServer((near) => {
      const far = connect(this.to, "127.0.0.1");
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket
          .on("error", () => {})
          .on("close", () => {
            near.destroy();
            far.destroy();
          });
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, "127.0.0.1", resolve));
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }
}

test("without its database the product says so with 503, and comes back by itself", async () => {
  const holder = await launch.start({ PORT: String(await freePort()) });
  expect(holder.errors).toBe("");
  const url = new URL(launch.databaseUrl());
  const line = new Line(await freePort(), Number(url.port));
  await line.open();
  url.port = String(line.port);
  const started = await launch.start({
    PORT: port,
    DATABASE_URL: url.href,
    NEXTAUTH_SECRET: "only for this journey, only for this journey",
    LOG_LEVEL: "fatal",
  });
  expect(started.output).toContain("Ready after");
  const { cookie } = await signIn("carlos@freshqa.example", "freshqa-sample");
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://localhost:${port}${path}`, {
      redirect: "manual",
      headers: { cookie, ...headers },
    });
  expect((await ask("/questions")).status).toBe(200);
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage({ baseURL: `http://localhost:${port}` });
    const [name, value] = [
      cookie.slice(0, cookie.indexOf("=")),
      cookie.slice(cookie.indexOf("=") + 1),
    ];
    await page.context().addCookies([{ name, value, url: `http://localhost:${port}` }]);
    await page.goto("/questions");

    await line.cut();
    for (const path of ["/questions", "/public", "/releases", "/"]) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      const text = await answer.text();
      // A connection that was in use just now was lost; a new one is not made.
      expect(text).toMatch(
        /<h1>(Couldn't reach the database|The connection to the database was lost)<\/h1>/,
      );
      expect(text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|prisma/i);
    }
    const api = await ask("/api/live");
    expect(api.status).toBe(503);
    expect(await api.json()).toMatchObject({ refusal: { code: "unavailable" } });
    expect((await ask("/api/health/live")).status).toBe(200);
    expect((await ask("/api/health/ready")).status).toBe(503);
    expect((await ask("/sign-in")).status).not.toBe(500);

    // By a link as well as by its address.
    await page.getByRole("link", { name: "Releases", exact: true }).first().click();
    await expect(page.getByRole("heading", { name: "Couldn't reach the database" })).toBeVisible();
    await page.goto("/questions");
    await expect(page.getByRole("heading", { name: "Couldn't reach the database" })).toBeVisible();
    await line.open();
    await expect(
      page.getByRole("heading", { name: "Questions", exact: true, level: 1 }),
    ).toBeVisible();
    await expect.poll(ready).toBe(200);
    expect((await ask("/questions")).status).toBe(200);
  } finally {
    await browser.close();
    await line.cut();
  }
});
