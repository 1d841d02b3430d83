import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { excerptOf } from "@/lib/people/notifications/notice";
import { notify } from "@/lib/people/notifications/writes";
import { flagResolvedNotice } from "./notices";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { lockHeads } from "@/lib/dataset/questions/writes";
import type { resolveFlagsSchema } from "./schema";
import { lockFlags } from "./writes";
import { flagsResolved } from "./audit-events";

/**
 * Resolves open flags on one revision of a question: as corrected, once the question has been revised since, or as
 * kept. Their raters are told, with the note. Flags that someone resolved in the meantime stay as they were.
 * Refusals: `not-found`; `resolved` when all of them are resolved already; `several` for flags on more than one
 * revision; `not-revised` for a correction that no one has made; `key-taken`. The same `clientKey` again answers
 * with what the first call did.
 */
export async function resolveFlags(
  actor: Actor,
  input: z.output<typeof resolveFlagsSchema>,
): Promise<
  Result<{ resolved: number }, "key-taken" | "not-found" | "not-revised" | "resolved" | "several">
> {
  authorize(actor, "flags.resolve");
  return transactionOnce(actor, "resolveFlags", input.clientKey, async (tx) => {
    const ids = [...new Set(input.flagIds)];
    await lockFlags(tx, ids);
    const flags = await tx.answerFlag.findMany({
      where: { id: { in: ids } },
      orderBy: { id: "asc" },
      select: { id: true, status: true, questionId: true, revisionId: true, raisedById: true },
    });
    const [first] = flags;
    if (first === undefined || flags.length < ids.length)
      return refuse("not-found", "Flag not found. Nothing was resolved. Reload the page.");
    if (
      flags.some(
        (flag) => flag.questionId !== first.questionId || flag.revisionId !== first.revisionId,
      )
    ) {
      return refuse(
        "several",
        "These flags concern different revisions. Nothing was resolved. Resolve one revision at a time.",
      );
    }
    const open = flags.filter((flag) => flag.status === "open");
    if (open.length === 0)
      return refuse(
        "resolved",
        "Someone else has already resolved this. Nothing was changed. Reload the page to see how.",
      );
    const [head] = await lockHeads(tx, [first.questionId]);
    if (input.as === "corrected" && head!.revisionId === first.revisionId) {
      return refuse(
        "not-revised",
        "The question hasn't been edited since it was flagged. Nothing was resolved, but your text is still here. Edit the question first, or resolve with no change.",
      );
    }
    await tx.answerFlag.updateMany({
      where: { id: { in: open.map((flag) => flag.id) } },
      data: {
        status: input.as,
        resolvedById: actor.userId,
        resolvedAt: now(),
        resolutionNote: input.note,
      },
    });
    await recordAudit(tx, actor, flagsResolved, {
      questionId: first.questionId,
      ticketIds: open.map((flag) => flag.id),
      as: input.as,
    });
    const { question } = await tx.questionHead.findUniqueOrThrow({
      where: { questionId: first.questionId },
      select: { question: true },
    });
    await notify(
      tx,
      { to: open.map((flag) => flag.raisedById).filter((rater) => rater !== actor.userId) },
      flagResolvedNotice,
      {
        questionId: first.questionId,
        question: excerptOf(question),
        as: input.as,
        word: excerptOf(input.note),
      },
    );
    return ok({ resolved: open.length });
  });
}
