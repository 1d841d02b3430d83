import { KIND_WORDS } from "@/components/runs/jobs/job-labels";
import { ComparisonJobForm } from "@/components/runs/jobs/comparison-job-form";
import { GenerationJobForm } from "@/components/runs/jobs/generation-job-form";
import { JudgingJobForm } from "@/components/runs/jobs/judging-job-form";
import { PageHeader } from "@/components/ui/page-header";
import { PageTabs } from "@/components/ui/page-tabs";
import { requireActor } from "@/lib/people/access/session";
import { now } from "@/lib/platform/clock";
import { getRunOrigin } from "@/lib/runs/jobs/queries";
import { listJobChoices } from "@/lib/runs/jobs/planning-queries";
import { dateIn } from "@/lib/runs/jobs/rules";
import { JOB_KINDS } from "@/lib/runs/jobs/vocabulary";
import { newJobPage } from "@/lib/runs/jobs/address";

export const metadata = { title: "New job" };

/** The zone of FreshQA's notebooks, in which they read "today". */
const ZONE = "America/Los_Angeles";

export default async function NewJobPage({ searchParams }: PageProps<"/jobs/new">) {
  const actor = await requireActor("jobs.manage");
  const { kind, run, evaluator } = newJobPage.read(await searchParams);
  const [choices, origin] = await Promise.all([
    listJobChoices(actor),
    kind === "generate" && run !== null ? getRunOrigin(actor, run) : null,
  ]);
  return (
    <>
      <PageHeader
        title="New job"
        breadcrumbs={[{ label: "Jobs", href: "/jobs" }]}
        description="Choose what to ask, check the dry run, then start."
      />
      <PageTabs
        label="Kind of job"
        tabs={JOB_KINDS.map((one) => ({
          href: newJobPage.href({ kind: one, run: one === "generate" ? null : run }),
          words: KIND_WORDS[one],
          current: kind === one,
        }))}
      />
      {kind === "generate" ? (
        <GenerationJobForm
          key={origin?.runId ?? "new"}
          choices={choices}
          today={dateIn(ZONE, now())}
          run={origin}
        />
      ) : kind === "compare" ? (
        <ComparisonJobForm choices={choices} runId={run} evaluatorId={evaluator} />
      ) : (
        <JudgingJobForm
          key={kind}
          choices={choices}
          kind={kind}
          runId={run}
          evaluatorId={evaluator}
        />
      )}
    </>
  );
}
