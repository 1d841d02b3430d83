import { campaignDraftKey } from "@/components/ui/device-keys";
import { listProtocolChoices } from "@/lib/rating/protocols/queries";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { randomInt } from "node:crypto";
import { CampaignForm } from "@/components/rating/campaigns/campaign-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getCampaignChoices } from "@/lib/rating/campaigns/queries";
import { DEFAULT_OVERLAP, DEFAULT_RATINGS_PER_RESPONSE } from "@/lib/rating/campaigns/schema";
import { newCampaignPage } from "@/lib/rating/campaigns/address";

export const metadata = { title: "New campaign" };

export default async function NewCampaignPage({ searchParams }: PageProps<"/campaigns/new">) {
  const actor = await requireActor("campaigns.manage");
  const [choices, protocols] = await Promise.all([
    getCampaignChoices(actor),
    listProtocolChoices(actor),
  ]);
  const { run: wanted } = newCampaignPage.read(await searchParams);
  return (
    <>
      <PageHeader title="New campaign" breadcrumbs={[{ label: "Campaigns", href: "/campaigns" }]} />
      <CampaignForm
        choices={choices}
        protocols={protocols}
        saved={null}
        draftKey={campaignDraftKey(actor.userId)}
        initial={{
          protocolVersionId: RELAXED_STRICT_VERSION,
          name: "",
          instructions: "",
          runIds: choices.runs.map((run) => run.runId).filter((id) => id === wanted),
          sample: { kind: "all", splits: [], citations: null },
          raterIds: [],
          ratingsPerResponse: DEFAULT_RATINGS_PER_RESPONSE,
          overlap: DEFAULT_OVERLAP,
          seed: randomInt(1, 1_000_000),
          deadline: null,
          truth: "release",
          goldRate: 0,
          namesHidden: true,
          ratersMayAdjudicate: false,
        }}
      />
    </>
  );
}
