import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { LocalTime } from "@/components/ui/local-time";
import { KIND_WORDS, STATUS_WORDS } from "@/components/runs/jobs/job-labels";
import { formatCount } from "@/lib/platform/format";
import type { JobStatus } from "@/lib/runs/jobs/vocabulary";
import type { EvaluatorJob } from "@/lib/runs/evaluators/queries";

/** The jobs that used an evaluator, newest first. */
export function EvaluatorJobTable({ jobs }: { jobs: EvaluatorJob[] }) {
  return (
    <ListTable
      label="Jobs"
      minWidth={680}
      rows={jobs}
      rowKey={(job) => job.jobId}
      columns={[
        {
          title: "Job",
          as: "line",
          cell: (job) => (
            <LinkAnchor href={`/jobs/${job.jobId}`} inherit>
              {KIND_WORDS[job.kind]} {job.jobId}
            </LinkAnchor>
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
        { title: "Status", as: "line", cell: (job) => STATUS_WORDS[job.status as JobStatus] },
        {
          title: "Finished",
          as: "number",
          cell: (job) => `${formatCount(job.ended)} of ${formatCount(job.items)}`,
        },
        {
          title: "Without a verdict",
          as: "number",
          cell: (job) => formatCount(job.withoutVerdict),
        },
        { title: "Started", as: "line", cell: (job) => <LocalTime iso={job.createdAt} /> },
      ]}
    />
  );
}
