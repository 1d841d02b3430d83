import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { databaseTrouble } from "./database-trouble";
import { withConnection, withFreshConnection } from "./db";
import { MigrationProblem, pendingMigrations } from "./migrations";
import { countOf } from "@/lib/platform/format";

/** What keeps this process from serving, in words for an operator; `ready` when nothing does. */
export interface Readiness {
  ready: boolean;
  database: "ok" | "unreachable" | "read-only" | "disk-full";
  migrations: "ok" | "pending" | "problem" | "unknown";
  /** Room for uploads, in the folder for temporary files. */
  uploads: "ok" | "disk-full";
  /** Why not, when not ready. */
  detail?: string;
}

/** A probe that takes longer counts as failed; those who ask give up at about that time. */
const PATIENCE_MS = 3_000;
/** Whoever asks more often gets the last answer: these addresses are open to everyone. */
const ANSWER_KEPT_MS = 1_000;
/** How often a write is tried while writes succeed, and while they fail. */
const WRITE_EVERY_MS = { well: 30_000, failing: 2_000 };
/** What the trial write extends the disk by: more than the pages that a file has left over. */
const TRIAL_BYTES = 128 * 1024;
/** Less free space than this for uploads counts as none. */
const UPLOAD_ROOM_BYTES = 1_000_000;

interface Kept<T> {
  at: number;
  value: Promise<T>;
}
let answer: Kept<Readiness> | null = null;
let writing: (Kept<WriteTrouble | null> & { failing: boolean }) | null = null;

type WriteTrouble = "read-only" | "disk-full";

/** Returns whether the database answers, has every migration and takes writes, and whether there is space for uploads. Never throws. */
export function readiness(): Promise<Readiness> {
  const at = performance.now();
  if (answer === null || at - answer.at > ANSWER_KEPT_MS) answer = { at, value: find() };
  return answer.value;
}

/**
 * Forgets what was found, so that the next question is answered afresh.
 * @internal of tests, which cannot wait for what is kept to grow old
 */
export function forgetReadiness(): void {
  answer = null;
  writing = null;
}

async function find(): Promise<Readiness> {
  const uploads = await roomForUploads();
  try {
    const pending = await withPatience(withConnection((client) => pendingMigrations(client)));
    if (pending.length > 0)
      return {
        ready: false,
        database: "ok",
        migrations: "pending",
        uploads,
        detail: `${countOf(pending.length, "migration")} pending; restart to apply.`,
      };
    const trouble = await withPatience(triedToWrite());
    if (trouble !== null)
      return {
        ready: false,
        database: trouble,
        migrations: "ok",
        uploads,
        detail: DETAILS[trouble],
      };
    if (uploads !== "ok")
      return {
        ready: false,
        database: "ok",
        migrations: "ok",
        uploads,
        detail:
          "The disk with the temporary folder is full; files can't be uploaded. Free some space.",
      };
    return { ready: true, database: "ok", migrations: "ok", uploads };
  } catch (error) {
    if (error instanceof MigrationProblem)
      return {
        ready: false,
        database: "ok",
        migrations: "problem",
        uploads,
        detail: error.message,
      };
    // The driver's words may hold host and user: they are not for the public.
    return {
      ready: false,
      database: "unreachable",
      migrations: "unknown",
      uploads,
      detail: "Database not responding.",
    };
  }
}

const DETAILS: Record<WriteTrouble, string> = {
  "read-only":
    "The database is read-only (a standby, or default_transaction_read_only); nothing can be saved.",
  "disk-full": "The database's disk is full; nothing can be saved. Free some space.",
};

/** Returns why the database takes no writes, or null; asks it again only after a while. */
function triedToWrite(): Promise<WriteTrouble | null> {
  const at = performance.now();
  const every = writing?.failing ? WRITE_EVERY_MS.failing : WRITE_EVERY_MS.well;
  if (writing === null || at - writing.at > every) {
    const tried = { at, failing: true, value: tryToWrite() };
    tried.value.then(
      (trouble) => (tried.failing = trouble !== null),
      () => {},
    );
    writing = tried;
  }
  return writing.value;
}

/**
 * Writes what makes files grow, and commits it: a full disk still takes what fits into their last page. By a connection of
 * its own, as those that are open keep the settings with which they began.
 */
async function tryToWrite(): Promise<WriteTrouble | null> {
  try {
    await withFreshConnection(async (client) => {
      const { rows } = await client.query<{ readOnly: boolean }>(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS \"readOnly\"",
      );
      if (rows[0]?.readOnly) throw Object.assign(new Error("read-only"), { code: "25006" });
      await client.query("BEGIN");
      await client.query("SET LOCAL lock_timeout = '500ms'");
      await client.query("TRUNCATE health_probe");
      await client.query("INSERT INTO health_probe (id, bytes) VALUES (1, $1)", [
        randomBytes(TRIAL_BYTES),
      ]);
      await client.query("COMMIT");
    }, PATIENCE_MS);
    return null;
  } catch (error) {
    // Another process is trying at this moment.
    if ((error as { code?: string }).code === "55P03") return null;
    const trouble = databaseTrouble(error);
    if (trouble === "read-only" || trouble === "disk-full") return trouble;
    throw error;
  }
}

async function roomForUploads(): Promise<Readiness["uploads"]> {
  try {
    const { bavail, bsize } = await statfs(tmpdir());
    return bavail * bsize < UPLOAD_ROOM_BYTES ? "disk-full" : "ok";
  } catch {
    // A file system that does not say.
    return "ok";
  }
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
