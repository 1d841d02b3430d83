import { createHash } from "node:crypto";
import type pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { lockStatement } from "@/lib/platform/advisory-locks";
import { checkDatabase } from "@/lib/platform/backup/checks";
import { disconnect } from "@/lib/platform/db";
import { withOwnClient } from "@/lib/platform/own-client";
import { createTestDatabase } from "@/prisma/testing/database";
import { notEmpty } from "@/prisma/testing/not-empty";
import { pastGuards } from "@/prisma/testing/past-guards";
import { sealAll } from "@/prisma/testing/sealed";
import { SEALS_CHECK } from "./checks";
import { sealWritten, type Lend } from "./sealing";

afterAll(disconnect);

const event = (client: pg.ClientBase, type: string, count = 1) =>
  client.query(
    "INSERT INTO audit_events (actor_id, via, type, data) SELECT (SELECT min(id) FROM users), 'system', $1, jsonb_build_object('at', n) FROM generate_series(1, $2::int) n",
    [type, count],
  );

interface Row {
  id: number;
  table: string;
  key: string;
  columns: string[];
  after: number;
  upTo: number;
  digests: Buffer;
  sha256: string;
  at: string;
}
const seals = async (client: pg.ClientBase): Promise<Row[]> =>
  (
    await client.query<Row>(
      `SELECT id, table_name AS table, key_column AS key, columns, after_key AS after, up_to_key AS "upTo", digests, sha256, to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at FROM seals ORDER BY id`,
    )
  ).rows;

const inNewDatabase = async (work: (client: pg.Client, url: string) => Promise<void>) => {
  const url = await createTestDatabase();
  await withOwnClient(url, (client) => work(client, url));
};

const verdict = (client: pg.Client) => checkDatabase(client, [SEALS_CHECK]).then(([one]) => one!);

describe("sealing", () => {
  it("covers every row once, a thousand at a time, each seal following from the one before: recomputed from the tables by a program of its own", async () => {
    await inNewDatabase(async (client, url) => {
      await event(client, "first", 2_500);
      // protocol_versions and others have rows of the migrations, but are no tables that only grow.
      expect(await sealAll(url)).toBe(2_500);
      expect(await sealAll(url)).toBe(0);
      await event(client, "second", 3);
      await client.query("INSERT INTO questions (created_by) SELECT min(id) FROM users");
      expect(await sealAll(url)).toBe(4);

      const written = await seals(client);
      expect(
        written.map(({ table, after, upTo, digests }) => [table, after, upTo, digests.length / 32]),
      ).toEqual([
        ["audit_events", -2147483648, 1_000, 1_000],
        ["audit_events", 1_000, 2_000, 1_000],
        ["audit_events", 2_000, 2_500, 500],
        ["audit_events", 2_500, 2_503, 3],
        ["questions", -2147483648, 1, 1],
      ]);
      let before = "";
      for (const { table, key, columns, after, upTo, digests, sha256, at } of notEmpty(written)) {
        await client.query("SET TimeZone = 'UTC'");
        const { rows } = await client.query<{ text: string }>(
          `SELECT ROW(${columns.join(", ")})::text AS text FROM ${table} WHERE ${key} > ${after} AND ${key} <= ${upTo} ORDER BY ${key}`,
        );
        const own = rows.map(({ text }) => createHash("sha256").update(text).digest());
        expect(Buffer.concat(own).equals(digests)).toBe(true);
        const said = JSON.stringify([before, table, key, columns, after, upTo, at]);
        const hash = createHash("sha256").update(`${said}\n`).update(Buffer.concat(own));
        expect(hash.digest("hex")).toBe(sha256);
        before = sha256;
      }
      expect((await verdict(client)).words).toMatch(/: 2,504 checked; last seal .*; 0 rows not/);
    });
  });

  it("waits for who was at work when it began, so that no row appears among sealed ones; and for no one who begins later", async () => {
    await inNewDatabase(async (client, url) => {
      await withOwnClient(url, async (slow) => {
        await slow.query("BEGIN");
        await event(slow, "slow");
        await event(client, "quick");
        expect(await sealAll(url, 1_200)).toBe(null);
        expect(await seals(client)).toEqual([]);
        // Between its look at how far the tables are, and the sealing: whoever begins there is not waited for.
        let steps = 0;
        const lend: Lend = async (work) => {
          const done = await withOwnClient(url, work);
          if (++steps === 1) {
            await slow.query("COMMIT");
            await slow.query("BEGIN");
            await event(slow, "later");
            await event(client, "later and quick");
          }
          return done;
        };
        expect(await sealWritten(lend, { patienceMs: 10_000 })).toBe(2);
        await slow.query("COMMIT");
      });
      expect(await sealAll(url)).toBe(2);
      expect(await verdict(client)).toMatchObject({ wrong: 0, checked: 4 });
    });
  });

  it("keeps no writer waiting, and leaves a seal that another process is writing to it", async () => {
    await inNewDatabase(async (client, url) => {
      await event(client, "one");
      await withOwnClient(url, async (other) => {
        await other.query(lockStatement({ until: "session" }, "sealing"));
        expect(await sealAll(url)).toBe(0);
        // While the lock of sealing is held, people write.
        await event(client, "two");
      });
      expect(await sealAll(url)).toBe(2);

      await event(client, "more", 3_000);
      const rounds = await Promise.all([sealAll(url), sealAll(url), sealAll(url)]);
      await sealAll(url);
      expect(rounds.reduce((sum, rows) => sum! + rows!, 0)).toBeLessThanOrEqual(3_000);
      expect(await verdict(client)).toMatchObject({ wrong: 0, checked: 3_002 });
    });
  });

  it("covers the columns that were there: later ones change nothing", async () => {
    await inNewDatabase(async (client, url) => {
      await event(client, "old", 2);
      await sealAll(url);
      await client.query("ALTER TABLE audit_events ADD COLUMN later text DEFAULT 'x'");
      await event(client, "new", 2);
      await sealAll(url);
      expect(await verdict(client)).toMatchObject({ wrong: 0, checked: 4 });
      await pastGuards(client, "UPDATE audit_events SET later = 'y' WHERE id IN (1, 3)");
      expect(await verdict(client)).toMatchObject({
        wrong: 1,
        examples: ["audit_events, id 3, was changed"],
      });
    });
  });

  it("begins again where the order of a table is another one", async () => {
    await inNewDatabase(async (client, url) => {
      await event(client, "old", 3);
      await sealAll(url);
      await client.query(
        "ALTER TABLE audit_events ADD COLUMN ordinal int GENERATED BY DEFAULT AS IDENTITY (START 1); CREATE UNIQUE INDEX ON audit_events (ordinal)",
      );
      expect((await verdict(client)).words).toContain("3 rows not sealed yet");
      expect(await sealAll(url)).toBe(3);
      expect(await verdict(client)).toMatchObject({ wrong: 0, checked: 6 });
    });
  });

  it("is the same wherever it is checked: settings of the session change no digest", async () => {
    await inNewDatabase(async (client, url) => {
      await event(client, "one", 5);
      await sealAll(url);
      await client.query(
        "SET TimeZone = 'Asia/Kathmandu'; SET DateStyle = 'German'; SET bytea_output = 'escape'; SET extra_float_digits = -5",
      );
      expect(await verdict(client)).toMatchObject({ wrong: 0, checked: 5 });
    });
  });
});
