import { randomUUID } from "node:crypto";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { holdSince } from "./past-days";
import { value } from "./value";

/** Gives each of the questions another answer, as if since a day behind those that other revisions hold since. */
export async function changeAnswers(
  actor: Actor,
  questionIds: readonly number[],
  { since, after }: { since: string; after: string },
): Promise<void> {
  for (const questionId of questionIds) {
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    const base = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
    value(
      await editQuestion(actor, {
        questionId,
        baseRevisionId: head.revisionId,
        comment: "",
        clientKey: randomUUID(),
        content: { ...contentOfRevision(base), answers: [`Since ${since}`] },
      }),
    );
  }
  await holdSince(since, { after });
}
