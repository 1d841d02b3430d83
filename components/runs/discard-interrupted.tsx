"use client";

import { cancelResponseImportAction } from "@/lib/runs/responses/actions";
import { DiscardInterrupted as Discard } from "@/components/dataset/imports/discard-interrupted";

/** Renders the button that discards an interrupted import of responses. */
export function DiscardInterrupted({ importId }: { importId: number }) {
  return <Discard importId={importId} cancel={cancelResponseImportAction} />;
}
