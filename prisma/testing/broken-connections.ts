import pg from "pg";
import { environment } from "@/lib/platform/env";

/** What happened to the statements of some work. */
export interface Broken<T> {
  value: T;
  /** Whether a statement was broken at all: the work may have fewer. */
  broke: boolean;
  /** Whether a transaction was committed before that. */
  committed: boolean;
}

/**
 * Runs work whose connections to the database all die from one of its statements on: the server's side of each is ended
 * before the statement is sent, so that the database has done everything before it and nothing from it on.
 * @param from the number of the first statement that is not done, from 1
 */
export async function breakingFrom<T>(from: number, work: () => Promise<T>): Promise<Broken<T>> {
  const killer = new pg.Client({ connectionString: environment().DATABASE_URL });
  await killer.connect();
  const { query } = pg.Client.prototype;
  let statements = 0;
  let committed = false;
  pg.Client.prototype.query = function (this: pg.Client, ...said: unknown[]) {
    const text = textOf(said[0]);
    const go = () => Reflect.apply(query, this, said) as Promise<unknown>;
    // A new connection's own settings are no part of the work.
    if (this === killer || text.startsWith("SET jit")) return go();
    if (++statements < from) {
      if (text === "COMMIT") committed = true;
      return go();
    }
    const { processID } = this as unknown as { processID: number };
    // What is rolled back behind the answer may come when all is over.
    const killed = killer.query("SELECT pg_terminate_backend($1, 5000)", [processID]);
    return killed.catch(() => {}).then(go);
  } as typeof query;
  try {
    const value = await work();
    return { value, broke: statements >= from, committed };
  } finally {
    pg.Client.prototype.query = query;
    await killer.end();
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : ((statement as { text?: string }).text ?? "");
