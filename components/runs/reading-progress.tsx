"use client";

import { cancelResponseImport } from "@/lib/runs/responses/actions";
import type { ResponseImportView } from "@/lib/runs/responses/queries";
import { RunningImport, shareRead } from "@/components/dataset/import-engine/running-import";
import { countOf, formatBytes } from "@/lib/platform/format";

/** Follows a file of responses that is being read, and refreshes its page when that is done. */
export function ReadingProgress({ initial }: { initial: ResponseImportView }) {
  return (
    <RunningImport
      initial={initial}
      topic={`response-import:${initial.importId}`}
      address={`/api/runs/imports/${initial.importId}`}
      describe={(view) => ({
        title: "Reading and matching the file",
        detail: `${formatBytes(view.bytesRead)} of ${formatBytes(view.byteSize)}, ${countOf(view.rows, "row")}`,
        share: shareRead(view),
        promise: "Nothing is added until you confirm. You can leave this page and come back.",
      })}
      cancel={cancelResponseImport}
    />
  );
}
