import { hasFields } from "@/components/ui/has-fields";
import { isKept, Outbox, type Keeping, type Kept } from "@/components/ui/outbox";
import type { DeskQuestion } from "@/lib/refreshing/queries";
import type { Claim } from "@/lib/review-schedule/schema";

/** A question on the desk; one that was opened by hand has no claim to tell why it is due. */
export type DeskItem = DeskQuestion & { claim: Claim | null };

/** Something that was done on the desk and is not saved yet. Its body is what is sent, but for the visit's token. */
export interface Pending extends Kept {
  step: "verify" | "refresh" | "undo" | "skip" | "open";
  /** The question as the person saw it. */
  item: DeskItem;
  /** What they had typed, to put it back into the form when someone else was faster. */
  draft?: unknown;
}

function isPending(value: unknown): value is Pending {
  return (
    isKept(value) &&
    ["verify", "refresh", "undo", "skip", "open"].includes(value.step) &&
    hasFields(value, { item: "object" }) &&
    hasFields(value.item, { revisionId: "number" }) &&
    "cells" in value.item
  );
}

/** What a person's desk has still to send. */
export class DeskOutbox extends Outbox<Pending> {
  constructor(storage: Keeping | null, userId: number) {
    super(storage, `freshqa.desk.${userId}.pending.`, isPending);
  }
}
