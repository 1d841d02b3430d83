import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount, formatDollars } from "@/lib/platform/format";
import type { JobListItem } from "@/lib/runs/jobs/queries";
import type { JobsState } from "@/lib/runs/jobs/address";
import { KIND_WORDS, PAUSE_WORDS } from "./job-labels";
import { JobStatusBadge } from "./job-status";

/** Jobs. */
export function JobTable(list: ListProps<JobListItem, JobsState>) {
  return (
    <ListTable
      {...list}
      label="Jobs"
      minWidth={980}
      rowKey={(job) => job.jobId}
      columns={[
        {
          title: "Job",
          as: "text",
          minWidth: 190,
          cell: (job) => (
            <>
              <LinkAnchor href={`/jobs/${job.jobId}`} inherit fw={550}>
                {job.jobId}: {KIND_WORDS[job.kind]}
              </LinkAnchor>
              <Text fz="sm" c="dimmed">
                {job.by}
              </Text>
            </>
          ),
        },
        {
          title: "Run",
          sort: "run",
          as: "text",
          minWidth: 160,
          cell: (job) => (
            <LinkAnchor href={`/runs/${job.runId}`} inherit>
              {job.modelName}, {job.runName}
            </LinkAnchor>
          ),
        },
        {
          title: "Status",
          minWidth: 130,
          cell: (job) => (
            <>
              <JobStatusBadge status={job.status} />
              {job.pausedBecause !== null && job.pausedBecause !== "person" && (
                <Text fz="sm">{PAUSE_WORDS[job.pausedBecause].title}</Text>
              )}
            </>
          ),
        },
        {
          title: "Progress",
          minWidth: 150,
          cell: ({ counts, jobId }) => (
            <ProgressBar
              done={counts.done + counts.failed}
              of={counts.done + counts.failed + counts.waiting + counts.working}
              label={`Items of job ${jobId} that ended`}
            />
          ),
        },
        {
          title: "Failed",
          sort: "failed",
          as: "number",
          cell: ({ counts }) => formatCount(counts.failed),
        },
        {
          title: "Cost",
          sort: "cost",
          as: "number",
          cell: (job) => (job.unpriced > 0 && job.cost === 0 ? "Unknown" : formatDollars(job.cost)),
        },
        {
          title: "Ends",
          sort: "ended",
          as: "line",
          small: true,
          cell: (job) =>
            job.endedAt !== null ? (
              <LocalTime iso={job.endedAt} />
            ) : job.expectedEnd !== null ? (
              <>
                Expected <LocalTime iso={job.expectedEnd} />
              </>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}
