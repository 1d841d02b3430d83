import * as z from "zod/mini";
import { keptSchema, Outbox, type Keeping, type Kept } from "@/components/ui/outbox";
import type { DeskQuestion } from "@/lib/refreshing/queries";
import type { Claim } from "@/lib/review-schedule/schema";

/** A question on the desk; one that was opened by hand has no claim to tell why it is due. */
export type DeskItem = DeskQuestion & { claim: Claim | null };

const item = z.custom<DeskItem>((value) => typeof value === "object" && value !== null && "revisionId" in value && "cells" in value);

/** Something that was done on the desk and is not saved yet. Its body is what is sent, but for the visit's token. */
export const pendingSchema = z.extend(keptSchema, {
  step: z.enum(["verify", "refresh", "undo", "skip", "open"]),
  /** The question as the person saw it. */
  item,
  /** What they had typed, to put it back into the form when somebody else was faster. */
  draft: z.optional(z.unknown()),
});
export type Pending = Omit<z.infer<typeof pendingSchema>, "refused"> & Pick<Kept, "refused">;

/** What a person's desk has still to send. */
export class DeskOutbox extends Outbox<Pending> {
  constructor(storage: Keeping | null, userId: number) {
    super(storage, `freshqa.desk.${userId}.pending.`, pendingSchema);
  }
}
