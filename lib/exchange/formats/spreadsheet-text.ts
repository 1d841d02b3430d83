/** What a spreadsheet program takes for the beginning of a formula (OWASP, "CSV Injection"), in full width as well. */
const FORMULA_START = "=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20";

/**
 * Where such a character begins a cell. Programs in whose language the comma is the decimal sign part cells at semicolons
 * and do not see our quotes then, so that inner semicolons, tabs and line ends begin a cell as well.
 */
const CELL_START = new RegExp(`(^|[;\\t\\r\\n])(?="*[${FORMULA_START}])`, "g");

/** A negative number, which any program reads as itself. */
const PLAIN_NUMBER = /^-\d{1,15}(\.\d{1,15})?$/;

/**
 * Returns a text as a cell that no spreadsheet program takes for a formula: an apostrophe stands before =, +, -, @, tab and
 * CR at its beginning. A plain negative number stays.
 */
export function spreadsheetText(text: string): string {
  return PLAIN_NUMBER.test(text) ? text : text.replace(CELL_START, "$1'");
}

/** The name of a file for spreadsheets: "freshqa-2026-11-22-spreadsheet.csv". */
export function spreadsheetFileName(fileName: string): string {
  return fileName.replace(/(\.[^.]*)?$/, "-spreadsheet$1");
}

/** What the two CSV files are for, where both are offered. */
export const SPREADSHEET_WORDS = {
  label: "CSV for spreadsheets",
  description: "For opening in a spreadsheet program: texts that would run as formulas begin with an apostrophe. Not byte for byte the dataset; import the other CSV instead.",
};
