import { randomUUID } from "node:crypto";
import { cookies, headers } from "next/headers";
import { LEFT_VISIT_COOKIE, readLeftVisit } from "@/components/desk/left-visit";
import type { Given } from "@/components/desk/machine-state";
import { NotFound } from "@/lib/platform/errors";
import type { AnyResult } from "@/lib/platform/result";

interface BegunVisit<T, I> {
  /**
   * Gives a visit its first item, to be held as if the desk had asked for it.
   * @param left what this visit holds is free: its window is about to go; null: none is known to
   */
  next: (visit: string, left: string | null) => Promise<AnyResult<T>>;
  read: (value: T) => I[];
}

/**
 * Begins a visit to a desk while its page is made, so that the first item comes with the page.
 * @returns null where there is no item, or none may be given, which the desk finds out by itself; and where the browser does
 * not load the page as a whole, or loads it ahead: the desk may be there already, or no one may come to it
 */
export async function beginVisit<T, I>({ next, read }: BegunVisit<T, I>): Promise<Given<I> | null> {
  const asked = await headers();
  // Parts that the page's own scripts fetch, also after a command, are asked for as something else.
  const whole = asked.get("accept")?.includes("text/html") === true;
  if (!whole || asked.has("sec-purpose")) return null;
  const left = readLeftVisit((await cookies()).get(LEFT_VISIT_COOKIE)?.value);
  const visit = randomUUID();
  try {
    const result = await next(visit, left);
    const items = result.ok ? read(result.value) : [];
    return items.length === 0 ? null : { visit, items };
  } catch (error) {
    // Whether there is such a place is for the page to say.
    if (error instanceof NotFound) return null;
    throw error;
  }
}
