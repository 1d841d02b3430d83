import { existsSync } from "node:fs";
import type { LaunchOptions } from "@playwright/test";
import { SYSTEM_CHROMIUM } from "@/lib/launcher/chromium.mjs";

/** Which Chromium to drive (none named: Playwright's own), with flags that also work as root in a container. */
export function chromiumOptions(): LaunchOptions {
  const executablePath =
    process.env.CHROMIUM_PATH || SYSTEM_CHROMIUM.find((path) => existsSync(path));
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
