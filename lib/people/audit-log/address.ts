import { day, one, pageAddress, rowId, type AddressState } from "@/lib/platform/address";
import { AUDIT_EVENT_TYPES } from "./schema";

/** Days are UTC and both count in full. `before`, `after`: the page behind, or in front of, that event. */
export const auditLogPage = pageAddress("/audit-log", {
  type: one(AUDIT_EVENT_TYPES),
  person: rowId,
  from: day,
  to: day,
  before: rowId,
  after: rowId,
});
export type AuditFilter = AddressState<typeof auditLogPage>;
