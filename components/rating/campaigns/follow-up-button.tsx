"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { followUp } from "@/lib/rating/campaigns/actions";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";

/** Makes a campaign of just what was rated by answers that have changed since, and leads to it. */
export function FollowUpButton({ campaignId }: { campaignId: number }) {
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
      <Button size="xs" loading={make.pending} onClick={() => void make.run({ campaignId })}>
        Create follow-up campaign
      </Button>
    </>
  );
}
