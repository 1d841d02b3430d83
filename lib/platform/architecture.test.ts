import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn, pageAddresses, productSourcesIn, read } from "@/prisma/testing/tree";

/*
 * The map at the top of ARCHITECTURE.md is true: what the tree has stands in it once, and nothing else does. And no two
 * modules import each other, which dependency-cruiser sees of files only.
 */

const [, map = ""] = /## The map([\s\S]*?)\n## /.exec(read("ARCHITECTURE.md")) ?? [];
const rows = map
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").slice(1, -1));
/** What stands in a column in backticks, all rows together. */
const column = (at: number) =>
  rows.flatMap((cells) => [...cells[at]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)).sort();
const [PAGES, COMPONENTS, LIB, TABLES, JOURNEYS] = [1, 2, 3, 4, 5] as const;

/** The folders that hold code themselves, from `folder` on. */
const modulesOf = (folder: string) =>
  [
    ...new Set(productSourcesIn(folder).map((path) => dirname(path).slice(folder.length + 1))),
  ].sort();

describe("the map in ARCHITECTURE.md", () => {
  it("has every page and route", () => {
    expect(pageAddresses().length).toBeGreaterThan(90);
    expect(column(PAGES)).toEqual(pageAddresses());
  });

  it("has every folder of components", () => {
    expect(modulesOf("components").length).toBeGreaterThan(20);
    expect(column(COMPONENTS)).toEqual(modulesOf("components"));
  });

  it("has every module of lib", () => {
    expect(modulesOf("lib").length).toBeGreaterThan(30);
    expect(column(LIB)).toEqual(modulesOf("lib"));
  });

  it("has every table", () => {
    const tables = filesIn("prisma/schema").flatMap((path) =>
      [...read(path).matchAll(/@@map\("([^"]+)"\)/g)].map(([, name]) => name!),
    );
    expect(tables.length).toBeGreaterThan(60);
    expect(column(TABLES)).toEqual(tables.sort());
  });

  it("has every journey", () => {
    const journeys = filesIn("e2e").flatMap(
      (path) => /^e2e\/(.*)\.spec\.ts$/.exec(path)?.[1] ?? [],
    );
    expect(journeys.length).toBeGreaterThan(20);
    expect(column(JOURNEYS)).toEqual(journeys.sort());
  });
});

describe("modules", () => {
  /** Which modules each module imports, types included: "lib/people/access" → "lib/platform". */
  const imports = new Map<string, Set<string>>();
  for (const file of productSourcesIn("lib", "components")) {
    for (const [, name] of read(file).matchAll(/(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g)) {
      const target = dirname(
        name!.startsWith("@/") ? name!.slice(2) : normalize(join(dirname(file), name!)),
      );
      const from = imports.get(dirname(file)) ?? new Set();
      if (target !== dirname(file) && /^(lib|components)\//.test(target)) from.add(target);
      imports.set(dirname(file), from);
    }
  }

  it("are found with what they import", () => {
    expect(imports.size).toBeGreaterThan(50);
    expect(imports.get("lib/people/accounts")).toContain("lib/people/access");
  });

  it("never need each other, however long the way", () => {
    /** The first way from a module back to itself, or null. */
    const cycle = (way: string[], seen: Set<string>): string[] | null => {
      for (const next of imports.get(way.at(-1)!) ?? []) {
        if (next === way[0]) return [...way, next];
        if (seen.has(next)) continue;
        seen.add(next);
        const found = cycle([...way, next], seen);
        if (found !== null) return found;
      }
      return null;
    };
    expect([...imports.keys()].flatMap((module) => cycle([module], new Set()) ?? [])).toEqual([]);
  });
});
