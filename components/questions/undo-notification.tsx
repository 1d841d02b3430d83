"use client";

import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { undoOperation } from "@/lib/questions/actions";
import { countOf } from "@/lib/questions/rules";

interface Outcome {
  operationId: number | null;
  changed: number;
  alreadySo: number;
  summary: string;
}

/** Tells what a change did and what it left alone, and offers to take it back. */
export function notifyChange(outcome: Outcome, onUndone: () => void): void {
  if (outcome.operationId === null) {
    notifications.show({ title: "Nothing to change", message: `${countOf(outcome.alreadySo, "question")} ${outcome.alreadySo === 1 ? "is" : "are"} that way already.` });
    return;
  }
  const operationId = outcome.operationId;
  const id = `change-${operationId}`;
  notifications.show({
    id,
    title: `${outcome.summary}.`,
    color: "green",
    // Long enough to read and to reach by keyboard; the history offers the undo afterwards too.
    autoClose: 20_000,
    closeButtonProps: { "aria-label": "Close this message" },
    message: (
      <Group justify="space-between" gap="xs">
        <Text size="sm">{outcome.alreadySo > 0 ? `${countOf(outcome.alreadySo, "question")} ${outcome.alreadySo === 1 ? "was" : "were"} that way already.` : "Every one has a new revision."}</Text>
        <Button size="compact-sm" variant="light" onClick={() => {
          notifications.hide(id);
          void undoChange(operationId, onUndone);
        }}>Undo</Button>
      </Group>
    ),
  });
}

/** Takes a change back and tells how it went. */
export async function undoChange(operationId: number, onUndone: () => void): Promise<void> {
  try {
    const result = await undoOperation({ operationId });
    if (!result.ok) {
      notifications.show({ color: "red", title: "Not undone", message: result.refusal.message, autoClose: 12_000 });
      return;
    }
    const { undone, kept } = result.value;
    notifications.show({
      color: "green",
      title: `Undone for ${countOf(undone, "question")}.`,
      message: kept > 0 ? `${countOf(kept, "question")} ${kept === 1 ? "has" : "have"} been revised since and ${kept === 1 ? "keeps that revision" : "keep those revisions"}.` : "All is as it was before; the history shows both.",
    });
    onUndone();
  } catch {
    notifications.show({
      color: "red", autoClose: false, title: "The server was not reached", message: (
        <Group justify="space-between" gap="xs">
          <Text size="sm">The change may still stand.</Text>
          <Button size="compact-sm" variant="light" onClick={() => void undoChange(operationId, onUndone)}>Undo again</Button>
        </Group>
      ),
    });
  }
}
