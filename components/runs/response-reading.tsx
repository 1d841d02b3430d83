"use client";

import type { Reading } from "@/lib/dataset/file-formats/reading";
import { describeReading } from "@/lib/dataset/imports/rules";
import { acceptResponseReading, cancelResponseImport } from "@/lib/runs/responses/actions";
import { DiscardImport } from "@/components/dataset/import-engine/discard-import";
import { ReadingOffer } from "@/components/dataset/import-engine/reading-offer";
import { formatCount } from "@/lib/platform/format";
import { withheldRows } from "./labels";

interface Rows {
  columns: readonly string[];
  rows: readonly { record: number; cells: readonly string[] }[];
  /** How many of the run's responses the reader has still to rate: there are no rows to show then. */
  stillToRate: number;
}

/** Offers to read a whole file of responses in another form than the usual one. */
export function FileReading({
  importId,
  reading,
  columns,
  rows,
  stillToRate,
}: Rows & { importId: number; reading: Reading }) {
  return (
    <ReadingOffer
      title="This file is not in the usual format. Is this reading correct?"
      columns={columns}
      rows={rows}
      accept={acceptResponseReading}
      input={{ importId }}
      sentences={[
        ...describeReading(reading),
        stillToRate > 0
          ? `${withheldRows(stillToRate)} Nothing is added yet.`
          : "These are the first rows as they would be read. Nothing is added yet.",
      ]}
    >
      <DiscardImport importId={importId} cancel={cancelResponseImport} />
    </ReadingOffer>
  );
}

/** Offers to take records that are left out for quotes inside unquoted cells. */
export function RecordsReading({
  importId,
  count,
  columns,
  rows,
  stillToRate,
}: Rows & { importId: number; count: number }) {
  return (
    <ReadingOffer
      title={`${formatCount(count)} ${count === 1 ? "row has" : "rows have"} double quotes inside unquoted cells`}
      columns={columns}
      rows={rows}
      accept={acceptResponseReading}
      input={{ importId, rows: "unescaped-quotes" }}
      sentences={[
        "The quotes would be part of the text, as other programs read them. Until you choose this, these rows are skipped.",
        ...(stillToRate > 0 ? [withheldRows(stillToRate)] : []),
      ]}
    />
  );
}
