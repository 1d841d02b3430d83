import { questionId } from "@/lib/dataset/questions/address";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/vocabulary";
import {
  day,
  hosts,
  one,
  oneOr,
  pageAddress,
  pageNumber,
  rowId,
  several,
  type AddressPart,
  type AddressState,
} from "@/lib/platform/address";
import { CALENDAR_WEEKS, DEFAULT_WEEKS, DUE_SECTIONS, type AssigneeFilter } from "./vocabulary";

const assignee: AddressPart<AssigneeFilter> = {
  read: (text) => (text === "me" || text === "none" || text === "anyone" ? text : rowId.read(text)),
  write: (value) => (value === null ? "" : String(value)),
};

/** What decides which questions are meant. */
const QUEUE_FILTERS = {
  /** Which part of the queue; null in the desk: whatever is due by the end of this week, overdue first. */
  when: one(DUE_SECTIONS),
  /** One day alone, as a click on the calendar asks for. */
  day,
  category: several(CATEGORIES),
  hops: several(HOPS),
  /** Evidence hosts; any of them. */
  host: hosts(20),
  assignee,
};

/** `weeks`: how far the calendar looks ahead. */
export const refreshPage = pageAddress("/refresh", {
  ...QUEUE_FILTERS,
  page: pageNumber(),
  weeks: oneOr<number>(CALENDAR_WEEKS, DEFAULT_WEEKS),
});
export type QueueState = AddressState<typeof refreshPage>;
export type QueueFilters = Omit<QueueState, "page" | "weeks">;

/** `question`: the one to begin with, due or not. */
export const refreshDeskPage = pageAddress("/refresh/desk", {
  ...QUEUE_FILTERS,
  question: questionId,
});

const { question: _question, ...none } = refreshDeskPage.usual;
/** Filters that narrow nothing. */
export const NO_FILTERS: QueueFilters = none;
