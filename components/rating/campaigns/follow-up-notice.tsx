import { Alert, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { countOf } from "@/lib/platform/format";
import { FollowUpButton } from "./follow-up-button";

/** Says that answers have changed since they were judged by, and offers a campaign of just those. */
export function FollowUpNotice({ campaignId, stale }: { campaignId: number; stale: number }) {
  return (
    <Alert
      color="yellow"
      icon={<IconHistory aria-hidden />}
      title={`${countOf(stale, "response")} rated against outdated answers`}
    >
      <Stack gap="sm" align="flex-start">
        <Text fz="sm">
          These ratings are kept and marked as outdated. A follow-up campaign re-rates only these
          responses against the current answers, with the same raters and overlap.
        </Text>
        <FollowUpButton campaignId={campaignId} />
      </Stack>
    </Alert>
  );
}
