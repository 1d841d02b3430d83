import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { chromiumOptions } from "./e2e/support/chromium";

// This file is read again in every worker: what is chosen here is chosen once and handed on.
if (!process.env.FRESHQA_E2E_PORT) {
  const folder = mkdtempSync(join(tmpdir(), "freshqa-e2e-"));
  const freePort = () => execFileSync(process.execPath, ["-e", "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{process.stdout.write(String(s.address().port));s.close()})"]).toString();
  process.env.FRESHQA_E2E_DATA = folder;
  process.env.FRESHQA_E2E_PORT = freePort();
  // Where people.spec.ts runs its OpenID provider.
  process.env.FRESHQA_E2E_OIDC_PORT = freePort();
  // After the server has ended.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
const address = `http://localhost:${process.env.FRESHQA_E2E_PORT}`;

export default defineConfig({
  testDir: "e2e",
  // One server and one data set: journeys come one after the other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  reporter: [["list"]],
  outputDir: "test-results",
  use: { baseURL: address, locale: "en-US", timezoneId: "Pacific/Auckland", trace: "retain-on-failure", screenshot: "only-on-failure" },
  projects: [
    { name: "launcher", testMatch: "launcher.spec.ts" },
    { name: "journeys", testIgnore: "launcher.spec.ts", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 }, launchOptions: chromiumOptions() } },
  ],
  webServer: {
    command: `"${process.execPath}" lib/launcher/start.mjs`,
    url: `${address}/api/health/ready`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      PORT: process.env.FRESHQA_E2E_PORT,
      FRESHQA_DATA_DIR: process.env.FRESHQA_E2E_DATA!,
      FRESHQA_SEED: "sample",
      LOG_LEVEL: "warn",
      // Empty counts as not set: whatever the user has must not reach the tests.
      DATABASE_URL: "", HOST: "", NEXTAUTH_URL: "", NEXTAUTH_SECRET: "", GITHUB_ID: "", GITHUB_SECRET: "", GOOGLE_ID: "", GOOGLE_SECRET: "",
      OIDC_ISSUER: `http://127.0.0.1:${process.env.FRESHQA_E2E_OIDC_PORT}`, OIDC_CLIENT_ID: "workbench", OIDC_CLIENT_SECRET: "only for tests", OIDC_NAME: "Test provider",
    },
  },
});
