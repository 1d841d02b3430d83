import { lockHeads } from "@/lib/dataset/questions/writes";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { questionsChanged } from "@/lib/dataset/questions/audit-events";
import { transactionOnce } from "@/lib/platform/client-keys";
import { transaction } from "@/lib/platform/db";
import { ok, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { planOf } from "./queries";
import { describeCells, type CellsSaved } from "./rules";
import type { saveCellsSchema, saveLayoutSchema } from "./schema";
import { appendCells } from "./writes";

/**
 * Saves cells of the sheet: a revision for each question that changes, one operation that can be undone. Each cell is
 * decided by itself: one that cannot be saved, or that someone else changed since its base, holds up no other. The same
 * `clientKey` again answers with what the first call did.
 */
export async function saveCells(
  actor: Actor,
  input: z.infer<typeof saveCellsSchema>,
): Promise<Result<CellsSaved, "key-taken">> {
  authorize(actor, "questions.edit");
  return transactionOnce(
    actor,
    "saveCells",
    input.clientKey,
    async (tx): Promise<Result<CellsSaved, never>> => {
      await lockHeads(tx, [...new Set(input.cells.map((edit) => edit.questionId))]);
      const { cells, questions } = await planOf(tx, input.cells);
      const notSaved = cells.filter(({ outcome }) =>
        ["conflict", "invalid", "missing"].includes(outcome.is),
      );
      const conflicting = notSaved.filter(({ outcome }) => outcome.is === "conflict");
      const questionIds = [
        ...new Set([...questions, ...conflicting].map(({ questionId }) => questionId)),
      ];
      if (questions.length === 0)
        return ok({ operationId: null, summary: "", changed: 0, questionIds, notSaved });
      const summary = describeCells(questions);
      const operation = await tx.operation.create({
        data: { kind: "bulk", summary, createdById: actor.userId },
        select: { id: true },
      });
      await appendCells(tx, actor, questions, operation.id);
      await recordAudit(tx, actor, questionsChanged, {
        operationId: operation.id,
        action: "edit",
        count: questions.length,
      });
      const changed = cells.filter(({ outcome }) => outcome.is === "change").length;
      return ok({ operationId: operation.id, summary, changed, questionIds, notSaved });
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Remembers how the actor has laid the grid out. Of two devices the later one stays, without a word: what is lost is a
 * column's width.
 */
export async function saveLayout(
  actor: Actor,
  layout: z.infer<typeof saveLayoutSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "views.manage");
  return transaction(async (tx) => {
    const key = { userId: actor.userId };
    await tx.gridLayout.upsert({ where: key, create: { ...key, ...layout }, update: layout });
    return ok();
  });
}
