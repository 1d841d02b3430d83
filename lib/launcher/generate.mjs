// @ts-check
// `npm run generate`: Prisma's client from prisma/schema.
// Prisma first downloads a native engine that generating never runs; naming any program as that engine keeps it
// from trying, so that this works without a network.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { ROOT } from "./installed.mjs";

const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
const result = spawnSync(process.execPath, [prisma, "generate", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
    ...process.env,
  },
});
process.exit(result.status ?? 1);
