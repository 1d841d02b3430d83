import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

/** All bytes of a stream. */
export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/**
 * A workbook as a spreadsheet program makes it, for tests: strings shared, styles, several sheets.
 * @param sheets the rows of each sheet
 * @param parts.before what stands before the rows of each sheet
 * @param parts.styles cell styles from number 4 on
 */
export async function workbook(
  sheets: Record<string, string>,
  { strings = "", formats = "", properties = "", before = "", styles = "" } = {},
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const zip = new ZipFile();
  const add = (name: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0"?>${xml}`), name);
  add(
    "_rels/.rels",
    `<Relationships>${relation("r1", "officeDocument", "/xl/workbook.xml")}</Relationships>`,
  );
  add(
    "xl/workbook.xml",
    `<x:workbook xmlns:x="x" xmlns:r="r">${properties}<x:sheets>${names.map((name, at) => `<x:sheet name="${name}" sheetId="${at}" r:id="s${at}"/>`).join("")}</x:sheets></x:workbook>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships>${names.map((_, at) => relation(`s${at}`, "worksheet", `worksheets/s${at}.xml`)).join("")}${relation("t", "sharedStrings", "../xl/strings.xml")}${relation("u", "styles", "styles.xml")}</Relationships>`,
  );
  add("xl/strings.xml", `<sst>${strings}</sst>`);
  add(
    "xl/styles.xml",
    `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>${styles}</cellXfs></styleSheet>`,
  );
  Object.values(sheets).forEach((xml, at) =>
    add(
      `xl/worksheets/s${at}.xml`,
      `<worksheet>${before}<sheetData>${xml}</sheetData></worksheet>`,
    ),
  );
  zip.end();
  return bytesOf(zip.outputStream as Readable);
}

/** A cell with a text. */
export const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
/** The row that names the columns of a release. */
export const headerRow = (names: readonly string[] = RELEASE_COLUMNS): string =>
  `<row>${names.map(inline).join("")}</row>`;
