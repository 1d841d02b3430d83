import type { RecordRow } from "@/lib/dataset/file-formats/read-records";
import { fileError, type ReadOptions, type Report } from "@/lib/dataset/file-formats/release-file";
import { AT, LogTable } from "@/lib/runs/logs/log-table";
import { evaluatorName, verdictScorers } from "@/lib/runs/logs/scorers";
import { readLog, type BesideFile, type LogSource } from "@/lib/runs/logs/read-log";
import type { FoundLog } from "@/lib/runs/logs/schema";
import type { RecognizedLog } from "@/lib/runs/logs/recognize";
import { UnreadableLog } from "@/lib/runs/logs/run-log";
import { LOG_TOOLS } from "@/lib/runs/logs/vocabulary";
import type { ColumnRole, ImportColumns } from "./schema";

/**
 * Reads the log of an evaluation tool as a table, whose columns are known. What cannot be read is a row with its fault, and
 * what concerns the file as a whole is reported.
 * @param model of the run: of a log of several models its samples are taken
 * @returns null if the file cannot be read to its end, or holds no responses
 */
export async function* readLogRecords(
  recognized: RecognizedLog,
  source: LogSource,
  report: Report,
  options: ReadOptions = {},
  beside: readonly BesideFile[] = [],
  model = "",
): AsyncGenerator<RecordRow[], ImportColumns | null> {
  const table = new LogTable(recognized.tool, options.maxInflated);
  const reader = readLog(recognized, source, options, beside, report);
  try {
    for (;;) {
      const next = await reader.next();
      if (next.done) {
        if (table.count > 0) return columnsOf(table, table.found(next.value, model));
        report(fileError("no-responses", LOG_TOOLS[recognized.tool]));
        return null;
      }
      yield next.value.map((item) => table.row(item));
    }
  } catch (problem) {
    if (!(problem instanceof UnreadableLog)) throw problem;
    report(problem.finding);
    return null;
  } finally {
    await reader.return(undefined as never);
  }
}

/** What each column of a log is. The verdicts of its only scorer are taken as Relaxed ones; of several someone chooses. */
function columnsOf(table: LogTable, log: FoundLog): ImportColumns {
  const { columns } = table;
  const roles = columns.map((_, at): ColumnRole => (table.holds(at) ? "metadata" : "ignore"));
  const give = (at: number, role: ColumnRole) => {
    if (table.holds(at)) roles[at] = role;
  };
  give(AT.question, "question");
  give(AT.question_id, "stable-id");
  if (table.byPlace) give(AT.sample, "id");
  roles[AT.response] = "response";
  const scorers = verdictScorers(log);
  const named = scorers.filter(({ name }) => name === "relaxed" || name === "strict");
  for (const { name, column } of named) roles[column] = name as "relaxed" | "strict";
  const only = named.length === 0 && scorers.length === 1 ? scorers[0]! : null;
  if (only !== null) {
    roles[only.column] = "relaxed";
    give(only.column + 1, "explanation");
  }
  return {
    columns,
    roles,
    evaluator:
      only !== null
        ? evaluatorName(log, only.name)
        : named.length > 0
          ? evaluatorName(log, named.map(({ name }) => name).join(", "))
          : "",
    log,
  };
}
