import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { Prisma, transaction, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { contentOfRevision, renderCells, renderNextReview, writeCells } from "./cells";
import { parseGrid } from "./grid";
import { listMatchingIds } from "./queries";
import { extrasOf } from "./fields";
import { changedFields, describeBulkChange } from "./rules";
import {
  changeQuestionsSchema,
  type BulkChange,
  type Cells,
  type changeMatchingSchema,
  type createQuestionSchema,
  type deleteViewSchema,
  type editQuestionSchema,
  type saveViewSchema,
  type undoOperationSchema,
} from "./schema";
import { appendLike, appendRevision, type AppendedRevision } from "./ledger";
import { cellsExcept } from "./sql";
import { createQuestion as writeQuestion, lockHeads, refuseStale } from "./writes";
import { countOf, formatCount } from "@/lib/platform/format";

/**
 * Writes a new question at the end of the dataset. The same `clientKey` again is answered with the question that it
 * wrote. Refusals: `invalid`; `written-already` when the key wrote a question with another content; `key-taken`.
 */
export async function createQuestion(
  actor: Actor,
  input: z.infer<typeof createQuestionSchema>,
): Promise<Result<AppendedRevision, "invalid" | "key-taken" | "written-already">> {
  authorize(actor, "questions.edit");
  if (input.content.nextReview.policy === "unrecognized") return refuseVagueSchedule();
  const cells = renderCells(input.content);
  return transaction(async (tx) => {
    if (input.clientKey !== undefined) {
      // Two sendings of one key queue here; the second then finds the first one's question.
      await lock(tx, "questionKey", input.clientKey);
      const written = await tx.question.findUnique({
        where: { clientKey: input.clientKey },
        select: { createdById: true, revisions: { where: { number: 1 } } },
      });
      if (written !== null)
        return written.createdById === actor.userId
          ? writtenAlready(written.revisions[0]!, cells)
          : refuseKeyTaken();
    }
    const written = await writeQuestion(
      tx,
      actor,
      {
        cells,
        content: input.content,
        ...(input.content.extras && { extras: input.content.extras }),
        style: 0,
        status: "active",
        reason: "author",
        comment: input.comment,
      },
      input.clientKey,
    );
    await recordAudit(tx, actor, {
      type: "question.created",
      data: { questionId: written.questionId, number: written.number },
    });
    return ok(written);
  });
}

function writtenAlready(
  first: { id: number; questionId: number; number: number; cells: string[] },
  cells: Cells,
): Result<AppendedRevision, "written-already"> {
  if (cells.every((cell, i) => cell === first.cells[i]))
    return ok({ questionId: first.questionId, revisionId: first.id, number: first.number });
  return refuse(
    "written-already",
    `Your first attempt was saved as Q${first.questionId}. Later changes are still here; open Q${first.questionId} to apply them.`,
    { details: { questionId: first.questionId } },
  );
}

/**
 * Appends a revision with the edited content.
 * Refusals: `not-found`; `stale` when someone revised the question since `baseRevisionId` (details: StaleDetails, and
 * nothing is written); `unchanged`; `invalid` with words for the field; `key-taken`. The same `clientKey` again answers
 * with what the first call did.
 */
export async function editQuestion(
  actor: Actor,
  input: z.infer<typeof editQuestionSchema>,
): Promise<
  Result<AppendedRevision, "invalid" | "key-taken" | "not-found" | "stale" | "unchanged">
> {
  authorize(actor, "questions.edit");
  return transactionOnce(actor, "editQuestion", input.clientKey, async (tx) => {
    const [head] = await lockHeads(tx, [input.questionId]);
    if (!head) return refuse("not-found", "Question not found.");
    if (head.revisionId !== input.baseRevisionId) return refuseStale(tx, head.revisionId);

    const base = await tx.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    const { nextReview } = contentOfRevision(base);
    if (input.content.nextReview.policy === "unrecognized" && nextReview.policy !== "unrecognized")
      return refuseVagueSchedule();

    const before = { ...contentOfRevision(base), extras: extrasOf(base) };
    const fields = changedFields(before, input.content);
    if (fields.length === 0) return refuse("unchanged", "No changes to save.");
    const { cells, changed } = writeCells({ cells: base.cells, nextReview }, input.content);
    const written = await appendRevision(tx, actor, head, {
      cells,
      content: input.content,
      ...(input.content.extras && { extras: input.content.extras }),
      style: base.style,
      status: base.status as "active" | "retired",
      reason: "edit",
      comment: input.comment,
    });
    await recordAudit(tx, actor, {
      type: "question.revised",
      data: {
        questionId: head.questionId,
        number: written.number,
        reason: "edit",
        columns: [...changed, ...fields.filter((field) => field.startsWith("extras."))],
      },
    });
    return ok(written);
  });
}

function refuseVagueSchedule() {
  return refuse("invalid", "Choose a next review date or policy.", {
    fields: { "nextReview.policy": "Choose a review policy or a date." },
  });
}

/** What a bulk change did: how many questions it changed, and how many it left because they were that way already. */
export interface BulkOutcome {
  operationId: number | null;
  changed: number;
  alreadySo: number;
  summary: string;
}

/**
 * Makes one change to many questions: a revision each, one operation that can be undone. Questions that are so already
 * are left alone. Set-based, so that a hundred thousand questions are one statement. The same `clientKey` again answers
 * with what the first call did.
 */
export async function changeQuestions(
  actor: Actor,
  input: z.infer<typeof changeQuestionsSchema>,
): Promise<Result<BulkOutcome, "key-taken" | "not-found">> {
  authorize(actor, "questions.edit");
  return transactionOnce(
    actor,
    "changeQuestions",
    input.clientKey,
    (tx) => writeChange(tx, actor, input),
    { timeoutMs: 120_000 },
  );
}

/**
 * Makes one change to every question that a view of the grid shows. Which these are is asked under the key: after the
 * first call the view may show others.
 * Refusals: `moved` where they are not as many as the person saw; those of changeQuestions.
 */
export async function changeMatchingQuestions(
  actor: Actor,
  input: z.infer<typeof changeMatchingSchema>,
): Promise<Result<BulkOutcome, "key-taken" | "moved" | "not-found">> {
  authorize(actor, "questions.edit");
  const { query, expected, change, comment, clientKey } = input;
  return transactionOnce(
    actor,
    "changeMatchingQuestions",
    clientKey,
    async (tx) => {
      const questionIds = await listMatchingIds(actor, parseGrid(new URLSearchParams(query)), tx);
      if (questionIds.length !== expected) {
        return refuse(
          "moved",
          `The filter now matches ${countOf(questionIds.length, "question")}, not ${formatCount(expected)}. Nothing was changed. Check the list and try again.`,
        );
      }
      return writeChange(tx, actor, changeQuestionsSchema.parse({ questionIds, change, comment }));
    },
    { timeoutMs: 120_000 },
  );
}

async function writeChange(
  tx: Tx,
  actor: Actor,
  { questionIds, change, comment }: z.infer<typeof changeQuestionsSchema>,
): Promise<Result<BulkOutcome, "not-found">> {
  const heads = await lockHeads(tx, [...new Set(questionIds)]);
  if (heads.length === 0) return refuse("not-found", "Questions not found.");
  const ids = heads.map((head) => head.questionId);
  const [affected] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM question_heads h JOIN revisions r ON r.id = h.revision_id
    WHERE h.question_id = ANY(${ids}::int[]) AND ${differs(change)}`;
  const changed = affected!.count;
  const alreadySo = heads.length - changed;
  const summary = describeBulkChange(change, changed);
  if (changed === 0) return ok({ operationId: null, changed, alreadySo, summary });

  const operation = await tx.operation.create({
    data: { kind: "bulk", summary, createdById: actor.userId },
    select: { id: true },
  });
  await appendBulk(tx, actor, ids, change, operation.id, comment);
  await recordAudit(tx, actor, {
    type: "questions.changed",
    data: { operationId: operation.id, action: change.kind, count: changed },
  });
  return ok({ operationId: operation.id, changed, alreadySo, summary });
}

/** SQL: the head revision `r` is not yet as the change wants it. */
function differs(change: BulkChange): Prisma.Sql {
  switch (change.kind) {
    case "schedule":
      return Prisma.sql`(r.review_policy, r.review_on) IS DISTINCT FROM (${change.nextReview.policy}, ${change.nextReview.on}::date)`;
    case "split":
      return Prisma.sql`r.split IS DISTINCT FROM ${change.split}`;
    case "retire":
      return Prisma.sql`r.status <> 'retired'`;
    case "restore":
      return Prisma.sql`r.status <> 'active'`;
  }
}

async function appendBulk(
  tx: Tx,
  actor: Actor,
  ids: number[],
  change: BulkChange,
  operationId: number,
  comment: string,
): Promise<void> {
  const split = change.kind === "split" ? { cell: change.split ?? "", value: change.split } : null;
  const review = change.kind === "schedule" ? change.nextReview : null;
  const status = change.kind === "retire" ? "retired" : change.kind === "restore" ? "active" : null;
  await appendLike(tx, actor, {
    like: "r",
    from: Prisma.sql`question_heads h JOIN revisions r ON r.id = h.revision_id
      WHERE h.question_id = ANY(${ids}::int[]) AND ${differs(change)}`,
    except: {
      ...((split ?? review) && {
        cells: cellsExcept("r", {
          ...(split && { split: Prisma.sql`${split.cell}::text` }),
          ...(review && { next_review: Prisma.sql`${renderNextReview(review)}::text` }),
        }),
      }),
      ...(status !== null && { status: Prisma.sql`${status}::text` }),
      ...(split && { split: Prisma.sql`${split.value}::text` }),
      ...(review && {
        review_policy: Prisma.sql`${review.policy}::text`,
        review_on: Prisma.sql`${review.on}::date`,
      }),
    },
    reason: change.kind,
    comment: Prisma.sql`${comment}`,
    operationId,
  });
}

export interface UndoOutcome {
  operationId: number;
  /** Questions brought back to what they were before. */
  undone: number;
  /** Questions that someone has revised since; they keep that revision. */
  kept: number;
}

/**
 * Takes a bulk change back: every question whose last revision is still the operation's gets a new revision with the
 * content before it. Refusals: `not-found`, `already-undone` (also for the second of two callers), `key-taken`.
 * The same `clientKey` again answers with what the first call did.
 */
export async function undoOperation(
  actor: Actor,
  input: z.infer<typeof undoOperationSchema>,
): Promise<Result<UndoOutcome, "already-undone" | "key-taken" | "not-found">> {
  authorize(actor, "questions.edit");
  return transactionOnce(
    actor,
    "undoOperation",
    input.clientKey,
    async (tx) => {
      // Two callers queue here; the second then finds the first one's undo.
      await lock(tx, "undo", input.operationId);
      const operation = await tx.operation.findUnique({
        where: { id: input.operationId },
        include: { undoneBy: { select: { id: true } } },
      });
      if (!operation || operation.kind !== "bulk") return refuse("not-found", "Nothing to undo.");
      if (operation.undoneBy) return refuse("already-undone", "Already undone.");

      const touched = await tx.$queryRaw<
        { questionId: number }[]
      >`SELECT question_id AS "questionId" FROM revisions WHERE operation_id = ${operation.id}`;
      await lockHeads(
        tx,
        touched.map((row) => row.questionId),
      );
      const undo = await tx.operation.create({
        data: {
          kind: "undo",
          summary: `Undid: ${operation.summary}`,
          createdById: actor.userId,
          undoesId: operation.id,
        },
        select: { id: true },
      });
      const undone = await appendLike(tx, actor, {
        like: "b",
        from: Prisma.sql`revisions r JOIN question_heads h ON h.revision_id = r.id
          JOIN revisions b ON b.question_id = r.question_id AND b.number = r.number - 1
          WHERE r.operation_id = ${operation.id}`,
        reason: "undo",
        comment: Prisma.sql`''`,
        operationId: undo.id,
      });
      const kept = touched.length - undone;
      await recordAudit(tx, actor, {
        type: "operation.undone",
        data: { operationId: undo.id, undoes: operation.id, count: undone, kept },
      });
      return ok({ operationId: undo.id, undone, kept });
    },
    { timeoutMs: 120_000 },
  );
}

/** Saves a view of the grid under a name of one's own; saving again under it replaces the view. */
export async function saveView(
  actor: Actor,
  input: z.infer<typeof saveViewSchema>,
): Promise<Result<{ viewId: number }, never>> {
  authorize(actor, "views.manage");
  return transaction(async (tx) => {
    const key = { ownerId: actor.userId, name: input.name };
    const view = await tx.savedView.upsert({
      where: { ownerId_name: key },
      create: { ...key, query: input.query, shared: input.shared },
      update: { query: input.query, shared: input.shared },
    });
    await recordAudit(tx, actor, {
      type: "view.saved",
      data: { viewId: view.id, name: view.name },
    });
    return ok({ viewId: view.id });
  });
}

/** Deletes one of one's own views; one that is gone already stays so. Refusals: `not-found` for someone else's. */
export async function deleteView(
  actor: Actor,
  input: z.infer<typeof deleteViewSchema>,
): Promise<Result<void, "not-found">> {
  authorize(actor, "views.manage");
  return transaction(async (tx) => {
    const view = await tx.savedView.findUnique({ where: { id: input.viewId } });
    if (view === null) return ok();
    if (view.ownerId !== actor.userId)
      return refuse("not-found", "This view is someone else's. Nothing was deleted.");
    await tx.savedView.delete({ where: { id: view.id } });
    await recordAudit(tx, actor, {
      type: "view.deleted",
      data: { viewId: view.id, name: view.name },
    });
    return ok();
  });
}
