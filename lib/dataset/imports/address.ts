import {
  listOf,
  one,
  pageAddress,
  pageNumber,
  rowId,
  type AddressState,
} from "@/lib/platform/address";

/** Which part of a plan is listed. */
const PLAN_PARTS = [
  "changed",
  "conflicts",
  "here",
  "reworded",
  "new",
  "missing",
  "unchanged",
  "bad",
] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

export const importsPage = pageAddress("/imports", listOf(["file", "size", "rows", "date"]));
export type ImportsState = AddressState<typeof importsPage>;

/** Which rows of a plan are listed; without `part`, those that want a decision first. */
const PLAN_ROWS = { part: one(PLAN_PARTS), page: pageNumber() };

export const importPage = pageAddress("/imports/[id]", PLAN_ROWS);
export type PlanRowsState = AddressState<typeof importPage>;

/** `file`: the import whose rows are meant, as the queue goes on to the next. */
export const importQueuePage = pageAddress("/imports/queues/[id]", { file: rowId, ...PLAN_ROWS });
