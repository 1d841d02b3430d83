// @ts-check
// What a change can reach: which tests `npm run check` runs, and which files it lints and formats.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { recordedRuns } from "./flaky.mjs";

const CODE = /\.(tsx?|mjs)$/;
/** Code that a test can reach. */
const IN_GRAPH = /^(app|components|lib|prisma)\/.*(?<!\.d)\.(tsx?|mjs)$/;
/** Of that, the tests. */
const TEST = /\.test\.tsx?$/;
/** What every test stands on. */
const FOUNDATION =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|prisma\/(schema|migrations)\/.*|prisma\/testing\/(fresh-file|file-setup|global-setup|throw-away-server)\.ts)$/;
const TESTING = "prisma/testing/";
/** Looks through the sources, whichever there are. */
const LOOKS_AROUND = /readdirSync\([^)]*recursive: true/;

/**
 * Git's words, "" where it has none.
 * @param {string} root
 * @param {string[]} args
 */
function git(root, args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

/**
 * The commit that a change begins at: the one given; else where this branch left its upstream; else the last one that
 * passed `npm test` here; else HEAD.
 * @param {string} root
 * @param {string | undefined} given
 * @returns {string} "" where the given one is none
 */
export function beginOfChange(root, given) {
  if (given !== undefined)
    return git(root, ["rev-parse", "--verify", "--quiet", `${given}^{commit}`]);
  const upstream = git(root, ["merge-base", "HEAD", "@{upstream}"]);
  if (upstream !== "") return upstream;
  const passed = recordedRuns()
    .filter((run) => run.what === "test" && run.passed && !run.commit.endsWith("+"))
    .map(({ commit }) => commit)
    .findLast((commit) => git(root, ["merge-base", commit, "HEAD"]).startsWith(commit));
  return git(root, ["rev-parse", passed ?? "HEAD"]);
}

/**
 * Files that differ from a commit, those that git does not know yet and those that are gone among them.
 * @param {string} root
 * @param {string} since
 * @returns {string[]}
 */
export function changedFiles(root, since) {
  const files = [
    git(root, ["diff", "--name-only", "--no-renames", since]),
    git(root, ["ls-files", "--others", "--exclude-standard"]),
  ];
  return [...new Set(files.flatMap((text) => text.split("\n")))].filter((file) => file !== "");
}

/**
 * The tests that a change can reach: by imports, or by naming a file that they read or start. Tests that look through
 * all sources are always among them.
 * @param {string} root
 * @param {string[]} changed
 * @returns {Promise<string[] | null>} null: all of them
 */
export async function testsReached(root, changed) {
  if (changed.some((file) => FOUNDATION.test(file))) return null;
  const code = git(root, ["ls-files", "--cached", "--others", "--exclude-standard"])
    .split("\n")
    .filter((file) => IN_GRAPH.test(file) && existsSync(join(root, file)));
  const tests = code.filter((file) => TEST.test(file));
  const { metafile } = await build({
    absWorkingDir: root,
    // One entry, so that nothing is printed more than once; only who imports whom is wanted of it. Programs that tests
    // start are imported by none.
    stdin: { contents: code.map((file) => `import "./${file}";`).join("\n"), resolveDir: root },
    bundle: true,
    write: false,
    outdir: join(root, "node_modules"),
    packages: "external",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty" },
    metafile: true,
    logLevel: "silent",
  });
  /** @type {Map<string, string[]>} file → who imports it */
  const importers = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    for (const { path, external } of imports)
      if (!external) importers.set(path, [...(importers.get(path) ?? []), file]);
  const sources = Object.keys(metafile.inputs)
    .filter((file) => existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const inTests = sources.filter(({ file }) => TEST.test(file) || file.startsWith(TESTING));
  /** Who names it: whoever may start a program, by its path; what tests may read, by its name. */
  const namedBy = (/** @type {string} */ named) =>
    CODE.test(named)
      ? sources.filter(({ text }) => text.includes(named))
      : inTests.filter(({ text }) => text.includes(basename(named)));
  const looking = inTests.filter(({ text }) => LOOKS_AROUND.test(text));
  const reached = new Set([...changed, ...looking.map(({ file }) => file)]);
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) reached.add(importer);
    for (const naming of namedBy(file)) reached.add(naming.file);
  }
  return tests.filter((file) => reached.has(file));
}
