import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginOfChange, changedFiles, testsReached } from "./changes.mjs";
import { recordRun } from "./flaky.mjs";

let root: string;
const FILES = {
  "tsconfig.json": `{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }`,
  ".gitignore": "*.log\n",
  "lib/sums.ts": `export const sum = (a: number, b: number) => a + b;`,
  "lib/sums.test.ts": `import { sum } from "./sums"; void sum;`,
  "lib/page.tsx": `import { sum } from "@/lib/sums"; import "./page.css"; export const Page = () => <p>{sum(1, 2)}</p>;`,
  "lib/page.css": `p { margin: 0 }`,
  "lib/page.test.tsx": `import { Page } from "@/lib/page"; void Page;`,
  "lib/program.ts": `import { sum } from "./sums"; console.log(sum(1, 2));`,
  "lib/program.db.test.ts": `import { spawn } from "node:child_process"; spawn("node", ["lib/program.ts"]);`,
  "lib/other.test.ts": `import { readFileSync } from "node:fs"; readFileSync("docs/example.csv");`,
  "prisma/testing/tree.ts": `import { readdirSync } from "node:fs"; export const all = () => readdirSync(".", { recursive: true });`,
  "lib/words.test.ts": `import { all } from "@/prisma/testing/tree"; all();`,
  "lib/threads.test.ts": `import { join } from "node:path"; new Worker(join("lib", "thread.mjs"));`,
  "lib/thread.mjs": "export {};",
  "prisma/testing/file-setup.ts": `import "@/lib/dialed";`,
  "lib/dialed.ts": "export {};",
  "docs/example.csv": "a,b\n",
  "docs/guide.md": "# Guide\n",
  "e2e/journey.test.ts": `import "@/lib/sums";`,
};

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
/** Commits everything. @returns the commit */
const commit = () => {
  git("add", "-A");
  git("commit", "--quiet", "--message=more");
  return git("rev-parse", "HEAD");
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "freshqa-changes-"));
  process.env.FRESHQA_TEST_RECORD = join(root, "record.log");
  git("init", "--quiet", "--initial-branch=main");
  for (const [file, text] of Object.entries(FILES)) write(file, text);
  commit();
});
afterEach(() => {
  delete process.env.FRESHQA_TEST_RECORD;
  rmSync(root, { recursive: true });
});

describe("the tests that a change reaches", () => {
  const ALWAYS = "lib/words.test.ts";
  it.each<[string, string[] | null]>([
    ["lib/sums.ts", ["lib/page.test.tsx", "lib/program.db.test.ts", "lib/sums.test.ts"]],
    ["lib/page.tsx", ["lib/page.test.tsx"]],
    ["lib/page.css", ["lib/page.test.tsx"]],
    ["lib/program.ts", ["lib/program.db.test.ts"]],
    ["lib/sums.test.ts", ["lib/sums.test.ts"]],
    ["docs/example.csv", ["lib/other.test.ts"]],
    ["docs/guide.md", []],
    ["lib/gone.ts", []],
    ["lib/thread.mjs", ["lib/threads.test.ts"]],
    [
      "lib/before.copy",
      [
        "lib/other.test.ts",
        "lib/page.test.tsx",
        "lib/program.db.test.ts",
        "lib/sums.test.ts",
        "lib/threads.test.ts",
      ],
    ],
    ["lib/dialed.ts", null],
    ["prisma/schema/people.prisma", null],
    ["package.json", null],
  ])("%s", async (file, tests) => {
    expect(await testsReached(root, [file])).toEqual(tests && [...tests, ALWAYS].sort());
  });
});

describe("the change", () => {
  it("says so where git can't tell it", () => {
    expect(() => changedFiles(root, "0".repeat(40))).toThrow("git diff failed: fatal: bad object");
  });

  it("is what differs from its begin: committed, not committed, new and gone", () => {
    const begin = git("rev-parse", "HEAD");
    write("lib/sums.ts", "export const sum = 1;");
    commit();
    write("lib/page.css", "p { margin: 1px }");
    write("lib/new.ts", "");
    write("a.log", "");
    rmSync(join(root, "docs/guide.md"));
    expect(changedFiles(root, begin).sort()).toEqual([
      "docs/guide.md",
      "lib/new.ts",
      "lib/page.css",
      "lib/sums.ts",
    ]);
  });

  const passed = (commit: string, what = "test", passed = true) =>
    recordRun(
      { at: "", commit, what, passed, seconds: 1, load: [0, 0], steps: [], flaky: [], failed: [] },
      () => {},
    );

  it("begins at the last commit on this branch that passed everything, or else at HEAD", () => {
    const first = git("rev-parse", "HEAD");
    write("lib/new.ts", "");
    const second = commit();
    expect(beginOfChange(root, undefined)).toBe(second);
    passed(first.slice(0, 8));
    passed(second.slice(0, 8), "check");
    passed(second.slice(0, 8), "test", false);
    passed(`${second.slice(0, 8)}+`);
    git("switch", "--quiet", "--create=other", first);
    write("lib/elsewhere.ts", "");
    passed(commit().slice(0, 8));
    git("switch", "--quiet", "main");
    expect(beginOfChange(root, undefined)).toBe(first);
  });

  it("begins where the branch left its upstream, or where one says", () => {
    const first = git("rev-parse", "HEAD");
    git("branch", "theirs");
    git("branch", "--quiet", "--set-upstream-to=theirs");
    write("lib/new.ts", "");
    const second = commit();
    passed(second.slice(0, 8));
    expect(beginOfChange(root, undefined)).toBe(first);
    git("branch", "--force", "theirs", second);
    expect(beginOfChange(root, undefined)).toBe(second);
    expect(beginOfChange(root, "main")).toBe(second);
    expect(beginOfChange(root, "nowhere")).toBeNull();
  });
});
