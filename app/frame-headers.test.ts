import {
  unstable_doesMiddlewareMatch,
  unstable_getResponseFromNextConfig,
} from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import config from "@/next.config";
import { filesIn, pageAddresses, productSourcesIn, read } from "@/prisma/testing/tree";
import { config as proxyConfig, proxy } from "@/proxy";

/*
 * No answer may be shown in a frame of another site: every address of the tree, what is served beside it, and what nobody
 * serves. Answers of the server in front of Next are in lib/launcher/doors.test.ts.
 */

const FILES = filesIn("public").map((path) => path.replace(/^public/, ""));
const BESIDE = [
  "/_next/static/chunks/main.js",
  "/_next/image?url=x",
  "/favicon.ico",
  "/no/such/page",
];
const ADDRESSES = [...pageAddresses(), ...FILES, ...BESIDE].map((address) =>
  address.replace(/\[\.\.\.\w+\]|\[\w+\]/g, "1"),
);
const url = (address: string) => `http://localhost:3000${address}`;
const configured = async (address: string) =>
  (await unstable_getResponseFromNextConfig({ url: url(address), nextConfig: config })).headers;

it("the tree has pages, routes and files", () => {
  expect(pageAddresses().length).toBeGreaterThan(100);
  expect(FILES.length).toBeGreaterThan(0);
});

it.each(ADDRESSES)("%s is framed by nobody", async (address) => {
  expect((await configured(address)).get("x-frame-options")).toBe("DENY");
});

describe("the policy says the same", () => {
  const api = ADDRESSES.filter((address) => address.startsWith("/api/"));
  const pages = filesIn("app")
    .filter((path) => path.endsWith("/page.tsx"))
    .map(
      (path) =>
        path
          .replace(/^app/, "")
          .replace(/\/\([^)]*\)/g, "")
          .replace(/\/[^/]*$/, "") || "/",
    )
    .map((address) => address.replace(/\[\w+\]/g, "1"));

  it.each(api)("of %s", async (address) => {
    expect((await configured(address)).get("content-security-policy")).toContain(
      "frame-ancestors 'none'",
    );
  });

  it.each(pages)("of the page %s, and of what is not found there", (address) => {
    for (const one of [address, `${address}/none`.replace("//", "/")])
      expect(unstable_doesMiddlewareMatch({ config: proxyConfig, url: one })).toBe(true);
    const answer = proxy(new NextRequest(url(address)));
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

it("no route or page takes the header back", () => {
  for (const path of productSourcesIn("app", "lib", "components"))
    expect(/x-frame-options["'`]\s*[,:]\s*["'`](?!DENY)/i.test(read(path)), path).toBe(false);
});
