import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { announce } from "@/lib/platform/live/announce";
import { ANSWER_COLUMNS, answersSinceSql, cellOf, readCells, searchColumns } from "./cells";
import type { Content } from "./schema";
import type { Cells, RevisionReason, Status } from "./vocabulary";
import { answerCells, cell } from "./sql";
import { TYPED_COLUMNS, typedColumns } from "./typed-columns";

/*
 * The one place that appends revisions and projects them into question_heads: one at a time (appendRevision), or many by
 * one statement each (appendLike; appendFirst for questions that are new). lib/dataset/questions/checks.ts
 * computes the heads again from the chain, independently of this.
 */

/** What a revision says, as columns of `revisions` and of `import_rows`: all of it is carried over unless replaced. */
export const CARRIED = ["cells", "style", "status", ...TYPED_COLUMNS] as const;
export type Carried = (typeof CARRIED)[number];

/** Of these, what a head has under the same name. */
const PROJECTED = ["status", ...TYPED_COLUMNS] as const;
/** What is searched and shown of a revision's texts: columns of heads, and of `import_rows`. */
const TEXTS = [
  "question",
  "normalized",
  "primary_answer",
  "search_text",
  "evidence_hosts",
] as const;

const names = (columns: readonly string[]) => Prisma.raw(columns.join(", "));
const ofRow = (row: string, columns: readonly string[]) =>
  Prisma.raw(columns.map((column) => `${row}.${column}`).join(", "));

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

export interface AppendedRevision {
  questionId: number;
  revisionId: number;
  number: number;
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
): Promise<AppendedRevision> {
  const content = revision.content ?? readCells(revision.cells).content;
  if (content === null) throw new Error("A revision's cells were not read before it was written.");
  const typed = typedColumns(content, revision.status);
  const before =
    base.number === 0
      ? null
      : await tx.revision.findUnique({
          where: { questionId_number: { questionId: base.questionId, number: base.number } },
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
  await announce(tx, ["questions", `question:${base.questionId}`]);
  return { questionId: base.questionId, revisionId: written.id, number: written.number };
}

/** True when two revisions' answer cells are equal to the letter. */
function sameAnswers(a: Cells, b: Cells): boolean {
  return ANSWER_COLUMNS.every((column) => cellOf(a, column) === cellOf(b, column));
}

/**
 * Appends a revision to each of many questions: like a row, except for what is replaced; and brings their heads along.
 * The caller has locked the heads.
 * @param input.like the alias, in `from`, of the row with the columns of CARRIED
 * @param input.from SQL behind FROM, with `h`, the head that a revision follows, one row a question
 * @param input.except SQL of the columns that differ
 * @param input.holdsSince ISO day since which the dataset says this; today without one
 * @param input.texts SQL of rows with `question_id` and the texts of a head, of questions that have others than before
 * @returns how many were appended
 */
export async function appendLike(
  tx: Tx,
  actor: Actor,
  input: {
    like: string;
    from: Prisma.Sql;
    except?: Partial<Record<Carried, Prisma.Sql>>;
    reason: RevisionReason;
    comment: Prisma.Sql;
    operationId: number;
    holdsSince?: string;
    texts?: Prisma.Sql;
  },
): Promise<number> {
  const carried = CARRIED.map(
    (column) => input.except?.[column] ?? Prisma.raw(`${input.like}.${column}`),
  );
  const appended = await tx.$executeRaw`
    INSERT INTO revisions (question_id, number, reason, comment, author_id, operation_id, holds_since, ${names(CARRIED)})
    SELECT h.question_id, h.number + 1, ${input.reason}, ${input.comment}, ${actor.userId}, ${input.operationId},
      coalesce(${input.holdsSince ?? null}::date, (SELECT dataset_today())), ${Prisma.join(carried)}
    FROM ${input.from}`;
  await projectOperation(tx, input.operationId, input.reason === "undo", input.texts);
  await announce(tx, ["questions", ...(await topicsOf(tx, input.operationId, appended))]);
  return appended;
}

/** As many questions are named one by one; where there are more, all are meant. */
const MOST_NAMED = 100;

async function topicsOf(tx: Tx, operationId: number, revised: number): Promise<string[]> {
  if (revised > MOST_NAMED) return ["question:*"];
  const rows = await tx.revision.findMany({
    where: { operationId },
    select: { questionId: true },
    take: MOST_NAMED + 1,
  });
  return rows.length > MOST_NAMED
    ? ["question:*"]
    : rows.map(({ questionId }) => `question:${questionId}`);
}

/**
 * Writes the first revisions of many new questions, and their heads. The questions are there already.
 * @param input.from SQL behind FROM: `n` with `question_id`, `revision_id` and `position`, and `r` with the columns of
 * CARRIED (all but `status`, which is 'active') and the texts of a head; ordered by the caller
 * @param input.comment SQL
 * @param input.holdsSince ISO day since which the dataset says this
 * @param input.searchIndexed false leaves the heads to indexWaitingHeads
 */
export async function appendFirst(
  tx: Tx,
  actor: Actor,
  input: {
    from: Prisma.Sql;
    reason: RevisionReason;
    comment: Prisma.Sql;
    operationId: number;
    holdsSince: string;
    searchIndexed: boolean;
  },
): Promise<void> {
  const active = (columns: readonly string[]) =>
    Prisma.raw(columns.map((one) => (one === "status" ? "'active'" : `r.${one}`)).join(", "));
  await tx.$executeRaw`
    INSERT INTO revisions (id, question_id, number, reason, comment, author_id, operation_id, holds_since, ${names(CARRIED)})
    SELECT n.revision_id, n.question_id, 1, ${input.reason}, ${input.comment}, ${actor.userId}, ${input.operationId}, ${input.holdsSince}::date, ${active(CARRIED)}
    FROM ${input.from}`;
  await tx.$executeRaw`
    INSERT INTO question_heads (question_id, revision_id, number, position, search_indexed, author_id, revised_at, answers_since, ${names(PROJECTED)}, ${names(TEXTS)})
    SELECT n.question_id, n.revision_id, 1, n.position, ${input.searchIndexed}, ${actor.userId}, now(), ${input.holdsSince}::date, ${active(PROJECTED)}, ${ofRow("r", TEXTS)}
    FROM ${input.from}`;
  await announce(tx, ["questions"]);
}

/**
 * Brings the heads of the questions that an operation revised up to its revisions.
 * @param undoing what comes back holds since the day since which it held
 * @param texts see appendLike
 */
async function projectOperation(
  tx: Tx,
  operationId: number,
  undoing: boolean,
  texts: Prisma.Sql | undefined,
): Promise<void> {
  const set = [
    ...PROJECTED.map((column) => `${column} = r.${column}`),
    ...(texts === undefined
      ? []
      : TEXTS.map(
          (one) => `${one} = CASE WHEN t.question_id IS NULL THEN h.${one} ELSE t.${one} END`,
        )),
  ];
  const since = Prisma.raw(undoing ? answersSinceSql("r") : "r.holds_since");
  const answered = Prisma.sql`${answerCells("r")} IS DISTINCT FROM ${answerCells("b")}`;
  await (undoing ? restorePlans(tx, operationId) : dropPlans(tx, operationId, answered));
  await tx.$executeRaw`
    UPDATE question_heads h SET revision_id = r.id, number = r.number, author_id = r.author_id, revised_at = r.created_at, ${Prisma.raw(set.join(", "))},
      answers_since = CASE WHEN ${answered} THEN ${since} ELSE h.answers_since END,
      planned_on = CASE WHEN p.question_id IS NULL THEN h.planned_on ELSE p.planned_after END
    FROM revisions r JOIN revisions b ON b.question_id = r.question_id AND b.number = r.number - 1
      LEFT JOIN plan_changes p ON p.operation_id = r.operation_id AND p.question_id = r.question_id
      ${texts === undefined ? Prisma.empty : Prisma.sql`LEFT JOIN (${texts}) t ON t.question_id = r.question_id`}
    WHERE r.operation_id = ${operationId} AND h.question_id = r.question_id AND h.revision_id = b.id`;
}

/** A day that was planned for the next review was meant for the answers and the schedule before: with others of either it goes. */
async function dropPlans(tx: Tx, operationId: number, answered: Prisma.Sql): Promise<void> {
  const scheduled = Prisma.sql`${cell("r", "next_review")} IS DISTINCT FROM ${cell("b", "next_review")}`;
  await tx.$executeRaw`
    INSERT INTO plan_changes (operation_id, question_id, planned_before)
    SELECT r.operation_id, h.question_id, h.planned_on FROM revisions r
    JOIN question_heads h ON h.question_id = r.question_id AND h.number = r.number - 1 JOIN revisions b ON b.id = h.revision_id
    WHERE r.operation_id = ${operationId} AND h.planned_on IS NOT NULL AND (${answered} OR ${scheduled})`;
}

/** The day from before what is undone comes back, unless another one was planned since or the answers were verified. */
async function restorePlans(tx: Tx, operationId: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO plan_changes (operation_id, question_id, planned_before, planned_after)
    SELECT r.operation_id, h.question_id, h.planned_on, p.planned_before FROM operations o JOIN revisions r ON r.operation_id = o.id
    JOIN question_heads h ON h.question_id = r.question_id AND h.number = r.number - 1
    JOIN plan_changes p ON p.operation_id = o.undoes_id AND p.question_id = h.question_id AND p.planned_after IS NOT DISTINCT FROM h.planned_on
    WHERE o.id = ${operationId} AND (p.planned_before IS NULL OR NOT EXISTS (
      SELECT 1 FROM revisions u JOIN revisions s ON s.question_id = u.question_id AND s.number >= u.number JOIN verifications v ON v.revision_id = s.id
      WHERE u.operation_id = o.undoes_id AND u.question_id = h.question_id AND v.withdraws_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM verifications w WHERE w.withdraws_id = v.id)))`;
}
