import type { Token } from "stream-json/core/parser.js";
import { fileError, quoteValue, type Finding } from "./release-file";
import { MAX_COLUMNS, NO_REMARKS, type Remark, type TableRow } from "./table-rows";
import { cellErrors, cellTroubles } from "./text-issues";

/**
 * Makes rows of JSON objects, token by token. Numbers keep the text they have in the file, true and false become TRUE and
 * FALSE as in a sheet, null and a field left out are empty; a list or an object within one is kept as its JSON text.
 */
export class JsonObjects {
  /** How many objects (or what stood in their place) were met. */
  count = 0;
  /** Why the file is not read further. */
  failure: Finding | null = null;
  private readonly places = new Map<string, number>();
  private depth = 0;
  private at = 0;
  private given = new Set<number>();
  private nested: NestedValue | null = null;
  private row: TableRow = emptyRow(0, null);

  /** @param suspects as TableOptions.suspects */
  constructor(private readonly suspects: boolean) {}

  /** The fields met so far. */
  get columns(): string[] {
    return [...this.places.keys()];
  }

  /** The value that is being read, where it is already known to be no object. */
  get unfinished(): TableRow[] {
    return this.depth > 0 && !this.isObject() ? [this.row] : [];
  }

  /** A line that is no JSON, as a row. */
  broken(line: number, value: string): TableRow {
    this.count++;
    this.depth = 0;
    const row = emptyRow(line, line);
    row.remarks = [{ code: "not-json", severity: "error", cell: null, value: quoteValue(value) }];
    return row;
  }

  /** Takes the next token of a value. Returns its row at the end of the value; "more" while it goes on. */
  take(token: Token, line: number, record: number, damaged: boolean): TableRow | "more" {
    if (this.depth === 0) return this.begin(token, line, record);
    switch (token.name) {
      case "keyValue":
        if (this.nested !== null) this.nested.key(token.value);
        else if (this.depth === 1) this.takeKey(token.value);
        return "more";
      case "startObject":
      case "startArray":
        this.depth++;
        if (this.nested !== null) this.nested.start(token.name);
        else if (this.isObject()) this.nested = new NestedValue(token.name);
        return "more";
      case "endObject":
      case "endArray":
        this.depth--;
        if (this.depth === 0) return this.row;
        this.nested?.end(token.name);
        if (this.depth === 1) this.takeNested(damaged);
        return "more";
      default: {
        const text = scalarText(token);
        if (text === null || !this.isObject()) return "more";
        if (this.nested !== null) this.nested.scalar(token, text);
        else this.set(text, damaged);
        return "more";
      }
    }
  }

  private begin(token: Token, line: number, record: number): TableRow | "more" {
    this.count++;
    this.given = new Set();
    this.nested = null;
    this.row = emptyRow(record, line);
    if (token.name !== "startObject") {
      const text = scalarText(token);
      this.remark("not-an-object", null, text === null ? null : quoteValue(text));
      if (token.name !== "startArray") return this.row;
    }
    this.depth = 1;
    return "more";
  }

  /** Whether the value is an object; the elements of a list in its place are passed over. */
  private isObject(): boolean {
    return this.row.remarks[0]?.code !== "not-an-object";
  }

  private takeKey(key: string): void {
    let at = this.places.get(key);
    if (at === undefined) {
      at = this.places.size;
      if (at >= MAX_COLUMNS)
        this.failure = fileError("too-many-columns", `more than ${MAX_COLUMNS}`);
      else this.places.set(key, at);
    }
    this.at = at;
    if (this.given.has(at)) this.remark("repeated-column", at, quoteValue(key));
    this.given.add(at);
  }

  private set(text: string, damaged: boolean): void {
    if (this.failure !== null) return;
    this.row.cells[this.at] = text;
    const look = this.suspects ? cellTroubles : cellErrors;
    for (const { code, severity, value } of look(text, damaged))
      this.remark(code, this.at, quoteValue(value), severity);
  }

  private takeNested(damaged: boolean): void {
    if (this.nested === null || this.failure !== null) return;
    const { text, texts, all } = this.nested;
    this.nested = null;
    this.row.cells[this.at] = text;
    this.row.nested = new Map([...(this.row.nested ?? []), [this.at, texts]]);
    for (const item of all)
      for (const { code, value } of cellErrors(item, damaged))
        this.remark(code, this.at, quoteValue(value));
  }

  private remark(
    code: string,
    cell: number | null,
    value: string | null,
    severity: Remark["severity"] = "error",
  ): void {
    this.row.remarks = [...this.row.remarks, { code, severity, cell, value }];
  }
}

function emptyRow(record: number, line: number | null): TableRow {
  return { record, line, cells: [], remarks: NO_REMARKS, csv: null, nested: null };
}

/** The value of a field that is a list or an object. */
class NestedValue {
  /** As JSON without spaces. */
  text: string;
  /** Of a list of scalars its texts; null for anything deeper. */
  texts: string[] | null;
  /** Every text within it. */
  readonly all: string[] = [];
  private comma = false;

  constructor(start: "startObject" | "startArray") {
    this.text = start === "startObject" ? "{" : "[";
    this.texts = start === "startArray" ? [] : null;
  }

  start(name: "startObject" | "startArray"): void {
    this.write(name === "startObject" ? "{" : "[", false);
    this.texts = null;
  }

  end(name: "endObject" | "endArray"): void {
    this.comma = false;
    this.write(name === "endObject" ? "}" : "]", true);
  }

  key(key: string): void {
    this.all.push(key);
    this.write(`${JSON.stringify(key)}:`, false);
  }

  /** @param text as scalarText has it */
  scalar(token: Token, text: string): void {
    if (token.name === "stringValue") this.all.push(text);
    this.texts?.push(text);
    this.write(jsonText(token, text), true);
  }

  private write(text: string, ends: boolean): void {
    this.text += this.comma ? `,${text}` : text;
    this.comma = ends;
  }
}

/** A scalar as it stands in JSON. */
function jsonText(token: Token, text: string): string {
  switch (token.name) {
    case "stringValue":
      return JSON.stringify(text);
    case "nullValue":
      return "null";
    case "numberValue":
      return text;
    default:
      return text.toLowerCase();
  }
}

/** The text of a scalar, numbers as they stand in the file; null for what is none. */
function scalarText(token: Token): string | null {
  switch (token.name) {
    case "stringValue":
    case "numberValue":
      return token.value;
    case "trueValue":
      return "TRUE";
    case "falseValue":
      return "FALSE";
    case "nullValue":
      return "";
    default:
      return null;
  }
}
