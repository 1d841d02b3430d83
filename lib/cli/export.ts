import { resolve } from "node:path";
import { EXPORT_FORMATS } from "@/lib/dataset-export/schema";
import { day } from "@/lib/platform/days";
import { NotFound } from "@/lib/platform/errors";
import { choice, Refused, text, UsageError, type Command } from "./command";
import { toFile, toStandardOutput } from "./output-file";

export const exportFile: Command = {
  name: "export",
  summary: "Writes the present state, that of a day, or a release to a file",
  usage: "[--release NAME | --as-of YYYY-MM-DD] [--format csv|xlsx|jsonl] [--no-preamble] [--for-spreadsheets] --out FILE",
  options: { release: { type: "string" }, "as-of": { type: "string" }, format: { type: "string" }, "no-preamble": { type: "boolean" }, "for-spreadsheets": { type: "boolean" }, out: { type: "string", short: "o" } },
  explanations: [
    ["--release NAME", "a published release; without it, the present state"],
    ["--as-of YYYY-MM-DD", "the data set as it was at the end of that day"],
    ["--format FORMAT", "csv (the default), xlsx or jsonl"],
    ["--no-preamble", "CSV without the two records before the header; of a release, these are not the bytes of its checksum"],
    ["--for-spreadsheets", "CSV for opening in a spreadsheet program: texts that would run as formulas begin with an apostrophe, so it is not byte for byte the dataset; xlsx needs no such option"],
    ["--out FILE", "where to; an existing file is replaced once the new one is complete; - is standard output"],
  ],
  words: 0,
  needs: "database",
  async run({ actor, values, json }) {
    const out = text(values, "out");
    if (out === undefined || out === "") throw new UsageError("Say where to write: --out FILE, or --out - for standard output.");
    if (out === "-" && json) throw new UsageError("--json and --out - both want standard output: choose a file.");
    const format = choice(values, "format", EXPORT_FORMATS) ?? "csv";
    const preamble = !values["no-preamble"];
    const spreadsheet = values["for-spreadsheets"] === true;
    if (spreadsheet && format !== "csv") throw new UsageError("--for-spreadsheets is for CSV: cells of xlsx are text already, and jsonl is not opened by spreadsheet programs.");
    const name = text(values, "release");
    const day = readDay(text(values, "as-of"));
    if (name !== undefined && day !== null) throw new UsageError("A release is what it is at any time: give --release or --as-of, not both.");
    const bytes = name !== undefined ? await release(name) : day !== null ? await pastState(day) : await presentState();
    if (out === "-") {
      await toStandardOutput(bytes);
      return null;
    }
    const byteSize = await toFile(bytes, resolve(out));
    return {
      json: { file: resolve(out), format, release: name ?? null, asOf: day, byteSize },
      words: `Wrote ${name ?? (day === null ? "the present state" : `the state of ${day}`)} to ${out} (${byteSize.toLocaleString("en")} bytes).`,
    };

    async function presentState(): Promise<AsyncGenerator<Uint8Array>> {
      const { exportPresentState } = await import("@/lib/dataset-export/queries");
      return (await exportPresentState(actor, { format, preamble, spreadsheet })).bytes;
    }

    async function pastState(day: string): Promise<AsyncGenerator<Uint8Array>> {
      const { exportAsOf } = await import("@/lib/dataset-export/queries");
      return (await exportAsOf(actor, day, { format, preamble, spreadsheet })).bytes;
    }

    async function release(name: string): Promise<AsyncGenerator<Uint8Array>> {
      const { openReleaseFile } = await import("@/lib/releases/queries");
      try {
        return (await openReleaseFile(actor, name, format, { preamble, spreadsheet })).bytes();
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        throw new Refused({ code: "not-found", message: `There is no release ${name}. "freshqa release list" shows them.` });
      }
    }
  },
};

function readDay(word: string | undefined): string | null {
  if (word === undefined) return null;
  if (!day().safeParse(word).success) throw new UsageError(`--as-of must be a day, as in 2025-04-07, not "${word}".`);
  return word;
}
