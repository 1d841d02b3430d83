import { shownNumber } from "./shown-number";
import {
  MAX_TEXT,
  TEXT_TOO_LONG,
  WorkbookTooLarge,
  type CellStyle,
  type SharedStrings,
  type XmlHandlers,
} from "./xlsx-package";
import { decodeXlsxText } from "./xlsx-text";
import { formatCount } from "@/lib/platform/format";

/** A cell as text. `kind` tells what a spreadsheet program had made of it. */
export interface SheetCell {
  /** 0-based. */
  column: number;
  text: string;
  kind: "text" | "number" | "boolean" | "date" | "error";
  formula: boolean;
  /** What the sheet shows of a number instead of `text`, such as "35%" for 0.35; null where it shows the same. */
  shown: string | null;
  /** A number of more digits than spreadsheet programs keep: the last ones may not be those that were entered. */
  imprecise: boolean;
}

export interface SheetRow {
  /** 1-based, as the spreadsheet shows it. */
  number: number;
  hidden: boolean;
  /** Only those that hold something. */
  cells: SheetCell[];
}

export interface SheetContext {
  strings: SharedStrings;
  styles: readonly CellStyle[];
  date1904: boolean;
  /** As ReadOptions.maxRows. */
  maxRows: number;
}

const MAX_COLUMN = 16_384;
/** Limit of characters in a row, far above that of any row of questions. */
const MAX_ROW = 2 * MAX_TEXT;

/** Makes rows of a worksheet's XML. Take `rows` from time to time. */
export class SheetRows implements XmlHandlers {
  rows: SheetRow[] = [];
  /** Set when the sheet has more rows than may be read. What comes then is passed over. */
  tooManyRows = false;
  /** 0-based; of those before the first row. */
  readonly hiddenColumns = new Set<number>();
  private met = 0;
  private size = 0;
  private readonly context: SheetContext;
  private row: SheetRow | null = null;
  private number = 0;
  private column = -1;
  private type = "";
  private style = 0;
  private value = "";
  private formula = false;
  private reading = false;
  private phonetic = false;

  constructor(context: SheetContext) {
    this.context = context;
  }

  open(name: string, attributes: Record<string, string>): void {
    switch (name) {
      case "dimension":
        if (lastRowOf(attributes["ref"] ?? "") > this.context.maxRows) this.tooManyRows = true;
        break;
      case "col":
        if (isOn(attributes["hidden"]))
          this.hideColumns(Number(attributes["min"]), Number(attributes["max"]));
        break;
      case "row":
        if (++this.met > this.context.maxRows) this.tooManyRows = true;
        this.number = attributes["r"] === undefined ? this.number + 1 : Number(attributes["r"]);
        this.row = { number: this.number, hidden: isOn(attributes["hidden"]), cells: [] };
        this.column = -1;
        this.size = 0;
        break;
      case "c":
        this.column = attributes["r"] === undefined ? this.column + 1 : columnOf(attributes["r"]);
        this.type = attributes["t"] ?? "n";
        this.style = Number(attributes["s"] ?? 0);
        this.value = "";
        this.formula = false;
        break;
      case "f":
        this.formula = true;
        break;
      case "rPh":
        this.phonetic = true;
        break;
      case "v":
      case "t":
        this.reading = !this.phonetic;
        break;
    }
  }

  text(text: string): void {
    if (!this.reading) return;
    this.value += text;
    if (this.value.length > MAX_TEXT) throw new WorkbookTooLarge(TEXT_TOO_LONG);
  }

  close(name: string): void {
    switch (name) {
      case "v":
      case "t":
        this.reading = false;
        break;
      case "rPh":
        this.phonetic = false;
        break;
      case "c":
        this.takeCell();
        break;
      case "row":
        if (this.row !== null && this.row.cells.length > 0) this.rows.push(this.row);
        this.row = null;
        break;
    }
  }

  private takeCell(): void {
    if (this.row === null || this.column >= MAX_COLUMN) return;
    const { kind, text, shown = null, imprecise = false } = this.content();
    this.size += text.length;
    if (this.size > MAX_ROW || this.row.cells.length > MAX_COLUMN)
      throw new WorkbookTooLarge(
        `row ${this.row.number} has more than ${formatCount(MAX_ROW)} characters or repeats its cells`,
      );
    if (text !== "" || this.formula)
      this.row.cells.push({
        column: this.column,
        text,
        kind,
        formula: this.formula,
        shown,
        imprecise,
      });
  }

  private hideColumns(from: number, to: number): void {
    for (let at = from; at <= Math.min(to, MAX_COLUMN); at++) this.hiddenColumns.add(at - 1);
  }

  private content(): Pick<SheetCell, "kind" | "text"> &
    Partial<Pick<SheetCell, "shown" | "imprecise">> {
    const value = this.value;
    switch (this.type) {
      case "s":
        return { kind: "text", text: this.context.strings.get(Number(value)) ?? "" };
      case "inlineStr":
      case "str":
        return { kind: "text", text: decodeXlsxText(value) };
      case "b":
        return value === ""
          ? { kind: "text", text: "" }
          : { kind: "boolean", text: value === "1" || value === "true" ? "TRUE" : "FALSE" };
      case "e":
        return { kind: "error", text: value };
      case "d": {
        const date = /^(\d{4})-(\d\d)-(\d\d)(?:T00:00(?::00(?:\.0+)?)?Z?)?$/.exec(value);
        return { kind: "date", text: date === null ? value : `${date[2]}/${date[3]}/${date[1]}` };
      }
      default: {
        const number = Number(value);
        if (value === "" || !Number.isFinite(number)) return { kind: "text", text: value };
        const style = this.context.styles[this.style];
        if (style?.date === true)
          return { kind: "date", text: dateText(number, this.context.date1904) };
        // Spreadsheet programs write 0.1 as 0.10000000000000001; a whole number beyond their precision is kept as it is written.
        const imprecise = Math.abs(number) >= 1e15 && Math.abs(number) < 1e21;
        const text = imprecise && /^-?\d+$/.test(value) ? value : String(number);
        const shown = shownNumber(number, style?.code ?? null);
        return { kind: "number", text, shown: shown === text ? null : shown, imprecise };
      }
    }
  }
}

/** A boolean attribute as SpreadsheetML writes it. */
function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** The last row of a reference such as "A1:T601"; 0 if there is none. */
function lastRowOf(reference: string): number {
  return Number(/(\d+)$/.exec(reference)?.[1] ?? 0);
}

/** The 0-based column of a reference such as "AB12". */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

const DAY = 86_400_000;

/** A serial day number as MM/DD/YYYY, as a release spells dates; with a time of day if it has one. */
function dateText(serial: number, date1904: boolean): string {
  // The 1900 system counts a February 29, 1900 that never was.
  const start = date1904
    ? Date.UTC(1904, 0, 1)
    : serial < 60
      ? Date.UTC(1899, 11, 31)
      : Date.UTC(1899, 11, 30);
  const date = new Date(start + Math.round((serial * DAY) / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const iso = date.toISOString();
  const [year = "", month = "", day = ""] = iso.slice(0, iso.indexOf("T")).split("-");
  const time = iso.slice(iso.indexOf("T") + 1, iso.indexOf("T") + 9);
  return `${month}/${day}/${year}${time === "00:00:00" ? "" : ` ${time}`}`;
}
