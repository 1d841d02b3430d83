"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { undoOperation } from "@/lib/dataset/questions/actions";
import { useWrite } from "@/components/ui/use-write";
import { notifyRefusal } from "@/components/ui/notify-refusal";
import { countOf, formatCount } from "@/lib/platform/format";

/** Takes a draw back: questions that no one has revised since get the split they had. */
export function UndoDraw({ operationId, seed }: { operationId: number; seed: string }) {
  const router = useRouter();
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    const result = await write(undoOperation, { operationId });
    setBusy(false);
    if (result.ok)
      notifications.show({
        color: "green",
        message: `Reverted ${countOf(result.value.undone, "question")}${result.value.kept > 0 ? `; ${formatCount(result.value.kept)} edited since then ${result.value.kept === 1 ? "was" : "were"} kept.` : ""}`,
      });
    else notifyRefusal("Not undone", result.refusal);
    router.refresh();
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={busy}
      onClick={() => void undo()}
      aria-label={`Undo assignment with seed ${seed}`}
    >
      Undo
    </Button>
  );
}
