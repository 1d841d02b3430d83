import { open } from "node:fs/promises";
import { offeredCsvReading, otherSeparator } from "@/lib/exchange/formats/read-csv";
import { offeredRecordReading, type RecordOptions } from "@/lib/exchange/formats/read-records";
import type { Reading } from "@/lib/exchange/formats/reading";
import type { ReadOptions, ReleaseFormat } from "@/lib/exchange/formats/release-file";

/** The header and the first rows of any file are within so many bytes. */
const HEAD = 262_144;

/**
 * Returns the reading in which a release file has a sound header; empty for the official form. `blame` is set where there is
 * none: the separator that the file has instead of a comma, whatever else is wrong with it.
 */
export async function offeredReading(format: ReleaseFormat, path: string, options: ReadOptions = {}): Promise<{ reading: Reading; blame: Reading["separator"] | null }> {
  if (format === "xlsx") {
    const { offeredXlsxReading } = await import("@/lib/exchange/formats/read-xlsx");
    return { reading: (await offeredXlsxReading(path, options)) ?? {}, blame: null };
  }
  if (format !== "csv") return { reading: {}, blame: null };
  const { text, complete } = await headOf(path);
  const reading = offeredCsvReading(text, complete);
  return { reading: reading ?? {}, blame: reading === null ? otherSeparator(text, complete) : null };
}

/** Returns the reading in which a file of records names columns; empty for the usual form, or if there is none. */
export async function offeredReadingOfRecords(format: ReleaseFormat, path: string, isHeader: RecordOptions["isHeader"]): Promise<Reading> {
  if (format !== "csv") return {};
  const { text, complete } = await headOf(path);
  return offeredRecordReading(text, complete, isHeader) ?? {};
}

async function headOf(path: string): Promise<{ text: string; complete: boolean }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return { text: buffer.toString("utf8", 0, bytesRead), complete: bytesRead < HEAD };
  } finally {
    await file.close();
  }
}
