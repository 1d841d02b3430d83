import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// A zone that is never UTC and changes its clocks: whatever leans on the machine's zone shows here.
const zone = { TZ: "Pacific/Auckland", LOG_LEVEL: "silent" };
const shared = {
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/[\\/]$/, "") } },
};
// Loading the packages once per process, not once per file, saves a fifth; fresh-file.ts gives each file its own state.
const oneProcess = { isolate: false, sequence: { setupFiles: "list" as const } };
// Long enough for a machine that is busy with all else. There is no way to run a test again in place: what the first try
// left in its database would still be there (lib/launcher/test.mjs runs the file again).
const expectations = { poll: { timeout: 20_000, interval: 25 } };
const notTests = ["**/node_modules/**", ".next*/**", ".data/**", "e2e/**"];

export default defineConfig({
  ...shared,
  test: {
    // Vitest leaves a core for watching; these tests run once, and mostly wait for the database.
    maxWorkers: "100%",
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          ...oneProcess,
          setupFiles: ["prisma/testing/fresh-file.ts"],
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...notTests, "**/*.db.test.ts"],
          // Pure tests have no database; one that reaches for the user's must not find it.
          env: { ...zone, DATABASE_URL: "" },
          expect: expectations,
          testTimeout: 30_000,
        },
      },
      {
        ...shared,
        test: {
          name: "database",
          ...oneProcess,
          include: ["**/*.db.test.ts"],
          exclude: notTests,
          env: zone,
          expect: expectations,
          pool: "forks",
          globalSetup: ["prisma/testing/global-setup.ts"],
          setupFiles: ["prisma/testing/fresh-file.ts", "prisma/testing/file-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
