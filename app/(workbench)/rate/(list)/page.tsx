import { Alert, Group } from "@mantine/core";
import { IconCheckbox, IconSchool } from "@tabler/icons-react";
import { CampaignList } from "@/components/ratings/campaign-list";
import { RateTabs } from "@/components/ratings/rate-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/access/session";
import { getStanding, listMyCampaigns } from "@/lib/ratings/queries";

export const metadata = { title: "Rate" };

export default async function RatePage() {
  const actor = await requireActor("ratings.judge");
  const [campaigns, standing] = await Promise.all([listMyCampaigns(actor), getStanding(actor)]);
  return (
    <>
      <PageHeader title="Rate" description="The campaigns that you judge responses in." />
      <RateTabs here="/rate" />
      {!standing.qualified && (
        <Alert color="blue" icon={<IconSchool aria-hidden />} title="Training comes first" mb="md">
          Before the first campaign you judge fifteen calibration examples, each explained at once.
          <Group mt="xs"><LinkButton href="/rate/training" size="compact-sm">Begin training</LinkButton></Group>
        </Alert>
      )}
      {campaigns.length === 0
        ? <EmptyState icon={<IconCheckbox size={24} />} title="No campaign is waiting for you" actions={<LinkButton href="/rate/training" variant="default">Look at the calibration examples</LinkButton>}>A maintainer puts raters on campaigns; yours will be listed here.</EmptyState>
        : <CampaignList campaigns={campaigns} qualified={standing.qualified} />}
    </>
  );
}
