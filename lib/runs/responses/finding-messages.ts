import { describeFinding, type FindingWords } from "@/lib/dataset/file-formats/finding-messages";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import { LEFT_OUT, type RowProblem } from "./vocabulary";

/** Messages for problems that only tables of responses have. */
const OWN: Record<string, (finding: Finding) => FindingWords> = {
  "empty-file": () => ({
    problem: "The file is empty.",
    remedy: "Choose another file or export it again.",
  }),
  "no-records": () => ({
    problem: "The file has a header but no rows.",
    remedy: "Choose another file or export it again.",
  }),
  "not-json": (finding) => ({
    problem: `This is not valid JSON${finding.value ? `: ${finding.value}` : ""}.${/^(\/\/|\/\*|#)/.test(finding.value ?? "") ? " JSON has no comments." : ""}`,
    remedy:
      "Fix it at this position or export the file again. JSON is an array of objects; JSON Lines has one object per line.",
  }),
  "no-responses": (finding) => ({
    problem: `This ${finding.value ?? ""} file has no samples, so there are no responses to import.`,
    remedy:
      "Choose the file with the samples. In lm-evaluation-harness it is samples_….jsonl (--log_samples); in Inspect, a log written with samples.",
  }),
  "beside-unused": (finding) => ({
    problem: `“${finding.value ?? ""}” says nothing about this log; it was not used.`,
    remedy: "Check that both files are of the same run.",
  }),
  "beside-second": (finding) => ({
    problem: `More than one results file may belong to this log; “${finding.value ?? ""}” was used.`,
    remedy: "To use another one, import the log with that file alone.",
  }),
  "beside-unreadable": (finding) => ({
    problem: `“${finding.value ?? ""}”, which was imported with the log, can't be read.`,
    remedy: "Copy the file again, or import the log without it.",
  }),
  "beside-contradicts": (finding) => ({
    problem: `“${finding.value ?? ""}” has a second verdict of the same scorer for a sample.`,
    remedy: "Choose the files of one run at a time.",
  }),
  "too-many-texts": () => ({
    problem: "The sample has more than 100 responses.",
    remedy: "Run the tool with fewer repetitions, or keep the first ones.",
  }),
  "damaged-archive": (finding) => ({
    problem: `The archive is damaged or uses a feature that is not supported${finding.value === null ? "" : ` (${finding.value})`}.`,
    remedy: "Copy the log again, or convert it to JSON with “inspect log convert --to json”.",
  }),
  "damaged-parquet": (finding) => ({
    problem: `The Parquet file is damaged${finding.value === null ? "" : ` (${finding.value})`}.`,
    remedy: "Copy the file again or export it again.",
  }),
  "wrong-checksum": (finding) => ({
    problem: `The checksum doesn't match${finding.value === null ? "" : `: ${finding.value}`}.`,
    remedy: "The log was damaged after it was written. Copy it again.",
  }),
  "too-deep": (finding) => ({
    problem: `The JSON is nested too deeply${finding.value === null ? "" : `: ${finding.value}`}.`,
    remedy: "Export the log again.",
  }),
  "not-an-object": () => ({
    problem: "Expected an object with a question and a response.",
    remedy: 'Each record is one object: {"question": "…", "response": "…"}.',
  }),
};

/** Returns the message for a finding about a file of responses. */
export function describeFileFinding(finding: Finding): FindingWords {
  return OWN[finding.code]?.(finding) ?? describeFinding(finding);
}

/** Short labels for the problems of a row. */
export const PROBLEM_LABELS: Record<RowProblem, string> = {
  unreadable: "Unreadable",
  unmatched: "Question not found",
  similar: "Similar question",
  accepted: "Accepted as the same",
  conflict: "Text and ID don't match",
  duplicate: "Duplicate question",
  "already-there": "Response already exists",
  "no-response": "No response for verdict",
  empty: "Empty response",
  replaced: "Characters replaced",
  invisible: "Invisible characters",
  "bad-references": "Invalid references",
  failed: "No response in log",
  "not-chosen": "Not selected",
  "loose-mark": "Citation without reference",
  "other-fields": "Fields not kept",
  "other-id": "ID of another question",
  "bad-verdict": "Unknown verdict",
};

/** A row of a file of responses with a problem or a warning. */
export interface ProblemRow {
  record: number;
  line: number | null;
  question: string;
  releaseId: string;
  problem: RowProblem;
  /** What made it unreadable: a finding's code. */
  fault: string | null;
  detail: string | null;
}

/** Turns a row with a problem into a finding with its message. */
export function reportedProblem(row: ProblemRow): Finding & { words: FindingWords } {
  const leftOut = (LEFT_OUT as readonly string[]).includes(row.problem);
  const pointed = row.releaseId === "" ? row.detail : `ID ${row.releaseId}`;
  const value =
    row.problem === "unreadable" ? row.detail : row.question === "" ? pointed : row.question;
  return {
    record: row.record,
    line: row.line,
    column: null,
    code: row.problem,
    severity: leftOut ? "error" : "notice",
    value,
    words: describeRowProblem(row),
  };
}

/** What is wrong with a record, or worth knowing of it, and what to do about it. */
export function describeRowProblem(row: Omit<ProblemRow, "question" | "releaseId">): FindingWords {
  const { detail } = row;
  switch (row.problem) {
    case "unreadable":
      return describeFileFinding({
        record: row.record,
        line: row.line,
        column: null,
        code: row.fault ?? "unreadable",
        severity: "error",
        value: detail,
      });
    case "unmatched":
      return {
        problem:
          detail === null
            ? "No question in the release has this text."
            : `No question in the release has the ID ${detail}.`,
        remedy:
          "Check that the run uses the right release; a question may be worded differently in another release.",
      };
    case "similar":
      return {
        problem: `No question in the release has this text. The most similar is ${detail ?? "another"}`,
        remedy:
          "If it is the same question, accept it. Otherwise no action is needed: the row is skipped.",
      };
    case "accepted":
      return {
        problem: `The text differs; someone accepted it as ${detail ?? "a similar question"}`,
        remedy: "No action needed.",
      };
    case "conflict":
      return {
        problem: `The text and the IDs match different questions in the release${detail === null ? "." : `. The other is ${detail}`}`,
        remedy:
          "Correct the text or the ID. If the IDs are unreliable, set their column to “Ignore” to match by text only.",
      };
    case "other-id":
      return {
        problem: `Matched by text; the ID belongs to another question in the release${detail === null ? "." : `: ${detail}`}`,
        remedy:
          "No action needed if the IDs come from another release. If they are correct, the texts are mixed up; fix the file.",
      };
    case "duplicate":
      return {
        problem: `${detail === null ? "An earlier row" : `Row ${detail}`} has the same question and is used.`,
        remedy: "Keep one response per question; put others in a separate run.",
      };
    case "already-there":
      return {
        problem:
          detail === "same"
            ? "The run already has this response."
            : detail === "references"
              ? "The run already has this response, with other references; they are kept."
              : "The run already has a different response to this question; it is kept.",
        remedy:
          detail === "same"
            ? "No action needed."
            : "Responses are never overwritten: import this file into a new run.",
      };
    case "no-response":
      return {
        problem: "The run has no response to this question, so the verdict can't be imported.",
        remedy: "Import the responses first, then this file again.",
      };
    case "empty":
      return {
        problem: "The response is empty; it is imported as empty text.",
        remedy: "If the model did answer, correct the file and import it into a new run.",
      };
    case "replaced":
      return {
        problem:
          "Contains characters that can't be stored (NUL or an incomplete character); they were replaced with \uFFFD.",
        remedy: "No action needed unless these characters matter.",
      };
    case "invisible":
      return {
        problem: `The response contains invisible characters (${detail ?? ""}); it is imported unchanged.`,
        remedy: "No action needed if the model wrote them. Otherwise, remove them from the file.",
      };
    case "bad-references":
      return {
        problem: `The references can't be read: ${detail ?? "unknown"}.`,
        remedy:
          'Write them as a JSON array of texts or of objects such as {"title": "…", "url": "…", "text": "…"} (Python: json.dumps), or set the column to “Metadata”. Responses can\'t be given references later.',
      };
    case "failed":
      return {
        problem: `The log has no response here${detail === null ? "" : `: ${detail}`}.`,
        remedy:
          "No action needed: the response counts as missing. To add it, run the tool again and import the new log.",
      };
    case "not-chosen":
      return {
        problem: "The sample belongs to another epoch, filter or variant than the selected one.",
        remedy: "A run has one response per question. Import the log into another run for others.",
      };
    case "loose-mark":
      return {
        problem: `The response cites ${detail ?? "a place"}, where it has no reference; it is imported unchanged.`,
        remedy:
          "No action needed if the model cited wrongly. Otherwise, check the order of the references: the first one is [1].",
      };
    case "other-fields":
      return {
        problem: `References have fields that aren't kept: ${detail ?? ""}.`,
        remedy:
          "No action needed unless they matter. Title, url and text are kept; put others into columns of their own.",
      };
    case "bad-verdict":
      return {
        problem:
          detail === null
            ? "The verdict is not valid and is not imported. It is shown once you have rated the response."
            : `“${detail}” is not a valid verdict and is not imported.`,
        remedy: "Use TRUE or FALSE, correct or incorrect, 1 or 0.",
      };
  }
}
