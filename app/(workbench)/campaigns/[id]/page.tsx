import { notFound } from "next/navigation";
import { cache } from "react";
import { CampaignActions } from "@/components/rating/campaigns/campaign-actions";
import { CampaignBadge } from "@/components/rating/campaigns/campaign-badge";
import { CampaignForm } from "@/components/rating/campaigns/campaign-form";
import { CampaignPage } from "@/components/rating/campaigns/campaign-page";
import { CampaignAgreementSection } from "@/components/reporting/agreement/campaign-agreement";
import { JudgmentDownloads } from "@/components/reporting/judgment-export/judgment-downloads";
import { PageHeader } from "@/components/ui/page-header";
import { orNotFound } from "@/lib/people/access/or-not-found";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { requireActor } from "@/lib/people/access/session";
import { getCampaign, getCampaignChoices } from "@/lib/rating/campaigns/queries";
import { getCampaignProgress } from "@/lib/rating/campaigns/progress-queries";
import { getCampaignAlarms } from "@/lib/rating/alarms/queries";
import { listProtocolChoices } from "@/lib/rating/protocols/queries";
import { CampaignAuditSection } from "@/components/reporting/audit-sample/campaign-audit";
import { getCampaignAgreement, getCampaignAudit } from "@/lib/reporting/agreement/queries";
import { campaignSchema, type CampaignPlan } from "@/lib/rating/campaigns/schema";

interface CampaignPageProps {
  params: Promise<{ id: string }>;
}

const findCampaign = cache(async (id: string) => {
  const actor = await requireActor("campaigns.manage");
  const input = campaignSchema.safeParse({ campaignId: Number(id) });
  if (!input.success) notFound();
  return orNotFound(getCampaign(actor, input.data.campaignId));
});

export async function generateMetadata({ params }: CampaignPageProps) {
  return { title: (await findCampaign((await params).id)).plan.name };
}

export default async function Page({ params }: CampaignPageProps) {
  const actor = await requireActor("campaigns.manage");
  const campaign = await findCampaign((await params).id);
  const { campaignId, status, plan, protocol, version } = campaign;
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
          protocols={await listProtocolChoices(actor, plan.protocolVersionId)}
          initial={plan as CampaignPlan}
          saved={{ campaignId, version }}
          draftKey={null}
        />
      </>
    );
  }
  const [progress, alarms, agreement, audit, stillToRate] = await Promise.all([
    getCampaignProgress(actor, campaignId),
    getCampaignAlarms(actor, campaignId),
    protocol.builtIn ? getCampaignAgreement(actor, campaignId) : null,
    protocol.builtIn ? getCampaignAudit(actor, campaignId) : null,
    countStillToRate(actor, { campaigns: [campaignId] }),
  ]);
  return (
    <>
      <PageHeader
        title={plan.name}
        beside={<CampaignBadge status={status} />}
        breadcrumbs={breadcrumbs}
        actions={
          <>
            <JudgmentDownloads
              campaignId={campaignId}
              stillToRate={stillToRate}
              questions={protocol.builtIn ? undefined : protocol.definition.questions}
            />
            <CampaignActions campaign={campaign} />
          </>
        }
      />
      <CampaignPage
        campaign={campaign}
        progress={progress}
        alarms={alarms}
        choices={choices}
        agreement={agreement && <CampaignAgreementSection agreement={agreement} />}
        audit={audit && <CampaignAuditSection campaignId={campaignId} audit={audit} />}
      />
    </>
  );
}
