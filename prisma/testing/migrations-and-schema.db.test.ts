import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { environmentForPrograms } from "@/lib/platform/env";
import { MIGRATIONS_FOLDER } from "@/lib/platform/migrations";
import { createTestDatabase } from "./database";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What `prisma migrate diff` says of the migrations and a schema: status 0 for no difference, 2 for one. */
async function difference(schema: string): Promise<{ status: number | null; output: string }> {
  const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      prisma,
      ...["migrate", "diff", "--exit-code"],
      ...["--from-migrations", MIGRATIONS_FOLDER, "--to-schema", schema],
    ],
    {
      encoding: "utf8",
      env: environmentForPrograms({
        DATABASE_URL: await createTestDatabase("empty"),
        PRISMA_SCHEMA_ENGINE_BINARY: resolve("lib/launcher/schema-engine.mjs"),
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      }),
    },
  );
  return { status, output: stdout + stderr };
}

// Prisma's engine is started as a program, and Windows runs no script as one.
describe.skipIf(process.platform === "win32")("migrations and prisma/schema", () => {
  it("agree", { timeout: 120_000 }, async () => {
    expect(await difference("prisma/schema")).toEqual({
      status: 0,
      output: expect.stringContaining("No difference detected"),
    });
  });

  it("differ by a table that no migration makes", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "schema-"));
    folders.push(folder);
    cpSync("prisma/schema", folder, { recursive: true });
    appendFileSync(
      join(folder, "base.prisma"),
      '\nmodel Forgotten {\n  id Int @id\n\n  @@map("forgotten")\n}\n',
    );
    expect(await difference(folder)).toEqual({
      status: 2,
      output: expect.stringContaining("forgotten"),
    });
  });
});
