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

/** The correct answers that a verdict is by. */
export interface GivenAnswers {
  answers: string[];
  false_premise: boolean;
}

/** Those of an exported judgment. */
export const answersOf = (line: Line): GivenAnswers => ({
  answers: JSON.parse(line.answers!) as string[],
  false_premise: yes(line.false_premise!),
});

const ANSWERS = Array.from({ length: 10 }, (_, at) => `answer_${at}`);

/** Whether they are those of a row of a release or of the dataset. */
export const isBy = ({ answers, false_premise }: GivenAnswers, row: Line): boolean =>
  false_premise === yes(row.false_premise!) &&
  ANSWERS.every((name, at) => (answers[at] ?? "") === row[name]);

/** Whether two such rows have the same answers and premise. */
export const sameAnswers = (one: Line, other: Line): boolean =>
  yes(one.false_premise!) === yes(other.false_premise!) &&
  ANSWERS.every((name) => one[name] === other[name]);
