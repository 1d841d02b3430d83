import { resolve } from "node:path";
import { ZodError } from "zod";
import {
  EXPORTED_ROWS,
  JUDGMENT_FORMATS,
  judgmentExportSchema,
} from "@/lib/reporting/judgment-export/schema";
import { CELL_CHARACTERS } from "@/lib/dataset/file-formats/vocabulary";
import { NotFound } from "@/lib/platform/errors";
import { choice, Refused, text, UsageError, type Command } from "./command";
import { toFile, toOutput } from "./output-file";
import { countOf, formatCount } from "@/lib/platform/format";

const cutWords = (cut: number) =>
  `${countOf(cut, "cell")} cut: XLSX holds ${formatCount(CELL_CHARACTERS)} characters of each. CSV has them whole.`;

export const exportJudgments: Command = {
  name: "judgments export",
  summary:
    "Export a campaign's ratings, or its responses with all other verdicts: together, all report inputs",
  usage:
    "--campaign NAME [--rows judgments|responses|rankings|pairs] [--key KEY] [--format csv|jsonl|xlsx|parquet] [--current] [--columns NAMES] [--for-spreadsheets] [--out FILE]",
  options: {
    campaign: { type: "string" },
    rows: { type: "string" },
    key: { type: "string" },
    format: { type: "string" },
    current: { type: "boolean" },
    columns: { type: "string" },
    "for-spreadsheets": { type: "boolean" },
    out: { type: "string", short: "o" },
  },
  explanations: [
    [
      "--campaign NAME",
      "campaign name; all its verdicts are included, gold too, each with the answers that it was made against (follow-ups have files of their own)",
    ],
    [
      "--rows ROWS",
      "judgments (default): every rating; or responses: every response of the campaign, rated or not, with its gold, adjudicated and automatic verdicts. Of a campaign under another protocol: judgments is every answer of every rating; rankings or pairs are what agreement FILE --kind reads",
    ],
    [
      "--key KEY",
      "with rankings or pairs: the protocol's question, where it has several of the kind",
    ],
    ["--format FORMAT", "csv (default), jsonl, xlsx or parquet"],
    ["--current", "without ratings that were corrected since"],
    [
      "--columns NAMES",
      "these columns only, with commas between them; they come in the file's order",
    ],
    [
      "--for-spreadsheets",
      "CSV that is safe to open in a spreadsheet program: cells that would run as formulas begin with an apostrophe",
    ],
    ["--out FILE", "output file, replaced atomically; - for stdout (default)"],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values, json, terminal, say }) {
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
        "--for-spreadsheets is for CSV only: XLSX cells are already text, and spreadsheet programs don't open jsonl or parquet.",
      );
    const key = text(values, "key");
    const { columns } = judgmentExportSchema.parse({ columns: text(values, "columns"), run: "1" });
    const { findCampaignByName, openJudgmentExport } =
      await import("@/lib/reporting/judgment-export/queries");
    const campaign = await findCampaignByName(actor, name).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
      throw new Refused({
        code: "not-found",
        message: `Campaign “${name}” not found. Enter its name exactly as shown in the web app.`,
      });
    });
    const { bytes, written } = await openJudgmentExport(actor, {
      campaign: campaign.id,
      rows,
      format,
      spreadsheet,
      current: values["current"] === true,
      columns,
      ...(key !== undefined && { key }),
    }).catch((error: unknown) => {
      if (!(error instanceof ZodError)) throw error;
      throw new UsageError(error.issues[0]!.message);
    });
    if (out === "-") {
      await toOutput(bytes, terminal.output);
      if (written.cut > 0) say(cutWords(written.cut));
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return {
      json: {
        file: resolve(out),
        rows,
        format,
        campaign: campaign.name,
        byteSize,
        ...(format === "xlsx" && { cutCells: written.cut }),
      },
      words:
        `Wrote the ${rows} of “${campaign.name}” to ${out} (${formatCount(byteSize)} bytes).` +
        (written.cut > 0 ? ` ${cutWords(written.cut)}` : ""),
    };
  },
};
