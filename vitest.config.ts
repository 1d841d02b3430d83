import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// A zone that is never UTC and changes its clocks: whatever leans on the machine's zone shows here.
const zone = { TZ: "Pacific/Auckland", LOG_LEVEL: "silent" };
const shared = {
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/[\\/]$/, "") } },
};
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
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...notTests, "**/*.db.test.ts"],
          // Pure tests have no database; one that reaches for the user's must not find it.
          env: { ...zone, DATABASE_URL: "" },
        },
      },
      {
        ...shared,
        test: {
          name: "database",
          include: ["**/*.db.test.ts"],
          exclude: notTests,
          env: zone,
          pool: "forks",
          globalSetup: ["prisma/testing/global-setup.ts"],
          setupFiles: ["prisma/testing/file-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
