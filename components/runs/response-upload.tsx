"use client";

import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { UploadFile } from "@/components/dataset/imports/upload-file";
import { LOG_ENDINGS } from "@/lib/runs/logs/vocabulary";

/** What can be dropped where responses are wanted. */
export const RESPONSE_FILES = {
  holds: "the responses",
  endings: LOG_ENDINGS,
  formats:
    "CSV, XLSX, JSON Lines or JSON with a question and response per row, or the log of an evaluation tool (lm-evaluation-harness, Inspect, HELM, LightEval, promptfoo, OpenAI) with the files beside it",
} as const;

/** Takes files of responses for a run. */
export function ResponseUpload({
  runId,
  maxBytes,
  asTable,
  initial,
}: {
  runId: number;
  maxBytes: number;
  /** Logs are read as tables, unless someone says otherwise. */
  asTable: boolean;
  /** Files that are sent at once. */
  initial?: readonly File[];
}) {
  const [table, setTable] = useState(asTable);
  return (
    <>
      <UploadFile
        maxBytes={maxBytes}
        address={`/api/runs/${runId}/imports`}
        onward={`/runs/${runId}/imports`}
        together
        readAs={table ? "as=table" : undefined}
        {...RESPONSE_FILES}
        {...(initial && { initial })}
      />
      <Checkbox
        mt="sm"
        label="Read the log of a tool as a plain table"
        description="For a file that only looks like a log: its columns are mapped by hand"
        checked={table}
        onChange={(event) => setTable(event.currentTarget.checked)}
      />
    </>
  );
}
