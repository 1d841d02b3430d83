import type { Token } from "stream-json/core/parser.js";
import { JsonObjects } from "./json-objects";
import { jsonTokenizer } from "./json-tokens";
import {
  BATCH_SIZE,
  DEFAULT_MAX_ROWS,
  fileError,
  quoteValue,
  tooManyRows,
  type Report,
} from "./release-file";
import type { TableBatch, TableEnd, TableOptions, TableRow } from "./table-rows";
import { hasEncodingErrors, readUtf8, escapeInvalidChars } from "./utf8-text";

/** So little goes to the tokenizer at once that an error's place is known to the line, or on a long line to so many characters. */
const SLICE = 2048;
const MAX_LINE = 4_000_000;

/** Reads JSON Lines: one object a line, blank lines passed over. See readTable. A line that is no object is a row with that remark. */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: TableOptions,
): AsyncGenerator<TableBatch, TableEnd | null> {
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  const objects = new JsonObjects(options.suspects);
  let rows: TableRow[] = [];
  let line = 0;
  let rest = "";
  let bom = false;
  let damaged = false;

  const takeLine = (text: string): void => {
    line++;
    if (text.trim() !== "") rows.push(rowOfLine(objects, text, line, damaged));
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
      if (rows.length > 0) yield { columns: objects.columns, rows };
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
    if (objects.count > maxRows || objects.failure !== null) break;
    if (rows.length >= BATCH_SIZE) {
      yield { columns: objects.columns, rows };
      rows = [];
    }
  }
  if (objects.count <= maxRows) takeLine(rest);
  const failure =
    objects.failure ??
    (objects.count > maxRows ? tooManyRows(maxRows) : null) ??
    (objects.count === 0 ? fileError("empty-file") : null);
  if (failure !== null) {
    report(failure);
    return null;
  }
  yield { columns: objects.columns, rows };
  return { columns: objects.columns, rows: objects.count, bom, csv: null };
}

function rowOfLine(objects: JsonObjects, text: string, line: number, damaged: boolean): TableRow {
  let tokens: Token[];
  try {
    const tokenizer = jsonTokenizer();
    tokens = [...tokenizer.write(text), ...tokenizer.end()];
  } catch {
    return objects.broken(line, hasEncodingErrors(text) ? escapeInvalidChars(text) : text.trim());
  }
  let row: TableRow | "more" = "more";
  for (const token of tokens) row = objects.take(token, line, line, damaged);
  return row === "more" ? objects.broken(line, text.trim()) : row;
}

/**
 * Reads JSON: an array of objects, or an object that holds one array of objects. See readTable. Where the text ceases to be
 * JSON, that is reported and reading ends; the result is then null.
 */
export async function* readJsonList(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: TableOptions,
): AsyncGenerator<TableBatch, TableEnd | null> {
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  const objects = new JsonObjects(options.suspects);
  const document = new JsonDocument(objects);
  const tokenizer = jsonTokenizer();
  let rows: TableRow[] = [];
  let line = 1;
  let blank = true;
  let bom = false;
  const brokenAt = (value: string) =>
    blank
      ? fileError("empty-file")
      : {
          record: document.record,
          line,
          column: null,
          code: "not-json",
          severity: "error" as const,
          value: quoteValue(value),
        };

  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) {
      report(piece.failure);
      return null;
    }
    bom ||= piece.bom;
    blank &&= piece.text.trim() === "";
    for (let at = 0; at < piece.text.length;) {
      const lineEnd = piece.text.indexOf("\n", at);
      const to = Math.min(at + SLICE, lineEnd === -1 ? piece.text.length : lineEnd + 1);
      const slice = piece.text.slice(at, to);
      let failure = null;
      try {
        for (const token of tokenizer.write(slice)) {
          const row = document.take(token, line, piece.damaged);
          if (row !== null) rows.push(row);
        }
      } catch {
        rows.push(...objects.unfinished);
        failure = brokenAt(hasEncodingErrors(slice) ? escapeInvalidChars(slice) : slice.trim());
      }
      if (failure !== null && rows.length > 0) yield { columns: objects.columns, rows };
      if (document.wrong !== null) failure = fileError("not-json", document.wrong);
      failure ??= objects.failure;
      if (failure === null && objects.count > maxRows) failure = tooManyRows(maxRows);
      if (failure !== null) {
        report(failure);
        return null;
      }
      if (to === lineEnd + 1) line++;
      at = to;
    }
    if (rows.length >= BATCH_SIZE) {
      yield { columns: objects.columns, rows };
      rows = [];
    }
  }
  let complete = true;
  try {
    tokenizer.end();
  } catch {
    rows.push(...objects.unfinished);
    complete = false;
  }
  if (rows.length > 0) yield { columns: objects.columns, rows };
  if (!complete) {
    report(brokenAt("unexpected end of file"));
    return null;
  }
  if (!document.found) {
    report(fileError("not-json", "no list of objects found"));
    return null;
  }
  return { columns: objects.columns, rows: objects.count, bom, csv: null };
}

/** Finds the array of rows in a document's tokens. */
class JsonDocument {
  /** Whether an array of rows was met. */
  found = false;
  /** What is wrong with the document as a whole. */
  wrong: string | null = null;
  private within: "nothing" | "wrapper" | "rows" = "nothing";
  private wrapped = false;
  private depth = 0;
  private inRow = false;

  constructor(private readonly objects: JsonObjects) {}

  /** The 1-based number of the element that is being read, or comes next. */
  get record(): number {
    return this.objects.count + (this.inRow ? 0 : 1);
  }

  take(token: Token, line: number, damaged: boolean): TableRow | null {
    switch (this.within) {
      case "nothing":
        if (token.name === "startArray") this.enterRows();
        else if (token.name === "startObject") {
          this.within = "wrapper";
          this.wrapped = true;
        } else if (!this.found) this.wrong = "neither a list nor an object";
        return null;
      case "wrapper":
        this.takeWrapped(token);
        return null;
      case "rows": {
        if (!this.inRow && token.name === "endArray") {
          this.within = this.wrapped ? "wrapper" : "nothing";
          return null;
        }
        const row = this.objects.take(token, line, this.record, damaged);
        this.inRow = row === "more";
        return row === "more" ? null : row;
      }
    }
  }

  private enterRows(): void {
    if (this.found) this.wrong = "several lists found";
    this.found = true;
    this.within = "rows";
  }

  /** Beside its list a document may tell whatever it likes about itself. */
  private takeWrapped(token: Token): void {
    if (token.name === "startArray" && this.depth === 0) this.enterRows();
    else if (token.name === "startArray" || token.name === "startObject") this.depth++;
    else if (token.name === "endArray" || (token.name === "endObject" && this.depth > 0))
      this.depth--;
    else if (token.name === "endObject") this.within = "nothing";
  }
}
