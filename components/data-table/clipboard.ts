/*
 * Blocks of cells on the clipboard, as Google Sheets and Excel write and read them: an HTML table, and text with tabs
 * between cells and quotes around cells with line breaks. Pure: no DOM is needed, and no markup is ever put into a page.
 */

/** Rows of texts. Rows may be of different lengths. */
export type CellBlock = string[][];

/** Reads a block from what a paste brings: the HTML where it has a table, else the text. */
export function readClipboard(html: string, text: string): CellBlock {
  return readHtmlTable(html) ?? withoutApostrophes(readTabbed(text));
}

/** What a spreadsheet takes for the beginning of a formula, in full width as well; apostrophes before it are doubled. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
/** What any program reads as itself. */
const PLAIN_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

const isOneCell = (block: CellBlock) => block.length === 1 && block[0]!.length === 1;

/** As people type it into a spreadsheet: an apostrophe before a text that is no formula. */
const withApostrophe = (cell: string) =>
  FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;

const withoutApostrophes = (block: CellBlock) =>
  isOneCell(block)
    ? block
    : block.map((row) =>
        row.map((cell) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)),
      );

/**
 * Writes a block for the clipboard, as both. Each cell is what it is in a spreadsheet, too: text is marked as text in the
 * HTML, so that nothing is taken for a formula or a date. What has only text has an apostrophe before formulas, but for a
 * single cell, which people paste into searches and letters.
 */
export function writeClipboard(block: CellBlock): { text: string; html: string } {
  const quoted = (cell: string) =>
    /[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const plain = isOneCell(block) ? (cell: string) => cell : withApostrophe;
  const marked = (cell: string) =>
    cell
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replace(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">');
  const asText = (cell: string) =>
    cell === "" || PLAIN_NUMBER.test(cell)
      ? ""
      : ` style='mso-number-format:"\\@"' data-sheets-numberformat='{"1":2,"2":"@"}' data-sheets-value='${inAttribute(JSON.stringify({ 1: 2, 2: cell }))}'`;
  const rows = block.map(
    (row) => `<tr>${row.map((cell) => `<td${asText(cell)}>${marked(cell)}</td>`).join("")}</tr>`,
  );
  return {
    text: block.map((row) => row.map((cell) => quoted(plain(cell))).join("\t")).join("\n"),
    html: `<meta charset="utf-8"><google-sheets-html-origin><table data-sheets-root="1"><tbody>${rows.join("")}</tbody></table>`,
  };
}

const inAttribute = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("'", "&#39;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/** Reads text with tabs between cells. A line end behind the last row, as Excel writes it, begins no further row. */
export function readTabbed(text: string): CellBlock {
  const block: CellBlock = [[]];
  let at = 0;
  for (;;) {
    QUOTED.lastIndex = PLAIN.lastIndex = at;
    const quoted = QUOTED.exec(text);
    const [whole] = quoted ?? PLAIN.exec(text)!;
    const cell = quoted === null ? whole : quoted[1]!.replaceAll('""', '"');
    at += whole.length;
    block.at(-1)!.push(cell.replace(/\r\n?/g, "\n"));
    if (at >= text.length) return block;
    if (text[at] === "\t") {
      at++;
      continue;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (at >= text.length) return block;
    block.push([]);
  }
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;

/** Reads the first table of some HTML; null where there is none. Merged cells have their text once, the others are empty. */
export function readHtmlTable(html: string): CellBlock | null {
  const table = /<table[\s>][\s\S]*?(?:<\/table>|$)/i.exec(html)?.[0];
  if (table === undefined) return null;
  const block: CellBlock = [];
  /** Rows that a cell above reaches down into, by column. */
  const covered: number[] = [];
  let cell: string | null = null;
  let column = 0;
  let span = 1;
  const endCell = () => {
    if (cell === null) return;
    const row = block.at(-1)!;
    row[column] = plainText(cell);
    for (let i = 1; i < span; i++) row[column + i] = "";
    column += span;
    cell = null;
  };
  const skipCovered = () => {
    const row = block.at(-1)!;
    while ((covered[column] ?? 0) > 0) {
      covered[column]!--;
      row[column++] = "";
    }
  };
  for (const [token, close, name = "", attributes = ""] of table.matchAll(TOKENS)) {
    switch (name.toLowerCase()) {
      case "tr":
        if (block.length > 0) {
          endCell();
          skipCovered();
        }
        if (close === "") {
          block.push([]);
          column = 0;
        }
        break;
      case "td":
      case "th": {
        endCell();
        if (close !== "") break;
        if (block.length === 0) block.push([]);
        skipCovered();
        cell = "";
        span = spanOf("colspan", attributes);
        const down = spanOf("rowspan", attributes) - 1;
        if (down > 0) for (let i = 0; i < span; i++) covered[column + i] = down;
        break;
      }
      case "style":
      case "script":
        break;
      case "br":
        if (cell !== null) cell += BREAK;
        break;
      case "p":
      case "div":
        if (cell !== null && cell.trim() !== "" && close === "") cell += BREAK;
        break;
      case "":
        if (cell !== null && !token.startsWith("<")) cell += token;
    }
  }
  endCell();
  const rows = block.filter((row) => row.length > 0);
  return rows.length === 0 ? null : rows;
}

/** A tag with its name and attributes, what a style or comment holds as a whole, or text. */
const TOKENS =
  /<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<(\/?)([a-z][a-z0-9:]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
/** Stands for a line break until white space of the markup is gone. */
const BREAK = "\u0000";

function spanOf(name: string, attributes: string): number {
  const found = new RegExp(`${name}\\s*=\\s*["']?(\\d{1,4})`, "i").exec(attributes);
  return found === null ? 1 : Math.max(1, Math.min(1_000, Number(found[1])));
}

function plainText(markup: string): string {
  return decoded(markup.replace(/[ \t\r\n\f]+/g, " "))
    .split(BREAK)
    .map((line) => line.replace(/^ +| +$/g, ""))
    .join("\n")
    .replace(/\n$/, "")
    .replaceAll("\u00a0", " ");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, ten, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = ten === undefined ? parseInt(String(hex), 16) : Number(ten);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
