import type { Tx } from "@/lib/platform/db";

/** Locks what is said about a question, so that comments come one after the other. @returns null where there is no such question */
export async function lockDiscussion(
  tx: Tx,
  questionId: number,
): Promise<{ question: string } | null> {
  const [head] = await tx.$queryRaw<{ question: string }[]>`
    SELECT h.question FROM questions q JOIN question_heads h ON h.question_id = q.id WHERE q.id = ${questionId} FOR NO KEY UPDATE OF q`;
  return head ?? null;
}

/** The thread that a comment is in, and whether it is resolved; null where there is none. */
export async function stateOfThread(
  tx: Tx,
  commentId: number,
): Promise<{ id: number; questionId: number; resolved: boolean } | null> {
  const [thread] = await tx.$queryRaw<{ id: number; questionId: number; resolved: boolean }[]>`
    SELECT t.id, t.question_id AS "questionId",
      coalesce((SELECT s.action = 'resolve' FROM question_comments s WHERE s.question_id = t.question_id AND s.parent_id = t.id AND s.action <> 'comment' ORDER BY s.id DESC LIMIT 1), false) AS resolved
    FROM question_comments c JOIN question_comments t ON t.id = coalesce(c.parent_id, c.id) WHERE c.id = ${commentId}`;
  return thread ?? null;
}

/** Which of these people have an item of the question to rate. */
export async function whoHasYetToRate(
  tx: Tx,
  questionId: number,
  people: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM unnest(${[...people]}::int[]) id WHERE has_yet_to_rate(id, ${questionId})`;
  return new Set(rows.map(({ id }) => id));
}
