import type { lookup, LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MAX_REDIRECTS, outgoingGuard, type OutgoingGuard } from "./guard";

const opened: (Server | OutgoingGuard)[] = [];
afterEach(async () => {
  for (const one of opened.splice(0))
    if ("fetch" in one) await one.close();
    else {
      one.closeAllConnections();
      await new Promise((resolve) => one.close(resolve));
    }
});

/** A server on this computer, what it was asked, and its port. */
async function served(
  listener: RequestListener,
): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

/** Names with the addresses that each question about them gets, one after the other; the last one stays. */
function names(table: Record<string, string[][]>) {
  const asked: string[] = [];
  const resolve = ((
    host: string,
    _options: object,
    done: (error: Error | null, found: LookupAddress[]) => void,
  ) => {
    asked.push(host);
    const turns = table[host];
    if (turns === undefined) return done(new Error(`${host} is not known`), []);
    const found = turns.length > 1 ? turns.shift()! : turns[0]!;
    done(
      null,
      found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolve, asked };
}

function guard(allowed: string[] = [], resolve?: typeof lookup): OutgoingGuard {
  const made = outgoingGuard({
    allows: (host) => allowed.includes(host),
    ...(resolve ? { resolve } : {}),
  });
  opened.push(made);
  return made;
}

const hello: RequestListener = (_request, response) => response.end("hello");

describe("a host that no admin has allowed", () => {
  it.each([
    ["loopback", (port: number) => `http://127.0.0.1:${port}/`],
    ["loopback by name", (port: number) => `http://localhost:${port}/`],
    ["loopback by another name", (port: number) => `http://api.localhost:${port}/`],
    ["a short spelling", (port: number) => `http://127.1:${port}/`],
    ["decimal", (port: number) => `http://2130706433:${port}/`],
    ["octal", (port: number) => `http://0177.0.0.1:${port}/`],
    ["hexadecimal", (port: number) => `http://0x7f.0.0.1:${port}/`],
    ["full-width digits", (port: number) => `http://１２７.0.0.1:${port}/`],
    ["this host", (port: number) => `http://0.0.0.0:${port}/`],
    ["IPv6 loopback", (port: number) => `http://[::1]:${port}/`],
    ["IPv4 within IPv6", (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ["IPv4 within IPv6, in hexadecimal", (port: number) => `http://[::ffff:7f00:1]:${port}/`],
    ["private", () => "http://10.0.0.1/"],
    ["link-local metadata", () => "http://169.254.169.254/latest/meta-data/"],
    ["link-local IPv6", () => "http://[fe80::1]/"],
    ["metadata over IPv6", () => "http://[fd00:ec2::254]/"],
  ])("is refused at an address that is not public: %s", async (_name, url) => {
    const { port, asked } = await served(hello);
    const { resolve } = names({
      localhost: [["127.0.0.1"]],
      "api.localhost": [["::1", "127.0.0.1"]],
    });
    await expect(guard([], resolve).fetch(url(port))).rejects.toMatchObject({
      name: "OutgoingError",
      trouble: "address-refused",
    });
    expect(asked).toHaveLength(0);
  });

  it("is refused where a name resolves to such an address, also beside public ones", async () => {
    const { port, asked } = await served(hello);
    const { resolve } = names({
      "evil.example": [["127.0.0.1"]],
      "mixed.example": [["93.184.215.14", "127.0.0.1"]],
      "metadata.example": [["169.254.169.254"]],
    });
    for (const host of ["evil", "mixed", "metadata"])
      await expect(
        guard([], resolve).fetch(`http://${host}.example:${port}/`),
        host,
      ).rejects.toMatchObject({ trouble: "address-refused" });
    expect(asked).toHaveLength(0);
  });

  it("is checked again at each connection: a name that changes its answer gains nothing", async () => {
    const { port, asked } = await served(hello);
    const { resolve, asked: lookups } = names({
      "rebinding.example": [["192.0.2.1"], ["127.0.0.1"]],
    });
    const out = guard([], resolve);
    for (const _turn of [1, 2])
      await expect(out.fetch(`http://rebinding.example:${port}/`)).rejects.toMatchObject({
        trouble: "address-refused",
      });
    expect(lookups).toEqual(["rebinding.example", "rebinding.example"]);
    expect(asked).toHaveLength(0);
  });

  it("is refused as the target of a redirect of one that is allowed", async () => {
    const inner = await served(hello);
    const outer = await served((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end(),
    );
    await expect(
      guard([`127.0.0.1:${outer.port}`]).fetch(
        `http://127.0.0.1:${outer.port}/`,
        {},
        { redirects: "follow" },
      ),
    ).rejects.toMatchObject({ trouble: "address-refused" });
    expect(inner.asked).toHaveLength(0);
  });

  it("is refused at a public address of this very computer, in any spelling", async () => {
    const { resolve } = names({
      "me.example": [["93.184.215.14"]],
      "me6.example": [["2606:4700::1111"]],
      "two.example": [["93.184.215.15", "93.184.215.14"]],
    });
    const own = () => ["127.0.0.1", "93.184.215.14", "2606:4700:0:0::1111", "fe80::1%eth0"];
    const out = outgoingGuard({ allows: () => false, resolve, own });
    opened.push(out);
    for (const host of [
      "me.example",
      "me6.example",
      "two.example",
      "93.184.215.14",
      "[2606:4700:0::1111]",
    ])
      await expect(out.fetch(`http://${host}/`), host).rejects.toMatchObject({
        trouble: "address-refused",
      });
  });

  it("is reached without the proxies of the environment, which would resolve its name unchecked", async () => {
    const proxy = await served(hello);
    for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    const { resolve } = names({ "evil.example": [["127.0.0.1"]] });
    await expect(guard([], resolve).fetch("http://evil.example/")).rejects.toMatchObject({
      trouble: "address-refused",
    });
    vi.unstubAllEnvs();
    expect(proxy.asked).toHaveLength(0);
  });

  it("is named with its address and the remedy", async () => {
    await expect(guard().fetch("http://192.168.1.20:8080/v1")).rejects.toThrow(
      "192.168.1.20 is at 192.168.1.20, which is not a public address of another computer. An administrator can allow this host under Connections.",
    );
  });
});

describe("a host that an admin has allowed", () => {
  it("is reached at its port, and at no other", async () => {
    const one = await served(hello);
    const two = await served(hello);
    const out = guard([`127.0.0.1:${one.port}`]);
    expect(await (await out.fetch(`http://127.0.0.1:${one.port}/`)).text()).toBe("hello");
    await expect(out.fetch(`http://127.0.0.1:${two.port}/`)).rejects.toMatchObject({
      trouble: "address-refused",
    });
  });

  it("is refused at once when it is no longer allowed, open connections or not", async () => {
    const { port } = await served(hello);
    const allowed = [`127.0.0.1:${port}`];
    const again = guard(allowed);
    await (await again.fetch(`http://127.0.0.1:${port}/`)).text();
    allowed.length = 0;
    await expect(again.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      trouble: "address-refused",
    });
  });

  it("is asked about at each redirect: what was allowed when the request began is not enough", async () => {
    const inner = await served(hello);
    const allowed = new Set<string>();
    const outer = await served((_request, response) => {
      allowed.delete(`127.0.0.1:${inner.port}`);
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end();
    });
    allowed.add(`127.0.0.1:${outer.port}`).add(`127.0.0.1:${inner.port}`);
    const out = outgoingGuard({ allows: (host) => Promise.resolve(allowed.has(host)) });
    opened.push(out);
    await expect(
      out.fetch(`http://127.0.0.1:${outer.port}/`, {}, { redirects: "follow" }),
    ).rejects.toMatchObject({ trouble: "address-refused" });
    expect(inner.asked).toHaveLength(0);
  });

  it("is that very name: not with a dot at its end, nor under another name for its address", async () => {
    const { port, asked } = await served(hello);
    const { resolve } = names({
      "models.example": [["127.0.0.1"]],
      "models.example.": [["127.0.0.1"]],
      "other.example": [["127.0.0.1"]],
    });
    const out = guard([`models.example:${port}`], resolve);
    for (const host of ["models.example.", "other.example", "127.0.0.1"])
      await expect(out.fetch(`http://${host}:${port}/`), host).rejects.toMatchObject({
        trouble: "address-refused",
      });
    expect(asked).toHaveLength(0);
    expect(await (await out.fetch(`http://MODELS.example:${port}/`)).text()).toBe("hello");
  });
});

describe("a request", () => {
  it.each(["file:///etc/passwd", "ftp://example.org/", "data:text/plain,x", "gopher://x/"])(
    "of %s is refused",
    async (url) => {
      await expect(guard().fetch(url)).rejects.toMatchObject({ trouble: "not-http" });
    },
  );

  it("with a user name in its URL is refused, and the message does not hold it", async () => {
    await expect(guard().fetch("https://key:secret@example.org/")).rejects.toThrow(
      /^((?!secret).)*without a user name((?!secret).)*$/,
    );
  });

  it("of an API follows no redirect", async () => {
    const { port, asked } = await served((_request, response) =>
      response.writeHead(307, { location: "/elsewhere" }).end(),
    );
    await expect(
      guard([`127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        body: "x",
        headers: { authorization: "Bearer k" },
      }),
    ).rejects.toMatchObject({ trouble: "redirected" });
    expect(asked).toHaveLength(1);
  });

  it("follows redirects where they are wanted, without credentials to another origin, and at most five", async () => {
    const second = await served((request, response) =>
      response.end(
        JSON.stringify({ method: request.method, keys: Object.keys(request.headers).sort() }),
      ),
    );
    const first = await served((request, response) =>
      response
        .writeHead(302, {
          location: request.url === "/loop" ? "/loop" : `http://127.0.0.1:${second.port}/final`,
        })
        .end(),
    );
    const out = guard([`127.0.0.1:${first.port}`, `127.0.0.1:${second.port}`]);
    const answer = await out.fetch(
      `http://127.0.0.1:${first.port}/`,
      {
        method: "POST",
        body: "x",
        headers: { "x-api-key": "k", Authorization: "Bearer k", accept: "text/html" },
      },
      { redirects: "follow" },
    );
    expect(answer.url).toBe(`http://127.0.0.1:${second.port}/final`);
    const told = (await answer.json()) as { method: string; keys: string[] };
    expect(told.method).toBe("GET");
    expect(told.keys).toContain("accept");
    expect(told.keys.filter((key) => /key|auth|cookie/.test(key))).toEqual([]);
    await expect(
      out.fetch(`http://127.0.0.1:${first.port}/loop`, {}, { redirects: "follow" }),
    ).rejects.toMatchObject({ trouble: "redirected" });
    expect(first.asked.filter(({ url }) => url === "/loop")).toHaveLength(MAX_REDIRECTS + 1);
  });

  it("ends when the body is larger than the limit, also when it was small before decompression", async () => {
    const { port } = await served((request, response) => {
      if (request.url === "/bomb")
        response
          .writeHead(200, { "content-encoding": "gzip" })
          .end(gzipSync("0".repeat(1_000_000)));
      else response.end("0".repeat(10_000));
    });
    const out = guard([`127.0.0.1:${port}`]);
    for (const path of ["bomb", "plain"]) {
      const answer = await out.fetch(`http://127.0.0.1:${port}/${path}`, {}, { maxBytes: 9_999 });
      await expect(answer.text(), path).rejects.toMatchObject({ trouble: "too-large" });
    }
    const whole = await out.fetch(`http://127.0.0.1:${port}/plain`, {}, { maxBytes: 10_000 });
    expect(await whole.text()).toHaveLength(10_000);
  });

  it("ends where headers, or codings of the body, have no end", async () => {
    const { port } = await served((request, response) => {
      if (request.url === "/codings")
        return void response
          .writeHead(200, { "content-encoding": Array<string>(100).fill("gzip").join(", ") })
          .end();
      request.socket.write(`HTTP/1.1 200 OK\r\n${`x-more: ${"y".repeat(1000)}\r\n`.repeat(100)}`);
    });
    const out = guard([`127.0.0.1:${port}`]);
    for (const path of ["headers", "codings"])
      await expect(out.fetch(`http://127.0.0.1:${port}/${path}`), path).rejects.toMatchObject({
        trouble: "unreachable",
      });
  });

  it("ends with its time, before the head and within the body", async () => {
    const { port } = await served((request, response) => {
      if (request.url === "/body") response.writeHead(200).write("begun");
    });
    const out = guard([`127.0.0.1:${port}`]);
    await expect(
      out.fetch(`http://127.0.0.1:${port}/head`, {}, { timeoutMs: 100 }),
    ).rejects.toMatchObject({ trouble: "timed-out" });
    const answer = await out.fetch(`http://127.0.0.1:${port}/body`, {}, { timeoutMs: 300 });
    await expect(answer.text()).rejects.toMatchObject({ trouble: "timed-out" });
  });

  it("that is aborted by its caller says so itself", async () => {
    const { port } = await served(() => {});
    const abort = new AbortController();
    const waiting = guard([`127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/`, {
      signal: abort.signal,
    });
    abort.abort(new Error("the job was paused"));
    await expect(waiting).rejects.toThrow("the job was paused");
  });

  it("to where nothing listens, or whose connection breaks, is unreachable", async () => {
    const { port } = await served((request) => request.socket.destroy());
    const closed = 1;
    const out = guard([`127.0.0.1:${port}`, `127.0.0.1:${closed}`]);
    for (const one of [port, closed])
      await expect(out.fetch(`http://127.0.0.1:${one}/`)).rejects.toMatchObject({
        trouble: "unreachable",
      });
    await expect(
      guard([], names({}).resolve).fetch("https://nowhere.example/"),
    ).rejects.toMatchObject({ trouble: "unreachable" });
  });
});
