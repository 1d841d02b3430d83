import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { excerptOf } from "@/lib/people/notifications/notice";
import { notify } from "@/lib/people/notifications/writes";
import { questionCommentedNotice, questionMentionedNotice } from "./notices";
import { transactionOnce } from "@/lib/platform/client-keys";
import type { Tx } from "@/lib/platform/db";
import { announce } from "@/lib/platform/live/announce";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { hasYetToRate, listMembers } from "./queries";
import { mentionsIn } from "./rules";
import type { commentOnQuestionSchema, resolveThreadSchema } from "./schema";
import { lockDiscussion, stateOfThread, whoHasYetToRate } from "./writes";
import { questionCommented, questionThread } from "./audit-events";

/**
 * Says something about a question, or answers; an answer reopens a thread that was resolved. Who is named by "@" is told,
 * and so is whoever else takes part. Refusals: `not-found`; `access-denied` while the actor has the question to rate.
 */
export async function commentOnQuestion(
  actor: Actor,
  input: z.output<typeof commentOnQuestionSchema>,
): Promise<
  Result<{ commentId: number; threadId: number }, "access-denied" | "key-taken" | "not-found">
> {
  authorize(actor, "questions.discuss");
  const { questionId, body } = input;
  return transactionOnce(actor, "commentOnQuestion", input.clientKey, async (tx) => {
    const head = await lockDiscussion(tx, questionId);
    if (head === null) return refuseGone();
    if (await hasYetToRate(actor, questionId, tx)) return refuseYetToRate();
    const thread = input.parentId === null ? null : await stateOfThread(tx, input.parentId);
    if (input.parentId !== null && thread?.questionId !== questionId)
      return refuse(
        "not-found",
        "The comment you're replying to no longer exists. Your text is still here.",
      );
    const members = await listMembers(tx);
    const mentions = mentionsIn(body, members).filter((id) => id !== actor.userId);
    const { id } = await tx.questionComment.create({
      data: {
        questionId,
        parentId: thread?.id ?? null,
        authorId: actor.userId,
        action: thread?.resolved ? "reopen" : "comment",
        body,
        mentions,
      },
      select: { id: true },
    });
    await recordAudit(tx, actor, questionCommented, { questionId, commentId: id });
    const taking = await participants(tx, questionId, thread?.id ?? null);
    const others = members
      .map((member) => member.id)
      .filter((one) => taking.has(one) && one !== actor.userId && !mentions.includes(one));
    // Whoever has the question to rate is told that there is something, and not what.
    const blind = await whoHasYetToRate(tx, questionId, [...mentions, ...others]);
    const data = { questionId, question: excerptOf(head.question), by: actor.name };
    for (const [notice, to] of [
      [questionMentionedNotice, mentions],
      [questionCommentedNotice, others],
    ] as const) {
      const open = to.filter((one) => !blind.has(one));
      await notify(tx, { to: open }, notice, { ...data, comment: excerptOf(body) });
      const closed = to.filter((one) => blind.has(one));
      await notify(tx, { to: closed }, notice, { ...data, comment: "" });
    }
    await announce(tx, [`question:${questionId}`]);
    return ok({ commentId: id, threadId: thread?.id ?? id });
  });
}

/** Of a thread, whoever spoke in it; of a new one, the question's author and whoever spoke in any. */
async function participants(
  tx: Tx,
  questionId: number,
  threadId: number | null,
): Promise<Set<number>> {
  const [spoke, question] = await Promise.all([
    tx.questionComment.findMany({
      where: { questionId, ...(threadId && { OR: [{ id: threadId }, { parentId: threadId }] }) },
      distinct: ["authorId"],
      select: { authorId: true },
    }),
    threadId === null
      ? tx.question.findUniqueOrThrow({ where: { id: questionId }, select: { createdById: true } })
      : null,
  ]);
  return new Set([
    ...spoke.map((one) => one.authorId),
    ...(question ? [question.createdById] : []),
  ]);
}

/**
 * Resolves a thread, or reopens it; one that is so already is left alone. Refusals: `not-found`; `access-denied` while the
 * actor has the question to rate.
 */
export async function resolveThread(
  actor: Actor,
  input: z.output<typeof resolveThreadSchema>,
): Promise<Result<void, "access-denied" | "key-taken" | "not-found">> {
  authorize(actor, "questions.discuss");
  const { threadId, resolved } = input;
  return transactionOnce(actor, "resolveThread", input.clientKey, async (tx) => {
    const found = await stateOfThread(tx, threadId);
    if (found === null || found.id !== threadId) return refuseGone();
    await lockDiscussion(tx, found.questionId);
    if (await hasYetToRate(actor, found.questionId, tx)) return refuseYetToRate();
    const { questionId, resolved: before } = (await stateOfThread(tx, threadId))!;
    if (before === resolved) return ok();
    const { id } = await tx.questionComment.create({
      data: {
        questionId,
        parentId: threadId,
        authorId: actor.userId,
        action: resolved ? "resolve" : "reopen",
      },
      select: { id: true },
    });
    await recordAudit(tx, actor, questionThread, { questionId, commentId: id, resolved });
    await announce(tx, [`question:${questionId}`]);
    return ok();
  });
}

function refuseGone() {
  return refuse("not-found", "This discussion no longer exists. Your text is still here.");
}

function refuseYetToRate() {
  return refuse(
    "access-denied",
    "You have responses to this question to rate. Nothing was saved. You can join its discussion once you've rated them.",
  );
}
