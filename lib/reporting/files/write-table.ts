import { needsQuotes } from "@/lib/dataset/file-formats/csv-records";
import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { fullTitle, linesOf, type Cell, type Column, type ReportTable } from "./table";

export const TABLE_FORMATS = ["csv", "latex", "markdown"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The files' endings. */
export const TABLE_ENDINGS: Record<TableFormat, string> = {
  csv: "csv",
  latex: "tex",
  markdown: "md",
};

export function writeTable(table: ReportTable, format: TableFormat): string {
  return WRITERS[format](table);
}

/**
 * As CSV: RFC 4180 with CRLF, one record of titles, numbers with all their digits, undefined ones empty. Caption and notes
 * are left out, so that programs read it without ado. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front.
 */
export function tableCsv(table: ReportTable): string {
  const records = [
    table.columns.map((column) => harmless(fullTitle(column))),
    ...table.rows.map((row) => row.map(csvText)),
  ];
  return records.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

function csvText(cell: Cell): string {
  if (cell.value === undefined) return harmless(cell.text);
  return cell.value === null ? "" : String(cell.value);
}

function harmless(text: string): string {
  return /^[+-]?[\d.]+$/.test(text) ? text : spreadsheetText(text);
}

function quoted(text: string): string {
  return needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As a Markdown table (GitHub's), with its caption above and its notes below. */
export function tableMarkdown(table: ReportTable): string {
  const line = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  return [
    table.about === undefined
      ? `**${markdownText(table.caption)}**`
      : `**${markdownText(table.caption)}.** ${markdownText(table.about.join(" "))}`,
    "",
    line(table.columns.map((column) => markdownText(fullTitle(column)))),
    line(table.columns.map((column) => (column.align === "right" ? "---:" : ":---"))),
    ...table.rows.map((row) => line(row.map(markdownCell))),
    ...(table.notes.length > 0
      ? ["", ...table.notes.map((note) => `- ${markdownText(note)}`)]
      : []),
    "",
  ].join("\n");
}

function markdownCell(cell: Cell): string {
  const mark = cell.strong ? "**" : cell.quiet ? "*" : "";
  return [
    `${mark}${markdownText(cell.text)}${mark}`,
    ...(cell.details ?? []).map(markdownText),
  ].join(" · ");
}

function markdownText(text: string): string {
  return text
    .replace(/\r\n|\r|\n/g, " ")
    .replace(/[\\`*_[\]<>|#~]/g, (character) => `\\${character}`)
    .replace(/&(?=#?\w+;)/g, "&amp;");
}

/**
 * As a LaTeX table environment for `\usepackage{booktabs}`. Any text is safe in it: what LaTeX would take for a command
 * is escaped, and the signs of statistics are written by their commands, so that any engine sets them. Letters that
 * pdfLaTeX does not know stay as they are, and a comment says which engines set them. Many columns stand closer.
 */
export function tableLatex(table: ReportTable): string {
  const { columns } = table;
  const groups = headings(columns);
  const lines = [
    "\\begin{table}",
    "  \\centering",
    `  \\caption${latexCaption(table)}`,
    `  \\label{${table.label.replace(/[^A-Za-z0-9:.-]/g, "-")}}`,
    ...(columns.length > CLOSER_FROM ? ["  \\small\\setlength{\\tabcolsep}{3pt}"] : []),
    `  \\begin{tabular}{${columns.map((column) => (column.align === "right" ? "r" : "l")).join("")}}`,
    "    \\toprule",
    ...groups,
    `    ${columns.map(({ title }, at) => latexCell({ text: title }, at)).join(" & ")} \\\\`,
    "    \\midrule",
    ...table.rows.flatMap(latexRow),
    "    \\bottomrule",
    "  \\end{tabular}",
    ...(table.notes.length > 0
      ? [
          "",
          "  \\medskip",
          "  \\begin{minipage}{\\linewidth}",
          "    \\footnotesize",
          `    ${table.notes.map(latexNote).join("\\par\n    ")}`,
          "  \\end{minipage}",
        ]
      : []),
    "\\end{table}",
    "",
  ];
  const text = lines.join("\n");
  return [
    "% Needs \\usepackage{booktabs}",
    ...(BEYOND_PDFLATEX.test(text)
      ? ["% Has letters that need XeLaTeX or LuaLaTeX, and a font that has them"]
      : []),
    text,
  ].join("\n");
}

/** The caption; with what the numbers go by it has a short form, for the list of tables. */
function latexCaption({ caption, about }: ReportTable): string {
  return about === undefined
    ? `{${latexText(caption)}}`
    : `[{${latexText(caption)}}]{${latexText(`${caption}. ${about.join(" ")}`)}}`;
}

const CLOSER_FROM = 8;
/** Anything but the Latin letters and the signs that pdfLaTeX sets without a further package. */
const BEYOND_PDFLATEX = /[^\0-\u017f†‡•€™]/;

/** A note; a checksum in it may be broken, as it is longer than half a line. */
function latexNote(note: string): string {
  return latexText(note).replace(/[0-9a-f]{64}/g, (checksum) =>
    checksum.replace(/.{16}(?=.)/g, "$&\\allowbreak{}"),
  );
}

/** The line of group headings with the rules below them; none if there are no groups. */
function headings(columns: readonly Column[]): string[] {
  if (columns.every((column) => column.group === undefined)) return [];
  const cells: string[] = [];
  const rules: string[] = [];
  for (let at = 0; at < columns.length;) {
    const group = columns[at]!.group;
    let to = at + 1;
    while (group !== undefined && to < columns.length && columns[to]!.group === group) to++;
    if (group === undefined) cells.push("");
    else {
      cells.push(`\\multicolumn{${to - at}}{c}{${latexText(group)}}`);
      rules.push(`\\cmidrule(lr){${at + 1}-${to}}`);
    }
    at = to;
  }
  return [`    ${cells.join(" & ")} \\\\`, `    ${rules.join(" ")}`];
}

/** A row, and smaller ones below it with the details of its cells, if they have any. */
function latexRow(row: readonly Cell[]): string[] {
  const line = (cells: readonly string[]) => `    ${cells.join(" & ")} \\\\`;
  const [, ...below] = linesOf(row);
  return [
    line(row.map(latexCell)),
    ...below.map((details) =>
      line(details.map((detail) => (detail === "" ? "" : `{\\scriptsize ${latexText(detail)}}`))),
    ),
  ];
}

function latexCell(cell: Cell, at: number): string {
  const text = latexText(cell.text);
  // A bracket at the beginning of a row would be taken for an option of the line break or the rule before it.
  const safe = at === 0 && /^\s*[[*]/.test(text) ? `{${text}}` : text;
  return cell.strong ? `\\textbf{${safe}}` : cell.quiet ? `\\textit{${safe}}` : safe;
}

const LATEX: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "''",
  "−": "$-$",
  "×": "$\\times$",
  "≥": "$\\geq$",
  "≤": "$\\leq$",
  "±": "$\\pm$",
  "→": "$\\rightarrow$",
  Δ: "$\\Delta$",
  α: "$\\alpha$",
  κ: "$\\kappa$",
  π: "$\\pi$",
  "½": "$\\frac{1}{2}$",
  "–": "--",
  "—": "---",
  "’": "'",
  "‘": "`",
  "“": "``",
  "”": "''",
  "…": "\\ldots{}",
  "\u00a0": "~",
  "\u202f": "\\,",
};

/** Text as LaTeX sets it. Line breaks and control characters become spaces. */
export function latexText(text: string): string {
  return text
    .replace(/[\0-\u001f\u007f]+/g, " ")
    .replace(/[\\{}$&#%_^~<>|"−×≥≤±→Δακπ½–—’‘“”…\u00a0\u202f]/g, (character) => LATEX[character]!);
}

const WRITERS: Record<TableFormat, (table: ReportTable) => string> = {
  csv: tableCsv,
  latex: tableLatex,
  markdown: tableMarkdown,
};
