import { expect, it } from "vitest";
import { pageAddresses } from "@/prisma/testing/tree";
import { OLD_URLS } from "./old-urls";

const ADDRESSES = pageAddresses();
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
