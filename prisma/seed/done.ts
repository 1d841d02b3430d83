import type { AnyResult } from "@/lib/platform/result";

/** The value of a command that is expected to be done. @throws what it was refused with */
export function done<T>(result: AnyResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
}
