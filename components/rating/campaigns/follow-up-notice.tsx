"use client";

import { Alert, Button, Group } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { followUp } from "@/lib/rating/campaigns/actions";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";

/** Says that answers have changed since they were judged by, and makes a campaign of just those. */
export function FollowUpNotice({ campaignId, stale }: { campaignId: number; stale: number }) {
  const router = useRouter();
  const make = useCommand(followUp, {
    title: "Follow-up campaign not created",
    done: ({ made }) => ({
      title: made ? "Follow-up campaign opened" : "A follow-up campaign already exists",
      message: "It uses the current answers.",
    }),
    onDone: (campaign) => router.push(`/campaigns/${campaign.campaignId}`),
  });
  return (
    <>
      <RefusalAlert of={make} />
      <Alert
        color="yellow"
        icon={<IconHistory aria-hidden />}
        title={`${countOf(stale, "response")} rated against outdated answers`}
      >
        These ratings are kept and marked as outdated. A follow-up campaign re-rates only these
        responses against the current answers, with the same raters and overlap.
        <Group mt="sm">
          <Button loading={make.pending} onClick={() => void make.run({ campaignId })}>
            Create follow-up campaign
          </Button>
        </Group>
      </Alert>
    </>
  );
}
