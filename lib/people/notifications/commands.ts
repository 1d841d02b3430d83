import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { announce } from "@/lib/platform/live/announce";
import { ok, type Result } from "@/lib/platform/result";
import type { updateEmailPreferenceSchema, markReadSchema } from "./schema";
import { noticesMailChosen } from "./audit-events";

/** Marks some of one's own notices as read. @returns how many were unread before. */
export async function markRead(
  actor: Actor,
  input: z.output<typeof markReadSchema>,
): Promise<Result<{ marked: number }, never>> {
  authorize(actor, "account.manage");
  return transaction(async (tx) => {
    const own = { userId: actor.userId };
    const like =
      "like" in input && input.like !== undefined
        ? await tx.notice.findFirst({
            where: { ...own, id: input.like },
            select: { kind: true, subject: true },
          })
        : {};
    if (like === null) return ok({ marked: 0 });
    const which =
      "upTo" in input ? { id: { lte: input.upTo }, ...like } : { subject: { in: input.subjects } };
    const { count } = await tx.notice.updateMany({
      where: { ...own, readAt: null, ...which },
      data: { readAt: now() },
    });
    // The count in the reader's other windows.
    if (count > 0) await announce(tx, [`user:${actor.userId}`]);
    return ok({ marked: count });
  });
}

/** Chooses how one is told by email, from now on. */
export async function updateEmailPreference(
  actor: Actor,
  input: z.output<typeof updateEmailPreferenceSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "account.manage");
  return transaction(async (tx) => {
    const choice = { mail: input.mail, chosenAt: now() };
    await tx.notificationPreference.upsert({
      where: { userId: actor.userId },
      create: { userId: actor.userId, ...choice },
      update: choice,
    });
    await recordAudit(tx, actor, noticesMailChosen, { mail: input.mail });
    return ok();
  });
}
