import { IconChecklist } from "@tabler/icons-react";
import { StartReview } from "@/components/authoring/start-review";
import { StatusTabs, SubmissionTable } from "@/components/authoring/submission-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { countSubmitted, listAllSubmissions } from "@/lib/authoring/queries";
import { formatCount } from "@/lib/platform/format";
import { submissionsPage } from "@/lib/authoring/address";

export const metadata = { title: "Submissions" };

export default async function SubmissionsPage({ searchParams }: PageProps<"/submissions">) {
  const actor = await requireActor("submissions.review");
  const state = submissionsPage.read(await searchParams);
  const [list, reviewable] = await Promise.all([
    listAllSubmissions(actor, state),
    countSubmitted(actor),
  ]);
  return (
    <>
      <PageHeader
        title="Submissions"
        description="Questions submitted by annotators. Others review your own."
        actions={
          <>
            <LinkButton href="/contributions" variant="default">
              Contributions
            </LinkButton>
            <LinkButton href="/splits" variant="default">
              Splits
            </LinkButton>
            {reviewable > 0 && (
              <StartReview label={`Start reviewing (${formatCount(reviewable)})`} />
            )}
          </>
        }
      />
      <StatusTabs
        href={(status) => submissionsPage.href({ status, sort: state.sort })}
        statuses={["submitted", "returned", "accepted", "rejected", "withdrawn"]}
        counts={list.counts}
        chosen={state.status}
      />
      <SubmissionTable
        rows={list}
        sort={state.sort}
        href={(change) => submissionsPage.href({ ...state, ...change })}
        empty={
          <EmptyState
            icon={<IconChecklist size={24} />}
            title={
              state.status === "submitted" ? "Nothing to review" : "No submissions with this status"
            }
          >
            {state.status === "submitted"
              ? "Submitted questions appear here."
              : "Choose another status."}
          </EmptyState>
        }
      />
    </>
  );
}
