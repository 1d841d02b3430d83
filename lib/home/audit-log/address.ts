import { day, pageAddress, rowId, words, type AddressState } from "@/lib/platform/address";

/**
 * `type`: of one kind; one that is not known filters nothing. Days are UTC and both count in full. `before`, `after`: the page
 * behind, or in front of, that event.
 */
export const auditLogPage = pageAddress("/audit-log", {
  type: words(100),
  person: rowId,
  from: day,
  to: day,
  before: rowId,
  after: rowId,
});
export type AuditFilter = AddressState<typeof auditLogPage>;
