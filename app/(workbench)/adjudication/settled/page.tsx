import { IconScale } from "@tabler/icons-react";
import type { Metadata } from "next";
import { SettledTable } from "@/components/rating/adjudication/adjudication-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listSettled } from "@/lib/rating/adjudication/queries";
import { adjudicatedPage } from "@/lib/rating/adjudication/address";

export const metadata: Metadata = { title: "Adjudicated responses" };

export default async function SettledPage({ searchParams }: PageProps<"/adjudication/settled">) {
  const actor = await requireActor("ratings.adjudicate");
  const { campaign, before } = adjudicatedPage.read(await searchParams);
  const { rows, next } = await listSettled(actor, { campaign }, before);
  return (
    <>
      <PageHeader
        title="Adjudicated responses"
        description="Final verdicts, newest first. Maintainers can replace a verdict with a reason; the history is kept."
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={<IconScale size={24} />}
          title="Nothing adjudicated yet"
          actions={
            <LinkButton href="/adjudication" variant="default">
              View pending
            </LinkButton>
          }
        >
          Final verdicts appear here, except for responses you rated.
        </EmptyState>
      ) : (
        <SettledTable rows={rows} />
      )}
      {next !== null && (
        <nav aria-label="Pages" style={{ marginTop: 12 }}>
          <LinkButton href={adjudicatedPage.href({ campaign, before: next })} variant="default">
            Older
          </LinkButton>
        </nav>
      )}
    </>
  );
}
