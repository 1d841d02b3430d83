"use client";

import { acceptReading, cancelImport } from "@/lib/dataset/imports/actions";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { describeReading } from "@/lib/dataset/imports/rules";
import type { ReadRow } from "@/lib/dataset/imports/file-queries";
import type { RowReading } from "@/lib/dataset/import-engine/vocabulary";
import { DiscardImport } from "@/components/dataset/import-engine/discard-import";
import { ReadingOffer } from "@/components/dataset/import-engine/reading-offer";
import { CONTENT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { countOf, formatCount } from "@/lib/platform/format";

const OFFICIAL_EXPORT = "Exports use the official format, not this file’s.";

/** Offers to read a whole file of questions in another form than the official one. */
export function FileReading({
  importId,
  reading,
  rows,
  total,
}: {
  importId: number;
  reading: Reading;
  rows: ReadRow[];
  /** How many rows the file has when read so. */
  total: number;
}) {
  return (
    <ReadingOffer
      title={`This file is not in the official format. Read its ${countOf(total, "row")} this way?`}
      columns={CONTENT_COLUMNS}
      rows={rows}
      accept={acceptReading}
      input={{ importId }}
      sentences={[
        ...describeReading(reading),
        "These are the first rows as they would be read. Nothing is imported yet.",
        OFFICIAL_EXPORT,
      ]}
    >
      <DiscardImport importId={importId} cancel={cancelImport} />
    </ReadingOffer>
  );
}

const ROW_WORDS: Record<
  RowReading,
  { title: (count: string, one: boolean) => string; sentence: string }
> = {
  "unescaped-quotes": {
    title: (count, one) =>
      `${count} more ${one ? "row" : "rows"} if double quotes inside unquoted cells are text`,
    sentence:
      "The quotes would be part of the text, as other programs read them. Until you choose this, these rows count as errors.",
  },
  "formula-without-result": {
    title: (count, one) =>
      `${count} more ${one ? "row" : "rows"} if formulas without a stored result are empty cells`,
    sentence:
      "Any current answer in the place of such a cell would be removed. Until you choose this, these rows count as errors.",
  },
};

/** Offers to take rows that are left out as errors although it is clear how they would be read. */
export function RowsReading({
  importId,
  reason,
  gained,
  rows,
}: {
  importId: number;
  reason: RowReading;
  /** How many rows have no other error, and are read then. */
  gained: number;
  rows: ReadRow[];
}) {
  const { title, sentence } = ROW_WORDS[reason];
  return (
    <ReadingOffer
      title={title(formatCount(gained), gained === 1)}
      folded
      columns={CONTENT_COLUMNS}
      rows={rows}
      accept={acceptReading}
      input={{ importId, rows: reason }}
      sentences={[
        sentence,
        rows.length < gained
          ? "These are the first rows as they would be read."
          : "These are the rows as they would be read.",
        OFFICIAL_EXPORT,
        "Decisions you made so far are kept.",
      ]}
    />
  );
}
