import type { Finding } from "@/lib/exchange/formats/release-file";

/** What a finding means to the person who has the file, and what to do about it. */
export interface FindingWords {
  problem: string;
  remedy: string;
}

type Words = (finding: Finding) => FindingWords;

const says = (problem: string, remedy: string): Words => () => ({ problem, remedy });
const column = (finding: Finding): string => (finding.column === null ? "The record" : `The column ${finding.column}`);

const SAVE_AS_UTF8 = "Save the file as “CSV UTF-8” in the original program, then import it again.";
const ADD_HEADER = "The first record (after the warning, if there is one) must name the twenty columns: id, split, question, effective_year, next_review, false_premise, num_hops, fact_type, source, answer_0 to answer_9, note.";

/** The words for everything that can be wrong with a file's form. What can be wrong with its content has a table of its own. */
export const FORM_FINDINGS = {
  "empty-file": says("The file is empty.", "Choose another file, or export it again."),
  "no-rows": says("The file has a header but no questions.", "Choose another file, or export it again."),
  "binary-file": says("Unsupported file format.", "Choose a CSV, XLSX, JSON or JSON Lines file. If it is a spreadsheet with another ending, save it as XLSX."),
  "too-many-rows": (finding) => ({ problem: `The file has too many rows${finding.value === null ? "" : ` (${finding.value})`}. Reading stopped there.`, remedy: "Split it into several files and import them one after the other." }),
  "too-large": (finding) => ({ problem: `The file is too large${finding.value === null ? "" : ` (${finding.value})`}.`, remedy: "Split it into several files and import them one after the other." }),
  "no-columns": says("No header row found.", "The first record must name the columns, for example question and response."),
  "too-many-columns": (finding) => ({ problem: `The file has too many columns${finding.value === null ? "" : ` (${finding.value})`}.`, remedy: "Leave out those that are not needed, and choose the file again." }),
  "wrong-encoding": (finding) =>
    finding.record === null
      ? { problem: `The file is written in ${finding.value ?? "another encoding"}, not in UTF-8.`, remedy: SAVE_AS_UTF8 }
      : { problem: `${column(finding)} holds a byte that is not UTF-8, shown here as \\x and two digits; probably the file was saved as Latin-1 or Windows-1252.`, remedy: SAVE_AS_UTF8 },
  "mojibake-suspected": (finding) => ({
    problem: `${column(finding)} looks as if it had once been read in the wrong encoding, as in “CafÃ©” for “Café”.`,
    remedy: "Compare it with the source. If the characters are right, nothing needs to be done; otherwise export the file again as UTF-8.",
  }),
  "invisible-character": (finding) => ({
    problem: `${column(finding)} has characters that can't be seen${finding.value === null ? "" : ` (${finding.value.slice(0, finding.value.indexOf(": "))})`}. Two texts that look the same may differ by them, or read in another order.`,
    remedy: "Delete them in the file. If they are meant, accept the rows with possibly damaged text.",
  }),
  "noncharacter": (finding) => ({
    problem: `${column(finding)} has code points that are never characters${finding.value === null ? "" : ` (${finding.value.slice(0, finding.value.indexOf(": "))})`}.`,
    remedy: "Delete them in the file. If they are meant, accept the rows with possibly damaged text.",
  }),
  "guarded-cell": (finding) => ({
    problem: `${column(finding)} begins with an apostrophe in front of a sign such as =, as CSV files for spreadsheets have it. It is read as it is.`,
    remedy: "If the file is an export for spreadsheets, import the other CSV instead: its texts are exact. If the apostrophe is meant, accept the rows with possibly damaged text.",
  }),
  "nul-character": (finding) => ({ problem: `${column(finding)} holds a NUL character, which no text can keep.`, remedy: "Delete it in the file (it is shown here as \\0)." }),
  "lone-surrogate": (finding) => ({ problem: `${column(finding)} holds half of a character (an emoji cut in two, shown here as \\u and four digits).`, remedy: "Put in the whole character, or delete it." }),
  "lone-cr": says("The file uses classic Mac line endings (CR only).", "Open the file in a spreadsheet or editor and save it with Windows or Unix line ends."),
  "missing-header": says("No header was found: no record near the top names the column “question”.", ADD_HEADER),
  "missing-column": (finding) => ({ problem: `The column ${finding.column ?? ""} is missing.`, remedy: "Add it to the header; cells may be empty." }),
  "unknown-column": (finding) => ({
    problem: `“${finding.column ?? ""}” is not a column of a release.`,
    remedy: "Fix the spelling (lowercase, no spaces) or delete the column.",
  }),
  "unnamed-column": (finding) => ({
    problem: `The ${finding.value ?? "column"} has no name in the header, as after a comma at the end of the line.`,
    remedy: "Delete it, or name it in the header.",
  }),
  "other-separator": (finding) => ({
    problem: `The cells are separated by ${finding.value ?? "another character"} instead of commas, and the columns are not those of a release.`,
    remedy: `Save the file as “CSV (comma-separated)” with UTF-8. ${ADD_HEADER}`,
  }),
  "eleventh-answer": (finding) => ({ problem: `${finding.column ?? "A further answer"}: a question has at most ten answers, answer_0 to answer_9.`, remedy: "Delete the column, after moving what it holds into a free one." }),
  "repeated-column": (finding) => ({ problem: `The column ${finding.column ?? ""} is there more than once.`, remedy: "Keep one of them." }),
  "too-many-cells": (finding) => ({ problem: `The record has too many cells${cellCount(finding)}.`, remedy: "Check for an unquoted comma; wrap the cell in double quotes." }),
  "too-few-cells": (finding) => ({ problem: `The record has too few cells${cellCount(finding)}.`, remedy: "Look for a line break within a text without quotes around the cell, or for missing commas." }),
  "empty-record": says("Empty row.", "Delete the line, or restore what was there."),
  "unbalanced-quotes": (finding) => ({ problem: `${column(finding)} opens with a double quote that is never closed.`, remedy: "Close the quote at the end of the cell; a quote within the cell is written twice (\"\")." }),
  "misplaced-quote": (finding) => ({ problem: `${column(finding)} has a double quote in the middle.`, remedy: "Put the whole cell in double quotes, and write each quote within it twice (\"\")." }),
  "unescaped-quotes": (finding) => ({
    problem: `${column(finding)} has double quotes inside a cell that is not quoted. The row is left out unless you read it with the quotes as part of the text, as shown here.`,
    remedy: "Read it this way, or put the whole cell in double quotes and write each quote within it twice (\"\").",
  }),
  "quotes-as-text": (finding) => ({ problem: `${column(finding)} has double quotes inside a cell that is not quoted. As chosen, they are part of the text.`, remedy: "Nothing needs to be done. An export has the cell in the official form." }),
  "record-too-long": says("A row is millions of characters long.", "Look for a missing line end, or choose another file."),
  "not-json": (finding) => ({
    problem: `This is not valid JSON${finding.value === null ? "" : `: ${finding.value}`}.${/^(\/\/|\/\*|#)/.test(finding.value ?? "") ? " JSON has no comments." : ""}`,
    remedy: "Correct it at this place, or export the file again. JSON is an array of objects; JSON Lines has one object a line.",
  }),
  "not-an-object": says("Here stands something other than an object with a question's fields.", "Each question is one object: {\"question\": \"…\", …}."),
  "not-a-text": (finding) => ({ problem: `The field ${finding.column ?? ""} holds a list or an object.`, remedy: "Write its value as a text; only “answers” and “source” may be lists of texts." }),
  "too-many-answers": says("The question has more than ten answers.", "Keep ten of them."),
  "answers-twice": says("The question has both a list “answers” and single fields answer_0, answer_1 …", "Keep one of the two."),
  "damaged-file": (finding) => ({ problem: `The workbook cannot be opened${finding.value === null ? "" : `: ${finding.value}`}.`, remedy: "Open it in a spreadsheet program and save it again as XLSX, without a password." }),
  "wrong-sheet": (finding) => ({ problem: `The workbook has several sheets and none is called “freshqa”: ${finding.value ?? ""}.`, remedy: "Rename the sheet that holds the questions to “freshqa”." }),
  "ignored-sheet": (finding) => ({ problem: `The sheet ${finding.value ?? ""} was not read.`, remedy: "If it has questions too, save it as a file of its own and import that." }),
  "hidden-sheet": (finding) => ({ problem: `The sheet “${finding.value ?? ""}” is hidden in the workbook and was read.`, remedy: "Check that it is the sheet you mean." }),
  "hidden-row": says("The row is hidden in the sheet and was read like the others.", "If it should not be imported, delete it in the file."),
  "hidden-column": (finding) => ({ problem: `${column(finding)} is hidden in the sheet and was read like the others.`, remedy: "Show it and check its values." }),
  "formatted-number": (finding) => ({
    problem: `${column(finding)} holds a number that the sheet shows differently${finding.value === null ? "" : `: ${finding.value}`}. The stored number is read.`,
    remedy: "Format the cell as text and type what it should say. If the stored number is right, accept the rows with possibly damaged text.",
  }),
  "imprecise-number": (finding) => ({
    problem: `${column(finding)} holds a number of more than 15 digits${finding.value === null ? "" : ` (${finding.value})`}. Spreadsheet programs keep 15, so its last digits may not be those that were typed.`,
    remedy: "Compare it with the source. Format the cell as text and type the number again.",
  }),
  "formula-without-result": (finding) => ({
    problem: `${column(finding)} is calculated by a formula, and the file has no result of it. The row is left out unless you read such cells as empty.`,
    remedy: "Open the file in a spreadsheet program, let it calculate, and save it. Or replace the formula by its text.",
  }),
  "formula-taken-as-empty": (finding) => ({ problem: `${column(finding)} is calculated by a formula, and the file has no result of it. As chosen, the cell is empty.`, remedy: "Nothing needs to be done." }),
  "date-cell": (finding) => ({ problem: `${column(finding)} holds a date of the spreadsheet program; it is read as the text shown here.`, remedy: "Check the day and month. Format the column as text to keep the program from changing it." }),
  "error-cell": (finding) => ({ problem: `${column(finding)} holds an error of the spreadsheet program (${finding.value ?? ""}).`, remedy: "Fix the formula or replace it with a value." }),
  "formula-cell": (finding) => ({ problem: `${column(finding)} is calculated by a formula; its last result is read.`, remedy: "Check the value. Replace the formula by its text to be sure." }),
} as const satisfies Record<string, Words>;

function cellCount(finding: Finding): string {
  const count = /^(\d+ instead of \d+)/.exec(finding.value ?? "")?.[1];
  return count === undefined ? "" : ` (${count})`;
}

/** Puts a finding about a file's form into words. An unknown code is told by its name, so that nothing is hidden. */
export function describeFinding(finding: Finding): FindingWords {
  const words: Words | undefined = (FORM_FINDINGS as Record<string, Words>)[finding.code];
  return words?.(finding) ?? { problem: `There is a problem of the kind “${finding.code}”.`, remedy: "Look at this place in the file." };
}
