import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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

/** What a command of Prisma says on a database. */
async function prisma(
  url: string,
  ...args: string[]
): Promise<{ status: number | null; output: string }> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [createRequire(import.meta.url).resolve("prisma/build/index.js"), ...args],
    {
      encoding: "utf8",
      env: environmentForPrograms({
        DATABASE_URL: url,
        PRISMA_SCHEMA_ENGINE_BINARY: resolve("lib/launcher/schema-engine.mjs"),
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      }),
    },
  );
  return { status, output: stdout + stderr };
}

/** How the migrations differ from a schema: status 0 for no difference, 2 for one. */
const difference = async (schema: string) =>
  prisma(
    await createTestDatabase("empty"),
    ...["migrate", "diff", "--exit-code"],
    ...["--from-migrations", MIGRATIONS_FOLDER, "--to-schema", schema],
  );

/** A copy of prisma/schema with one more table. */
function schemaWithOneMore(): string {
  const folder = mkdtempSync(join(tmpdir(), "schema-"));
  folders.push(folder);
  cpSync("prisma/schema", folder, { recursive: true });
  appendFileSync(
    join(folder, "base.prisma"),
    '\nmodel Forgotten {\n  id Int @id\n\n  @@map("forgotten")\n}\n',
  );
  return folder;
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
    expect(await difference(schemaWithOneMore())).toEqual({
      status: 2,
      output: expect.stringContaining("forgotten"),
    });
  });

  it("get a migration for it from `migrate dev --create-only`", { timeout: 120_000 }, async () => {
    const schema = schemaWithOneMore();
    const migrations = join(schema, "migrations");
    cpSync(MIGRATIONS_FOLDER, migrations, { recursive: true });
    const config = join(schema, "prisma.config.mjs");
    const paths = JSON.stringify({ schema, migrations: { path: migrations } });
    writeFileSync(
      config,
      `export default { ...${paths}, datasource: { url: process.env.DATABASE_URL } };`,
    );
    expect(
      await prisma(
        await createTestDatabase(),
        ...["migrate", "dev", "--create-only", "--name", "forgotten"],
        ...["--config", config],
      ),
    ).toMatchObject({ status: 0 });
    const name = readdirSync(migrations).find((one) => one.endsWith("_forgotten"));
    expect(readFileSync(join(migrations, name!, "migration.sql"), "utf8")).toContain(
      'CREATE TABLE "forgotten"',
    );
  });
});
