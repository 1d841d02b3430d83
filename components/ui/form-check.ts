import type { z } from "zod";

/** Checks one field of a form by the schema that the server uses too: null, or what to do about it. */
export function checkWith(schema: z.ZodType): (value: unknown) => string | null {
  return (value) => schema.safeParse(value).error?.issues[0]?.message ?? null;
}
