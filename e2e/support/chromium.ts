import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** Which Chromium to drive (none named: Playwright's own), with flags that also work as root in a container. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH || SYSTEM.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
