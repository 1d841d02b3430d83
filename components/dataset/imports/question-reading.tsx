"use client";

import { acceptReadingAction, cancelImportAction } from "@/lib/dataset/imports/actions";
import type { Reading } from "@/lib/dataset/file-formats/reading";
import { describeReading } from "@/lib/dataset/imports/rules";
import type { ReadRow } from "@/lib/dataset/imports/queries";
import type { RowReading } from "@/lib/dataset/imports/schema";
import { DiscardInterrupted } from "./discard-interrupted";
import { ReadingOffer } from "./reading-offer";
import { CONTENT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { formatCount } from "@/lib/platform/format";

const OFFICIAL_EXPORT = "Exports use the official format, not this file’s.";

/** Offers to read a whole file of questions in another form than the official one. */
export function FileReading({
  importId,
  reading,
  rows,
}: {
  importId: number;
  reading: Reading;
  rows: ReadRow[];
}) {
  return (
    <ReadingOffer
      title="This file is not in the official format. Is this reading correct?"
      columns={CONTENT_COLUMNS}
      rows={rows}
      accept={acceptReadingAction}
      input={{ importId }}
      sentences={[
        ...describeReading(reading),
        "These are the first rows as they would be read. Nothing is imported yet.",
        OFFICIAL_EXPORT,
      ]}
    >
      <DiscardInterrupted importId={importId} cancel={cancelImportAction} label="Discard import" />
    </ReadingOffer>
  );
}

const ROW_WORDS: Record<
  RowReading,
  { title: (count: string, one: boolean) => string; sentence: string }
> = {
  "unescaped-quotes": {
    title: (count, one) =>
      `${count} ${one ? "row has" : "rows have"} double quotes inside unquoted cells`,
    sentence:
      "The quotes would be part of the text, as other programs read them. Until you choose this, these rows count as errors.",
  },
  "formula-without-result": {
    title: (count, one) =>
      `${count} ${one ? "cell is" : "cells are"} calculated by a formula without a stored result`,
    sentence:
      "These cells would be empty, and any current answer in their place would be removed. Until you choose this, these rows count as errors.",
  },
};

/** Offers to take rows that are left out as errors although it is clear how they would be read. */
export function RowsReading({
  importId,
  reason,
  count,
  rows,
}: {
  importId: number;
  reason: RowReading;
  count: number;
  rows: ReadRow[];
}) {
  const { title, sentence } = ROW_WORDS[reason];
  return (
    <ReadingOffer
      title={title(formatCount(count), count === 1)}
      columns={CONTENT_COLUMNS}
      rows={rows}
      accept={acceptReadingAction}
      input={{ importId, rows: reason }}
      sentences={[
        sentence,
        rows.length < count
          ? "These are the first rows as they would be read."
          : "These are the rows as they would be read.",
        OFFICIAL_EXPORT,
        "Decisions on rewordings start over.",
      ]}
    />
  );
}
