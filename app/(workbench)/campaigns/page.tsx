import { IconClipboardCheck } from "@tabler/icons-react";
import { CampaignTable } from "@/components/rating/campaigns/campaign-table";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { listCampaigns } from "@/lib/rating/campaigns/queries";
import { campaignsPage } from "@/lib/rating/campaigns/address";

export const metadata = { title: "Campaigns" };

export default async function CampaignsPage({ searchParams }: PageProps<"/campaigns">) {
  const actor = await requireActor("campaigns.manage");
  const state = campaignsPage.read(await searchParams);
  const campaigns = await listCampaigns(actor, state);
  const plan = <LinkButton href="/campaigns/new">New campaign</LinkButton>;
  return (
    <>
      <PageHeader
        title="Campaigns"
        description="Human evaluation of model responses: sample, raters, overlap and deadline."
        actions={campaigns.total > 0 && plan}
      />
      <CampaignTable
        rows={campaigns}
        sort={state.sort}
        href={(change) => campaignsPage.href({ ...state, ...change })}
        empty={
          <EmptyState
            icon={<IconClipboardCheck size={24} />}
            title="No campaigns yet"
            actions={plan}
          >
            Import a model run first, then choose a sample and raters.
          </EmptyState>
        }
      />
    </>
  );
}
