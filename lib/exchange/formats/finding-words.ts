import type { Finding } from "@/lib/exchange/formats/release-file";

/** What a finding means to the person who has the file, and what to do about it. */
export interface FindingWords {
  problem: string;
  remedy: string;
}

type Words = (finding: Finding) => FindingWords;

const says = (problem: string, remedy: string): Words => () => ({ problem, remedy });
const column = (finding: Finding): string => (finding.column === null ? "The record" : `The column ${finding.column}`);

const SAVE_AS_UTF8 = "Open the file where it was made and save it as “CSV UTF-8”, then import it again.";
const ADD_HEADER = "The first record (after the warning, if there is one) must name the twenty columns: id, split, question, effective_year, next_review, false_premise, num_hops, fact_type, source, answer_0 to answer_9, note.";

/** The words for everything that can be wrong with a file's form. What can be wrong with its content has a table of its own. */
export const FORM_FINDINGS = {
  "empty-file": says("The file is empty.", "Choose another file, or export it again."),
  "no-rows": says("The file has a header but no questions.", "Choose another file, or export it again."),
  "binary-file": says("This is not a text file that holds a table.", "Choose a CSV, XLSX, JSON or JSON Lines file. If it is a spreadsheet with another ending, save it as XLSX."),
  "too-large": (finding) => ({ problem: `The file is too large${finding.value === null ? "" : ` (${finding.value})`}.`, remedy: "Split it into several files and import them one after the other." }),
  "no-columns": says("No record names columns.", "The first record must name the columns, for example question and response."),
  "too-many-columns": (finding) => ({ problem: `The file has too many columns${finding.value === null ? "" : ` (${finding.value})`}.`, remedy: "Leave out those that are not needed, and choose the file again." }),
  "wrong-encoding": (finding) =>
    finding.record === null
      ? { problem: `The file is written in ${finding.value ?? "another encoding"}, not in UTF-8.`, remedy: SAVE_AS_UTF8 }
      : { problem: `${column(finding)} holds a byte that is not UTF-8, shown here as \\x and two digits; probably the file was saved as Latin-1 or Windows-1252.`, remedy: SAVE_AS_UTF8 },
  "mojibake-suspected": (finding) => ({
    problem: `${column(finding)} looks as if it had once been read in the wrong encoding, as in “CafÃ©” for “Café”.`,
    remedy: "Compare it with the source. If the characters are right, nothing needs to be done; otherwise export the file again as UTF-8.",
  }),
  "nul-character": (finding) => ({ problem: `${column(finding)} holds a NUL character, which no text can keep.`, remedy: "Delete it in the file (it is shown here as \\0)." }),
  "lone-surrogate": (finding) => ({ problem: `${column(finding)} holds half of a character (an emoji cut in two, shown here as \\u and four digits).`, remedy: "Put in the whole character, or delete it." }),
  "lone-cr": says("The lines end in the way of old Macintosh computers (CR alone).", "Open the file in a spreadsheet or editor and save it with Windows or Unix line ends."),
  "missing-header": says("No header was found: no record near the top names the column “question”.", ADD_HEADER),
  "missing-column": (finding) => ({ problem: `The column ${finding.column ?? ""} is missing.`, remedy: "Add it to the header, and leave its cells empty if there is nothing to say." }),
  "unknown-column": (finding) => ({
    problem: `“${finding.column ?? ""}” is not a column of a release.`,
    remedy: "Correct its spelling (small letters, no spaces) or delete the column.",
  }),
  "eleventh-answer": (finding) => ({ problem: `${finding.column ?? "A further answer"}: a question has at most ten answers, answer_0 to answer_9.`, remedy: "Delete the column, after moving what it holds into a free one." }),
  "repeated-column": (finding) => ({ problem: `The column ${finding.column ?? ""} is there more than once.`, remedy: "Keep one of them." }),
  "too-many-cells": (finding) => ({ problem: `The record has too many cells${cellCount(finding)}.`, remedy: "Look for a comma that stands in a text without quotes around the cell; put the whole cell in double quotes." }),
  "too-few-cells": (finding) => ({ problem: `The record has too few cells${cellCount(finding)}.`, remedy: "Look for a line break within a text without quotes around the cell, or for missing commas." }),
  "empty-record": says("There is an empty record between the questions.", "Delete the line, or restore what was there."),
  "unbalanced-quotes": (finding) => ({ problem: `${column(finding)} opens with a double quote that is never closed.`, remedy: "Close the quote at the end of the cell; a quote within the cell is written twice (\"\")." }),
  "misplaced-quote": (finding) => ({ problem: `${column(finding)} has a double quote in the middle.`, remedy: "Put the whole cell in double quotes, and write each quote within it twice (\"\")." }),
  "record-too-long": says("A record goes on for millions of characters.", "Look for a missing line end, or choose another file."),
  "not-json": (finding) => ({ problem: `This is not valid JSON${finding.value === null ? "" : `: ${finding.value}`}.`, remedy: "Correct it at this place, or export the file again. JSON is an array of objects; JSON Lines has one object a line." }),
  "not-an-object": says("Here stands something other than an object with a question's fields.", "Each question is one object: {\"question\": \"…\", …}."),
  "not-a-text": (finding) => ({ problem: `The field ${finding.column ?? ""} holds a list or an object.`, remedy: "Write its value as a text; only “answers” and “source” may be lists of texts." }),
  "too-many-answers": says("The question has more than ten answers.", "Keep ten of them."),
  "answers-twice": says("The question has both a list “answers” and single fields answer_0, answer_1 …", "Keep one of the two."),
  "damaged-file": (finding) => ({ problem: `The workbook cannot be opened${finding.value === null ? "" : `: ${finding.value}`}.`, remedy: "Open it in a spreadsheet program and save it again as XLSX, without a password." }),
  "wrong-sheet": (finding) => ({ problem: `The workbook has several sheets and none is called “freshqa”: ${finding.value ?? ""}.`, remedy: "Rename the sheet that holds the questions to “freshqa”." }),
  "date-cell": (finding) => ({ problem: `${column(finding)} holds a date of the spreadsheet program; it is read as the text shown here.`, remedy: "Check that day and month are right. Format the column as text to keep the program from changing it." }),
  "error-cell": (finding) => ({ problem: `${column(finding)} holds an error of the spreadsheet program (${finding.value ?? ""}).`, remedy: "Correct the formula, or replace it by its text." }),
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
