"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { resumeRater, settleAlarm } from "@/lib/rating/alarms/actions";
import type { CampaignAlarms, OpenAlarm } from "@/lib/rating/alarms/queries";
import { alarmWords } from "./words";
import { raterRatingsPage } from "@/lib/rating/rater-ratings/address";

/** The alarms of a campaign's raters that no one has settled. */
export function AlarmList({ campaignId, alarms }: { campaignId: number; alarms: CampaignAlarms }) {
  if (alarms.open.length === 0) return null;
  const paused = new Set(alarms.paused.map(({ raterId }) => raterId));
  return (
    <Stack gap="sm" component="section" aria-label="Rater alarms">
      {alarms.open.map((alarm) => (
        <AlarmAlert
          key={alarm.id}
          campaignId={campaignId}
          alarm={alarm}
          paused={paused.has(alarm.raterId)}
        />
      ))}
    </Stack>
  );
}

interface AlarmAlertProps {
  campaignId: number;
  alarm: OpenAlarm;
  /** The rater is paused now. */
  paused: boolean;
}

function AlarmAlert({ campaignId, alarm, paused }: AlarmAlertProps) {
  const { raterId, rater, kind } = alarm;
  const settle = useCommand(settleAlarm, { title: "Alarm not dismissed", refresh: true });
  const resume = useCommand(resumeRater, {
    title: "Rater not resumed",
    done: { title: `${rater} resumed`, message: "They have been notified." },
    refresh: true,
  });
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${rater}: ${kind === "too-fast" ? "too fast" : "the same rating many times in a row"}${paused ? " (paused)" : ""}`}
    >
      <Text fz="sm">
        {alarmWords(alarm)} Raised <LocalTime iso={alarm.raisedAt} />.
      </Text>
      <Group gap="xs" mt="xs">
        <LinkButton
          href={raterRatingsPage.href({
            id: campaignId,
            rater: raterId,
            show: kind === "too-fast" ? "too-fast" : "all",
          })}
          size="compact-sm"
          variant="default"
        >
          View ratings
        </LinkButton>
        {paused ? (
          <Button
            size="compact-sm"
            loading={resume.pending}
            onClick={() => void resume.run({ campaignId, raterId })}
          >
            Resume {rater}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            loading={settle.pending}
            onClick={() => void settle.run({ alarmId: alarm.id })}
          >
            Dismiss
          </Button>
        )}
      </Group>
      <RefusalAlert of={settle} />
      <RefusalAlert of={resume} />
    </Alert>
  );
}
