import { withQuery } from "@/lib/platform/address";
import { NotFound } from "@/lib/platform/errors";
import { inputError } from "@/lib/platform/fields";
import { ok, type AnyResult } from "@/lib/platform/result";
import type { Actor } from "@/lib/people/access/schema";
import { COUNTED_MEASURES, type AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import { comparisonDataTable, comparisonTable } from "@/lib/reporting/accuracy/comparison-tables";
import { changesDataTable, changesTable } from "@/lib/reporting/accuracy/over-time-tables";
import {
  accuracyDataTable,
  accuracyReportTable,
  pairsDataTable,
  pairsTable,
} from "@/lib/reporting/accuracy/rules";
import {
  accuracyRequest,
  accuracyView,
  comparisonRequest,
  comparisonView,
  overTimeRequest,
  type AccuracyReport,
  type AccuracyView,
} from "@/lib/reporting/accuracy/schema";
import { agreementReportTable } from "@/lib/reporting/agreement/file-tables";
import { countsInWords } from "@/lib/reporting/agreement/rules";
import { agreementRequest, agreementView, OF_AN_EVALUATOR } from "@/lib/reporting/agreement/schema";
import { principleRequest, principleView } from "@/lib/reporting/principles/schema";
import * as principles from "@/lib/reporting/principles/tables";
import {
  protocolRequest,
  protocolView,
  type ProtocolReport,
} from "@/lib/reporting/protocols/schema";
import * as protocols from "@/lib/reporting/protocols/tables";
import {
  oneTable,
  requestOf,
  type Given,
  type Parameters,
  type ReportRequest,
} from "./requests/parameters";
import type { ReportFormat } from "./files/schema";
import type { ReportTable } from "./files/table";

/*
 * Every report: its page, files, permanent address and `freshqa report …` follow from what is said here. Queries are loaded
 * when a report is read, since the command line knows its commands before it knows the database.
 */

/** A report's page, as the list of reports shows it. */
export interface ReportPage {
  path: string;
  title: string;
  /** What it answers, in a sentence. */
  words: string;
}

/** One of a report's tables as a file. */
export interface TableFile {
  /** Its name, without the ending. */
  name: string;
  table: ReportTable;
}

/** A report as a terminal prints it: sentences, then tables. */
interface Printed {
  words: readonly string[];
  tables: readonly ReportTable[];
}

/** A report that was read. */
interface OpenedReport {
  /** All of it, for JSON. */
  report: unknown;
  /** @throws NotFound where it has no such table */
  file(format: ReportFormat): TableFile;
  /** @throws NotFound where it has no such table */
  printed(): Printed;
}

interface Definition<
  P extends Parameters,
  Asked,
  Q extends Parameters,
  View,
  Value,
> extends ReportPage {
  /** Its name in `/api/reports/NAME`. */
  key: string;
  /** `freshqa report NAME`, and what it does in a line. */
  command: { name: string; summary: string };
  /** What it is of. */
  request: ReportRequest<P, Asked>;
  /** How it is shown. */
  view: ReportRequest<Q, View>;
  /** @throws AccessDenied, NotFound, ZodError for what only the database knows to be wrong */
  query: (actor: Actor, asked: Asked, view: View) => Promise<AnyResult<Value>>;
  /** A table for people. @throws NotFound where it has no such table */
  table: (report: Value, view: View) => TableFile;
  /** What programs get: each number in full, and often more at once. JSON has all of the report, under this name. */
  data: (report: Value, view: View) => TableFile;
  /** What a terminal prints, where that is not the table alone. */
  printed?: (report: Value, view: View) => Printed;
}

function defineReport<P extends Parameters, Asked, Q extends Parameters, View, Value>(
  definition: Definition<P, Asked, Q, View, Value>,
) {
  const { key, path, title, words, command, request, view, query, table, data, printed } =
    definition;
  const address = (base: string, asked: Given<P>, shown: Given<Q> = {}) =>
    withQuery(
      base,
      [request.query(asked), view.query(shown)].filter((text) => text !== "").join("&"),
    );
  return {
    key,
    path,
    title,
    words,
    command,
    request,
    view,
    /** The address of its page. */
    href: (asked: Given<P>, shown?: Given<Q>) => address(path, asked, shown),
    /** The address of its file, without the format. */
    fileHref: (asked: Given<P>, shown?: Given<Q>) => address(`/api/reports/${key}`, asked, shown),
    /** Reads it. @param input texts of its parameters. @throws as query; ZodError for parameters that say nothing valid */
    async open(actor: Actor, input: object): Promise<AnyResult<OpenedReport>> {
      const shown = view.parse(input);
      const read = await query(actor, request.parse(input), shown);
      if (!read.ok) return read;
      const report = read.value;
      return ok({
        report,
        file: (format) =>
          format === "csv" || format === "json" ? data(report, shown) : table(report, shown),
        printed: () =>
          printed?.(report, shown) ?? { words: [], tables: [table(report, shown).table] },
      });
    },
  };
}

/** A report, whatever it is asked for. */
export interface Report extends ReportPage {
  key: string;
  command: { name: string; summary: string };
  request: { parameters: Parameters; schema: ReportRequest<Parameters, unknown>["schema"] };
  view: Report["request"];
  open(actor: Actor, input: object): Promise<AnyResult<OpenedReport>>;
}

/** What a terminal prints of a report with several tables: the one that is asked for, or all that there are. @throws NotFound */
function askedTables<Name extends string>(
  name: Name | undefined,
  tables: Record<Name, ReportTable | null>,
): Printed {
  const wanted = name === undefined ? Object.values<ReportTable | null>(tables) : [tables[name]];
  const there = wanted.filter((table) => table !== null);
  if (there.length === 0) throw new NotFound(`The table “${name}”`);
  return { words: [], tables: there };
}

/** The pairs of runs behind a leaderboard's groups. @throws NotFound where it has none */
export function pairsFile(
  report: AccuracyReport | null,
  measure: AccuracyMeasure,
  format: ReportFormat,
): TableFile {
  if (!report?.groups?.[measure].pairs?.length) throw new NotFound("The pairs of runs");
  return format === "csv" || format === "json"
    ? { name: "leaderboard-pairs", table: pairsDataTable(report) }
    : { name: `leaderboard-pairs-${measure}`, table: pairsTable(report, measure) };
}

/** The accuracy of a report of runs. @param name of its files */
const accuracyTable = (name: string, report: AccuracyReport, view: AccuracyView): TableFile => ({
  name: `${name}-${view.measure}`,
  table: accuracyReportTable(report, view),
});
const accuracyData = (name: string, report: AccuracyReport): TableFile => ({
  name,
  table: accuracyDataTable(report),
});

const accuracy = defineReport({
  key: "accuracy",
  path: "/reports/accuracy",
  title: "Accuracy",
  words:
    "The FreshQA paper's table for any runs, by category, hops and knowledge age, in Relaxed and Strict, with the hallucination gap.",
  command: {
    name: "accuracy",
    summary: "Report the accuracy of runs in the paper's columns, with Wilson CIs and coverage",
  },
  request: accuracyRequest,
  view: accuracyView,
  async query(actor, asked) {
    const { getAccuracyReport } = await import("./accuracy/queries");
    return ok(await getAccuracyReport(actor, asked));
  },
  table: (report, view) => accuracyTable("accuracy", report, view),
  data: (report) => accuracyData("accuracy", report),
});

const comparison = defineReport({
  key: "comparison",
  path: "/reports/compare",
  title: "Compare runs",
  words:
    "Two runs on the same questions: paired difference with 95% CI, McNemar's test, odds ratio, and every question with different verdicts.",
  command: {
    name: "compare",
    summary:
      "Compare two runs question by question: paired difference with its CI, McNemar's exact test, odds ratio",
  },
  request: comparisonRequest,
  view: comparisonView,
  async query(actor, asked) {
    const { compareRuns } = await import("./accuracy/queries");
    return ok(await compareRuns(actor, asked));
  },
  table: (report, { measure }) => ({
    name: `comparison-${measure}`,
    table: comparisonTable(report, measure),
  }),
  data: (report) => ({ name: "comparison", table: comparisonDataTable(report) }),
});

const leaderboard = defineReport({
  key: "leaderboard",
  path: "/leaderboard",
  title: "Leaderboard",
  words: "Selected runs with configuration and release. Can be made public.",
  command: {
    name: "leaderboard",
    summary: "Report the accuracy of the runs on the leaderboard, and the pairs behind its groups",
  },
  request: requestOf({}),
  view: requestOf({
    ...accuracyView.parameters,
    table: oneTable(["accuracy", "pairs"], "both; files have the pairs"),
  }),
  async query(actor) {
    const { getLeaderboard } = await import("./leaderboard/queries");
    const { report } = await getLeaderboard(actor);
    if (report === null) throw new NotFound("A run on the leaderboard");
    return ok(report);
  },
  // Its own table is the accuracy report's; what only it has are the pairs.
  table: (report, view) =>
    view.table === "accuracy"
      ? accuracyTable("leaderboard", report, view)
      : pairsFile(report, view.measure, "markdown"),
  data: (report, { table, measure }) =>
    table === "accuracy" ? accuracyData("leaderboard", report) : pairsFile(report, measure, "csv"),
  printed: (report, view) =>
    askedTables(view.table, {
      accuracy: accuracyReportTable(report, view),
      pairs: report.groups?.[view.measure].pairs?.length ? pairsTable(report, view.measure) : null,
    }),
});

const overTime = defineReport({
  key: "accuracy-over-time",
  path: "/reports/accuracy/over-time",
  title: "Accuracy over time",
  words:
    "One model's accuracy by release, and its change on the questions that releases share: paired difference with 95% CI and McNemar's test.",
  command: {
    name: "over-time",
    summary: "Report the accuracy of a model by release, and its change from run to run",
  },
  request: overTimeRequest,
  view: requestOf({
    ...accuracyView.parameters,
    table: oneTable(["accuracy", "changes"], "both; files have the changes"),
  }),
  async query(actor, asked) {
    const { getAccuracyOverTime } = await import("./accuracy/queries");
    return ok(await getAccuracyOverTime(actor, asked));
  },
  // Its accuracy is the accuracy report of these runs; what only it has are the changes.
  table(report, view) {
    if (view.table === "accuracy") return accuracyTable("accuracy-over-time", report, view);
    if (report.changes[view.measure].length === 0) throw new NotFound("A change from run to run");
    return {
      name: `change-over-time-${view.measure}`,
      table: changesTable(report, view.measure),
    };
  },
  data(report, { table }) {
    if (table === "accuracy") return accuracyData("accuracy-over-time", report);
    if (COUNTED_MEASURES.every((measure) => report.changes[measure].length === 0))
      throw new NotFound("A change from run to run");
    return { name: "change-over-time", table: changesDataTable(report) };
  },
  printed: (report, view) =>
    askedTables(view.table, {
      accuracy: accuracyReportTable(report, view),
      changes: report.changes[view.measure].length > 0 ? changesTable(report, view.measure) : null,
    }),
});

/** @param name of a table; without it, the first */
const nameOf = (report: string, name: string | undefined) =>
  name === undefined ? report : `${report}-${name}`;

const agreement = defineReport({
  key: "agreement",
  path: "/reports/agreement",
  title: "Agreement",
  words:
    "Agreement among raters, with automatic evaluators and with adjudication: the paper's table, every coefficient, rater drift, and each disagreement.",
  command: {
    name: "agreement",
    summary:
      "Report agreement of raters in campaigns: the paper's table, every coefficient with its CI, raters, reasons",
  },
  request: agreementRequest,
  view: agreementView,
  async query(actor, asked, { table }) {
    const { getAgreementReport } = await import("./agreement/queries");
    const ofPaper = table !== undefined && OF_AN_EVALUATOR.includes(table);
    return ok(await getAgreementReport(actor, ofPaper ? { ...asked, pairing: "paper" } : asked));
  },
  table: (report, { table = "pairs" }) => ({
    name: nameOf("agreement", table === "pairs" ? undefined : table),
    table: agreementReportTable(report, table),
  }),
  data: (report, { table = "pairs" }) => ({
    name: nameOf("agreement", table === "pairs" ? undefined : table),
    table: agreementReportTable(report, table, true),
  }),
  printed(report, { table }) {
    if (table !== undefined) return { words: [], tables: [agreementReportTable(report, table)] };
    const pairs = agreementReportTable(report, "pairs");
    return {
      words: [countsInWords(report)],
      tables: [
        { ...pairs, notes: pairs.notes.slice(0, 1) },
        agreementReportTable(report, "coefficients"),
      ],
    };
  },
});

/** How a report gives its tables whose names depend on what it is of. @param name of its files */
function namedTables<Value>(
  name: string,
  of: {
    words: (report: Value) => string[];
    tables: (report: Value) => readonly { table: ReportTable }[];
    /** @param table the name of one; undefined: the first */
    named: (report: Value, table: string | undefined) => ReportTable;
    data: (report: Value) => ReportTable;
  },
) {
  return {
    table: (report: Value, { table }: { table?: string | undefined }) => ({
      name: nameOf(name, table),
      table: of.named(report, table),
    }),
    data: (report: Value) => ({ name, table: of.data(report) }),
    printed: (report: Value, { table }: { table?: string | undefined }): Printed =>
      table === undefined
        ? { words: of.words(report), tables: of.tables(report).map((one) => one.table) }
        : { words: [], tables: [of.named(report, table)] },
  };
}

const protocol = defineReport({
  key: "protocols",
  path: "/reports/protocols",
  title: "Protocols",
  words:
    "Campaigns under other protocols: means, shares, agreement, rankings and comparisons, each question by its level of measurement.",
  command: {
    name: "protocol",
    summary:
      "Report campaigns under a protocol: means, shares, agreement, ranks, win rates and strengths, by level of measurement",
  },
  request: protocolRequest,
  view: protocolView,
  async query(actor, asked) {
    const { getProtocolReport } = await import("./protocols/queries");
    return getProtocolReport(actor, asked);
  },
  ...namedTables("protocol", {
    words: (report: ProtocolReport) => [
      protocols.protocolInWords(report),
      ...protocols.aboutInWords(report),
    ],
    tables: protocols.protocolTables,
    named: protocols.tableNamed,
    data: protocols.protocolDataTable,
  }),
});

const principle = defineReport({
  key: "principles",
  path: "/reports/principles",
  title: "Principles",
  words:
    "Which of two runs judges prefer by stated principles: win rates by principle, position bias, and agreement with people.",
  command: {
    name: "principles",
    summary:
      "Report jobs that compared runs by principles: win rates, position bias, strengths, agreement with people",
  },
  request: principleRequest,
  view: principleView,
  async query(actor, asked) {
    const { getPrincipleReport } = await import("./principles/queries");
    return getPrincipleReport(actor, asked);
  },
  ...namedTables("principles", {
    words: principles.aboutInWords,
    tables: principles.principleTables,
    named: principles.tableNamed,
    data: principles.principleDataTable,
  }),
});

/** The reports by their keys. */
export const REPORTS = {
  accuracy,
  comparison,
  leaderboard,
  "accuracy-over-time": overTime,
  agreement,
  protocols: protocol,
  principles: principle,
} satisfies Record<string, Report>;

/** Every page of reports, in the order in which people are shown them. */
export const REPORT_PAGES: Readonly<Record<string, ReportPage>> = {
  ...REPORTS,
  "agreement-file": {
    path: "/reports/agreement/file",
    title: "Agreement from a file",
    words:
      "Upload ratings, rankings or pairs from any tool: percent agreement, Cohen, Fleiss, Krippendorff and Gwet, or ranks, win rates and strengths, with 95% CIs. The file is not stored.",
  },
  how: {
    path: "/reports/how",
    title: "How numbers are computed",
    words:
      "What reports count, what they leave out, and the method behind each number, with one worked example.",
  },
};

/** The parameters of a URL; repeated ones as lists. */
export type ReportInput = Readonly<Record<string, string | string[]>>;

/** A report as a file. */
export interface ReportFile extends TableFile {
  /** All of it, for JSON. */
  report: unknown;
}

/**
 * The file of `/api/reports/NAME?format=…`, by the same parameters as the page's.
 * @throws ZodError for parameters that say nothing valid or that the report refuses; AccessDenied, NotFound
 */
export async function reportFile(
  { request, open }: Report,
  actor: Actor,
  input: ReportInput,
  format: ReportFormat,
): Promise<ReportFile> {
  const opened = await open(actor, input);
  if (opened.ok) return { report: opened.value.report, ...opened.value.file(format) };
  const refused = Object.keys(request.parameters).filter(
    (name) => request.parameters[name]!.required,
  );
  throw inputError(refused.slice(0, 1), opened.refusal.message, input[refused[0] ?? ""]);
}
