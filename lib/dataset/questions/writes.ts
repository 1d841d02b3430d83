import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { refuse } from "@/lib/platform/result";
import { ANSWER_COLUMNS, cellOf, readCells, searchColumns } from "./cells";
import { type Cells, type Content, type RevisionReason, type Split, type Status } from "./schema";
import { cellsExcept } from "./sql";

/** What one new revision holds. */
export interface NewRevision {
  cells: Cells;
  /** The values that the cells mean; derived where absent. Only imports know more than the cells (a date's year). */
  content?: Content;
  style: number;
  status: Status;
  reason: RevisionReason;
  comment: string;
  operationId?: number | null;
  /** Made by the client where a submission may be sent twice. */
  clientKey?: string;
  /** When it was written; only the sample dataset and the lossless import of a history give one. */
  at?: Date;
  /** ISO day since which the dataset says this; without one the day of writing (that of `at` in UTC, else today). */
  holdsSince?: string;
}

export interface Written {
  questionId: number;
  revisionId: number;
  number: number;
}

/**
 * Makes a question with its first revision, at the end of the dataset.
 * @param clientKey under which the client can ask again whether it was made.
 */
export async function createQuestion(
  tx: Tx,
  actor: Actor,
  revision: NewRevision,
  clientKey?: string,
): Promise<Written> {
  const question = await tx.question.create({
    data: {
      createdById: actor.userId,
      ...(clientKey && { clientKey }),
      ...(revision.at && { createdAt: revision.at }),
    },
  });
  return appendRevision(tx, actor, { questionId: question.id, number: 0 }, revision);
}

/**
 * Appends a revision behind revision `base.number` of a question and projects it into the head.
 * The caller has locked the head (lockHead) and compared revisions; should two writers come here all the same, the
 * unique (question, number) lets one of them through.
 */
export async function appendRevision(
  tx: Tx,
  actor: Actor,
  base: { questionId: number; number: number },
  revision: NewRevision,
): Promise<Written> {
  const content = revision.content ?? readCells(revision.cells).content;
  if (content === null) throw new Error("A revision's cells were not read before it was written.");
  const typed = typedColumns(content, revision.status);
  const before =
    base.number === 0
      ? null
      : await tx.revision.findUnique({
          where: { questionId_number: { questionId: base.questionId, number: base.number } },
          select: { cells: true },
        });
  const holdsSince = revision.holdsSince ?? revision.at?.toISOString().slice(0, 10);
  const written = await tx.revision.create({
    data: {
      questionId: base.questionId,
      number: base.number + 1,
      reason: revision.reason,
      comment: revision.comment,
      authorId: actor.userId,
      operationId: revision.operationId ?? null,
      ...(revision.clientKey !== undefined && { clientKey: revision.clientKey }),
      cells: [...revision.cells],
      style: revision.style,
      ...(revision.at && { createdAt: revision.at }),
      ...(holdsSince !== undefined && { holdsSince: new Date(`${holdsSince}T00:00:00Z`) }),
      ...typed,
    },
    select: { id: true, number: true, createdAt: true, holdsSince: true },
  });
  const answered =
    before !== null && sameAnswers(before.cells, revision.cells)
      ? {}
      : { answersSince: written.holdsSince };
  // A day that was planned for the next review was meant for those answers and that schedule.
  const planned =
    "answersSince" in answered ||
    cellOf(before!.cells, "next_review") !== cellOf(revision.cells, "next_review")
      ? { plannedOn: null }
      : {};
  const head = {
    revisionId: written.id,
    number: written.number,
    authorId: actor.userId,
    revisedAt: written.createdAt,
    searchIndexed: true,
    ...searchColumns(content),
    ...typed,
    ...answered,
    ...planned,
  };
  await tx.questionHead.upsert({
    where: { questionId: base.questionId },
    create: { questionId: base.questionId, ...head },
    update: head,
  });
  return { questionId: base.questionId, revisionId: written.id, number: written.number };
}

/** True when two revisions' answer cells are equal to the letter. */
function sameAnswers(a: Cells, b: Cells): boolean {
  return ANSWER_COLUMNS.every((column) => cellOf(a, column) === cellOf(b, column));
}

/** The typed columns that a revision, its head and a staged row share. */
export function typedColumns(content: Content, status: Status) {
  return {
    status,
    split: content.split,
    falsePremise: content.falsePremise,
    factType: content.factType,
    hops: content.hops,
    effectiveYear: content.effectiveYear?.year ?? null,
    effectiveBefore: content.effectiveYear?.before ?? false,
    reviewPolicy: content.nextReview.policy,
    reviewOn:
      content.nextReview.on === null ? null : new Date(`${content.nextReview.on}T00:00:00Z`),
  };
}

/** Locks the heads of questions for this transaction, in the order of their ids so that two callers never deadlock. */
export async function lockHeads(
  tx: Tx,
  questionIds: readonly number[],
): Promise<{ questionId: number; revisionId: number; number: number }[]> {
  return tx.$queryRaw`
    SELECT question_id AS "questionId", revision_id AS "revisionId", number
    FROM question_heads WHERE question_id = ANY(${Prisma.sql`${[...questionIds]}::int[]`})
    ORDER BY question_id FOR UPDATE`;
}

/** Brings the heads of the questions that an operation revised up to its revisions; texts, and so the answers' day, are the same. */
export async function projectOperation(tx: Tx, operationId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE question_heads h SET revision_id = r.id, number = r.number, status = r.status, split = r.split,
      review_policy = r.review_policy, review_on = r.review_on, author_id = r.author_id, revised_at = r.created_at,
      planned_on = CASE WHEN (h.review_policy, h.review_on) IS DISTINCT FROM (r.review_policy, r.review_on) THEN NULL ELSE h.planned_on END
    FROM revisions r WHERE r.operation_id = ${operationId} AND r.question_id = h.question_id`;
}

/** Gives questions their splits: a revision each, under one operation. The caller has locked the heads. */
export async function appendSplits(
  tx: Tx,
  actor: Actor,
  changes: readonly { questionId: number; split: Split | null }[],
  operationId: number,
  comment: string,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO revisions (question_id, number, reason, comment, author_id, operation_id, cells, style, status, split,
      false_premise, fact_type, hops, effective_year, effective_before, review_policy, review_on)
    SELECT r.question_id, r.number + 1, 'split', ${comment}, ${actor.userId}, ${operationId}, ${cellsExcept("r", { split: Prisma.sql`coalesce(c.split, '')` })}, r.style, r.status, c.split,
      r.false_premise, r.fact_type, r.hops, r.effective_year, r.effective_before, r.review_policy, r.review_on
    FROM json_to_recordset(${JSON.stringify(changes)}::json) AS c("questionId" int, split text)
    JOIN question_heads h ON h.question_id = c."questionId" JOIN revisions r ON r.id = h.revision_id`;
  await projectOperation(tx, operationId);
}

/** What a person needs to see when someone else was faster. */
export interface StaleDetails {
  revisionId: number;
  number: number;
  by: string;
  /** ISO time. */
  at: string;
  comment: string;
  cells: string[];
}

/** The refusal of a write whose base is no longer the last revision, with the other's revision in its details. */
export async function refuseStale(tx: Tx, revisionId: number) {
  const theirs = await tx.revision.findUniqueOrThrow({
    where: { id: revisionId },
    include: { author: { select: { name: true } } },
  });
  const details: StaleDetails = {
    revisionId,
    number: theirs.number,
    by: theirs.author.name,
    at: theirs.createdAt.toISOString(),
    comment: theirs.comment,
    cells: theirs.cells,
  };
  return refuse(
    "stale",
    `${details.by} saved revision ${details.number} while you were editing. Your text is still here. Compare the versions and save again.`,
    { details },
  );
}

/** A bulk write of more heads than this leaves the trigram index for afterwards. */
export const SEARCH_INDEX_AT_ONCE = 2_000;

/**
 * Brings heads that a large import left out of the trigram index into it, a batch at a time, until none is left. The
 * search is right at any moment; this makes it fast again. Safe to run twice at once, and to be cut off.
 * @returns how many heads were brought in.
 */
export async function indexWaitingHeads(): Promise<number> {
  let indexed = 0;
  for (;;) {
    const batch = await db.$executeRaw`
      UPDATE question_heads SET search_indexed = true WHERE question_id IN (
        SELECT question_id FROM question_heads WHERE NOT search_indexed ORDER BY question_id LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
    if (batch === 0) return indexed;
    indexed += batch;
  }
}
