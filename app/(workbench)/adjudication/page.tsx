import { IconScale } from "@tabler/icons-react";
import type { Metadata } from "next";
import { CaseFilterBar, CaseTable } from "@/components/rating/adjudication/adjudication-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listCases } from "@/lib/rating/adjudication/queries";
import { formatCount } from "@/lib/platform/format";
import { adjudicationPage, adjudicationDeskPage } from "@/lib/rating/adjudication/address";

export const metadata: Metadata = { title: "Adjudication" };

export default async function AdjudicatePage({ searchParams }: PageProps<"/adjudication">) {
  const actor = await requireActor("ratings.adjudicate");
  const { after, ...filters } = adjudicationPage.read(await searchParams);
  const queue = await listCases(actor, filters, after);
  const narrowed = filters.campaign !== null || filters.cause.length > 0;
  return (
    <>
      <PageHeader
        title="Adjudication"
        description="Responses with disagreements, flagged answers or low confidence, lowest agreement first, then audits. You can't adjudicate responses you rated."
        actions={
          queue.total > 0 && (
            <LinkButton href={adjudicationDeskPage.href(filters)}>Start adjudicating</LinkButton>
          )
        }
      />
      {(queue.rows.length > 0 || narrowed) && (
        <CaseFilterBar filters={filters} campaigns={queue.campaigns} />
      )}
      {queue.rows.length === 0 ? (
        <EmptyState
          icon={<IconScale size={24} />}
          title={
            after !== null
              ? "End of list"
              : narrowed
                ? "No matching responses"
                : "Nothing to adjudicate"
          }
          actions={
            (narrowed || after !== null) && (
              <LinkButton href="/adjudication" variant="default">
                Show all
              </LinkButton>
            )
          }
        >
          Responses appear here once all ratings are in and raters disagree, flagged the answer or
          were not sure, or when an audit draws them.
        </EmptyState>
      ) : (
        <>
          <p className="tabular">
            {formatCount(queue.total)}
            {queue.more && "+"} {queue.total === 1 ? "response" : "responses"} to adjudicate
          </p>
          <CaseTable rows={queue.rows} filters={filters} />
          {(after !== null || queue.next !== null) && (
            <nav
              aria-label="Queue pages"
              style={{ display: "flex", justifyContent: "space-between", marginTop: 12 }}
            >
              {after !== null ? (
                <LinkButton href={adjudicationPage.href(filters)} variant="default">
                  First page
                </LinkButton>
              ) : (
                <span />
              )}
              {queue.next !== null && (
                <LinkButton
                  href={adjudicationPage.href({ ...filters, after: queue.next })}
                  variant="default"
                >
                  Next page
                </LinkButton>
              )}
            </nav>
          )}
        </>
      )}
    </>
  );
}
