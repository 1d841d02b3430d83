import { ZodError } from "zod";
import { accuracyDataTable, accuracyReportTable } from "@/lib/reporting/accuracy/rules";
import { comparisonDataTable, comparisonTable } from "@/lib/reporting/accuracy/comparison-tables";
import {
  accuracyRequestSchema,
  accuracyViewSchema,
  comparisonRequestSchema,
  MEASURES,
  REPORT_SPLITS,
  type QuestionChoice,
  type ReportChoices,
} from "@/lib/reporting/accuracy/schema";
import { DISAGREEMENT_RULES, VERDICT_SOURCES } from "@/lib/reporting/verdicts/schema";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/schema";
import { linesOf, type ReportTable } from "@/lib/reporting/files/table";
import { GOLD_CHOICES } from "@/lib/reporting/snapshots/schema";
import { TABLE_FORMATS, writeTable } from "@/lib/reporting/files/write-table";
import {
  choice,
  columns,
  list,
  parseInput,
  Refused,
  text,
  UsageError,
  type Call,
  type Command,
} from "./command";

/** The options about counting that accuracy and agreement share. */
export const COUNTING_EXPLANATIONS: Command["explanations"] = [
  [
    "--truth TRUTH",
    "correct answers from: release (each run's own, the default), or a past date such as 2026-11-20 (the end of that date in the dataset's time zone)",
  ],
  ["--gold CHOICE", `gold responses: ${GOLD_CHOICES.join(" or ")} (default count)`],
];
/** The options about questions and runs that reports of campaigns share. */
export const QUESTIONS_AND_RUNS: Command["explanations"] = [
  [
    "--run RUN",
    "only responses of this run: its number, its model's name, or MODEL / RUN; may be repeated",
  ],
  ["--split SPLIT", `${REPORT_SPLITS.join(", ")} (default all)`],
  ["--category CATEGORY", `only these: ${CATEGORIES.join(", ")}; may be repeated`],
  ["--hops HOPS", `only ${HOPS.join(" or ")}`],
];
export const SCOPE_OPTIONS: Command["options"] = {
  campaign: { type: "string" },
  split: { type: "string" },
  category: { type: "string", multiple: true },
  hops: { type: "string" },
  year: { type: "string" },
  rule: { type: "string" },
  verdicts: { type: "string" },
  evaluator: { type: "string" },
  truth: { type: "string" },
  gold: { type: "string" },
  state: { type: "string" },
};
const SHOWN_OPTIONS: Command["options"] = {
  measure: { type: "string" },
  format: { type: "string" },
};
export const SCOPE_EXPLANATIONS: Command["explanations"] = [
  [
    "--campaign NAME",
    "only ratings of this campaign and its follow-ups: its name or number (default: all)",
  ],
  ["--split SPLIT", `${REPORT_SPLITS.join(", ")} (default all)`],
  ["--category CATEGORY", `only these: ${CATEGORIES.join(", ")}; may be repeated`],
  ["--hops HOPS", `only ${HOPS.join(" or ")}`],
  ["--year YEAR", "“old” knowledge is before this year (default 2022)"],
  ["--rule RULE", "unadjudicated disagreements: majority (default) or excluded"],
  [
    "--verdicts SOURCE",
    `whose verdicts count: ${VERDICT_SOURCES.join(", ")} (default people; with --evaluator, automatic)`,
  ],
  ["--evaluator NAME", "the automatic evaluator, for the last two: its name or number"],
  ...COUNTING_EXPLANATIONS,
  ["--state STATE", "as of a saved state (the state= value of a permalink)"],
];
const SHOWN_EXPLANATIONS: Command["explanations"] = [
  [
    "--measure MEASURE",
    `measure in the table: ${MEASURES.join(", ")} (default relaxed); --json has all of them`,
  ],
  ["--format FORMAT", `print the table in this format: ${TABLE_FORMATS.join(", ")}`],
];

/** On which questions the runs stand. @throws UsageError */
function questionsOf({ common, standardized }: Call["values"]): QuestionChoice {
  if (common === true && standardized === true)
    throw new UsageError("Use either --common or --standardized.");
  return common === true ? "common" : standardized === true ? "standardized" : "rated";
}

export const reportAccuracy: Command = {
  name: "report accuracy",
  summary: "Report the accuracy of runs in the paper's columns, with Wilson CIs and coverage",
  usage: "--run RUN [--run RUN …] [options]",
  options: {
    run: { type: "string", multiple: true },
    common: { type: "boolean" },
    standardized: { type: "boolean" },
    ...SCOPE_OPTIONS,
    ...SHOWN_OPTIONS,
  },
  explanations: [
    ["--run RUN", "a run's number, its model's name, or MODEL / RUN; may be repeated"],
    ["--common", "only questions with a verdict in both modes for every run"],
    ["--standardized", "weight categories and hops as in the newest release of the runs"],
    ...SCOPE_EXPLANATIONS,
    ...SHOWN_EXPLANATIONS,
  ],
  words: 0,
  needs: "database",
  async run(call) {
    const queries = await import("@/lib/reporting/accuracy/queries");
    const choices = await queries.listReportChoices(call.actor);
    const wanted = list(call.values, "run");
    if (wanted.length === 0)
      throw new UsageError(
        "--run is missing: specify at least one run. See: freshqa report accuracy --help",
      );
    const request = parseInput(accuracyRequestSchema, {
      ...scopeOf(call, choices),
      runs: wanted.map((run) => runCalled(run, choices)),
      questions: questionsOf(call.values),
    });
    const report = await found(() => queries.getAccuracyReport(call.actor, request));
    return answer(
      call,
      report,
      accuracyReportTable(report, accuracyViewSchema.parse({ measure: measureOf(call) })),
      accuracyDataTable(report),
    );
  },
};

export const reportComparison: Command = {
  name: "report compare",
  summary:
    "Compare two runs question by question: paired difference with its CI, McNemar's exact test, odds ratio",
  usage: "FIRST SECOND [options]",
  options: { ...SCOPE_OPTIONS, ...SHOWN_OPTIONS },
  explanations: [
    ["FIRST, SECOND", "a run's number, its model's name, or MODEL / RUN"],
    ...SCOPE_EXPLANATIONS,
    ...SHOWN_EXPLANATIONS,
  ],
  words: 2,
  needs: "database",
  async run(call) {
    const queries = await import("@/lib/reporting/accuracy/queries");
    const choices = await queries.listReportChoices(call.actor);
    const [first, second] = call.words.map((run) => runCalled(run, choices));
    const request = parseInput(comparisonRequestSchema, {
      ...scopeOf(call, choices),
      first,
      second,
    });
    const report = await found(() => queries.compareRuns(call.actor, request));
    return answer(
      call,
      report,
      comparisonTable(report, measureOf(call) ?? "relaxed"),
      comparisonDataTable(report),
    );
  },
};

export function scopeOf({ values }: Call, choices: ReportChoices): Record<string, unknown> {
  return {
    campaign: called(text(values, "campaign"), choices.campaigns, "campaign"),
    verdicts: choice(values, "verdicts", VERDICT_SOURCES),
    evaluator: called(text(values, "evaluator"), choices.evaluators, "evaluator"),
    split: choice(values, "split", REPORT_SPLITS),
    category: list(values, "category"),
    hops: choice(values, "hops", HOPS),
    year: text(values, "year"),
    rule: choice(values, "rule", DISAGREEMENT_RULES),
    truth: text(values, "truth"),
    gold: choice(values, "gold", GOLD_CHOICES),
    state: text(values, "state"),
  };
}

function measureOf({ values }: Call) {
  return choice(values, "measure", MEASURES);
}

/** A name, or else a number. @throws Refused */
export function called(
  word: string | undefined,
  known: readonly { id: number; name: string }[],
  what: string,
): number | undefined {
  if (word === undefined) return undefined;
  const item =
    known.find(({ name }) => name === word) ?? known.find(({ id }) => String(id) === word);
  if (!item) throw new Refused({ code: "not-found", message: `No ${what} named "${word}".` });
  return item.id;
}

/** @throws Refused where none or several runs are called so */
export function runCalled(word: string, { runs }: ReportChoices): number {
  const names = (run: ReportChoices["runs"][number]) => [
    String(run.runId),
    run.model,
    `${run.model} / ${run.run}`,
    `${run.model} · ${run.run}`,
    `${run.model} / ${run.run} / ${run.release}`,
  ];
  const byNumber = runs.find(({ runId }) => String(runId) === word);
  const matching = byNumber ? [byNumber] : runs.filter((run) => names(run).includes(word));
  if (matching.length === 1) return matching[0]!.runId;
  if (matching.length === 0)
    throw new Refused({ code: "not-found", message: `No run named "${word}".` });
  throw new Refused({
    code: "ambiguous",
    message: `Several runs are named "${word}". Specify one by its number:\n${matching.map((run) => `  ${run.runId}  ${run.model} / ${run.run} / ${run.release}`).join("\n")}`,
  });
}

export async function found<T>(work: () => Promise<T>): Promise<T> {
  const { NotFound } = await import("@/lib/platform/errors");
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotFound)
      throw new Refused({ code: "not-found", message: `${error.what} was not found.` });
    if (error instanceof ZodError)
      throw new UsageError(error.issues.map(({ message }) => message).join(" "));
    throw error;
  }
}

/** @param data everything that the report says, for CSV; without it the table itself */
export function answer(call: Call, report: unknown, table: ReportTable, data = table) {
  const format = choice(call.values, "format", TABLE_FORMATS);
  if (format !== undefined && !call.json)
    return {
      json: report,
      words: writeTable(format === "csv" ? data : table, format).replace(/\r?\n$/, ""),
    };
  return { json: report, words: tableWords(table) };
}

/** A report's table for a terminal, with its caption above and its notes below. */
export function tableWords(table: ReportTable): string {
  const title = (column: ReportTable["columns"][number]) =>
    `${column.group === "Valid premise" ? "vp " : column.group === "False premise" ? "fp " : ""}${column.title}`;
  return [
    table.caption,
    ...(table.about ?? []),
    "",
    columns([table.columns.map(title), ...table.rows.flatMap(linesOf)]),
    "",
    ...table.notes,
  ].join("\n");
}
