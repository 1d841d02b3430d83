import { Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import {
  OwnAgreementList,
  OwnPaceSummary,
  OwnWorkTable,
} from "@/components/rating/judging/my-ratings";
import { OwnFilter } from "@/components/rating/judging/own-filter";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import {
  getOwnPace,
  listMyCampaigns,
  listOwnAgreement,
  listOwnWork,
} from "@/lib/rating/judging/queries";
import { ownRatingsPage } from "@/lib/rating/judging/address";

export const metadata = { title: "My ratings" };

export default async function OwnWorkPage({ searchParams }: PageProps<"/rate/mine">) {
  const actor = await requireActor("ratings.judge");
  const { before, after, ...filters } = ownRatingsPage.read(await searchParams);
  const [work, pace, campaigns, agreement] = await Promise.all([
    listOwnWork(actor, { ...filters, before, after }),
    getOwnPace(actor),
    listMyCampaigns(actor),
    listOwnAgreement(actor),
  ]);
  const query = ownRatingsPage.query(filters);
  const filtered = query !== "";
  return (
    <>
      <PageHeader
        title="My ratings"
        description="Newest first. You can correct a rating until it is adjudicated; the history is kept."
      />
      <OwnPaceSummary pace={pace} />
      <OwnAgreementList agreement={agreement} />
      {(filtered || work.rows.length > 0) && (
        // Another address is another form: what was typed in the one before does not stay.
        <OwnFilter key={query} campaigns={campaigns} filters={filters} />
      )}
      {work.rows.length > 0 ? (
        <OwnWorkTable work={work} filters={filters} />
      ) : filtered ? (
        <Text>No ratings like these.</Text>
      ) : (
        <EmptyState
          icon={<IconListCheck size={24} />}
          title="No ratings yet"
          actions={<LinkButton href="/rate">Back to campaigns</LinkButton>}
        >
          Your ratings appear here once saved.
        </EmptyState>
      )}
    </>
  );
}
