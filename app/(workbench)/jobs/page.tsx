import { Box, Text, Title } from "@mantine/core";
import { STATUS_WORDS } from "@/components/runs/jobs/job-labels";
import { FirstJob } from "@/components/runs/jobs/first-job";
import { JobTable } from "@/components/runs/jobs/job-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { may } from "@/lib/people/access/policy";
import { requireActor } from "@/lib/people/access/session";
import { formatCount } from "@/lib/platform/format";
import { countJobs, isModelConnected, listJobs, whatJobsNeed } from "@/lib/runs/jobs/queries";
import { JOB_STATUSES } from "@/lib/runs/jobs/vocabulary";
import { jobsPage } from "@/lib/runs/jobs/address";

export const metadata = { title: "Jobs" };

export default async function JobsPage({ searchParams }: PageProps<"/jobs">) {
  const actor = await requireActor("runs.read");
  const state = jobsPage.read(await searchParams);
  const { page, sort, status, failed, run } = state;
  const manages = may(actor, "jobs.manage");
  const [jobs, counts, connected] = await Promise.all([
    listJobs(actor, state),
    countJobs(actor),
    manages && isModelConnected(actor),
  ]);
  const all = JOB_STATUSES.reduce((sum, one) => sum + counts[one], 0);
  const whole = status === null && !failed && run === null && page === 1;
  const needs = all === 0 || (whole && manages && !connected) ? await whatJobsNeed(actor) : null;
  const shown = failed ? "failed" : status;
  const href = (tab: typeof shown) =>
    jobsPage.href({ ...(tab === "failed" ? { failed: true } : { status: tab }), run, sort });
  return (
    <>
      <PageHeader
        title="Jobs"
        description="Generate model responses, or have an automatic evaluator judge them."
        actions={connected && all > 0 && <LinkButton href="/jobs/new">New job</LinkButton>}
      />
      {needs !== null && (
        <Box component="section" aria-labelledby="first" mb={all > 0 ? "xl" : 0}>
          <Title order={2} id="first" size="h3">
            {all === 0 ? "No jobs yet" : "Start a job of your own"}
          </Title>
          <Text c="dimmed" mb="sm">
            A job asks a model for responses to a release, or for verdicts on a run&apos;s
            responses.
          </Text>
          <FirstJob
            {...needs}
            may={{ connect: may(actor, "connections.manage"), manage: manages }}
          />
        </Box>
      )}
      {all > 0 && (
        <>
          {run === null && (
            <PageTabs
              label="Jobs shown"
              tabs={([null, ...JOB_STATUSES, "failed"] as const).map((tab) => ({
                href: href(tab),
                words:
                  tab === null
                    ? "All"
                    : tab === "failed"
                      ? "Failures to handle"
                      : STATUS_WORDS[tab],
                count: formatCount(tab === null ? all : counts[tab]),
                current: shown === tab,
              }))}
            />
          )}
          <JobTable
            rows={jobs}
            sort={state.sort}
            href={(change) => jobsPage.href({ ...state, ...change })}
            empty={
              <EmptyState
                title="No matching jobs"
                actions={
                  <LinkButton href="/jobs" variant="default">
                    Clear filters
                  </LinkButton>
                }
              />
            }
          />
        </>
      )}
    </>
  );
}
