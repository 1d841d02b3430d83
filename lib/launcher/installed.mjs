// @ts-check
// Plain Node without dependencies: it runs before they are installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const OLDEST = { major: 20, minor: 19 };

/**
 * One line when this Node is too old, else null.
 * @param {string} version
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return null;
  return `Node.js ${OLDEST.major}.${OLDEST.minor} or newer is required; this is ${version}. Install a newer version (https://nodejs.org) and try again.`;
}

/**
 * What npm installed and what the lock file asks for, compared: null when all is there, else why not.
 * @param {string} root
 * @returns {string | null}
 */
function missingPackages(root) {
  const lockFile = readFileSync(join(root, "package-lock.json"));
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return "they are not installed yet";
  const stamp = join(root, "node_modules", ".freshqa-installed");
  const hash = createHash("sha256")
    .update(lockFile)
    .update(readFileSync(installedFile))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return null;
  /** @type {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>} */
  const wanted = JSON.parse(lockFile.toString("utf8")).packages;
  /** @type {typeof wanted} */
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    // The root itself, and what only other platforms need.
    if (path === "" || (entry.optional && !installed[path])) continue;
    if (installed[path]?.version !== entry.version) return "they changed since they were installed";
  }
  try {
    writeFileSync(stamp, hash);
  } catch {
    // A read-only installation: compared again next time.
  }
  return null;
}

/**
 * Runs `npm ci` when it is needed.
 * @param {(line: string) => void} say
 * @returns {string | null} one line when that failed
 */
export function install(say) {
  const reason = missingPackages(ROOT);
  if (reason === null) return null;
  say(`Installing packages, because ${reason} (npm ci; about a minute) …`);
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const npm = process.env.npm_execpath;
  const result =
    npm && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], {
          cwd: ROOT,
          stdio: ["ignore", "inherit", "inherit"],
        })
      : spawnSync("npm", args, {
          cwd: ROOT,
          stdio: ["ignore", "inherit", "inherit"],
          shell: process.platform === "win32",
        });
  if (result.error)
    return `Can't start npm (${result.error.message}). It comes with Node.js; reinstall Node.js.`;
  if (result.signal) return "The installation was interrupted. Start again.";
  if (result.status !== 0)
    return "npm ci failed (see the output above). Check the network and free disk space, then start again.";
  return null;
}
