import { NotFound } from "@/lib/platform/errors";
import { inputError } from "@/lib/platform/fields";
import type { Actor } from "@/lib/people/access/schema";
import {
  compareRuns,
  getAccuracyOverTime,
  getAccuracyReport,
} from "@/lib/reporting/accuracy/queries";
import { COUNTED_MEASURES } from "@/lib/reporting/accuracy/accuracy-table";
import { comparisonDataTable, comparisonTable } from "@/lib/reporting/accuracy/comparison-tables";
import { changesDataTable, changesTable } from "@/lib/reporting/accuracy/over-time-tables";
import {
  accuracyDataTable,
  accuracyReportTable,
  pairsDataTable,
  pairsTable,
} from "@/lib/reporting/accuracy/rules";
import {
  accuracyRequestSchema,
  accuracyViewSchema,
  comparisonRequestSchema,
  comparisonViewSchema,
  overTimeSchema,
} from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementReportTable } from "@/lib/reporting/agreement/file-tables";
import {
  agreementRequestSchema,
  agreementTableSchema,
  OF_AN_EVALUATOR,
} from "@/lib/reporting/agreement/schema";
import { getLeaderboard } from "@/lib/reporting/leaderboard/queries";
import type { Leaderboard } from "@/lib/reporting/leaderboard/schema";
import { getPrincipleReport } from "@/lib/reporting/principles/queries";
import { principleRequestSchema } from "@/lib/reporting/principles/schema";
import {
  principleDataTable,
  tableNamed as tableOfPrinciples,
} from "@/lib/reporting/principles/tables";
import { getProtocolReport } from "@/lib/reporting/protocols/queries";
import { protocolRequestSchema, protocolTableSchema } from "@/lib/reporting/protocols/schema";
import { protocolDataTable, tableNamed } from "@/lib/reporting/protocols/tables";
import type { ReportFormat } from "@/lib/reporting/files/schema";
import type { ReportTable } from "@/lib/reporting/files/table";

/** A report as a file. */
export interface ReportFile {
  /** Its name, without the ending. */
  name: string;
  /** All of it, for JSON. */
  report: unknown;
  /** For the other formats. */
  table: ReportTable;
}

/** The parameters of a URL; repeated ones as lists. */
export type ReportParameters = Record<string, string | string[]>;

export interface Report {
  href: string;
  title: string;
  /** What it answers, in a sentence. */
  words: string;
  /**
   * The file of `/api/reports/NAME?format=…`, by the same parameters as the page's; left out where it has none of its own.
   * @throws ZodError for parameters that say nothing valid; AccessDenied, NotFound
   */
  file?: (actor: Actor, parameters: ReportParameters, format: ReportFormat) => Promise<ReportFile>;
}

/** The pairs of runs behind a leaderboard's groups. @throws NotFound where it has none */
export function pairsFile(
  { report }: Leaderboard,
  parameters: ReportParameters,
  format: ReportFormat,
): ReportFile {
  const { measure } = accuracyViewSchema.parse(parameters);
  if (!report?.groups?.[measure].pairs?.length) throw new NotFound("The pairs of runs");
  return format === "csv"
    ? { name: "leaderboard-pairs", report, table: pairsDataTable(report) }
    : { name: `leaderboard-pairs-${measure}`, report, table: pairsTable(report, measure) };
}

/** Every report, in the order in which people are shown them. */
export const REPORTS: Readonly<Record<string, Report>> = {
  accuracy: {
    href: "/reports/accuracy",
    title: "Accuracy",
    words:
      "The FreshQA paper's table for any runs, by category, hops and knowledge age, in Relaxed and Strict, with the hallucination gap.",
    async file(actor, parameters, format) {
      const view = accuracyViewSchema.parse(parameters);
      const report = await getAccuracyReport(actor, accuracyRequestSchema.parse(parameters));
      // CSV is for programs and has every measure at once.
      return format === "csv"
        ? { name: "accuracy", report, table: accuracyDataTable(report) }
        : { name: `accuracy-${view.measure}`, report, table: accuracyReportTable(report, view) };
    },
  },
  comparison: {
    href: "/reports/compare",
    title: "Compare runs",
    words:
      "Two runs on the same questions: paired difference with 95% CI, McNemar's test, odds ratio, and every question with different verdicts.",
    async file(actor, parameters, format) {
      const { measure } = comparisonViewSchema.parse(parameters);
      const report = await compareRuns(actor, comparisonRequestSchema.parse(parameters));
      return format === "csv"
        ? { name: "comparison", report, table: comparisonDataTable(report) }
        : { name: `comparison-${measure}`, report, table: comparisonTable(report, measure) };
    },
  },
  leaderboard: {
    href: "/leaderboard",
    title: "Leaderboard",
    words: "Selected runs with configuration and release. Can be made public.",
    // Its table is the one of the accuracy report; what only it has are the pairs behind the groups.
    async file(actor, parameters, format) {
      return pairsFile(await getLeaderboard(actor), parameters, format);
    },
  },
  "accuracy-over-time": {
    href: "/reports/accuracy/over-time",
    title: "Accuracy over time",
    words:
      "One model's accuracy by release, and its change on the questions that releases share: paired difference with 95% CI and McNemar's test.",
    // The accuracy itself is the accuracy report of these runs; what only it has are the changes.
    async file(actor, parameters, format) {
      const { measure } = accuracyViewSchema.parse(parameters);
      const report = await getAccuracyOverTime(actor, overTimeSchema.parse(parameters));
      const wanted = format === "csv" || format === "json" ? COUNTED_MEASURES : [measure];
      if (wanted.every((one) => report.changes[one].length === 0))
        throw new NotFound("A change from run to run");
      return format === "csv"
        ? { name: "change-over-time", report, table: changesDataTable(report) }
        : { name: `change-over-time-${measure}`, report, table: changesTable(report, measure) };
    },
  },
  agreement: {
    href: "/reports/agreement",
    title: "Agreement",
    words:
      "Agreement among raters, with automatic evaluators and with adjudication: the paper's table, every coefficient, rater drift, and each disagreement.",
    async file(actor, parameters, format) {
      const { table } = agreementTableSchema.parse(parameters);
      const report = await getAgreementReport(
        actor,
        agreementRequestSchema.parse({
          ...parameters,
          ...(OF_AN_EVALUATOR.includes(table) && { pairing: "paper" }),
        }),
      );
      return {
        name: table === "pairs" ? "agreement" : `agreement-${table}`,
        report,
        table: agreementReportTable(report, table, format === "csv"),
      };
    },
  },
  protocols: {
    href: "/reports/protocols",
    title: "Protocols",
    words:
      "Campaigns under other protocols: means, shares, agreement, rankings and comparisons, each question by its level of measurement.",
    async file(actor, parameters, format) {
      const { table } = protocolTableSchema.parse(parameters);
      const found = await getProtocolReport(actor, protocolRequestSchema.parse(parameters));
      if (!found.ok) throw inputError(["campaign"], found.refusal.message, parameters.campaign);
      const report = found.value;
      return format === "csv"
        ? { name: "protocol", report, table: protocolDataTable(report) }
        : {
            name: table === undefined ? "protocol" : `protocol-${table}`,
            report,
            table: tableNamed(report, table),
          };
    },
  },
  principles: {
    href: "/reports/principles",
    title: "Principles",
    words:
      "Which of two runs judges prefer by stated principles: win rates by principle, position bias, and agreement with people.",
    async file(actor, parameters, format) {
      const { table } = protocolTableSchema.parse(parameters);
      const found = await getPrincipleReport(actor, principleRequestSchema.parse(parameters));
      if (!found.ok) throw inputError(["job"], found.refusal.message, parameters.job);
      const report = found.value;
      return format === "csv"
        ? { name: "principles", report, table: principleDataTable(report) }
        : {
            name: table === undefined ? "principles" : `principles-${table}`,
            report,
            table: tableOfPrinciples(report, table),
          };
    },
  },
  "agreement-file": {
    href: "/reports/agreement/file",
    title: "Agreement from a file",
    words:
      "Upload ratings, rankings or pairs from any tool: percent agreement, Cohen, Fleiss, Krippendorff and Gwet, or ranks, win rates and strengths, with 95% CIs. The file is not stored.",
  },
  how: {
    href: "/reports/how",
    title: "How numbers are computed",
    words:
      "What reports count, what they leave out, and the method behind each number, with one worked example.",
  },
};
