"use client";

import { ActionIcon, Button, Group, Menu, Modal, Text, Textarea } from "@mantine/core";
import { IconBell, IconDots, IconUserMinus } from "@tabler/icons-react";
import { useState } from "react";
import { remindRater, removeRater } from "@/lib/rating/campaigns/actions";
import type { RaterProgress } from "@/lib/rating/campaigns/queries";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { countOf } from "@/lib/platform/format";

/** What a maintainer can do about one rater: remind them, or let them leave. */
export function RaterMenu({
  campaignId,
  rater,
  open,
}: {
  campaignId: number;
  rater: Pick<RaterProgress, "raterId" | "name" | "remaining" | "nudgedToday">;
  open: boolean;
}) {
  const [asking, setAsking] = useState<"nudge" | "leave" | null>(null);
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
            disabled={!open || rater.remaining === 0 || rater.nudgedToday}
            onClick={() => ask("nudge")}
          >
            {rater.nudgedToday ? "Reminded today" : "Send reminder"}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserMinus size={16} aria-hidden />}
            onClick={() => ask("leave")}
          >
            Remove from campaign…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
