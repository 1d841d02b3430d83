// @ts-check
// The programs of the product, bundled: loading some five hundred TypeScript files one by one takes longer than most of
// what they are started for. Only what was bundled from the very files that are there is loaded; else the files are.
// Plain Node, as nothing else is loaded before it.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./installed.mjs";

/** Their names, and the files they begin with. @satisfies {Record<string, string>} */
export const PROGRAMS = {
  serve: "lib/launcher/serve.ts",
  "serve-now": "lib/launcher/serve-now.ts",
  "worker-now": "lib/launcher/worker-now.ts",
  freshqa: "lib/cli/freshqa.ts",
};

/** What a bundle depends on beside the files in it. */
const SETTINGS = [
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "lib/launcher/programs.mjs",
];
/** A program that still runs may yet load a part of what it was bundled into; none does that after so long. */
const KEPT_DAYS = 7;

/**
 * What was bundled last.
 * @typedef {{ hash: string, inputs: string[], files: string[], entries: Record<string, string> }} Bundle hash: over names
 * and contents of the inputs; files: what it consists of; entries: of these, the one of each program
 */

const folderIn = (/** @type {string} */ root) =>
  join(root, "node_modules", ".cache", "freshqa", "programs");
const recordIn = (/** @type {string} */ root) => join(folderIn(root), "bundle.json");

/**
 * A hash over names and contents of files, which changes too when one of them is gone.
 * @param {string} root
 * @param {string[]} files
 */
export function hashFiles(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const path = join(root, file);
    hash.update(`${file}\0`);
    if (existsSync(path)) hash.update(createHash("sha256").update(readFileSync(path)).digest());
  }
  return hash.digest("hex");
}

/**
 * The bundle, where it is that of the files as they are now.
 * @param {string} [root]
 * @returns {Bundle | null}
 */
export function currentBundle(root = ROOT) {
  const bundle = lastBundle(root);
  return bundle !== null && hashFiles(root, bundle.inputs) === bundle.hash ? bundle : null;
}

/**
 * The bundle that was made last; null where there is none, or nothing that can be read.
 * @param {string} root
 * @returns {Bundle | null}
 */
function lastBundle(root) {
  try {
    return JSON.parse(readFileSync(recordIn(root), "utf8"));
  } catch {
    return null;
  }
}

/**
 * Bundles programs. Whoever loads one meanwhile still gets what was there before, and several may bundle at once.
 * @param {string} [root]
 * @param {Record<string, string>} [programs]
 * @returns {Promise<void>}
 */
export async function bundlePrograms(root = ROOT, programs = PROGRAMS) {
  const begin = Date.now();
  const { build } = await import("esbuild");
  const folder = folderIn(root);
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    outExtension: { ".js": ".mjs" },
    write: false,
    bundle: true,
    // What is loaded only when it is wanted stays so.
    splitting: true,
    packages: "external",
    // It says where the project is by where it is itself.
    external: ["./lib/launcher/installed.mjs"],
    platform: "node",
    format: "esm",
    target: "node20",
    // The names of errors are shown.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: "silent",
  });
  mkdirSync(folder, { recursive: true });
  const before = lastBundle(root);
  /** Whole or not at all; one that is there may be loaded at this moment. */
  const put = (/** @type {string} */ file, /** @type {string | Uint8Array} */ content) => {
    const partly = join(folder, `${file}.${process.pid}`);
    writeFileSync(partly, content);
    renameSync(partly, join(folder, file));
  };
  const files = outputFiles.map(({ path, contents }) => ({
    file: relative(folder, path),
    contents,
  }));
  for (const { file, contents } of files) if (!existsSync(join(folder, file))) put(file, contents);
  const inputs = [...Object.keys(metafile.inputs), ...SETTINGS].sort();
  // One that was changed since may have been read before or after.
  const settled = inputs.every((file) => {
    const { mtimeMs = 0 } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {};
    return mtimeMs < begin;
  });
  /** @type {Bundle} */
  const bundle = {
    hash: settled ? hashFiles(root, inputs) : "",
    inputs,
    files: files.map(({ file }) => file),
    entries: Object.fromEntries(
      Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
        Object.entries(programs)
          .filter(([, source]) => source === entryPoint)
          .map(([program]) => [program, relative(folder, join(root, output))]),
      ),
    ),
  };
  put("bundle.json", JSON.stringify(bundle));
  // The week begins when they are replaced.
  const now = new Date();
  for (const file of before?.files ?? [])
    if (existsSync(join(folder, file))) utimesSync(join(folder, file), now, now);
  const present = new Set(["bundle.json", ...bundle.files]);
  for (const file of readdirSync(folder))
    if (
      !present.has(file) &&
      now.getTime() - statSync(join(folder, file)).mtimeMs > KEPT_DAYS * 86_400_000
    )
      rmSync(join(folder, file));
}

/**
 * Loads a program: from its bundle, or else from its files.
 * @param {keyof typeof PROGRAMS} name
 * @returns {Promise<any>} what its file exports
 */
export async function loadProgram(name) {
  const entry = currentBundle()?.entries[name];
  if (entry !== undefined) {
    process.setSourceMapsEnabled(true);
    return import(pathToFileURL(join(folderIn(ROOT), entry)).href);
  }
  const { register } = await import("tsx/esm/api");
  register();
  return import(pathToFileURL(join(ROOT, PROGRAMS[name])).href);
}
