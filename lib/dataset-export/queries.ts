import type pg from "pg";
import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { fileLayoutSchema, OFFICIAL_LAYOUT, type FileLayout } from "@/lib/exchange/formats/release-file";
import { now } from "@/lib/platform/clock";
import { cursorBatches, withConnection } from "@/lib/platform/db";
import { z } from "zod";
import { writeFile, type OutgoingRow } from "./file-bytes";
import { presentStateFileName } from "./rules";
import { MEDIA_TYPES, type ExportRequest } from "./schema";

/** A file on its way to somebody. Nothing is read before the first of its bytes is asked for. */
export interface OutgoingFile {
  fileName: string;
  mediaType: string;
  /** Ending the iteration early gives the database connection back. */
  bytes: AsyncGenerator<Uint8Array>;
}

/**
 * The present state of the data set as a file: all active questions in the order of the data set, `id` counting from 0,
 * in the form of the file that was imported last, so that an untouched import comes out byte for byte.
 *
 * It is one snapshot, read through a cursor as fast as the reader takes it: memory does not grow with the data set.
 */
export function exportPresentState(actor: Actor, request: ExportRequest): OutgoingFile {
  authorize(actor, "questions.read");
  return {
    fileName: presentStateFileName(request.format, now()),
    mediaType: MEDIA_TYPES[request.format],
    bytes: inSnapshot(async function* (client) {
      const { layout, idCells } = await readForm(client);
      yield* writeFile(request.format, presentRows(client, idCells), layout, { preamble: request.preamble });
    }),
  };
}

/**
 * The form that the last import left, and its own `id` cells. Those hold good only as long as the data set is exactly
 * that file: once a question is added, retired or restored, rows are counted anew.
 */
async function readForm(client: pg.ClientBase): Promise<{ layout: FileLayout; idCells: string[] }> {
  const { rows } = await client.query<{ layout: unknown; idCells: string | null }>(`
    SELECT layout, CASE WHEN question_ids[1:cardinality(id_cells)] =
        (SELECT array_agg(question_id ORDER BY position) FROM question_heads WHERE status = 'active')
      THEN array_to_json(id_cells)::text END AS "idCells"
    FROM arrangements ORDER BY id DESC LIMIT 1`);
  const last = rows[0];
  if (!last) return { layout: OFFICIAL_LAYOUT, idCells: [] };
  const layout = fileLayoutSchema.parse(last.layout);
  return {
    // Only a CSV file has a form of its own to keep.
    layout: layout.format === "csv" ? layout : OFFICIAL_LAYOUT,
    idCells: last.idCells === null ? [] : z.array(z.string()).parse(JSON.parse(last.idCells)),
  };
}

async function* presentRows(client: pg.ClientBase, idCells: readonly string[]): AsyncGenerator<OutgoingRow[]> {
  // JSON is read several times faster than the text form of a Postgres array.
  const batches = cursorBatches<{ questionId: number; revision: number; style: number; cells: string }>(client, `
    SELECT h.question_id AS "questionId", h.number AS revision, r.style, array_to_json(r.cells)::text AS cells
    FROM question_heads h JOIN revisions r ON r.id = h.revision_id
    WHERE h.status = 'active' ORDER BY h.position`, []);
  let position = 0;
  for await (const batch of readAhead(batches)) {
    yield batch.map(({ questionId, revision, style, cells }) => {
      const id = idCells[position] ?? String(position);
      return { record: position++, questionId: `Q${questionId}`, revision, style, cells: [id, ...(JSON.parse(cells) as string[])] };
    });
  }
}

/** Asks for the next item while the reader is still busy with this one: the database works as we write. */
async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  // Awaited below or on the way out; until then a failure is nobody's unhandled rejection.
  next.catch(() => {});
  try {
    for (;;) {
      const item = await next;
      if (item.done) return;
      next = source.next();
      next.catch(() => {});
      yield item.value;
    }
  } finally {
    await next.catch(() => {});
    await source.return(undefined);
  }
}

/** Runs a generator on a connection of its own, in one transaction that reads a single snapshot. */
async function* inSnapshot<T>(read: (client: pg.ClientBase) => AsyncGenerator<T>): AsyncGenerator<T> {
  let giveBack = () => {};
  const client = await new Promise<pg.PoolClient>((resolve, reject) => {
    withConnection((lent) => new Promise<void>((done) => {
      giveBack = done;
      resolve(lent);
    })).catch(reject);
  });
  // A connection that breaks between two queries must not end the process; the next query fails instead.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    yield* read(client);
  } finally {
    await client.query("ROLLBACK").catch(() => {});
    client.off("error", ignore);
    giveBack();
  }
}
