"use client";

import { notifications } from "@/components/ui/notifications";
import { restoreAssignments } from "@/lib/dataset/schedule/actions";
import { MAX_UNDO, type AssignmentChange } from "@/lib/dataset/schedule/schema";
import { notifyUndoable, type Undo } from "@/components/ui/notify-undoable";
import { countOf } from "@/lib/platform/format";

/** Shows a toast with what was assigned and an undo button. */
export function notifyAssigned(
  title: string,
  changes: AssignmentChange[],
  onUndone: () => void,
): void {
  notifyMoved(
    title,
    "By default, these questions are offered only to the assignee; others can still filter by assignee.",
    changes.length,
    { command: restoreAssignments, input: { changes }, onUndone },
  );
}

/** Tells what was done to how many questions, and offers to undo it; done to none or to too many, it only tells. */
export function notifyMoved<Input>(
  title: string,
  message: string,
  count: number,
  undo: Omit<Undo<Input, { restored: number; kept: number }>, "undone">,
): void {
  if (count === 0)
    return void notifications.show({
      title: "Nothing to change",
      message: "Already assigned this way.",
    });
  notifyUndoable(
    { title, message },
    count > MAX_UNDO
      ? null
      : {
          ...undo,
          undone: ({ restored, kept }) => ({
            title: `Reverted ${countOf(restored, "question")}`,
            message:
              kept > 0
                ? `${countOf(kept, "question")} changed since then ${kept === 1 ? "was" : "were"} kept.`
                : undefined,
          }),
        },
  );
}
