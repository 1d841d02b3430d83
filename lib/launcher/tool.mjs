// @ts-check
// `npm run lint`, `npm run test:unit -- lib/people` and the like: installs and generates what the tool needs, then runs
// it with the arguments given.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { haveChromium } from "./chromium.mjs";
import { install, nodeProblem, ROOT } from "./installed.mjs";
import { TOOLS } from "./tools.mjs";

const [, , name, ...arguments_] = process.argv;
// `npm run test:fuzz -- --long`: a minute for each parser, from another seed each time, which the first line names.
const long = name === "test:fuzz" && arguments_.includes("--long");
const given = arguments_.filter((one) => !(long && one === "--long"));

/** @param {string} line */
const say = (line) => void process.stderr.write(`${line}\n`);

/**
 * Runs a program with this Node; ends the process with its status when it fails.
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options] quiet: its output appears only if it fails
 */
function run(args, { quiet = false, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
    stdio: quiet ? "pipe" : "inherit",
    encoding: "utf8",
  });
  if (status === 0) return;
  if (quiet) say(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}

const tool = Object.entries(TOOLS).find(([known]) => known === name)?.[1];
const problem =
  tool === undefined
    ? `Unknown tool. Choose ${Object.keys(TOOLS).join(", ")}.`
    : (nodeProblem(process.versions.node) ?? install(say));
if (tool === undefined || problem) {
  say(problem ?? "");
  process.exit(1);
}

/** @type {Record<string, string>} */
const env = {};
if (tool.needs !== "nothing")
  run(["--import", "tsx", join(ROOT, "lib/launcher/build-now.ts"), "--client-only"], {
    quiet: true,
  });
if (tool.needs === "pages")
  run([join(ROOT, "node_modules/next/dist/bin/next"), "typegen"], { quiet: true });
if (name === "test:e2e" || name === "pictures") {
  const chromium = await haveChromium(say);
  if (!chromium) {
    say("Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
    process.exit(1);
  }
  env.CHROMIUM_PATH = chromium;
}
// Where journeys keep the pictures that they take; beside their results otherwise.
if (name === "pictures") env.FRESHQA_PICTURES = join(ROOT, "public/pictures");
if (name?.startsWith("test:") || name === "migration:check") env.NODE_ENV = "test";
if (long) {
  env.FUZZ_SECONDS = process.env.FUZZ_SECONDS ?? "60";
  env.FUZZ_SEED = process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31);
  say(
    `Seed ${env.FUZZ_SEED}, ${env.FUZZ_SECONDS} s for each parser; again: FUZZ_SEED=${env.FUZZ_SEED} npm run test:fuzz -- --long`,
  );
}
for (const [at, args] of tool.runs.entries()) run(at === 0 ? [...args, ...given] : args, { env });
