import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bundlePrograms, currentBundle } from "./programs.mjs";

/** A project of two programs that share a module, one of which loads a module late. */
let root: string;
const FILES = {
  "tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }`,
  "shared.ts": `export class Refused extends Error {}; console.log("shared");`,
  "late.ts": `console.log("late");`,
  "first.ts": `import { Refused } from "@/shared"; console.log(Refused.name); if (process.argv[2]) await import("@/late");`,
  "second.ts": `import "@/shared"; import "@/late"; export const value: number = 2;`,
};
const PROGRAMS = { first: "first.ts", second: "second.ts" };

/** Writes a file as of a minute ago: one that is changed while programs are bundled is another matter. */
function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
  const before = new Date(Date.now() - 60_000);
  utimesSync(join(root, file), before, before);
}
const folder = () => join(root, "node_modules/.cache/freshqa/programs");
const run = (file: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(folder(), file), ...args], { encoding: "utf8" })
    .trim()
    .split("\n");

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "freshqa-programs-"));
  mkdirSync(join(root, "lib/launcher"), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  await bundlePrograms(root, PROGRAMS);
});
afterEach(() => rmSync(root, { recursive: true }));

describe("bundled programs", () => {
  it("do what their files do, and load late what those load late", () => {
    const { entries } = currentBundle(root)!;
    expect(run(entries.first!)).toEqual(["shared", "Refused"]);
    expect(run(entries.first!, "late")).toEqual(["shared", "Refused", "late"]);
    expect(run(entries.second!)).toEqual(["shared", "late"]);
  });

  it.each([
    ["a file of a program changed", () => appendFileSync(join(root, "late.ts"), " ")],
    ["a file of a program is gone", () => rmSync(join(root, "shared.ts"))],
    ["the compiler's settings changed", () => appendFileSync(join(root, "tsconfig.json"), " ")],
    ["other packages are installed", () => writeFileSync(join(root, "package-lock.json"), "{}")],
  ])("are not used once %s", (_, change) => {
    expect(currentBundle(root)).not.toBeNull();
    change();
    expect(currentBundle(root)).toBeNull();
  });

  it("stay for who still runs them, after others were bundled", async () => {
    const before = currentBundle(root)!;
    write("first.ts", `${FILES["first.ts"]} console.log("again");`);
    await bundlePrograms(root, PROGRAMS);
    const after = currentBundle(root)!;
    expect(run(after.entries.first!)).toEqual(["shared", "Refused", "again"]);
    expect(run(before.entries.first!)).toEqual(["shared", "Refused"]);
  });

  it("are not used where their record can't be read, and made again", async () => {
    writeFileSync(join(folder(), "bundle.json"), "{");
    expect(currentBundle(root)).toBeNull();
    await bundlePrograms(root, PROGRAMS);
    expect(currentBundle(root)).not.toBeNull();
  });

  it("are not used where a file was changed while they were made", async () => {
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, "late.ts"), later, later);
    await bundlePrograms(root, PROGRAMS);
    expect(currentBundle(root)).toBeNull();
  });

  it("go a week after others took their place", async () => {
    const names = () => readdirSync(folder());
    const [first] = Object.values(currentBundle(root)!.entries);
    const old = new Date(Date.now() - 8 * 86_400_000);
    utimesSync(join(folder(), first!), old, old);
    write("first.ts", `${FILES["first.ts"]} console.log("again");`);
    await bundlePrograms(root, PROGRAMS);
    expect(names()).toContain(first);
    utimesSync(join(folder(), first!), old, old);
    await bundlePrograms(root, PROGRAMS);
    expect(names()).not.toContain(first);
  });

  it("leave the last ones where a program can't be bundled", async () => {
    const files = readdirSync(folder());
    writeFileSync(join(root, "second.ts"), `import "./nowhere";`);
    await expect(bundlePrograms(root, PROGRAMS)).rejects.toThrow("nowhere");
    expect(readdirSync(folder())).toEqual(files);
    expect(currentBundle(root)).toBeNull();
  });
});
