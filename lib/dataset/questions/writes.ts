import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { refuse } from "@/lib/platform/result";
import { appendLike, appendRevision, type NewRevision, type AppendedRevision } from "./ledger";
import { extrasOf } from "./fields";
import type { Extras, Split } from "./schema";
import { cellsExcept } from "./sql";

/**
 * Makes a question with its first revision, at the end of the dataset.
 * @param clientKey under which the client can ask again whether it was made.
 */
export async function createQuestion(
  tx: Tx,
  actor: Actor,
  revision: NewRevision,
  clientKey?: string,
): Promise<AppendedRevision> {
  const question = await tx.question.create({
    data: {
      createdById: actor.userId,
      ...(clientKey && { clientKey }),
      ...(revision.at && { createdAt: revision.at }),
    },
  });
  return appendRevision(tx, actor, { questionId: question.id, number: 0 }, revision);
}

/** Locks the heads of questions for this transaction, in the order of their ids so that two callers never deadlock. */
export async function lockHeads(
  tx: Tx,
  questionIds: readonly number[],
): Promise<{ questionId: number; revisionId: number; number: number }[]> {
  return tx.$queryRaw`
    SELECT question_id AS "questionId", revision_id AS "revisionId", number
    FROM question_heads WHERE question_id = ANY(${Prisma.sql`${[...questionIds]}::int[]`})
    ORDER BY question_id FOR UPDATE`;
}

/** Gives questions their splits: a revision each, under one operation. The caller has locked the heads. */
export async function appendSplits(
  tx: Tx,
  actor: Actor,
  changes: readonly { questionId: number; split: Split | null }[],
  operationId: number,
  comment: string,
): Promise<void> {
  await appendLike(tx, actor, {
    like: "r",
    from: Prisma.sql`json_to_recordset(${JSON.stringify(changes)}::json) AS c("questionId" int, split text)
      JOIN question_heads h ON h.question_id = c."questionId" JOIN revisions r ON r.id = h.revision_id`,
    except: {
      cells: cellsExcept("r", { split: Prisma.sql`coalesce(c.split, '')` }),
      split: Prisma.sql`c.split`,
    },
    reason: "split",
    comment: Prisma.sql`${comment}`,
    operationId,
  });
}

/** What a person needs to see when someone else was faster. */
export interface StaleDetails {
  revisionId: number;
  number: number;
  by: string;
  /** ISO time. */
  at: string;
  comment: string;
  cells: string[];
  /** Fields that no release holds. */
  extras: Extras;
}

/** The refusal of a write whose base is no longer the last revision, with the other's revision in its details. */
export async function refuseStale(tx: Tx, revisionId: number) {
  const theirs = await tx.revision.findUniqueOrThrow({
    where: { id: revisionId },
    include: { author: { select: { name: true } } },
  });
  const details: StaleDetails = {
    revisionId,
    number: theirs.number,
    by: theirs.author.name,
    at: theirs.createdAt.toISOString(),
    comment: theirs.comment,
    cells: theirs.cells,
    extras: extrasOf(theirs),
  };
  return refuse(
    "stale",
    `${details.by} saved revision ${details.number} while you were editing. Your text is still here. Compare the versions and save again.`,
    { details },
  );
}

/** A bulk write of more heads than this leaves the trigram index for afterwards. */
export const SEARCH_INDEX_AT_ONCE = 2_000;

/**
 * Brings heads that a large import left out of the trigram index into it, a batch at a time, until none is left. The
 * search is right at any moment; this makes it fast again. Safe to run twice at once, and to be cut off.
 * @returns how many heads were brought in.
 */
export async function indexWaitingHeads(): Promise<number> {
  let indexed = 0;
  for (;;) {
    const batch = await db.$executeRaw`
      UPDATE question_heads SET search_indexed = true WHERE question_id IN (
        SELECT question_id FROM question_heads WHERE NOT search_indexed ORDER BY question_id LIMIT 1000 FOR UPDATE SKIP LOCKED)`;
    if (batch === 0) return indexed;
    indexed += batch;
  }
}
