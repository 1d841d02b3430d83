import { keepValue, readValue } from "@/components/ui/device-storage";
import { z } from "zod";
import { draftSchema, type Draft } from "@/lib/authoring/schema";

/** What an author typed and the server has not got yet, kept on their device so that it survives a reload without network. */
const keptSchema = z.object({
  /** The version that it is based on; null: the server knows nothing of the draft yet. */
  version: z.number().int().nullable(),
  /** Under which a new draft is begun, also after a reload. */
  clientKey: z.uuid(),
  draft: draftSchema,
});
export type DraftOnDevice = z.output<typeof keptSchema>;

/** What is kept there; what cannot be read any more is treated as nothing. */
export function readFromDevice(place: string): DraftOnDevice | null {
  return keptSchema.safeParse(readValue(place)).data ?? null;
}

/** Keeps it, or nothing more with null. A device that keeps nothing (private mode, full storage) is no error. */
export function keepOnDevice(
  place: string,
  kept: { version: number | null; clientKey: string; draft: Draft } | null,
): void {
  // Where the device refuses, the server is asked again and again; the browser warns before the page goes.
  keepValue(place, kept);
}
