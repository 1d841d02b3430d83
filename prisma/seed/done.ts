import type { AnyResult } from "@/lib/platform/result";

/** The value of a command that is expected to be done. @throws what it was refused with */
export function done<T>(result: AnyResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
}

/**
 * Waits for works that mostly wait for the database.
 * @returns what each of them returns
 * @throws what the first of them failed with, once all have ended
 */
export async function together<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [Place in keyof Works]: Awaited<Works[Place]> }> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === "rejected") throw outcome.reason;
  return Promise.all(works);
}
