import { withOwnClient } from "@/lib/platform/own-client";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { environment, provideEnvironment } from "@/lib/platform/env";
import { dataFolder } from "./data-folder";
import { openDatabase } from "./database-access";
import { FolderLock } from "./folder-lock";
import { resetDatabase } from "./reset-database";

const external = environment().DATABASE_URL!;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "freshqa-access-"));
  provideEnvironment({ DATABASE_URL: undefined, FRESHQA_DATA_DIR: root });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  provideEnvironment({ DATABASE_URL: external, FRESHQA_DATA_DIR: undefined });
});

async function ask(url: string, sql: string): Promise<unknown> {
  return withOwnClient(url, async (client) => (await client.query(sql)).rows[0]);
}

describe("the database of a command", () => {
  it("is that of DATABASE_URL when it is set, and no data folder is touched", async () => {
    provideEnvironment({ DATABASE_URL: external });
    const access = await openDatabase();
    expect(access).toMatchObject({ url: external, source: "external" });
    await access.close();
    expect(existsSync(join(root, "lock"))).toBe(false);
  });

  it("is started, brought up to date and stopped again when no server runs; one command waits for another", async () => {
    const first = await openDatabase();
    expect(first.source).toBe("own");
    expect(environment().DATABASE_URL).toBe(first.url);
    expect(
      await ask(first.url, "SELECT count(*)::int > 0 AS migrated FROM _prisma_migrations"),
    ).toEqual({ migrated: true });
    await ask(first.url, "CREATE TABLE kept (id int)");
    provideEnvironment({ DATABASE_URL: undefined });
    await expect(resetDatabase({ questions: true })).rejects.toThrow(
      `is in use by process ${process.pid} (a freshqa command)`,
    );

    const second = openDatabase();
    await first.close();
    await expect(ask(first.url, "SELECT 1")).rejects.toThrow();
    const access = await second;
    expect(await ask(access.url, "SELECT to_regclass('kept') IS NOT NULL AS there")).toEqual({
      there: true,
    });
    await access.close();

    await resetDatabase({ questions: false });
    expect(existsSync(dataFolder(root).cluster)).toBe(false);
  });

  it("is the running server's, and stays when the command ends", async () => {
    const own = await openDatabase();
    await own.close();
    // A server of another process, as far as the lock tells; only its words are read here.
    const lock = await FolderLock.take(dataFolder(root).lock, "server");
    await expect(openDatabase({ waitMs: 300 })).rejects.toThrow("Wait until it finishes");
    lock.update({ databasePort: 5999 });
    const access = await openDatabase();
    expect(access.source).toBe("server");
    expect(access.url).toMatch(/^postgresql:\/\/freshqa:[^@]+@127\.0\.0\.1:5999\/freshqa$/);
    await access.close();
    lock.release();
  });
});
