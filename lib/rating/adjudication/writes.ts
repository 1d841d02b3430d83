import { cell } from "@/lib/dataset/questions/sql";
import type { Actor } from "@/lib/people/access/schema";
import { excerptOf } from "@/lib/people/notifications/notice";
import { notify } from "@/lib/people/notifications/writes";
import { taskSettledNotice } from "./notices";
import { type Tx } from "@/lib/platform/db";
import type { LeaseKind } from "@/lib/platform/leases";
import { lockRow } from "@/lib/platform/locked-row";
import { mayAdjudicate } from "./queries";
import { Prisma } from "@/lib/platform/db";
import { eligibleCases } from "./queries";
import { type CaseFilters } from "./address";

/** Leases on tasks to adjudicate. */
export const CASE_LEASES: LeaseKind = {
  table: "adjudication_claims",
  key: "task_id",
  of: "rating_tasks",
};

export interface LockedTask {
  taskId: number;
  protocolVersionId: number;
  campaignId: number;
  revisionId: number;
  open: boolean;
  adjudicated: boolean;
  /** The campaign is closed. */
  closed: boolean;
  /** It was drawn for an audit and awaits a verdict. */
  audit: boolean;
  /** May the actor settle it? */
  eligible: boolean;
}

/** Locks a task, as judgments do that are corrected, so that verdicts do not change while it is settled. */
export async function lockTask(tx: Tx, actor: Actor, taskId: number): Promise<LockedTask | null> {
  await lockRow(tx, "rating_tasks", taskId, { referenced: true });
  const [task] = await tx.$queryRaw<LockedTask[]>`
    SELECT t.id AS "taskId", p.protocol_version_id AS "protocolVersionId", t.campaign_id AS "campaignId", t.revision_id AS "revisionId", ${mayAdjudicate(actor)} AS eligible, p.status = 'closed' AS closed,
      k.task_id IS NOT NULL AS open, coalesce(k.audit, FALSE) AS audit, EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id) AS adjudicated
    FROM rating_tasks t JOIN campaigns p ON p.id = t.campaign_id LEFT JOIN adjudication_cases k ON k.task_id = t.id WHERE t.id = ${taskId}`;
  return task ?? null;
}

/** Raters of a task and those who settled it or spoke in its discussion, but for the actor. */
export async function participants(tx: Tx, actor: Actor, taskId: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT rater_id AS id FROM judgments WHERE task_id = ${taskId} UNION SELECT author_id FROM task_comments WHERE task_id = ${taskId}
    UNION SELECT adjudicator_id FROM adjudications WHERE task_id = ${taskId}`;
  return rows.map((row) => row.id).filter((id) => id !== actor.userId);
}

/** Tells those who discussed a task that it was settled; where no one did, no one waits for it. */
export async function tellSettled(
  tx: Tx,
  actor: Actor,
  taskId: number,
  reason: string,
): Promise<void> {
  const [task] = await tx.$queryRaw<{ question: string }[]>`
    SELECT trim(${cell("r", "question")}) AS question FROM rating_tasks t JOIN revisions r ON r.id = t.revision_id WHERE t.id = ${taskId} AND EXISTS (SELECT 1 FROM task_comments k WHERE k.task_id = t.id)`;
  if (task)
    await notify(tx, { to: await participants(tx, actor, taskId) }, taskSettledNotice, {
      taskId,
      question: excerptOf(task.question),
      reason: excerptOf(reason),
    });
}

interface WantedCases {
  /** The visit's. */
  token: string;
  filters: CaseFilters;
  /** Passed over. */
  except: readonly number[];
}

/** SQL: the lease `k` of a case, where there is one, lets the visit have it. */
const freeFor = (actor: Actor, token: string) =>
  Prisma.sql`(k.task_id IS NULL OR k.expires_at <= now() OR (k.token = ${token}::uuid AND k.holder_id = ${actor.userId}))`;

/** The tasks that a visit may settle next: one that it asks for, what it holds, then in the queue's order. */
export async function listNextCases(
  tx: Tx,
  actor: Actor,
  { first, token, filters, except, count }: WantedCases & { first: number | null; count: number },
): Promise<{ taskId: number }[]> {
  const free = freeFor(actor, token);
  return tx.$queryRaw<{ taskId: number }[]>`
    SELECT x.task_id AS "taskId" FROM (
      (SELECT c.task_id, -2 AS place ${eligibleCases(actor, { campaign: null, cause: [] })} AND c.task_id = ${first}::int)
      UNION ALL (SELECT c.task_id, -1 ${eligibleCases(actor, filters)} AND c.task_id IN (SELECT task_id FROM adjudication_claims WHERE token = ${token}::uuid AND holder_id = ${actor.userId}))
      UNION ALL (SELECT c.task_id, c.place ${eligibleCases(actor, filters)} AND NOT (c.task_id = ANY(${[...except]}::int[]))
        AND NOT EXISTS (SELECT 1 FROM adjudication_claims k WHERE k.task_id = c.task_id AND NOT ${free}) ORDER BY c.place, c.task_id LIMIT ${count})
    ) x LEFT JOIN adjudication_claims k ON k.task_id = x.task_id
    WHERE ${free} AND NOT (x.task_id = ANY(${[...except]}::int[])) GROUP BY x.task_id ORDER BY min(x.place), x.task_id LIMIT ${count}`;
}

/** How many cases that the visit could settle are held by others. */
export async function countHeldCases(
  tx: Tx,
  actor: Actor,
  { token, filters, except }: WantedCases,
): Promise<number> {
  const [others] = await tx.$queryRaw<{ held: number }[]>`
    SELECT count(*)::int AS held FROM (SELECT c.task_id ${eligibleCases(actor, filters)} AND NOT (c.task_id = ANY(${[...except]}::int[]))
      AND EXISTS (SELECT 1 FROM adjudication_claims k WHERE k.task_id = c.task_id AND NOT ${freeFor(actor, token)})) x`;
  return others!.held;
}
