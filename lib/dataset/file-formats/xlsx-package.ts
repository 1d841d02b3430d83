import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { DEFAULT_MAX_INFLATED } from "./release-file";
import { decodeXlsxText } from "./xlsx-text";
import { formatCount, formatMegabytes } from "@/lib/platform/format";

/** Workbook, styles and relations are small; whoever sends more wants to fill our memory. */
const MAX_SMALL_PART = 20_000_000;
const MAX_STRINGS = 400_000_000;
/** No text, tag or comment goes on for more characters; a cell of a spreadsheet program has at most 32,767. */
export const MAX_TEXT = 2_000_000;
const MAX_DEPTH = 100;

/** Why a workbook cannot be read; `message` is for people. */
export class DamagedWorkbook extends Error {}

/** Thrown when a workbook holds more than may be read; `message` says what, for people. */
export class WorkbookTooLarge extends Error {}

export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface CellStyle {
  date: boolean;
  /** The format's code, such as "0.00%"; null for a general one. */
  code: string | null;
}

export interface WorkbookSheet {
  name: string;
  hidden: boolean;
  /** Its part in the package. */
  path: string;
}

/** The zip archive behind an XLSX file, with random access to its parts. Must be closed. */
export class XlsxPackage {
  private readonly zip: ZipFile;
  private readonly entries: ReadonlyMap<string, Entry>;
  /** Bytes that the parts read so far inflated to. */
  private inflated = 0;

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    private readonly maxInflated: number,
  ) {
    this.zip = zip;
    this.entries = entries;
  }

  /**
   * Opens a file by its path, or from its bytes.
   * @param maxInflated the bytes that all parts together may inflate to; reading on throws WorkbookTooLarge
   * @throws DamagedWorkbook
   */
  static async open(
    source: Uint8Array | string,
    maxInflated = DEFAULT_MAX_INFLATED,
  ): Promise<XlsxPackage> {
    const options = { lazyEntries: true, autoClose: false };
    try {
      const zip =
        typeof source === "string"
          ? await yauzl.openPromise(source, options)
          : await yauzl.fromBufferPromise(
              Buffer.from(source.buffer, source.byteOffset, source.byteLength),
              options,
            );
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new XlsxPackage(zip, entries, maxInflated);
    } catch (cause) {
      // A path that cannot be read is no fault of the file's content.
      if (typeof source === "string" && cause instanceof Error && "syscall" in cause) throw cause;
      throw new DamagedWorkbook("not a valid zip archive, or password-protected", { cause });
    }
  }

  close(): void {
    this.zip.close();
  }

  /** The sheets in their order, and where their strings and styles are. @throws DamagedWorkbook */
  async workbook(): Promise<{
    sheets: WorkbookSheet[];
    date1904: boolean;
    strings: string | null;
    styles: string | null;
  }> {
    const start = (await this.relations("", "_rels/.rels")).find(
      ({ type }) => type === "officeDocument",
    );
    if (start === undefined) throw new DamagedWorkbook("no workbook found");
    const folder = start.target.slice(0, start.target.lastIndexOf("/") + 1);
    const relations = await this.relations(
      folder,
      `${folder}_rels/${start.target.slice(folder.length)}.rels`,
    );

    let date1904 = false;
    const sheets: WorkbookSheet[] = [];
    await this.parse(start.target, MAX_SMALL_PART, {
      open(name, attributes) {
        if (name === "workbookPr")
          date1904 = attributes["date1904"] === "1" || attributes["date1904"] === "true";
        if (name !== "sheet") return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
        const part = relations.find(
          (relation) => relation.id === id && relation.type === "worksheet",
        );
        if (part !== undefined)
          sheets.push({
            name: attributes["name"] ?? "",
            hidden: (attributes["state"] ?? "visible") !== "visible",
            path: part.target,
          });
      },
    });
    const partOf = (type: string): string | null =>
      relations.find((relation) => relation.type === type)?.target ?? null;
    return { sheets, date1904, strings: partOf("sharedStrings"), styles: partOf("styles") };
  }

  /** The strings that cells refer to by number. @throws DamagedWorkbook */
  async strings(path: string | null): Promise<SharedStrings> {
    const strings = new SharedStrings();
    if (path === null || !this.entries.has(path)) return strings;
    let text = "";
    let inText = false;
    let phonetic = false;
    await this.parse(path, MAX_STRINGS, {
      open(name) {
        if (name === "si") text = "";
        else if (name === "rPh") phonetic = true;
        else if (name === "t") inText = !phonetic;
      },
      text(piece) {
        if (inText) text += piece;
        if (text.length > MAX_TEXT) throw new WorkbookTooLarge(TEXT_TOO_LONG);
      },
      close(name) {
        if (name === "t") inText = false;
        else if (name === "rPh") phonetic = false;
        else if (name === "si") strings.add(decodeXlsxText(text));
      },
    });
    return strings;
  }

  /** For each cell style by number: how it shows a number. @throws DamagedWorkbook */
  async cellStyles(path: string | null): Promise<CellStyle[]> {
    const styles: CellStyle[] = [];
    if (path === null || !this.entries.has(path)) return styles;
    const formats = new Map<string, string>();
    let inCellFormats = false;
    await this.parse(path, MAX_SMALL_PART, {
      open(name, attributes) {
        if (name === "numFmt")
          formats.set(attributes["numFmtId"] ?? "", attributes["formatCode"] ?? "");
        else if (name === "cellXfs") inCellFormats = true;
        else if (name === "xf" && inCellFormats) {
          const id = attributes["numFmtId"] ?? "0";
          styles.push({
            date: isDateFormat(Number(id), formats.get(id)),
            code: formats.get(id) ?? BUILT_IN_FORMATS[id] ?? null,
          });
        }
      },
      close(name) {
        if (name === "cellXfs") inCellFormats = false;
      },
    });
    return styles;
  }

  /** Parses a sheet; the consumer of this generator gets a turn after each piece, and can let the rest wait. @throws DamagedWorkbook */
  sheet(path: string, handlers: XmlHandlers): AsyncGenerator<void> {
    return this.pieces(path, this.maxInflated, handlers);
  }

  private async parse(path: string, maxBytes: number, handlers: XmlHandlers): Promise<void> {
    for await (const _ of this.pieces(path, maxBytes, handlers));
  }

  private async *pieces(
    path: string,
    maxBytes: number,
    handlers: XmlHandlers,
  ): AsyncGenerator<void> {
    const entry = this.entries.get(path);
    if (entry === undefined) throw new DamagedWorkbook(`its part ${path} is missing`);
    if (entry.uncompressedSize > maxBytes)
      throw new WorkbookTooLarge(
        `its part ${path} inflates to ${formatMegabytes(entry.uncompressedSize)}`,
      );
    if (this.inflated + entry.uncompressedSize > this.maxInflated)
      throw new WorkbookTooLarge(
        `its parts inflate to more than ${formatMegabytes(this.maxInflated)}`,
      );
    this.inflated += entry.uncompressedSize;
    const parser = new SaxesParser<{ position: false; xmlns: false }>({
      position: false,
      xmlns: false,
    });
    // The parser keeps what it has not handed on yet: however long a text or tag is, that must not fill our memory.
    let kept = 0;
    let depth = 0;
    const take = (text: string): void => {
      kept = 0;
      handlers.text?.(text);
    };
    parser.on("opentag", (tag) => {
      kept = 0;
      if (++depth > MAX_DEPTH) throw new DamagedWorkbook(`its part ${path} is nested too deeply`);
      handlers.open?.(localName(tag.name), tag.attributes);
    });
    parser.on("text", take);
    parser.on("cdata", take);
    parser.on("closetag", (tag) => {
      kept = 0;
      depth--;
      handlers.close?.(localName(tag.name));
    });

    let stream: Readable | null = null;
    try {
      stream = await this.zip.openReadStreamPromise(entry);
      stream.setEncoding("utf8");
      for await (const piece of stream as AsyncIterable<string>) {
        kept += piece.length;
        parser.write(piece);
        if (kept > MAX_TEXT) throw new WorkbookTooLarge(TEXT_TOO_LONG);
        yield;
      }
      parser.close();
    } catch (cause) {
      throw cause instanceof DamagedWorkbook || cause instanceof WorkbookTooLarge
        ? cause
        : new DamagedWorkbook(`its part ${path} can't be read`, { cause });
    } finally {
      stream?.destroy();
    }
  }

  private async relations(
    folder: string,
    path: string,
  ): Promise<{ id: string; type: string; target: string }[]> {
    const found: { id: string; type: string; target: string }[] = [];
    await this.parse(path, MAX_SMALL_PART, {
      open(name, attributes) {
        if (name !== "Relationship") return;
        const target = attributes["Target"] ?? "";
        const type = attributes["Type"] ?? "";
        found.push({
          id: attributes["Id"] ?? "",
          type: type.slice(type.lastIndexOf("/") + 1),
          target: resolvePart(folder, target),
        });
      },
    });
    return found;
  }
}

/** What a text that is longer than MAX_TEXT is called. */
export const TEXT_TOO_LONG = `a cell has more than ${formatCount(MAX_TEXT)} characters`;

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function resolvePart(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const parts: string[] = [];
  for (const part of (folder + target).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The numbered formats for numbers that ECMA-376 (18.8.30) sets. */
const BUILT_IN_FORMATS: Record<string, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  48: "##0.0E+0",
  49: "@",
};

/** The numbered formats that ECMA-376 (18.8.30) sets, and any format of one's own with a day, month, year, hour or second. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined)
    return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|_.|\*./gi, ""));
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  );
}

const SEGMENT = 1 << 20;

/**
 * A workbook's strings as UTF-8 in few large blocks: a million strings of their own would take four times the memory.
 * A string's place is its block's number times SEGMENT plus the offset in the block.
 */
export class SharedStrings {
  private readonly blocks: Buffer[] = [];
  private readonly places: number[] = [];
  private readonly lengths: number[] = [];
  private used = SEGMENT;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.used + length > SEGMENT) {
      this.blocks.push(Buffer.allocUnsafeSlow(Math.max(SEGMENT, length)));
      this.used = 0;
    }
    const block = this.blocks.length - 1;
    this.blocks[block]!.write(text, this.used);
    this.places.push(block * SEGMENT + this.used);
    this.lengths.push(length);
    this.used += length;
  }

  /** undefined if there is no such string. */
  get(index: number): string | undefined {
    const place = this.places[index];
    if (place === undefined) return undefined;
    const offset = place % SEGMENT;
    return this.blocks[(place - offset) / SEGMENT]!.toString(
      "utf8",
      offset,
      offset + this.lengths[index]!,
    );
  }
}
