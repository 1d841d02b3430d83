import type { DatabaseTrouble } from "./database-trouble";

// Pages are built apart from the server in front of them; they share the process, and this.
const shared = globalThis as { __freshqaUnavailable?: Map<string, DatabaseTrouble> };
const noted = (shared.__freshqaUnavailable ??= new Map<string, DatabaseTrouble>());

/** More requests than this do not fail at once; the oldest are forgotten. */
const MOST = 1_000;

/** Notes that a request fails because of the database, for the server that sends its answer. */
export function noteTrouble(requestId: string, trouble: DatabaseTrouble): void {
  noted.set(requestId, trouble);
  const [oldest] = noted.keys();
  if (noted.size > MOST && oldest !== undefined) noted.delete(oldest);
}

/** Returns why a request fails, or null when nothing was noted. */
export function notedTrouble(requestId: string): DatabaseTrouble | null {
  return noted.get(requestId) ?? null;
}

/** Forgets a request that is answered. */
export function forgetTrouble(requestId: string): void {
  noted.delete(requestId);
}
