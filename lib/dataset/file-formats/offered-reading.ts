import { offeredCsvReading, otherSeparator } from "./read-csv";
import { offeredRecordReading, type RecordOptions } from "./read-records";
import type { Reading } from "./reading";
import type { ReadOptions, ReleaseFormat } from "./release-file";

/** The header and the first rows of any file are within so many bytes: so many are needed to offer a reading. */
export const HEAD_BYTES = 262_144;

/** A file by its place and its first HEAD_BYTES, or all of a shorter one. */
interface FileHead {
  path: string;
  head: Uint8Array;
}

/**
 * Returns the reading in which a release file has a sound header; empty for the official form. `blame` is set where there is
 * none: the separator that the file has instead of a comma, whatever else is wrong with it.
 */
export async function offeredReading(
  format: ReleaseFormat,
  { path, head }: FileHead,
  options: ReadOptions = {},
): Promise<{ reading: Reading; blame: Reading["separator"] | null }> {
  if (format === "xlsx") {
    const { offeredXlsxReading } = await import("./read-xlsx");
    return { reading: (await offeredXlsxReading(path, options)) ?? {}, blame: null };
  }
  if (format !== "csv") return { reading: {}, blame: null };
  const { text, complete } = textOf(head);
  const reading = offeredCsvReading(text, complete);
  return {
    reading: reading ?? {},
    blame: reading === null ? otherSeparator(text, complete) : null,
  };
}

/** Returns the reading in which a file of records names columns; empty for the usual form, or if there is none. */
export function offeredReadingOfRecords(
  format: ReleaseFormat,
  head: Uint8Array,
  isHeader: RecordOptions["isHeader"],
): Reading {
  if (format !== "csv") return {};
  const { text, complete } = textOf(head);
  return offeredRecordReading(text, complete, isHeader) ?? {};
}

function textOf(head: Uint8Array): { text: string; complete: boolean } {
  return {
    text: Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("utf8"),
    complete: head.length < HEAD_BYTES,
  };
}
