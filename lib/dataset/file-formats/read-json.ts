import type { Token } from "stream-json/core/parser.js";
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
import { readUtf8 } from "./utf8-text";

/** So little goes to the tokenizer at once that an error's place is known to the line, or on a long line to so many characters. */
const SLICE = 2048;

/**
 * Reads JSON: an array of objects, or an object that holds one array of objects. See `JsonRows` for the fields.
 * Yields batches of sound rows. Where the text ceases to be JSON, that is reported and reading ends; the result is then null.
 */
export async function* readJson(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<SourceRow[], FileLayout | null> {
  const read = yield* readListOfObjects(bytes, new JsonRows(report), report, options);
  return read && { ...OFFICIAL_LAYOUT, format: "json", preamble: null, bom: read.bom };
}

/** Reads a JSON list of objects of any fields: see readJson. Returns null if the file cannot be read to its end. */
export async function* readListOfObjects<Row>(
  bytes: AsyncIterable<Uint8Array>,
  rows: ObjectReader<Row>,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<Row[], { bom: boolean } | null> {
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  const document = new JsonDocument(rows);
  const tokenizer = jsonTokenizer();
  let batch: Row[] = [];
  let line = 1;
  let blank = true;
  let bom = false;

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
      try {
        for (const token of tokenizer.write(slice)) {
          const row = document.take(token, line, piece.damaged);
          if (row !== null) batch.push(row);
        }
      } catch {
        if (batch.length > 0) yield batch;
        report(
          blank
            ? fileError("empty-file")
            : {
                record: document.record,
                line,
                column: null,
                code: "not-json",
                severity: "error",
                value: quoteValue(slice.trim()),
              },
        );
        return null;
      }
      if (document.wrong !== null) {
        report(fileError("not-json", document.wrong));
        return null;
      }
      if (rows.count > maxRows) {
        report(tooManyRows(maxRows));
        return null;
      }
      if (to === lineEnd + 1) line++;
      at = to;
    }
    if (batch.length >= BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
  try {
    tokenizer.end();
  } catch {
    report(
      blank
        ? fileError("empty-file")
        : {
            record: document.record,
            line,
            column: null,
            code: "not-json",
            severity: "error",
            value: "unexpected end of file",
          },
    );
    return null;
  }
  if (!document.found) report(fileError("not-json", "no list of questions found"));
  else if (rows.count === 0) report(fileError("no-rows"));
  return document.found ? { bom } : null;
}

/** Finds the array of rows in a document's tokens. */
class JsonDocument<Row> {
  /** Whether an array of rows was met. */
  found = false;
  /** What is wrong with the document as a whole. */
  wrong: string | null = null;
  private readonly rows: ObjectReader<Row>;
  private within: "nothing" | "wrapper" | "rows" = "nothing";
  private wrapped = false;
  private depth = 0;
  private inRow = false;

  constructor(rows: ObjectReader<Row>) {
    this.rows = rows;
  }

  /** The 1-based number of the element that is being read, or comes next. */
  get record(): number {
    return this.rows.count + (this.inRow ? 0 : 1);
  }

  take(token: Token, line: number, damaged: boolean): Row | null {
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
        const row = this.rows.take(token, line, this.record, damaged);
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
