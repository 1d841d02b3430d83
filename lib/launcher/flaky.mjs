// @ts-check
// Chance told from breakage: which tests failed and then passed, and the record of runs that shows how often.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How many tests of a run may fail by chance; with more of them, the run has failed. */
export const MOST_FLAKY = 2;
/** Files with failed tests that are run again; where more failed, it was not by chance. */
export const MOST_FILES_AGAIN = 8;
/** How many runs back a test's flakes are counted, and how many of them ask to be mended before anything else. */
export const LAST_RUNS = 20;
export const TO_MEND = 2;

/**
 * @typedef {object} Failure
 * @property {string} test its file, then its name
 * @property {string} error the first lines of what it said
 * @property {number} seconds how long it took
 */
/**
 * @typedef {object} Run
 * @property {string} at when it ended, ISO 8601
 * @property {string} commit short, with "+" where the tree differed from it
 * @property {string} what "test", "check" or "soak"
 * @property {boolean} passed
 * @property {number} seconds
 * @property {[number, number]} load average of the last minute, at its begin and end
 * @property {{ what: string, seconds: number, result: string }[]} steps
 * @property {Failure[]} flaky failed, then passed when they were run again
 * @property {Failure[]} failed
 */

/**
 * The start of an error's text, in one line.
 * @param {string} text
 */
const inShort = (text) =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 4)
    .join(" | ")
    .slice(0, 400);

/**
 * The failures in Vitest's JSON report, by file. A file whose hooks or imports failed is a failure of its own.
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults: { fullName: string, status: string, duration?: number | null, failureMessages: string[] | null }[] }[] }} report
 * @param {string} root what its files are named from
 * @returns {Map<string, Failure[]>} file → what failed in it
 */
export function vitestFailures(report, root) {
  /** @type {Map<string, Failure[]>} */
  const failures = new Map();
  for (const { name, status, message, assertionResults } of report.testResults) {
    if (status !== "failed") continue;
    const file = relative(root, name).replaceAll("\\", "/");
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, duration, failureMessages }) => ({
        test: `${file} › ${fullName.trim()}`,
        error: inShort((failureMessages ?? [])[0] ?? ""),
        seconds: Math.round((duration ?? 0) / 1000),
      }));
    failures.set(
      file,
      tests.length > 0 ? tests : [{ test: file, error: inShort(message), seconds: 0 }],
    );
  }
  return failures;
}

/**
 * @typedef {object} JourneySuite
 * @property {JourneySuite[]} [suites]
 * @property {{ title: string, file: string, tests: { status: string, results: { status: string, duration: number, errors: { message?: string }[] }[] }[] }[]} [specs]
 */
/**
 * What failed in Playwright's JSON report: by chance, or also when it was run again.
 * @param {{ suites: JourneySuite[], errors?: { message?: string }[] }} report
 * @returns {{ flaky: Failure[], failed: Failure[] }}
 */
export function journeyFailures(report) {
  /** @type {{ flaky: Failure[], failed: Failure[] }} */
  const found = {
    flaky: [],
    failed: (report.errors ?? []).map(({ message = "" }) => ({
      test: "e2e",
      error: inShort(message),
      seconds: 0,
    })),
  };
  /** @param {JourneySuite[]} suites */
  const walk = (suites) => {
    for (const { suites: inner = [], specs = [] } of suites) {
      for (const { title, file, tests } of specs)
        for (const { status, results } of tests) {
          if (status !== "flaky" && status !== "unexpected") continue;
          const first = results.find((result) => !["passed", "skipped"].includes(result.status));
          found[status === "flaky" ? "flaky" : "failed"].push({
            test: `e2e/${file} › ${title}`,
            error: inShort(first?.errors[0]?.message ?? ""),
            seconds: Math.round((first?.duration ?? 0) / 1000),
          });
        }
      walk(inner);
    }
  };
  walk(report.suites);
  return found;
}

/** Where runs are recorded: outside the tree, so that clones and branches share one record. */
export function recordFile() {
  return (
    process.env.FRESHQA_TEST_RECORD ||
    join(
      process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"),
      "freshqa-workbench",
      "test-runs.jsonl",
    )
  );
}

/**
 * Adds a run to the record. A record that can't be written is no reason to fail: it says so in a line.
 * @param {Run} run
 * @param {(line: string) => void} say
 */
export function recordRun(run, say) {
  try {
    mkdirSync(dirname(recordFile()), { recursive: true });
    appendFileSync(recordFile(), `${JSON.stringify(run)}\n`);
  } catch (error) {
    say(
      `This run is not in the record of runs (${error instanceof Error ? error.message : error}).`,
    );
  }
}

/**
 * The recorded runs, oldest first. A line that was cut off is left out.
 * @returns {Run[]}
 */
export function recordedRuns() {
  if (!existsSync(recordFile())) return [];
  return readFileSync(recordFile(), "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line === "" ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/**
 * How often each test was flaky in the last runs, most often first.
 * @param {Run[]} runs oldest first
 * @returns {{ test: string, times: number, error: string, last: string }[]} with the last error and its commit
 */
export function flakesByTest(runs) {
  /** @type {Map<string, { test: string, times: number, error: string, last: string }>} */
  const counted = new Map();
  for (const { flaky, commit } of runs.slice(-LAST_RUNS))
    for (const { test, error } of flaky)
      counted.set(test, { test, times: (counted.get(test)?.times ?? 0) + 1, error, last: commit });
  return [...counted.values()].sort((a, b) => b.times - a.times || a.test.localeCompare(b.test));
}

/**
 * Git's words.
 * @param {string} root
 * @param {string[]} args
 * @returns {string | null} null: it has none to say
 */
export function askGit(root, args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/**
 * The commit that is checked out, with "+" where files differ from it.
 * @param {string} root
 */
export function commitOf(root) {
  const commit = askGit(root, ["rev-parse", "--short", "HEAD"]);
  return `${commit ?? "unknown"}${(askGit(root, ["status", "--porcelain"]) ?? "") === "" ? "" : "+"}`;
}
