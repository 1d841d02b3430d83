import { isDeepStrictEqual } from "node:util";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import type { RowReading } from "@/lib/dataset/import-engine/vocabulary";
import { fileColumnsSchema, type FileColumns } from "./schema";

/** The columns of a file that are called otherwise; null for a release, and once the file is not kept any more. */
export async function importColumns(actor: Actor, importId: number): Promise<FileColumns | null> {
  authorize(actor, "imports.manage");
  const [found, kept] = await Promise.all([
    db.import.findUnique({ where: { id: importId }, select: { columns: true } }),
    db.importFile.findFirst({ where: { importId }, select: { part: true } }),
  ]);
  return found?.columns && kept !== null ? fileColumnsSchema.parse(found.columns) : null;
}

/** Other files of an import's queue that wait for someone to say what the same columns are. */
export async function filesLike(actor: Actor, importId: number): Promise<number[]> {
  authorize(actor, "imports.manage");
  const { queueId, columns } = await db.import.findUniqueOrThrow({
    where: { id: importId },
    select: { queueId: true, columns: true },
  });
  if (queueId === null) return [];
  const { names } = fileColumnsSchema.parse(columns);
  const files = await db.import.findMany({
    where: { queueId, status: "mapping", id: { not: importId } },
    select: { id: true, columns: true },
    orderBy: { id: "asc" },
  });
  return files
    .filter((file) => isDeepStrictEqual(fileColumnsSchema.parse(file.columns).names, names))
    .map(({ id }) => id);
}

/** A row of an import's file as it was read. */
export interface ReadRow {
  record: number;
  /** In the order of CONTENT_COLUMNS. */
  cells: string[];
}

/** How many rows a person sees before agreeing to a reading. */
const ROWS_AS_READ = 5;

/** The first rows of an import as they were read; with `reason`, those that were left out for it. */
export async function rowsAsRead(
  actor: Actor,
  importId: number,
  reason?: RowReading,
): Promise<ReadRow[]> {
  authorize(actor, "imports.manage");
  const found =
    reason === undefined
      ? Prisma.empty
      : Prisma.sql`AND record IN (SELECT record FROM import_findings WHERE import_id = ${importId} AND code = ${reason})`;
  return db.$queryRaw<
    ReadRow[]
  >`SELECT record, cells FROM import_rows WHERE import_id = ${importId} ${found} ORDER BY ordinal LIMIT ${ROWS_AS_READ}`;
}

/** How many rows are left out for this reason alone: so many more are read if they are taken as they would be read. */
export async function countGained(
  actor: Actor,
  importId: number,
  reason: RowReading,
): Promise<number> {
  authorize(actor, "imports.manage");
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM import_rows r WHERE r.import_id = ${importId} AND r.bad = 'error'
      AND r.record IN (SELECT record FROM import_findings WHERE import_id = ${importId} AND code = ${reason})
      AND r.record NOT IN (SELECT record FROM import_findings WHERE import_id = ${importId} AND severity = 'error' AND code <> ${reason} AND record IS NOT NULL)`;
  return row!.count;
}
