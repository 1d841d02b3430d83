import { readCsvRows } from "./table-csv";
import { readJsonLines, readJsonList } from "./table-json";
import type { ReleaseFormat, Report } from "./release-file";
import type { TableBatch, TableEnd, TableOptions, TableRow, TableSource } from "./table-rows";

/** The source of a file on disk. */
export function sourceOf(
  format: ReleaseFormat,
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): TableSource {
  return format === "xlsx" ? { format, file: path } : { format, bytes };
}

/**
 * Reads a table from CSV, XLSX, JSON or JSON Lines, batch by batch: the one reader of every importer, which then says what
 * the columns mean. Rows come in the file's order, those that could not be read too, with remarks that say why; records
 * without any text come as `empty-record` where others follow. What concerns the file as a whole is reported.
 * @returns null if the file cannot be read to its end
 */
export async function* readTable(
  source: TableSource,
  report: Report,
  options: TableOptions,
): AsyncGenerator<TableBatch, TableEnd | null> {
  switch (source.format) {
    case "csv":
      return yield* readCsvRows(source.bytes, report, options);
    case "json":
      return yield* readJsonList(source.bytes, report, options);
    case "jsonl":
      return yield* readJsonLines(source.bytes, report, options);
    case "xlsx": {
      const { readSheetRows } = await import("./table-xlsx"); // with its zip and XML readers, which few files need
      return yield* readSheetRows(source.file, report, options);
    }
  }
}

/** Makes an importer's rows of a reader's, and closes the reader where the importer stops early. */
export async function* mapRows<Row>(
  reader: AsyncGenerator<TableBatch, TableEnd | null>,
  take: (row: TableRow, columns: readonly string[]) => Row | null,
): AsyncGenerator<Row[], TableEnd | null> {
  try {
    for (;;) {
      const next = await reader.next();
      if (next.done) return next.value;
      const rows: Row[] = [];
      for (const row of next.value.rows) {
        const taken = take(row, next.value.columns);
        if (taken !== null) rows.push(taken);
      }
      if (rows.length > 0) yield rows;
    }
  } finally {
    await reader.return(null);
  }
}
