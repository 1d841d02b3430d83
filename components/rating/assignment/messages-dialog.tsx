"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { RefusalAlert } from "@/components/ui/refusal-alert";
import { useCommand } from "@/components/ui/use-command";
import { answerOf, UNREACHABLE } from "@/lib/platform/lost-answers";
import { listUnreadMessages, readMessages } from "@/lib/rating/assignment/actions";
import type { RaterMessage } from "@/lib/rating/assignment/queries";

/** The unread messages to a campaign's raters, before the next item. */
export default function MessagesDialog({ campaignId }: { campaignId: number }) {
  const [messages, setMessages] = useState<RaterMessage[]>([]);
  useEffect(() => {
    let current = true;
    void answerOf(listUnreadMessages({ campaignId }), UNREACHABLE).then((result) => {
      if (current && result.ok) setMessages(result.value);
    });
    return () => {
      current = false;
    };
  }, [campaignId]);
  const read = useCommand(readMessages, {
    title: "Not marked as read",
    onDone: () => setMessages([]),
  });
  const last = messages.at(-1);
  if (last === undefined) return null;
  const gotIt = () => void read.run({ campaignId, upTo: last.id });
  return (
    <Modal opened onClose={gotIt} title="Message to all raters" closeOnClickOutside={false}>
      <Stack gap="md" tabIndex={-1} data-autofocus style={{ outline: "none" }}>
        <RefusalAlert of={read} />
        {messages.map(({ id, by, message, at }) => (
          <div key={id}>
            <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message}</Text>
            <Text fz="xs" c="dimmed">
              {by}, <LocalTime iso={at} />
            </Text>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={gotIt} loading={read.pending}>
            Continue rating
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
