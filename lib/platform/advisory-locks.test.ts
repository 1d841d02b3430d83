import { describe, expect, it } from "vitest";
import { filesIn, read, sourcesIn } from "@/prisma/testing/tree";
import { ADVISORY_LOCKS } from "./advisory-locks";
import { notEmpty } from "@/prisma/testing/not-empty";

const REGISTRY = "lib/platform/advisory-locks";

describe("advisory locks", () => {
  it("have a number each", () => {
    const numbers = Object.values(ADVISORY_LOCKS).map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(10);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("are taken by name: no other file says how PostgreSQL takes one", () => {
    const sources = sourcesIn("app", "components", "lib", "prisma", "e2e");
    expect(sources.length).toBeGreaterThan(800);
    expect(sources).toContain(`${REGISTRY}.ts`);
    expect(read(`${REGISTRY}.ts`)).toMatch(/pg_(try_)?advisory/);
    const elsewhere = sources.filter(
      (path) => !path.startsWith(REGISTRY) && /pg_(try_)?advisory/.test(read(path)),
    );
    expect(elsewhere).toEqual([]);
  });

  it("of the database's own functions have the numbers that stand here", () => {
    const migrations = filesIn("prisma/migrations").filter((path) => path.endsWith(".sql"));
    const taken = migrations.flatMap((path) => [
      ...read(path).matchAll(/pg_(?:try_)?advisory\w*\(\s*([^,)]+)/g),
    ]);
    expect(taken.length).toBeGreaterThan(0);
    const known: string[] = Object.values(ADVISORY_LOCKS).map(({ number }) => String(number));
    for (const [statement, number] of notEmpty(taken)) expect(known, statement).toContain(number);
  });
});
