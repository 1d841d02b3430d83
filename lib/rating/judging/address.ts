import { flag, one, pageAddress, rowId, words } from "@/lib/platform/address";
import { OWN_WORK_SHOWS } from "./vocabulary";

export const ownRatingsPage = pageAddress("/rate/mine", {
  campaign: rowId,
  show: one(OWN_WORK_SHOWS),
  /** In the question. */
  q: words(200),
  /** Only ratings before (older) or after (newer) this one. */
  before: rowId,
  after: rowId,
});

/** `again`: after it was not passed. */
export const trainingPage = pageAddress("/rate/training", { again: flag });
