import { readRecords } from "@/lib/dataset/file-formats/read-records";
import type { Finding, ReadOptions } from "@/lib/dataset/file-formats/release-file";
import { offeredHeaders } from "@/lib/dataset/file-formats/table-csv";
import { firstText, stableIdOf, verdictOf } from "./log-values";
import { PromptfooVariants, type PromptfooPair } from "./promptfoo-variants";
import { NO_SAMPLE, UnreadableLog, type LogHead, type LogItem, type LogSample } from "./run-log";

/** What follows the response to each prompt, in tables of later versions. */
const AFTER = ["Status", "Score", "Named Scores"];
const REASON = "Grader Reason";
/** How a cell of earlier versions begins, with the verdict and scores before the response. */
const MARK = /^\[(PASS|FAIL|ERROR)\] \([^\n]*\)(?:\n|$)/;
/** How the name of a response's column begins: "[openai:gpt-4o] Answer this: …". */
const MODEL = /^\[([^\]]+)\] ?/;

/**
 * Whether a text begins like a table of promptfoo: the columns behind a response are always the same, or its cell begins with
 * the verdict.
 */
export function isPromptfooCsv(text: string, complete: boolean): boolean {
  const at = text.indexOf(`,${AFTER.join(",")},`);
  if (at > 0 && text.indexOf(REASON, at) !== -1) return true;
  if (!/\[(PASS|FAIL|ERROR)\] \(/.test(text)) return false;
  for (const { cells, reading, next } of offeredHeaders(text, complete, () => true)) {
    const prompts = markedPromptsOf(cells);
    const first = prompts.length === 0 || reading.separator !== undefined ? null : next();
    return (
      first !== null &&
      first.fault === null &&
      first.cells.length === cells.length &&
      prompts.every(({ at }) => first.cells[at] === "" || MARK.test(first.cells[at]!)) &&
      prompts.some(({ at }) => first.cells[at] !== "")
    );
  }
  return false;
}

/**
 * `--output x.csv` of promptfoo: a row for each test, with its variables, and behind them for each model and prompt the
 * response, whether it passed, and why. A row makes a sample for each. It says neither parameters nor when it ran.
 * @throws UnreadableLog
 */
export async function* readPromptfooCsv(
  bytes: AsyncIterable<Uint8Array>,
  head: LogHead,
  options: ReadOptions,
): AsyncGenerator<LogItem> {
  let prompts: PromptColumn[] = [];
  let variants = new PromptfooVariants();
  let variables: string[] = [];
  let plain = (cell: string) => cell;
  let failure: Finding | null = null;
  const rows = readRecords(
    { format: "csv", bytes },
    (finding) => {
      if (finding.severity === "error") failure ??= finding;
    },
    {
      ...options,
      isHeader: (cells) => {
        const told = promptsOf(cells);
        prompts = told.length > 0 ? told : markedPromptsOf(cells);
        if (prompts.length === 0) return false;
        variants = new PromptfooVariants(prompts);
        // Only later versions keep cells from being formulas.
        plain = told.length > 0 ? unescaped : (cell) => cell;
        variables = cells.slice(0, prompts[0]!.at);
        return true;
      },
      isSheet: () => true,
    },
  );
  let row = 0;
  for (let next = await rows.next(); ; next = await rows.next()) {
    if (next.done) {
      if (failure !== null) throw new UnreadableLog(failure);
      return;
    }
    for (const { record, line, cells, fault, detail } of next.value) {
      if (fault !== null && fault !== "replaced") {
        yield { record, line, fault, detail };
        continue;
      }
      const test = String(row++);
      const of = (name: string) => plain(cells[variables.indexOf(name)] ?? "");
      for (const [at, prompt] of prompts.entries()) {
        // A test that was not run with this model or prompt.
        if (prompt.reason === null && (cells[prompt.at] ?? "") === "") continue;
        head.model ||= prompt.provider;
        const sample: LogSample = {
          ...NO_SAMPLE,
          stableId: stableIdOf(of("question_id"), of("id")),
          sampleId: test,
          question: firstText(
            ...["question", "query", "input", "prompt"].map(of),
            variables.length === 1 ? of(variables[0]!) : "",
          ),
          model: prompt.provider,
          variant: variants.nameOf(at, prompt),
        };
        yield { record, line, sample: { ...sample, ...answerOf(cells, prompt) } };
      }
    }
  }
}

interface PromptColumn extends PromptfooPair {
  /** The column of the response, from 0. */
  at: number;
  /** The column of the reason; null where everything is in one cell. */
  reason: number | null;
}

function promptsOf(cells: readonly string[]): PromptColumn[] {
  return cells.flatMap((name, at) =>
    AFTER.every((own, place) => cells[at + 1 + place] === own)
      ? [{ at, reason: cells.indexOf(REASON, at), ...pairOf(name) }]
      : [],
  );
}

/** The columns at the end that are called by their model. */
function markedPromptsOf(cells: readonly string[]): PromptColumn[] {
  const from = cells.findLastIndex((name) => !MODEL.test(name)) + 1;
  return cells.slice(from).map((name, at) => ({ at: from + at, reason: null, ...pairOf(name) }));
}

function pairOf(name: string): PromptfooPair {
  return { provider: MODEL.exec(name)?.[1] ?? "", prompt: name.replace(MODEL, "") };
}

/** A request that failed has what went wrong in the place of the response. */
function answerOf(
  cells: readonly string[],
  { at, reason }: PromptColumn,
): Pick<LogSample, "response" | "error" | "verdicts"> {
  const { text, status, words } =
    reason === null
      ? unmarked(cells[at] ?? "")
      : {
          text: unescaped(cells[at] ?? ""),
          status: cells[at + 1] ?? "",
          words: unescaped(cells[reason] ?? ""),
        };
  if (status === "ERROR")
    return { response: "", error: firstText(text, words, "error"), verdicts: [] };
  const passed = status === "PASS" ? true : status === "FAIL" ? false : null;
  return {
    response: text,
    error: "",
    verdicts: passed === null ? [] : [verdictOf("assertions", passed, words)],
  };
}

/**
 * The parts of a cell of earlier versions: "[FAIL] (0.00)", the response, "Fail Reason: …", with empty lines between them. Of
 * a response with lines that are indented some of the indentation is lost, and the other parts are indented instead. Where a
 * model said nothing, the reason stands in its place, too.
 */
function unmarked(cell: string): { text: string; status: string; words: string } {
  const [mark = "", status = ""] = MARK.exec(cell) ?? [];
  const body = cell.slice(mark.length);
  if (status === "" || status === "ERROR") return { text: body.trim(), status, words: "" };
  const ending = status === "PASS" ? /\n[ \t]*Pass Reason: ?/g : /\n[ \t]*Fail Reason: ?/g;
  const last = [...body.matchAll(ending)].at(-1);
  const text = body.slice(0, last?.index).trim();
  const words = last === undefined ? "" : body.slice(last.index + last[0].length).trim();
  return { text: text === words && status === "FAIL" ? "" : text, status, words };
}

/** A cell without the apostrophe that keeps spreadsheets from taking it for a formula. */
function unescaped(cell: string): string {
  const [, rest] = /^'([\s\u200B-\u200D]*[=@+-][^]*)$/.exec(cell) ?? [];
  return rest ?? cell;
}
