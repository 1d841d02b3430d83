import { JsonRows, type ObjectReader } from "./json-rows";
import { jsonTokenizer } from "./json-tokens";
import {
  BATCH_SIZE,
  DEFAULT_MAX_ROWS,
  fileError,
  OFFICIAL_LAYOUT,
  quoteValue,
  tooManyRows,
  type FileLayout,
  type ReadOptions,
  type Report,
  type SourceRow,
} from "./release-file";
import { isDamaged, readUtf8, showDamage } from "./utf8-text";

const MAX_LINE = 4_000_000;

/**
 * Reads JSON Lines: one object a line, blank lines passed over. See `JsonRows` for the fields. Yields batches of sound rows;
 * a line that is no object is reported, and reading goes on with the next.
 */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<SourceRow[], FileLayout | null> {
  const read = yield* readLinesOfObjects(bytes, new JsonRows(report), report, options);
  return (
    read && { ...OFFICIAL_LAYOUT, format: "jsonl", preamble: null, newline: "\n", bom: read.bom }
  );
}

/** Reads JSON Lines of any fields: see readJsonLines. Returns null if the file cannot be read as a whole. */
export async function* readLinesOfObjects<Row>(
  bytes: AsyncIterable<Uint8Array>,
  rows: ObjectReader<Row>,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<Row[], { bom: boolean } | null> {
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  let batch: Row[] = [];
  let line = 0;
  let rest = "";
  let bom = false;
  let damaged = false;
  let blank = true;

  const takeLine = (text: string): void => {
    line++;
    if (text.trim() === "") return;
    blank = false;
    const row = rowOfLine(rows, text, line, damaged, report);
    if (row !== null) batch.push(row);
  };

  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) {
      report(piece.failure);
      return null;
    }
    bom ||= piece.bom;
    damaged ||= piece.damaged;
    rest += piece.text;
    let at = 0;
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n", at)) {
      takeLine(rest.slice(at, end));
      at = end + 1;
    }
    rest = rest.slice(at);
    if (rest.length > MAX_LINE) {
      report({
        record: line + 1,
        line: line + 1,
        column: null,
        code: "record-too-long",
        severity: "error",
        value: quoteValue(rest),
      });
      return null;
    }
    if (rows.count > maxRows) break;
    if (batch.length >= BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (rows.count <= maxRows) takeLine(rest);
  if (rows.count > maxRows) {
    report(tooManyRows(maxRows));
    return null;
  }
  if (batch.length > 0) yield batch;
  if (blank) report(fileError("empty-file"));
  return blank ? null : { bom };
}

function rowOfLine<Row>(
  rows: ObjectReader<Row>,
  text: string,
  line: number,
  damaged: boolean,
  report: Report,
): Row | null {
  try {
    const tokenizer = jsonTokenizer();
    const tokens = [...tokenizer.write(text), ...tokenizer.end()];
    let row: Row | "more" | null = null;
    for (const token of tokens) row = rows.take(token, line, line, damaged);
    return row === "more" ? null : row;
  } catch {
    // The tokenizer gives nothing before the whole line is found sound, so that `rows` did not see any of it.
    const value = quoteValue(isDamaged(text) ? showDamage(text) : text.trim());
    if (rows.broken) return rows.broken(line, line, value);
    report({ record: line, line, column: null, code: "not-json", severity: "error", value });
    return null;
  }
}
