import { withConnection } from "./db";
import { MigrationProblem, pendingMigrations } from "./migrations";

/** What keeps this process from serving, in words for an operator; `ready` when nothing does. */
export interface Readiness {
  ready: boolean;
  database: "ok" | "unreachable";
  migrations: "ok" | "pending" | "problem" | "unknown";
  /** Why not, when not ready. */
  detail?: string;
}

/** A probe that takes longer counts as failed; those who ask give up at about that time. */
const PATIENCE_MS = 3_000;

/** Asks the database whether it answers and has every migration. Never throws. */
export async function readiness(): Promise<Readiness> {
  try {
    const pending = await withPatience(withConnection((client) => pendingMigrations(client)));
    if (pending.length === 0) return { ready: true, database: "ok", migrations: "ok" };
    return { ready: false, database: "ok", migrations: "pending", detail: `${pending.length} migrations are to be applied; a start does that.` };
  } catch (error) {
    if (error instanceof MigrationProblem) return { ready: false, database: "ok", migrations: "problem", detail: error.message };
    // The driver's words may hold host and user: they are not for the public.
    return { ready: false, database: "unreachable", migrations: "unknown", detail: "The database does not answer." };
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
