import { PERMISSIONS } from "@/lib/people/access/policy";
import { excerptOf } from "@/lib/people/notifications/rules";
import { notify } from "@/lib/people/notifications/writes";
import type { Tx } from "@/lib/platform/db";

/**
 * Tells those who settle tickets that raters doubt a question's answers, in the transaction that opens the ticket: once
 * for each revision of a question, however many raters doubt it.
 */
export async function tellTicketRaised(
  tx: Tx,
  ticket: { questionId: number; revisionId: number; comment: string; raisedById: number },
): Promise<void> {
  const [head, settlers] = await Promise.all([
    tx.questionHead.findUniqueOrThrow({
      where: { questionId: ticket.questionId },
      select: { question: true },
    }),
    tx.user.findMany({
      where: {
        kind: "person",
        deactivatedAt: null,
        roles: { hasSome: [...PERMISSIONS["tickets.settle"]] },
        id: { not: ticket.raisedById },
      },
      select: { id: true },
    }),
  ]);
  await notify(tx, {
    kind: "ticket-raised",
    data: {
      questionId: ticket.questionId,
      question: excerptOf(head.question),
      comment: excerptOf(ticket.comment),
    },
    to: settlers.map((user) => user.id),
    onceKey: `ticket of revision ${ticket.revisionId}`,
  });
}
