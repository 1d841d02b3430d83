import { defineConfig, devices } from "@playwright/test";
import { chromiumOptions } from "./e2e/support/chromium";

/** These start and kill servers of their own, and need no browser. */
const SERVERS = ["launcher.spec.ts", "rating-resilience.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/prepare.ts",
  // A server and a dataset per file (e2e/support/journey.ts), whose journeys come one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A failed journey starts again on a new server and dataset, since a failure ends its worker: who passes then is
  // flaky, which `npm test` names and counts.
  retries: 1,
  timeout: 300_000,
  // Nothing is timed here (npm run bench does): this only ends what would never come, also on a slow machine.
  expect: { timeout: 20_000 },
  reporter: [
    ["list"],
    ["./e2e/support/failures.ts"],
    // Read by lib/launcher/test.mjs.
    ["json", { outputFile: "test-results/journeys.json" }],
  ],
  outputDir: "test-results/journeys",
  // Traces double the time of a run: `npx playwright test --trace=on` where one is wanted.
  use: {
    locale: "en-US",
    timezoneId: "Pacific/Auckland",
    screenshot: "only-on-failure",
    // What moves is not where it is clicked.
    contextOptions: { reducedMotion: "reduce" },
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
