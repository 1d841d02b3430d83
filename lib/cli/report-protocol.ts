import { protocolRequestSchema, protocolTableSchema } from "@/lib/reporting/protocols/schema";
import {
  aboutInWords,
  protocolDataTable,
  protocolInWords,
  protocolTables,
  tableNamed,
} from "@/lib/reporting/protocols/tables";
import { TABLE_FORMATS } from "@/lib/reporting/files/write-table";
import { REPORT_SPLITS } from "@/lib/reporting/accuracy/schema";
import { HOPS } from "@/lib/dataset/questions/schema";
import {
  choice,
  list,
  parseInput,
  readTextFile,
  text,
  UsageError,
  valueOf,
  type Command,
} from "./command";
import { answer, called, found, QUESTIONS_AND_RUNS, runCalled, tableWords } from "./report";

export const reportProtocol: Command = {
  name: "report protocol",
  summary:
    "Report campaigns under a protocol: means, shares, agreement, ranks, win rates and strengths, by level of measurement",
  usage: "--campaign NAME [--campaign NAME …] [options]",
  options: {
    campaign: { type: "string", multiple: true },
    run: { type: "string", multiple: true },
    split: { type: "string" },
    category: { type: "string", multiple: true },
    hops: { type: "string" },
    state: { type: "string" },
    published: { type: "string" },
    table: { type: "string" },
    format: { type: "string" },
  },
  explanations: [
    [
      "--campaign NAME",
      "campaign, with its follow-ups: its name or number; may be repeated, for campaigns of one protocol whose versions ask the same",
    ],
    ...QUESTIONS_AND_RUNS,
    ["--state STATE", "as of a saved state (the state= value of a permalink)"],
    [
      "--published FILE",
      "a table of means from a paper, to stand beside the systems and be checked against the scales",
    ],
    [
      "--table TABLE",
      "only this table: means, answers, levels, agreement, agreement-systems, citations, citation-agreement, win-rates, comparisons, or of a ranking or comparison KEY-systems, KEY-win-rates, KEY-positions, … (default all); --json has all of it",
    ],
    ["--format FORMAT", `print one table in this format: ${TABLE_FORMATS.join(", ")}`],
  ],
  words: 0,
  needs: "database",
  async run(call) {
    const queries = await import("@/lib/reporting/protocols/queries");
    const { values } = call;
    const campaigns = list(values, "campaign");
    if (campaigns.length === 0)
      throw new UsageError(
        "--campaign is missing: specify at least one campaign. See: freshqa report protocol --help",
      );
    const { listReportChoices } = await import("@/lib/reporting/accuracy/queries");
    const choices = await listReportChoices(call.actor);
    const known = await queries.listProtocolCampaigns(call.actor);
    const published = text(values, "published");
    const request = parseInput(protocolRequestSchema, {
      campaign: campaigns.map((campaign) => called(campaign, known, "campaign")),
      run: list(values, "run").map((run) => runCalled(run, choices)),
      split: choice(values, "split", REPORT_SPLITS),
      category: list(values, "category"),
      hops: choice(values, "hops", HOPS),
      state: text(values, "state"),
      published: published === undefined ? undefined : await readTextFile(published),
    });
    const { table: wanted } = parseInput(protocolTableSchema, { table: text(values, "table") });
    const report = valueOf(await found(() => queries.getProtocolReport(call.actor, request)));
    if (wanted !== undefined || values.format !== undefined)
      return answer(
        call,
        report,
        await found(async () => tableNamed(report, wanted)),
        protocolDataTable(report),
      );
    return {
      json: report,
      words: [
        [protocolInWords(report), ...aboutInWords(report)].join("\n"),
        ...protocolTables(report).map(({ table }) => tableWords(table)),
      ].join("\n\n"),
    };
  },
};
