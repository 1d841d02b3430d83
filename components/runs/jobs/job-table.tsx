import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount, formatDollars } from "@/lib/platform/format";
import type { JobListItem } from "@/lib/runs/jobs/queries";
import { KIND_WORDS, PAUSE_WORDS } from "./job-labels";
import { JobStatusBadge } from "./job-status";

interface JobTableProps {
  jobs: readonly JobListItem[];
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page. */
  href: (page: number) => string;
}

/** Jobs, newest first. */
export function JobTable({ jobs, page, pageSize, total, href }: JobTableProps) {
  return (
    <ListTable
      label="Jobs"
      minWidth={980}
      rows={jobs}
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
          as: "number",
          cell: ({ counts }) => formatCount(counts.failed),
        },
        {
          title: "Cost",
          as: "number",
          cell: (job) => (job.unpriced > 0 && job.cost === 0 ? "Unknown" : formatDollars(job.cost)),
        },
        {
          title: "Ends",
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
      pages={{ page, pageSize, total, label: "Pages of jobs", href }}
    />
  );
}
