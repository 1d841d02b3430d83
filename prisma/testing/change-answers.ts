import { randomUUID } from "node:crypto";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { holdSince } from "./past-days";
import { value } from "./value";

type Content = ReturnType<typeof contentOfRevision>;

/** Edits what a question has now. @returns the revision before, and the new one's id */
export async function editContent(
  actor: Actor,
  questionId: number,
  change: (content: Content) => Partial<Content>,
) {
  const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
  const base = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  const content = contentOfRevision(base);
  const { revisionId } = value(
    await editQuestion(actor, {
      questionId,
      baseRevisionId: base.id,
      comment: "",
      clientKey: randomUUID(),
      content: { ...content, ...change(content) },
    }),
  );
  return { base, revisionId };
}

/** Gives a question other answers. */
export const answerOtherwise = (actor: Actor, questionId: number, answers: string[]) =>
  editContent(actor, questionId, () => ({ answers }));

/** Gives each of the questions another answer, as if since a day behind those that other revisions hold since. */
export async function changeAnswers(
  actor: Actor,
  questionIds: readonly number[],
  { since, after }: { since: string; after: string },
): Promise<void> {
  for (const questionId of questionIds)
    await answerOtherwise(actor, questionId, [`Since ${since}`]);
  await holdSince(since, { after });
}
