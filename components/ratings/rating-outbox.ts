import * as z from "zod/mini";
import { keptSchema, Outbox, type Keeping, type Kept } from "@/components/ui/outbox";

/** A verdict, a correction or a skip that is not saved yet. */
export const pendingSchema = z.extend(keptSchema, {
  step: z.enum(["judge", "correct", "skip"]),
  campaignId: z.number(),
  taskId: z.number(),
});
export type Pending = Omit<z.infer<typeof pendingSchema>, "refused"> & Pick<Kept, "refused">;

/** What a rater has still to send. It stays through a sign-out: it is theirs, whoever uses the device meanwhile. */
export class RatingOutbox extends Outbox<Pending> {
  constructor(storage: Keeping | null, raterId: number) {
    super(storage, `freshqa.rate.${raterId}.pending.`, pendingSchema);
  }
}
