import {
  pageAddress,
  rowId,
  several,
  type AddressPart,
  type AddressState,
} from "@/lib/platform/address";
import { CAUSES, type Place } from "./vocabulary";

/** "0.25~17" */
const place: AddressPart<Place | null> = {
  read: (text) => {
    if (!/^(0|1|[01]\.\d{1,20})~[1-9]\d{0,9}$/.test(text)) return null;
    const [of, task = ""] = text.split("~");
    const taskId = rowId.read(task);
    return taskId === null ? null : { place: Number(of), taskId };
  },
  write: (place) => (place === null ? "" : `${place.place}~${place.taskId}`),
};

/** What narrows the queue; no cause: whatever the cause. */
const CASE_FILTERS = { campaign: rowId, cause: several(CAUSES) };

/** `after`: the page behind this place. */
export const adjudicationPage = pageAddress("/adjudication", { ...CASE_FILTERS, after: place });

/** `task`: the one to begin with. */
export const adjudicationDeskPage = pageAddress("/adjudication/desk", {
  ...CASE_FILTERS,
  task: rowId,
});
export type CaseFilters = Omit<AddressState<typeof adjudicationDeskPage>, "task">;

/** `before`: only those that were adjudicated before this one. */
export const adjudicatedPage = pageAddress("/adjudication/settled", {
  campaign: rowId,
  before: rowId,
});
