import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isLoopback, servesThisMachineOnly } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { hashSources } from "./build";
import { diagnose } from "./embedded-postgres";
import {
  checkListenAddress,
  clientAddressOf,
  HttpServer,
  loggedPath,
  requestIdOf,
} from "./http-server";
import { nodeProblem } from "./installed.mjs";
import { explain, LaunchError } from "./launch-error";
import { rejectUnknownHosts, hostName } from "./loopback";
import { canReach, findAccount } from "./server-account";

describe("the version of Node", () => {
  it("is refused in one line when it is too old, and accepted from 20.19 on", () => {
    expect(nodeProblem("18.20.4")).toMatch(
      /^Node\.js 20\.19 or newer is required; this is 18\.20\.4\. /,
    );
    expect(nodeProblem("20.18.3")).not.toBeNull();
    for (const version of ["20.19.0", "20.20.2", "22.0.0", "24.1.0"])
      expect(nodeProblem(version)).toBeNull();
  });
});

describe("what is said about a failed start", () => {
  it("is one line with a remedy, and never a stack", () => {
    const system = (code: string) =>
      Object.assign(new Error(`${code}: something\n    at somewhere`), { code });
    for (const error of [
      system("ENOSPC"),
      system("EACCES"),
      system("ECONNREFUSED"),
      system("28P01"),
      new Error("odd\n  thing"),
      new LaunchError("a\nb"),
      new AggregateError([system("ECONNREFUSED")]),
      "text",
    ]) {
      expect(explain(error)).not.toContain("\n");
    }
    expect(explain(system("ENOSPC"))).toContain("full");
    expect(explain(new AggregateError([system("ECONNREFUSED")]))).toContain("DATABASE_URL");
  });

  it("tells the reasons apart for which PostgreSQL ends at once", () => {
    expect(
      diagnose('FATAL:  could not write lock file "postmaster.pid": No space left on device'),
    ).toBe("disk-full");
    expect(diagnose('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use')).toBe(
      "port-taken",
    );
    expect(diagnose('FATAL:  lock file "postmaster.pid" already exists')).toBe("remains");
    expect(diagnose("FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use")).toBe(
      "remains",
    );
    expect(diagnose("FATAL:  something else")).toBe("other");
  });
});

describe("the account that PostgreSQL runs under", () => {
  it("is found in the list of users, and is never root", () => {
    const passwd =
      "root:x:0:0:root:/root:/bin/bash\npostgres:x:101:104:,,,:/var/lib/postgresql:/bin/bash\ntoor:x:0:0::/:/bin/sh\n";
    expect(findAccount(passwd, "postgres")).toEqual({ uid: 101, gid: 104 });
    expect(findAccount(passwd, "nobody")).toBeNull();
    expect(findAccount(passwd, "toor")).toBeNull();
  });

  it("reaches what every folder above lets it enter, and nothing else", () => {
    const root = mkdtempSync(join(tmpdir(), "reach-"));
    const inner = join(root, "inner");
    mkdirSync(inner, { mode: 0o755 });
    const stranger = { uid: 4_000_000, gid: 4_000_000 };
    chmodSync(root, 0o755);
    expect(canReach(inner, stranger)).toBe(true);
    chmodSync(root, 0o700);
    expect(canReach(inner, stranger)).toBe(false);
    rmSync(root, { recursive: true });
  });
});

describe("the sources of a build", () => {
  it("have another hash when a file changes, moves or appears, and the same when only a test does", () => {
    const root = mkdtempSync(join(tmpdir(), "sources-"));
    mkdirSync(join(root, "app"));
    writeFileSync(join(root, "app", "page.tsx"), "1");
    const before = hashSources(root, ["app", "missing"]);
    writeFileSync(join(root, "app", "page.test.ts"), "1");
    expect(hashSources(root, ["app"])).toBe(before);
    writeFileSync(join(root, "app", "page.tsx"), "2");
    expect(hashSources(root, ["app"])).not.toBe(before);
    rmSync(root, { recursive: true });
  });
});

describe("names of hosts", () => {
  it("are loopback only when no one else can reach them", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1"])
      expect(isLoopback(host)).toBe(true);
    for (const host of ["0.0.0.0", "::", "192.168.1.5", "127.0.0.1.example.org", "example.org"])
      expect(isLoopback(host)).toBe(false);
  });

  it("let others in when people use another machine's address, whatever the server listens on", () => {
    const only = (HOST: string, NEXTAUTH_URL?: string) =>
      servesThisMachineOnly({ HOST, NEXTAUTH_URL });
    expect([
      only("127.0.0.1"),
      only("localhost", "http://localhost:3000"),
      only("::1", "http://[::1]:3000"),
      only("127.0.0.1", "https://127.0.0.1"),
    ]).toEqual([true, true, true, true]);
    expect([
      only("127.0.0.1", "https://freshqa.example.org"),
      only("0.0.0.0"),
      only("0.0.0.0", "http://localhost:3000"),
      only("127.0.0.1", "http://localhost.evil.example"),
    ]).toEqual([false, false, false, false]);
  });

  it("are read out of the header with and without a port", () => {
    expect([
      hostName("localhost:3000"),
      hostName("[::1]:3000"),
      hostName("Example.org"),
      hostName(undefined),
      hostName(""),
    ]).toEqual(["localhost", "::1", "example.org", null, null]);
  });
});

/** A request without keep-alive, so that each is a connection of its own. */
function ask(
  port: number,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, host: "127.0.0.1", headers: { connection: "close", ...headers } },
      (response) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body }),
        );
      },
    );
    call.on("error", reject).end();
  });
}

const PORT = 18_431;

describe("the HTTP server", () => {
  it("gives every request an id, keeps a harmless one, and replaces one that could spoil a log", () => {
    expect(requestIdOf("abcdef-0123")).toBe("abcdef-0123");
    for (const bad of [
      undefined,
      "short",
      "with blank 1",
      'quote"quote"',
      "line\nline\n",
      "x".repeat(65),
      ["a-list-of-ids"],
    ])
      expect(requestIdOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("finishes requests under way when it stops, and takes no new ones", async () => {
    let finish = () => {};
    let arrived = () => {};
    const here = new Promise<void>((resolve) => (arrived = resolve));
    const server = new HttpServer({
      host: "127.0.0.1",
      port: PORT,
      log: log(),
      handler: (_, response) => {
        finish = () => response.end("done");
        arrived();
      },
    });
    await server.listen();
    const answer = ask(PORT);
    await here;
    const stopped = server.stop(5_000);
    await expect(ask(PORT)).rejects.toThrow("ECONNREFUSED");
    finish();
    expect(await answer).toMatchObject({ status: 200, body: "done" });
    expect(await stopped).toEqual({ unfinished: 0 });
  });

  it("does not wait for ever", async () => {
    let arrived = () => {};
    const here = new Promise<void>((resolve) => (arrived = resolve));
    const server = new HttpServer({
      host: "127.0.0.1",
      port: PORT,
      log: log(),
      handler: () => arrived(),
    });
    await server.listen();
    const answer = ask(PORT).catch((error: Error) => error);
    await here;
    expect(await server.stop(50)).toEqual({ unfinished: 1 });
    expect(await answer).toBeInstanceOf(Error);
  });

  it("answers a failure with the request's id and none of its words, and refuses a taken port in one line", async () => {
    const server = new HttpServer({
      host: "127.0.0.1",
      port: PORT,
      log: log(),
      handler: () => {
        throw new Error("the password is x");
      },
    });
    await server.listen();
    const answer = await ask(PORT, { "x-request-id": "abcdef-0123" });
    expect(answer.status).toBe(500);
    expect(answer.body).toContain("abcdef-0123");
    expect(answer.body).not.toContain("password");
    await expect(checkListenAddress("127.0.0.1", PORT)).rejects.toThrow(
      /^Port 18431 on 127\.0\.0\.1 is already in use\. .*PORT=18432/,
    );
    await server.stop(100);
  });

  it("on loopback refuses the names of others and leads a browser to localhost", async () => {
    const server = new HttpServer({
      host: "127.0.0.1",
      port: PORT,
      log: log(),
      handler: rejectUnknownHosts(PORT, (_, response) => void response.end("page")),
    });
    await server.listen();
    expect((await ask(PORT, { host: "evil.example" })).status).toBe(421);
    expect((await ask(PORT, { host: `localhost:${PORT}` })).body).toBe("page");
    expect((await ask(PORT, { host: `127.0.0.1:${PORT}` })).body).toBe("page");
    expect(
      (await ask(PORT, { host: `127.0.0.1:${PORT}`, "sec-fetch-mode": "navigate" })).headers
        .location,
    ).toBe(`http://localhost:${PORT}/`);
    await server.stop(100);
  });
});

describe("where a request comes from", () => {
  it.each([
    // socket, X-Forwarded-For, proxies of ours, address
    ["203.0.113.7", undefined, 0, "203.0.113.7"],
    ["::ffff:203.0.113.7", undefined, 0, "203.0.113.7"],
    ["203.0.113.7", "198.51.100.1", 0, "203.0.113.7"],
    ["10.0.0.1", "198.51.100.1", 1, "198.51.100.1"],
    ["10.0.0.1", "6.6.6.6, 198.51.100.1", 1, "198.51.100.1"],
    ["10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", 2, "198.51.100.1"],
    ["10.0.0.1", undefined, 1, "10.0.0.1"],
    [undefined, undefined, 0, "unknown"],
  ])("socket %s, forwarded for %s, %i proxies: %s", (socket, forwarded, proxies, address) => {
    expect(clientAddressOf(socket, forwarded, proxies)).toBe(address);
  });

  it("keeps queries and one-time tokens out of the log", () => {
    expect(loggedPath("/invitation/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE?x=1")).toBe(
      "/invitation/…",
    );
    expect(loggedPath("/releases/FreshQA_v04072025?tab=1")).toBe("/releases/FreshQA_v04072025");
  });
});
