import { describeFinding, type FindingWords } from "./finding-messages";
import type { Finding } from "./release-file";
import { csvLines } from "./csv-lines";
import { spreadsheetText } from "./spreadsheet-text";

const COLUMNS = ["record", "line", "column", "severity", "code", "value", "problem", "remedy"];

/**
 * Writes findings as a CSV report for people: RFC 4180 with CRLF and a byte-order mark, by which spreadsheet programs know
 * UTF-8. A cell that they would take for a formula gets an apostrophe in front, since its text comes from a stranger's file.
 * @param describe the words for codes beyond those of this folder
 */
export async function* writeFindingsCsv<F extends Finding>(
  findings: AsyncIterable<F> | Iterable<F>,
  describe: (finding: F) => FindingWords = describeFinding,
): AsyncGenerator<string> {
  yield "\uFEFF" + line(COLUMNS);
  for await (const finding of findings) {
    const { problem, remedy } = describe(finding);
    yield line([
      finding.record,
      finding.line,
      finding.column,
      finding.severity,
      finding.code,
      finding.value,
      problem,
      remedy,
    ]);
  }
}

function line(cells: readonly (string | number | null | undefined)[]): string {
  return csvLines([cells.map((cell) => (typeof cell === "string" ? spreadsheetText(cell) : cell))]);
}
