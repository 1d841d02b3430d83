import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { Prisma, transaction } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { contentOfRevision, renderCells, writeCells } from "./cells";
import { parseGrid } from "./grid";
import { listMatchingIds } from "./queries";
import { extrasOf } from "./fields";
import { changedFields } from "./rules";
import {
  changeQuestionsSchema,
  type Cells,
  type changeMatchingSchema,
  type createQuestionSchema,
  type deleteViewSchema,
  type editQuestionSchema,
  type saveViewSchema,
  type undoOperationSchema,
} from "./schema";
import { appendLike, appendRevision, type AppendedRevision } from "./ledger";
import {
  createQuestion as writeQuestion,
  lockHeads,
  refuseStale,
  type BulkOutcome,
  writeChange,
} from "./writes";
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

      const touched = await tx.revision.findMany({
        where: { operationId: operation.id },
        select: { questionId: true },
      });
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
