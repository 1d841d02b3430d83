"use client";

import { cancelImportAction } from "@/lib/dataset/imports/actions";
import type { ImportView } from "@/lib/dataset/imports/queries";
import { RunningImport, shareRead } from "./running-import";
import { useProgress } from "./use-progress";
import { countOf, formatBytes, formatCount } from "@/lib/platform/format";

const RUNNING: readonly ImportView["status"][] = ["reading", "matching", "applying"];

/** Follows an import that is being read, matched or applied, and refreshes its page when that is done. */
export function ImportProgress({ initial }: { initial: ImportView }) {
  const { view, unreachable, over } = useProgress(
    initial,
    `import:${initial.importId}`,
    `/api/imports/${initial.importId}`,
    (at) => RUNNING.includes(at.status),
  );
  const applying = view.status === "applying";
  return (
    <RunningImport
      {...describe(view)}
      over={over}
      unreachable={unreachable}
      cancelRequested={initial.cancelRequested}
      promise={
        applying
          ? "All rows are imported together or not at all. Canceling keeps the preview. You can leave this page."
          : "Nothing is imported until you confirm. You can leave this page and come back."
      }
      importId={initial.importId}
      cancel={cancelImportAction}
    />
  );
}

/** What is going on, and how much of it is done (0 to 1; null where no one can tell). */
function describe(view: ImportView): { title: string; detail: string; share: number | null } {
  switch (view.status) {
    case "reading":
      return {
        title: "Reading the file",
        detail: `${formatBytes(view.bytesRead)} of ${formatBytes(view.byteSize)}, ${countOf(view.rows, "row")}`,
        share: shareRead(view),
      };
    case "matching":
      return {
        title: "Matching with the dataset",
        detail:
          view.rowsMatched === 0
            ? `Matching ${formatCount(view.rows)} questions by text`
            : `${formatCount(view.rowsMatched)} of ${formatCount(view.rows)} rows compared`,
        share: view.rowsMatched === 0 ? null : view.rowsMatched / view.rows,
      };
    case "applying":
      return { title: "Importing", detail: `${formatCount(view.rows)} rows`, share: null };
    default:
      return { title: "Done", detail: "Reloading…", share: 1 };
  }
}
