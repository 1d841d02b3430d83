import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { transaction } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { contentOfRevision, renderCells, writeCells } from "./cells";
import { parseGrid } from "./grid";
import { listMatchingIds } from "./queries";
import { changedFields, questionsInWords, summaryOfUndo } from "./rules";
import {
  changeQuestionsSchema,
  type changeMatchingSchema,
  type createQuestionSchema,
  type changeViewSchema,
  type deleteViewSchema,
  type orderViewsSchema,
  type editQuestionSchema,
  type saveViewSchema,
  type undoOperationSchema,
} from "./schema";
import type { Cells } from "./vocabulary";
import { appendRevision, type AppendedRevision } from "./ledger";
import {
  createQuestion as writeQuestion,
  lockHeads,
  refuseStale,
  type BulkOutcome,
  writeChange,
} from "./writes";
import { revisedSince, undoRevisions } from "./undoing-writes";
import { countOf, formatCount } from "@/lib/platform/format";
import {
  operationUndone,
  questionCreated,
  questionRevised,
  viewDeleted,
  viewSaved,
} from "./audit-events";

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
        style: 0,
        status: "active",
        reason: "author",
        comment: input.comment,
      },
      input.clientKey,
    );
    await recordAudit(tx, actor, questionCreated, {
      questionId: written.questionId,
      number: written.number,
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

    if (changedFields(contentOfRevision(base), input.content).length === 0)
      return refuse("unchanged", "No changes to save.");
    const { cells, changed } = writeCells({ cells: base.cells, nextReview }, input.content);
    const written = await appendRevision(tx, actor, head, {
      cells,
      content: input.content,
      style: base.style,
      status: base.status as "active" | "retired",
      reason: "edit",
      comment: input.comment,
    });
    await recordAudit(tx, actor, questionRevised, {
      questionId: head.questionId,
      number: written.number,
      reason: "edit",
      columns: changed,
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
      const questionIds = await listMatchingIds(actor, parseGrid(query), tx);
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
  /** "Q3, Q7 and 4 more". */
  keptNames: string;
}

/** As many questions are named. */
const NAMED = 5;

/**
 * Takes a bulk change back, or the undo of one, which does it again: every question that says what the operation left gets a
 * new revision with the content before it, so that several changes of a question are undone one after the other, the last
 * one first. Refusals: `not-found`, `already-undone` (also for the second of two callers), `built-on` where every question
 * was changed since, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function undoOperation(
  actor: Actor,
  input: z.infer<typeof undoOperationSchema>,
): Promise<Result<UndoOutcome, "already-undone" | "built-on" | "key-taken" | "not-found">> {
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
        include: { undoneBy: { select: { id: true } }, undoes: { select: { kind: true } } },
      });
      // The undo of an undo does a change again; imports have an undo of their own.
      if (!operation || operation.kind === "import" || operation.undoes?.kind === "import")
        return refuse("not-found", "Nothing to undo.");
      if (operation.undoneBy) return refuse("already-undone", "Already undone.");

      const touched = await tx.revision.findMany({
        where: { operationId: operation.id },
        select: { questionId: true },
      });
      await lockHeads(
        tx,
        touched.map((row) => row.questionId),
      );
      const revised = await revisedSince(tx, operation.id);
      if (revised.length === touched.length) return refuseRevised(actor, revised);
      const undo = await tx.operation.create({
        data: {
          kind: "undo",
          summary: summaryOfUndo(operation.summary),
          createdById: actor.userId,
          undoesId: operation.id,
        },
        select: { id: true },
      });
      const undone = await undoRevisions(tx, actor, {
        operationId: operation.id,
        undoId: undo.id,
        kept: revised.map(({ questionId }) => questionId),
      });
      const kept = touched.length - undone;
      await recordAudit(tx, actor, operationUndone, {
        operationId: undo.id,
        undoes: operation.id,
        count: undone,
        kept,
      });
      return ok({ operationId: undo.id, undone, kept, keptNames: namesOf(revised) });
    },
    { timeoutMs: 120_000 },
  );
}

function refuseRevised(
  actor: Actor,
  revised: readonly { questionId: number; authorId: number; by: string }[],
) {
  const [only] = revised;
  return refuse(
    "built-on",
    only !== undefined && revised.length === 1
      ? `${only.authorId === actor.userId ? "You" : only.by} changed Q${only.questionId} later, so it stays as it is.`
      : `All ${countOf(revised.length, "question")} were changed later, so they stay as they are: ${namesOf(revised)}.`,
  );
}

const namesOf = (revised: readonly { questionId: number }[]) =>
  questionsInWords(
    revised.slice(0, NAMED).map(({ questionId }) => questionId),
    revised.length,
  );

/** Saves a view of the grid under a name of one's own; saving again under it replaces the view. */
export async function saveView(
  actor: Actor,
  input: z.infer<typeof saveViewSchema>,
): Promise<Result<{ viewId: number }, never>> {
  authorize(actor, "views.manage");
  return transaction(async (tx) => {
    const key = { ownerId: actor.userId, name: input.name };
    const last = await tx.savedView.aggregate({
      where: { ownerId: actor.userId },
      _max: { place: true },
    });
    const view = await tx.savedView.upsert({
      where: { ownerId_name: key },
      create: {
        ...key,
        query: input.query,
        shared: input.shared,
        place: (last._max.place ?? 0) + 1,
      },
      update: { query: input.query, shared: input.shared },
    });
    await recordAudit(tx, actor, viewSaved, { viewId: view.id, name: view.name });
    return ok({ viewId: view.id });
  });
}

/**
 * Renames one of one's own views, shares it or not, or saves what the grid shows now in it.
 * Refusals: `not-found` for someone else's and one that is gone; `taken` where another of one's views has the name.
 */
export async function changeView(
  actor: Actor,
  input: z.infer<typeof changeViewSchema>,
): Promise<Result<void, "not-found" | "taken">> {
  authorize(actor, "views.manage");
  const { viewId, ...changes } = input;
  return transaction(async (tx) => {
    const view = await tx.savedView.findUnique({ where: { id: viewId } });
    if (view === null || view.ownerId !== actor.userId)
      return refuse(
        "not-found",
        "This view was deleted or is someone else's. Nothing was changed.",
      );
    const name = changes.name ?? view.name;
    const namesake = await tx.savedView.findUnique({
      where: { ownerId_name: { ownerId: actor.userId, name } },
    });
    if (namesake !== null && namesake.id !== viewId)
      return refuse("taken", `You already have a view called “${name}”. Choose another name.`, {
        fields: { name: "Name already in use" },
      });
    const changed = {
      name,
      query: changes.query ?? view.query,
      shared: changes.shared ?? view.shared,
    };
    if (
      changed.name === view.name &&
      changed.query === view.query &&
      changed.shared === view.shared
    )
      return ok();
    await tx.savedView.update({ where: { id: viewId }, data: changed });
    await recordAudit(tx, actor, viewSaved, { viewId, name });
    return ok();
  });
}

/** Puts one's own views in another order; those that are not named follow behind. */
export async function orderViews(
  actor: Actor,
  input: z.infer<typeof orderViewsSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "views.manage");
  return transaction(async (tx) => {
    const own = await tx.savedView.findMany({
      where: { ownerId: actor.userId },
      orderBy: [{ place: "asc" }, { id: "asc" }],
      select: { id: true },
    });
    const ids = own.map(({ id }) => id);
    const order = [...new Set([...input.viewIds.filter((id) => ids.includes(id)), ...ids])];
    for (const [index, id] of order.entries())
      await tx.savedView.update({ where: { id }, data: { place: index + 1 } });
    return ok();
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
    await recordAudit(tx, actor, viewDeleted, { viewId: view.id, name: view.name });
    return ok();
  });
}
