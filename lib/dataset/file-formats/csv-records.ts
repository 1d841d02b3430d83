/** One CSV record as written in the file. */
export interface CsvRecord {
  /** 1-based. A stretch that could not be understood counts as one record. */
  record: number;
  /** The 1-based physical line on which it begins. */
  line: number;
  /** Its cells, quotes taken off; not complete if there is a fault. */
  cells: string[];
  /** The bits (unofficialQuoting) of cells whose quoting is not the official one. Meaningful for the first 30 cells. */
  style: number;
  newline: "\r\n" | "\n" | "";
  /** The record's text with its line end. */
  raw: string;
  /** Places of cells with quotes that are not escaped but stand inside a cell that is not quoted: taken as text. */
  literal: number[];
  fault: CsvFault | null;
}

/** Why a record could not be parsed. `cell` counts from 0. */
export interface CsvFault {
  code: "unbalanced-quotes" | "misplaced-quote" | "record-too-long";
  cell: number;
  value: string;
}

/** The bit of CsvRecord.style that is no cell's. Styles are stored: it is the same however many columns a release has. */
export const FREE_STYLE_BIT = 1 << 20;

/** The bit of a cell whose quoting is not the official one. @param at the cell's place in the record */
export const unofficialQuoting = (at: number): number => 1 << (at < 20 ? at : at + 1);

const QUOTE = 34;
const CR = 13;
const LF = 10;

/** No record of a release comes near this many characters; without a bound, one stray quote would take the whole file into memory. */
const MAX_RECORD = 4_000_000;
/** While looking for the next sound record after a fault, a candidate longer than this is passed over. */
const MAX_CANDIDATE = 65_536;

/**
 * Takes RFC 4180 text apart into records, as strictly as needed to put it together again byte for byte: each record tells
 * how it was quoted and ended. CRLF and LF both end a record; a lone CR is text.
 *
 * A record with unescaped quotes inside unquoted cells (`Josef "Sepp" Hochreiter`) is understood where it has the expected
 * number of cells if they are taken as text, and names these cells in `literal`. After any other fault the scanner goes on
 * with the next line on which a sound record with the expected number of cells begins.
 */
export class CsvScanner {
  /** The text that is being taken apart. */
  text = "";
  private at = 0;
  private readonly separators: Landmark;
  private readonly lf = new Landmark("\n");
  private readonly quote = new Landmark('"');
  private readonly cr = new Landmark("\r");
  private record = 0;
  private line = 1;
  /** How many cells a sound record has; null as long as the header is not known. */
  private expected: number | null = null;
  private recovering = false;
  private skippingLine = false;
  /** Where the quoted cell began whose end has not come yet. */
  private open: CsvFault | null = null;

  /** @param separator the one character between two cells */
  constructor(private readonly separator = ",") {
    this.separators = new Landmark(separator);
  }

  /** Adds a piece of the file. */
  feed(piece: string): void {
    // join() gives a flat text, while `a + b` gives a pair that every charCodeAt below has to look through: half the speed.
    this.text = [this.text.slice(this.at), piece].join("");
    this.at = 0;
    this.separators.forget();
    this.lf.forget();
    this.quote.forget();
    this.cr.forget();
  }

  /** From now on recovery after a fault looks for records of this many cells. */
  expectCells(count: number): void {
    this.expected = count;
  }

  /** The next record; null if more text is needed or, with `final`, if there is none. */
  next(final: boolean): CsvRecord | null {
    for (;;) {
      if (this.skippingLine && !this.skipLine(final)) return null;
      const start = this.at;
      if (start >= this.text.length) return null;

      this.open = null;
      let found = this.scan(final);
      if (
        found !== null &&
        "code" in found &&
        found.code === "misplaced-quote" &&
        this.expected !== null
      ) {
        this.at = start;
        const literal = this.scanLiterally(final);
        if (literal === null || literal.cells.length === this.expected) found = literal;
        else this.at = start;
      }
      if (
        found === null &&
        this.text.length - start <= (this.recovering ? MAX_CANDIDATE : MAX_RECORD)
      )
        return null;

      if (
        found !== null &&
        "cells" in found &&
        (!this.recovering || this.expected === null || found.cells.length === this.expected)
      ) {
        this.recovering = false;
        this.record++;
        found.record = this.record;
        this.countLines(start, this.at);
        return found;
      }
      // Not sound: resume after the first line of what could not be read, since where the record ends is anyone's guess.
      const line = this.line;
      const raw = this.restOfLine(start);
      this.at = start;
      this.skippingLine = true;
      if (this.recovering) continue;
      this.recovering = true;
      const fault: CsvFault =
        found !== null && "code" in found
          ? found
          : (this.open ?? { code: "record-too-long", cell: 0, value: raw.slice(0, 300) });
      return {
        record: ++this.record,
        line,
        cells: [],
        style: 0,
        newline: "",
        raw,
        literal: [],
        fault,
      };
    }
  }

  private restOfLine(start: number): string {
    const end = this.text.indexOf("\n", start);
    return this.text.slice(start, end === -1 ? this.text.length : end + 1);
  }

  /** Passes over the rest of a line; false if its end has not come yet. */
  private skipLine(final: boolean): boolean {
    const end = this.text.indexOf("\n", this.at);
    if (end === -1) {
      this.at = this.text.length;
      if (final) this.skippingLine = false;
      return final;
    }
    this.at = end + 1;
    this.line++;
    this.skippingLine = false;
    return true;
  }

  private countLines(from: number, to: number): void {
    for (
      let at = this.text.indexOf("\n", from);
      at !== -1 && at < to;
      at = this.text.indexOf("\n", at + 1)
    )
      this.line++;
  }

  /** Scans the record at `this.at` and moves behind it; null if its end has not come yet. */
  private scan(final: boolean): CsvRecord | CsvFault | null {
    const text = this.text;
    const length = text.length;
    const start = this.at;
    const separator = this.separator.charCodeAt(0);
    const cells: string[] = [];
    let style = 0;
    let at = start;

    for (;;) {
      const first = text.charCodeAt(at);
      if (first === QUOTE) {
        let close = at;
        let escaped = false;
        for (;;) {
          close = text.indexOf('"', close + 1);
          if (close === -1 || (close + 1 === length && !final)) {
            this.open = {
              code: "unbalanced-quotes",
              cell: cells.length,
              value: text.slice(at, at + 300),
            };
            return final ? this.open : null;
          }
          if (text.charCodeAt(close + 1) !== QUOTE) break;
          escaped = true;
          close++;
        }
        const inner = text.slice(at + 1, close);
        const cell = escaped ? inner.replaceAll('""', '"') : inner;
        if (!escaped && !needsQuotes(inner)) style |= unofficialQuoting(cells.length);
        const after = text.charCodeAt(close + 1);
        if (after === separator) {
          cells.push(cell);
          at = close + 2;
          continue;
        }
        if (close + 1 === length) {
          cells.push(cell);
          return this.emit(start, length, cells, style, "");
        }
        if (after === LF) {
          cells.push(cell);
          return this.emit(start, close + 2, cells, style, "\n");
        }
        if (after === CR) {
          if (close + 2 === length && !final) return null;
          if (text.charCodeAt(close + 2) === LF) {
            cells.push(cell);
            return this.emit(start, close + 3, cells, style, "\r\n");
          }
        }
        // A quote that closes a cell of several lines in the middle of a text mostly opens the next record's cell:
        // then the quote without a partner is the one before.
        const code = inner.includes("\n") ? "unbalanced-quotes" : "misplaced-quote";
        const value = text.slice(at, at + 300);
        return {
          code,
          cell: cells.length,
          value: code === "misplaced-quote" ? firstLine(value) : value,
        };
      }

      if (first === separator) {
        cells.push("");
        at++;
        continue;
      }
      const lf = this.lf.after(text, at);
      const end = Math.min(this.separators.after(text, at), lf);
      if (this.quote.after(text, at) < end)
        return {
          code: "misplaced-quote",
          cell: cells.length,
          value: firstLine(text.slice(at, at + 300)),
        };
      if (end === length && !final) return null;
      const endsRecord = end === lf;
      const crlf = endsRecord && end < length && end > at && text.charCodeAt(end - 1) === CR;
      const cellEnd = crlf ? end - 1 : end;
      if (this.cr.after(text, at) < cellEnd) style |= unofficialQuoting(cells.length);
      cells.push(text.slice(at, cellEnd));
      if (end === length) return this.emit(start, length, cells, style, "");
      if (endsRecord) return this.emit(start, end + 1, cells, style, crlf ? "\r\n" : "\n");
      at = end + 1;
    }
  }

  /**
   * Scans the record at `this.at` taking quotes inside unquoted cells as text, as most CSV readers do, and moves behind it.
   * Null if its end has not come yet. A quoted cell that goes on behind its closing quote gives a record without cells.
   */
  private scanLiterally(final: boolean): CsvRecord | null {
    const text = this.text;
    const start = this.at;
    const cells: string[] = [];
    const literal: number[] = [];
    let style = 0;
    for (let at = start; ;) {
      let end: number;
      if (text.charCodeAt(at) === QUOTE) {
        let close = at;
        do close = text.indexOf('"', close + (close === at ? 1 : 2));
        while (close !== -1 && text.charCodeAt(close + 1) === QUOTE);
        if (close === -1) return final ? this.emit(start, start, [], 0, "") : null;
        const cell = text.slice(at + 1, close).replaceAll('""', '"');
        if (!needsQuotes(cell)) style |= unofficialQuoting(cells.length);
        cells.push(cell);
        end = close + 1;
        const after = text[end];
        if (after === undefined && !final) return null;
        if (
          after !== undefined &&
          after !== this.separator &&
          after !== "\n" &&
          !(after === "\r" && text[end + 1] === "\n")
        )
          return this.emit(start, start, [], 0, "");
        if (after === "\r") end++;
      } else {
        const lf = text.indexOf("\n", at);
        const next = text.indexOf(this.separator, at);
        end = Math.min(lf === -1 ? text.length : lf, next === -1 ? text.length : next);
        if (end === text.length && !final) return null;
        const cell = text.slice(
          at,
          text[end] === "\n" && end > at && text[end - 1] === "\r" ? end - 1 : end,
        );
        if (cell.includes('"')) literal.push(cells.length);
        cells.push(cell);
      }
      if (end >= text.length)
        return { ...this.emit(start, text.length, cells, style, ""), literal };
      if (text[end] === "\n")
        return {
          ...this.emit(start, end + 1, cells, style, text[end - 1] === "\r" ? "\r\n" : "\n"),
          literal,
        };
      at = end + 1;
    }
  }

  private emit(
    start: number,
    end: number,
    cells: string[],
    style: number,
    newline: CsvRecord["newline"],
  ): CsvRecord {
    this.at = end;
    return {
      record: 0,
      line: this.line,
      cells,
      style,
      newline,
      raw: this.text.slice(start, end),
      literal: [],
      fault: null,
    };
  }
}

/** The next place of a character: sought once, by the engine's fast search, and kept until the scan has passed it. */
class Landmark {
  private readonly character: string;
  private from = 0;
  private place = -1;

  constructor(character: string) {
    this.character = character;
  }

  /** To be called when the text is another. */
  forget(): void {
    this.place = -1;
  }

  /** Its first place at or after `at`; the text's length if there is none. */
  after(text: string, at: number): number {
    if (at > this.place || at < this.from) {
      const place = text.indexOf(this.character, at);
      this.from = at;
      this.place = place === -1 ? text.length : place;
    }
    return this.place;
  }
}

function firstLine(text: string): string {
  const end = text.search(/\r?\n/);
  return end === -1 ? text : text.slice(0, end);
}

const SPECIAL = /[",\r\n]/;

/** Whether the official form quotes this cell: only one that holds a comma, a quote, CR or LF. */
export function needsQuotes(cell: string): boolean {
  return SPECIAL.test(cell);
}
