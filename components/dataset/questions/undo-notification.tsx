"use client";

import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { notifyRefusal } from "@/components/ui/notify-refusal";
import { createWrite, type Write } from "@/components/ui/use-write";
import { isUnknown, titleOf } from "@/lib/platform/lost-answers";
import { undoOperation } from "@/lib/dataset/questions/actions";
import { countOf } from "@/lib/platform/format";

interface Outcome {
  operationId: number | null;
  changed: number;
  alreadySo: number;
  summary: string;
}

/** Tells what a change did and what it left alone, and offers to take it back. */
export function notifyChange(outcome: Outcome, onUndone: () => void): void {
  if (outcome.operationId === null) {
    notifications.show({
      title: "Nothing to change",
      message: `${countOf(outcome.alreadySo, "question")} already set.`,
    });
    return;
  }
  const operationId = outcome.operationId;
  const id = `change-${operationId}`;
  notifications.show({
    id,
    title: outcome.summary,
    color: "green",
    // Long enough to read and to reach by keyboard; the history offers the undo afterwards too.
    autoClose: 20_000,
    closeButtonProps: { "aria-label": "Close message" },
    message: (
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {outcome.alreadySo > 0
            ? `${countOf(outcome.alreadySo, "question")} already set.`
            : "A new revision was created for each."}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            void undoChange(operationId, onUndone);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Takes a change back and tells how it went. @param write the same again where no one knows: then nothing is undone twice */
export async function undoChange(
  operationId: number,
  onUndone: () => void,
  write: Write = createWrite(),
): Promise<void> {
  const result = await write(undoOperation, { operationId });
  if (result.ok) {
    const { undone, kept } = result.value;
    notifications.show({
      color: "green",
      title: `Reverted ${countOf(undone, "question")}`,
      message:
        kept > 0
          ? `${countOf(kept, "question")} edited since then; not reverted.`
          : "Both changes are in the history.",
    });
    return onUndone();
  }
  if (!isUnknown(result.refusal)) return notifyRefusal("Not undone", result.refusal);
  const id = notifications.show({
    color: "red",
    autoClose: false,
    title: titleOf(result.refusal, "Not undone"),
    message: (
      <Group justify="space-between" gap="xs">
        <Text size="sm">{result.refusal.message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            void undoChange(operationId, onUndone, write);
          }}
        >
          Retry undo
        </Button>
      </Group>
    ),
  });
}
