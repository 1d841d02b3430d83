"use client";

import { ActionIcon, Button, Group, Menu, Modal, Text, Textarea } from "@mantine/core";
import {
  IconBell,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlaylistAdd,
  IconPlaylistX,
  IconUserMinus,
} from "@tabler/icons-react";
import { useState } from "react";
import { ItemsDialog } from "@/components/rating/assignment/items-dialog";
import { pauseRater, resumeRater } from "@/lib/rating/alarms/actions";
import { remindRater, removeRater } from "@/lib/rating/campaigns/actions";
import type { RaterProgress } from "@/lib/rating/campaigns/progress-queries";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";

/** What a maintainer can do about one rater: remind them, hand them items, pause them, or let them leave. */
export function RaterMenu({
  campaignId,
  rater,
  open,
  paused,
}: {
  campaignId: number;
  rater: Pick<RaterProgress, "raterId" | "name" | "remaining" | "nudgedToday">;
  open: boolean;
  /** This rater alone. */
  paused: boolean;
}) {
  const [asking, setAsking] = useState<"nudge" | "leave" | "give" | "take" | null>(null);
  const [message, setMessage] = useState("");
  const { raterId } = rater;
  const nudge = useCommand(remindRater, {
    title: "Reminder not sent",
    done: {
      title: `Reminder sent to ${rater.name}`,
      message: "Delivered to their inbox, and by email if they chose that.",
    },
    onDone: () => {
      setMessage("");
      setAsking(null);
    },
    refresh: true,
  });
  const leave = useCommand(removeRater, {
    title: "Rater not removed",
    done: ({ moved, unassigned }) => ({
      color: unassigned > 0 ? "yellow" : "green",
      title: `${rater.name} removed`,
      message: `${countOf(moved, "item")} reassigned.${unassigned > 0 ? ` ${countOf(unassigned, "rating")} unassigned.` : ""}`,
    }),
    onDone: () => setAsking(null),
    refresh: true,
  });
  const pause = useCommand(pauseRater, {
    title: "Rater not paused",
    done: {
      title: `${rater.name} paused`,
      message: "They keep their ratings and items, and have been notified.",
    },
    refresh: true,
  });
  const resume = useCommand(resumeRater, {
    title: "Rater not resumed",
    done: { title: `${rater.name} resumed`, message: "They have been notified." },
    refresh: true,
  });
  const ask = (what: typeof asking) => {
    nudge.dismiss();
    leave.dismiss();
    setAsking(what);
  };

  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${rater.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconBell size={16} aria-hidden />}
            disabled={!open || paused || rater.remaining === 0 || rater.nudgedToday}
            onClick={() => ask("nudge")}
          >
            {rater.nudgedToday ? "Reminded today" : "Send reminder"}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPlaylistAdd size={16} aria-hidden />}
            onClick={() => ask("give")}
          >
            Assign items…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPlaylistX size={16} aria-hidden />}
            disabled={rater.remaining === 0}
            onClick={() => ask("take")}
          >
            Take items back…
          </Menu.Item>
          {paused ? (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => void resume.run({ campaignId, raterId })}
            >
              Resume
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              onClick={() => void pause.run({ campaignId, raterId })}
            >
              Pause this rater
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconUserMinus size={16} aria-hidden />}
            onClick={() => ask("leave")}
          >
            Remove from campaign…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RefusalAlert of={pause} />
      <RefusalAlert of={resume} />
      {(asking === "give" || asking === "take") && (
        <ItemsDialog
          what={asking}
          campaignId={campaignId}
          raterId={raterId}
          rater={rater.name}
          onClose={() => setAsking(null)}
        />
      )}
      <Modal
        opened={asking === "nudge"}
        onClose={() => setAsking(null)}
        title={`Remind ${rater.name}`}
      >
        <RefusalAlert of={nudge} />
        <Text fz="sm" mb="sm">
          They&apos;ll be notified that {countOf(rater.remaining, "item")}{" "}
          {rater.remaining === 1 ? "remains" : "remain"}. One reminder per rater per day.
        </Text>
        <Textarea
          label="Message (optional)"
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => setAsking(null)}>
            Cancel
          </Button>
          <Button
            loading={nudge.pending}
            onClick={() => void nudge.run({ campaignId, raterId, message })}
          >
            Send reminder
          </Button>
        </Group>
      </Modal>
      <Modal
        opened={asking === "leave"}
        onClose={() => setAsking(null)}
        title={`Remove ${rater.name}?`}
      >
        <RefusalAlert of={leave} />
        <Text fz="sm">
          {rater.name}&apos;s ratings are kept and still count. {countOf(rater.remaining, "item")}{" "}
          not yet rated will be reassigned to eligible raters with the least left.
        </Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => setAsking(null)}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={leave.pending}
            onClick={() => void leave.run({ campaignId, raterId })}
          >
            Remove
          </Button>
        </Group>
      </Modal>
    </>
  );
}
