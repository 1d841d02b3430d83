import { csvLines } from "@/lib/dataset/file-formats/csv-lines";
import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { writeParquet, type ParquetColumn } from "@/lib/dataset/file-formats/write-parquet";
import { CONTENT_IN_PARQUET, typedContent } from "@/lib/dataset/file-formats/write-release-parquet";
import { writeWorkbook, type WorkbookCell } from "@/lib/dataset/file-formats/write-workbook";
import { CONTENT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import type { ExportFormat } from "./schema";

/** A revision of a question, as the file of the history has it. */
export interface HistoryRow {
  question_id: string;
  revision: number;
  status: string;
  reason: string;
  comment: string;
  /** ISO day since which the dataset says this. */
  holds_since: string;
  /** ISO time of writing. */
  written_at: string;
  /** The nineteen raw content cells. */
  cells: string[];
}

const OWN = [
  "question_id",
  "revision",
  "status",
  "reason",
  "comment",
  "holds_since",
  "written_at",
] as const;
/** The columns of all formats but Parquet, where content is typed. */
const HISTORY_COLUMNS = [...OWN, ...CONTENT_COLUMNS] as const;

const cellsOf = (row: HistoryRow): WorkbookCell[] => [
  ...OWN.map((column) => row[column]),
  ...row.cells,
];

const PARQUET_COLUMNS: readonly ParquetColumn<
  { row: HistoryRow } & ReturnType<typeof typedContent>
>[] = [
  { name: "question_id", kind: "text", value: ({ row }) => row.question_id },
  { name: "revision", kind: "integer", value: ({ row }) => row.revision },
  { name: "status", kind: "text", value: ({ row }) => row.status },
  { name: "reason", kind: "text", value: ({ row }) => row.reason },
  { name: "comment", kind: "text", value: ({ row }) => row.comment },
  {
    name: "holds_since",
    kind: "day",
    value: ({ row }) => new Date(`${row.holds_since}T00:00:00Z`),
  },
  { name: "written_at", kind: "time", value: ({ row }) => new Date(row.written_at) },
  ...CONTENT_IN_PARQUET,
];

/** Writes revisions as a file. @param spreadsheet CSV only: no cell runs as a formula */
export async function* writeHistory(
  format: ExportFormat,
  batches: AsyncIterable<readonly HistoryRow[]>,
  spreadsheet = false,
): AsyncGenerator<Uint8Array> {
  if (format === "parquet") yield* writeParquet(PARQUET_COLUMNS, typed(batches));
  else if (format === "xlsx")
    yield* writeWorkbook("history", HISTORY_COLUMNS, mapped(batches, cellsOf));
  else if (format === "jsonl")
    for await (const lines of mapped(batches, jsonLine)) yield Buffer.from(lines.join(""), "utf8");
  else {
    const guarded = (cell: WorkbookCell) =>
      spreadsheet && typeof cell === "string" ? spreadsheetText(cell) : cell;
    // Spreadsheet programs know UTF-8 by the byte-order mark.
    yield Buffer.from((spreadsheet ? "\uFEFF" : "") + csvLines([HISTORY_COLUMNS]), "utf8");
    for await (const records of mapped(batches, (row) => cellsOf(row).map(guarded)))
      yield Buffer.from(csvLines(records), "utf8");
  }
}

function jsonLine(row: HistoryRow): string {
  const cells = cellsOf(row);
  return `${JSON.stringify(Object.fromEntries(HISTORY_COLUMNS.map((column, at) => [column, cells[at]])))}\n`;
}

async function* mapped<Row>(
  batches: AsyncIterable<readonly HistoryRow[]>,
  of: (row: HistoryRow) => Row,
): AsyncGenerator<Row[]> {
  for await (const batch of batches) yield batch.map(of);
}

function typed(batches: AsyncIterable<readonly HistoryRow[]>) {
  return mapped(batches, (row) => ({ row, ...typedContent(row.question_id, row.cells) }));
}
