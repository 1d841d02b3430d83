import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "@/prisma/testing/fuzz/hostile";
import { pageAddresses, productSourcesIn } from "@/prisma/testing/tree";
import {
  addressOf,
  changedAddress,
  day,
  flag,
  hosts,
  one,
  oneOr,
  pageAddress,
  pageNumber,
  rowId,
  several,
  sortedBy,
  whole,
  words,
} from "./address";

describe("the parts of an address", () => {
  it.each([
    ["a row", rowId, "17", 17, "17"],
    ["no row", rowId, "0", null, ""],
    ["too great a row", rowId, "2147483648", null, ""],
    ["half a number", rowId, "1.5", null, ""],
    ["a number out of bounds", whole(1000, 9999), "999", null, ""],
    ["a page", pageNumber(), "3", 3, "3"],
    ["no page", pageNumber(), "-1", 1, "1"],
    ["a page behind the last", pageNumber(9), "10", 1, "1"],
    ["one of a list", one(["a", "b"]), "b", "b", "b"],
    ["none of a list", one(["a", "b"]), "c", null, ""],
    ["none of a list with a usual one", oneOr(["a", "b"], "a"), "c", "a", "a"],
    ["one of a list of numbers", oneOr([4, 8], 4), "8", 8, "8"],
    ["several of a list, in its order", several(["a", "b", "c"]), "c,x,a,c", ["a", "c"], "a,c"],
    ["a day", day, "2024-02-29", "2024-02-29", "2024-02-29"],
    ["a day that the calendar lacks", day, "2023-02-29", null, ""],
    ["an order", sortedBy(["a", "b"]), "b", { column: "b", descending: false }, "b"],
    ["an order downwards", sortedBy(["a", "b"]), "-b", { column: "b", descending: true }, "-b"],
    ["an order by no column", sortedBy(["a", "b"]), "-c", null, ""],
    ["so", flag, "1", true, "1"],
    ["not so", flag, "yes", false, ""],
    ["hosts", hosts(2), "A.org, b.org,a.org,c.org", ["a.org", "b.org"], "a.org,b.org"],
    ["too many hosts to read", hosts(2), "a,".repeat(10_000), [], ""],
    ["a text without what is no text", words(3), " a\u0000b\uDC00cd", "ab\uFFFD", "ab\uFFFD"],
    ["half a sign where a text is cut", words(1), "😀", "\uFFFD", "\uFFFD"],
  ])("%s", (_, part, text, value, written) => {
    expect(part.read(text)).toEqual(value);
    expect((part.write as (value: unknown) => string)(value)).toBe(written);
  });
});

describe("an address", () => {
  const page = pageAddress("/jobs/[id]/items/[item]", {
    show: oneOr(["all", "failed"], "all"),
    kinds: several(["x", "y"]),
    q: words(20),
    page: pageNumber(),
  });

  it("says what is not usual, in one order, behind a path that is filled in", () => {
    expect(page.href({ id: 7, item: "a/b", page: 1, show: "all", kinds: [] })).toBe(
      "/jobs/7/items/a%2Fb",
    );
    expect(page.href({ id: 7, item: 8, page: 2, q: "50 % & more", kinds: ["x", "y"] })).toBe(
      "/jobs/7/items/8?kinds=x,y&q=50+%25+%26+more&page=2",
    );
  });

  it("is read as it was written, from a text and from what a page is given", () => {
    const state = { show: "failed" as const, kinds: ["x" as const, "y" as const], q: "a", page: 3 };
    expect(page.read(page.query(state))).toEqual(state);
    expect(page.read({ show: "failed", kinds: ["x", "y"], q: "a", page: "3" })).toEqual(state);
    expect(page.read({ kinds: undefined, other: "1" })).toEqual(page.usual);
  });

  it("of values leaves out those that say nothing", () => {
    expect(
      addressOf("/a", { b: "", c: null, d: undefined, e: false, f: true, g: 0, h: [1, 2], i: [] }),
    ).toBe("/a?f=1&g=0&h=1,2");
    expect(addressOf("/a", {})).toBe("/a");
  });

  it("keeps what is not changed", () => {
    expect(changedAddress("/a", "b=1&c=2", { b: null, d: "3" })).toBe("/a?c=2&d=3");
    expect(changedAddress("/a", "b=1", { b: null })).toBe("/a");
  });
});

/** Every page's address, by the name of its definition. */
async function definitions() {
  const files = productSourcesIn("lib").filter((path) => /\/address\.ts$/.test(path));
  const modules = await Promise.all(
    files.map(
      (path) => import(/* @vite-ignore */ pathToFileURL(resolve(path)).href) as Promise<object>,
    ),
  );
  return modules.flatMap((module) =>
    Object.entries(module).filter(
      (entry): entry is [string, ReturnType<typeof pageAddress<string, object>>] =>
        typeof entry[1] === "object" && "path" in entry[1],
    ),
  );
}

describe("the addresses of pages", () => {
  it("are those of pages that there are, each once", async () => {
    const paths = (await definitions()).map(([, { path }]) => path);
    expect(paths.length).toBeGreaterThan(30);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => !pageAddresses().includes(path))).toEqual([]);
  });

  it("mean the same when they are written again, whatever they say", async () => {
    const all = await definitions();
    const names = [...new Set(all.flatMap(([, { usual }]) => Object.keys(usual)))];
    const said = fc.dictionary(
      fc.constantFrom(...names),
      hostileText(["1", "a,b", "Q7", "a ".repeat(250)], 600),
    );
    fc.assert(
      fc.property(fc.constantFrom(...all), said, ([, page], params) => {
        const state = page.read(params);
        expect(page.read(page.query(state))).toEqual(state);
      }),
    );
  });
});
