import { Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { z } from "zod";
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
import { OWN_WORK_SHOWS } from "@/lib/rating/judging/schema";

export const metadata = { title: "My ratings" };

const id = z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined);
const address = z.object({
  campaign: id,
  before: id,
  after: id,
  show: z.enum(OWN_WORK_SHOWS).optional().catch(undefined),
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
});

export default async function OwnWorkPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("ratings.judge");
  const { before, after, ...state } = address.parse(await searchParams);
  const { campaign, show, q } = state;
  const [work, pace, campaigns, agreement] = await Promise.all([
    listOwnWork(actor, { campaignId: campaign, show, search: q, before, after }),
    getOwnPace(actor),
    listMyCampaigns(actor),
    listOwnAgreement(actor),
  ]);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state))
    if (value !== undefined) query.set(name, String(value));
  const filtered = query.size > 0;
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
        <OwnFilter key={String(query)} campaigns={campaigns} state={state} />
      )}
      {work.rows.length > 0 ? (
        <OwnWorkTable work={work} query={String(query)} />
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
