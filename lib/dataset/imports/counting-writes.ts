import { Prisma, type Tx } from "@/lib/platform/db";
import { caselessKey, textKey } from "@/lib/dataset/questions/same-text";
import type { PlanCounts, PlannedWrites } from "./schema";
import {
  isMatched,
  isNamedByBadRow,
  CONFLICT,
  LEFT_BY_AN_UNDO,
  MATCHED,
  REPLACING,
  SAFE,
  UNMATCHED,
  WRITTEN,
} from "./sql";

/** Counts what applying would write, with and without the suspect rows; see PlannedWrites. */
export async function countWrites(
  tx: Tx,
  importId: number,
): Promise<{ withSuspect: PlannedWrites; withoutSuspect: PlannedWrites }> {
  const count = (suspect: Prisma.Sql) => Prisma.sql`json_build_object(
    'created', count(*) FILTER (WHERE ${UNMATCHED} AND NOT ${REPLACING} AND ${suspect}),
    'replaced', count(*) FILTER (WHERE ${REPLACING} AND ${suspect}),
    'changed', count(*) FILTER (WHERE match IN ('exact', 'normalized') AND ${WRITTEN} AND ${suspect}),
    'reworded', count(*) FILTER (WHERE match = 'similar' AND decision = 'accepted' AND ${WRITTEN} AND ${suspect}),
    'keptEdits', count(*) FILTER (WHERE ${MATCHED} AND resolution = 'ours' AND ${suspect}),
    'unchanged', count(*) FILTER (WHERE ${MATCHED} AND changed = '{}' AND ${suspect}))`;
  const [counts] = await tx.$queryRaw<
    { withSuspect: PlannedWrites; withoutSuspect: PlannedWrites }[]
  >`
    SELECT ${count(Prisma.sql`true`)} AS "withSuspect", ${count(Prisma.sql`bad IS NULL`)} AS "withoutSuspect"
    FROM import_rows WHERE import_id = ${importId} AND bad IS DISTINCT FROM 'error'`;
  return counts!;
}

/** Counts a plan as it stands. Open rewordings keep their question from counting as missing. */
export async function countPlan(tx: Tx, importId: number): Promise<PlanCounts> {
  const [counts] = await tx.$queryRaw<PlanCounts[]>`
    SELECT r.rows, r.exact, r.normalized, r.unchanged, r.changed, r.conflicts, r."conflictsOpen", r."changedHere", r.reworded, r."rewordingsOpen", r."rewordingsAccepted", r."rewordingsRejected",
      r."rewordingsReplaced", r."rewordingsSafe", r.new, r.bad, r.suspect, f.unreadable, q.present,
      q.present - r.found - CASE WHEN r.bad = 0 THEN 0 ELSE (
        SELECT count(*)::int FROM question_heads h
        WHERE h.status = 'active' AND NOT ${isMatched(importId)} AND ${isNamedByBadRow(importId)}) END AS missing
    FROM (
      SELECT count(*)::int AS rows,
        count(*) FILTER (WHERE match = 'exact')::int AS exact,
        count(*) FILTER (WHERE match = 'normalized')::int AS normalized,
        count(*) FILTER (WHERE match IN ('exact', 'normalized') AND changed = '{}')::int AS unchanged,
        count(*) FILTER (WHERE match IN ('exact', 'normalized') AND changed <> '{}' AND sides = 'file')::int AS changed,
        count(*) FILTER (WHERE ${MATCHED} AND ${CONFLICT})::int AS conflicts,
        count(*) FILTER (WHERE ${MATCHED} AND ${CONFLICT} AND resolution = 'open')::int AS "conflictsOpen",
        count(*) FILTER (WHERE match IN ('exact', 'normalized') AND sides = 'here')::int AS "changedHere",
        count(*) FILTER (WHERE match = 'similar')::int AS reworded,
        count(*) FILTER (WHERE match = 'similar' AND decision = 'open')::int AS "rewordingsOpen",
        count(*) FILTER (WHERE match = 'similar' AND decision = 'accepted')::int AS "rewordingsAccepted",
        count(*) FILTER (WHERE match = 'similar' AND decision = 'rejected')::int AS "rewordingsRejected",
        count(*) FILTER (WHERE ${REPLACING})::int AS "rewordingsReplaced",
        count(*) FILTER (WHERE ${SAFE})::int AS "rewordingsSafe",
        count(*) FILTER (WHERE match = 'new' AND bad IS DISTINCT FROM 'error')::int AS new,
        count(*) FILTER (WHERE bad = 'error')::int AS bad,
        count(*) FILTER (WHERE bad = 'suspect')::int AS suspect,
        -- Each is another question; those of retired ones are marked by the comparison.
        count(*) FILTER (WHERE question_id IS NOT NULL AND decision IS DISTINCT FROM 'rejected' AND NOT 'status' = ANY (changed))::int AS found
      FROM import_rows WHERE import_id = ${importId}
    ) r, (
      SELECT count(*)::int AS present FROM question_heads WHERE status = 'active'
    ) q, (
      SELECT count(DISTINCT record)::int AS unreadable FROM import_findings f
      WHERE import_id = ${importId} AND severity = 'error' AND record IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.import_id = ${importId} AND r.record = f.record)
    ) f`;
  return counts!;
}

/**
 * How many rows were planned against a state of the dataset that has passed: their question was revised since, a question
 * with their text (sameText) was added, or one changed that differs from a new row in case alone (sameButForCase). Of a
 * plan from before case counted, all.
 */
export async function countOutdated(
  tx: Tx,
  { id: importId, lastRevisionId }: { id: number; lastRevisionId: number | null },
): Promise<number> {
  if (lastRevisionId === null) return tx.importRow.count({ where: { importId } });
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM import_rows r JOIN question_heads h ON h.question_id = r.question_id
    WHERE r.import_id = ${importId} AND (${MATCHED} OR ${REPLACING}) AND h.revision_id <> r.base_revision_id`;
  const unmatched = Prisma.sql`r.import_id = ${importId} AND r.bad IS DISTINCT FROM 'error' AND ${UNMATCHED}`;
  const there = await tx.$queryRaw<{ question: string; changed: boolean }[]>`
    SELECT h.question, h.revision_id > ${lastRevisionId} AS changed FROM question_heads h
    WHERE h.normalized IN (SELECT r.normalized FROM import_rows r WHERE ${unmatched}) AND NOT (${Prisma.raw(LEFT_BY_AN_UNDO)})`;
  if (there.length === 0) return row!.count;
  const equal = new Set(there.map(({ question }) => textKey(question)));
  // What has not changed since was proposed to the row, or is another row.
  const twins = new Set(
    there.filter(({ changed }) => changed).map(({ question }) => caselessKey(question)),
  );
  const rows = await tx.$queryRaw<{ question: string }[]>`
    SELECT r.question FROM import_rows r
    WHERE ${unmatched} AND r.normalized IN (SELECT h.normalized FROM question_heads h)`;
  const outdated = rows.filter(
    ({ question }) => equal.has(textKey(question)) || twins.has(caselessKey(question)),
  );
  return row!.count + outdated.length;
}
