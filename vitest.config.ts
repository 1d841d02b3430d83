import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// A zone that is never UTC and changes its clocks: whatever leans on the machine's zone shows here.
const zone = { TZ: "Pacific/Auckland", LOG_LEVEL: "silent" };
const shared = {
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/[\\/]$/, "") } },
};
// Loading the packages once per process, not once per file, saves a fifth; fresh-file.ts gives each file its own state.
const oneProcess = { isolate: false, sequence: { setupFiles: "list" as const } };
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
