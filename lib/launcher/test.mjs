// @ts-check
// `npm test`: everything, from a fresh clone. `npm run check` (--fast): without build and browser, and of tests, lint and
// format only what the change since a commit can reach (--since COMMIT; with --all, everything). `npm run test:soak`
// (--soak): all tests again and again (five times, or as often as the number given), from another seed each time.
// Each test level brings its own database in a temporary folder; the user's data is never touched.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { haveChromium } from "./chromium.mjs";
import {
  commitOf,
  journeyFailures,
  MOST_FILES_AGAIN,
  MOST_FLAKY,
  recordRun,
  vitestFailures,
} from "./flaky.mjs";
import { install, nodeProblem, ROOT } from "./installed.mjs";
import { TOOLS } from "./tools.mjs";

const fast = process.argv.includes("--fast");
const soak = process.argv.includes("--soak");
const ofChange = fast && !process.argv.includes("--all");
const begin = performance.now();
const loadAtBegin = loadavg()[0] ?? 0;
/** @type {{ what: string, seconds: number, result: "passed" | "FAILED" | "flaky" | "skipped" }[]} */
const steps = [];
/** @type {import("./flaky.mjs").Failure[]} */
const flaky = [];
/** @type {import("./flaky.mjs").Failure[]} */
const failed = [];

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

/** @param {number} from */
const secondsSince = (from) => Math.round((performance.now() - from) / 1000);

/**
 * @param {string} line
 * @returns {never}
 */
function refuse(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/**
 * Runs a program of a package (or a file of ours) with this Node.
 * @param {string} what
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options] quiet: its words are shown only when it fails
 * @returns {Promise<boolean>}
 */
function run(what, args, { quiet = false, env = {} } = {}) {
  const from = performance.now();
  if (!quiet) say(`\n── ${what}`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("close", (status) => {
      const good = status === 0;
      const seconds = secondsSince(from);
      const result = good ? "passed" : "FAILED";
      steps.push({ what, seconds, result });
      if (quiet) say(`${good ? "" : `\n── ${what}\n${output}\n`}${result}  ${what} (${seconds} s)`);
      resolve(good);
    });
  });
}

/**
 * Nothing of it is reached. @returns that nothing of it failed
 * @param {string} what
 */
function skip(what) {
  steps.push({ what, seconds: 0, result: "skipped" });
  return true;
}

/**
 * The file of a package's command.
 * @param {string} name
 * @param {string} file
 */
const command = (name, file) => join(ROOT, "node_modules", name, file);

/** @returns {never} */
function finish() {
  const broken = steps.some(({ result }) => result === "FAILED");
  const tooMany = flaky.length > MOST_FLAKY;
  const passed = !broken && !tooMany;
  const seconds = secondsSince(begin);
  say(`\n${steps.map((step) => `${step.result}  ${step.what} (${step.seconds} s)`).join("\n")}`);
  const named = (/** @type {import("./flaky.mjs").Failure} */ { test, error }) =>
    `  ${test}\n    ${error}`;
  if (failed.length > 0) say(`\nFailed:\n${failed.map(named).join("\n")}`);
  if (flaky.length > 0)
    say(`\nFlaky (failed, then passed when run again):\n${flaky.map(named).join("\n")}`);
  if (tooMany)
    say(`\n${flaky.length} tests were flaky; more than ${MOST_FLAKY} are no chance any more.`);
  say(`${passed ? "All passed" : "FAILED"} after ${seconds} s`);
  recordRun(
    {
      at: new Date().toISOString(),
      commit: commitOf(ROOT),
      what: soak ? "soak" : fast ? "check" : "test",
      passed,
      seconds,
      load: [loadAtBegin, loadavg()[0] ?? 0],
      steps,
      flaky,
      failed,
    },
    say,
  );
  process.exit(passed ? 0 : 1);
}

const REPORTS = join(ROOT, "test-results");

/**
 * The report that a test runner wrote, null where it came to none.
 * @param {string} file
 */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/**
 * Unit and database tests.
 * @param {string} what
 * @param {{ files?: string[] | null, alone?: boolean, env?: Record<string, string> }} [options] files: only these, null:
 *   all; alone: one after the other
 * @returns {Promise<Map<string, import("./flaky.mjs").Failure[]> | null>} what failed, by file; null: it failed without
 *   a test to name (a report that was not written, an error outside of tests)
 */
async function unitTests(what, { files = null, alone = false, env = {} } = {}) {
  if (files?.length === 0) return (skip(what), new Map());
  const report = join(REPORTS, "unit.json");
  rmSync(report, { force: true });
  const args = [
    command("vitest", "vitest.mjs"),
    "run",
    ...(alone ? ["--maxWorkers=1"] : []),
    ...(files ?? []),
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  ];
  if (await run(what, args, { env: { NODE_ENV: "test", ...env } })) return new Map();
  const written = readReport(report);
  const failures = written === null ? new Map() : vitestFailures(written, ROOT);
  return failures.size > 0 ? failures : null;
}

/**
 * Runs once more, alone, the files in which tests failed: who passes then failed by chance.
 * @param {Map<string, import("./flaky.mjs").Failure[]> | null} failures
 * @returns {Promise<void>}
 */
async function unitTestsAgain(failures) {
  const all = [...(failures?.values() ?? [])].flat();
  if (failures === null || failures.size > MOST_FILES_AGAIN) return void failed.push(...all);
  if (failures.size === 0) return;
  const still = await unitTests(`once more, alone: ${[...failures.keys()].join(", ")}`, {
    files: [...failures.keys()],
    alone: true,
  });
  if (still === null) return void failed.push(...all);
  const broken = new Set([...still.values()].flat().map(({ test }) => test));
  failed.push(...[...still.values()].flat());
  flaky.push(...all.filter(({ test }) => !broken.has(test)));
  if (still.size === 0)
    for (const step of steps)
      if (step.what === UNIT && step.result === "FAILED") step.result = "flaky";
}

/**
 * The journeys in a real Chromium.
 * @param {{ chromium: string, retries?: number, env?: Record<string, string> }} options
 */
async function browserTests({ chromium, retries, env = {} }) {
  const report = join(REPORTS, "journeys.json");
  rmSync(report, { force: true });
  await run(
    "browser tests",
    [
      command("@playwright/test", "cli.js"),
      "test",
      ...(retries === undefined ? [] : [`--retries=${retries}`]),
    ],
    { env: { CHROMIUM_PATH: chromium, ...env } },
  );
  const written = readReport(report);
  if (written === null) return;
  const found = journeyFailures(written);
  flaky.push(...found.flaky);
  failed.push(...found.failed);
}

/**
 * What is checked: all files and tests (null), or those that differ and the tests that this can reach.
 * @typedef {{ files: string[], tests: string[] | null } | null} Change
 */

/** @returns {Promise<Change>} the change that is checked */
async function readChange() {
  // esbuild is there once packages are installed.
  const { beginOfChange, changedFiles, testsReached } = await import("./changes.mjs");
  const at = process.argv.indexOf("--since");
  const given = at === -1 ? undefined : (process.argv[at + 1] ?? "");
  const since = beginOfChange(ROOT, given);
  if (since === null)
    refuse(
      given === undefined
        ? "This is no clone of the repository, so there is no change to look at. Check everything: npm run check -- --all"
        : `There is no commit "${given}".`,
    );
  const files = changedFiles(ROOT, since);
  const tests = await testsReached(ROOT, files);
  say(
    `${files.length} files differ from ${since.slice(0, 8)}, which can reach ${tests === null ? "all tests" : `${tests.length} files of tests`}. Everything: npm run check -- --all`,
  );
  return { files, tests };
}

/**
 * The arguments of a tool that takes files: "." becomes those of the change that it reads; null where there are none.
 * @param {string[]} args
 * @param {Change} change
 * @param {RegExp} reads
 * @param {RegExp} rules a file of these has a say in what is right of any other: all files are checked then
 */
function argumentsFor(args, change, reads, rules) {
  if (change === null || change.files.some((file) => rules.test(file))) return args;
  const files = change.files.filter((file) => reads.test(file) && existsSync(join(ROOT, file)));
  return files.length === 0 ? null : args.flatMap((arg) => (arg === "." ? files : [arg]));
}

/**
 * Lint, types, rules and format, one after the other.
 * @param {Change} change
 * @returns whether all are well
 */
async function quality(change) {
  const lint = argumentsFor(
    TOOLS.lint.runs[0],
    change,
    /\.(tsx?|mjs)$/,
    /^(eslint\.config\.mjs|tsconfig\.json|package(-lock)?\.json)$/,
  );
  const format = argumentsFor(
    [...TOOLS["format:check"].runs[0], "--ignore-unknown"],
    change,
    /./,
    /^(\.prettierrc.*|\.prettierignore|\.editorconfig|package(-lock)?\.json)$/,
  );
  // Next writes the types of pages and of style sheets, which the compiler then wants to see.
  const results = [
    (await run("types of the pages", [next, "typegen"], { quiet: true })) &&
      (await run("types", TOOLS.typecheck.runs[0], { quiet: true })),
    lint === null ? skip("lint") : await run("lint", lint, { quiet: true }),
    await run("lint rules that need types", TOOLS["lint:types"].runs[0], { quiet: true }),
    await run("architecture rules", TOOLS.lint.runs[2], { quiet: true }),
    await run("what nothing uses", TOOLS.lint.runs[3], { quiet: true }),
    await run("what nothing but tests uses", TOOLS.lint.runs[4], { quiet: true }),
    format === null ? skip("format") : await run("format", format, { quiet: true }),
  ];
  return !results.includes(false);
}

const build = () =>
  run("production build", ["--import", "tsx", "lib/launcher/build-now.ts"], { quiet: true });

/** @returns {Promise<string>} the Chromium that the journeys are run in */
async function chromiumOrRefuse() {
  const chromium = await haveChromium(say);
  return (
    chromium ??
    refuse(
      "The browser tests need Chromium, which could not be installed. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH, then run npm test again.",
    )
  );
}

/**
 * Everything so many times without running anything again, each time from another seed, with the long forms of tests.
 * @param {number} times
 */
async function soakTests(times) {
  const chromium = await chromiumOrRefuse();
  if (!(await build())) return;
  for (let time = 1; time <= times; time++) {
    const seed = String(Math.floor(Math.random() * 2 ** 31));
    say(
      `\nRound ${time} of ${times}. The same once more: FAST_CHECK_SEED=${seed} npm run test:soak -- 1`,
    );
    const env = { FAST_CHECK_SEED: process.env.FAST_CHECK_SEED ?? seed, SOAK: "1" };
    failed.push(...[...((await unitTests(UNIT, { env }))?.values() ?? [])].flat());
    await browserTests({ chromium, retries: 0, env });
  }
  const counts = new Map();
  for (const { test } of failed) counts.set(test, (counts.get(test) ?? 0) + 1);
  for (const [test, count] of [...counts].sort((a, b) => b[1] - a[1]))
    say(`${count} of ${times}  ${test}`);
}

const UNIT = "unit and database tests";
const problem = nodeProblem(process.versions.node) ?? install(say);
if (problem) refuse(problem);
process.chdir(ROOT);

const next = command("next", "dist/bin/next");
if (
  !(await run(
    "database client",
    ["--import", "tsx", "lib/launcher/build-now.ts", "--client-only"],
    { quiet: true },
  ))
)
  finish();

if (soak) {
  await soakTests(Number(process.argv.find((one) => /^\d+$/.test(one)) ?? 5));
  finish();
}

const change = ofChange ? await readChange() : null;
// The tests take longest and often wait for the database; all else fits into what they leave of two cores.
const [failures, good] = await Promise.all([
  unitTests(UNIT, { files: change && change.tests }),
  (async () =>
    (await quality(change)) &&
    (fast ||
      ((await build()) &&
        // Of what is built; the tests beside it still take a while.
        (await run("faults", ["--import", "tsx", "lib/faults/faults.ts"], { quiet: true })))))(),
]);
// What is broken is known before the journeys begin, and what failed by chance has the machine to itself.
await unitTestsAgain(failures);
if (fast || !good || steps.some(({ result }) => result === "FAILED")) finish();
await browserTests({ chromium: await chromiumOrRefuse() });
finish();
