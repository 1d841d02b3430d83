"use client";

import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { isUnknown } from "@/lib/platform/lost-answers";
import type { Result } from "@/lib/platform/result";
import { restoreAssignments } from "@/lib/dataset/schedule/actions";
import { MAX_UNDO, type AssignmentChange } from "@/lib/dataset/schedule/schema";
import { notifyRefusal } from "@/components/ui/notify-refusal";
import { createWrite, type Write } from "@/components/ui/use-write";
import { countOf } from "@/lib/platform/format";

/** Shows a toast with what was assigned and an undo button. */
export function notifyAssigned(
  title: string,
  changes: AssignmentChange[],
  onUndone: () => void,
): void {
  notifyWithUndo(
    title,
    "By default, these questions are offered only to the assignee; others can still filter by assignee.",
    changes.length,
    (write) => write(restoreAssignments, { changes }),
    onUndone,
  );
}

/**
 * Tells what was done to how many questions, and offers to take it back; done to none or to too many, it only tells.
 * @param undo puts back what no one has changed since.
 */
export function notifyWithUndo(
  title: string,
  text: string,
  count: number,
  undo: (write: Write) => Promise<Result<{ restored: number; kept: number }>>,
  onUndone: () => void,
): void {
  if (count === 0) {
    notifications.show({ title: "Nothing to change", message: "Already assigned this way." });
    return;
  }
  const write = createWrite();
  const offer = () => {
    const id = notifications.show({
      title,
      color: "green",
      autoClose: 20_000,
      message: (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{text}</Text>
          {count <= MAX_UNDO && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => {
                notifications.hide(id);
                void takeBack();
              }}
            >
              Undo
            </Button>
          )}
        </Group>
      ),
    });
  };
  const takeBack = async () => {
    const result = await undo(write);
    if (result.ok) {
      const { restored, kept } = result.value;
      notifications.show({
        color: "green",
        title: `Reverted ${countOf(restored, "question")}`,
        message:
          kept > 0
            ? `${countOf(kept, "question")} changed since then ${kept === 1 ? "was" : "were"} kept.`
            : undefined,
      });
      onUndone();
      return;
    }
    notifyRefusal("Not undone", result.refusal);
    // Where no one knows, the same undo can be sent again.
    if (isUnknown(result.refusal)) offer();
  };
  offer();
}
