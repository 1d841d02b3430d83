/** What a spreadsheet program takes for the beginning of a formula (OWASP, "CSV Injection"), in full width as well. */
const FORMULA_START = "=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20";

/**
 * Where such a character begins a cell. Programs in whose language the comma is the decimal sign part cells at semicolons
 * and do not see our quotes then, so that inner semicolons, tabs and line ends begin a cell as well.
 */
const CELL_START = new RegExp(`(?<=^|[;\\t\\r\\n])(?="*[${FORMULA_START}])`, "g");

/** A negative number, which any program reads as itself. */
const PLAIN_NUMBER = /^-\d{1,15}(\.\d{1,15})?$/;

/**
 * Returns a text as a cell that no spreadsheet program takes for a formula: an apostrophe stands before =, +, -, @, tab and
 * CR at its beginning. A plain negative number stays.
 */
export function spreadsheetText(text: string): string {
  return PLAIN_NUMBER.test(text) ? text : text.replace(CELL_START, "'");
}
