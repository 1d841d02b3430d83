import { Alert, Group } from "@mantine/core";
import { IconCheckbox, IconSchool } from "@tabler/icons-react";
import { CampaignList } from "@/components/rating/judging/campaign-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/links";
import { PageHeader } from "@/components/ui/page-header";
import { requireActor } from "@/lib/people/access/session";
import { getRaterStatus, listMyCampaigns } from "@/lib/rating/judging/queries";

export const metadata = { title: "Rate responses" };

export default async function RatePage() {
  const actor = await requireActor("ratings.judge");
  const [campaigns, standing] = await Promise.all([listMyCampaigns(actor), getRaterStatus(actor)]);
  // Whoever rates by other protocols alone needs no training.
  const trainingFirst =
    !standing.qualified &&
    (campaigns.length === 0 || campaigns.some(({ qualified }) => !qualified));
  return (
    <>
      <PageHeader title="Rate responses" description="Campaigns you're assigned to." />
      {trainingFirst && (
        <Alert color="blue" icon={<IconSchool aria-hidden />} title="Training required" mb="md">
          Rate 15 examples with instant feedback before you rate by Relaxed and Strict.
          <Group mt="xs">
            <LinkButton href="/rate/training" size="compact-sm">
              Start training
            </LinkButton>
          </Group>
        </Alert>
      )}
      {campaigns.length === 0 ? (
        <EmptyState
          icon={<IconCheckbox size={24} />}
          title="No campaigns assigned"
          actions={
            <LinkButton href="/rate/training" variant="default">
              View training examples
            </LinkButton>
          }
        >
          Campaigns appear here when a maintainer adds you.
        </EmptyState>
      ) : (
        <CampaignList campaigns={campaigns} />
      )}
    </>
  );
}
