"use client";

import { Alert, Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconHistory } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { followUp } from "@/lib/rating/campaigns/actions";
import type { Refusal } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";
import { countOf } from "@/lib/platform/format";

/** Says that answers have changed since they were judged by, and makes a campaign of just those. */
export function FollowUpNotice({ campaignId, stale }: { campaignId: number; stale: number }) {
  const router = useRouter();
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const make = async () => {
    setBusy(true);
    setRefusal(null);
    const result = await write(followUp, { campaignId });
    setBusy(false);
    if (!result.ok) return setRefusal(result.refusal);
    notifications.show({
      color: "green",
      title: result.value.made
        ? "Follow-up campaign opened"
        : "A follow-up campaign already exists",
      message: "It uses the current answers.",
    });
    router.push(`/campaigns/${result.value.campaignId}`);
  };
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Alert
        color="yellow"
        icon={<IconHistory aria-hidden />}
        title={`${countOf(stale, "response")} rated against outdated answers`}
      >
        These ratings are kept and marked as outdated. A follow-up campaign re-rates only these
        responses against the current answers, with the same raters and overlap.
        <Group mt="sm">
          <Button loading={busy} onClick={() => void make()}>
            Create follow-up campaign
          </Button>
        </Group>
      </Alert>
    </>
  );
}
