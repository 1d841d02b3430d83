// @ts-check
// What a change can reach: which tests `npm run check` runs, and which files it lints and formats.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { askGit, recordedRuns } from "./flaky.mjs";

const CODE = /\.(tsx?|mjs)$/;
/** Code that a test can reach. */
const IN_GRAPH = /^(app|components|lib|prisma)\/.*(?<!\.d)\.(tsx?|mjs)$/;
/** Of that, the tests. */
const TEST = /\.test\.tsx?$/;
/** What every test stands on. */
const FOUNDATION =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|prisma\/(schema|migrations)\/.*|prisma\/testing\/(fresh-file|file-setup|global-setup|throw-away-server)\.ts)$/;
const TESTING = "prisma/testing/";
/** What esbuild calls the list of all files. */
const ENTRY = "<stdin>";
/** Looks through the sources, whichever there are. */
const LOOKS_AROUND = /readdirSync\(.*recursive: true/;

/**
 * The files that git lists.
 * @param {string} root
 * @param {string[]} args
 * @returns {string[]}
 * @throws Error with git's words when it can't
 */
function list(root, [command = "", ...args]) {
  const { status, stdout, stderr } = spawnSync("git", [command, "-z", ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`git ${command} failed: ${stderr}`);
  return stdout.split("\0").filter((file) => file !== "");
}

/**
 * The commit that a change begins at: the one given; else where this branch left its upstream; else the last one that
 * passed `npm test` here; else HEAD.
 * @param {string} root
 * @param {string | undefined} given
 * @returns {string | null} null: there is no such commit
 */
export function beginOfChange(root, given) {
  const commit = (/** @type {string} */ name) =>
    askGit(root, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
  if (given !== undefined) return commit(given);
  const head = commit("HEAD");
  const upstream = askGit(root, ["merge-base", "HEAD", "@{upstream}"]);
  // A branch that was pushed as it is has still something to check.
  if (upstream !== null && upstream !== head) return upstream;
  const passed = recordedRuns()
    .filter((run) => run.what === "test" && run.passed && !run.commit.endsWith("+"))
    .map((run) => run.commit)
    .findLast((one) => askGit(root, ["merge-base", one, "HEAD"])?.startsWith(one));
  return passed === undefined ? head : commit(passed);
}

/**
 * Files that differ from a commit, those that git does not know yet and those that are gone among them.
 * @param {string} root
 * @param {string} since
 * @returns {string[]}
 */
export function changedFiles(root, since) {
  return [
    ...new Set([
      ...list(root, ["diff", "--name-only", "--no-renames", "--relative", since]),
      ...list(root, ["ls-files", "--others", "--exclude-standard"]),
    ]),
  ];
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
  const code = list(root, ["ls-files", "--cached", "--others", "--exclude-standard"]).filter(
    (file) => IN_GRAPH.test(file) && existsSync(join(root, file)),
  );
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
  /** Who names it: whoever may start it, by its path or what is left of that in pieces; what tests may read, by its name. */
  const namedBy = (/** @type {string} */ named) => {
    const name = basename(named);
    const imported = importers.get(named)?.some((file) => file !== ENTRY) ?? false;
    if (!CODE.test(named))
      return inTests.filter(
        ({ file, text }) => text.includes(name) || (!imported && dirname(file) === dirname(named)),
      );
    const started = !imported && !TEST.test(named);
    return sources.filter(
      ({ text }) => text.includes(named) || (started && text.includes(`"${name}"`)),
    );
  };
  const looking = inTests.filter(({ text }) => LOOKS_AROUND.test(text));
  const reached = new Set([...changed, ...looking.map(({ file }) => file)]);
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) reached.add(importer);
    for (const naming of namedBy(file)) reached.add(naming.file);
  }
  if ([...reached].some((file) => FOUNDATION.test(file))) return null;
  return tests.filter((file) => reached.has(file));
}
