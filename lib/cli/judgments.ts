import { resolve } from "node:path";
import { EXPORTED_ROWS, JUDGMENT_FORMATS } from "@/lib/judgment-export/schema";
import { NotFound } from "@/lib/platform/errors";
import { choice, Refused, text, UsageError, type Command } from "./command";
import { toFile, toStandardOutput } from "./output-file";

export const exportJudgments: Command = {
  name: "judgments export",
  summary: "Writes the judgments of a campaign, or its responses with all other verdicts: together, what reports are computed from",
  usage: "--campaign NAME [--rows judgments|responses] [--format csv|jsonl] [--for-spreadsheets] [--out FILE]",
  options: { campaign: { type: "string" }, rows: { type: "string" }, format: { type: "string" }, "for-spreadsheets": { type: "boolean" }, out: { type: "string", short: "o" } },
  explanations: [
    ["--campaign NAME", "the campaign, by its name; verdicts by whatever answers, gold included, each with the answers that it was made by"],
    ["--rows ROWS", "judgments (the default), or responses: each response of the campaign, rated or not, with its gold, adjudicated and automatic verdicts"],
    ["--format FORMAT", "csv (the default) or jsonl"],
    ["--for-spreadsheets", "CSV for opening in a spreadsheet program: texts that would run as formulas begin with an apostrophe"],
    ["--out FILE", "where to; an existing file is replaced once the new one is complete; without it, or with -, standard output"],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values, json }) {
    const name = text(values, "campaign");
    if (name === undefined || name === "") throw new UsageError("Say which campaign: --campaign NAME.");
    const out = text(values, "out") ?? "-";
    if (out === "-" && json) throw new UsageError("--json and standard output are one: choose a file with --out FILE.");
    const format = choice(values, "format", JUDGMENT_FORMATS) ?? "csv";
    const rows = choice(values, "rows", EXPORTED_ROWS) ?? "judgments";
    const spreadsheet = values["for-spreadsheets"] === true;
    if (spreadsheet && format !== "csv") throw new UsageError("--for-spreadsheets is for CSV: jsonl is not opened by spreadsheet programs.");
    const { findCampaignByName, openJudgmentExport } = await import("@/lib/judgment-export/queries");
    const campaign = await findCampaignByName(actor, name).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused({ code: "not-found", message: `There is no campaign “${name}”. Its name must be written as the workbench shows it.` });
    });
    const { bytes } = await openJudgmentExport(actor, { campaign: campaign.id, rows, format, spreadsheet });
    if (out === "-") {
      await toStandardOutput(bytes);
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return { json: { file: resolve(out), rows, format, campaign: campaign.name, byteSize }, words: `Wrote the ${rows} of “${campaign.name}” to ${out} (${byteSize.toLocaleString("en")} bytes).` };
  },
};
