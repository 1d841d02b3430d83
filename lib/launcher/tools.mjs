// @ts-check
import { join } from "node:path";
import { ROOT } from "./installed.mjs";

/** @param {string} path of a package's program, within node_modules */
const program = (path) => join(ROOT, "node_modules", path);

const PRETTIER = [program("prettier/bin/prettier.cjs"), "--cache", "--cache-strategy=content"];

const KNIP = [program("knip/bin/knip.js"), "--reporter", "compact"];

/**
 * The programs behind the scripts of package.json, each with its arguments.
 * `needs`: "client" is the database client, "pages" also the types that Next.js writes for pages and style sheets.
 * @satisfies {Record<string, { needs: "nothing" | "client" | "pages", runs: [string[], ...string[][]] }>}
 */
export const TOOLS = {
  lint: {
    needs: "pages",
    runs: [
      [program("eslint/bin/eslint.js"), ".", "--max-warnings=0"],
      [program("oxlint/bin/oxlint"), "."],
      [
        program("dependency-cruiser/bin/dependency-cruise.mjs"),
        "app",
        "components",
        "lib",
        "prisma",
        "e2e",
      ],
      [...KNIP],
      [...KNIP, "--production"],
    ],
  },
  "lint:types": { needs: "pages", runs: [[program("oxlint/bin/oxlint"), "."]] },
  typecheck: { needs: "pages", runs: [[program("typescript-7/bin/tsc"), "--noEmit"]] },
  format: { needs: "nothing", runs: [[...PRETTIER, "--write", "--log-level=warn", "."]] },
  "format:check": { needs: "nothing", runs: [[...PRETTIER, "--check", "--log-level=warn", "."]] },
  "test:unit": {
    needs: "client",
    runs: [[program("vitest/vitest.mjs"), "run", "--project", "unit"]],
  },
  "test:fuzz": {
    needs: "client",
    runs: [
      [
        program("vitest/vitest.mjs"),
        "run",
        "--project",
        "unit",
        "prisma/testing/fuzz/fuzz.test.ts",
      ],
    ],
  },
  "test:db": {
    needs: "client",
    runs: [[program("vitest/vitest.mjs"), "run", "--project", "database"]],
  },
  "test:e2e": { needs: "client", runs: [[program("@playwright/test/cli.js"), "test"]] },
  pictures: {
    needs: "client",
    runs: [
      [
        program("@playwright/test/cli.js"),
        "test",
        "e2e/home/sample.spec.ts",
        "e2e/home/first-benchmark.spec.ts",
        "--retries=0",
      ],
    ],
  },
  inventory: {
    needs: "client",
    runs: [["--import", "tsx", join(ROOT, "prisma/testing/inventory/inventory.ts")]],
  },
  "migration:check": {
    needs: "client",
    runs: [
      [
        program("vitest/vitest.mjs"),
        "run",
        "--project",
        "database",
        "prisma/testing/migrations-and-schema.db.test.ts",
      ],
    ],
  },
};
