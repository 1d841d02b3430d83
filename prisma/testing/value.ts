import type { AnyResult } from "@/lib/platform/result";

/** The value of a command that a test expects to be done. @throws what it was refused with */
export function value<T>(result: AnyResult<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}
