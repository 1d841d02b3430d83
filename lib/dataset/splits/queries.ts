import { createHash } from "node:crypto";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, type Tx } from "@/lib/platform/db";
import type { Split } from "@/lib/dataset/questions/vocabulary";
import { categoryInSql } from "@/lib/dataset/questions/sql";
import { countDraw, assignSplits } from "./rules";
import {
  drawSchema,
  type Drawable,
  type DrawCount,
  type DrawInput,
  type DrawPreview,
  type DrawView,
} from "./schema";

/** What a preview and the command that applies it share; both have checked the actor. */
export async function planDraw(
  tx: Tx,
  input: DrawInput,
): Promise<{ preview: DrawPreview; changes: { questionId: number; split: Split | null }[] }> {
  const questions = await tx.$queryRaw<Drawable[]>`
    SELECT question_id AS "questionId", ${categoryInSql("question_heads")} AS category, hops, split FROM question_heads WHERE status = 'active' ORDER BY question_id`;
  const drawn = assignSplits(questions, input);
  const changes = questions.flatMap((question) => {
    const split = drawn.get(question.questionId) ?? null;
    return split === question.split ? [] : [{ questionId: question.questionId, split }];
  });
  const fingerprint = createHash("sha256")
    .update(
      JSON.stringify(
        questions.map((question) => [
          question.questionId,
          question.category,
          question.hops,
          question.split,
          drawn.get(question.questionId),
        ]),
      ),
    )
    .digest("hex");
  return { preview: { ...countDraw(questions, drawn, input), fingerprint }, changes };
}

/** What a draw would come to; nothing is written. */
export async function previewDraw(actor: Actor, input: DrawInput): Promise<DrawPreview> {
  authorize(actor, "splits.manage");
  return (await planDraw(db, input)).preview;
}

/** The draws that were applied, the last one first. */
export async function listDraws(actor: Actor): Promise<DrawView[]> {
  authorize(actor, "questions.read");
  const draws = await db.splitDraw.findMany({
    orderBy: { id: "desc" },
    take: 50,
    include: {
      createdBy: { select: { name: true } },
      operation: { select: { undoneBy: { select: { id: true } } } },
    },
  });
  return draws.map((draw) => ({
    ...drawSchema.parse({ seed: draw.seed, mode: draw.mode, sizes: draw.sizes }),
    id: draw.id,
    by: draw.createdBy.name,
    at: draw.createdAt.toISOString(),
    operationId: draw.operationId,
    undone: Boolean(draw.operation?.undoneBy),
    counts: draw.counts as unknown as DrawCount[],
  }));
}
