// @ts-check
// `npm test`: everything, from a fresh clone. `npm run check` (--fast): without build and browser.
// Each test level brings its own database in a temporary folder; the user's data is never touched.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { haveChromium } from "./chromium.mjs";
import { install, nodeProblem, ROOT } from "./installed.mjs";
import { TOOLS } from "./tools.mjs";

const fast = process.argv.includes("--fast");
const begin = performance.now();
/** @type {string[]} */
const summary = [];

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

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
      const line = `${good ? "passed" : "FAILED"}  ${what} (${((performance.now() - from) / 1000).toFixed(0)} s)`;
      summary.push(line);
      if (quiet) say(good ? line : `\n── ${what}\n${output}\n${line}`);
      resolve(good);
    });
  });
}

/**
 * The file of a package's command.
 * @param {string} name
 * @param {string} file
 */
const command = (name, file) => join(ROOT, "node_modules", name, file);

/** @returns {never} */
function finish() {
  const failed = summary.some((line) => line.startsWith("FAILED"));
  say(
    `\n${summary.join("\n")}\n${failed ? "FAILED" : "All passed"} after ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  );
  process.exit(failed ? 1 : 0);
}

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

/** Lint, types, rules and format, one after the other. @returns whether all are well */
async function quality() {
  // Next writes the types of pages and of style sheets, which the compiler then wants to see.
  const results = [
    (await run("types of the pages", [next, "typegen"], { quiet: true })) &&
      (await run("types", TOOLS.typecheck.runs[0], { quiet: true })),
    await run("lint", TOOLS.lint.runs[0], { quiet: true }),
    await run("lint rules that need types", TOOLS["lint:types"].runs[0], { quiet: true }),
    await run("architecture rules", TOOLS.lint.runs[2], { quiet: true }),
    await run("format", TOOLS["format:check"].runs[0], { quiet: true }),
  ];
  return !results.includes(false);
}

// The tests take longest and often wait for the database; all else fits into what they leave of two cores.
const tried = await Promise.all([
  run("unit and database tests", [command("vitest", "vitest.mjs"), "run"], {
    env: { NODE_ENV: "test" },
  }),
  (async () =>
    (await quality()) &&
    (fast ||
      ((await run("production build", ["--import", "tsx", "lib/launcher/build-now.ts"], {
        quiet: true,
      })) &&
        // Of what is built; the tests beside it still take a while.
        (await run("faults", ["--import", "tsx", "lib/faults/faults.ts"], { quiet: true })))))(),
]);
if (fast || tried.includes(false)) finish();
const chromium = await haveChromium(say);
if (!chromium)
  refuse(
    "The browser tests need Chromium, which could not be installed. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH, then run npm test again.",
  );
await run("browser tests", [command("@playwright/test", "cli.js"), "test"], {
  env: { CHROMIUM_PATH: chromium },
});
finish();
