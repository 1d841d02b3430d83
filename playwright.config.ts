import { defineConfig, devices } from "@playwright/test";
import { chromiumOptions } from "./e2e/support/chromium";

/** These start and kill servers of their own, and need no browser. */
const SERVERS = ["launcher.spec.ts", "rating-resilience.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/build.ts",
  // A server and a dataset per worker (e2e/support/journey.ts); the journeys of one file come one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  // Traces double the time of a run: `npx playwright test --trace=on` where one is wanted.
  use: { locale: "en-US", timezoneId: "Pacific/Auckland", screenshot: "only-on-failure" },
  projects: [
    { name: "launcher", testMatch: SERVERS },
    {
      name: "journeys",
      testIgnore: SERVERS,
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 1280, height: 800 },
        launchOptions: chromiumOptions(),
      },
    },
  ],
});
