import { OFFICIAL_LAYOUT, type SourceRow } from "./release-file";
import { spreadsheetText } from "./spreadsheet-text";
import { writeCsv, type WriteCsvOptions } from "./write-csv";

/**
 * Writes rows as CSV for spreadsheet programs, one piece of text a batch: the official columns with a byte-order mark, by
 * which these programs know UTF-8, and no cell that they take for a formula (see spreadsheetText).
 */
export function writeSpreadsheetCsv(
  rows: AsyncIterable<readonly SourceRow[]> | Iterable<readonly SourceRow[]>,
  options: WriteCsvOptions = {},
): AsyncGenerator<string> {
  return writeCsv(guarded(rows), { ...OFFICIAL_LAYOUT, bom: true }, options);
}

async function* guarded(
  rows: AsyncIterable<readonly SourceRow[]> | Iterable<readonly SourceRow[]>,
): AsyncGenerator<SourceRow[]> {
  for await (const batch of rows)
    yield batch.map((row) => ({ ...row, cells: row.cells.map(spreadsheetText), style: 0 }));
}
