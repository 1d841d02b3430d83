import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  flakesByTest,
  journeyFailures,
  recordedRuns,
  recordFile,
  recordRun,
  vitestFailures,
} from "./flaky.mjs";

const test = (fullName: string, status: string, failureMessages: string[] = []) => ({
  fullName,
  status,
  failureMessages,
  duration: 1_600,
});
const run = (commit: string, ...flaky: string[]) => ({
  at: "2026-11-24T10:00:00.000Z",
  commit,
  what: "test",
  passed: true,
  seconds: 800,
  load: [0.2, 1.9] as [number, number],
  steps: [],
  flaky: flaky.map((name) => ({ test: name, error: `${name} at ${commit}`, seconds: 3 })),
  failed: [],
});

describe("failures of unit tests", () => {
  it("are named by file and test, with the first lines of their error", () => {
    const failures = vitestFailures(
      {
        testResults: [
          {
            name: "/project/lib/a.test.ts",
            status: "failed",
            message: "",
            assertionResults: [
              test("adds", "passed"),
              test(" adds two", "failed", [
                "\u001b[31mError: 1 is not 2\u001b[39m\n\n  at a.test.ts:3",
              ]),
            ],
          },
          { name: "/project/lib/b.test.ts", status: "passed", message: "", assertionResults: [] },
        ],
      },
      "/project",
    );
    expect([...failures]).toEqual([
      [
        "lib/a.test.ts",
        [
          {
            test: "lib/a.test.ts › adds two",
            error: "Error: 1 is not 2 | at a.test.ts:3",
            seconds: 2,
          },
        ],
      ],
    ]);
  });

  it("are of the file where its hooks or imports failed", () => {
    const failures = vitestFailures(
      {
        testResults: [
          {
            name: "/project/lib/a.db.test.ts",
            status: "failed",
            message: "no database",
            assertionResults: [test("adds", "skipped")],
          },
        ],
      },
      "/project",
    );
    expect(failures.get("lib/a.db.test.ts")).toEqual([
      { test: "lib/a.db.test.ts", error: "no database", seconds: 0 },
    ]);
  });
});

it("a journey that failed and then passed is flaky; one that failed twice, or a run that broke off, has failed", () => {
  const result = (status: string, message?: string) => ({
    status,
    duration: 4_000,
    errors: message === undefined ? [] : [{ message }],
  });
  const spec = (title: string, status: string, ...results: ReturnType<typeof result>[]) => ({
    title,
    file: "dataset/grid.spec.ts",
    tests: [{ status, results }],
  });
  expect(
    journeyFailures({
      errors: [{ message: "the server did not start" }],
      suites: [
        {
          specs: [spec("is searched", "flaky", result("timedOut", "not there"), result("passed"))],
          suites: [
            {
              specs: [
                spec("is sorted", "unexpected", result("failed", "a\nb"), result("failed", "c")),
                spec("is read", "expected", result("passed")),
                spec("is left out", "skipped"),
              ],
            },
          ],
        },
      ],
    }),
  ).toEqual({
    flaky: [{ test: "e2e/dataset/grid.spec.ts › is searched", error: "not there", seconds: 4 }],
    failed: [
      { test: "e2e", error: "the server did not start", seconds: 0 },
      { test: "e2e/dataset/grid.spec.ts › is sorted", error: "a | b", seconds: 4 },
    ],
  });
});

it("flakes are counted by test over the last twenty runs, with the last error and its commit", () => {
  const old = Array.from({ length: 2 }, () => run("0ld", "a", "c"));
  const recent = [
    run("1", "a"),
    run("2", "b", "a"),
    ...Array.from({ length: 18 }, (_, index) => run(`quiet ${index}`)),
  ];
  expect(flakesByTest([...old, ...recent])).toEqual([
    { test: "a", times: 2, error: "a at 2", last: "2" },
    { test: "b", times: 1, error: "b at 2", last: "2" },
  ]);
});

describe("the record of runs", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "freshqa-record-"));
    process.env.FRESHQA_TEST_RECORD = join(folder, "deep", "runs.jsonl");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("gives back what was recorded, and passes over a line that was cut off", () => {
    expect(recordedRuns()).toEqual([]);
    const said: string[] = [];
    recordRun(run("1", "a"), (line) => said.push(line));
    writeFileSync(recordFile(), '{"at": "2026-', { flag: "a" });
    writeFileSync(recordFile(), "\n", { flag: "a" });
    recordRun(run("2"), (line) => said.push(line));
    expect(recordedRuns()).toEqual([run("1", "a"), run("2")]);
    expect(said).toEqual([]);
  });

  it("that can't be written is said in one line", () => {
    writeFileSync(join(folder, "deep"), "a file where the folder would be");
    const said: string[] = [];
    recordRun(run("1"), (line) => said.push(line));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^This run is not in the record of runs/);
  });
});
