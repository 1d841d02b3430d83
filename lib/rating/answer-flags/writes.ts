import { PERMISSIONS } from "@/lib/people/access/policy";
import { excerptOf } from "@/lib/people/notifications/notice";
import { notify } from "@/lib/people/notifications/writes";
import { answerFlaggedNotice } from "./notices";
import type { Tx } from "@/lib/platform/db";

/**
 * Tells those who resolve flags that a rater flagged a question's answers, in the transaction that opens the flag: once
 * for each revision of a question, however many raters flag it.
 */
export async function notifyAnswerFlagged(
  tx: Tx,
  flag: { questionId: number; revisionId: number; comment: string; raisedById: number },
): Promise<void> {
  const [head, resolvers] = await Promise.all([
    tx.questionHead.findUniqueOrThrow({
      where: { questionId: flag.questionId },
      select: { question: true },
    }),
    tx.user.findMany({
      where: {
        kind: "person",
        deactivatedAt: null,
        roles: { hasSome: [...PERMISSIONS["flags.resolve"]] },
        id: { not: flag.raisedById },
      },
      select: { id: true },
    }),
  ]);
  await notify(
    tx,
    { to: resolvers.map((user) => user.id), onceKey: `flag of revision ${flag.revisionId}` },
    answerFlaggedNotice,
    {
      questionId: flag.questionId,
      question: excerptOf(head.question),
      comment: excerptOf(flag.comment),
    },
  );
}

/** Locks flags, in the order of their ids. */
export async function lockFlags(tx: Tx, flagIds: readonly number[]): Promise<void> {
  await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM truth_tickets WHERE id = ANY(${[...flagIds]}::int[]) ORDER BY id FOR UPDATE`;
}
