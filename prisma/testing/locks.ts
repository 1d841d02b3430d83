import { db } from "@/lib/platform/db";

/** A lock that someone has or waits for. */
interface Lock {
  /** The table that it is of; null: a transaction or another thing that is no table. */
  relation: string | null;
  /** As pg_locks calls it: "ShareLock". */
  mode: string;
  granted: boolean;
  /** The statement that holder or waiter last began. */
  query: string;
}

/** The locks in this file's database. Those catalogs tell of all databases of the server, and so of tests beside this one. */
export function locksHere(): Promise<Lock[]> {
  return db.$queryRaw<Lock[]>`
    SELECT c.relname AS relation, l.mode, l.granted, a.query
    FROM pg_locks l
    JOIN pg_stat_activity a ON a.pid = l.pid AND a.datname = current_database()
    LEFT JOIN pg_class c ON c.oid = l.relation`;
}

/** Those of them that someone waits for. */
export const waitedLocksHere = async () => (await locksHere()).filter(({ granted }) => !granted);
