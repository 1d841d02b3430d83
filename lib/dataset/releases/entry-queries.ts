import type { OutgoingRow } from "@/lib/dataset/exports/file-bytes";
import type { Split } from "@/lib/dataset/questions/vocabulary";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import type { ByteRange } from "./rules";

/** Entries that are read at a time, so that memory does not grow with the release. */
const BATCH = 2_000;

/**
 * The rows of a release in their order, a batch at a time.
 * @param of only those of a split
 */
export async function* readEntries(
  client: Pick<Tx, "$queryRaw">,
  releaseId: number,
  of?: { split: Split | null },
): AsyncGenerator<OutgoingRow[]> {
  const wanted =
    of === undefined
      ? Prisma.sql`TRUE`
      : Prisma.sql`r.split IS NOT DISTINCT FROM ${of.split}::text`;
  for (let last = -1; ;) {
    const rows = await client.$queryRaw<
      { position: number; questionId: number; revision: number; cells: string }[]
    >`
      SELECT e.position, e.question_id AS "questionId", r.number AS revision, array_to_json(r.cells)::text AS cells
      FROM release_entries e JOIN revisions r ON r.id = e.revision_id
      WHERE e.release_id = ${releaseId} AND e.position > ${last} AND ${wanted} ORDER BY e.position LIMIT ${BATCH}`;
    if (rows.length === 0) return;
    last = rows.at(-1)!.position;
    // Style 0: a release of ours is in the official form, however the file was quoted that a question came from.
    yield rows.map(({ position, questionId, revision, cells }) => ({
      record: position,
      style: 0,
      questionId: `Q${questionId}`,
      revision,
      cells: [String(position), ...(JSON.parse(cells) as string[])],
    }));
  }
}

/** The stored bytes of a release's CSV file. */
export function readChunks(releaseId: number, range: ByteRange): AsyncGenerator<Uint8Array> {
  return pieces(range, async (sequence) => {
    const chunk = await db.releaseChunk.findUniqueOrThrow({
      where: { releaseId_sequence: { releaseId, sequence } },
    });
    return chunk.bytes;
  });
}

/** The stored bytes of another file of it. */
export function readFileChunks(
  releaseId: number,
  path: string,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  return pieces(range, async (sequence) => {
    const chunk = await db.releaseFileChunk.findUniqueOrThrow({
      where: { releaseId_path_sequence: { releaseId, path, sequence } },
    });
    return chunk.bytes;
  });
}

/** @param read a piece by its number; all but the last are of one size, whatever size a later version writes */
async function* pieces(
  { start, end }: ByteRange,
  read: (sequence: number) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (end < start) return;
  const first = await read(0);
  const size = first.length;
  for (let sequence = Math.floor(start / size); sequence * size <= end; sequence++) {
    const bytes = sequence === 0 ? first : await read(sequence);
    const offset = sequence * size;
    yield bytes.subarray(Math.max(0, start - offset), end + 1 - offset);
  }
}
