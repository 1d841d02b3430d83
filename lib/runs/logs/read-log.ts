import {
  BATCH_SIZE,
  DEFAULT_MAX_ROWS,
  fileError,
  quoteValue,
  tooManyRows,
  type ReadOptions,
  type Report,
} from "@/lib/dataset/file-formats/release-file";
import {
  escapeInvalidChars,
  hasEncodingErrors,
  readUtf8,
} from "@/lib/dataset/file-formats/utf8-text";
import { MAX_TEXTS } from "./log-values";
import { BesideVerdicts, takeBesideHead } from "./beside";
import { HELM, helmBeside } from "./helm";
import { INSPECT } from "./inspect";
import { LM_EVAL, LM_EVAL_RESULTS, takeLmEvalName } from "./lm-eval";
import { brokenValue, DocumentScanner, MAX_VALUE, parseLoose } from "./loose-json";
import { openaiEvals, OPENAI_BATCH } from "./openai";
import { everyEvalEver, NAT } from "./other-tools";
import { promptfoo } from "./promptfoo";
import { readPromptfooCsv } from "./promptfoo-csv";
import type { RecognizedLog } from "./recognize";
import {
  NO_HEAD,
  stampOf,
  UnreadableLog,
  type LogDialect,
  type LogHead,
  type LogItem,
  type LogSample,
} from "./run-log";
import { type LogTool } from "./vocabulary";

/** A log file: on disk, and as a stream of its bytes. */
export interface LogSource {
  path: string;
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** A file that a tool wrote beside its log. */
export interface BesideFile {
  recognized: RecognizedLog;
  source: LogSource;
}

/**
 * Reads a log, batch by batch. A sample that cannot be read is an item with its fault, so that nothing goes missing.
 * @param beside what the tool wrote beside it: what it says is taken as if it stood in the log
 * @param report told of a file beside it that says nothing of this log
 * @returns what the log says of its run as a whole
 * @throws UnreadableLog where the file cannot be read (further)
 */
export async function* readLog(
  { tool, form, beside: isBeside }: RecognizedLog,
  source: LogSource,
  options: ReadOptions = {},
  beside: readonly BesideFile[] = [],
  report: Report = () => {},
): AsyncGenerator<LogItem[], LogHead> {
  const head: LogHead = { ...NO_HEAD, parameters: {} };
  if (tool === "lm-eval") takeLmEvalName(head, source.fileName);
  const told: (ToldBeside & { fileName: string })[] = [];
  for (const file of beside)
    told.push({ ...(await readBeside(file, head, options)), fileName: file.source.fileName });
  const stamp = stampOf(source.fileName);
  const ofOtherTime = (fileName: string) =>
    ![stamp, ""].includes(stampOf(fileName)) && stamp !== "";
  const { maxRows = DEFAULT_MAX_ROWS } = options;
  let count = 0;
  let batch: LogItem[] = [];
  for await (const item of await itemsOf()) {
    // Nothing yet: whoever reads sees that it goes on, and may end it.
    if (item === null) {
      yield batch;
      batch = [];
      continue;
    }
    if (++count > maxRows) throw new UnreadableLog(tooManyRows(maxRows));
    batch.push(
      "sample" in item
        ? {
            ...item,
            sample: told.reduce((own, { verdicts }) => verdicts.with(own), item.sample),
          }
        : item,
    );
    if (batch.length >= BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
  let results: string | null = null;
  for (const { head: said, verdicts, fileName } of told)
    if (tool === "lm-eval" && results !== null)
      report({ ...fileError("beside-second", results), severity: "notice" });
    else if (
      ofOtherTime(fileName) ||
      (verdicts.some ? verdicts.used === 0 : isOfOther(tool, head, said))
    )
      report({ ...fileError("beside-unused", fileName), severity: "notice" });
    else {
      takeBesideHead(head, said);
      results = fileName;
    }
  return head;

  async function itemsOf(): Promise<AsyncGenerator<LogItem | null>> {
    switch (form) {
      case "archive": {
        const { readInspectArchive } = await import("./inspect-archive");
        return readInspectArchive(source.path, head, options);
      }
      case "parquet": {
        const { readParquetLog } = await import("./parquet-log");
        return readParquetLog(source.path, options);
      }
      case "csv":
        return readPromptfooCsv(source.bytes, head, options);
      case "document":
        return readDocument(
          source.bytes,
          isBeside ? besideDialect(tool, new BesideVerdicts(source.fileName)) : dialectOf(tool),
          head,
          options,
        );
      case "lines":
        return readLines(source.bytes, dialectOf(tool), head, options);
    }
  }
}

interface ToldBeside {
  head: LogHead;
  verdicts: BesideVerdicts;
}

/** What a file beside a log says. @param log what the log's name says @throws UnreadableLog with the file's name */
async function readBeside(
  { recognized: { tool }, source }: BesideFile,
  log: LogHead,
  options: ReadOptions,
): Promise<ToldBeside> {
  const verdicts = new BesideVerdicts(source.fileName);
  const head: LogHead = { ...NO_HEAD, parameters: {}, task: tool === "lm-eval" ? log.task : "" };
  const dialect = besideDialect(tool, verdicts);
  try {
    for await (const item of readDocument(source.bytes, dialect, head, options))
      if ("fault" in item) throw new UnreadableLog(fileError(item.fault, item.detail));
  } catch (problem) {
    if (!(problem instanceof UnreadableLog) || problem.finding.code === "beside-contradicts")
      throw problem;
    throw new UnreadableLog(fileError("beside-unreadable", source.fileName));
  }
  return { head, verdicts };
}

/** Whether a file beside a log is of another model, or knows nothing of its task. */
function isOfOther(tool: LogTool, log: LogHead, beside: LogHead): boolean {
  return (
    (log.model !== "" && beside.model !== "" && log.model !== beside.model) ||
    (tool === "lm-eval" && log.task !== "" && beside.task === "")
  );
}

function besideDialect(tool: LogTool, verdicts: BesideVerdicts): LogDialect {
  return tool === "helm" ? helmBeside(verdicts) : LM_EVAL_RESULTS;
}

function dialectOf(tool: LogTool): LogDialect {
  switch (tool) {
    case "lm-eval":
      return LM_EVAL;
    case "inspect":
      return INSPECT;
    case "helm":
      return HELM;
    case "openai-evals":
      return openaiEvals();
    case "openai-batch":
      return OPENAI_BATCH;
    case "promptfoo":
      return promptfoo();
    case "nat":
      return NAT;
    case "eee":
      return everyEvalEver();
    case "lighteval":
      throw new Error("LightEval writes Parquet alone");
  }
}

/** One JSON value: its samples are taken out of it one by one. */
async function* readDocument(
  bytes: AsyncIterable<Uint8Array>,
  dialect: LogDialect,
  head: LogHead,
  options: ReadOptions,
): AsyncGenerator<LogItem> {
  const scanner = new DocumentScanner((path) => dialect.at(path));
  let record = 0;
  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) throw new UnreadableLog(piece.failure);
    for (const { path, text, line } of scanner.write(piece.text)) {
      const samples = taken(dialect, path, text, head);
      const ofSample = path.endsWith("*");
      if (ofSample) record++;
      if (samples === null && !ofSample)
        throw new UnreadableLog({ ...brokenValue("not-json", text), line });
      yield* placed(samples, text, record, line);
    }
  }
  scanner.end();
  yield* placed(dialect.rest?.(head) ?? [], "", record, null);
}

/** A JSON value on each line. */
async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  dialect: LogDialect,
  head: LogHead,
  options: ReadOptions,
): AsyncGenerator<LogItem | null> {
  let line = 0;
  const take = function* (text: string): Generator<LogItem> {
    line++;
    if (text.trim() !== "") yield* placed(taken(dialect, "", text, head, line), text, line, line);
  };
  let rest: string[] = [];
  let kept = 0;
  let pieces = 0;
  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) throw new UnreadableLog(piece.failure);
    if (++pieces % 16 === 0) yield null;
    let at = 0;
    for (let end = piece.text.indexOf("\n"); end !== -1; end = piece.text.indexOf("\n", at)) {
      rest.push(piece.text.slice(at, end));
      yield* take(rest.join(""));
      rest = [];
      kept = 0;
      at = end + 1;
    }
    rest.push(piece.text.slice(at));
    kept += piece.text.length - at;
    if (kept > MAX_VALUE)
      throw new UnreadableLog({
        ...fileError("record-too-long", rest[0]!.slice(0, 200)),
        record: line + 1,
        line: line + 1,
      });
  }
  yield* take(rest.join(""));
  yield* placed(dialect.rest?.(head) ?? [], "", line, null);
}

/** The samples of a value; null where it is no JSON. */
function taken(
  dialect: LogDialect,
  path: string,
  text: string,
  head: LogHead,
  line?: number,
): LogSample[] | null {
  if (hasEncodingErrors(text)) return null;
  const value = parseLoose(text);
  return value === undefined ? null : dialect.take(value, path, head, line);
}

function* placed(
  samples: readonly LogSample[] | null,
  text: string,
  record: number,
  line: number | null,
): Generator<LogItem> {
  if (samples !== null) {
    for (const { line: own, ...sample } of samples)
      if (own !== undefined) yield { record: own, line: own, sample };
    const here = samples.filter((sample) => sample.line === undefined);
    if (here.length > MAX_TEXTS && text !== "")
      yield { record, line, fault: "too-many-texts", detail: null };
    else for (const sample of here) yield { record, line, sample };
  } else
    yield hasEncodingErrors(text)
      ? { record, line, fault: "wrong-encoding", detail: escapeInvalidChars(text) }
      : { record, line, fault: "not-json", detail: quoteValue(text.trim()) };
}
