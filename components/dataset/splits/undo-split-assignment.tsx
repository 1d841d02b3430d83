"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { undoOperation } from "@/lib/dataset/questions/actions";
import { useCommand } from "@/components/ui/use-command";
import { countOf, formatCount } from "@/lib/platform/format";

/** Takes a draw back: questions that no one has revised since get the split they had. */
export function UndoDraw({ operationId, seed }: { operationId: number; seed: string }) {
  const router = useRouter();
  const undo = useCommand(undoOperation, {
    title: "Not undone",
    notify: true,
    done: ({ undone, kept }) =>
      `Reverted ${countOf(undone, "question")}${kept > 0 ? `; ${formatCount(kept)} edited since then ${kept === 1 ? "was" : "were"} kept.` : ""}`,
    refresh: true,
    onRefused: () => router.refresh(),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={undo.pending}
      onClick={() => void undo.run({ operationId })}
      aria-label={`Undo assignment with seed ${seed}`}
    >
      Undo
    </Button>
  );
}
