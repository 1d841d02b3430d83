import { Title } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { z } from "zod";
import { OwnPaceTable, OwnWorkTable } from "@/components/rating/judging/my-ratings";
import { RateTabs } from "@/components/rating/judging/rate-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getOwnPace, listOwnWork } from "@/lib/rating/judging/queries";

export const metadata = { title: "My ratings" };

const id = z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined);
const address = z.object({ campaign: id, before: id, after: id });

export default async function OwnWorkPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requireActor("ratings.judge");
  const { campaign, before, after } = address.parse(await searchParams);
  const [work, pace] = await Promise.all([
    listOwnWork(actor, { campaignId: campaign, before, after }),
    getOwnPace(actor),
  ]);
  return (
    <>
      <PageHeader
        title="My ratings"
        description="Newest first. You can correct a rating until it is adjudicated; the history is kept."
      />
      <RateTabs here="/rate/mine" />
      {work.rows.length === 0 ? (
        <EmptyState
          icon={<IconListCheck size={24} />}
          title="No ratings yet"
          actions={<LinkButton href="/rate">Back to campaigns</LinkButton>}
        >
          Your ratings appear here once saved.
        </EmptyState>
      ) : (
        <OwnWorkTable work={work} query={campaign === undefined ? "" : `campaign=${campaign}`} />
      )}
      <Title order={2} mt="xl" mb="xs">
        My pace
      </Title>
      <OwnPaceTable pace={pace} />
    </>
  );
}
