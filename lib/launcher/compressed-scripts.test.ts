import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANSWER_HEADERS } from "@/lib/platform/answer-headers";
import { compressScripts, readCompressed, sendCompressed } from "./compressed-scripts";

const SCRIPT = "console.log('fresh'); ".repeat(500);
let pages: string;
let server: Server;
let address: string;

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), "pages-"));
  mkdirSync(join(pages, "static", "chunks", "deep"), { recursive: true });
  writeFileSync(join(pages, "static", "chunks", "deep", "a.js"), SCRIPT);
  writeFileSync(join(pages, "static", "chunks", "b.css"), "a{color:red}");
  writeFileSync(join(pages, "static", "font.woff2"), "compressed already");
  await compressScripts(pages);
  const next = sendCompressed(readCompressed(pages), (_, response) => {
    response.end("Next’s answer");
  });
  server = createServer((asked, response) => void next(asked, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_next/static`;
});

afterAll(() => {
  server.close();
  rmSync(pages, { recursive: true });
});

/** The raw answer: fetch would unpack it. */
function get(path: string, accepts: string | null, headers: Record<string, string> = {}) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve) => {
    request(
      address + path,
      { headers: { ...headers, ...(accepts !== null && { "accept-encoding": accepts }) } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }));
      },
    ).end();
  });
}

describe("a script that was compressed behind the build", () => {
  test("is sent so to a browser that takes Brotli, with what every answer says, and for good", async () => {
    const { headers, body } = await get("/chunks/deep/a.js?dpl=1", "gzip, deflate, br, zstd");
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-length": String(body.length),
      "content-type": "application/javascript; charset=UTF-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    for (const { key, value } of ANSWER_HEADERS) expect(headers[key]).toBe(value);
  });

  test.each([[null], ["gzip, deflate"], ["br;q=0, gzip"], ["brotli"]])(
    "is left to Next for a browser that accepts %s",
    async (accepts) => {
      const { body } = await get("/chunks/deep/a.js", accepts);
      expect(body.toString()).toBe("Next’s answer");
    },
  );

  test.each([["br"], ["br;q=1.0"], ["gzip;q=0.5, br;q=0.8"]])("is sent for %s", async (accepts) => {
    expect((await get("/chunks/b.css", accepts)).headers["content-type"]).toBe(
      "text/css; charset=UTF-8",
    );
  });

  test("is left to Next where a part of it is asked for, and so is whatever was not compressed", async () => {
    const part = await get("/chunks/deep/a.js", "br", { range: "bytes=0-10" });
    expect(part.body.toString()).toBe("Next’s answer");
    for (const path of ["/font.woff2", "/chunks/none.js", "/../static/chunks/b.css.br"])
      expect((await get(path, "br")).body.toString()).toBe("Next’s answer");
  });
});

test("pages that were built before there was anything compressed are served as they are", () => {
  expect(readCompressed(join(pages, "nowhere")).size).toBe(0);
});
