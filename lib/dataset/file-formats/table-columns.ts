import { guessColumns } from "./column-guess";
import { textOf } from "./offered-reading";
import { distinctNames } from "./read-records";
import type { Reading } from "./reading";
import type { ReadOptions, ReleaseFormat } from "./release-file";
import { columnPosition, OWN_COLUMNS, RELEASE_SHEET } from "./release-header";
import { readTable } from "./table";
import { offeredHeaders } from "./table-csv";
import type { TableHeader, TableRow, TableSource } from "./table-rows";

/** The columns of a file that is no release by its header, and its first rows. */
export interface TableColumns {
  /** How its table is read: separator, sheet. */
  reading: Pick<Reading, "separator" | "sheet">;
  names: string[];
  rows: string[][];
}

/** So many rows are looked at to see what columns hold. */
const SAMPLE = 50;

/** Returns the columns of a file; null where it has none, or no row. Only its beginning is read. */
export async function tableColumns(
  format: ReleaseFormat,
  { path, head, source }: { path: string; head: Uint8Array; source: TableSource },
  options: ReadOptions = {},
): Promise<TableColumns | null> {
  const reading = await tableReading(format, path, head, options);
  const headerOf = ({ cells }: TableRow): TableHeader => ({
    names: distinctNames(cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1)),
    exact: false,
  });
  const table = readTable(source, () => {}, {
    ...options,
    reading,
    header: (row) => (namesQuestions(row.cells) ? headerOf(row) : null),
    otherwise: (row) => (isRow(row.cells) ? headerOf(row) : null),
    noHeader: "no-columns",
    sheet: (name) => name === RELEASE_SHEET,
    otherSheet: "only",
    suspects: false,
  });
  try {
    const first = await table.next();
    if (first.done) return null;
    const rows = first.value.rows
      .slice(0, SAMPLE)
      .map(({ cells }) => Array.from(cells, (cell) => cell ?? ""));
    return { reading, names: distinctNames(first.value.columns), rows };
  } finally {
    await table.return(null);
  }
}

/** Whether the fields of JSON objects are those of a release. */
export function areReleaseFields(names: readonly string[]): boolean {
  return (
    names.includes("question") &&
    names.every(
      (name) =>
        columnPosition(name) !== undefined || name === "answers" || OWN_COLUMNS.includes(name),
    )
  );
}

async function tableReading(
  format: ReleaseFormat,
  path: string,
  head: Uint8Array,
  options: ReadOptions,
): Promise<TableColumns["reading"]> {
  if (format === "csv") {
    for (const isHeader of [namesQuestions, isRow]) {
      const [found] = offeredHeaders(...textOf(head), isHeader);
      if (found) return found.reading;
    }
    return {};
  }
  if (format !== "xlsx") return {};
  const { offeredSheets } = await import("./table-xlsx");
  const usual = {
    ...options,
    sheet: (name: string) => name === RELEASE_SHEET,
    otherSheet: "only",
  } as const;
  const named = await offeredSheets(path, namesQuestions, usual);
  const [sheet] = named.length > 0 ? named : await offeredSheets(path, isRow, usual);
  return sheet?.sheet ? { sheet: sheet.sheet } : {};
}

/** Whether one of the names is probably that of the questions' column. */
function namesQuestions(cells: readonly string[]): boolean {
  return isRow(cells) && guessColumns(cells, []).includes("question");
}

function isRow(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell.trim() !== "").length >= 2;
}
