"use client";

import { cancelImport } from "@/lib/dataset/imports/actions";
import type { ImportView } from "@/lib/dataset/imports/queries";
import { RunningImport, shareRead } from "@/components/dataset/import-engine/running-import";
import { countOf, formatBytes, formatCount } from "@/lib/platform/format";

/** Follows an import that is being read, matched or applied, and refreshes its page when that is done. */
export function ImportProgress({ initial }: { initial: ImportView }) {
  return (
    <RunningImport
      initial={initial}
      topic={`import:${initial.importId}`}
      address={`/api/imports/${initial.importId}`}
      describe={describe}
      cancel={cancelImport}
    />
  );
}

const UNCONFIRMED = "Nothing is imported until you confirm. You can leave this page and come back.";

function describe(view: ImportView) {
  const { status, rows, rowsMatched, bytesRead, byteSize } = view;
  if (status === "applying")
    return {
      title: "Importing",
      detail: countOf(rows, "row"),
      share: null,
      promise:
        "All rows are imported together or not at all. Canceling keeps the preview. You can leave this page.",
    };
  if (status === "matching")
    return {
      title: "Matching with the dataset",
      detail:
        rowsMatched === 0
          ? `Matching ${countOf(rows, "question")} by text`
          : `${formatCount(rowsMatched)} of ${countOf(rows, "row")} compared`,
      share: rowsMatched === 0 ? null : rowsMatched / rows,
      promise: UNCONFIRMED,
    };
  return {
    title: "Reading the file",
    detail: `${formatBytes(bytesRead)} of ${formatBytes(byteSize)}, ${countOf(rows, "row")}`,
    share: shareRead(view),
    promise: UNCONFIRMED,
  };
}
