import { describeFinding, type FindingWords } from "@/lib/exchange/formats/finding-words";
import type { Finding } from "@/lib/exchange/formats/release-file";
import { LEFT_OUT, type RowProblem } from "./schema";

/** The words for problems that only tables of responses have. */
const OWN: Record<string, (finding: Finding) => FindingWords> = {
  "empty-file": () => ({ problem: "The file is empty.", remedy: "Choose another file, or export it again." }),
  "no-records": () => ({ problem: "The file names its columns, but holds no record.", remedy: "Choose another file, or export it again." }),
  "not-json": (finding) => ({ problem: `This is not valid JSON${finding.value ? `: ${finding.value}` : ""}.${/^(\/\/|\/\*|#)/.test(finding.value ?? "") ? " JSON has no comments." : ""}`, remedy: "Correct it at this place, or export the file again. JSON is a list of objects; JSON Lines has one object a line." }),
  "not-an-object": () => ({ problem: "Here stands something other than an object with a question and a response.", remedy: "Each record is one object: {\"question\": \"…\", \"response\": \"…\"}." }),
};

/** A finding about a file of responses in words. */
export function describeFileFinding(finding: Finding): FindingWords {
  return OWN[finding.code]?.(finding) ?? describeFinding(finding);
}

/** What each problem of a record is called, in a word or two. */
export const PROBLEM_LABELS: Record<RowProblem, string> = {
  unreadable: "Unreadable",
  unmatched: "No such question",
  similar: "Similar question",
  accepted: "Accepted as the same",
  conflict: "Text and id disagree",
  duplicate: "Repeated question",
  "already-there": "Answered already",
  "no-response": "No response to judge",
  empty: "Empty response",
  replaced: "Characters replaced",
  invisible: "Invisible characters",
  "other-id": "Another question’s id",
  "bad-verdict": "Unknown verdict",
};

/** A record of a file of responses that deserves a word. */
export interface ProblemRow {
  record: number;
  line: number | null;
  question: string;
  problem: RowProblem;
  /** What made it unreadable: a finding's code. */
  fault: string | null;
  detail: string | null;
}

/** A record as a finding of a report, with the words for it. */
export function reportedProblem(row: ProblemRow): Finding & { words: FindingWords } {
  const leftOut = (LEFT_OUT as readonly string[]).includes(row.problem);
  const value = row.problem === "unreadable" ? row.detail : row.question === "" ? row.detail : row.question;
  return { record: row.record, line: row.line, column: null, code: row.problem, severity: leftOut ? "error" : "notice", value, words: describeRowProblem(row) };
}

/** What is wrong with a record, or worth knowing of it, and what to do about it. */
export function describeRowProblem(row: Omit<ProblemRow, "question">): FindingWords {
  const { detail } = row;
  switch (row.problem) {
    case "unreadable":
      return describeFileFinding({ record: row.record, line: row.line, column: null, code: row.fault ?? "unreadable", severity: "error", value: detail });
    case "unmatched":
      return {
        problem: detail === null ? "No question of the release has this text." : `No question of the release has the id ${detail}.`,
        remedy: "Check that the run is over the release that the model was asked. A reworded question belongs to the release that has its wording.",
      };
    case "similar":
      return {
        problem: `No question of the release has this text. The most similar is ${detail ?? "another"}`,
        remedy: "If it is the same question, accept it. Otherwise nothing needs to be done: the record is left out.",
      };
    case "accepted":
      return { problem: `The text differs; someone accepted it as ${detail ?? "a similar question"}`, remedy: "Nothing needs to be done." };
    case "conflict":
      return {
        problem: `The text and the ids do not point to one question of the release${detail === null ? "." : `. The other is ${detail}`}`,
        remedy: "Correct the text or the id. If the ids are of no use, take their column for “not used”: records are then matched by their text alone.",
      };
    case "other-id":
      return {
        problem: `The text decides; the id points to another question of the release${detail === null ? "." : `: ${detail}`}`,
        remedy: "Nothing needs to be done if the ids are those of another release. If they are right, the texts are mixed up: correct the file.",
      };
    case "duplicate":
      return { problem: `Record ${detail ?? "before"} answers the same question, and is taken.`, remedy: "Keep one response for each question; further ones belong to a run of their own." };
    case "already-there":
      return {
        problem: detail === "same" ? "The run has this response already." : "The run has another response to this question, which stays.",
        remedy: detail === "same" ? "Nothing needs to be done." : "Responses are never overwritten: import this file into a new run.",
      };
    case "no-response":
      return { problem: "The run has no response to this question, so the verdict has nothing to belong to.", remedy: "Import the responses first, then this file again." };
    case "empty":
      return { problem: "The response is empty; it is kept as an empty text.", remedy: "If the model did answer, correct the file and import it into a new run." };
    case "replaced":
      return { problem: "It holds characters that no text can keep (NUL, or half of a character); the sign \uFFFD stands in their place.", remedy: "Nothing needs to be done, unless these characters matter." };
    case "invisible":
      return { problem: `The response holds characters that nobody sees (${detail ?? ""}); it is taken as it is.`, remedy: "Nothing needs to be done if the model wrote them. Otherwise remove them in the file." };
    case "bad-verdict":
      return { problem: `“${detail ?? ""}” is no verdict; the response is taken without it.`, remedy: "A verdict is TRUE or FALSE, correct or incorrect, 1 or 0." };
  }
}
