"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { undoOperation } from "@/lib/questions/actions";

/** Takes a draw back: questions that nobody has revised since get the split they had. */
export function UndoDraw({ operationId, seed }: { operationId: number; seed: string }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    const result = await undoOperation({ operationId }).catch(() => null);
    setBusy(false);
    if (result?.ok) notifications.show({ color: "green", message: `${result.value.undone} questions have their split of before${result.value.kept > 0 ? `; ${result.value.kept} were revised since and stay` : ""}.` });
    else notifications.show({ color: "red", title: "Not undone", message: result?.refusal.message ?? "The server was not reached. Try again when the connection is back." });
    router.refresh();
  };
  return <Button size="compact-xs" variant="default" loading={busy} onClick={() => void undo()} aria-label={`Undo the draw with seed ${seed}`}>Undo</Button>;
}
