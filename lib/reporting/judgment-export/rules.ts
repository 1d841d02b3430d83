import { spreadsheetText } from "@/lib/dataset/file-formats/spreadsheet-text";
import { csvRecord } from "@/lib/dataset/release-differences/rules";
import type { ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import type { ExportedRows, JudgmentFormat } from "./schema";

/**
 * The rows that there are of a campaign, for its page, its address and the command line.
 * @param questions of its protocol; null: Relaxed and Strict, whose verdicts are of responses
 */
export function rowsOfCampaign(questions: readonly ProtocolQuestion[] | null): ExportedRows[] {
  if (questions === null) return ["judgments", "responses"];
  const asks = (kind: ProtocolQuestion["kind"]) => questions.some((one) => one.kind === kind);
  return [
    "judgments",
    ...(asks("ranking") ? ["rankings" as const] : []),
    ...(asks("pairwise") ? ["pairs" as const] : []),
  ];
}

/** Formats whose rows are lines or records of text. */
type LineFormat = Extract<JudgmentFormat, "csv" | "jsonl">;

/** What comes before the first row; for spreadsheet programs with a byte-order mark, by which they know UTF-8. */
export function fileHead(
  format: LineFormat,
  columns: readonly string[],
  spreadsheet = false,
): string {
  return format === "csv" ? (spreadsheet ? "\uFEFF" : "") + csvRecord(columns) : "";
}

/**
 * One row as a record or a line, its keys in the order of the columns; a list is JSON text in CSV. Texts are written unchanged in both formats, also those that begin like a formula:
 * a file that a program reads back must not have been altered. For spreadsheet programs (`spreadsheet`) the CSV file has no cell that runs as a formula.
 */
export function fileLine<Column extends string>(
  format: LineFormat,
  columns: readonly Column[],
  row: Readonly<Record<Column, CellOfRow>>,
  spreadsheet = false,
): string {
  if (format === "jsonl")
    return `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))}\n`;
  return csvRecord(
    columns.map((column) => {
      const value: CellOfRow = row[column];
      if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
      return Array.isArray(value)
        ? JSON.stringify(value)
        : spreadsheet && typeof value === "string"
          ? spreadsheetText(value)
          : value;
    }),
  );
}

export type CellOfRow = string | number | boolean | unknown[] | null;

/**
 * "judgments-pilot-3-2026-11-21.csv", or "judgments-pilot-3-2026-11-21-without-12.csv": plain ASCII.
 * @param what the campaign's or run's name
 * @param leftOut responses that the file lacks: its name says so, because its rows can't
 */
export function judgmentFileName(
  rows: ExportedRows,
  what: string,
  format: JudgmentFormat,
  now: Date,
  leftOut = 0,
): string {
  const slug = what
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const without = leftOut === 0 ? "" : `without-${leftOut}`;
  return (
    [rows, slug, now.toISOString().slice(0, 10), without].filter(Boolean).join("-") + `.${format}`
  );
}
