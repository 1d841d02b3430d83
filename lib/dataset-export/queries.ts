import { z } from "zod";
import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { fileLayoutSchema, OFFICIAL_LAYOUT } from "@/lib/exchange/formats/release-file";
import { now } from "@/lib/platform/clock";
import { db, withConnection } from "@/lib/platform/db";
import { writeFile, type OutgoingRow } from "./file-bytes";
import { presentStateFileName } from "./rules";
import { MEDIA_TYPES, type ExportRequest } from "./schema";

/** A file on its way to somebody. */
export interface OutgoingFile {
  fileName: string;
  mediaType: string;
  /** Read as fast as it is taken, and no further once the iteration ends. Nothing is held open in between. */
  bytes: AsyncGenerator<Uint8Array>;
}

/**
 * The present state of the data set as a file: all active questions in the order of the data set, `id` counting from 0,
 * in the form of the file that was imported last, so that an untouched import comes out byte for byte.
 *
 * The state is that of one moment: first the list of revisions is taken, then these are read batch by batch. As no
 * revision ever changes, that needs neither a transaction nor a connection kept for a slow reader.
 */
export async function exportPresentState(actor: Actor, request: ExportRequest): Promise<OutgoingFile> {
  authorize(actor, "questions.read");
  const [state] = await db.$queryRaw<{ revisionIds: string; layout: unknown; idCells: string | null }[]>`
    WITH active AS (SELECT array_agg(question_id ORDER BY position, question_id) AS questions, array_agg(revision_id ORDER BY position, question_id) AS revisions
      FROM question_heads WHERE status = 'active'),
    last AS (SELECT layout, question_ids, id_cells FROM arrangements ORDER BY id DESC LIMIT 1)
    SELECT array_to_json(coalesce(revisions, '{}'))::text AS "revisionIds", layout,
      -- The file's own ids hold good only as long as the data set is exactly that file.
      CASE WHEN cardinality(id_cells) > 0 AND question_ids[1:cardinality(id_cells)] = questions THEN array_to_json(id_cells)::text END AS "idCells"
    FROM active LEFT JOIN last ON TRUE`;
  const revisionIds = z.array(z.number()).parse(JSON.parse(state!.revisionIds));
  const idCells = state!.idCells === null ? [] : z.array(z.string()).parse(JSON.parse(state!.idCells));
  const imported = state!.layout === null ? null : fileLayoutSchema.parse(state!.layout);
  // Only a CSV file has a form of its own to keep.
  const layout = imported?.format === "csv" ? imported : OFFICIAL_LAYOUT;
  return {
    fileName: presentStateFileName(request.format, now()),
    mediaType: MEDIA_TYPES[request.format],
    bytes: writeFile(request.format, revisionRows(actor, revisionIds, idCells), layout, { preamble: request.preamble }),
  };
}

/** Revisions that are read at a time. */
const BATCH = 1_000;

/**
 * Revisions as the rows of a file, in the given order, batch by batch.
 * @param idCells the rows' `id` cells where they are not their places, counted from 0.
 */
export async function* revisionRows(actor: Actor, revisionIds: readonly number[], idCells: readonly string[] = []): AsyncGenerator<OutgoingRow[]> {
  authorize(actor, "questions.read");
  let coming = readRevisions(revisionIds.slice(0, BATCH));
  for (let from = 0; from < revisionIds.length; from += BATCH) {
    const rows = await coming;
    // The database reads the next batch while this one is being written.
    coming = readRevisions(revisionIds.slice(from + BATCH, from + 2 * BATCH));
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps nobody does.
    yield rows.map(({ questionId, revision, style, cells }, index) => ({
      record: from + index, questionId: `Q${questionId}`, revision, style,
      cells: [idCells[from + index] ?? String(from + index), ...(JSON.parse(cells) as string[])],
    }));
  }
}

interface RevisionRecord {
  id: number;
  questionId: number;
  revision: number;
  style: number;
  /** The nineteen cells as JSON, which is read several times faster than the text form of a Postgres array. */
  cells: string;
}

/** Straight through the driver: Prisma's own conversion of rows would cost more than reading them. */
async function readRevisions(ids: readonly number[]): Promise<RevisionRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await withConnection((client) => client.query<RevisionRecord>(`
    SELECT id, question_id AS "questionId", number AS revision, style, array_to_json(cells)::text AS cells
    FROM revisions WHERE id = ANY($1::int[])`, [ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)!);
}
