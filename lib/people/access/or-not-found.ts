import { notFound } from "next/navigation";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { MAX_INT } from "@/lib/platform/plain-fields";

/** What a page's query finds; the answer is 404 where the query throws NotFound. */
export async function orNotFound<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

/** As orNotFound(), for pages that notices link to: they don't say that something is there which the actor may not see. */
export async function orNotFoundForActor<T>(query: Promise<T>): Promise<T> {
  return orNotFound(
    query.catch((error: unknown) => {
      if (error instanceof AccessDenied) notFound();
      throw error;
    }),
  );
}

/** The id that a page's address names; the answer is 404 where it is no number that an id can be. */
export function idInAddress(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  if (id > MAX_INT) notFound();
  return id;
}
