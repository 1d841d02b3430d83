import { createHash } from "node:crypto";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lockStatement } from "@/lib/platform/advisory-locks";
import { now } from "@/lib/platform/clock";
import { db, withFreshConnection, type Tx } from "@/lib/platform/db";
import {
  hintOf,
  isSealedByOldKey,
  seal,
  SecretLost,
  unseal,
  type SecretKeys,
} from "@/lib/platform/secrets";
import { storableJson } from "@/lib/platform/text";
import { withoutUnusable } from "@/lib/platform/plain-fields";
import { keyPlace } from "./access";
import type { Evidence } from "./evidence";
import type { SearchOptions } from "./procedure";
import type { PageRead } from "./reading-pages";
import { foundIn, searchKey, searchParams } from "./searching";
import type { SearchService } from "./vocabulary";
import { connectionArchived, connectionRestored } from "./audit-events";

/** Archives a connection, so that new jobs are not offered it, or restores it. */
export async function setArchived(
  tx: Tx,
  actor: Actor,
  { id, name }: { id: number; name: string },
  archived: boolean,
): Promise<void> {
  await tx.connection.update({ where: { id }, data: { archivedAt: archived ? now() : null } });
  await recordAudit(tx, actor, archived ? connectionArchived : connectionRestored, {
    connectionId: id,
    name,
  });
}

/** The columns that keep a connection's key. */
export interface KeyColumns {
  keySource: string;
  keyVariable: string;
  keySealed: string | null;
  keyHint: string;
}

/** A key as it is kept: encrypted for its connection, with its last four characters. */
export function sealedColumns(connectionId: number, key: string, keys: SecretKeys): KeyColumns {
  return {
    keySource: "entered",
    keyVariable: "",
    keySealed: seal(key, keyPlace(connectionId), keys),
    keyHint: hintOf(key),
  };
}

/**
 * Encrypts every key that was entered under the current key. Nobody changes a connection in the meantime: whoever began
 * with the keys of before has ended, and whoever begins later reads the new ones.
 * @param keys read after the installation's new key was there.
 * @returns how many were encrypted again, how many were already, and the names of those that no key opens.
 */
export async function reseal(
  tx: Tx,
  keys: SecretKeys,
): Promise<{ sealed: number; current: number; lost: string[] }> {
  // Also against those that hold a row to change it (ROW SHARE).
  await tx.$executeRaw`LOCK TABLE connections IN EXCLUSIVE MODE`;
  const outcome = { sealed: 0, current: 0, lost: [] as string[] };
  for (const { id, name, keySealed } of await tx.connection.findMany({ orderBy: { id: "asc" } })) {
    if (keySealed === null) continue;
    try {
      const key = unseal(keySealed, keyPlace(id), keys);
      if (!isSealedByOldKey(keySealed, keys)) outcome.current++;
      else {
        await tx.connection.update({
          where: { id },
          data: { keySealed: seal(key, keyPlace(id), keys) },
        });
        outcome.sealed++;
      }
    } catch (error) {
      if (!(error instanceof SecretLost)) throw error;
      outcome.lost.push(name);
    }
  }
  return outcome;
}

/**
 * Takes the next turn of a connection, in the order in which turns are asked for, for all workers together: as many a
 * minute as its requestsPerMinute says, and none before the time that the service asked to wait until.
 * @returns milliseconds to wait; 0: now.
 */
export async function takeTurn(connectionId: number): Promise<number> {
  const [turn] = await db.$queryRaw<{ wait: number }[]>`
    WITH pace AS (
      SELECT id, make_interval(secs => coalesce(60.0 / requests_per_minute, 0)) AS step, date_trunc('milliseconds', clock_timestamp()) AS now FROM connections WHERE id = ${connectionId})
    INSERT INTO connection_gates AS g (connection_id, next_at) SELECT id, now + step FROM pace
    ON CONFLICT (connection_id) DO UPDATE
      SET next_at = greatest(g.next_at, g.held_until, (SELECT now FROM pace)) + (SELECT step FROM pace)
    RETURNING greatest(0, extract(epoch FROM g.next_at - (SELECT step FROM pace) - clock_timestamp()) * 1000)::float8 AS wait`;
  return Math.ceil(turn!.wait);
}

/** For opening a database connection, and for taking a lock without waiting. */
const CONNECT_MS = 15_000;

/**
 * Waits for the next turn of a connection, unless that is too long.
 * @returns whether it may be asked now. A turn that is not waited for is not given back.
 */
export async function waitForTurn(connectionId: number, longestMs: number): Promise<boolean> {
  if ((await heldMs(connectionId)) > longestMs) return false;
  for (let ms = await takeTurn(connectionId); ms > 0; ms = await heldMs(connectionId)) {
    if (ms > longestMs) return false;
    await pauseFor(ms);
  }
  return true;
}

/**
 * Does something while nobody else tests the connection. A database connection of its own holds the lock: the services
 * that are tested may take minutes, and those of the pool are everyone's. The lock ends with it, or with the process.
 * @returns null where another test is under way: nothing was done.
 */
export async function whileTesting<T>(
  connectionId: number,
  work: () => Promise<T>,
): Promise<T | null> {
  return withFreshConnection(async (client) => {
    await client.query("BEGIN");
    const lock = lockStatement({ until: "transaction", try: true }, "connectionTest", connectionId);
    const { rows } = await client.query<{ got: boolean }>(lock.text, lock.values);
    return rows[0]!.got ? work() : null;
  }, CONNECT_MS);
}

/** Lets nobody ask a connection for a while, because the service asked for that. A hold that ends later stays. */
export async function holdBack(connectionId: number, ms: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO connection_gates AS g (connection_id, next_at, held_until)
    VALUES (${connectionId}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${ms / 1000}::float8))
    ON CONFLICT (connection_id) DO UPDATE SET held_until = greatest(g.held_until, excluded.held_until)`;
}

/** How long nobody may ask a connection because of holdBack, milliseconds; 0: it may be asked. */
export async function heldMs(connectionId: number): Promise<number> {
  const [gate] = await db.$queryRaw<{ wait: number }[]>`
    SELECT greatest(0, extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS wait FROM connection_gates
    WHERE connection_id = ${connectionId} AND held_until IS NOT NULL`;
  return Math.ceil(gate?.wait ?? 0);
}

/**
 * What a connection answered to a search under a day, as this search's options read it.
 * @param day ISO day that it is stored under. @returns null where it has not been made
 */
export async function storedSearch(
  { connectionId, service }: { connectionId: number; service: SearchService },
  day: string,
  query: string,
  options: SearchOptions,
): Promise<{ id: number; found: Evidence[] } | null> {
  const key = searchKey(query, searchParams(service, options));
  const row = await db.searchAnswer.findUnique({
    where: { connectionId_day_key: { connectionId, day: new Date(day), key } },
    select: { id: true, raw: true, fetchedAt: true },
  });
  if (row === null) return null;
  const madeOn = row.fetchedAt.toISOString().slice(0, 10);
  return { id: row.id, found: foundIn(service, row.raw as unknown[], madeOn, options) };
}

/**
 * How many searches of a connection are stored under a day, of any number of them.
 * @param keys see searchKey.
 */
export async function countStored(
  connectionId: number,
  day: string,
  keys: readonly string[],
): Promise<number> {
  // One parameter for all keys: a statement takes fewer than a job may have questions.
  const [row] = await db.$queryRaw<{ stored: number }[]>`
    SELECT count(*)::int AS stored FROM search_answers
    WHERE connection_id = ${connectionId} AND day = ${day}::date AND key = ANY(${[...keys]}::bpchar[])`;
  return row!.stored;
}

// Pages ---------------------------------------------------------------------------------------------------------------

/** A page as it is stored. */
export interface StoredPage {
  pageId: number;
  finalUrl: string;
  title: string | null;
  paragraphs: string[];
  bytes: number;
  durationMs: number;
  extractMs: number;
}

/** SHA-256, hex, of a page's address: addresses may be longer than an index takes. */
const pageKey = (url: string) => createHash("sha256").update(url).digest("hex");

/** What a page said that was read under a day. @returns null where it has not been read */
export async function storedPage(day: string, url: string): Promise<StoredPage | null> {
  const row = await db.webPage.findUnique({
    where: { day_key: { day: new Date(day), key: pageKey(url) } },
    omit: { url: true, key: true },
  });
  return row === null ? null : { ...row, pageId: row.id, paragraphs: row.paragraphs as string[] };
}

/** Stores a page; of two that read it at once, what the first one got stays. @returns what is stored */
export async function storePage({
  url,
  day,
  fetchedAt,
  ...read
}: PageRead & { url: string; day: string; fetchedAt: Date }): Promise<StoredPage> {
  const { title, paragraphs, contentType, ...rest } = read;
  await db.webPage.createMany({
    data: [
      {
        ...rest,
        url: withoutUnusable(url),
        finalUrl: withoutUnusable(rest.finalUrl),
        title: title === null ? null : withoutUnusable(title),
        contentType: withoutUnusable(contentType),
        key: pageKey(url),
        day: new Date(day),
        paragraphs: storableJson(paragraphs) as string[],
        fetchedAt,
      },
    ],
    skipDuplicates: true,
  });
  return (await storedPage(day, url))!;
}
