import { notifications } from "@/components/ui/notifications";
import { notifyUndoable, undoNow, type Undo } from "@/components/ui/notify-undoable";
import { undoOperation } from "@/lib/dataset/questions/actions";
import { countOf } from "@/lib/platform/format";

interface Outcome {
  operationId: number | null;
  changed: number;
  alreadySo: number;
  summary: string;
}

/** Says what a change did and what it left alone, and offers to undo it; the history offers that afterwards too. */
export function notifyChange(outcome: Outcome, onUndone: () => void): void {
  const { operationId, alreadySo, summary } = outcome;
  const left = `${countOf(alreadySo, "question")} already set.`;
  if (operationId === null) {
    notifications.show({ title: "Nothing to change", message: left });
    return;
  }
  notifyUndoable(
    { title: summary, message: alreadySo > 0 ? left : "A new revision was created for each." },
    undoOf(operationId, onUndone),
  );
}

/** Undoes a change and says how it went. */
export function undoChange(operationId: number, onUndone: () => void): void {
  void undoNow(undoOf(operationId, onUndone));
}

function undoOf(
  operationId: number,
  onUndone: () => void,
): Undo<Parameters<typeof undoOperation>[0], { undone: number; kept: number; keptNames: string }> {
  return {
    command: undoOperation,
    input: { operationId },
    undone: ({ undone, kept, keptNames }) => ({
      title: `Reverted ${countOf(undone, "question")}`,
      message:
        kept > 0
          ? `${countOf(kept, "question")} edited since then; not reverted: ${keptNames}.`
          : "Both changes are in the history.",
    }),
    onUndone,
  };
}
