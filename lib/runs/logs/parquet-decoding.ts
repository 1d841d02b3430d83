import { openAsBlob } from "node:fs";
import {
  parquetMetadataAsync,
  parquetReadObjects,
  type AsyncBuffer,
  type FileMetaData,
} from "hyparquet";
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js";
import { compressors } from "hyparquet-compressors";
import { fileError, tooManyRows, type ReadOptions } from "@/lib/dataset/file-formats/release-file";
import { fieldsOf, numberOf } from "./log-values";
import { lightEvalSamples } from "./other-tools";
import { UnreadableLog, type LogItem } from "./run-log";
import { unzstd } from "./zstd";

/** A page of a column, inflated; writers make them of 1 MB. */
const MAX_PAGE = 32_000_000;
/** All columns of the rows that are read at a time, inflated; writers make groups of a thousand rows. */
const MAX_GROUP = 128_000_000;
/** The values of a column in such a group. */
const MAX_VALUES = 2_000_000;
/** What describes the columns, at the end of the file: some kilobytes. A byte of it can become an object. */
const MAX_FOOTER = 1_000_000;
const MAX_HEADER = 65_536;
const TOO_LARGE = fileError("too-large", "its columns inflate to too much");
const COLUMNS = /^(doc|model_response|metric|__doc__|__model_response__|__metric__)$/;

/**
 * Reads LightEval's details, group of rows by group of rows. A group is decoded at a stretch, which may take seconds: whoever
 * serves others meanwhile calls readParquetLog.
 * @throws UnreadableLog
 */
export async function* decodeParquetLog(
  path: string,
  { maxRows, maxInflated }: Required<Pick<ReadOptions, "maxRows" | "maxInflated">>,
): AsyncGenerator<LogItem> {
  const blob = await openAsBlob(path);
  const file: AsyncBuffer = {
    byteLength: blob.size,
    slice: (start, end) => blob.slice(start, end).arrayBuffer(),
  };
  try {
    await checkFooter(file);
    const metadata = await parquetMetadataAsync(file);
    if (Number(metadata.num_rows) > maxRows) throw new UnreadableLog(tooManyRows(maxRows));
    const columns = metadata.schema
      .map(({ name }) => name)
      .filter((name, at, names) => COLUMNS.test(name) && names.indexOf(name) === at);
    if (!columns.some((name) => name.includes("model_response")))
      throw new UnreadableLog(fileError("no-responses", "model_response"));
    let size = 0;
    let row = 0;
    for (const group of metadata.row_groups) {
      size += await inflatedSize(file, group, columns);
      if (size > maxInflated) throw new UnreadableLog(TOO_LARGE);
      const rows = Number(group.num_rows);
      for (const found of await parquetReadObjects({
        file,
        metadata,
        columns,
        rowStart: row,
        rowEnd: row + rows,
        compressors: LIMITED,
      })) {
        row++;
        for (const sample of lightEvalSamples(found)) yield { record: row, line: null, sample };
      }
    }
  } catch (cause) {
    if (cause instanceof UnreadableLog) throw cause;
    throw new UnreadableLog(
      fileError("damaged-parquet", cause instanceof Error ? cause.message : null),
    );
  }
}

/** @throws UnreadableLog where the footer is too long for what it can describe */
async function checkFooter(file: AsyncBuffer): Promise<void> {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - 8), file.byteLength));
  if (end.byteLength < 8 || end.getUint32(0, true) > MAX_FOOTER)
    throw new UnreadableLog(fileError("damaged-parquet", "its footer is too long"));
}

/**
 * What the wanted columns of a group of rows inflate to, by the headers of their pages: what the file says of the whole is
 * not believed. @throws UnreadableLog where it is too much, or a page claims too many values
 */
async function inflatedSize(
  file: AsyncBuffer,
  group: FileMetaData["row_groups"][number],
  columns: readonly string[],
): Promise<number> {
  let size = 0;
  for (const { meta_data: column } of group.columns) {
    if (column === undefined || !columns.includes(column.path_in_schema[0] ?? "")) continue;
    const start = Number(column.dictionary_page_offset || column.data_page_offset);
    const bytes = await file.slice(start, start + Number(column.total_compressed_size));
    let values = 0;
    for (let at = 0; at < bytes.byteLength - 1;) {
      const reader = {
        view: new DataView(bytes, at, Math.min(MAX_HEADER, bytes.byteLength - at)),
        offset: 0,
      };
      const header = deserializeTCompactProtocol(reader);
      const inflated = numberOf(header["field_2"]) ?? -1;
      const compressed = numberOf(header["field_3"]) ?? -1;
      if (inflated < 0 || compressed < 0) throw new Error("a page has no size");
      size += Math.max(inflated, compressed);
      for (const kind of ["field_5", "field_7", "field_8"] as const)
        values += numberOf(fieldsOf(header[kind])["field_1"]) ?? 0;
      if (inflated > MAX_PAGE || size > MAX_GROUP || values > MAX_VALUES)
        throw new UnreadableLog(TOO_LARGE);
      at += reader.offset + compressed;
    }
  }
  return size;
}

/** The library makes room for what a page declares; more than MAX_PAGE is refused before. */
const LIMITED = Object.fromEntries(
  Object.entries(compressors).map(([codec, inflate]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length > MAX_PAGE) throw new Error("a page is too large");
      return codec === "ZSTD" ? Buffer.concat([...unzstd(input, length)]) : inflate(input, length);
    },
  ]),
);
