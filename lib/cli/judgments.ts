import { resolve } from "node:path";
import { EXPORTED_ROWS, JUDGMENT_FORMATS } from "@/lib/reporting/judgment-export/schema";
import { NotFound } from "@/lib/platform/errors";
import { choice, Refused, text, UsageError, type Command } from "./command";
import { toFile, toOutput } from "./output-file";
import { formatCount } from "@/lib/platform/format";

export const exportJudgments: Command = {
  name: "judgments export",
  summary:
    "Export a campaign's ratings, or its responses with all other verdicts: together, all report inputs",
  usage:
    "--campaign NAME [--rows judgments|responses] [--format csv|jsonl] [--for-spreadsheets] [--out FILE]",
  options: {
    campaign: { type: "string" },
    rows: { type: "string" },
    format: { type: "string" },
    "for-spreadsheets": { type: "boolean" },
    out: { type: "string", short: "o" },
  },
  explanations: [
    [
      "--campaign NAME",
      "campaign name; all its verdicts are included, gold too, each with the answers that it was made against",
    ],
    [
      "--rows ROWS",
      "judgments (default): every rating; or responses: every response of the campaign, rated or not, with its gold, adjudicated and automatic verdicts",
    ],
    ["--format FORMAT", "csv (default) or jsonl"],
    [
      "--for-spreadsheets",
      "CSV that is safe to open in a spreadsheet program: cells that would run as formulas begin with an apostrophe",
    ],
    ["--out FILE", "output file, replaced atomically; - for stdout (default)"],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values, json, terminal }) {
    const name = text(values, "campaign");
    if (name === undefined || name === "")
      throw new UsageError("Specify the campaign: --campaign NAME.");
    const out = text(values, "out") ?? "-";
    if (out === "-" && json)
      throw new UsageError("--json also writes to stdout. Choose a file with --out FILE.");
    const format = choice(values, "format", JUDGMENT_FORMATS) ?? "csv";
    const rows = choice(values, "rows", EXPORTED_ROWS) ?? "judgments";
    const spreadsheet = values["for-spreadsheets"] === true;
    if (spreadsheet && format !== "csv")
      throw new UsageError(
        "--for-spreadsheets is for CSV only: spreadsheet programs don't open jsonl.",
      );
    const { findCampaignByName, openJudgmentExport } =
      await import("@/lib/reporting/judgment-export/queries");
    const campaign = await findCampaignByName(actor, name).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused({
        code: "not-found",
        message: `Campaign “${name}” not found. Enter its name exactly as shown in the web app.`,
      });
    });
    const { bytes } = await openJudgmentExport(actor, {
      campaign: campaign.id,
      rows,
      format,
      spreadsheet,
    });
    if (out === "-") {
      await toOutput(bytes, terminal.output);
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return {
      json: { file: resolve(out), rows, format, campaign: campaign.name, byteSize },
      words: `Wrote the ${rows} of “${campaign.name}” to ${out} (${formatCount(byteSize)} bytes).`,
    };
  },
};
