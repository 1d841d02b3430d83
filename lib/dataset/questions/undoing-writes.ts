import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { contentOfCells, searchColumns } from "./cells";
import { appendLike } from "./ledger";
import { answerCells, cell, standingSince } from "./sql";

interface Revised {
  questionId: number;
  authorId: number;
  by: string;
}

/** The questions of an operation that were revised since, other than by what was undone since, and who did so last. */
export async function revisedSince(tx: Tx, operationId: number): Promise<Revised[]> {
  return tx.$queryRaw<Revised[]>`
    SELECT DISTINCT ON (s.question_id) s.question_id AS "questionId", a.id AS "authorId", a.name AS by
    FROM (${standingSince(Prisma.sql`${operationId}`)}) s JOIN revisions v ON v.id = s.id JOIN users a ON a.id = v.author_id
    ORDER BY s.question_id, v.number DESC`;
}

/**
 * Gives the questions of an operation the content from before it, a revision each. The caller has locked their heads.
 * @param kept those that stay as they are
 * @returns how many were brought back
 */
export async function undoRevisions(
  tx: Tx,
  actor: Actor,
  { operationId, undoId, kept }: { operationId: number; undoId: number; kept: readonly number[] },
): Promise<number> {
  const texts = await textsBefore(tx, operationId);
  return appendLike(tx, actor, {
    like: "b",
    from: Prisma.sql`revisions r JOIN question_heads h ON h.question_id = r.question_id
      JOIN revisions b ON b.question_id = r.question_id AND b.number = r.number - 1
      WHERE r.operation_id = ${operationId} AND r.question_id NOT IN (SELECT unnest(${[...kept]}::int[]))`,
    reason: "undo",
    comment: Prisma.sql`''`,
    operationId: undoId,
    ...(texts && { texts }),
  });
}

/** Questions whose former cells are read at once. */
const READ_AT_ONCE = 2_000;

/**
 * SQL of the texts of heads for appendLike(), for the undo of an operation: what its questions said before it, where their
 * texts (question, answers, evidence) were others; undefined where none were. Once in a transaction.
 */
export async function textsBefore(tx: Tx, operationId: number): Promise<Prisma.Sql | undefined> {
  const texts = (row: string) =>
    Prisma.sql`(${cell(row, "question")}, ${cell(row, "source")}, ${answerCells(row)})`;
  await tx.$executeRaw`
    CREATE TEMP TABLE former_texts (question_id int PRIMARY KEY, question text, normalized text, primary_answer text, search_text text, evidence_hosts text[])
    ON COMMIT DROP`;
  let after = 0;
  for (;;) {
    const rows = await tx.$queryRaw<{ id: number; questionId: number; cells: string[] }[]>`
      SELECT b.id, b.question_id AS "questionId", b.cells FROM revisions r
      JOIN revisions b ON b.question_id = r.question_id AND b.number = r.number - 1
      WHERE r.operation_id = ${operationId} AND r.question_id > ${after} AND ${texts("r")} IS DISTINCT FROM ${texts("b")}
      ORDER BY r.question_id LIMIT ${READ_AT_ONCE}`;
    if (rows.length === 0) break;
    const former = rows.map(({ id, questionId, cells }) => ({
      questionId,
      ...searchColumns(contentOfCells(id, cells)),
    }));
    await tx.$executeRaw`
      INSERT INTO former_texts SELECT "questionId", question, normalized, "primaryAnswer", "searchText", "evidenceHosts"
      FROM json_to_recordset(${JSON.stringify(former)}::json) AS t("questionId" int, question text, normalized text, "primaryAnswer" text, "searchText" text, "evidenceHosts" text[])`;
    after = rows.at(-1)!.questionId;
  }
  if (after === 0) return undefined;
  return Prisma.sql`SELECT question_id, question, normalized, primary_answer, search_text, evidence_hosts FROM former_texts`;
}
