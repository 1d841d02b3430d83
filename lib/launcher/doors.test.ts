import { IncomingMessage, request, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { connect, type AddressInfo, createServer, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { bodyLimitOf, STRANGER_BYTES, watchBody } from "./body-limit";
import { clientAddressOf, HttpServer, type HttpServerOptions } from "./http-server";
import { requestProblem } from "./request-check";

const SILENCE_MS = 1_500;

let server: HttpServer | null = null;
let port = 0;
afterEach(async () => {
  vi.useRealTimers();
  await server?.stop(100);
  server = null;
});

async function serve(
  handler: HttpServerOptions["handler"],
  more: Partial<HttpServerOptions> = {},
): Promise<void> {
  port = await new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
  server = new HttpServer({ host: "127.0.0.1", port, handler, log: log(), ...more });
  await server.listen();
}

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  /** Bytes that the client could send before it was answered or cut off. */
  sent: number;
}

/** Sends a body of `bytes` bytes as fast as the server takes it, and returns the answer. */
function send(
  path: string,
  {
    method = "POST",
    bytes = 0,
    headers = {},
  }: { method?: string; bytes?: number; headers?: OutgoingHttpHeaders } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = false;
    const call = request(
      { port, host: "127.0.0.1", path, method, headers: { connection: "close", ...headers } },
      (response) => {
        answered = true;
        let body = "";
        response
          .on("data", (part) => (body += part))
          .on("end", () =>
            resolve({ status: response.statusCode!, headers: response.headers, body, sent }),
          );
      },
    );
    call.on("error", (error) => {
      if (!answered) reject(error);
    });
    const piece = Buffer.alloc(256 * 1024, 97);
    const more = () => {
      while (sent < bytes && !answered) {
        const size = Math.min(piece.length, bytes - sent);
        sent += size;
        if (!call.write(size === piece.length ? piece : piece.subarray(0, size))) {
          call.once("drain", more);
          return;
        }
      }
      call.end();
    };
    more();
  });
}

/** Reads all of a body into memory, as a form's handler does. */
async function readAll(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  response.end(String(Buffer.concat(parts).length));
}

const MB = 1_000_000;
const CHUNKED = { "transfer-encoding": "chunked" };

describe("the size of a body", () => {
  it.each([
    ["POST", "/api/auth/callback/credentials", 64_000],
    ["POST", "/sign-in", 64_000],
    ["POST", "/reset/abc", 64_000],
    ["POST", "/invitation/abc", 64_000],
    ["POST", "/api/ratings/judge", MB],
    ["POST", "/api/imports/1/apply", MB],
    ["POST", "/api/similar-questions", MB],
    ["POST", "/api/unknown", MB],
    ["POST", "/api/imports", 200 * MB],
    ["POST", "/api/runs/7/imports", 200 * MB],
    ["POST", "/api/runs/logs", 200 * MB],
    ["POST", "/api/reports/agreement-file", 50 * MB],
    ["POST", "/api/questions/cells/save", 16 * MB],
    ["POST", "/api/questions/choices", MB],
    ["POST", "/questions/new", 2 * MB],
    ["POST", "/", 2 * MB],
    ["GET", "/api/imports", 64_000],
    ["POST", "/api/authentic", MB],
    ["POST", "/resettle", 2 * MB],
  ])("is limited by its address: %s %s to %i bytes", (method, path, limit) =>
    expect(bodyLimitOf(method, path)).toBe(limit),
  );

  it("is refused by what it announces, before anything of it is read", async () => {
    let asked = 0;
    await serve((request, response) => {
      asked++;
      return readAll(request, response);
    });
    const answer = await send("/api/auth/callback/credentials", {
      bytes: 200 * MB,
      headers: { "content-length": 200 * MB },
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual({
      refusal: {
        code: "too-large",
        message: "This is too large: 64 kB maximum. Nothing was saved. Send less at once.",
      },
    });
    expect(answer.headers.connection).toBe("close");
    expect(answer.sent).toBeLessThan(20 * MB);
    expect(asked).toBe(0);
  });

  it("is counted where nothing is announced; of four strangers with 200 MB each no one is handed more than the limit", async () => {
    const held: (() => number)[] = [];
    await serve(async (request, response) => {
      // What a handler has of a body, and what lies there for it: more of it is nowhere.
      let handed = 0;
      held.push(() => handed + request.readableLength);
      for await (const part of request) handed += (part as Buffer).length;
      response.end();
    });
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        send("/api/auth/callback/credentials", { bytes: 200 * MB, headers: CHUNKED }),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(413);
      expect(answer.headers.connection).toBe("close");
      // Cut off or told: no one got to send all of it.
      expect(answer.sent).toBeLessThan(200 * MB);
    }
    expect(held).toHaveLength(4);
    for (const bytes of held) expect(bytes()).toBeLessThanOrEqual(STRANGER_BYTES);
  });

  it("closes the connection of a client that goes on sending after its refusal", async () => {
    await serve(readAll);
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    let taken = 0;
    socket.on("data", (data) => (heard += data.toString("latin1"))).on("error", () => {});
    socket.write("POST /sign-in HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
    const piece = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const pump = setInterval(
      () => socket.writable && socket.write(piece, () => (taken += piece.length)),
      1,
    );
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(pump);
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    expect(taken).toBeGreaterThan(0);
  });

  it("is told to a client that asks first, which then sends nothing", async () => {
    await serve(readAll);
    const answer = await new Promise<{ status: number; told: boolean }>((resolve, reject) => {
      let told = false;
      const call = request(
        {
          port,
          host: "127.0.0.1",
          path: "/api/similar-questions",
          method: "POST",
          headers: { expect: "100-continue", "content-length": 5 * MB },
        },
        (response) =>
          response.resume().on("end", () => {
            call.destroy();
            resolve({ status: response.statusCode!, told });
          }),
      );
      call.on("continue", () => (told = true)).on("error", reject);
      call.flushHeaders();
    });
    expect(answer).toEqual({ status: 413, told: false });
    expect(
      await send("/api/similar-questions", {
        bytes: 10,
        headers: { expect: "100-continue", "content-length": 10 },
      }),
    ).toMatchObject({ status: 200, body: "10" });
  });

  it("lets through what is within its limit, to the byte, and goes on with the connection", async () => {
    await serve(readAll);
    for (const headers of [CHUNKED, { "content-length": STRANGER_BYTES }]) {
      expect(await send("/sign-in", { bytes: STRANGER_BYTES, headers })).toMatchObject({
        status: 200,
        body: String(STRANGER_BYTES),
      });
    }
    expect(await send("/sign-in", { bytes: STRANGER_BYTES + 1, headers: CHUNKED })).toMatchObject({
      status: 413,
    });
    expect(await send("/api/imports", { bytes: 30 * MB, headers: CHUNKED })).toMatchObject({
      status: 200,
      body: String(30 * MB),
    });
  });

  it("answers a body that does not come with 408, and waits for one that we do not read", async () => {
    await serve(
      async (request, response) => {
        if (request.url === "/busy") await pause(2 * SILENCE_MS);
        await readAll(request, response);
      },
      // Longer than a body on its way through a busy machine stands still.
      { bodyTimes: { silence: SILENCE_MS, small: 60_000 } },
    );
    const stalled = await new Promise<number>((resolve, reject) => {
      const call = request(
        {
          port,
          host: "127.0.0.1",
          path: "/sign-in",
          method: "POST",
          headers: { "content-length": 100 },
        },
        (response) => {
          resolve(response.statusCode!);
          response.resume();
        },
      );
      call.on("error", reject);
      call.write("a");
    });
    expect(stalled).toBe(408);
    expect(await send("/busy", { bytes: MB, headers: { "content-length": MB } })).toMatchObject({
      status: 200,
    });
  });

  it("is silent only from the moment on at which more of it is asked for", () => {
    vi.useFakeTimers();
    const request = new IncomingMessage(new Socket());
    request.headers = { "content-length": "20" };
    const refused: number[] = [];
    watchBody(request, MB, { silence: 1_000, small: 60_000 }, ({ status }) => refused.push(status));
    request.push(Buffer.from("ten bytes."));
    // The server is busy: what came lies there.
    vi.advanceTimersByTime(2_999);
    expect(request.read(10)).toHaveLength(10);
    expect(request.read(10)).toBeNull();
    vi.advanceTimersByTime(999);
    expect(refused).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(refused).toEqual([408]);
  });

  it("that comes byte by byte ends after its time", async () => {
    await serve(readAll, { bodyTimes: { silence: 60_000, small: 600 } });
    const status = await new Promise<number>((resolve, reject) => {
      const call = request(
        {
          port,
          host: "127.0.0.1",
          path: "/sign-in",
          method: "POST",
          headers: { "content-length": 1_000 },
        },
        (response) => {
          clearInterval(drip);
          resolve(response.statusCode!);
          response.resume();
        },
      );
      call.on("error", reject);
      const drip = setInterval(() => call.write("a"), 50);
    });
    expect(status).toBe(408);
  });
});

describe("a head", () => {
  it("that comes byte by byte is cut off after its time, and others are answered meanwhile", async () => {
    let asked = 0;
    await serve(
      (_, response) => {
        asked++;
        response.end("page");
      },
      // Longer than a whole head takes on a busy machine.
      { headTimes: { whole: 2_000, looked: 50 } },
    );
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.on("data", (data) => (heard += data.toString("latin1"))).on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
    const drip = setInterval(() => socket.writable && socket.write("a"), 50);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    expect(await send("/", { method: "GET" })).toMatchObject({ status: 200 });
    await closed;
    clearInterval(drip);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(asked).toBe(1);
  });
});

describe("an answer of the server's own", () => {
  it.each<[string, number, Parameters<typeof send>]>([
    ["an address that is none", 404, ["/questions/%ff", { method: "GET" }]],
    ["an address of the API that is none", 404, ["/api/imports/%c0%80", { method: "GET" }]],
    ["a text that is none", 400, ["/api/questions/choices?x=%00", { method: "GET" }]],
    ["a method that nobody serves", 405, ["/", { method: "TRACE" }]],
    ["another site", 403, ["/questions", { headers: { origin: "https://evil.example" } }]],
    [
      "a body that is announced too large",
      413,
      ["/sign-in", { headers: { "content-length": MB } }],
    ],
    ["a body that grows too large", 413, ["/sign-in", { bytes: MB, headers: CHUNKED }]],
    ["a failure nobody foresaw", 500, ["/fails", { method: "GET" }]],
    ["a failure of the API", 500, ["/api/fails", { method: "GET" }]],
  ])("is shown in no frame: %s", async (_, status, asked) => {
    await serve(async (request, response) => {
      if (request.url?.endsWith("fails")) throw new Error("unforeseen");
      await readAll(request, response);
    });
    const answer = await send(...asked);
    expect(answer.status).toBe(status);
    expect(answer.headers["x-frame-options"]).toBe("DENY");
  });
});

describe("what is not passed on", () => {
  const reach = { host: "freshqa.example.org", trustedProxies: 0 };
  const asked = (method: string, url: string, headers: OutgoingHttpHeaders = {}) =>
    requestProblem({ method, url, headers: { host: "internal:3000", ...headers } as never }, reach)
      ?.status ?? null;

  it.each([
    ["/releases/%00", 404],
    ["/public/releases/%00", 404],
    ["/questions/%ff", 404],
    ["/public/releases/%F0%28", 404],
    ["/questions/%ED%A0%80", 404],
    ["/questions/%EF%BF%BF", 404],
    ["/api/imports/%c0%80", 404],
    ["/questions/%", 404],
    ["http://elsewhere.example/", 404],
    ["", 404],
    ["/campaigns/gold?search=%00", 400],
    ["/api/export?asOf=2026%00", 400],
    ["/", null],
    ["/questions?q=%ff", null],
    ["/questions?q=100%", null],
    ["/releases/%E6%9D%B1", null],
    ["/a%2Fb", null],
  ])("an address of bytes that are no text: GET %s is %s", (url, status) =>
    expect(asked("GET", url)).toBe(status),
  );

  it.each([
    ["TRACE", 405],
    ["CONNECT", 405],
    ["PROPFIND", 405],
    ["GET", null],
    ["HEAD", null],
    ["DELETE", null],
  ])("a method that no one serves: %s is %s", (method, status) => {
    expect(asked(method, "/")).toBe(status);
  });

  it.each<[OutgoingHttpHeaders, number | null]>([
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site", origin: "https://freshqa.example.org" }, 403],
    [{ origin: "https://freshqa.example.org:8443" }, 403],
    [{ origin: "https://evil.example", "x-forwarded-host": "evil.example" }, 403],
    [{ origin: "https://freshqa.example.org", "sec-fetch-site": "same-origin" }, null],
    [{ origin: "http://internal:3000" }, null],
    [{}, null],
  ])("a write to a page by another site: %j is %s", (headers, status) =>
    expect(asked("POST", "/questions", headers)).toBe(status),
  );

  it("but a proxy of ours may say under which name it was asked", () => {
    const headers = {
      host: "internal:3000",
      origin: "https://other.example",
      "x-forwarded-host": "other.example",
    };
    expect(
      requestProblem({ method: "POST", url: "/", headers }, { host: null, trustedProxies: 1 }),
    ).toBeNull();
  });

  it("is answered as a page, or to the API as a refusal in JSON", async () => {
    await serve((_, response) => void response.end("page"));
    const page = await send("/questions/%ff", { method: "GET" });
    expect(page).toMatchObject({ status: 404 });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.body).toContain("<h1>Page not found</h1>");
    const refusal = await send("/api/questions/choices?x=%00", { method: "GET" });
    expect(refusal.status).toBe(400);
    expect(JSON.parse(refusal.body)).toMatchObject({ refusal: { code: "invalid" } });
    expect(await send("/", { method: "TRACE" })).toMatchObject({
      status: 405,
      headers: { allow: expect.stringContaining("GET") },
    });
  });

  it("a host that a client made up is not handed on", async () => {
    await serve(
      (request, response) => void response.end(String(request.headers["x-forwarded-host"])),
    );
    expect(
      (await send("/", { method: "GET", headers: { "x-forwarded-host": "evil.example" } })).body,
    ).toBe("undefined");
    expect(
      (
        await send("/", {
          headers: { "x-forwarded-host": "evil.example", origin: `http://127.0.0.1:${port}` },
        })
      ).body,
    ).toBe(`127.0.0.1:${port}`);
  });
});

describe("https", () => {
  it("is where a browser stays, once the address has it", async () => {
    await serve((_, response) => void response.end("page"), {
      address: "https://freshqa.example.org",
    });
    expect((await send("/", { method: "GET" })).headers["strict-transport-security"]).toBe(
      "max-age=31536000",
    );
    expect((await send("/%ff", { method: "GET" })).headers["strict-transport-security"]).toBe(
      "max-age=31536000",
    );
    await server!.stop(100);
    await serve((_, response) => void response.end("page"), { address: "http://localhost:3000" });
    expect(
      (await send("/", { method: "GET" })).headers["strict-transport-security"],
    ).toBeUndefined();
  });
});

describe("the client behind proxies", () => {
  it.each([
    ["a made-up entry stands further left", "6.6.6.6, 198.51.100.1", 1, "198.51.100.1"],
    ["no address at all", "unknown", 1, "10.0.0.1"],
    ["an address and rubbish", "198.51.100.1;evil", 1, "10.0.0.1"],
    ["an empty entry", "198.51.100.1, ", 1, "10.0.0.1"],
    ["fewer entries than proxies", "198.51.100.1", 2, "10.0.0.1"],
    ["a port behind IPv4", "198.51.100.1:4711", 1, "198.51.100.1"],
    ["IPv6 in brackets with a port", "[2001:DB8::1]:443", 1, "2001:db8::1"],
    ["IPv6", "2001:db8::1", 1, "2001:db8::1"],
    ["IPv4 within IPv6", "::ffff:198.51.100.1", 1, "198.51.100.1"],
    ["a text for SQL", "1.2.3.4' OR '1'='1", 1, "10.0.0.1"],
  ])("%s: %j by %i", (_, forwarded, proxies, address) =>
    expect(clientAddressOf("10.0.0.1", forwarded, proxies)).toBe(address),
  );

  it("is what handlers see, and only as far as proxies are trusted", async () => {
    await serve((request, response) => void response.end(request.headers["x-client-address"]), {
      trustedProxies: 1,
    });
    const headers = { "x-forwarded-for": "6.6.6.6, 198.51.100.9", "x-client-address": "7.7.7.7" };
    expect((await send("/", { method: "GET", headers })).body).toBe("198.51.100.9");
    await server!.stop(100);
    await serve((request, response) => void response.end(request.headers["x-client-address"]));
    expect((await send("/", { method: "GET", headers })).body).toBe("127.0.0.1");
  });
});
