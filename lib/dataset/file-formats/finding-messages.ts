import { FIELD_KEYS, FIELDS, RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import type { Finding } from "./release-file";

/** What a finding means to the person who has the file, and what to do about it. */
export interface FindingWords {
  problem: string;
  remedy: string;
}

type Words = (finding: Finding) => FindingWords;

const says =
  (problem: string, remedy: string): Words =>
  () => ({ problem, remedy });
const column = (finding: Finding): string =>
  finding.column === null ? "The row" : `The column ${finding.column}`;

/** What to do with a row that is right though it looks wrong. */
export const IMPORT_AS_IS = "choose to import rows with warnings as is";
const SAVE_AS_UTF8 = "Save the file as “CSV UTF-8” in the original program, then import it again.";
const COLUMNS = FIELD_KEYS.map((field) => {
  const columns: readonly string[] = FIELDS[field];
  return columns.length === 1 ? columns[0]! : `${columns[0]!} to ${columns.at(-1)!}`;
});
const ADD_HEADER = `The first row (after the warning, if there is one) must name the ${RELEASE_COLUMNS.length} columns: ${["id", ...COLUMNS].join(", ")}.`;

/** The words for everything that can be wrong with a file's form. What can be wrong with its content has a table of its own. */
export const FORM_FINDINGS = {
  "empty-file": says("The file is empty.", "Choose another file or export it again."),
  "no-rows": says(
    "The file has a header but no questions.",
    "Choose another file or export it again.",
  ),
  "binary-file": says(
    "Unsupported file format.",
    "Choose a CSV, XLSX, JSON or JSON Lines file. If it is a spreadsheet in another format, save it as XLSX.",
  ),
  "too-many-rows": (finding) => ({
    problem: `The file has too many rows${finding.value === null ? "" : ` (${finding.value})`}. Reading stopped there.`,
    remedy: "Split it into several files.",
  }),
  "too-large": (finding) => ({
    problem: `The file is too large${finding.value === null ? "" : ` (${finding.value})`}.`,
    remedy: "Split it into several files.",
  }),
  "no-columns": says(
    "No header row found.",
    "The first row must name the columns, for example question and response.",
  ),
  "too-many-columns": (finding) => ({
    problem: `The file has too many columns${finding.value === null ? "" : ` (${finding.value})`}.`,
    remedy: "Remove the columns you don't need, then choose the file again.",
  }),
  "wrong-encoding": (finding) =>
    finding.record === null
      ? {
          problem: `The file is encoded as ${finding.value ?? "something else"}, not UTF-8.`,
          remedy: SAVE_AS_UTF8,
        }
      : {
          problem: `${column(finding)} contains a byte that is not valid UTF-8, shown here as \\x and two digits. The file was probably saved as Latin-1 or Windows-1252.`,
          remedy: SAVE_AS_UTF8,
        },
  "mojibake-suspected": (finding) => ({
    problem: `${column(finding)} looks as if it was once read in the wrong encoding, as in “CafÃ©” for “Café”.`,
    remedy:
      "Compare it with the source. If the characters are correct, no action is needed; otherwise export the file again as UTF-8.",
  }),
  "invisible-character": (finding) => ({
    problem: `${column(finding)} has characters that can't be seen${finding.value === null ? "" : ` (${finding.value.slice(0, finding.value.indexOf(": "))})`}. Texts that look the same may differ by them or be read in another order.`,
    remedy: `Delete them in the file. If they are intended, ${IMPORT_AS_IS}.`,
  }),
  noncharacter: (finding) => ({
    problem: `${column(finding)} has code points that are never characters${finding.value === null ? "" : ` (${finding.value.slice(0, finding.value.indexOf(": "))})`}.`,
    remedy: `Delete them in the file. If they are intended, ${IMPORT_AS_IS}.`,
  }),
  "guarded-cell": (finding) => ({
    problem: `${column(finding)} begins with an apostrophe before a sign such as =, as in CSV files for spreadsheets. It is read as is.`,
    remedy: `If the file is an export for spreadsheets, import the other CSV, which has the exact text. If the apostrophe is intended, ${IMPORT_AS_IS}.`,
  }),
  "nul-character": (finding) => ({
    problem: `${column(finding)} contains a NUL character, which can't be stored.`,
    remedy: "Delete it in the file (it is shown here as \\0).",
  }),
  "lone-surrogate": (finding) => ({
    problem: `${column(finding)} contains an incomplete character (for example a truncated emoji, shown here as \\u and four digits).`,
    remedy: "Restore the whole character or delete it.",
  }),
  "lone-cr": says(
    "The file uses classic Mac line endings (CR only).",
    "Open the file in a spreadsheet or editor and save it with Windows or Unix line endings.",
  ),
  "missing-header": says(
    "No header row found: no row near the top names the column “question”.",
    ADD_HEADER,
  ),
  "missing-column": (finding) => ({
    problem: `The column ${finding.column ?? ""} is missing.`,
    remedy: "Add it to the header; cells may be empty.",
  }),
  "unknown-column": (finding) => ({
    problem: `“${finding.column ?? ""}” is not a release column.`,
    remedy: "Fix the spelling (lowercase, no spaces) or delete the column.",
  }),
  "unnamed-column": (finding) => ({
    problem: `The ${finding.value ?? "column"} has no name in the header, for example after a trailing comma.`,
    remedy: "Delete it or name it in the header.",
  }),
  "other-separator": (finding) => ({
    problem: `Cells are separated by ${finding.value ?? "another character"} instead of commas, and the columns are not those of a release.`,
    remedy: `Save the file as “CSV (comma-separated)” with UTF-8. ${ADD_HEADER}`,
  }),
  "eleventh-answer": (finding) => ({
    problem: `${finding.column ?? "Another answer"}: a question has up to 10 answers, answer_0 to answer_9.`,
    remedy: "Move its values to a free answer column, then delete it.",
  }),
  "repeated-column": (finding) => ({
    problem: `The column ${finding.column ?? ""} appears more than once.`,
    remedy: "Keep one.",
  }),
  "too-many-cells": (finding) => ({
    problem: `The row has too many cells${cellCount(finding)}.`,
    remedy: "Check for an unquoted comma; wrap the cell in double quotes.",
  }),
  "too-few-cells": (finding) => ({
    problem: `The row has too few cells${cellCount(finding)}.`,
    remedy: "Check for a line break in an unquoted cell or for missing commas.",
  }),
  "empty-record": says("Empty row.", "Delete the row or restore its values."),
  "unbalanced-quotes": (finding) => ({
    problem: `${column(finding)} has an unclosed double quote.`,
    remedy: 'Close the quote at the end of the cell; write a quote within the cell twice ("").',
  }),
  "misplaced-quote": (finding) => ({
    problem: `${column(finding)} has a double quote in the middle.`,
    remedy: 'Put the whole cell in double quotes, and write each quote within it twice ("").',
  }),
  "unescaped-quotes": (finding) => ({
    problem: `${column(finding)} has double quotes inside an unquoted cell. The row is skipped unless you read the quotes as part of the text, as shown here.`,
    remedy:
      'Read it this way, or put the whole cell in double quotes and write each quote within it twice ("").',
  }),
  "quotes-as-text": (finding) => ({
    problem: `${column(finding)} has double quotes inside an unquoted cell. As chosen, they are part of the text.`,
    remedy: "No action needed. Exports quote the cell properly.",
  }),
  "record-too-long": says(
    "A row is millions of characters long.",
    "Check for missing line breaks or choose another file.",
  ),
  "not-json": (finding) => ({
    problem: `This is not valid JSON${finding.value === null ? "" : `: ${finding.value}`}.${/^(\/\/|\/\*|#)/.test(finding.value ?? "") ? " JSON has no comments." : ""}`,
    remedy:
      "Fix it at this position or export the file again. JSON is an array of objects; JSON Lines has one object per line.",
  }),
  "not-an-object": says(
    "Expected an object with question fields.",
    'Each question is one object: {"question": "…", …}.',
  ),
  "not-a-text": (finding) => ({
    problem: `The field ${finding.column ?? ""} contains a list or an object.`,
    remedy: "Use a string; only “answers” and “source” can be lists of strings.",
  }),
  "too-many-answers": says("The question has more than 10 answers.", "Keep up to 10."),
  "answers-twice": says(
    "The question has both a list “answers” and single fields answer_0, answer_1 …",
    "Keep one.",
  ),
  "damaged-file": (finding) => ({
    problem: `The workbook can't be opened${finding.value === null ? "" : `: ${finding.value}`}.`,
    remedy: "Open it in a spreadsheet program and save it again as XLSX, without a password.",
  }),
  "wrong-sheet": (finding) => ({
    problem: `The workbook has several sheets and none is called “freshqa”: ${finding.value ?? ""}.`,
    remedy: "Rename the sheet that holds the questions to “freshqa”.",
  }),
  "ignored-sheet": (finding) => ({
    problem: `The sheet ${finding.value ?? ""} was not read.`,
    remedy: "If it also has questions, save it as a separate file and import that.",
  }),
  "hidden-sheet": (finding) => ({
    problem: `The sheet “${finding.value ?? ""}” is hidden in the workbook and was read.`,
    remedy: "Check that it is the right sheet.",
  }),
  "hidden-row": says(
    "The row is hidden in the sheet and was read like the others.",
    "If it should not be imported, delete it in the file.",
  ),
  "hidden-column": (finding) => ({
    problem: `${column(finding)} is hidden in the sheet and was read like the others.`,
    remedy: "Unhide it and check its values.",
  }),
  "formatted-number": (finding) => ({
    problem: `${column(finding)} contains a number that the sheet displays differently${finding.value === null ? "" : `: ${finding.value}`}. The stored number is read.`,
    remedy: `Format the cell as text and type the correct value. If the stored number is correct, ${IMPORT_AS_IS}.`,
  }),
  "imprecise-number": (finding) => ({
    problem: `${column(finding)} contains a number with more than 15 digits${finding.value === null ? "" : ` (${finding.value})`}. Spreadsheet programs keep 15, so its last digits may be wrong.`,
    remedy: "Compare it with the source. Format the cell as text and type the number again.",
  }),
  "formula-without-result": (finding) => ({
    problem: `${column(finding)} contains a formula without a stored result. The row is skipped unless you read such cells as empty.`,
    remedy:
      "Open the file in a spreadsheet program, recalculate and save it, or replace the formula with its value.",
  }),
  "formula-taken-as-empty": (finding) => ({
    problem: `${column(finding)} contains a formula without a stored result. As chosen, the cell is empty.`,
    remedy: "No action needed.",
  }),
  "date-cell": (finding) => ({
    problem: `${column(finding)} contains a spreadsheet date; it is read as the text shown here.`,
    remedy:
      "Check the day and month. Format the column as text to keep the program from changing it.",
  }),
  "error-cell": (finding) => ({
    problem: `${column(finding)} contains a spreadsheet error (${finding.value ?? ""}).`,
    remedy: "Fix the formula or replace it with a value.",
  }),
  "formula-cell": (finding) => ({
    problem: `${column(finding)} contains a formula; its stored result is read.`,
    remedy: "Check the value, or replace the formula with it.",
  }),
} as const satisfies Record<string, Words>;

function cellCount(finding: Finding): string {
  const count = /^(\d+ instead of \d+)/.exec(finding.value ?? "")?.[1];
  return count === undefined ? "" : ` (${count})`;
}

/** Puts a finding about a file's form into words. An unknown code is told by its name, so that nothing is hidden. */
export function describeFinding(finding: Finding): FindingWords {
  const words: Words | undefined = (FORM_FINDINGS as Record<string, Words>)[finding.code];
  return (
    words?.(finding) ?? {
      problem: `Unknown problem “${finding.code}”.`,
      remedy: "Check this position in the file.",
    }
  );
}
