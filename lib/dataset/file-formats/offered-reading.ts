import { offeredHeaders } from "./table-csv";
import { isHeader, offeredHeader, OWN_COLUMNS, RELEASE_SHEET } from "./release-header";
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
 * Returns the reading in which a release file has a sound header; empty for the official form. Where there is none, `sound` is
 * false and `blame` the separator that the file has instead of a comma, whatever else is wrong with it. JSON has no header.
 */
export async function offeredReading(
  format: ReleaseFormat,
  { path, head }: FileHead,
  options: ReadOptions = {},
): Promise<{ reading: Reading; blame: Reading["separator"] | null; sound: boolean }> {
  if (format === "xlsx") {
    const reading = await offeredSheetReading(path, options);
    return { reading: reading ?? {}, blame: null, sound: reading !== null };
  }
  if (format !== "csv") return { reading: {}, blame: null, sound: true };
  let blame: Reading["separator"] | null = null;
  for (const { reading, cells, next } of offeredHeaders(...textOf(head), isHeader)) {
    const header = offeredHeader(cells, next()?.cells ?? null);
    if (header !== null) return { reading: { ...reading, ...header }, blame: null, sound: true };
    if (reading.separator === undefined) return { reading: {}, blame: null, sound: false };
    blame ??= reading.separator;
  }
  return { reading: {}, blame, sound: false };
}

/** A sheet of another name, or a relaxed header; empty for the official form, null where no header is sound. */
async function offeredSheetReading(path: string, options: ReadOptions): Promise<Reading | null> {
  const { offeredSheets } = await import("./table-xlsx");
  const sheets = await offeredSheets(path, isHeader, {
    ...options,
    sheet: (name) => name === RELEASE_SHEET,
    otherSheet: "only",
  });
  for (const { sheet, header } of sheets) {
    const found = offeredHeader(header, null, [...OWN_COLUMNS, ""]);
    if (found !== null) return { ...(sheet !== null && { sheet }), ...found };
  }
  return null;
}

/**
 * Returns the reading in which a table names columns: another separator than commas, and literal quotes where records near
 * the beginning have quotes that are not escaped (`quotes`). Empty for the usual form, for other formats, or if there is none.
 */
export function offeredTableReading(
  format: ReleaseFormat,
  head: Uint8Array,
  isHeader: (cells: readonly string[]) => boolean,
  quotes = false,
): Reading {
  if (format !== "csv") return {};
  const [found] = offeredHeaders(...textOf(head), isHeader);
  if (found === undefined) return {};
  for (let record = quotes ? found.next() : null; record !== null; record = found.next())
    if (record.fault === null && record.literal.length > 0)
      return { ...found.reading, quotes: "literal" };
  return found.reading;
}

/** The text of a file's beginning, and whether it is all of it. */
export function textOf(head: Uint8Array): [text: string, complete: boolean] {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES));
  return [text.toString("utf8"), head.length < HEAD_BYTES];
}
