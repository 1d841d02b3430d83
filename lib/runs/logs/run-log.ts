import type { Finding } from "@/lib/dataset/file-formats/release-file";

/** The forms in which a tool writes its log: `document` is one JSON value, `lines` has one on each line, `csv` a row. */
export type LogForm = "document" | "lines" | "archive" | "parquet" | "csv";

/** What a log says about its run as a whole. Empty or null: it does not say. */
export interface LogHead {
  toolVersion: string;
  /** As the tool names it, with its provider where that is part of the name. */
  model: string;
  temperature: number | null;
  maxTokens: number | null;
  /** Further parameters as they stand in the log. */
  parameters: Record<string, string>;
  /** ISO time. */
  startedAt: string | null;
  task: string;
  dataset: string;
  /** Of the whole run, where the tool says that it did not end well: "error", "cancelled". */
  trouble: string;
}

export const NO_HEAD: LogHead = {
  toolVersion: "",
  model: "",
  temperature: null,
  maxTokens: null,
  parameters: {},
  startedAt: null,
  task: "",
  dataset: "",
  trouble: "",
};

/** What a scorer of the tool said of a response. */
export interface LogVerdict {
  scorer: string;
  /** "correct", "incorrect", "" where it says nothing; anything else as it stands in the log: partial credit, a measure. */
  value: string;
  explanation: string;
}

/** One response of a log. Texts are empty where the log has none. */
export interface LogSample {
  /** The line that it began on, where it was handed out later. */
  line?: number;
  /** Our question ID, "Q17", where the task that ran carried it. */
  stableId: string;
  /** The tool's own name of the sample: an index, a line's key. */
  sampleId: string;
  question: string;
  response: string;
  /** Why there is no response. */
  error: string;
  /** Which repetition it is; empty where the tool has none. */
  epoch: string;
  /** Of tools that cut answers out of responses: by which filter. */
  filter: string;
  /** Where one log holds several models or prompts: which. */
  variant: string;
  /** Of this variant, where the tool names one in each sample. */
  model: string;
  stop: string;
  reasoning: string;
  verdicts: LogVerdict[];
}

export const NO_SAMPLE: LogSample = {
  stableId: "",
  sampleId: "",
  question: "",
  response: "",
  error: "",
  epoch: "",
  filter: "",
  variant: "",
  model: "",
  stop: "",
  reasoning: "",
  verdicts: [],
};

/** The time in a name such as `samples_TASK_2026-01-21T03-44-18.458309.jsonl`; empty where there is none. */
export function stampOf(fileName: string): string {
  return /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(\.\d+)?/.exec(fileName)?.[0] ?? "";
}

/** A sample at its place in the file, or what kept it from being read (a code of finding-messages). */
export type LogItem = { record: number; line: number | null } & (
  { sample: LogSample } | { fault: string; detail: string | null }
);

/** A tool's way of saying things, where its log is JSON. Each takes values that anyone may have written. */
export interface LogDialect {
  /**
   * What is done with the value at a path of a document ("samples.*" for the elements of a list): handed to `take`, entered, or
   * passed over. Of a log in lines each line's value is at the path "".
   */
  at(path: string): "take" | "enter" | "skip";
  /** The samples that a value holds; what it says of the run goes into `head`. */
  take(value: unknown, path: string, head: LogHead, line?: number): LogSample[];
  /** Samples that could only be made once everything was read. */
  rest?(head: LogHead): LogSample[];
}

/** Thrown where a log cannot be read further. */
export class UnreadableLog extends Error {
  constructor(readonly finding: Finding) {
    super(finding.code);
  }
}
