import { TABLE_FORMATS } from "@/lib/reporting/files/write-table";
import { principleRequestSchema } from "@/lib/reporting/principles/schema";
import {
  aboutInWords,
  principleDataTable,
  principleTables,
  tableNamed,
} from "@/lib/reporting/principles/tables";
import { protocolTableSchema } from "@/lib/reporting/protocols/schema";
import { list, parseInput, text, UsageError, valueOf, type Command } from "./command";
import { answer, found, tableWords } from "./report";

export const reportPrinciples: Command = {
  name: "report principles",
  summary:
    "Report jobs that compared runs by principles: win rates, position bias, strengths, agreement with people",
  usage: "--job ID [--job ID …] [options]",
  options: {
    job: { type: "string", multiple: true },
    table: { type: "string" },
    format: { type: "string" },
  },
  explanations: [
    ["--job ID", "job that compares two runs; may be repeated, for jobs by the same principles"],
    [
      "--table TABLE",
      "only this table: win-rates, counts, position-bias, people, or of a principle (or overall) KEY-systems, KEY-win-rates, … (default all); --json has all of it",
    ],
    ["--format FORMAT", `print one table in this format: ${TABLE_FORMATS.join(", ")}`],
  ],
  words: 0,
  needs: "database",
  async run(call) {
    const { getPrincipleReport } = await import("@/lib/reporting/principles/queries");
    const { actor, values } = call;
    const jobs = list(values, "job");
    if (jobs.length === 0)
      throw new UsageError(
        "--job is missing: specify at least one job. See: freshqa report principles --help",
      );
    const request = parseInput(principleRequestSchema, { job: jobs.join(",") });
    const { table: wanted } = parseInput(protocolTableSchema, { table: text(values, "table") });
    const report = valueOf(await found(() => getPrincipleReport(actor, request)));
    if (wanted !== undefined || values.format !== undefined)
      return answer(
        call,
        report,
        await found(async () => tableNamed(report, wanted)),
        principleDataTable(report),
      );
    return {
      json: report,
      words: [
        aboutInWords(report).join("\n"),
        ...principleTables(report).map(({ table }) => tableWords(table)),
      ].join("\n\n"),
    };
  },
};
