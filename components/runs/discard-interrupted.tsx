"use client";

import { cancelResponseImportAction } from "@/lib/runs/responses/actions";
import { DiscardInterrupted as Discard } from "@/components/dataset/imports/discard-interrupted";

/** Throws away what an interrupted import of responses has left. */
export function DiscardInterrupted({ importId }: { importId: number }) {
  return <Discard importId={importId} cancel={cancelResponseImportAction} />;
}
