import { Prisma, type Tx } from "@/lib/platform/db";
import { readingSchema } from "@/lib/dataset/file-formats/reading";
import { absentColumns } from "@/lib/dataset/file-formats/vocabulary";
import {
  CONTENT_COLUMNS,
  type ContentColumn,
  type Status,
} from "@/lib/dataset/questions/vocabulary";
import { assignOneToOne, type Candidate } from "./matching";
import type { Resolution } from "./schema";
import { CONFLICT, fillCells, filledCells, MATCHED, SAFE } from "./sql";
import type { Version } from "./three-way";
import { cell } from "@/lib/dataset/questions/sql";

/**
 * Forgets every decision on rewordings and proposes the same questions again as at first.
 * @returns how many rows had been decided.
 */
export async function proposeAgain(tx: Tx, importId: number): Promise<number> {
  const decided = await tx.importRow.count({
    where: { importId, match: "similar", decision: { not: "open" } },
  });
  await tx.$executeRaw`
    UPDATE import_rows SET match = 'new', question_id = NULL, base_revision_id = NULL, common_revision_id = NULL, sides = NULL, resolution = NULL,
      score = NULL, changed = NULL, decision = NULL, decided_together = NULL
    WHERE import_id = ${importId} AND match = 'similar'`;
  const proposals = new Map<number, Candidate[]>();
  for (const { ordinal, questionId, score } of await tx.importCandidate.findMany({
    where: { importId },
    orderBy: [{ ordinal: "asc" }, { rank: "asc" }],
  })) {
    proposals.set(ordinal, [...(proposals.get(ordinal) ?? []), { questionId, score }]);
  }
  const chosen = [
    ...assignOneToOne([...proposals].map(([ordinal, candidates]) => ({ ordinal, candidates }))),
  ];
  const ordinals = chosen.map(([ordinal]) => ordinal);
  await tx.$executeRaw`
    UPDATE import_rows r SET match = 'similar', decision = 'open', question_id = p.question_id, score = p.score
    FROM unnest(${ordinals}::int[], ${chosen.map(([, candidate]) => candidate.questionId)}::int[], ${chosen.map(([, candidate]) => candidate.score)}::real[]) AS p (ordinal, question_id, score)
    WHERE r.import_id = ${importId} AND r.ordinal = p.ordinal`;
  await compareWithHeads(tx, importId, ordinals);
  return decided;
}

/**
 * Decides every open proposal, or those at least as alike as `threshold`; accepts those alike enough alone (SAFE).
 * @returns how many were decided, how many are open still, and the number by which undoTogether finds them again.
 */
export async function decideTogether(
  tx: Tx,
  importId: number,
  decision: "accepted" | "rejected",
  threshold: number | null,
): Promise<{ decided: number; left: number; together: number | null }> {
  const [last] = await tx.$queryRaw<
    { number: number }[]
  >`SELECT coalesce(max(decided_together), 0) + 1 AS number FROM import_rows WHERE import_id = ${importId}`;
  const together = last!.number;
  const decided = await tx.$executeRaw`
    UPDATE import_rows SET decision = ${decision}, decided_together = ${together}
    WHERE import_id = ${importId} AND match = 'similar' AND decision = 'open'
      AND (${threshold}::real IS NULL OR score >= ${threshold}::real) AND (${decision} = 'rejected' OR ${SAFE})`;
  const left = await tx.importRow.count({
    where: { importId, match: "similar", decision: "open" },
  });
  return { decided, left, together: decided > 0 ? together : null };
}

/** Opens again what one call of decideTogether decided, but for rows whose question another row has got since. @returns how many. */
export async function undoTogether(tx: Tx, importId: number, together: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE import_rows r SET decision = 'open', decided_together = NULL
    WHERE r.import_id = ${importId} AND r.decided_together = ${together} AND NOT EXISTS (
      SELECT 1 FROM import_rows o WHERE o.import_id = r.import_id AND o.question_id = r.question_id AND o.ordinal <> r.ordinal
        AND o.decision IS DISTINCT FROM 'rejected')`;
}

/** Notes for every matched row (or some of them) the revision it was compared with and the columns that differ from it. */
export async function compareWithHeads(
  tx: Tx,
  importId: number,
  ordinals?: readonly number[],
): Promise<void> {
  const absent = await absentIn(tx, importId);
  const cells = filledCells("r", "b", absent);
  await tx.$executeRaw`
    UPDATE import_rows r SET base_revision_id = h.revision_id, changed =
      CASE WHEN ${cells} = b.cells THEN '{}' ELSE ARRAY(
        SELECT c.name FROM unnest(${cells}, b.cells, ${CONTENT_COLUMNS}::text[]) AS c (mine, theirs, name) WHERE c.mine IS DISTINCT FROM c.theirs) END
      || CASE WHEN h.status = 'active' THEN '{}'::text[] ELSE ARRAY['status'] END
    FROM question_heads h JOIN revisions b ON b.id = h.revision_id
    WHERE r.import_id = ${importId} AND h.question_id = r.question_id
      ${ordinals === undefined ? Prisma.empty : Prisma.sql`AND r.ordinal = ANY(${ordinals}::int[])`}`;
  await compareWithCommon(tx, importId, absent, ordinals);
}

/** The columns that the file of an import lacks; of a release, none. */
export async function absentIn(tx: Tx, importId: number): Promise<ContentColumn[]> {
  const { reading } = await tx.import.findUniqueOrThrow({
    where: { id: importId },
    select: { reading: true },
  });
  const { columns } = readingSchema.parse(reading ?? {});
  return columns === undefined ? [] : absentColumns(columns.as);
}

/**
 * SQL: revision `v` was written by an import that was not undone, or is frozen by a release. What was combined from a file
 * and changes made here is none: the next file of its source lacks these changes, and must not take them back unasked.
 */
const IN_COMMON = Prisma.sql`(
  (v.reason = 'import' AND NOT EXISTS (SELECT 1 FROM operations u WHERE u.undoes_id = v.operation_id)
    AND NOT EXISTS (SELECT 1 FROM imports i JOIN import_rows m ON m.import_id = i.id
      WHERE i.operation_id = v.operation_id AND m.question_id = v.question_id AND m.resolution = 'combined'))
  OR EXISTS (SELECT 1 FROM release_entries e WHERE e.revision_id = v.id))`;

/**
 * SQL: revision `w` was written by an import that was undone, or is its undo. A question that has none but these is as good
 * as new: no one here has said anything of it.
 */
const BY_UNDONE_IMPORT = Prisma.sql`EXISTS (
  SELECT 1 FROM operations u JOIN imports i ON i.operation_id = u.undoes_id WHERE w.operation_id IN (u.undoes_id, u.id))`;

/**
 * Notes for every row that differs from its question which revision both come from, and who changed the question since.
 * What changed only here stays, unless someone decides otherwise; what both changed is to be decided.
 */
async function compareWithCommon(
  tx: Tx,
  importId: number,
  absent: readonly ContentColumn[],
  ordinals?: readonly number[],
): Promise<void> {
  const meant = Prisma.sql`r.import_id = ${importId} ${ordinals === undefined ? Prisma.empty : Prisma.sql`AND r.ordinal = ANY(${ordinals}::int[])`}`;
  await tx.$executeRaw`
    UPDATE import_rows r SET common_revision_id = NULL, sides = NULL, resolution = NULL
    WHERE ${meant} AND (sides IS NOT NULL OR common_revision_id IS NOT NULL OR resolution IS NOT NULL)`;
  await tx.$executeRaw`
    WITH common AS MATERIALIZED (
      SELECT r.ordinal, max(v.number) AS number FROM import_rows r JOIN revisions v ON v.question_id = r.question_id
      WHERE ${meant} AND r.changed <> '{}' AND ${IN_COMMON} GROUP BY r.ordinal
    ), compared AS (
      SELECT r.ordinal, b.id AS common_revision_id, CASE
        WHEN b.id IS NULL THEN CASE WHEN EXISTS (
            SELECT 1 FROM revisions w WHERE w.question_id = r.question_id AND NOT ${BY_UNDONE_IMPORT})
          THEN 'both' ELSE 'file' END
        WHEN ${filledCells("r", "b", absent)} = b.cells AND b.status = 'active' THEN 'here'
        WHEN n.cells = b.cells AND n.status = b.status THEN 'file'
        ELSE 'both' END AS sides
      FROM import_rows r JOIN revisions n ON n.id = r.base_revision_id
      LEFT JOIN common c ON c.ordinal = r.ordinal LEFT JOIN revisions b ON b.question_id = r.question_id AND b.number = c.number
      WHERE ${meant} AND r.changed <> '{}'
    )
    UPDATE import_rows r SET common_revision_id = c.common_revision_id, sides = c.sides,
      resolution = CASE c.sides WHEN 'both' THEN 'open' WHEN 'here' THEN 'ours' END
    FROM compared c WHERE r.import_id = ${importId} AND r.ordinal = c.ordinal`;
}

/** Sets aside what was decided about the rows of an import. */
export async function keepDecisions(tx: Tx, importId: number): Promise<void> {
  await tx.importDecision.deleteMany({ where: { importId } });
  await tx.$executeRaw`
    INSERT INTO import_decisions (import_id, ordinal, question_id, revision_id, common_revision_id, score, decision, decided_together, resolution)
    SELECT import_id, ordinal, question_id, base_revision_id, common_revision_id, score, nullif(decision, 'open'), decided_together, nullif(resolution, 'open')
    FROM import_rows WHERE import_id = ${importId} AND question_id IS NOT NULL AND base_revision_id IS NOT NULL
      AND (decision <> 'open' OR (sides = 'both' AND resolution <> 'open') OR (sides = 'here' AND resolution <> 'ours'))`;
}

/**
 * Decides rows that resemble a question as they were decided before: where the question's text is the one that was decided
 * about, and no other row has the question by now. A row that had been matched by hand gets its question back.
 */
export async function restoreDecisions(tx: Tx, importId: number): Promise<void> {
  const sameText = Prisma.sql`import_decisions d JOIN revisions o ON o.id = d.revision_id
    JOIN question_heads h ON h.question_id = d.question_id JOIN revisions n ON n.id = h.revision_id AND ${cell("n", "question")} = ${cell("o", "question")}`;
  await tx.$executeRaw`
    UPDATE import_rows r SET decision = 'rejected', decided_together = d.decided_together FROM ${sameText}
    WHERE d.import_id = ${importId} AND d.decision = 'rejected'
      AND r.import_id = d.import_id AND r.ordinal = d.ordinal AND r.match = 'similar' AND r.question_id = d.question_id`;
  await tx.$executeRaw`CREATE TEMP TABLE restored ON COMMIT DROP AS
    SELECT d.ordinal, d.question_id, d.score, d.decision, d.decided_together FROM ${sameText}
    JOIN import_rows r ON r.import_id = d.import_id AND r.ordinal = d.ordinal AND r.match IN ('similar', 'new') AND r.bad IS DISTINCT FROM 'error'
    WHERE d.import_id = ${importId} AND d.decision IN ('accepted', 'replaced')
      AND NOT EXISTS (SELECT 1 FROM import_rows e WHERE e.import_id = d.import_id AND e.question_id = d.question_id AND e.match IN ('exact', 'normalized'))`;
  await tx.$executeRaw`
    UPDATE import_rows r SET match = 'new', question_id = NULL, score = NULL, decision = NULL FROM restored d
    WHERE r.import_id = ${importId} AND r.question_id = d.question_id AND r.ordinal <> d.ordinal AND r.match = 'similar' AND r.decision = 'open'`;
  await tx.$executeRaw`
    UPDATE import_rows r SET match = 'similar', question_id = d.question_id, score = d.score, decision = d.decision, decided_together = d.decided_together
    FROM restored d WHERE r.import_id = ${importId} AND r.ordinal = d.ordinal`;
}

/** Takes over what was chosen for rows that were changed here, where both versions and the common one are those of then. */
export async function restoreResolutions(tx: Tx, importId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_rows r SET resolution = d.resolution
    FROM import_decisions d JOIN revisions o ON o.id = d.revision_id LEFT JOIN revisions oc ON oc.id = d.common_revision_id
    WHERE d.import_id = ${importId} AND d.resolution IS NOT NULL AND r.import_id = d.import_id AND r.ordinal = d.ordinal
      AND r.question_id = d.question_id AND r.sides IN ('both', 'here')
      AND EXISTS (SELECT 1 FROM revisions n WHERE n.id = r.base_revision_id AND n.cells = o.cells AND n.status = o.status)
      AND (oc.cells IS NOT DISTINCT FROM (SELECT c.cells FROM revisions c WHERE c.id = r.common_revision_id))`;
}

/** A row of a question that was changed here, in its three versions. */
export interface ThreeVersions {
  ordinal: number;
  base: Version | null;
  ours: Version;
  file: Version;
}

/**
 * Returns rows in their three versions: `combined` ones, or those that both sides changed and no one has decided yet.
 * @param ordinal one row alone, decided or not
 */
export async function threeVersions(
  tx: Tx,
  importId: number,
  which: "combined" | "open" | { ordinal: number },
): Promise<ThreeVersions[]> {
  const condition =
    which === "combined"
      ? Prisma.sql`r.resolution = 'combined'`
      : which === "open"
        ? Prisma.sql`${MATCHED} AND ${CONFLICT} AND r.resolution = 'open'`
        : Prisma.sql`r.ordinal = ${which.ordinal}`;
  const rows = await tx.$queryRaw<
    {
      ordinal: number;
      file: string[];
      ours: string[];
      status: Status;
      base: string[] | null;
      baseStatus: Status | null;
    }[]
  >`
    SELECT r.ordinal, r.cells AS file, n.cells AS ours, n.status, b.cells AS base, b.status AS "baseStatus"
    FROM import_rows r JOIN revisions n ON n.id = r.base_revision_id LEFT JOIN revisions b ON b.id = r.common_revision_id
    WHERE r.import_id = ${importId} AND ${condition} ORDER BY r.ordinal`;
  const absent = await absentIn(tx, importId);
  return rows.map((row) => ({
    ordinal: row.ordinal,
    base: row.base === null ? null : { cells: row.base, status: row.baseStatus! },
    ours: { cells: row.ours, status: row.status },
    file: { cells: fillCells(row.file, row.base ?? row.ours, absent), status: "active" },
  }));
}

/** Notes what is written of some rows. */
export async function writeResolution(
  tx: Tx,
  importId: number,
  ordinals: readonly number[],
  resolution: Resolution,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_rows SET resolution = ${resolution} WHERE import_id = ${importId} AND ordinal = ANY(${[...ordinals]}::int[])`;
}

/** Opens every row that both sides changed. @returns how many had been decided. */
export async function openResolutions(tx: Tx, importId: number): Promise<number> {
  const { count } = await tx.importRow.updateMany({
    where: { importId, sides: "both", resolution: { not: "open" } },
    data: { resolution: "open" },
  });
  return count;
}
