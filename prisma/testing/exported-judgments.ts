import type { Actor } from "@/lib/people/access/schema";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import type { ExportedRows } from "@/lib/reporting/judgment-export/schema";

/*
 * Exported judgments as a stranger's script reads them: what recomputes a report from them shares no code with the
 * product but the export itself.
 */

/** A judgment by the titles of the file's columns. */
export type Line = Record<string, string>;

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

export const yes = (text: string) => /^(t|true)$/i.test(text);

/** All judgments of a campaign, or its responses. */
export async function exported(
  actor: Actor,
  campaign: number,
  rows: ExportedRows = "judgments",
): Promise<Line[]> {
  const { bytes } = await openJudgmentExport(actor, { campaign, rows, format: "csv" });
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return parseCsv(Buffer.concat(parts).toString("utf8"));
}
