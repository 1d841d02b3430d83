import { AsyncLocalStorage } from "node:async_hooks";
import { log } from "./log";

interface Request {
  kept: boolean;
}

// Next loads a module once per bundle; a request goes through several.
const shared = globalThis as { __freshqaKeptWrites?: AsyncLocalStorage<Request> };
const requests = (shared.__freshqaKeptWrites ??= new AsyncLocalStorage());

/** Remembers for one request whether the database has kept something of it: what fails afterwards undoes nothing. */
export function rememberingWrites<T>(work: () => Promise<T>): Promise<T> {
  return requests.run({ kept: false }, work);
}

/** A transaction was committed, or a statement that writes by itself. */
export function noteKept(): void {
  const request = requests.getStore();
  if (request) request.kept = true;
}

/** Whether the database may have kept something of this request, so that no one may say that nothing was saved. */
export function somethingKept(): boolean {
  return requests.getStore()?.kept ?? false;
}

/**
 * Does what an answer can do without, such as reading how the work stands, once what was asked for is saved. If it fails,
 * that is logged, and the answer is a success without it: whoever sent the entry must not be told that it was not saved.
 * @param what for the log
 * @returns null where it failed
 */
export async function afterSaving<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log().error({ err: error, what }, "Saved, but what follows failed");
    return null;
  }
}
