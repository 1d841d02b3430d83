import { notFound } from "next/navigation";
import { NotFound } from "@/lib/platform/errors";
import { numberInAddressSchema } from "@/lib/runs/responses/schema";

/** What an address names by its number; answers 404 where there is nothing. */
export async function found<T>(number: string, find: (id: number) => Promise<T>): Promise<T> {
  const id = numberInAddressSchema.safeParse(number);
  if (!id.success) notFound();
  try {
    return await find(id.data);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
