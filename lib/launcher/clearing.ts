import { resumeQueues } from "@/lib/dataset/imports/queue-service";
import { endInterrupted, type ImportKind } from "@/lib/dataset/import-engine/life-writes";
import { RELEASE_FILES } from "@/lib/dataset/imports/kind-writes";
import { RESPONSE_FILES } from "@/lib/runs/responses/kind-writes";
import { forgetOldKeys } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { every } from "@/lib/platform/every";
import { log } from "@/lib/platform/log";
import { removeLeftUploads } from "@/lib/platform/temp-file";

/** An import says every ten seconds that it is being worked on; after so many milliseconds of silence its process is gone. */
const SILENCE_MS = 120_000;
const ROUND_MS = 60_000;
/** Keys are old after months: an hour more or less is nothing, and looking for them reads the whole table. */
const KEYS_ROUND_MS = 60 * 60_000;

/** Every kind of file that comes in. */
export const FILE_KINDS = { imports: RELEASE_FILES, responseImports: RESPONSE_FILES } as const;

/** What a round found and cleared. */
export interface Cleared {
  uploads: number;
  imports: number[];
  responseImports: number[];
}

/**
 * Clears up behind processes that were killed: temporary files, and imports that no one works on any more.
 * @param aloneSince no one who began earlier can still be at work; null: that is not known, and silence decides.
 */
export async function clearUp(aloneSince: Date | null = null): Promise<Cleared> {
  const uploads = await removeLeftUploads();
  const silentSince = aloneSince ?? new Date(now().getTime() - SILENCE_MS);
  const end = (kind: ImportKind) =>
    transaction((tx) => endInterrupted(tx, kind, silentSince), { timeoutMs: 600_000 });
  const imports = await end(FILE_KINDS.imports);
  const responseImports = await end(FILE_KINDS.responseImports);
  return { uploads, imports, responseImports };
}

/**
 * Clears up now and every minute, and goes on with queues of imports that no one works on: on a database that others may
 * use, what a killed process was reading counts as given up only after a while. Every hour, old client keys are forgotten.
 * A round that fails is written to the log, and the next one tries again.
 * @param aloneSince when this process started the database, where it is its own: earlier work is over at once.
 * @returns how to end it; it waits for the round under way.
 */
export function startClearing(aloneSince: Date | null = null): () => Promise<void> {
  let starting = true;
  const rounds = every(ROUND_MS, "clearing up failed", async () => {
    const cleared = await clearUp(aloneSince);
    aloneSince = null;
    const queues = await resumeQueues(starting);
    starting = false;
    if (queues.length > 0) log().info({ queues }, "goes on with queues of imports");
    if (cleared.uploads > 0 || cleared.imports.length > 0 || cleared.responseImports.length > 0)
      log().info(cleared, "cleared up behind a process that was killed");
  });
  const keys = every(KEYS_ROUND_MS, "forgetting old client keys failed", async () => {
    await forgetOldKeys();
  });
  return async () => {
    await Promise.all([rounds.stop(), keys.stop()]);
  };
}
