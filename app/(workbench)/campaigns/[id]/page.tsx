import { notFound } from "next/navigation";
import { cache } from "react";
import { CampaignActions } from "@/components/campaigns/campaign-actions";
import { CampaignBadge } from "@/components/campaigns/campaign-badge";
import { CampaignForm } from "@/components/campaigns/campaign-form";
import { CampaignPage } from "@/components/campaigns/campaign-page";
import { JudgmentDownloads } from "@/components/judgment-export/judgment-downloads";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { getCampaign, getCampaignChoices, getCampaignProgress } from "@/lib/campaigns/queries";
import { campaignSchema, type CampaignPlan } from "@/lib/campaigns/schema";
import { NotFound } from "@/lib/platform/errors";

interface CampaignPageProps {
  params: Promise<{ id: string }>;
}

const findCampaign = cache(async (id: string) => {
  const actor = await requireActor("campaigns.manage");
  const input = campaignSchema.safeParse({ campaignId: Number(id) });
  if (!input.success) notFound();
  try {
    return await getCampaign(actor, input.data.campaignId);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});

export async function generateMetadata({ params }: CampaignPageProps) {
  return { title: (await findCampaign((await params).id)).plan.name };
}

export default async function Page({ params }: CampaignPageProps) {
  const actor = await requireActor("campaigns.manage");
  const campaign = await findCampaign((await params).id);
  const { campaignId, status, plan, version } = campaign;
  const choices = await getCampaignChoices(actor);
  const breadcrumbs = [{ label: "Campaigns", href: "/campaigns" }];
  if (status === "draft" && plan.sample.kind !== "stale") {
    return (
      <>
        <PageHeader
          title={plan.name}
          beside={<CampaignBadge status={status} />}
          breadcrumbs={breadcrumbs}
        />
        <CampaignForm
          choices={choices}
          initial={plan as CampaignPlan}
          saved={{ campaignId, version }}
          draftKey={null}
        />
      </>
    );
  }
  const progress = await getCampaignProgress(actor, campaignId);
  return (
    <>
      <PageHeader
        title={plan.name}
        beside={<CampaignBadge status={status} />}
        breadcrumbs={breadcrumbs}
        actions={
          <>
            <JudgmentDownloads campaignId={campaignId} />
            <CampaignActions campaign={campaign} />
          </>
        }
      />
      <CampaignPage campaign={campaign} progress={progress} choices={choices} />
    </>
  );
}
