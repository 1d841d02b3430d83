import type { Actor } from "@/lib/people/access/schema";
import { exportAsOf } from "@/lib/dataset/exports/queries";
import { exportRequestSchema } from "@/lib/dataset/exports/schema";
import { openReleaseFile } from "@/lib/dataset/releases/queries";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import type { ExportedRows } from "@/lib/reporting/judgment-export/schema";

/*
 * Exported judgments as a stranger's script reads them: what recomputes a report from them shares no code with the
 * product but the export itself.
 */

/** A record by the titles of the file's columns. */
type Line = Record<string, string>;

export function parseCsv(text: string): Line[] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at]!;
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ",") [record, cell] = [[...record, cell], ""];
    else if (character === "\n") {
      records.push([...record, cell]);
      [record, cell] = [[], ""];
    } else if (character !== "\r") cell += character;
  }
  if (record.length > 0 || cell !== "") records.push([...record, cell]);
  const [titles, ...rows] = records;
  return rows.map((cells) =>
    Object.fromEntries(titles!.map((title, at) => [title, cells[at] ?? ""])),
  );
}

async function readLines(bytes: AsyncIterable<Uint8Array>): Promise<Line[]> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return parseCsv(Buffer.concat(parts).toString("utf8"));
}

/** All judgments of a campaign, or its responses. */
export async function exported(
  actor: Actor,
  campaign: number,
  rows: ExportedRows = "judgments",
): Promise<Line[]> {
  const { bytes } = await openJudgmentExport(actor, { campaign, rows, format: "csv" });
  return readLines(bytes);
}

/** The rows of a release's file, by question. */
export async function exportedRelease(actor: Actor, name: string): Promise<Map<string, Line>> {
  const file = await openReleaseFile(actor, name, "csv", { preamble: false });
  return byQuestion(await readLines(file.bytes()));
}

/** The rows of the dataset at the end of an ISO day, by question. */
export async function exportedAsOf(actor: Actor, day: string): Promise<Map<string, Line>> {
  const request = exportRequestSchema.parse({ format: "csv", preamble: "0" });
  return byQuestion(await readLines((await exportAsOf(actor, day, request)).bytes));
}

const byQuestion = (lines: readonly Line[]) =>
  new Map(lines.map((line) => [line.question!.trim(), line]));
