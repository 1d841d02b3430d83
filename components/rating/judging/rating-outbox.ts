import { hasFields } from "@/components/ui/has-fields";
import { isKept, type Kept } from "@/components/desk/kept";
import { Outbox } from "@/components/desk/outbox";
import type { Keeping } from "@/components/ui/device-storage";

/** A verdict, a correction or a skip that is not saved yet. */
export interface Pending extends Kept {
  step: "judge" | "correct" | "skip";
  campaignId: number;
  taskId: number;
}

function isPending(value: unknown): value is Pending {
  return (
    isKept(value) &&
    ["judge", "correct", "skip"].includes(value.step) &&
    hasFields(value, { campaignId: "number", taskId: "number" })
  );
}

/** What a rater has still to send. It stays through a sign-out: it is theirs, whoever uses the device meanwhile. */
export class RatingOutbox extends Outbox<Pending> {
  constructor(storage: Keeping | null, raterId: number) {
    super(storage, `freshqa.rate.${raterId}.pending.`, isPending);
  }
}
