import {
  flag,
  listOf,
  one,
  oneOr,
  pageAddress,
  pageNumber,
  rowId,
  type AddressState,
} from "@/lib/platform/address";
import { JOB_KINDS, JOB_STATUSES } from "./vocabulary";

export const jobsPage = pageAddress("/jobs", {
  status: one(JOB_STATUSES),
  /** Only those that are over, with failed items to retry or accept. */
  failed: flag,
  run: rowId,
  ...listOf(["run", "failed", "cost", "ended"]),
});
export type JobsState = AddressState<typeof jobsPage>;

export const newJobPage = pageAddress("/jobs/new", {
  kind: oneOr(JOB_KINDS, "generate"),
  run: rowId,
  evaluator: rowId,
});

/** Which items a job's page lists; `unusable`: done, and what came is no answer or no verdict. */
export const SHOWN_ITEMS = ["all", "done", "unusable", "failed", "left-out", "open"] as const;
export type ShownItems = (typeof SHOWN_ITEMS)[number];

/** Without `show`, the failed ones where there are any. */
export const jobPage = pageAddress("/jobs/[id]", { show: one(SHOWN_ITEMS), page: pageNumber() });

/** `show`: the items that "Previous" and "Next" lead through. */
export const jobItemPage = pageAddress("/jobs/[id]/items/[item]", {
  show: oneOr(SHOWN_ITEMS, "all"),
});
