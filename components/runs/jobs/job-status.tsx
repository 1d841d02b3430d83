import { Badge } from "@mantine/core";
import type { JobStatus } from "@/lib/runs/jobs/vocabulary";
import { STATUS_COLORS, STATUS_WORDS } from "./job-labels";

/** Renders the status of a job. */
export function JobStatusBadge({ status }: { status: JobStatus }) {
  return (
    <Badge variant="light" color={STATUS_COLORS[status]}>
      {STATUS_WORDS[status]}
    </Badge>
  );
}
