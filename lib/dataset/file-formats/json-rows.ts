import type { Token } from "stream-json/core/parser.js";
import { cellTroubles } from "./text-issues";
import { columnPosition, OWN_COLUMNS, unknownColumnCode } from "./release-header";
import { quoteValue, type Report, type Severity, type SourceRow } from "./release-file";
import { MAX_ANSWERS, RELEASE_COLUMNS } from "@/lib/dataset/questions/schema";

const QUESTION = columnPosition("question")!;
const SOURCE = columnPosition("source")!;
const FIRST_ANSWER = columnPosition("answer_0")!;
const LISTS: readonly string[] = ["answers", "source"];

/** Makes rows of a list's objects, token by token. */
export interface ObjectReader<Row> {
  /** How many objects (or what stood in their place) were met. */
  readonly count: number;
  /** Takes the next token of a value. Returns its row at the end of a sound object; "more" while the value goes on. */
  take(token: Token, line: number, record: number, damaged: boolean): Row | "more" | null;
  /** Takes a line or an element that is no JSON, where reading can go on after it: its row, or null where it has none. */
  broken?(record: number, line: number, value: string): Row | null;
}

/**
 * Makes rows of JSON objects, token by token: the fields of a release by name, or `answers` and `source` as lists of texts.
 * Numbers keep the text they have in the file, true and false become TRUE and FALSE, null and a field left out are empty.
 */
export class JsonRows implements ObjectReader<SourceRow> {
  count = 0;
  private readonly report: Report;
  private readonly unknownKeys = new Set<string>();
  private depth = 0;
  private record = 0;
  private line = 0;
  private cells: string[] = [];
  private given = new Set<string>();
  private list: string[] = [];
  private key = "";
  private sound = true;
  private damaged = false;

  constructor(report: Report) {
    this.report = report;
  }

  take(token: Token, line: number, record: number, damaged: boolean): SourceRow | "more" | null {
    this.damaged = damaged;
    if (this.depth === 0) return this.begin(token, line, record);
    switch (token.name) {
      case "keyValue":
        if (this.depth === 1) this.takeKey(token.value);
        return "more";
      case "startObject":
      case "startArray":
        this.depth++;
        if (this.depth === 2 && token.name === "startArray" && LISTS.includes(this.key))
          this.list = [];
        else if (!this.ignored()) this.problem("not-a-text", null);
        return "more";
      case "endObject":
      case "endArray":
        this.depth--;
        if (this.depth === 0) return this.finish();
        if (this.depth === 1 && LISTS.includes(this.key)) this.takeList();
        return "more";
      default: {
        const text = scalarText(token);
        if (text === null || this.ignored()) return "more";
        if (this.depth === 1) this.takeField(text);
        else if (this.depth === 2) this.list.push(text);
        return "more";
      }
    }
  }

  private begin(token: Token, line: number, record: number): "more" | null {
    this.line = line;
    this.record = record;
    this.count++;
    this.cells = new Array<string>(RELEASE_COLUMNS.length).fill("");
    this.given = new Set();
    this.sound = true;
    this.key = "";
    if (token.name === "startObject") {
      this.depth = 1;
      return "more";
    }
    this.problem("not-an-object", scalarText(token));
    if (token.name !== "startArray") return null;
    this.depth = 1;
    this.key = OWN_COLUMNS[0]!; // so that the array's elements are passed over
    return "more";
  }

  private ignored(): boolean {
    return OWN_COLUMNS.includes(this.key) || this.unknownKeys.has(this.key);
  }

  private takeKey(key: string): void {
    this.key = key;
    if (this.given.has(key)) this.problem("repeated-column", key);
    this.given.add(key);
    if (columnPosition(key) !== undefined || key === "answers" || OWN_COLUMNS.includes(key)) return;
    // Told once: a wrong name is mostly wrong in every record.
    if (this.unknownKeys.has(key)) this.sound = false;
    else this.problem(unknownColumnCode(key), key);
    this.unknownKeys.add(key);
  }

  private takeField(text: string): void {
    const position = columnPosition(this.key);
    if (position !== undefined) this.set(position, text);
    else if (text !== "") this.problem("not-a-text", text); // `answers` given as one text
  }

  private takeList(): void {
    if (this.key === "source") {
      this.set(SOURCE, this.list.join("\r\n"));
      return;
    }
    if (this.list.length > MAX_ANSWERS)
      this.problem("too-many-answers", `${this.list.length} answers`);
    this.list.slice(0, MAX_ANSWERS).forEach((text, at) => this.set(FIRST_ANSWER + at, text));
  }

  private set(position: number, text: string): void {
    for (const trouble of cellTroubles(text, this.damaged))
      this.problem(trouble.code, trouble.value, RELEASE_COLUMNS[position], trouble.severity);
    this.cells[position] = text;
  }

  private finish(): SourceRow | null {
    if (this.key === OWN_COLUMNS[0] && this.given.size === 0) return null; // an array in place of an object
    if (!this.given.has("question"))
      this.problem("missing-column", null, RELEASE_COLUMNS[QUESTION]);
    if (
      this.given.has("answers") &&
      RELEASE_COLUMNS.some((name) => name.startsWith("answer_") && this.given.has(name))
    )
      this.problem("answers-twice", null, "answers");
    return this.sound
      ? { record: this.record, line: this.line, cells: this.cells, style: 0 }
      : null;
  }

  private problem(
    code: string,
    value: string | null,
    column: string | null = this.key === "" ? null : this.key,
    severity: Severity = "error",
  ): void {
    if (severity === "error") this.sound = false;
    this.report({
      record: this.record,
      line: this.line,
      column: column === null ? null : quoteValue(column),
      code,
      severity,
      value: value === null ? null : quoteValue(value),
    });
  }
}

/** The text of a scalar, numbers as they stand in the file; null for what is none. */
export function scalarText(token: Token): string | null {
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
