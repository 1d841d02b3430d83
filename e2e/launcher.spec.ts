import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { withDatabase } from "./support/database";
import { freePort, Launch } from "./support/launched-server";

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
const write = (text: string) => withDatabase(launch.databaseUrl(), async (client) => {
  await client.query("CREATE TABLE IF NOT EXISTS acknowledged (text text)");
  await client.query("INSERT INTO acknowledged VALUES ($1)", [text]);
});

const written = () => withDatabase(launch.databaseUrl(), async (client) =>
  (await client.query<{ text: string }>("SELECT text FROM acknowledged ORDER BY text")).rows.map((row) => row.text));

test("what was acknowledged survives kill -9 of the app, of PostgreSQL and of both", async () => {
  const first = await launch.start({ PORT: port });
  expect(first.errors).toBe("");
  await write("before the app was killed");
  first.child.kill("SIGKILL");
  await first.ended;

  const second = await launch.start({ PORT: port });
  expect(second.errors).toBe("");
  expect(second.output).toContain("was stopped in order");
  await write("before PostgreSQL was killed");
  process.kill(launch.postgresPid(), "SIGKILL");
  // It is started again while we serve.
  await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  await write("before both were killed");
  process.kill(launch.postgresPid(), "SIGKILL");
  second.child.kill("SIGKILL");
  await second.ended;

  const third = await launch.start({ PORT: port });
  expect(third.errors).toBe("");
  expect(await written()).toEqual(["before PostgreSQL was killed", "before both were killed", "before the app was killed"]);
  expect(await third.stop()).toBe(0);
});

test("a second start on the same data names the process that holds it and touches nothing; HOST is refused with sample accounts", async () => {
  const first = await launch.start({ PORT: port });
  const before = launch.postgresPid();
  const second = await launch.start({ PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.errors.trim().split("\n")).toHaveLength(1);
  expect(second.errors).toContain(`is in use by process ${first.pid}, which serves http://localhost:${port}`);
  expect(launch.postgresPid()).toBe(before);
  expect(await ready()).toBe(200);
  expect(await first.stop()).toBe(0);

  const open = await launch.start({ PORT: port, HOST: "0.0.0.0" });
  expect(await open.ended).toBe(1);
  expect(open.errors).toMatch(/^HOST=0\.0\.0\.0 would let others in, and \d+ sample accounts/);
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
    [{ PORT: port }, `Port ${port} on 127.0.0.1 is taken by another program`],
    [{ FRESHQA_DATA_DIR: join(launch.data, "file") }, "is not a folder"],
    [{ DATABASE_URL: "postgresql://localhost/none" }, "NEXTAUTH_SECRET is missing"],
    [{ DATABASE_URL: "postgresql://127.0.0.1:1/none", NEXTAUTH_SECRET: "x", PORT: String(await freePort()) }, "The database does not answer"],
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
  const { request } = await import("node:http");
  const answer = new Promise<number>((resolve, reject) => {
    const slow = request({ port, path: "/api/auth/callback/credentials", method: "POST", headers: { host: `localhost:${port}`, "content-type": "application/x-www-form-urlencoded", "content-length": "4" } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode!));
    });
    slow.on("error", reject);
    slow.write("a=", () => {
      setTimeout(() => started.child.kill("SIGTERM"), 300);
      setTimeout(() => slow.end("b&"), 800);
    });
  });
  expect(await answer).toBeGreaterThan(0);
  expect(await started.ended).toBe(0);
});
