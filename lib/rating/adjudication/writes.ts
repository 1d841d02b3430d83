import type { LeaseKind } from "@/lib/platform/leases";

/** Claims on tasks that await adjudication. */
export const CASE_LEASES: LeaseKind = {
  table: "adjudication_claims",
  key: "task_id",
  of: "rating_tasks",
};
