import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveReplica, startReplicated, type Replicated } from "@/prisma/testing/replica";
import { until } from "@/prisma/testing/until";
import type * as Database from "./db";
import { provideEnvironment } from "./env";
import { withOwnClient } from "./own-client";
import type * as Replica from "./replica";

let servers: Replicated;
let replica: typeof Replica;
let database: typeof Database;

const on = (url: string, sql: string) =>
  withOwnClient(url, async (client) => (await client.query(sql)).rows as { value: unknown }[]);
const note = () => on(servers.primaryUrl, "INSERT INTO notes VALUES (1)");

/** How many notes there are, and which server said so. */
const count = () =>
  replica.readWithLag(
    (tx) =>
      tx.$queryRaw<{ notes: number; standby: boolean }[]>`
        SELECT count(*)::int AS notes, pg_is_in_recovery() AS standby FROM notes`,
    { timeoutMs: 5_000 },
  );
const counted = async () => (await replica.showingLag(true, count)).value[0];

beforeAll(async () => {
  servers = await startReplicated();
  provideEnvironment({
    DATABASE_URL: servers.primaryUrl,
    DATABASE_REPLICA_URL: servers.replicaUrl,
  });
  // Loaded now: connections are made for the address of when they are.
  database = await import("./db");
  replica = await import("./replica");
  await on(servers.primaryUrl, "CREATE TABLE notes (id int)");
}, 60_000);

afterAll(async () => {
  await leaveReplica();
  await database.disconnect();
  await servers.stop();
});

beforeEach(async () => {
  provideEnvironment({ DATABASE_REPLICA_URL: servers.replicaUrl });
  await until("a replica that is read", async () => ((await counted())!.standby ? true : null));
});

it("answers from the replica what may lag, says of when it is, and has all that was committed before", async () => {
  for (let notes = 1; notes <= 20; notes++) {
    await note();
    const { value, asOf } = await replica.showingLag(true, count);
    // Or from the primary, where the replica had not come so far in time: of now, then.
    expect(value).toEqual([{ notes, standby: asOf !== null }]);
  }
  await until("a replica that has all", async () => {
    const before = await on(servers.primaryUrl, "SELECT clock_timestamp() AS value");
    const { asOf } = await replica.showingLag(true, count);
    return asOf !== null && asOf >= (before[0]!.value as Date) ? true : null;
  });
});

it("has the settings of the primary's connections there", async () => {
  const { value } = await replica.showingLag(true, () =>
    replica.readWithLag(
      (tx) =>
        tx.$queryRaw<{ standby: boolean; setHere: string | null }[]>`
          SELECT pg_is_in_recovery() AS standby, (SELECT setting FROM pg_settings WHERE name = 'jit' AND source = 'session') AS "setHere"`,
      { timeoutMs: 5_000 },
    ),
  );
  expect(value).toEqual([{ standby: true, setHere: "off" }]);
});

it("answers from the primary where no one shows the lag", async () => {
  expect(await count()).toEqual([expect.objectContaining({ standby: false })]);
  expect(await replica.showingLag(false, count)).toEqual({
    value: [expect.objectContaining({ standby: false })],
    asOf: null,
  });
});

it("shows a replica that stands still as of when it stopped", async () => {
  const before = (await counted())!.notes;
  await on(servers.replicaUrl, "SELECT pg_wal_replay_pause()");
  try {
    await note();
    const after = await on(servers.primaryUrl, "SELECT clock_timestamp() AS value");
    const { value, asOf } = await replica.showingLag(true, count);
    expect(value).toEqual([{ notes: before, standby: true }]);
    expect(asOf! < (after[0]!.value as Date)).toBe(true);
    // Whoever must see what was written asks the primary.
    expect(await count()).toEqual([{ notes: before + 1, standby: false }]);
  } finally {
    await on(servers.replicaUrl, "SELECT pg_wal_replay_resume()");
  }
});

it("answers from the primary when the replica is away, and from the replica once another is named", async () => {
  const away = new URL(servers.replicaUrl);
  away.port = "1";
  await leaveReplica();
  provideEnvironment({ DATABASE_REPLICA_URL: away.href });
  expect((await counted())!.standby).toBe(false);
  await leaveReplica();
  provideEnvironment({ DATABASE_REPLICA_URL: servers.replicaUrl });
  expect((await counted())!.standby).toBe(true);
});

it("answers from the primary when the replica gives a statement up", async () => {
  const { value, asOf } = await replica.showingLag(true, () =>
    replica.readWithLag(
      (tx) =>
        // A division by zero on the replica alone stands for its conflict with the replay.
        tx.$queryRaw`SELECT 1 / (CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END) AS one`,
      { timeoutMs: 5_000 },
    ),
  );
  expect({ value, asOf }).toEqual({ value: [{ one: 1 }], asOf: null });
});

// The last one: it is no replica any more.
it("is neither read nor written any more once it was promoted", async () => {
  const write = () =>
    replica.readWithLag((tx) => tx.$executeRaw`INSERT INTO notes VALUES (2)`, { timeoutMs: 5_000 });
  const { asOf } = await replica.showingLag(true, async () => {
    await count();
    await on(servers.replicaUrl, "SELECT pg_promote()");
    // It was found to be a replica in this scope, and takes writes by now: of others.
    await expect(write()).rejects.toThrow("read-only");
  });
  expect(asOf).not.toBeNull();
  expect(
    await on(servers.replicaUrl, "SELECT count(*)::int AS value FROM notes WHERE id = 2"),
  ).toEqual([{ value: 0 }]);
  expect(await replica.showingLag(true, count)).toEqual({
    value: [expect.objectContaining({ standby: false })],
    asOf: null,
  });
  // Nor does the primary let anything be written where something is to be read.
  expect(
    await on(servers.primaryUrl, "SELECT count(*)::int AS value FROM notes WHERE id = 2"),
  ).toEqual([{ value: 0 }]);
});
