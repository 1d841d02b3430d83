import { resolve } from "node:path";
import { EXPORT_FORMATS } from "@/lib/dataset/exports/schema";
import { undatedInWords, type UndatedChanges } from "@/lib/dataset/questions/rules";
import { day } from "@/lib/platform/days";
import { NotFound } from "@/lib/platform/errors";
import { choice, Refused, text, UsageError, type Command } from "./command";
import { outputOf, toFile, toOutput } from "./output-file";
import { formatCount } from "@/lib/platform/format";

export const exportFile: Command = {
  name: "export",
  summary: "Export the current dataset, a past version, a release or the history",
  usage:
    "[--release NAME | --as-of YYYY-MM-DD | --history] [--format csv|xlsx|jsonl|parquet] [--no-preamble] [--for-spreadsheets] --out FILE",
  options: {
    release: { type: "string" },
    "as-of": { type: "string" },
    history: { type: "boolean" },
    format: { type: "string" },
    "no-preamble": { type: "boolean" },
    "for-spreadsheets": { type: "boolean" },
    out: { type: "string", short: "o" },
  },
  explanations: [
    ["--release NAME", "a published release (default: current dataset)"],
    ["--as-of YYYY-MM-DD", "the dataset at the end of that date"],
    ["--history", "every revision of every question, one per row"],
    ["--format FORMAT", "csv (default), xlsx, jsonl or parquet"],
    [
      "--no-preamble",
      "CSV without the two warning rows before the header; a release exported like this does not match its checksum",
    ],
    [
      "--for-spreadsheets",
      "CSV that is safe to open in a spreadsheet program: cells that would run as formulas begin with an apostrophe, so the file is not byte for byte the dataset; not needed for xlsx",
    ],
    ["--out FILE", "output file, replaced atomically; - for stdout"],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values, json, say, terminal }) {
    const out = outputOf(values, json);
    const format = choice(values, "format", EXPORT_FORMATS) ?? "csv";
    const preamble = !values["no-preamble"];
    const spreadsheet = values["for-spreadsheets"] === true;
    if (spreadsheet && format !== "csv")
      throw new UsageError(
        "--for-spreadsheets is for CSV only: xlsx cells are already text, and spreadsheet programs don't open jsonl or parquet.",
      );
    const name = text(values, "release");
    const day = readDay(text(values, "as-of"));
    if (name !== undefined && day !== null)
      throw new UsageError("Use either --release or --as-of, not both.");
    const history = values["history"] === true;
    if (history && (name !== undefined || day !== null || !preamble))
      throw new UsageError(
        "--history is every revision: leave out --release, --as-of and --no-preamble.",
      );
    const bytes = history
      ? await wholeHistory()
      : name !== undefined
        ? await release(name)
        : day !== null
          ? await pastState(day)
          : await currentDataset();
    const undated = day === null ? null : await undatedAfter(day);
    if (undated !== null) say(undatedInWords(undated));
    if (out === "-") {
      await toOutput(bytes, terminal.output);
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return {
      json: {
        file: resolve(out),
        format,
        release: name ?? null,
        asOf: day,
        ...(undated !== null && { undated }),
        ...(history && { history }),
        byteSize,
      },
      words: `Wrote ${whatIs()} to ${out} (${formatCount(byteSize)} bytes).`,
    };

    function whatIs(): string {
      if (history) return "the history";
      return name ?? (day === null ? "the current dataset" : `the dataset of ${day}`);
    }

    async function wholeHistory(): Promise<AsyncGenerator<Uint8Array>> {
      const { exportHistory } = await import("@/lib/dataset/exports/history-queries");
      return (await exportHistory(actor, { format, spreadsheet })).bytes;
    }

    async function currentDataset(): Promise<AsyncGenerator<Uint8Array>> {
      const { exportCurrent } = await import("@/lib/dataset/exports/queries");
      return (await exportCurrent(actor, { format, preamble, spreadsheet })).bytes;
    }

    async function pastState(day: string): Promise<AsyncGenerator<Uint8Array>> {
      const { exportAsOf } = await import("@/lib/dataset/exports/queries");
      return (await exportAsOf(actor, day, { format, preamble, spreadsheet })).bytes;
    }

    async function undatedAfter(day: string): Promise<UndatedChanges | null> {
      const { undatedChangesAfter } = await import("@/lib/dataset/exports/queries");
      return undatedChangesAfter(actor, day);
    }

    async function release(name: string): Promise<AsyncGenerator<Uint8Array>> {
      const { openReleaseFile } = await import("@/lib/dataset/releases/queries");
      try {
        return (await openReleaseFile(actor, name, format, { preamble, spreadsheet })).bytes();
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        throw new Refused({
          code: "not-found",
          message: `Release ${name} not found. See: freshqa release list`,
        });
      }
    }
  },
};

function readDay(word: string | undefined): string | null {
  if (word === undefined) return null;
  if (!day().safeParse(word).success)
    throw new UsageError(`--as-of must be a date such as 2025-04-07, not "${word}".`);
  return word;
}
