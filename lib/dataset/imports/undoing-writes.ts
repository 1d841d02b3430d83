import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { appendLike } from "@/lib/dataset/questions/ledger";
import { standingSince } from "@/lib/dataset/questions/sql";
import { textsBefore } from "@/lib/dataset/questions/undoing-writes";
import { keepPositionsAscending } from "./applying-writes";
import { BLOCKERS_NAMED, type UndoBlocker, type UndoOutcome } from "./schema";

/**
 * Returns what was built on an applied import, so that it cannot be undone: each later import, edit, release, answer check,
 * response, rating or flag of what it wrote, and later imports that laid down an order of their own. An import or edit that was
 * undone since is none: it left everything as it was. Of each kind the first BLOCKERS_NAMED, with how many there are.
 */
export async function undoBlockers(tx: Tx, importId: number): Promise<UndoBlocker[]> {
  return tx.$queryRaw<UndoBlocker[]>`
    WITH undone AS (SELECT * FROM imports WHERE id = ${importId}),
    written AS MATERIALIZED (SELECT r.id, r.question_id, r.number FROM revisions r JOIN undone ON undone.operation_id = r.operation_id),
    built AS MATERIALIZED (
      SELECT v.id, v.question_id FROM written w JOIN revisions v ON v.question_id = w.question_id AND v.number >= w.number
    ),
    revised AS MATERIALIZED (${standingSince(Prisma.sql`(SELECT operation_id FROM undone)`)}),
    imported AS (SELECT DISTINCT i.operation_id, i.id, i.file_name FROM revised v JOIN imports i ON i.operation_id = v.operation_id),
    of_question AS (
      SELECT 'revision' AS kind, v.question_id FROM revised v
      WHERE v.operation_id IS NULL OR v.operation_id NOT IN (SELECT operation_id FROM imported)
      UNION SELECT 'check', w.question_id FROM built w JOIN verifications v ON v.revision_id = w.id
      WHERE v.withdraws_id IS NULL AND NOT EXISTS (SELECT 1 FROM verifications x WHERE x.withdraws_id = v.id)
      UNION SELECT 'rating', w.question_id FROM built w JOIN judgments j ON j.revision_id = w.id
      UNION SELECT 'rating', w.question_id FROM built w JOIN rating_tasks t ON t.revision_id = w.id
      UNION SELECT 'rating', w.question_id FROM built w JOIN adjudications a ON a.revision_id = w.id
      UNION SELECT 'rating', w.question_id FROM built w JOIN gold_verdicts g ON g.revision_id = w.id
      UNION SELECT 'rating', w.question_id FROM built w JOIN gold_answers g ON g.revision_id = w.id
      UNION SELECT 'rating', w.question_id FROM built w JOIN automatic_verdicts v ON v.revision_id = w.id
      UNION SELECT 'flag', w.question_id FROM built w JOIN truth_tickets f ON f.revision_id = w.id
    )
    SELECT kind, label, href, total FROM (
      SELECT *, count(*) OVER (PARTITION BY kind)::int AS total, row_number() OVER (PARTITION BY kind ORDER BY id) AS place FROM (
      SELECT 1 AS rank, 'release' AS kind, e.id, e.name AS label, '/releases/' || e.name AS href
      FROM releases e WHERE e.id IN (SELECT release_id FROM release_entries WHERE revision_id IN (SELECT id FROM built))
      UNION ALL
      SELECT 2, 'response', m.id, m.name, '/runs/' || m.id
      FROM model_runs m WHERE m.id IN (SELECT run_id FROM responses WHERE revision_id IN (SELECT id FROM built))
      UNION ALL
      SELECT 3, 'import', i.id, i.file_name, '/imports/' || i.id FROM imported i
      UNION ALL
      SELECT 4, 'ordering', i.id, i.file_name, '/imports/' || i.id FROM imports i, undone
      WHERE undone.arrangement_id IS NOT NULL AND i.arrangement_id > undone.arrangement_id AND i.id NOT IN (SELECT id FROM imported)
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.undoes_id = i.operation_id)
      UNION ALL
      SELECT 5, 'order', id, file_name, '/imports/' || id FROM undone
      WHERE arrangement_id IS NOT NULL AND former_order = '{}' AND EXISTS (
        SELECT 1 FROM questions q WHERE q.created_at < undone.applied_at AND q.id NOT IN (SELECT question_id FROM written WHERE number = 1))
      UNION ALL
      SELECT 6, kind, question_id, 'Q' || question_id, '/questions/' || question_id FROM of_question
      ) found
    ) counted WHERE place <= ${BLOCKERS_NAMED}::int ORDER BY rank, kind, id`;
}

/**
 * Undoes what an import wrote, by appending: changed questions get their former content, new ones are retired, and the order
 * and form from before the import are laid down again. The caller holds the exclusive lock on question_heads and has made
 * sure that nothing was built on the import (undoBlockers).
 */
export async function undoRows(
  tx: Tx,
  actor: Actor,
  { importId, operationId, undoId }: { importId: number; operationId: number; undoId: number },
): Promise<UndoOutcome> {
  // Not the day of undoing, but the import's: of no day the dataset shows what was undone.
  const [written] = await tx.$queryRaw<{ since: string | null }[]>`
    SELECT min(holds_since)::text AS since FROM revisions WHERE operation_id = ${operationId}`;
  const holdsSince = written!.since;
  const dated = holdsSince === null ? {} : { holdsSince };
  const texts = await textsBefore(tx, operationId);
  const reverted = await appendLike(tx, actor, {
    like: "b",
    from: Prisma.sql`revisions r JOIN question_heads h ON h.question_id = r.question_id
      JOIN revisions b ON b.question_id = r.question_id AND b.number = r.number - 1
      WHERE r.operation_id = ${operationId} ORDER BY h.position`,
    reason: "undo",
    comment: Prisma.sql`'Import undone'`,
    operationId: undoId,
    ...dated,
    ...(texts && { texts }),
  });
  const retired = await appendLike(tx, actor, {
    like: "r",
    from: Prisma.sql`revisions r JOIN question_heads h ON h.question_id = r.question_id
      WHERE r.operation_id = ${operationId} AND r.number = 1 ORDER BY h.position`,
    except: { status: Prisma.sql`'retired'` },
    reason: "undo",
    comment: Prisma.sql`'Import undone'`,
    operationId: undoId,
    ...dated,
  });
  await restoreOrder(tx, actor, importId);
  return { reverted, retired };
}

/** The order before the import, and the form of the file that was the last one then. */
async function restoreOrder(tx: Tx, actor: Actor, importId: number): Promise<void> {
  const { arrangementId, formerOrder } = await tx.import.findUniqueOrThrow({
    where: { id: importId },
    select: { arrangementId: true, formerOrder: true },
  });
  if (arrangementId === null) return;
  await tx.$executeRaw`
    UPDATE question_heads h SET position = o.position FROM (
      SELECT h.question_id, row_number() OVER (ORDER BY f.place NULLS LAST, h.position, h.question_id)::int - 1 AS position
      FROM question_heads h LEFT JOIN unnest(${formerOrder}::int[]) WITH ORDINALITY AS f (question_id, place) USING (question_id)
    ) o WHERE o.question_id = h.question_id AND h.position <> o.position`;
  await keepPositionsAscending(tx);
  await tx.$executeRaw`
    INSERT INTO arrangements (created_by, question_ids, id_cells, layout, holds_since)
    SELECT ${actor.userId}, (SELECT coalesce(array_agg(question_id ORDER BY position), '{}') FROM question_heads WHERE status = 'active'),
      coalesce(f.id_cells, '{}'), coalesce(f.layout, ${JSON.stringify(OFFICIAL_LAYOUT)}::jsonb), a.holds_since
    FROM arrangements a LEFT JOIN LATERAL (SELECT id_cells, layout FROM arrangements WHERE id < a.id ORDER BY id DESC LIMIT 1) f ON true
    WHERE a.id = ${arrangementId}`;
}
