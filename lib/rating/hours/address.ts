import { day, oneOr, pageAddress, rowId, type AddressState } from "@/lib/platform/address";
import { HOUR_PERIODS } from "./vocabulary";

/** Of "/rate/hours" and of the file, too. */
export const hoursPage = pageAddress("/campaigns/hours", {
  from: day,
  to: day,
  by: oneOr(HOUR_PERIODS, "month"),
  rater: rowId,
});
export type HoursState = AddressState<typeof hoursPage>;
