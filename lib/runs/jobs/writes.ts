import type { ClientBase } from "pg";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { notify } from "@/lib/people/notifications/writes";
import { jobEndedNotice, jobPausedNotice } from "./notices";
import { now } from "@/lib/platform/clock";
import { Prisma, type Tx } from "@/lib/platform/db";
import { QUEUE_SCHEMA } from "@/lib/platform/queue";
import { NO_FAILURES } from "./rules";
import { MOST_LANES, TAKE_ITEMS, type PauseReason } from "./vocabulary";
import { jobCancelled } from "./audit-events";

/** Locks a job until the transaction ends; others may go on adding what refers to it. @returns null where there is none */
export async function lockJob(tx: Tx, jobId: number): Promise<LockedJob | null> {
  const [row] = await tx.$queryRaw<LockedJob[]>`
    SELECT id, kind, status, run_id AS "runId", spending_limit::float8 AS "spendingLimit", (cost + unpriced_most)::float8 AS spent, running_since AS "runningSince", version, failures_accepted AS "failuresAccepted", created_by AS "createdById"
    FROM jobs WHERE id = ${jobId} FOR NO KEY UPDATE`;
  return row ?? null;
}
export interface LockedJob {
  failuresAccepted: boolean;
  id: number;
  kind: string;
  status: string;
  runId: number;
  /** US dollars. */
  spendingLimit: number | null;
  /** Requests of unknown cost count at the most that they may have been charged. */
  spent: number;
  /** When it began, or last went on after a pause. */
  runningSince: Date;
  version: number;
  createdById: number;
}

/**
 * Has workers take a job's items, as soon as this transaction is committed: as many lanes as its connections take
 * requests at once, if there are items for them. Lanes that are there already start over.
 */
export async function enqueueJob(tx: Tx, jobId: number): Promise<void> {
  await tx.$queryRaw<{ lanes: number }[]>`
    SELECT count(${addLane(Prisma.sql`j.id`, Prisma.sql`lane`, Prisma.sql`now()`)})::int AS lanes
    FROM jobs j CROSS JOIN LATERAL generate_series(1, ${lanesOf(Prisma.sql`j.id`)}) lane WHERE j.id = ${jobId}`;
}

/** SQL: how many lanes a job has use for. */
export function lanesOf(jobId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT least(${MOST_LANES}, min(c.concurrency), (SELECT count(*) FROM job_items i WHERE i.job_id = ${jobId} AND i.status IN ('waiting', 'working')))::int
    FROM jobs o LEFT JOIN served_models s ON s.id = o.served_model_id LEFT JOIN served_models b ON b.id = o.embedding_model_id
      JOIN connections c ON c.id IN (s.connection_id, o.search_connection_id, b.connection_id)
    WHERE o.id = ${jobId})`;
}

/** SQL: adds a lane of a job to the queue, or sets the time of one that is there. */
export function addLane(jobId: Prisma.Sql, lane: Prisma.Sql, runAt: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(QUEUE_SCHEMA)}.add_job(${TAKE_ITEMS}, json_build_object('jobId', ${jobId}, 'lane', ${lane}), run_at => ${runAt}, job_key => ${laneKey(jobId, lane)})`;
}

/** SQL: by which the queue tells lanes apart. */
export function laneKey(jobId: Prisma.Sql, lane: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`('job ' || ${jobId} || ' lane ' || ${lane})`;
}

/**
 * Pauses a running job; what is under way is finished and kept. Whoever locked the job calls it.
 * @param because where it is not a person's doing, the job's creator is told.
 */
export async function pause(tx: Tx, job: LockedJob, because: PauseReason): Promise<void> {
  await tx.job.update({
    where: { id: job.id },
    data: { status: "paused", pausedBecause: because, version: { increment: 1 } },
  });
  if (because !== "person")
    await notify(tx, { to: [job.createdById] }, jobPausedNotice, {
      jobId: job.id,
      job: await nameOf(tx, job.id),
      because,
    });
}

/**
 * Has a job's waiting items taken as soon as possible, those that failed too if they are to be tried again. What failed so
 * far does not count any more. @returns how many failed ones
 */
export async function reopenItems(
  tx: Tx,
  jobId: number,
  { failed }: { failed: boolean },
): Promise<number> {
  await tx.jobItem.updateMany({
    where: {
      jobId,
      status: "waiting",
      OR: [{ notBefore: { not: null } }, { attempts: { gt: 0 } }],
    },
    data: { notBefore: null, ...NO_FAILURES },
  });
  if (!failed) return 0;
  const { count } = await tx.jobItem.updateMany({
    where: { jobId, status: "failed" },
    data: { status: "waiting", detail: "", endedAt: null, notBefore: null, ...NO_FAILURES },
  });
  return count;
}

/**
 * Has a job run that was paused or over, or whose failed items are open again, its failures accepted or not: those in a row
 * are counted from here on. Whoever locked the job calls it.
 * @param how `anew`: what is under way from before does not count either, nor for its pace
 */
export async function setRunning(
  tx: Tx,
  jobId: number,
  { anew, ...more }: { anew: boolean; spendingLimit?: number | null },
): Promise<void> {
  await tx.job.update({
    where: { id: jobId },
    data: {
      status: "running",
      pausedBecause: null,
      endedAt: null,
      failuresInRow: 0,
      failuresAccepted: false,
      ...(anew && { runningSince: await timeOf(tx) }),
      ...more,
      version: { increment: 1 },
    },
  });
}

/** Ends a job for good that is not over; what is under way is finished and kept. Whoever locked the job calls it. */
export async function cancel(tx: Tx, actor: Actor, { id: jobId }: LockedJob): Promise<void> {
  await tx.job.update({
    where: { id: jobId },
    data: {
      status: "cancelled",
      pausedBecause: null,
      endedAt: now(),
      version: { increment: 1 },
    },
  });
  const open = await tx.jobItem.count({
    where: { jobId, status: { in: ["waiting", "working"] } },
  });
  await recordAudit(tx, actor, jobCancelled, { jobId, open });
}

/**
 * Pauses what was running when a backup was taken, at the end of its restore: it may have gone on since, elsewhere too, and
 * would spend money a second time.
 * @param client in the restore's transaction. Backups of versions before jobs have none.
 * @returns how many jobs
 */
export async function pauseRestored(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('jobs') IS NOT NULL AS there",
  );
  if (!rows[0]!.there) return 0;
  const { rowCount } = await client.query(
    "UPDATE jobs SET status = 'paused', paused_because = 'restored', version = version + 1 WHERE status = 'running'",
  );
  return rowCount ?? 0;
}

/** Ends a running job that has nothing left to do. Whoever locked the job calls it. @returns whether it ended */
export async function endIfDone(tx: Tx, job: LockedJob): Promise<boolean> {
  if (job.status !== "running" && job.status !== "paused") return false;
  const open = await tx.jobItem.findFirst({
    where: { jobId: job.id, status: { in: ["waiting", "working"] } },
    select: { id: true },
  });
  if (open !== null) return false;
  await tx.job.update({
    where: { id: job.id },
    data: {
      status: "done",
      pausedBecause: null,
      endedAt: await timeOf(tx),
      version: { increment: 1 },
    },
  });
  const [done, failed] = await Promise.all(
    ["done", "failed"].map((status) => tx.jobItem.count({ where: { jobId: job.id, status } })),
  );
  await notify(tx, { to: [job.createdById] }, jobEndedNotice, {
    jobId: job.id,
    job: await nameOf(tx, job.id),
    done: done!,
    failed: failed!,
  });
  return true;
}

/** The database's clock. */
export async function timeOf(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return row!.at;
}

/** What people call a job: "FreshPrompt, run 1 of Model 1". */
async function nameOf(tx: Tx, jobId: number): Promise<string> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`
    SELECT coalesce(t.name, e.name) || ' · ' || m.name || ' · ' || r.name || coalesce(' · ' || om.name || ' · ' || o.name, '') AS name
    FROM jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id LEFT JOIN model_runs o ON o.id = j.other_run_id LEFT JOIN models om ON om.id = o.model_id
    LEFT JOIN method_versions v ON v.id = j.method_version_id LEFT JOIN methods t ON t.id = v.method_id LEFT JOIN evaluators e ON e.id = j.evaluator_id
    WHERE j.id = ${jobId}`;
  return row!.name.slice(0, 300);
}
