import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { environmentForPrograms } from "@/lib/platform/env";
import { compressScripts } from "./compressed-scripts";
import { FolderHeld, FolderLock } from "./folder-lock";
import { ROOT } from "./installed.mjs";
import { LaunchError } from "./launch-error";
import { bundlePrograms, currentBundle, hashFiles } from "./programs.mjs";
import type { Progress } from "./progress";

const CLIENT = join(ROOT, "prisma", "generated");
// Where next.config.ts has them built.
export const PAGES = resolve(ROOT, environmentForPrograms().NEXT_DIST_DIR || ".next");

/** What the built pages depend on. Tests, the bench, the command line and the launcher are not part of them. */
const PAGE_SOURCES = [
  "app",
  "components",
  "lib",
  "prisma/schema",
  "prisma/seed",
  "next.config.ts",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "package-lock.json",
];
const NOT_IN_PAGES = /(^|\/)(lib\/(bench|cli|faults|launcher)\/|[^/]*\.test\.tsx?$)/;
const CLIENT_SOURCES = ["prisma/schema", "package-lock.json"];

/**
 * Generates the database client, bundles the programs and builds the pages, each only when its sources changed since the
 * last time.
 * Two starts at once build one after the other, and the second finds the work done.
 * @param options.pages whether the pages are wanted; development builds them itself.
 * @throws LaunchError when either fails; the tool's own words are printed.
 */
export async function buildWhatChanged(
  progress: Progress,
  options: { pages: boolean; signal?: AbortSignal },
): Promise<void> {
  const built =
    isCurrent(CLIENT, CLIENT_SOURCES) && (!options.pages || isCurrent(PAGES, PAGE_SOURCES));
  if (!built) {
    const lock = await waitForLock(progress, options.signal);
    try {
      if (!isCurrent(CLIENT, CLIENT_SOURCES)) {
        await progress.step("Generating the database client", () =>
          build(CLIENT, CLIENT_SOURCES, ["lib/launcher/generate.mjs"], options.signal),
        );
      }
      if (options.pages && !isCurrent(PAGES, PAGE_SOURCES)) {
        const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
        await progress.step("Building the app (about 30 s)", () =>
          build(PAGES, PAGE_SOURCES, [next, "build"], options.signal),
        );
        await progress.step("Compressing scripts", () => compressScripts(PAGES));
      }
    } finally {
      lock.release();
    }
  }
  if (currentBundle() === null) await progress.step("Bundling the programs", bundle(progress));
}

/** Bundled programs only start sooner: where they can't be bundled (a read-only folder, half an edit) all else goes on. */
function bundle(progress: Progress): () => Promise<void> {
  return async () => {
    try {
      await bundlePrograms();
    } catch (error) {
      const [line] = (error as Error).message.split("\n");
      progress.say(`  not bundled, so they start more slowly: ${line}`);
    }
  };
}

async function waitForLock(progress: Progress, signal?: AbortSignal): Promise<FolderLock> {
  const folder = join(ROOT, "node_modules", ".cache", "freshqa", "build-lock");
  for (let told = false; ; told = true) {
    try {
      return await FolderLock.take(folder, "build");
    } catch (error) {
      if (!(error instanceof FolderHeld)) throw error;
      if (!told)
        progress.say(`Another build is running (process ${error.holder.pid}). Waiting for it …`);
      await pause(300, undefined, { signal });
    }
  }
}

async function build(
  target: string,
  sources: string[],
  args: string[],
  signal?: AbortSignal,
): Promise<void> {
  // The hash from before: what changes while the tool runs must lead to another run.
  const hash = hashSources(ROOT, sources);
  rmSync(stampOf(target), { force: true });
  const { status, output } = await runNode(args, signal);
  if (status !== 0) {
    process.stderr.write(output);
    if (/ENOSPC|No space left/.test(output))
      throw new LaunchError("The project's disk is full. Free about 300 MB and start again.");
    throw new LaunchError(
      `"node ${relative(ROOT, resolve(ROOT, args[0]!))} ${args.slice(1).join(" ")}" failed; see the output above.`,
    );
  }
  writeFileSync(stampOf(target), hash);
}

function runNode(
  args: string[],
  signal?: AbortSignal,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const env = environmentForPrograms({
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      FORCE_COLOR: "0",
    });
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}

const stampOf = (target: string) => join(target, ".freshqa-sources");

function isCurrent(target: string, sources: string[]): boolean {
  const stamp = stampOf(target);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashSources(ROOT, sources);
}

/** A hash over names and contents of all files that count, in a fixed order. */
export function hashSources(root: string, sources: string[]): string {
  const files = sources
    .flatMap((source) => listFiles(join(root, source)))
    .map((file) => relative(root, file).split(sep).join("/"))
    .sort();
  return hashFiles(
    root,
    files.filter((name) => !NOT_IN_PAGES.test(name)),
  );
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return [path];
    throw error;
  }
}
