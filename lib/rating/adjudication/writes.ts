import type { LeaseKind } from "@/lib/platform/leases";

/** Leases on tasks to adjudicate. */
export const CASE_LEASES: LeaseKind = {
  table: "adjudication_claims",
  key: "task_id",
  of: "rating_tasks",
};
