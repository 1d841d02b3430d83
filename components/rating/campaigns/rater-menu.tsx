"use client";

import { ActionIcon, Button, Group, Menu, Modal, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconBell, IconDots, IconUserMinus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { nudgeRater, removeRater } from "@/lib/rating/campaigns/actions";
import type { RaterProgress } from "@/lib/rating/campaigns/queries";
import type { Refusal } from "@/lib/platform/result";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useWrite } from "@/components/ui/use-write";
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
  const router = useRouter();
  const write = useWrite();
  const [asking, setAsking] = useState<"nudge" | "leave" | null>(null);
  const [message, setMessage] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = (what: typeof asking) => {
    setRefusal(null);
    setAsking(what);
  };

  const nudge = async () => {
    setBusy(true);
    const result = await write(nudgeRater, { campaignId, raterId: rater.raterId, message });
    setBusy(false);
    if (!result.ok) return setRefusal(result.refusal);
    setMessage("");
    setAsking(null);
    notifications.show({
      color: "green",
      title: `Reminder sent to ${rater.name}`,
      message: "Delivered to their inbox, and by email if they chose that.",
    });
    router.refresh();
  };
  const leave = async () => {
    setBusy(true);
    const result = await write(removeRater, { campaignId, raterId: rater.raterId });
    setBusy(false);
    if (!result.ok) return setRefusal(result.refusal);
    setAsking(null);
    notifications.show({
      color: result.value.unassigned > 0 ? "yellow" : "green",
      title: `${rater.name} removed`,
      message: `${countOf(result.value.moved, "item")} reassigned.${result.value.unassigned > 0 ? ` ${countOf(result.value.unassigned, "rating")} unassigned.` : ""}`,
    });
    router.refresh();
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
        <RefusalAlert refusal={refusal} />
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
          <Button loading={busy} onClick={() => void nudge()}>
            Send reminder
          </Button>
        </Group>
      </Modal>
      <Modal
        opened={asking === "leave"}
        onClose={() => setAsking(null)}
        title={`Remove ${rater.name}?`}
      >
        <RefusalAlert refusal={refusal} />
        <Text fz="sm">
          {rater.name}&apos;s ratings are kept and still count. {countOf(rater.remaining, "item")}{" "}
          not yet rated will be reassigned to eligible raters with the least left.
        </Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => setAsking(null)}>
            Cancel
          </Button>
          <Button color="red" loading={busy} onClick={() => void leave()}>
            Remove
          </Button>
        </Group>
      </Modal>
    </>
  );
}
