import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { refusalForError } from "@/lib/people/access/action";
import { databaseTrouble } from "@/lib/platform/database-trouble";
import { db, disconnect, pinConnections, transaction, withConnection } from "@/lib/platform/db";
import { environment, provideEnvironment } from "@/lib/platform/env";
import { forgetReadiness, readiness } from "@/lib/platform/health";
import { applyMigrations } from "@/lib/platform/migrations";
import { spool } from "@/lib/platform/temp-file";
import { dataFolder, prepareDataFolder } from "./data-folder";
import { EmbeddedPostgres } from "./embedded-postgres";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-request-id": "abcdef-0123" }),
}));

const url = environment().DATABASE_URL!;
const database = new URL(url).pathname.slice(1);
/** The error of something that is to fail. */
const fail = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error("It worked.")),
    (error: unknown) => error,
  );

afterEach(forgetReadiness);
afterAll(disconnect);

async function outside(...statements: string[]): Promise<void> {
  await withOwnClient(url, async (client) => {
    for (const sql of statements) await client.query(sql);
  });
}

/** The last statement of a connection of the server; null once that connection is gone. */
const statementOf = async (pid: number): Promise<string | null> =>
  (
    await rowsOf<{ query: string }>(url, "SELECT query FROM pg_stat_activity WHERE pid = $1", [pid])
  )[0]?.query ?? null;

/** A folder of so many megabytes; null where this process may not mount one. */
function smallDisk(megabytes: number): string | null {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "freshqa-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], {
      stdio: "ignore",
    });
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

function unmount(folder: string): void {
  execFileSync("umount", ["-l", folder], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
}

/** Fills the remaining space. */
function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  for (let bytes = Number(bavail) * Number(bsize); bytes >= 4096; bytes = Math.trunc(bytes / 2)) {
    try {
      writeFileSync(join(folder, `filler-${bytes}`), Buffer.alloc(bytes));
    } catch {
      // Less than that is left: half of it may fit.
    }
  }
}

function clear(folder: string): void {
  execFileSync("sh", ["-c", `rm -f ${folder}/filler-*`]);
}

describe("a database that takes no writes", () => {
  it("is ready while it does", async () => {
    expect(await readiness()).toEqual({
      ready: true,
      database: "ok",
      migrations: "ok",
      uploads: "ok",
    });
  });

  it("is not ready while it is read-only, although open connections still write", async () => {
    await db.user.count();
    await outside(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    try {
      expect(await readiness()).toMatchObject({
        ready: false,
        database: "read-only",
        migrations: "ok",
        detail: expect.stringContaining("read-only"),
      });
    } finally {
      await outside(
        "SET default_transaction_read_only = off",
        `ALTER DATABASE ${database} RESET default_transaction_read_only`,
      );
    }
    forgetReadiness();
    expect(await readiness()).toMatchObject({ ready: true });
  });

  it("is named by the refusal of a write, which tells what was kept", async () => {
    const error = await fail(
      transaction(async (tx) => {
        await tx.$executeRaw`SET TRANSACTION READ ONLY`;
        await tx.user.create({ data: { email: "a@test.example", name: "A", roles: [] } });
      }),
    );
    expect(databaseTrouble(error)).toBe("read-only");
    expect(await refusalForError(error)).toEqual({
      code: "unavailable",
      message:
        "The database is currently read-only. Nothing was saved. Contact an administrator and try again later.",
    });
    const raw = await fail(
      withConnection(async (client) => {
        await client.query("BEGIN READ ONLY");
        try {
          await client.query("DELETE FROM users");
        } finally {
          await client.query("ROLLBACK");
        }
      }),
    );
    expect(databaseTrouble(raw)).toBe("read-only");
  });

  it("is asked rarely: many questions at once are one", async () => {
    const states = await Promise.all(Array.from({ length: 50 }, () => readiness()));
    expect(new Set(states).size).toBe(1);
  });
});

describe("a connection", () => {
  it("that breaks under a write leaves its outcome open, and never says that nothing was saved", async () => {
    const error = await fail(
      transaction(async (tx) => {
        const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        const broken = expect
          .poll(() => statementOf(own!.pid))
          .toContain("pg_sleep(60)")
          .then(() => outside(`SELECT pg_terminate_backend(${own!.pid})`));
        await Promise.all([broken, tx.$queryRaw`SELECT pg_sleep(60)::text`]);
      }),
    );
    expect(databaseTrouble(error)).toBe("lost");
    const refusal = await refusalForError(error);
    expect(refusal.code).toBe("unknown-outcome");
    expect(refusal.message).toContain("may or may not have been saved");
    expect(refusal.message).not.toMatch(/not saved|nothing was saved/i);
    expect((await refusalForError(error, true)).code).toBe("unavailable");
  });

  it("that was broken before is told apart by its words alone", async () => {
    const error = await fail(
      transaction(async (tx) => {
        const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await outside(`SELECT pg_terminate_backend(${own!.pid})`);
        await expect.poll(() => statementOf(own!.pid)).toBeNull();
        await tx.user.count();
      }),
    );
    expect(databaseTrouble(error)).toBe("lost");
  });

  it("that cannot be made is told as unavailable, whoever wants it", async () => {
    pinConnections();
    const down = new URL(url);
    down.port = "1";
    provideEnvironment({ DATABASE_URL: down.href });
    vi.resetModules();
    const other = await import("@/lib/platform/db");
    const health = await import("@/lib/platform/health");
    try {
      for (const work of [
        () => other.db.user.count(),
        () => other.db.$queryRaw`SELECT 1`,
        () => other.transaction((tx) => tx.user.count()),
        () => other.withConnection((client) => client.query("SELECT 1")),
      ]) {
        const error = await fail(work());
        expect(databaseTrouble(error)).toBe("unreachable");
        expect(await refusalForError(error)).toMatchObject({
          code: "unavailable",
          message: expect.stringContaining("Couldn't reach the database. Nothing was saved."),
        });
      }
      const state = await health.readiness();
      expect(state).toMatchObject({ ready: false, database: "unreachable" });
      expect(JSON.stringify(state)).not.toMatch(/127\.0\.0\.1|freshqa_test|postgres/);
    } finally {
      await other.disconnect();
      provideEnvironment({ DATABASE_URL: url });
    }
  });
});

describe("a full disk", () => {
  it("of the database makes it not ready, is named by refusals, and is over once there is room", async (context) => {
    const disk = smallDisk(160);
    if (disk === null) return context.skip();
    const folder = dataFolder(disk);
    prepareDataFolder(folder);
    const postgres = new EmbeddedPostgres({
      folder,
      settings: { shared_buffers: "16MB", max_wal_size: "32MB", min_wal_size: "32MB" },
    });
    try {
      await postgres.start();
      await applyMigrations(postgres.url);
      pinConnections();
      provideEnvironment({ DATABASE_URL: postgres.url });
      vi.resetModules();
      const [other, health] = [
        await import("@/lib/platform/db"),
        await import("@/lib/platform/health"),
      ];
      try {
        expect(await health.readiness()).toMatchObject({ ready: true });
        fill(disk);
        health.forgetReadiness();
        expect(await health.readiness()).toMatchObject({
          ready: false,
          database: "disk-full",
          detail: "The database's disk is full; nothing can be saved. Free some space.",
        });
        const error = await fail(
          other.transaction(async (tx) => {
            await tx.$executeRaw`CREATE TABLE grown AS SELECT repeat(md5(i::text), 50) FROM generate_series(1, 100000) i`;
          }),
        );
        expect(databaseTrouble(error)).toBe("disk-full");
        expect((await refusalForError(error)).message).toBe(
          "The server's disk is full. Nothing was saved. Contact an administrator and try again later.",
        );
        // Reading goes on.
        expect(await other.db.user.count()).toBeGreaterThanOrEqual(0);
        clear(disk);
        health.forgetReadiness();
        expect(await health.readiness()).toMatchObject({ ready: true });
      } finally {
        await other.disconnect();
      }
    } finally {
      provideEnvironment({ DATABASE_URL: url });
      clear(disk);
      await postgres.stop();
      unmount(disk);
    }
  }, 120_000);

  it("of uploads makes it not ready, too, and an upload says so", async (context) => {
    const disk = smallDisk(2);
    if (disk === null) return context.skip();
    vi.stubEnv("TMPDIR", disk);
    try {
      fill(disk);
      const state = await readiness();
      expect(state).toMatchObject({
        ready: false,
        database: "ok",
        uploads: "disk-full",
        detail: expect.stringContaining("files can't be uploaded"),
      });
      clear(disk);
      const error = await fail(
        spool(
          (async function* () {
            for (let i = 0; i < 64; i++) yield new Uint8Array(65_536);
          })(),
          100_000_000,
        ),
      );
      expect(databaseTrouble(error)).toBe("disk-full");
      expect((await refusalForError(error)).message).toContain(
        "The server's disk is full. Nothing was saved.",
      );
      forgetReadiness();
      expect(await readiness()).toMatchObject({ ready: true, uploads: "ok" });
    } finally {
      vi.unstubAllEnvs();
      unmount(disk);
    }
  });
});
