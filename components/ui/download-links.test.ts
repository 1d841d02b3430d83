import { expect, it } from "vitest";
import { productSourcesIn, read } from "@/prisma/testing/tree";

it("links to files leave saving to the answer, so that one that is refused is a page in words", () => {
  // With the attribute a browser says "failed" where the answer says why.
  const attribute = /^\s*download(=.*)?$|\sdownload(=\{[^}]*\})?(?= [a-z]+=|\s?\/?>)/m;
  expect(attribute.test("<a\n  href={href}\n  download\n>")).toBe(true);
  expect(attribute.test("<Anchor href={href} download fz={1}>")).toBe(true);
  expect(attribute.test('<Menu.Item component="a" href={href} download>')).toBe(true);
  const pages = productSourcesIn("app", "components").filter((path) => path.endsWith(".tsx"));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((path) => attribute.test(read(path)))).toEqual([]);
});
