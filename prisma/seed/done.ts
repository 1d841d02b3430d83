import type { AnyResult } from "@/lib/platform/result";

/** The value of a result; a refusal is a mistake in what is written. @throws with the refusal's words */
export function done<T>(result: AnyResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.refusal.message);
}
