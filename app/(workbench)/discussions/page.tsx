import { IconMessages } from "@tabler/icons-react";
import type { Metadata } from "next";
import { DiscussionTable } from "@/components/rating/adjudication/adjudication-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listDiscussions } from "@/lib/rating/adjudication/queries";

export const metadata: Metadata = { title: "Discussions" };

export default async function DiscussionsPage() {
  const actor = await requireActor("ratings.judge");
  const rows = await listDiscussions(actor);
  return (
    <>
      <PageHeader
        title="Discussions"
        description="Responses you and other raters or the adjudicator disagree on, or that someone flagged. All ratings are in, so verdicts are visible; names are hidden if the campaign hides them."
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={<IconMessages size={24} />}
          title="Nothing to discuss"
          actions={
            <LinkButton href="/rate" variant="default">
              View campaigns
            </LinkButton>
          }
        >
          Responses appear here once all ratings are in and raters disagree, flagged the answer or
          were not sure.
        </EmptyState>
      ) : (
        <DiscussionTable rows={rows} />
      )}
    </>
  );
}
