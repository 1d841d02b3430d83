// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's, of a package of its own: without a window to draw, it takes less of the processor. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
/** Where systems have one. */
export const SYSTEM_CHROMIUM = [HEADLESS_SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser"];

/**
 * The Chromium for the browser tests: CHROMIUM_PATH, the system's, or the one that Playwright downloaded.
 * @param {{ shell?: boolean }} [options] shell: the one without a window will do, which draws its frames in another way
 * @returns {Promise<string | null>}
 */
export async function findChromium({ shell = true } = {}) {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const { chromium } = await import("@playwright/test");
  const candidates = [...SYSTEM_CHROMIUM, chromium.executablePath()];
  return (
    candidates.find((path) => path && (shell || path !== HEADLESS_SHELL) && existsSync(path)) ??
    null
  );
}

/**
 * Finds Chromium, and installs one where there is none: the system's package with the rights for that, else Playwright's.
 * @param {(line: string) => void} say
 * @returns {Promise<string | null>} its path, or null when there is none to be had
 */
export async function haveChromium(say) {
  const found = await findChromium();
  if (found || process.env.CHROMIUM_PATH) return found;
  if (succeeds("apt-get", ["--version"])) {
    const root = process.getuid?.() === 0;
    if (root || succeeds("sudo", ["-n", "true"])) {
      say("Installing Chromium (apt-get) …");
      const apt = (/** @type {string[]} */ args) =>
        succeeds(root ? "apt-get" : "sudo", [...(root ? [] : ["-n", "apt-get"]), ...args]);
      const installs = (/** @type {string} */ name) =>
        apt(["install", "-y", "-qq", "--no-install-recommends", name]);
      if (apt(["update", "-qq"]) && (installs("chromium-headless-shell") || installs("chromium"))) {
        const installed = await findChromium();
        if (installed) return installed;
      }
    }
  }
  say("Downloading Chromium (npx playwright install chromium) …");
  spawnSync("npx", ["playwright", "install", "chromium"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return findChromium();
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function succeeds(program, args) {
  return (
    spawnSync(program, args, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  );
}
