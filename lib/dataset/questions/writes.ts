import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { renderNextReview, searchColumns } from "./cells";
import { appendLike, appendRevision, type AppendedRevision, type NewRevision } from "./ledger";
import { describeBulkChange } from "./rules";
import type { BulkChange, changeQuestionsSchema, Content } from "./schema";
import type { Split } from "./vocabulary";
import { cellsExcept } from "./sql";
import { questionsChanged } from "./audit-events";

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

/** A head as its writer needs it: what the next revision follows. */
interface LockedHead {
  questionId: number;
  revisionId: number;
  number: number;
}

/** Locks the heads of questions for this transaction, in the order of their ids so that two callers never deadlock. */
export async function lockHeads(tx: Tx, questionIds: readonly number[]): Promise<LockedHead[]> {
  return tx.$queryRaw<LockedHead[]>`
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

/** SQL of the texts of heads for appendLike(); undefined where no text changes. */
export function headTexts(
  changed: readonly { questionId: number; content: Content }[],
): Prisma.Sql | undefined {
  if (changed.length === 0) return undefined;
  const texts = changed.map(({ questionId, content }) => ({
    questionId,
    ...searchColumns(content),
  }));
  return Prisma.sql`
    SELECT "questionId" AS question_id, question, normalized, "primaryAnswer" AS primary_answer, "searchText" AS search_text,
      "evidenceHosts" AS evidence_hosts
    FROM json_to_recordset(${JSON.stringify(texts)}::json) AS t("questionId" int, question text, normalized text,
      "primaryAnswer" text, "searchText" text, "evidenceHosts" text[])`;
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

/** What a bulk change did: how many questions it changed, and how many it left because they were that way already. */
export interface BulkOutcome {
  operationId: number | null;
  changed: number;
  alreadySo: number;
  summary: string;
}

export async function writeChange(
  tx: Tx,
  actor: Actor,
  { questionIds, change, comment }: z.infer<typeof changeQuestionsSchema>,
): Promise<Result<BulkOutcome, "not-found">> {
  const heads = await lockHeads(tx, [...new Set(questionIds)]);
  if (heads.length === 0) return refuse("not-found", "Questions not found.");
  const ids = heads.map((head) => head.questionId);
  const [affected] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM question_heads h JOIN revisions r ON r.id = h.revision_id
    WHERE h.question_id = ANY(${ids}::int[]) AND ${differs(change)}`;
  const changed = affected!.count;
  const alreadySo = heads.length - changed;
  const summary = describeBulkChange(change, changed);
  if (changed === 0) return ok({ operationId: null, changed, alreadySo, summary });

  const operation = await tx.operation.create({
    data: { kind: "bulk", summary, createdById: actor.userId },
    select: { id: true },
  });
  await appendBulk(tx, actor, ids, change, operation.id, comment);
  await recordAudit(tx, actor, questionsChanged, {
    operationId: operation.id,
    action: change.kind,
    count: changed,
  });
  return ok({ operationId: operation.id, changed, alreadySo, summary });
}

/** SQL: the head revision `r` is not yet as the change wants it. */
function differs(change: BulkChange): Prisma.Sql {
  switch (change.kind) {
    case "schedule":
      return Prisma.sql`(r.review_policy, r.review_on) IS DISTINCT FROM (${change.nextReview.policy}, ${change.nextReview.on}::date)`;
    case "split":
      return Prisma.sql`r.split IS DISTINCT FROM ${change.split}`;
    case "retire":
      return Prisma.sql`r.status <> 'retired'`;
    case "restore":
      return Prisma.sql`r.status <> 'active'`;
  }
}

async function appendBulk(
  tx: Tx,
  actor: Actor,
  ids: number[],
  change: BulkChange,
  operationId: number,
  comment: string,
): Promise<void> {
  const split = change.kind === "split" ? { cell: change.split ?? "", value: change.split } : null;
  const review = change.kind === "schedule" ? change.nextReview : null;
  const status = change.kind === "retire" ? "retired" : change.kind === "restore" ? "active" : null;
  await appendLike(tx, actor, {
    like: "r",
    from: Prisma.sql`question_heads h JOIN revisions r ON r.id = h.revision_id
      WHERE h.question_id = ANY(${ids}::int[]) AND ${differs(change)}`,
    except: {
      ...((split ?? review) && {
        cells: cellsExcept("r", {
          ...(split && { split: Prisma.sql`${split.cell}::text` }),
          ...(review && { next_review: Prisma.sql`${renderNextReview(review)}::text` }),
        }),
      }),
      ...(status !== null && { status: Prisma.sql`${status}::text` }),
      ...(split && { split: Prisma.sql`${split.value}::text` }),
      ...(review && {
        review_policy: Prisma.sql`${review.policy}::text`,
        review_on: Prisma.sql`${review.on}::date`,
      }),
    },
    reason: change.kind,
    comment: Prisma.sql`${comment}`,
    operationId,
  });
}

/** The day by the dataset's time zone, YYYY-MM-DD. */
export async function datasetToday(tx: Tx): Promise<string> {
  const [row] = await tx.$queryRaw<{ today: string }[]>`SELECT dataset_today()::text AS today`;
  return row!.today;
}
