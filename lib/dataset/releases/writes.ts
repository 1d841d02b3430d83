import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { refuseOtherLicense } from "@/lib/dataset/licenses/rules";
import { licenseInForce } from "@/lib/dataset/licenses/writes";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { Prisma, type Tx } from "@/lib/platform/db";
import { countOf } from "@/lib/platform/format";
import { gatherStatistics } from "@/lib/platform/planner-statistics";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { createHash } from "node:crypto";
import { readEntries } from "./entry-queries";
import { splitPath } from "./rules";
import type { Split } from "@/lib/dataset/questions/vocabulary";
import type { PublishedRelease, PublishRelease, Selection } from "./schema";
import { releasePublished } from "./audit-events";

/** The bytes of a release are kept in pieces of this size; the last one may be shorter. */
export const CHUNK_BYTES = 256 * 1024;

/** For the sample alone, which has a past and licenses nothing to anyone. */
export interface PublishOptions {
  at?: Date;
  unlicensed?: boolean;
}

export async function publish(
  tx: Tx,
  actor: Actor,
  input: PublishRelease,
  options: PublishOptions,
): Promise<Result<PublishedRelease, "empty" | "no-license" | "not-active" | "stale" | "taken">> {
  const taken = await tx.release.findUnique({
    where: { name: input.name },
    include: { publishedBy: { select: { name: true } } },
  });
  if (taken) return refuseTaken(describe(taken, taken.publishedBy.name));

  const license = options.unlicensed === true ? null : await licenseInForce(tx);
  if (license === null && options.unlicensed !== true)
    return refuse(
      "no-license",
      "Choose the license of the dataset first: in its settings, or with freshqa release license. Nothing was published.",
    );
  if (license !== null && input.licenseId !== undefined && input.licenseId !== license.id)
    return refuseOtherLicense(license, "Nothing was published.");
  const refusal = await checkSelection(tx, input.selection);
  if (refusal) return refusal;

  const [next] = await tx.$queryRaw<
    { id: number }[]
  >`SELECT nextval(pg_get_serial_sequence('releases', 'id'))::int AS id`;
  const id = next!.id;
  const questionCount = await insertEntries(tx, id, input.selection);
  if (questionCount === 0)
    return refuse("empty", "No active questions to publish. Add, restore or select questions.");
  await gatherStatistics(tx, "release_entries");
  const { sha256, byteSize } = await writeChunks(tx, id);
  await writeParquetFiles(tx, id, input.name);
  const release = await tx.release.create({
    data: {
      id,
      name: input.name,
      notes: input.notes,
      sha256,
      byteSize,
      questionCount,
      publishedById: actor.userId,
      ...(options.at && { publishedAt: options.at }),
    },
  });
  if (license !== null)
    await tx.releaseLicense.create({
      data: { releaseId: id, licenseId: license.id, statedById: actor.userId },
    });
  await recordAudit(tx, actor, releasePublished, {
    releaseId: id,
    name: release.name,
    sha256,
    questionCount,
  });
  return ok(describe(release, actor.name));
}

function describe(
  release: {
    name: string;
    sha256: string;
    byteSize: bigint;
    questionCount: number;
    publishedAt: Date;
  },
  publishedBy: string,
): PublishedRelease {
  const { name, sha256, questionCount } = release;
  return {
    name,
    sha256,
    byteSize: Number(release.byteSize),
    questionCount,
    publishedBy,
    publishedAt: release.publishedAt.toISOString(),
  };
}

function refuseTaken(release: PublishedRelease) {
  const when = `${release.publishedAt.slice(0, 16).replace("T", " ")} UTC`;
  return refuse(
    "taken",
    `${release.name} was published by ${release.publishedBy} on ${when}, with ${countOf(release.questionCount, "question")}. ` +
      "Releases can't be changed. Choose another name or use the existing release.",
    { fields: { name: "This name is already published." }, details: release },
  );
}

/** Refuses chosen questions that cannot be released; the lists of whole splits need no check. */
async function checkSelection(tx: Tx, selection: Selection) {
  if (selection.kind !== "questions") return null;
  const wrong = await tx.$queryRaw<{ id: number }[]>`
    SELECT chosen.id FROM unnest(${selection.questionIds}::int[]) WITH ORDINALITY AS chosen (id, place)
    LEFT JOIN question_heads h ON h.question_id = chosen.id AND h.status = 'active'
    WHERE h.question_id IS NULL ORDER BY chosen.place`;
  if (wrong.length === 0) return null;
  const named = wrong
    .slice(0, 10)
    .map((row) => `Q${row.id}`)
    .join(", ");
  return refuse(
    "not-active",
    `${wrong.length === 1 ? `${named} is` : `${named}${wrong.length > 10 ? ` and ${wrong.length - 10} more are` : " are"}`} retired or unknown, ` +
      "and can't be released. Deselect or restore them. Nothing was published.",
    { details: { questionIds: wrong.map((row) => row.id) } },
  );
}

/** Writes the entries in order. @returns how many. */
async function insertEntries(tx: Tx, releaseId: number, selection: Selection): Promise<number> {
  if (selection.kind === "questions") {
    return tx.$executeRaw`
      INSERT INTO release_entries (release_id, position, question_id, revision_id)
      SELECT ${releaseId}, chosen.place - 1, h.question_id, h.revision_id
      FROM unnest(${selection.questionIds}::int[]) WITH ORDINALITY AS chosen (id, place)
      JOIN question_heads h ON h.question_id = chosen.id AND h.status = 'active'
      ORDER BY chosen.place`;
  }
  const chosen =
    selection.kind === "all"
      ? Prisma.sql`TRUE`
      : Prisma.sql`(split = ANY(${selection.splits.filter((split) => split !== null)}::text[]) OR (${selection.splits.includes(null)} AND split IS NULL))`;
  return tx.$executeRaw`
    INSERT INTO release_entries (release_id, position, question_id, revision_id)
    SELECT ${releaseId}, row_number() OVER (ORDER BY position, question_id) - 1, question_id, revision_id
    FROM question_heads WHERE status = 'active' AND ${chosen}
    ORDER BY position, question_id`;
}

/** Writes the release's CSV file into its chunks, piece by piece. */
async function writeChunks(tx: Tx, releaseId: number): Promise<Written> {
  return writePieces(
    encoded(writeCsv(readEntries(tx, releaseId), OFFICIAL_LAYOUT)),
    async (sequence, bytes) => {
      await tx.$executeRaw`INSERT INTO release_chunks (release_id, sequence, bytes) VALUES (${releaseId}, ${sequence}, ${bytes})`;
    },
  );
}

/** Writes the release's Parquet files into theirs: the whole, and each split for dataset repositories. */
async function writeParquetFiles(tx: Tx, releaseId: number, name: string): Promise<void> {
  const { writeReleaseParquet } = await import("@/lib/dataset/file-formats/write-release-parquet");
  const splits = await tx.$queryRaw<{ split: Split | null }[]>`
    SELECT DISTINCT r.split FROM release_entries e JOIN revisions r ON r.id = e.revision_id WHERE e.release_id = ${releaseId}`;
  const files: [path: string, bytes: AsyncIterable<Uint8Array>][] = [
    [`${name}.parquet`, writeReleaseParquet(readEntries(tx, releaseId))],
    ...splits.map(({ split }): [string, AsyncIterable<Uint8Array>] => [
      splitPath(split),
      writeReleaseParquet(readEntries(tx, releaseId, { split }), name),
    ]),
  ];
  for (const [path, content] of files) {
    const { sha256, byteSize } = await writePieces(content, async (sequence, bytes) => {
      await tx.$executeRaw`INSERT INTO release_file_chunks (release_id, path, sequence, bytes) VALUES (${releaseId}, ${path}, ${sequence}, ${bytes})`;
    });
    await tx.releaseFile.create({ data: { releaseId, path, sha256, byteSize } });
  }
}

interface Written {
  sha256: string;
  byteSize: number;
}

/** Hands bytes on in pieces of CHUNK_BYTES, numbered from 0. */
async function writePieces(
  content: AsyncIterable<Uint8Array>,
  write: (sequence: number, bytes: Buffer<ArrayBuffer>) => Promise<void>,
): Promise<Written> {
  const hash = createHash("sha256");
  let byteSize = 0;
  let sequence = 0;
  for await (const bytes of inPieces(content)) {
    hash.update(bytes);
    byteSize += bytes.length;
    await write(sequence++, bytes);
  }
  return { sha256: hash.digest("hex"), byteSize };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text, "utf8");
}

/** Cuts bytes into pieces of CHUNK_BYTES. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of content) {
    waiting.push(bytes);
    length += bytes.length;
    if (length < CHUNK_BYTES) continue;
    const all = Buffer.concat(waiting, length);
    let at = 0;
    for (; at + CHUNK_BYTES <= length; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES);
    waiting = [all.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}

/**
 * Before anything is read: publishers queue here, and whoever comes second sees the first one's release. An advisory lock
 * could not do that, since asking for it already fixes what a REPEATABLE READ transaction sees.
 */
export async function lockReleases(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE releases IN SHARE ROW EXCLUSIVE MODE`;
}
