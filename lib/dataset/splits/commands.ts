import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { lock } from "@/lib/platform/advisory-locks";
import { transactionOnce } from "@/lib/platform/client-keys";
import { type Prisma } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { appendSplits, lockHeads } from "@/lib/dataset/questions/writes";
import { planDraw } from "./queries";
import type { applyDrawSchema } from "./schema";
import { splitsDrawn } from "./audit-events";

/**
 * Applies the draw that a preview showed: a revision for each question whose split changes, one operation that can be
 * undone; seed, sizes and outcome are kept. Refusals: `moved` when questions changed since the preview, so that another
 * draw would come out; `unchanged`; `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function applyDraw(
  actor: Actor,
  input: z.output<typeof applyDrawSchema>,
): Promise<
  Result<
    { drawId: number; operationId: number; changed: number },
    "key-taken" | "moved" | "unchanged"
  >
> {
  authorize(actor, "splits.manage");
  return transactionOnce(
    actor,
    "applyDraw",
    input.clientKey,
    async (tx) => {
      // Two draws at once would each be planned before the other.
      await lock(tx, "splitBalance");
      const first = await planDraw(tx, input);
      await lockHeads(
        tx,
        first.changes.map((change) => change.questionId),
      );
      // Once more, behind the locks: someone may have changed one of them in between.
      const { preview, changes } = await planDraw(tx, input);
      if (preview.fingerprint !== input.fingerprint)
        return refuse(
          "moved",
          "Questions have changed since this preview, so the result would differ. Nothing was changed. Check the new preview, then apply it.",
        );
      if (changes.length === 0)
        return refuse(
          "unchanged",
          "All questions are already in these splits. Nothing was changed.",
        );
      const operation = await tx.operation.create({
        data: {
          kind: "bulk",
          summary: `Assigned splits with seed “${input.seed}”`,
          createdById: actor.userId,
        },
        select: { id: true },
      });
      await appendSplits(tx, actor, changes, operation.id, `Assigned with seed “${input.seed}”.`);
      const draw = await tx.splitDraw.create({
        data: {
          seed: input.seed,
          mode: input.mode,
          sizes: input.sizes,
          counts: preview.counts as unknown as Prisma.InputJsonArray,
          operationId: operation.id,
          createdById: actor.userId,
        },
        select: { id: true },
      });
      await recordAudit(tx, actor, splitsDrawn, {
        drawId: draw.id,
        operationId: operation.id,
        seed: input.seed,
        mode: input.mode,
        count: changes.length,
      });
      return ok({ drawId: draw.id, operationId: operation.id, changed: changes.length });
    },
    { timeoutMs: 120_000 },
  );
}
