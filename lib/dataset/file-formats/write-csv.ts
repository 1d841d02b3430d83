import { needsQuotes, unofficialQuoting } from "./csv-records";
import { columnPosition } from "./release-header";
import { OTHER_NEWLINE, type FileLayout, type SourceRow } from "./release-file";

export interface WriteCsvOptions {
  /** false leaves the layout's preamble out. Default: true. */
  preamble?: boolean;
}

/**
 * Writes rows as CSV in the given layout, one piece of text a batch. With the rows and the layout of `readRelease` the UTF-8 of
 * it is the file that was read, byte for byte; with OFFICIAL_LAYOUT and style 0 it is the official form.
 */
export async function* writeCsv(
  rows: AsyncIterable<readonly SourceRow[]> | Iterable<readonly SourceRow[]>,
  layout: FileLayout,
  options: WriteCsvOptions = {},
): AsyncGenerator<string> {
  const order = layout.columns.map((name) => {
    const position = columnPosition(name);
    if (position === undefined) throw new Error(`No release has a column ${JSON.stringify(name)}`);
    return position;
  });
  const otherNewline = layout.newline === "\n" ? "\r\n" : "\n";
  const newlineOf = (style: number): string =>
    (style & OTHER_NEWLINE) === 0 ? layout.newline : otherNewline;

  const preamble = options.preamble === false ? "" : (layout.preamble ?? "");
  const columns = layout.columns.map((_, at) => at);
  yield (
    (layout.bom ? "\uFEFF" : "") +
    preamble +
    recordText(layout.columns, columns, layout.headerStyle)
  );

  // A line end belongs to the record before it, and the last row's to the layout's ending.
  let newline = layout.newline as string;
  for await (const batch of rows) {
    let text = "";
    for (const row of batch) {
      text += newline + recordText(row.cells, order, row.style);
      newline = newlineOf(row.style);
    }
    yield text;
  }
  if (layout.ending !== "") yield layout.ending;
}

function recordText(cells: readonly string[], order: readonly number[], style: number): string {
  let text = "";
  for (let at = 0; at < order.length; at++) {
    if (at > 0) text += ",";
    const cell = cells[order[at]!]!;
    const unofficial = style !== 0 && (style & unofficialQuoting(at)) !== 0;
    if (cell === "" && !unofficial) continue;
    text += mustQuote(cell, unofficial)
      ? `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`
      : cell;
  }
  return text;
}

/** A style that no longer fits, because the cell was changed since, must not break the record. */
function mustQuote(cell: string, unofficial: boolean): boolean {
  if (!needsQuotes(cell)) return unofficial;
  return !unofficial || /[",\n]/.test(cell);
}
