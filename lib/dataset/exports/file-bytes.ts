import {
  OFFICIAL_LAYOUT,
  type ExportRow,
  type FileLayout,
  type SourceRow,
} from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { writeSpreadsheetCsv } from "@/lib/dataset/file-formats/write-spreadsheet-csv";
import { writeJsonLines } from "@/lib/dataset/file-formats/write-json-lines";
import type { ExportFormat } from "./schema";

/** A row of an outgoing file, with what JSON Lines and XLSX add: whose it is ("Q17"), and which of its revisions. */
export type OutgoingRow = SourceRow & ExportRow;

/** Options for CSV only. */
export interface FileOptions {
  /** false leaves out the two records before the header. */
  preamble?: boolean;
  /** For opening in a spreadsheet program: no cell is taken for a formula (see spreadsheetText). Not the exact bytes. */
  spreadsheet?: boolean;
}

/** Writes rows as a file in one of the formats, a piece a batch. `layout` concerns CSV alone. */
export async function* writeFile(
  format: ExportFormat,
  rows: AsyncIterable<OutgoingRow[]>,
  layout: FileLayout = OFFICIAL_LAYOUT,
  options: FileOptions = {},
): AsyncGenerator<Uint8Array> {
  if (format === "csv")
    yield* encoded(
      options.spreadsheet === true
        ? writeSpreadsheetCsv(rows, options)
        : writeCsv(rows, layout, options),
    );
  else if (format === "jsonl") yield* encoded(writeJsonLines(rows));
  // Writers with libraries of their own, which few exports need.
  else if (format === "parquet")
    yield* (await import("@/lib/dataset/file-formats/write-release-parquet")).writeReleaseParquet(
      rows,
    );
  else yield* (await import("@/lib/dataset/file-formats/write-xlsx")).writeXlsx(rows);
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text, "utf8");
}
