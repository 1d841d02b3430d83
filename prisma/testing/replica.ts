import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { dataFolder, prepareDataFolder } from "@/lib/launcher/data-folder";
import { EmbeddedPostgres } from "@/lib/launcher/embedded-postgres";

/** A PostgreSQL of one's own, and a streaming replica of it: thrown away by `stop`. */
export interface Replicated {
  primaryUrl: string;
  replicaUrl: string;
  stop: () => Promise<void>;
}

const CHEAP = { fsync: "off", shared_buffers: "16MB", max_wal_size: "128MB" };

/** Starts both; the replica begins as a copy of the primary's files. */
export async function startReplicated(): Promise<Replicated> {
  const root = mkdtempSync(join(tmpdir(), "freshqa-test-replica-"));
  const [first, second] = [dataFolder(join(root, "primary")), dataFolder(join(root, "replica"))];
  prepareDataFolder(first);
  const files = new EmbeddedPostgres({ folder: first, settings: CHEAP });
  await files.start();
  await files.stop();
  cpSync(first.root, second.root, { recursive: true });
  writeFileSync(join(second.cluster, "standby.signal"), "");
  const primary = new EmbeddedPostgres({ folder: first, settings: CHEAP });
  await primary.start();
  const { hostname, port, username, password } = new URL(primary.url);
  const replica = new EmbeddedPostgres({
    folder: second,
    settings: {
      ...CHEAP,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
  });
  const stop = async () => {
    await replica.stop();
    await primary.stop();
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await replica.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { primaryUrl: primary.url, replicaUrl: replica.url, stop };
}

/** Closes this process's connections to the replica; whoever asks next opens others, to the one that is named then. */
export async function leaveReplica(): Promise<void> {
  const kept = globalThis as {
    __freshqaReplica?: { db: { $disconnect(): Promise<void> }; pool: pg.Pool };
  };
  const left = kept.__freshqaReplica;
  delete kept.__freshqaReplica;
  if (!left) return;
  await left.db.$disconnect();
  if (!left.pool.ended) await left.pool.end();
}
