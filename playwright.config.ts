import { defineConfig, devices } from "@playwright/test";
import { chromiumOptions } from "./e2e/support/chromium";

/** These start and kill servers of their own, and need no browser. */
const SERVERS = ["launcher.spec.ts", "rating-resilience.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/sample-data.ts",
  // A server and a dataset per file (e2e/support/journey.ts), whose journeys come one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000,
  // Nothing is timed here (npm run bench does): this only ends what would never come, also on a slow machine.
  expect: { timeout: 60_000 },
  reporter: [["list"], ["./e2e/support/failures.ts"]],
  outputDir: "test-results",
  // Traces double the time of a run: `npx playwright test --trace=on` where one is wanted.
  use: {
    locale: "en-US",
    timezoneId: "Pacific/Auckland",
    screenshot: "only-on-failure",
    // A step that waits for ever is reported by its own name, not as a journey that took too long.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
  },
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
