/** What the two CSV files are for, where both are offered. */
export const SPREADSHEET_WORDS = {
  label: "For spreadsheets",
  description:
    "Safe to open in a spreadsheet program: cells that would run as formulas begin with an apostrophe. Not byte for byte the dataset; to import, use the other CSV.",
};
