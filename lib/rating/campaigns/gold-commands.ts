import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { responseSchema, setGoldSchema } from "./schema";
import { standingGold } from "./writes";
import { lockRow } from "@/lib/platform/locked-row";
import { goldSet, goldWithdrawn } from "./audit-events";

// Gold ------------------------------------------------------------------------------------------------------------

/**
 * Marks a response as gold, or changes what is settled of it, by a further row of the ledger: raters are checked by it
 * in campaigns that mix gold in, and reports of these campaigns count it.
 * Refusals: `not-found`; `stale` (someone else set it since the form was opened, or the answers shown are not its).
 */
export async function setGold(
  actor: Actor,
  input: z.output<typeof setGoldSchema>,
): Promise<Result<void, "key-taken" | "not-found" | "stale">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "setGold", input.clientKey, async (tx) => {
    await lockRow(tx, "responses", input.responseId, { referenced: true });
    const response = await tx.response.findUnique({
      where: { id: input.responseId },
      select: { questionId: true, runId: true },
    });
    const revision = await tx.revision.findUnique({
      where: { id: input.revisionId },
      select: { questionId: true },
    });
    if (!response || revision?.questionId !== response.questionId)
      return refuse("not-found", "Response not found.");
    const before = await standingGold(tx, input.responseId);
    if ((before?.createdAt.toISOString() ?? null) !== input.replaces) {
      return refuse(
        "stale",
        "Someone else set this gold verdict since you opened it. Nothing was saved, but your entries are still here. Open the page in another tab to see theirs.",
      );
    }
    await tx.goldVerdict.create({
      data: {
        responseId: input.responseId,
        kind: before === null ? "set" : "changed",
        revisionId: input.revisionId,
        ...input.verdict,
        explanation: input.explanation,
        setById: actor.userId,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, goldSet, {
      responseId: input.responseId,
      runId: response.runId,
      relaxed: input.verdict.relaxed,
      strict: input.verdict.strict,
    });
    return ok();
  });
}

/** Takes a gold verdict back. Refusals: `in-use` where a campaign checks its raters by it. Taking it back twice changes nothing. */
export async function withdrawGold(
  actor: Actor,
  input: z.output<typeof responseSchema>,
): Promise<Result<void, "in-use">> {
  authorize(actor, "campaigns.manage");
  return transaction(async (tx) => {
    await lockRow(tx, "responses", input.responseId, { referenced: true });
    if ((await tx.ratingTask.count({ where: { responseId: input.responseId, gold: true } })) > 0) {
      return refuse(
        "in-use",
        "This gold response is used in a campaign, so it can't be removed. You can change its verdict.",
      );
    }
    const before = await standingGold(tx, input.responseId);
    if (before === null) return ok();
    await tx.goldVerdict.create({
      data: {
        responseId: input.responseId,
        kind: "withdrawn",
        revisionId: before.revisionId,
        setById: actor.userId,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, goldWithdrawn, { responseId: input.responseId });
    return ok();
  });
}
