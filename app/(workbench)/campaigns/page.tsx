import { IconClipboardCheck } from "@tabler/icons-react";
import { CampaignTable } from "@/components/rating/campaigns/campaign-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { CAMPAIGNS_PER_PAGE, listCampaigns } from "@/lib/rating/campaigns/queries";
import { campaignsPage } from "@/lib/rating/campaigns/address";

export const metadata = { title: "Campaigns" };

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const actor = await requireActor("campaigns.manage");
  const { page } = campaignsPage.read(await searchParams);
  const { campaigns, total } = await listCampaigns(actor, page);
  const plan = <LinkButton href="/campaigns/new">New campaign</LinkButton>;
  return (
    <>
      <PageHeader
        title="Campaigns"
        description="Human evaluation of model responses: sample, raters, overlap and deadline."
        actions={total > 0 && plan}
      />
      {total === 0 ? (
        <EmptyState icon={<IconClipboardCheck size={24} />} title="No campaigns yet" actions={plan}>
          Import a model run first, then choose a sample and raters.
        </EmptyState>
      ) : (
        <CampaignTable
          campaigns={campaigns}
          page={page}
          pageSize={CAMPAIGNS_PER_PAGE}
          total={total}
        />
      )}
    </>
  );
}
