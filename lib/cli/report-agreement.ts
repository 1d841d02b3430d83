import { REPORT_SPLITS } from "@/lib/reporting/accuracy/schema";
import { DISAGREEMENT_RULES } from "@/lib/reporting/verdicts/schema";
import { agreementReportTable } from "@/lib/reporting/agreement/file-tables";
import { countsInWords } from "@/lib/reporting/agreement/rules";
import {
  agreementRequestSchema,
  OF_AN_EVALUATOR,
  PAIRINGS,
  PERIODS,
  TABLES,
} from "@/lib/reporting/agreement/schema";
import { HOPS } from "@/lib/dataset/questions/schema";
import { GOLD_CHOICES } from "@/lib/reporting/snapshots/schema";
import { TABLE_FORMATS } from "@/lib/reporting/files/write-table";
import { choice, list, parseInput, text, UsageError, type Command } from "./command";
import {
  answer,
  called,
  COUNTING_EXPLANATIONS,
  found,
  QUESTIONS_AND_RUNS,
  runCalled,
} from "./report";

export const reportAgreement: Command = {
  name: "report agreement",
  summary:
    "Report agreement of raters in campaigns: the paper's table, every coefficient with its CI, raters, reasons",
  usage: "--campaign NAME [--campaign NAME …] [options]",
  options: {
    campaign: { type: "string", multiple: true },
    run: { type: "string", multiple: true },
    split: { type: "string" },
    category: { type: "string", multiple: true },
    hops: { type: "string" },
    rule: { type: "string" },
    truth: { type: "string" },
    gold: { type: "string" },
    period: { type: "string" },
    pairing: { type: "string" },
    evaluator: { type: "string" },
    between: { type: "string" },
    page: { type: "string" },
    state: { type: "string" },
    table: { type: "string" },
    format: { type: "string" },
  },
  explanations: [
    ["--campaign NAME", "campaign, with its follow-ups: its name or number; may be repeated"],
    ...QUESTIONS_AND_RUNS,
    [
      "--rule RULE",
      "unadjudicated disagreements, in human verdicts compared with an evaluator's: majority (default) or excluded",
    ],
    ["--period PERIOD", `drift by ${PERIODS.join(" or ")} (default week)`],
    [
      "--pairing PAIRING",
      `pairs: ${PAIRINGS.join(", ")} (default raters: raters with each other, and human verdicts with evaluators)`,
    ],
    [
      "--evaluator NAME",
      "evaluator of the paper's table: its name or number (default: the newest with verdicts in the campaigns)",
    ],
    [
      "--between A,B",
      "raters of the paper's table: r3-1,r3-2 (numbers 1 and 2 of campaign 3) or s1,s2 (first and second rating of each response)",
    ],
    ["--page N", "page of pairs (default 1)"],
    ...COUNTING_EXPLANATIONS,
    ["--state STATE", "as of a saved state (the state= value of a permalink)"],
    [
      "--table TABLE",
      `table to print: ${TABLES.join(", ")} (default pairs and coefficients); --json has all of it`,
    ],
    ["--format FORMAT", `print the table in this format: ${TABLE_FORMATS.join(", ")}`],
  ],
  words: 0,
  needs: "database",
  async run(call) {
    const queries = await import("@/lib/reporting/agreement/queries");
    const { listReportChoices } = await import("@/lib/reporting/accuracy/queries");
    const choices = await listReportChoices(call.actor);
    const { values } = call;
    const campaigns = list(values, "campaign");
    if (campaigns.length === 0)
      throw new UsageError(
        "--campaign is missing: specify at least one campaign. See: freshqa report agreement --help",
      );
    const table = choice(values, "table", TABLES);
    const request = parseInput(agreementRequestSchema, {
      campaign: campaigns.map((campaign) => called(campaign, choices.campaigns, "campaign")),
      run: list(values, "run").map((run) => runCalled(run, choices)),
      split: choice(values, "split", REPORT_SPLITS),
      category: list(values, "category"),
      hops: choice(values, "hops", HOPS),
      rule: choice(values, "rule", DISAGREEMENT_RULES),
      truth: text(values, "truth"),
      gold: choice(values, "gold", GOLD_CHOICES),
      period: choice(values, "period", PERIODS),
      pairing:
        table !== undefined && OF_AN_EVALUATOR.includes(table)
          ? "paper"
          : choice(values, "pairing", PAIRINGS),
      evaluator: called(text(values, "evaluator"), choices.evaluators, "evaluator"),
      between: text(values, "between"),
      page: text(values, "page"),
      state: text(values, "state"),
    });
    const report = await found(() => queries.getAgreementReport(call.actor, request));
    if (table !== undefined || call.values.format !== undefined)
      return answer(
        call,
        report,
        agreementReportTable(report, table ?? "pairs", call.values.format === "csv"),
      );
    const [pairs, coefficients] = [
      agreementReportTable(report, "pairs"),
      agreementReportTable(report, "coefficients"),
    ];
    const [first, second] = [
      answer(call, report, { ...pairs, notes: pairs.notes.slice(0, 1) }),
      answer(call, report, coefficients),
    ];
    return {
      json: report,
      words: [countsInWords(report), "", first.words, "", second.words].join("\n"),
    };
  },
};
