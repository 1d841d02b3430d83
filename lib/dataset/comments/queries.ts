import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { threadsOf } from "./rules";
import { COMMENTS_AT_ONCE, type CommentAction, type QuestionDiscussion } from "./schema";

/** Whether the actor has an item of the question to rate: until it is rated, its discussion is closed to them. */
export async function hasYetToRate(
  actor: Actor,
  questionId: number,
  tx: Tx = db,
): Promise<boolean> {
  authorize(actor, "questions.discuss");
  const [row] = await tx.$queryRaw<{ yet: boolean }[]>`
    SELECT has_yet_to_rate(${actor.userId}, ${questionId}) AS yet`;
  return row!.yet;
}

/**
 * What people said about a question, as far as the newest rows tell (before another one, if named); null while the actor has
 * one of its items to rate.
 * @throws NotFound
 */
export async function getQuestionDiscussion(
  actor: Actor,
  questionId: number,
  before: number | null = null,
): Promise<QuestionDiscussion | null> {
  authorize(actor, "questions.discuss");
  if (await hasYetToRate(actor, questionId)) return null;
  const [question, people] = await Promise.all([
    db.question.findUnique({
      where: { id: questionId },
      select: {
        comments: {
          ...(before !== null && { where: { id: { lt: before } } }),
          orderBy: { id: "desc" },
          take: COMMENTS_AT_ONCE + 1,
          select: ROW,
        },
      },
    }),
    listMembers(db),
  ]);
  if (question === null) throw new NotFound(`Question Q${questionId}`);
  const newest = question.comments.slice(0, COMMENTS_AT_ONCE).reverse();
  const from = newest[0]?.id ?? 0;
  const begun = [...new Set(newest.map(({ parentId }) => parentId ?? from))].filter(
    (id) => id < from,
  );
  const [first, gaps] = await Promise.all([
    db.questionComment.findMany({
      where: { id: { in: begun } },
      orderBy: { id: "asc" },
      select: ROW,
    }),
    db.questionComment.findMany({
      where: { questionId, parentId: { in: begun }, id: { lt: from } },
      distinct: ["parentId"],
      select: { parentId: true },
    }),
  ]);
  return {
    threads: threadsOf(
      [...first, ...newest].map((row) => ({
        id: row.id,
        parentId: row.parentId,
        author: row.author.name,
        own: row.authorId === actor.userId,
        action: row.action as CommentAction,
        body: row.body,
        at: row.createdAt.toISOString(),
      })),
      new Set(gaps.map(({ parentId }) => parentId!)),
    ),
    earlier: question.comments.length > COMMENTS_AT_ONCE ? from : null,
    people: people.filter(({ id }) => id !== actor.userId),
  };
}

const ROW = {
  id: true,
  parentId: true,
  authorId: true,
  action: true,
  body: true,
  createdAt: true,
  author: { select: { name: true } },
} as const;

/**
 * Those who discuss questions, by name: the ones that a comment can name. Also whoever has this question to rate: who is
 * missing from a list is known by it.
 */
export async function listMembers(tx: Tx): Promise<{ id: number; name: string }[]> {
  return tx.user.findMany({
    where: {
      kind: "person",
      deactivatedAt: null,
      roles: { hasSome: [...PERMISSIONS["questions.discuss"]] },
    },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
}

/** The id of the last row in the discussion of a question; 0 where there is none. For those to whom it is open. */
export async function getLastComment(actor: Actor, questionId: number): Promise<number> {
  authorize(actor, "questions.discuss");
  const last = await db.questionComment.findFirst({
    where: { questionId },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  return last?.id ?? 0;
}
