import { Stack, Text, Title } from "@mantine/core";
import { cache } from "react";
import { JobFacts } from "@/components/runs/jobs/job-facts";
import { JobItems } from "@/components/runs/jobs/job-items";
import { KIND_WORDS } from "@/components/runs/jobs/job-labels";
import { JobProgress } from "@/components/runs/jobs/job-progress";
import { JobStatusBadge } from "@/components/runs/jobs/job-status";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { orNotFound, idInAddress } from "@/lib/people/access/or-not-found";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { formatCount } from "@/lib/platform/format";
import { getJob } from "@/lib/runs/jobs/queries";
import { listItems } from "@/lib/runs/jobs/item-queries";
import { UNUSABLE_OUTCOMES } from "@/lib/runs/jobs/vocabulary";
import { jobPage, SHOWN_ITEMS, type ShownItems } from "@/lib/runs/jobs/address";

type JobPageProps = PageProps<"/jobs/[id]">;

const findJob = cache(async (id: string) => {
  const actor = await requireActor("runs.read");
  return orNotFound(getJob(actor, idInAddress(id)));
});

export async function generateMetadata({ params }: JobPageProps) {
  const job = await findJob((await params).id);
  return { title: `Job ${job.jobId}: ${KIND_WORDS[job.kind]}` };
}

const SHOWN_WORDS: Record<ShownItems, string> = {
  all: "All items",
  done: "Done",
  unusable: "No result",
  failed: "Failed",
  "left-out": "Left out",
  open: "Not done",
};

export default async function JobPage({ params, searchParams }: JobPageProps) {
  const actor = await requireActor("runs.read");
  const job = await findJob((await params).id);
  const { page, show } = jobPage.read(await searchParams);
  const shown = show ?? (job.counts.failed > 0 ? "failed" : "all");
  const items = await listItems(actor, job.jobId, shown, page);
  const { waiting, working, done, failed, leftOut } = job.counts;
  const counts: Record<ShownItems, number> = {
    all: waiting + working + done + failed + leftOut,
    done,
    unusable: job.outcomes
      .filter(({ outcome }) => UNUSABLE_OUTCOMES.includes(outcome))
      .reduce((sum, { count }) => sum + count, 0),
    failed,
    "left-out": leftOut,
    open: waiting + working,
  };
  const href = (one: ShownItems, target = 1) =>
    jobPage.href({ id: job.jobId, show: one, page: target });
  return (
    <>
      <PageHeader
        title={`Job ${job.jobId}: ${KIND_WORDS[job.kind]}`}
        breadcrumbs={[{ label: "Jobs", href: "/jobs" }]}
        beside={<JobStatusBadge status={job.status} />}
        description={
          <>
            {job.by}. Started by {job.createdBy}, <LocalTime iso={job.createdAt} />
            {job.endedAt !== null && (
              <>
                , ended <LocalTime iso={job.endedAt} />
              </>
            )}
          </>
        }
      />
      <Stack gap="xl">
        <JobProgress key={job.status} initial={job} manage={may(actor, "jobs.manage")} />
        <section aria-labelledby="settings">
          <Title order={2} id="settings" mb="xs">
            Configuration
          </Title>
          <JobFacts job={job} />
        </section>
        <section aria-labelledby="items">
          <Title order={2} id="items" mb="xs">
            Items
          </Title>
          <PageTabs
            label="Items shown"
            tabs={SHOWN_ITEMS.map((one) => ({
              href: href(one),
              words: SHOWN_WORDS[one],
              count: formatCount(counts[one]),
              urgent: one === "failed" && failed > 0,
              current: shown === one,
            }))}
          />
          {shown === "left-out" && items.total > 0 && (
            <Text fz="sm" c="dimmed" mb="xs">
              {job.kind === "generate"
                ? "Questions that are demonstrations of the prompt, or close to one, are not asked. The run gets no responses to them."
                : "Responses to questions that are examples of the prompt, or close to one, are not judged by this evaluator."}
            </Text>
          )}
          {shown === "unusable" && items.total > 0 && (
            <Text fz="sm" c="dimmed" mb="xs">
              {job.kind === "generate"
                ? "Empty, refused or cut-off replies are kept as the model's responses."
                : job.kind === "compare"
                  ? "No preference was found in the replies. These pairs have none by this principle, and none overall."
                  : "No verdict was found in the replies. They never count as incorrect; a new job judges these responses again."}
            </Text>
          )}
          <JobItems
            jobId={job.jobId}
            kind={job.kind}
            shown={shown}
            rows={items}
            href={({ page }) => href(shown, page)}
            empty={<Text fz="sm">None</Text>}
          />
        </section>
      </Stack>
    </>
  );
}
