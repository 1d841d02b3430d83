import { withOwnClient } from "@/lib/platform/own-client";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { FolderLock } from "@/lib/launcher/folder-lock";
import { PASSWORD_FILE } from "@/lib/launcher/postgres-cluster";
import { lockStatement } from "@/lib/platform/advisory-locks";
import { checkDatabase } from "@/lib/platform/backup/checks";
import { CHECKSUMS, entryOf, MANIFEST, type Manifest } from "@/lib/platform/backup/manifest";
import { BackupFile } from "@/lib/platform/backup/read";
import { restoreBackup, type RestoreOrder, type Restored } from "@/lib/platform/backup/restore";
import { checksumLines, writeBackup, type BackupOrder } from "@/lib/platform/backup/write";
import { disconnect, pinConnections, type Tx } from "@/lib/platform/db";
import { environment, provideEnvironment } from "@/lib/platform/env";
import { applyMigrations, MIGRATIONS_FOLDER } from "@/lib/platform/migrations";
import { freshqa as inProcess, freshqaProcess } from "@/prisma/testing/command-line";
import { createTestDatabase } from "@/prisma/testing/database";
import { dumpData, restoreData } from "@/prisma/testing/database-dump";
import { fillWithOneOfEverything } from "@/prisma/testing/one-of-everything";
import { unzip, zip } from "@/prisma/testing/rezip";
import { value } from "@/prisma/testing/value";
import { CHECKS, GUARDS, LEFT_OUT, WRITTEN_BY_MIGRATIONS } from "./installation";
import { pastGuards } from "@/prisma/testing/past-guards";
import { sealAll } from "@/prisma/testing/sealed";
import { notEmpty } from "@/prisma/testing/not-empty";

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const source = environment().DATABASE_URL!;
const full = join(folder, "full.zip");

const backUp = (path: string, more: Partial<BackupOrder> = {}) =>
  writeBackup({
    databaseUrl: source,
    path,
    force: false,
    productVersion: "0.1.0",
    leftOut: Object.keys(LEFT_OUT),
    ...more,
  });

async function restore(
  path: string,
  databaseUrl: string,
  more: Partial<RestoreOrder> = {},
): Promise<Restored> {
  const file = await BackupFile.open(path);
  try {
    return await restoreBackup({
      databaseUrl,
      file,
      writtenByMigrations: WRITTEN_BY_MIGRATIONS,
      checks: CHECKS,
      acceptFaults: false,
      record: async () => {},
      ...more,
    });
  } finally {
    file.close();
  }
}

/** Works on another database, with modules that are loaded again for it. */
async function workingOn<T>(url: string, work: (db: Tx) => Promise<T>): Promise<T> {
  pinConnections();
  vi.resetModules();
  provideEnvironment({ DATABASE_URL: url });
  const platform = await import("@/lib/platform/db");
  try {
    return await work(platform.db);
  } finally {
    await platform.disconnect();
    provideEnvironment({ DATABASE_URL: source });
  }
}

/** The rows of all tables that a backup holds, and where the sequences are. */
async function contents(
  url: string,
): Promise<{ tables: Record<string, string>; sequences: unknown[] }> {
  return withOwnClient(url, async (client) => {
    await client.query("SET TimeZone = 'UTC'");
    const parts = (await dumpData(client)).split("\\table ").slice(1);
    const tables = Object.fromEntries(
      parts.map((part) => [part.slice(1, part.indexOf('"', 1)), part]),
    );
    for (const name of Object.keys(LEFT_OUT)) delete tables[name];
    const { rows } = await client.query(
      "SELECT sequencename::text AS name, last_value::text AS at FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
    );
    return { tables, sequences: rows };
  });
}

/** Every trigger, foreign keys' own included, and every constraint, in words. */
async function rulesOf(url: string): Promise<string[]> {
  return withOwnClient(url, async (client) => {
    const { rows } = await client.query<{ rule: string }>(`
      SELECT c.relname || ' ' || t.tgenabled::text || ' ' || regexp_replace(pg_get_triggerdef(t.oid), '_[0-9]+"', '"') AS rule FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`);
    return rows.map(({ rule }) => rule);
  });
}

beforeAll(async () => {
  await fillWithOneOfEverything();
  await sealAll(source);
  await backUp(full);
}, 120_000);
afterAll(async () => {
  await disconnect();
  rmSync(folder, { recursive: true });
});

describe("what the product tells its backups", () => {
  it("names exactly the rows that migrations write", async () => {
    await withOwnClient(await createTestDatabase(), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1",
      );
      expect(rows.length).toBeGreaterThan(55);
      const filled: string[] = [];
      for (const { name } of rows)
        if ((await client.query(`SELECT 1 FROM "${name}"`)).rowCount! > 0) filled.push(name);
      expect([...filled, "health_probe"].sort()).toEqual(Object.keys(WRITTEN_BY_MIGRATIONS).sort());
      for (const name of notEmpty(filled))
        expect(
          (
            await client.query(
              `SELECT 1 FROM "${name}" WHERE (${WRITTEN_BY_MIGRATIONS[name]}) IS NOT TRUE`,
            )
          ).rowCount,
        ).toBe(0);
      const names = rows.map(({ name }) => name);
      for (const name of Object.keys(LEFT_OUT)) expect(names).toContain(name);
    });
  });

  it("names every trigger of the migrations as a guard", async () => {
    await withOwnClient(source, async (client) => {
      const { rows } = await client.query<{ guard: string; fires: string }>(
        "SELECT tgname || ' ' || relname AS guard, tgenabled::text AS fires FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT tgisinternal ORDER BY 1",
      );
      expect(rows.length).toBeGreaterThan(25);
      expect(
        Object.entries(GUARDS)
          .flatMap(([name, tables]) => tables.map((table) => `${name} ${table}`))
          .sort(),
      ).toEqual(rows.map(({ guard }) => guard).sort());
      expect(new Set(rows.map(({ fires }) => fires))).toEqual(new Set(["A"]));
    });
  });

  it("finds no fault in a database that was filled through the product's commands, and looks at something each time", async () => {
    const outcomes = await withOwnClient(source, (client) => checkDatabase(client, CHECKS));
    expect(outcomes.map(({ words, wrong }) => [wrong, words])).toEqual(
      outcomes.map(({ words }) => [0, words]),
    );
    for (const { what, checked } of notEmpty(outcomes))
      expect({ what, enough: checked > 1 }).toEqual({ what, enough: true });
  });
});

describe("a restored installation", () => {
  let restored: string;
  beforeAll(async () => {
    restored = await createTestDatabase();
    await restore(full, restored);
  }, 60_000);

  it("has every row of every table and every sequence where it was", async () => {
    const [before, after] = [await contents(source), await contents(restored)];
    expect(Object.keys(before.tables).length).toBeGreaterThan(45);
    expect(after).toEqual(before);
  });

  it("has nothing of sessions, throttles and leases", async () => {
    const there: string[] = [];
    for (const name of Object.keys(LEFT_OUT)) {
      expect(
        (await withOwnClient(restored, (client) => client.query(`SELECT 1 FROM "${name}"`)))
          .rowCount,
      ).toBe(0);
      if (
        (await withOwnClient(source, (client) => client.query(`SELECT 1 FROM "${name}"`)))
          .rowCount! > 0
      )
        there.push(name);
    }
    expect(there.length).toBeGreaterThan(3);
  });

  it("has the triggers and constraints of any other, each firing as it did", async () => {
    const rules = await rulesOf(source);
    expect(rules.length).toBeGreaterThan(200);
    expect(await rulesOf(restored)).toEqual(rules);
    const other = await createTestDatabase();
    expect(rules).toEqual(await rulesOf(other));
  });

  it("still refuses what append-only tables, sealed releases and foreign keys refuse", async () => {
    await withOwnClient(restored, async (client) => {
      for (const table of notEmpty(GUARDS.append_only!)) {
        await expect(client.query(`DELETE FROM "${table}"`), table).rejects.toThrow(/append-only/);
      }
      await expect(
        client.query(
          "INSERT INTO release_chunks SELECT release_id, 99, bytes FROM release_chunks LIMIT 1",
        ),
      ).rejects.toThrow(/published/);
      await expect(
        client.query("INSERT INTO saved_views (owner_id, name, query) VALUES (99999, 'x', '')"),
      ).rejects.toThrow(/foreign key/);
    });
  });

  it("lets people sign in with their password, work on, and get ids of their own", async () => {
    await workingOn(restored, async (db) => {
      const { signInWithPassword } = await import("@/lib/people/accounts/commands");
      const { SAMPLE_PASSWORD } = await import("@/lib/people/accounts/schema");
      expect(
        (
          await signInWithPassword(
            { email: "carlos@freshqa.example", password: SAMPLE_PASSWORD },
            { address: "192.0.2.9" },
          )
        ).ok,
      ).toBe(true);
      const carlos = await db.user.findUniqueOrThrow({
        where: { email: "carlos@freshqa.example" },
      });
      const actor = {
        userId: carlos.id,
        name: carlos.name,
        roles: ["maintainer" as const],
        via: "web" as const,
      };
      const { publishRelease } = await import("@/lib/dataset/releases/commands");
      const published = await publishRelease(
        actor,
        { name: "FreshQA_v11232026", notes: "After the restore.", selection: { kind: "all" } },
        { at: new Date("2026-11-23T09:00:00Z") },
      );
      expect(published.ok).toBe(true);
      const outcomes = await withOwnClient(restored, (client) => checkDatabase(client, CHECKS));
      expect(outcomes.filter(({ wrong }) => wrong > 0)).toEqual([]);
    });
  });
});

describe("values", () => {
  const ODD = `
    CREATE TABLE odd (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent int REFERENCES odd (id), later int REFERENCES odd_later (id) DEFERRABLE INITIALLY DEFERRED,
      words text, list text[], grid int[], doc jsonb, raw bytea, day date, at timestamptz, span interval, money numeric, small real, wide double precision,
      flag boolean, key uuid, doubled int GENERATED ALWAYS AS (id * 2) STORED)`;
  const TRIGGERS = `
    CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'never'; END $$;
    CREATE TRIGGER t_always BEFORE INSERT ON odd FOR EACH ROW EXECUTE FUNCTION never();
    CREATE TRIGGER t_origin BEFORE INSERT ON odd FOR EACH ROW EXECUTE FUNCTION never();
    CREATE TRIGGER t_replica BEFORE INSERT ON odd FOR EACH ROW EXECUTE FUNCTION never();
    CREATE TRIGGER t_off BEFORE INSERT ON odd FOR EACH ROW EXECUTE FUNCTION never();
    ALTER TABLE odd ENABLE ALWAYS TRIGGER t_always, ENABLE REPLICA TRIGGER t_replica, DISABLE TRIGGER t_off`;
  const prepare = (client: pg.Client) =>
    client.query(`CREATE TABLE odd_later (id int PRIMARY KEY); ${ODD}`);

  it("of every kind come back as they were: texts that look like COPY's own marks, nulls, infinities, exact numbers", async () => {
    const [from, to] = [await createTestDatabase(), await createTestDatabase()];
    const texts = [
      "\\N",
      "\\.",
      "",
      " ",
      "a\tb",
      "a\nb",
      "a\r\nb",
      "\\",
      "\\\\n",
      "\u200b\u2060\ufeff",
      "\u0001\u001f\u007f",
      "e\u0301 é 🏳️‍🌈",
      "'\"`;--",
      "NULL",
      "{}",
      "\u2028",
    ];
    const rows = [
      ...texts.map((text) => ({ words: text, list: `ARRAY[$1, NULL, $1 || ',"{}']` })),
      { words: null, list: "NULL" },
      { words: "x", list: "ARRAY[]::text[]" },
    ];
    await withOwnClient(from, async (client) => {
      await prepare(client);
      await client.query("INSERT INTO odd_later VALUES (7)");
      for (const { words, list } of rows)
        await client.query(
          `INSERT INTO odd (words, list) SELECT $1::text, ${list.replaceAll("$1", "$1::text")}`,
          [words],
        );
      await client.query(`
        INSERT INTO odd (parent, later, grid, doc, raw, day, at, span, money, small, wide, flag, key) VALUES
          (1, 7, '{{1,2},{3,NULL}}', '{"b": [1.50, null, "\\u00e9\\\\n"], "a": 1e400}', decode('${Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString("hex")}', 'hex'),
           'infinity', '-infinity', '1 mon -3 days 04:05:06.789', 12345678901234567890.123456789012345678901234567890, 'NaN', 0.1 + 0.2::float8, true, gen_random_uuid()),
          (NULL, NULL, '[5:6]={1,2}', '[]', '', '0044-03-15 BC', '2026-11-22 12:00:00.123456+05:30', '-1 year', 'NaN', '1e-45', 'Infinity', false, NULL),
          (NULL, NULL, NULL, 'null', NULL, '9999-12-31', NULL, NULL, 0.10, '-0', 1.7976931348623157e308, NULL, NULL)`);
      // A row that refers to one behind it.
      await client.query("UPDATE odd SET parent = (SELECT max(id) FROM odd) WHERE id = 2");
      await client.query(TRIGGERS);
    });
    await withOwnClient(to, async (client) => {
      await prepare(client);
      await client.query(TRIGGERS);
    });
    const path = join(folder, "odd.zip");
    await backUp(path, { databaseUrl: from });
    const rulesBefore = await rulesOf(to);
    const { rows: count } = await withOwnClient(from, (client) =>
      client.query<{ n: number }>("SELECT count(*)::int AS n FROM odd"),
    );
    expect(count[0]!.n).toBe(rows.length + 3);
    await restore(path, to);
    expect(await contents(to)).toEqual(await contents(from));
    expect((await contents(to)).tables.odd).toContain("\\\\N");
    expect(await rulesOf(to)).toEqual(rulesBefore);
    await withOwnClient(to, async (client) => {
      const { rows: fires } = await client.query<{ f: string }>(
        "SELECT string_agg(tgenabled::text, '' ORDER BY tgname) AS f FROM pg_trigger WHERE tgname LIKE 't\\_%'",
      );
      // t_always, t_off, t_origin, t_replica.
      expect(fires[0]!.f).toBe("ADOR");
      await client.query("ALTER TABLE odd DISABLE TRIGGER USER");
      const { rows: next } = await client.query<{ id: number; doubled: number }>(
        "INSERT INTO odd (words) VALUES ('next') RETURNING id, doubled",
      );
      expect(next[0]).toEqual({ id: rows.length + 4, doubled: 2 * (rows.length + 4) });
    });
  });
});

describe("a backup of a database in use", () => {
  it("is one moment of it: of pairs that are written meanwhile, each has both halves or none", async () => {
    const path = join(folder, "moving.zip");
    const seen: Record<string, number> = {};
    let written = 0;
    let stop = false;
    const writer = withOwnClient(source, async (client) => {
      while (!stop) {
        const mark = `pair ${written}`;
        await client.query("BEGIN");
        // Of the first table that is read, and of the last ones.
        await client.query(
          "INSERT INTO access_links (purpose, token_hash, email, roles, made_by, expires_at) VALUES ('invitation', $1, 'pair@example.org', '{}', 1, now())",
          [mark],
        );
        await client.query("INSERT INTO users (email, name) VALUES ($1, $2)", [
          `${mark.replace(" ", "")}@example.org`,
          mark,
        ]);
        await client.query("COMMIT");
        written++;
      }
    });
    while (written < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    await backUp(path, { onProgress: ({ table }) => (seen[table] ??= written) });
    stop = true;
    await writer;
    // Pairs were written between the reading of the two tables, so that two statements of their own would see a difference.
    expect(seen.users! - seen.access_links!).toBeGreaterThan(0);
    const entries = await unzip(path);
    const marks = (table: string) =>
      new Set(
        [
          ...entries
            .get(entryOf(table))!
            .toString()
            .matchAll(/pair \d+/g),
        ].map(([mark]) => mark),
      );
    expect(marks("users").size).toBeGreaterThanOrEqual(5);
    expect(marks("users")).toEqual(marks("access_links"));
    expect(marks("users").size).toBeLessThan(written);
    const target = await createTestDatabase();
    expect((await restore(path, target)).checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
    await withOwnClient(source, (client) =>
      client.query(
        "DELETE FROM users WHERE name LIKE 'pair %'; DELETE FROM access_links WHERE email = 'pair@example.org'",
      ),
    );
  }, 60_000);
});

describe("the file", () => {
  it("is its owner's alone, holds what its checksums say, and opens with any unzip and sha256sum", async () => {
    expect(statSync(full).mode & 0o777).toBe(0o600);
    const entries = await unzip(full);
    const manifest = JSON.parse(entries.get(MANIFEST)!.toString()) as Manifest;
    expect(manifest.tables.length).toBeGreaterThan(50);
    expect(manifest.leftOut.sort()).toEqual(Object.keys(LEFT_OUT).sort());
    const sums = entries
      .get(CHECKSUMS)!
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split("  "));
    expect(sums).toHaveLength(manifest.tables.length + 1);
    for (const [sum, name] of notEmpty(sums))
      expect(createHash("sha256").update(entries.get(name!)!).digest("hex"), name).toBe(sum);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("is not written over another, not into a folder that is missing, and not left half when the database goes", async () => {
    await expect(backUp(full)).rejects.toThrow(/exists. Nothing was written/);
    const before = readFileSync(full);
    await expect(backUp(join(folder, "missing", "x.zip"))).rejects.toThrow(
      /Folder not found: .* Nothing was written/,
    );
    await expect(
      backUp(join(folder, "none.zip"), { databaseUrl: await createTestDatabase("empty") }),
    ).rejects.toThrow(/no tables yet/);
    mkdirSync(join(folder, "a-folder"));
    await expect(backUp(join(folder, "a-folder"), { force: true })).rejects.toThrow(
      /not a regular file/,
    );
    const path = join(folder, "cut.zip");
    let killed: Promise<unknown> | undefined;
    await expect(
      backUp(path, { onProgress: () => void (killed ??= killOthers(source)) }),
    ).rejects.toThrow();
    await killed;
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(readFileSync(full).equals(before)).toBe(true);
  });
});

/** Ends every connection to a database, as an administrator on another one may. */
async function killOthers(url: string): Promise<void> {
  await withOwnClient(inject("template").adminUrl, (client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
      new URL(url).pathname.slice(1),
    ]),
  );
}

describe("what can't be restored", () => {
  let target: string;
  let empty: Awaited<ReturnType<typeof contents>>;
  beforeAll(async () => {
    target = await createTestDatabase();
    empty = await contents(target);
  });

  /** The backup with some entries replaced (null: taken out), and its checksums right or as they were. */
  async function altered(
    name: string,
    change: (entries: Map<string, Buffer>, manifest: Manifest) => void,
    { resum = false } = {},
  ): Promise<string> {
    const entries = await unzip(full);
    const manifest = JSON.parse(entries.get(MANIFEST)!.toString()) as Manifest;
    const before = JSON.stringify(manifest);
    change(entries, manifest);
    if (JSON.stringify(manifest) !== before)
      entries.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    if (resum) entries.set(CHECKSUMS, Buffer.from(checksumLines(manifest, entries.get(MANIFEST)!)));
    const path = join(folder, name);
    await zip(path, entries);
    return path;
  }
  const copied = (name: string, change: (path: string) => void) => {
    const path = join(folder, name);
    copyFileSync(full, path);
    change(path);
    return Promise.resolve(path);
  };

  const DAMAGE: [string, () => Promise<string>, RegExp][] = [
    [
      "a byte of the data flipped",
      () =>
        copied("flipped.zip", (path) => {
          const bytes = readFileSync(path);
          bytes[Math.floor(bytes.length / 2)]! ^= 1;
          writeFileSync(path, bytes);
        }),
      /damaged/,
    ],
    [
      "the end cut off",
      () => copied("cut-end.zip", (path) => truncateSync(path, statSync(path).size - 100)),
      /damaged.*cut off/,
    ],
    [
      "half of it missing",
      () => copied("half.zip", (path) => truncateSync(path, Math.floor(statSync(path).size / 2))),
      /damaged.*cut off/,
    ],
    ["nothing in it", () => copied("nothing.zip", (path) => truncateSync(path, 0)), /damaged/],
    [
      "another kind of file",
      () => copied("text.zip", (path) => writeFileSync(path, "id,split,question\n".repeat(100))),
      /damaged.*not a zip/,
    ],
    [
      "a foreign archive",
      async () => {
        await zip(join(folder, "foreign.zip"), [["hello.txt", Buffer.from("hello")]]);
        return join(folder, "foreign.zip");
      },
      /no manifest.json.*no FreshQA Workbench backup/,
    ],
    [
      "a manifest of something else",
      () =>
        altered("other.zip", (entries) => entries.set(MANIFEST, Buffer.from('{"format":"other"}'))),
      /no manifest.json of a FreshQA/,
    ],
    [
      "a changed manifest",
      () =>
        altered("manifest.zip", (_, manifest) => {
          manifest.productVersion = "9.9.9";
        }),
      /manifest.json and SHA256SUMS don't agree/,
    ],
    [
      "a manifest with another row count, sums made again",
      () =>
        altered(
          "rows.zip",
          (_, manifest) => {
            manifest.tables.find(({ name }) => name === "users")!.rows += 1;
          },
          { resum: true },
        ),
      /tables\/users.copy does not have its checksum/,
    ],
    [
      "a table changed",
      () =>
        altered("table.zip", (entries) =>
          entries.set(
            entryOf("users"),
            Buffer.concat([entries.get(entryOf("users"))!, Buffer.from("x\n")]),
          ),
        ),
      /tables\/users.copy does not have its checksum/,
    ],
    [
      "a table missing",
      () => altered("missing.zip", (entries) => entries.delete(entryOf("judgments"))),
      /tables\/judgments.copy is missing/,
    ],
    [
      "a table missing, also from the manifest",
      () =>
        altered(
          "missing-too.zip",
          (entries, manifest) => {
            entries.delete(entryOf("judgments"));
            manifest.tables = manifest.tables.filter(({ name }) => name !== "judgments");
          },
          { resum: true },
        ),
      /Table judgments of this database has another form/,
    ],
    [
      "a foreign entry",
      () => altered("extra.zip", (entries) => entries.set("tables/more.copy", Buffer.from(""))),
      /tables\/more.copy does not belong/,
    ],
    [
      "an entry twice",
      async () => {
        const entries = [...(await unzip(full))];
        await zip(join(folder, "twice.zip"), [...entries, entries[0]!]);
        return join(folder, "twice.zip");
      },
      /is in it twice/,
    ],
    [
      "a later format",
      () =>
        altered(
          "format.zip",
          (_, manifest) => {
            (manifest as { formatVersion: number }).formatVersion = 2;
          },
          { resum: true },
        ),
      /has format 2; this version reads format 1/,
    ],
    [
      "a migration that is unknown here",
      () =>
        altered(
          "newer.zip",
          (_, manifest) => {
            manifest.migrations.push({ name: "29990101000000_future", checksum: "0".repeat(64) });
          },
          { resum: true },
        ),
      /29990101000000_future, which this version does not have/,
    ],
    [
      "a migration in another form",
      () =>
        altered(
          "changed.zip",
          (_, manifest) => {
            manifest.migrations[0]!.checksum = "0".repeat(64);
          },
          { resum: true },
        ),
      /_foundation, which this version has in another form/,
    ],
    [
      "a migration left out",
      () =>
        altered(
          "gap.zip",
          (_, manifest) => {
            manifest.migrations.splice(1, 1);
          },
          { resum: true },
        ),
      /lacks database migration/,
    ],
    [
      "an earlier version, into a database of this one",
      () =>
        altered(
          "older.zip",
          (_, manifest) => {
            manifest.migrations.pop();
          },
          { resum: true },
        ),
      /made before database migration .*db reset/,
    ],
    [
      "a row that a constraint refuses",
      () =>
        altered(
          "constraint.zip",
          (entries, manifest) => {
            const name = "models";
            const table = manifest.tables.find((one) => one.name === name)!;
            const bytes = entries.get(entryOf(name))!;
            const id = bytes.toString().split("\t")[0]!;
            // The first row once more: its key is there already.
            const doubled = Buffer.concat([bytes.subarray(0, bytes.indexOf("\n") + 1), bytes]);
            expect(id).toMatch(/^\d+$/);
            entries.set(entryOf(name), doubled);
            Object.assign(table, {
              rows: table.rows + 1,
              bytes: doubled.length,
              sha256: createHash("sha256").update(doubled).digest("hex"),
            });
          },
          { resum: true },
        ),
      /duplicate key/,
    ],
    [
      "a reference to nothing",
      () =>
        altered(
          "reference.zip",
          (entries, manifest) => {
            const table = manifest.tables.find(({ name }) => name === "saved_views")!;
            entries.set(entryOf("saved_views"), Buffer.from(""));
            const bytes = Buffer.from(
              `${table.columns.map((column) => ({ id: "1", owner_id: "99999", name: "x", query: "", shared: "f", place: "1", created_at: "2026-01-01 00:00:00+00" })[column]).join("\t")}\n`,
            );
            entries.set(entryOf("saved_views"), bytes);
            Object.assign(table, {
              rows: 1,
              bytes: bytes.length,
              sha256: createHash("sha256").update(bytes).digest("hex"),
            });
          },
          { resum: true },
        ),
      /foreign key/,
    ],
  ];

  it.each(DAMAGE)("is a file with %s; nothing is changed", async (_, make, words) => {
    const path = await make();
    await expect(restore(path, target)).rejects.toThrow(words);
    expect(await contents(target)).toEqual(empty);
  });

  it.each([
    ["a person", "INSERT INTO users (email, name) VALUES ('ada@example.org', 'Ada')", /has users/],
    ["a question", "INSERT INTO questions (created_by) SELECT id FROM users", /has questions/],
    [
      "an event",
      "INSERT INTO audit_events (actor_id, via, type, data) SELECT id, 'cli', 'view.saved', '{}' FROM users",
      /has audit_events/,
    ],
  ])("is anything into an installation that has %s; it stays as it was", async (_, sql, words) => {
    const filled = await createTestDatabase();
    await withOwnClient(filled, (client) => client.query(sql));
    const before = await contents(filled);
    await expect(restore(full, filled)).rejects.toThrow(words);
    await expect(restore(full, filled)).rejects.toMatchObject({ code: "not-empty" });
    expect(await contents(filled)).toEqual(before);
  });

  it("is anything while others are connected, or another backup or restore runs", async () => {
    await withOwnClient(target, async (client) => {
      await client.query("SET application_name = 'some server'");
      await expect(restore(full, target)).rejects.toThrow(
        /1 other connection uses this database \(some server\)/,
      );
      await client.query(lockStatement({ until: "session", shared: true }, "migration"));
      await expect(restore(full, target)).rejects.toMatchObject({ code: "in-use" });
    });
    expect(await contents(target)).toEqual(empty);
  });

  it.each([
    ["while it loads", "Restoring", "revisions"],
    ["while it compares", "Comparing", "revisions"],
  ])(
    "is cut off %s; it leaves the database empty, and the next try succeeds",
    async (_, step, table) => {
      const other = await createTestDatabase();
      let killed: Promise<unknown> | undefined;
      const kill = (at: { step: string; table: string }) => {
        if (at.step === step && at.table === table) killed ??= killOthers(other);
      };
      await expect(
        restore(full, other, { onProgress: kill, record: () => killed!.then(() => {}) }),
      ).rejects.toThrow();
      expect(killed).toBeDefined();
      await killed;
      expect(await contents(other)).toEqual(empty);
      await restore(full, other);
      expect(Object.keys((await contents(other)).tables).length).toBeGreaterThan(45);
    },
  );

  it("is undone when the last step fails", async () => {
    const failing = { record: () => Promise.reject(new Error("no record")) };
    await expect(restore(full, target, failing)).rejects.toThrow("no record");
    expect(await contents(target)).toEqual(empty);
    expect(await rulesOf(target)).toEqual(await rulesOf(source));
  });
});

describe("a backup of an earlier version", () => {
  const BEFORE = "20261122180000_leaderboard";
  let older: string;
  const path = join(folder, "earlier.zip");
  beforeAll(async () => {
    older = await createTestDatabase("empty");
    const earlier = mkdtempSync(join(folder, "migrations-"));
    for (const name of readdirSync(MIGRATIONS_FOLDER))
      if (name <= BEFORE)
        cpSync(join(MIGRATIONS_FOLDER, name), join(earlier, name), { recursive: true });
    await applyMigrations(older, earlier);
    await withOwnClient(older, (client) =>
      restoreData(client, readFileSync(`prisma/testing/upgrades/${BEFORE}.copy`, "utf8")),
    );
    await backUp(path, { databaseUrl: older, productVersion: "0.0.9" });
  });

  it("is restored into a database without tables, and upgraded there", async () => {
    const target = await createTestDatabase("empty");
    const { upgraded, checks } = await restore(path, target);
    expect(upgraded[0]).toBe("20261122180001_truth");
    expect(checks.length).toBe(CHECKS.length);
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
    await applyMigrations(older);
    const [one, other] = [await contents(older), await contents(target)];
    expect(Object.keys(one.tables)).toEqual(Object.keys(other.tables));
    for (const table of [
      "revisions",
      "question_heads",
      "judgments",
      "gold_verdicts",
      "releases",
      "release_chunks",
    ])
      expect(other.tables[table], table).toBe(one.tables[table]);
    expect(other.sequences).toEqual(one.sequences);
  });
});

describe("checks", () => {
  const REVISED = "(SELECT question_id FROM revisions WHERE number = 2 ORDER BY id LIMIT 1)";
  const HEADS = "question heads against their revisions";
  const CASES = "adjudication cases against their ratings";
  const CASE_LESS =
    "DELETE FROM adjudication_cases WHERE task_id = (SELECT min(task_id) FROM adjudication_cases)";
  const HEAD_TEXT = `UPDATE question_heads SET search_text = search_text || 'x' WHERE question_id = ${REVISED}`;
  const RELEASE_BYTE =
    "UPDATE release_chunks SET bytes = set_byte(bytes, 3, get_byte(bytes, 3) # 1) WHERE release_id = 1 AND sequence = 0";

  it("rebuild heads, cases and sequences that a backup has wrong, and leave everything as it would be without", async () => {
    const url = await createTestDatabase();
    await restore(full, url);
    await withOwnClient(url, (client) =>
      pastGuards(
        client,
        `${HEAD_TEXT}; ${CASE_LESS}; DELETE FROM question_heads WHERE question_id = 3; UPDATE question_heads SET answers_since = '2001-01-01', status = 'retired' WHERE question_id IN (4, 5); ALTER SEQUENCE judgments_id_seq RESTART WITH 2`,
      ),
    );
    const path = join(folder, "wrong.zip");
    await backUp(path, { databaseUrl: url });
    const again = await createTestDatabase();
    const { checks } = await restore(path, again);
    expect(
      checks.filter(({ wrong }) => wrong > 0).map((one) => [one.what, one.wrong, one.repaired]),
    ).toEqual([
      ["sequences against the columns that they number", 1, true],
      [HEADS, 4, true],
      [CASES, 1, true],
    ]);
    const [one, other] = [(await contents(again)).tables, (await contents(source)).tables];
    const lastRating = async (database: string) =>
      withOwnClient(
        database,
        async (client) => (await client.query("SELECT last_value FROM judgments_id_seq")).rows,
      );
    expect(await lastRating(again)).toEqual(await lastRating(source));
    expect(one.adjudication_cases).toBe(other.adjudication_cases);
    // The head that was missing is back, but its place in the order is lost with it: it comes last.
    const columns =
      "question_id, revision_id, number, question, normalized, primary_answer, search_text, evidence_hosts, status, split, review_policy, review_on, author_id, revised_at, answers_since, verified_on, verified_by";
    const heads = (database: string) =>
      withOwnClient(
        database,
        async (client) =>
          (await client.query(`SELECT ${columns} FROM question_heads ORDER BY question_id`)).rows,
      );
    expect((await heads(again)).length).toBeGreaterThan(40);
    expect(await heads(again)).toEqual(await heads(source));
  });

  it("refuse a backup whose release is not what it says, unless that is accepted; the bytes stay as they are", async () => {
    const url = await createTestDatabase();
    await restore(full, url);
    await withOwnClient(url, (client) => pastGuards(client, RELEASE_BYTE));
    const path = join(folder, "faulty.zip");
    await backUp(path, { databaseUrl: url });
    const again = await createTestDatabase();
    await expect(restore(path, again)).rejects.toThrow(
      /faults that can't be repaired: .*releases against their SHA-256: 1 of 4 is wrong .*Nothing was restored/,
    );
    expect(
      (await withOwnClient(again, (client) => client.query("SELECT 1 FROM questions"))).rowCount,
    ).toBe(0);
    await restore(path, again, { acceptFaults: true });
    expect((await contents(again)).tables.release_chunks).toBe(
      (await contents(url)).tables.release_chunks,
    );
  });
});

describe("on the command line", { timeout: 120_000 }, () => {
  /** Runs a call on a database. */
  async function freshqa(args: string[], url = source) {
    provideEnvironment({ DATABASE_URL: url });
    const { status, stdout, stderr } = await inProcess(args).finally(() =>
      provideEnvironment({ DATABASE_URL: source }),
    );
    return { status, stdout: stdout.toString(), stderr };
  }

  it("backs up, checks the file, restores and checks the database, and each is recorded", async () => {
    const path = join(folder, "cli.zip");
    const running = await withOwnClient(source, async (client) =>
      client.query<{ id: number }>(
        "UPDATE jobs SET status = 'running', paused_because = NULL, ended_at = NULL RETURNING id",
      ),
    );
    expect(running.rowCount).toBeGreaterThan(0);
    const made = await freshqaProcess(["backup", path]);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(made.stdout.toString()).toMatch(
      /Backed up [\d,]+ rows of \d+ tables .* SHA-256 [0-9a-f]{64}\nNot in it: .*sessions \(everyone signs in again\).*\nKeep it private/,
    );
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    expect(made.stdout.toString()).toContain(sha256);
    const again = await freshqa(["backup", path]);
    expect(again).toMatchObject({ status: 1, stdout: "" });
    expect(again.stderr).toContain("Choose another name, or replace it with --force.");
    expect((await freshqa(["backup"])).status).toBe(2);
    expect((await freshqa(["verify", path, path])).status).toBe(2);
    expect((await freshqa(["verify", join(folder, "none.zip")])).stderr).toContain(
      "Cannot read file",
    );
    expect((await freshqa(["backup"])).status).toBe(2);

    const checked = await freshqa(["verify", path, "--json"]);
    expect(checked.status).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({ sha256, productVersion: "0.1.0" });
    const target = await createTestDatabase();
    const restored = await freshqa(["restore", path], target);
    expect(restored).toMatchObject({ status: 0, stderr: "" });
    expect(restored.stdout).toMatch(/Restored [\d,]+ rows .* every table is equal to the backup\./);
    expect(restored.stdout.match(/^ok /gm)).toHaveLength(CHECKS.length);
    // What ran would ask, and pay, a second time.
    expect(restored.stdout).toMatch(/Paused \d+ jobs? that ran when the backup was taken/);
    expect(
      await withOwnClient(
        target,
        async (client) =>
          (await client.query("SELECT DISTINCT status, paused_because FROM jobs")).rows,
      ),
    ).toEqual([{ status: "paused", paused_because: "restored" }]);
    const twice = await freshqa(["restore", path, "--json"], target);
    expect(twice.status).toBe(1);
    expect(JSON.parse(twice.stdout)).toMatchObject({ refusal: { code: "not-empty" } });

    const events = (url: string) =>
      withOwnClient(
        url,
        async (client) =>
          (
            await client.query<{ type: string; data: object }>(
              "SELECT type, data FROM audit_events WHERE type LIKE 'backup.%' ORDER BY id",
            )
          ).rows,
      );
    expect(await events(source)).toEqual([
      { type: "backup.made", data: expect.objectContaining({ fileName: "cli.zip", sha256 }) },
    ]);
    expect(await events(target)).toEqual([
      { type: "backup.restored", data: expect.objectContaining({ fileName: "cli.zip" }) },
    ]);

    const right = await freshqa(["verify"], target);
    expect(right.status).toBe(0);
    expect(right.stdout).toMatch(
      /No faults found.*\nok .*triggers that guard the data: \d+ checked/,
    );
    await withOwnClient(target, (client) =>
      client.query("UPDATE question_heads SET primary_answer = 'x' WHERE question_id = 1"),
    );
    const wrong = await freshqa(["verify", "--json"], target);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain("WRONG    question heads against their revisions: 1 of");
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      refusal: { code: "faulty" },
      checks: expect.any(Array),
    });
  });

  it("revokes the links that were open in the backup, whether they were used since or not, and says so", async () => {
    const path = join(folder, "links.zip");
    const password = "a password that no one guesses";
    const origin = { address: "192.0.2.9" };
    const accept = async (link: { token: string }) => {
      const { acceptInvitation } = await import("@/lib/people/accounts/commands");
      return acceptInvitation({ token: link.token, name: "New", password }, origin);
    };
    const reset = async (link: { token: string }) => {
      const { resetPassword } = await import("@/lib/people/accounts/commands");
      return resetPassword({ token: link.token, password }, origin);
    };
    const made = await workingOn(source, async (db) => {
      const { inviteUser, makeResetLink, revokeInvitation } =
        await import("@/lib/people/accounts/commands");
      const people = await db.user.findMany({ where: { kind: "person" } });
      const named = (name: string) => people.find(({ email }) => email.startsWith(`${name}@`))!;
      const { id: userId, name } = named("femi");
      const femi = { userId, name, roles: ["admin" as const], via: "web" as const };
      const invite = async (email: string) =>
        value(await inviteUser(femi, { email, roles: ["admin"] }));
      const links = {
        used: await invite("used@example.org"),
        unused: await invite("unused@example.org"),
        revoked: await invite("revoked@example.org"),
        expired: await invite("expired@example.org"),
        reset: value(await makeResetLink(femi, { userId: named("carlos").id })),
      };
      await db.accessLink.update({
        where: { id: links.expired.linkId },
        data: { expiresAt: new Date("2026-11-01T00:00:00Z") },
      });
      const { listOpenInvitations } = await import("@/lib/people/accounts/queries");
      const invitations = (await listOpenInvitations(femi)).length;
      await backUp(path);

      expect((await accept(links.used)).ok).toBe(true);
      expect((await reset(links.reset)).ok).toBe(true);
      const revoked = await revokeInvitation(femi, { invitationId: links.revoked.linkId });
      expect(revoked.ok).toBe(true);
      return { femi, links, invitations };
    });

    const target = await createTestDatabase();
    const restored = await freshqa(["restore", path], target);
    expect(restored).toMatchObject({ status: 0, stderr: "" });
    expect(restored.stdout).toContain(
      `Revoked ${made.invitations} open invitations, because they may have been used after the backup. Invite again under Members.\nRevoked 1 open password reset link, because it may`,
    );
    await workingOn(target, async (db) => {
      const { femi, links } = made;
      for (const link of [links.used, links.unused, links.revoked])
        expect(await accept(link)).toMatchObject({ refusal: { code: "link-revoked" } });
      expect(await reset(links.reset)).toMatchObject({ refusal: { code: "link-revoked" } });
      expect(await accept(links.expired)).toMatchObject({ refusal: { code: "link-expired" } });
      const { data } = await db.auditEvent.findFirstOrThrow({ where: { type: "backup.restored" } });
      expect(data).toMatchObject({
        revokedInvitations: made.invitations,
        revokedResetLinks: 1,
      });
      // A new invitation works as ever.
      const { inviteUser } = await import("@/lib/people/accounts/commands");
      const again = value(await inviteUser(femi, { email: "used@example.org", roles: ["rater"] }));
      expect((await accept(again)).ok).toBe(true);
    });
  });

  it("restores nothing while a server holds the embedded data", async () => {
    const data = mkdtempSync(join(folder, "data-"));
    // The server's password; no server is asked.
    writeFileSync(join(data, PASSWORD_FILE), "secret");
    const lock = await FolderLock.take(join(data, "lock"), "server");
    lock.update({ databasePort: 1 });
    provideEnvironment({ DATABASE_URL: undefined, FRESHQA_DATA_DIR: data });
    try {
      const run = await inProcess(["restore", full]);
      expect(run.status).toBe(1);
      expect(run.stderr).toBe(
        "The server is running. Stop it, then restore. Nothing was changed.\n",
      );
    } finally {
      lock.release();
      provideEnvironment({ DATABASE_URL: source, FRESHQA_DATA_DIR: undefined });
    }
  });

  it("says what a file lacks", async () => {
    const path = join(folder, "no-backup.zip");
    writeFileSync(path, "nothing");
    const run = await freshqa(["verify", path]);
    expect(run).toMatchObject({ status: 1, stdout: "" });
    expect(run.stderr).toBe(
      "The backup file is damaged or incomplete. It is not a zip archive, or it was cut off. Nothing was changed.\n",
    );
  });
});
