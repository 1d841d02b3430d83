import { isZip } from "@/lib/dataset/file-formats/byte-signature";
import { HEAD_BYTES } from "@/lib/dataset/file-formats/offered-reading";
import { fieldsOf } from "./log-values";
import { DocumentScanner, parseLoose } from "./loose-json";
import { isPromptfooCsv } from "./promptfoo-csv";
import type { LogForm } from "./run-log";
import type { LogTool } from "./vocabulary";

export interface RecognizedLog {
  tool: LogTool;
  form: LogForm;
  /** What a tool writes beside its log: what the run was, or what its scorers say, without responses. */
  beside: boolean;
}

/** Which tool wrote a file, by what its beginning holds and never by its name; null: none that is known here. */
export function recognizeLog(head: Uint8Array): RecognizedLog | null {
  if (isZip(head)) return isInspectArchive(head) ? log("inspect", "archive") : null;
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.startsWith("PAR1")) return log("lighteval", "parquet");
  if (isPromptfooCsv(text, head.byteLength < HEAD_BYTES)) return log("promptfoo", "csv");
  if (!text.startsWith("{") && !text.startsWith("[")) return null;
  const lineEnd = text.indexOf("\n");
  const line = parseLoose(lineEnd === -1 ? text : text.slice(0, lineEnd));
  const has = keysIn(text);
  const all = (...keys: string[]) => keys.every((key) => has.has(key));
  if (all("*.instance_id", "*.stats")) return { ...log("helm", "document"), beside: true };
  if (text.startsWith("["))
    return all("*.question", "*.generated_answer") && isNat(has) ? log("nat", "document") : null;
  if (
    all("doc_id", "doc") &&
    (has.has("resps") || has.has("filtered_resps") || has.has("arguments"))
  )
    return log("lm-eval", "lines");
  if (all("spec", "spec.run_id") || all("run_id", "event_id", "sample_id", "type"))
    return log("openai-evals", "lines");
  if (has.has("custom_id") && isBatchLine(fieldsOf(line), has)) return log("openai-batch", "lines");
  if (all("evaluation_id", "sample_id", "interaction_type")) return log("eee", "lines");
  if (all("adapter_spec", "request_states")) return log("helm", "document");
  if (all("adapter_spec", "scenario_spec")) return { ...log("helm", "document"), beside: true };
  if (all("eval", "eval.task", "eval.created")) return log("inspect", "document");
  if (has.has("results.results") || (has.has("evalId") && has.has("results")))
    return log("promptfoo", "document");
  if (line !== undefined && all("promptIdx", "testIdx", "vars")) return log("promptfoo", "lines");
  if (all("results", "configs") || all("results", "group_subtasks"))
    return { ...log("lm-eval", "document"), beside: true };
  return null;
}

/** The line of a batch has a whole HTTP response, or none and an object that says why. Tables have texts there. */
function isBatchLine(line: Readonly<Record<string, unknown>>, has: ReadonlySet<string>): boolean {
  return (
    has.has("response.body") ||
    has.has("response.status_code") ||
    (line["response"] === null && typeof line["error"] === "object" && line["error"] !== null)
  );
}

/** Whether a list of questions with generated answers has what the toolkit writes and nothing else. */
function isNat(has: ReadonlySet<string>): boolean {
  return [...has].every((path) => path === "" || path === "*" || NAT_KEYS.includes(path.slice(2)));
}
const NAT_KEYS = [
  "id",
  "question",
  "question_id",
  "answer",
  "expected_output",
  "generated_answer",
  "intermediate_steps",
  "expected_intermediate_steps",
  "trajectory",
  "expected_trajectory",
  "full_dataset_entry",
  "error",
];

function log(tool: LogTool, form: LogForm): RecognizedLog {
  return { tool, form, beside: false };
}

/** The keys of the first value of a text that may be cut off: "eval", "eval.model", in lists "*.question". */
function keysIn(text: string): Set<string> {
  const keys = new Set<string>();
  const scanner = new DocumentScanner((path) => {
    keys.add(path);
    return path.includes(".") ? "skip" : "enter";
  });
  try {
    scanner.write(text);
  } catch {
    // The second line of a log in lines is no part of the first value.
  }
  return keys;
}

/** The names of the first files in a zip archive: those of Inspect are its own. */
function isInspectArchive(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const name = bytes.length > 30 ? bytes.toString("latin1", 30, 30 + bytes.readUInt16LE(26)) : "";
  return /^(_journal\/|samples\/|header\.json$|summaries\.json$|reductions\.json$)/.test(name);
}
