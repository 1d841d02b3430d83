import { z } from "zod";
import { keepValue, readValue, type Keeping } from "@/components/ui/device-storage";
import { protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import { protocolDraftSchema } from "./protocol-draft";

const keptSchema = z.object({
  name: z.string(),
  note: z.string(),
  draft: protocolDraftSchema,
  /** What the editor began with: the version of a protocol, or the preset of a new one. */
  base: z.object({
    from: z.string(),
    number: z.number(),
    definition: protocolDefinitionSchema.nullable(),
  }),
});

/** What someone has typed in the editor and not saved. */
export type KeptProtocol = z.infer<typeof keptSchema>;

/** Returns what a device keeps under a key; null where it is nothing, or of another form than today's. */
export function readKept(key: string, storage?: Keeping | null): KeptProtocol | null {
  return keptSchema.safeParse(readValue(key, storage)).data ?? null;
}

/** Keeps what is typed; null forgets it. */
export function keep(key: string, typed: KeptProtocol | null, storage?: Keeping | null): void {
  keepValue(key, typed, storage);
}
