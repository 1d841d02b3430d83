// `npm run db:studio` and `npm run prisma -- migrate dev …`: Prisma's own program on the database of DATABASE_URL, or on
// the embedded one. Prisma would download a native engine for `migrate`; schema-engine.mjs replaces it, except on
// Windows, which runs no script as a program.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { environmentForPrograms } from "@/lib/platform/env";
import { openDatabase } from "./database-access";
import { explain } from "./launch-error";

const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
const engine = fileURLToPath(new URL("./schema-engine.mjs", import.meta.url));

try {
  const access = await openDatabase();
  try {
    process.exitCode = await new Promise<number>((resolve, reject) => {
      const child = spawn(process.execPath, [prisma, ...process.argv.slice(2)], {
        stdio: "inherit",
        env: environmentForPrograms({
          DATABASE_URL: access.url,
          PRISMA_HIDE_UPDATE_MESSAGE: "1",
          CHECKPOINT_DISABLE: "1",
          ...(process.platform !== "win32" && { PRISMA_SCHEMA_ENGINE_BINARY: engine }),
        }),
      });
      // Ended by a signal, this process closes the database; Prisma must not outlive it.
      process.once("exit", () => child.kill());
      child.on("error", reject);
      child.on("close", (status) => resolve(status ?? 1));
    });
  } finally {
    await access.close();
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
