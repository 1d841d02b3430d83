import { checkWorkbookRows } from "@/lib/dataset/file-formats/write-workbook";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { inputError } from "@/lib/platform/fields";
import { onceSettled } from "@/lib/platform/settled";
import type { HistoryRow } from "./history-file";
import type { OutgoingFile } from "./queries";
import { historyFileName } from "./rules";
import { MEDIA_TYPES, type ExportRequest } from "./schema";

/**
 * Every revision of every question, in the order of writing, retired questions too; no one's name. It is what was there
 * when the export began: revisions are only ever appended, so that the last id of that moment bounds it and no
 * transaction is held for a slow reader.
 * @throws ZodError for more rows than the format holds, and while something large is being written
 */
export async function exportHistory(
  actor: Actor,
  request: Pick<ExportRequest, "format" | "spreadsheet">,
): Promise<OutgoingFile> {
  authorize(actor, "questions.read");
  const { format, spreadsheet: wished } = request;
  const last = await lastRevision();
  if (format === "xlsx")
    checkWorkbookRows(await db.revision.count({ where: { id: { lte: last } } }));
  const spreadsheet = format === "csv" && wished === true;
  const fileName = historyFileName(format, now());
  return {
    fileName: spreadsheet ? spreadsheetFileName(fileName) : fileName,
    mediaType: MEDIA_TYPES[format],
    bytes: written(),
  };

  async function* written(): AsyncGenerator<Uint8Array> {
    const { writeHistory } = await import("./history-file");
    yield* writeHistory(format, revisionsUpTo(last), spreadsheet);
  }
}

/** The last revision, with nothing smaller still on its way, so that a file holds all of an operation or nothing. */
async function lastRevision(): Promise<number> {
  const found = await onceSettled(["revisions"], PATIENCE, async (tx) => {
    const { _max } = await tx.revision.aggregate({ _max: { id: true } });
    return _max;
  });
  if (found === null)
    throw inputError([], "Questions are being saved right now. Try again in a minute.");
  return found.id ?? 0;
}

/** How long an export waits for what is being written. */
const PATIENCE = "5s";

/** Revisions that are read at a time. */
const BATCH = 1_000;

async function* revisionsUpTo(last: number): AsyncGenerator<HistoryRow[]> {
  let coming = readAfter(0, last);
  for (;;) {
    const rows = await coming;
    if (rows.length === 0) return;
    // The database reads the next batch while this one is being written.
    coming = readAfter(rows.at(-1)!.id, last);
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps no one does.
    yield rows.map(({ cells, ...row }) => ({ ...row, cells: JSON.parse(cells) as string[] }));
  }
}

/** Cells as JSON, which is read several times faster than the text form of a Postgres array. */
function readAfter(after: number, last: number) {
  return db.$queryRaw<(Omit<HistoryRow, "cells"> & { id: number; cells: string })[]>`
    SELECT id, 'Q' || question_id AS question_id, number AS revision, status, reason, comment, holds_since::text AS holds_since,
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS written_at, array_to_json(cells)::text AS cells
    FROM revisions WHERE id > ${after} AND id <= ${last} ORDER BY id LIMIT ${BATCH}`;
}
