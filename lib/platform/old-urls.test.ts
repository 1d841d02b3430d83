import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { OLD_URLS } from "./old-urls";

/** The addresses of all pages and routes, without route groups: "/models/[modelId]". */
const ADDRESSES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => /(^|\/)(page\.tsx|route\.ts)$/.test(path))
  .map((path) => `/${path}`.replace(/\/\([^)]*\)/g, "").replace(/\/[^/]*$/, "") || "/");
const beginsWith = (prefix: string) =>
  ADDRESSES.some((address) => address === prefix || address.startsWith(`${prefix}/`));
const fixed = (pattern: string) => pattern.replace(/\/:.*$/, "");

it("leads from no page that exists to pages that do", () => {
  expect(ADDRESSES.length).toBeGreaterThan(80);
  expect(OLD_URLS.length).toBeGreaterThan(0);
  for (const { source, destination } of OLD_URLS) {
    expect(beginsWith(fixed(source)), `${source} is a page`).toBe(false);
    expect(beginsWith(fixed(destination)), `${destination} is no page`).toBe(true);
  }
});
