"use client";

import { cancelResponseImportAction } from "@/lib/runs/responses/actions";
import type { ResponseImportView } from "@/lib/runs/responses/queries";
import { RunningImport, shareRead } from "@/components/dataset/imports/running-import";
import { useProgress } from "@/components/dataset/imports/use-progress";
import { countOf, formatBytes } from "@/lib/platform/format";

/** Follows a file of responses that is being read, and refreshes its page when that is done. */
export function ReadingProgress({ initial }: { initial: ResponseImportView }) {
  const { view, unreachable, over } = useProgress(
    initial,
    `response-import:${initial.importId}`,
    `/api/runs/imports/${initial.importId}`,
    (at) => at.status === "reading",
  );
  return (
    <RunningImport
      title="Reading and matching the file"
      share={shareRead(view)}
      over={over}
      unreachable={unreachable}
      detail={`${formatBytes(view.bytesRead)} of ${formatBytes(view.byteSize)}, ${countOf(view.rows, "row")}`}
      promise="Nothing is added until you confirm. You can leave this page and come back."
      importId={initial.importId}
      cancel={cancelResponseImportAction}
    />
  );
}
