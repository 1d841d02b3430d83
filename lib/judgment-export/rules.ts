import { spreadsheetText } from "@/lib/exchange/formats/spreadsheet-text";
import { csvRecord } from "@/lib/release-differences/rules";
import { JUDGMENT_COLUMNS, type ExportedJudgment, type JudgmentFormat } from "./schema";

/** What comes before the first judgment; for spreadsheet programs with a byte-order mark, by which they know UTF-8. */
export function fileHead(format: JudgmentFormat, spreadsheet = false): string {
  return format === "csv" ? (spreadsheet ? "\uFEFF" : "") + csvRecord(JUDGMENT_COLUMNS) : "";
}

/**
 * One judgment as a record or a line. Texts come out to the letter in both formats, also those that begin like a formula:
 * a file that a program reads back must not have been altered. For spreadsheet programs (`spreadsheet`) the CSV file has no cell that runs as a formula.
 */
export function fileLine(format: JudgmentFormat, judgment: ExportedJudgment, spreadsheet = false): string {
  if (format === "jsonl") return `${JSON.stringify(judgment)}\n`;
  return csvRecord(JUDGMENT_COLUMNS.map((column) => {
    const value = judgment[column];
    if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
    return Array.isArray(value) ? JSON.stringify(value) : spreadsheet && typeof value === "string" ? spreadsheetText(value) : value;
  }));
}

/** "judgments-pilot-3-2026-11-21.csv": plain ASCII. @param what the campaign's or run's name */
export function judgmentFileName(what: string, format: JudgmentFormat, now: Date): string {
  const slug = what.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return ["judgments", slug, now.toISOString().slice(0, 10)].filter(Boolean).join("-") + `.${format}`;
}
