"use client";

import { cancelResponseImportAction } from "@/lib/model-runs/actions";
import type { ResponseImportView } from "@/lib/model-runs/queries";
import { RunningImport, shareRead } from "../imports/running-import";
import { useProgress } from "../imports/use-progress";
import { formatBytes, formatCount } from "../ui/format";

/** Follows a file of responses that is being read, and shows its page anew once that is done. */
export function ReadingProgress({ initial }: { initial: ResponseImportView }) {
  const { view, unreachable, over } = useProgress(
    initial,
    `/api/runs/imports/${initial.importId}`,
    (at) => at.status === "reading",
  );
  return (
    <RunningImport
      title="Reading and matching the file"
      share={shareRead(view)}
      over={over}
      unreachable={unreachable}
      detail={`${formatBytes(view.bytesRead)} of ${formatBytes(view.byteSize)}, ${formatCount(view.rows)} ${view.rows === 1 ? "row" : "rows"}`}
      promise="Nothing is added until you confirm. You can leave this page and come back."
      cancel={(write) => write(cancelResponseImportAction, { importId: initial.importId })}
    />
  );
}
