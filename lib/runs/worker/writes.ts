import { randomUUID } from "node:crypto";
import { collision } from "@/lib/platform/database-trouble";
import { noteKept } from "@/lib/platform/kept-writes";
import { db, PLAN_KEPT, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { countOf, formatCount } from "@/lib/platform/format";
import { QUEUE_SCHEMA } from "@/lib/platform/queue";
import { storableJson } from "@/lib/platform/text";
import { withoutUnusable } from "@/lib/platform/plain-fields";
import type { ChosenEvidence } from "@/lib/runs/connections/evidence";
import type { ModelReply, Message, TokenUsage } from "@/lib/runs/connections/models";
import type {
  ItemEnd,
  PreferenceEnd,
  ResponseEnd,
  Taken,
  VerdictEnd,
} from "@/lib/runs/connections/procedure";
import { readSimilarities } from "@/lib/runs/connections/embeddings";
import type { Reading, Selection } from "@/lib/runs/connections/retrieved";
import type { CallKind, ModelTrouble } from "@/lib/runs/connections/vocabulary";
import type { SearchCharges } from "@/lib/runs/connections/searching";
import { mayBeCharged } from "@/lib/runs/connections/rules";
import { failuresPause, NO_FAILURES, withinLimit, type Failures } from "@/lib/runs/jobs/rules";
import type { JobSettings } from "@/lib/runs/jobs/schema";
import type { JobKind, PauseReason, WorkerKind } from "@/lib/runs/jobs/vocabulary";
import {
  addLane,
  endIfDone,
  laneKey,
  lanesOf,
  lockJob,
  pause,
  reopenItems,
  setRunning,
  type LockedJob,
} from "@/lib/runs/jobs/writes";

/*
 * What workers do to the database. Each function is one short transaction, so that a worker may be killed between any two
 * of them. Rows are locked in one order: connections, the job, its item.
 */

/** An item is its worker's for so long without a sign of life. */
const LEASE = Prisma.sql`interval '30 seconds'`;
/** A worker gives a sign of life every five seconds; one that was silent for so long is gone. */
const SILENCE = Prisma.sql`interval '30 seconds'`;

// Taking items ------------------------------------------------------------------------------------------------------

/** An item that is this worker's for now. */
export interface Claimed {
  itemId: number;
  jobId: number;
  token: string;
}

/**
 * Takes the next item of a job, or of another running job that shares a connection with it: of those that have an item to
 * take, the one that was served least recently, so that a large job leaves small ones their turns. Connections are not asked
 * for more at once than they allow: items that are worked on count for each of them, of all jobs and all processes, under a
 * lock on the connections. Until the demonstrations of a job have their evidence, one item of it is worked on at a time.
 * @param token the lease. @param again whether an attempt with it was broken off, which may have taken an item
 * @returns the item; or after how many milliseconds to ask for the job again, null: not before someone says so.
 */
export async function claimItem(
  workerId: string,
  jobId: number,
  token: string = randomUUID(),
  again = false,
): Promise<Claimed | { againInMs: number | null }> {
  if (again) {
    const taken = await db.jobItem.findFirst({
      where: { leaseToken: token, status: "working" },
      select: { id: true, jobId: true },
    });
    if (taken !== null) return { itemId: taken.id, jobId: taken.jobId, token };
  }
  return transaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: number }[]>`
      ${PLAN_KEPT} SELECT c.id FROM connections c WHERE c.id IN (
        SELECT unnest(${ASKED_OF_J}) FROM ${JOBS_ASKING} WHERE ${sharing(jobId)})
      ORDER BY c.id FOR NO KEY UPDATE`;
    // A statement of its own: it sees what was taken until the lock was had.
    const [claimed] = await tx.$queryRaw<Claimed[]>`
      ${PLAN_KEPT} WITH free AS (
        SELECT c.id FROM connections c WHERE c.id = ANY(${locked.map(({ id }) => id)}::int[]) AND c.concurrency > (
          SELECT count(*) FROM job_items w JOIN jobs o ON o.id = w.job_id LEFT JOIN served_models m ON m.id = o.served_model_id LEFT JOIN served_models e ON e.id = o.embedding_model_id
          WHERE w.status = 'working' AND c.id IN (m.connection_id, o.search_connection_id, e.connection_id))),
      next AS (
      SELECT j.id FROM ${JOBS_ASKING}
      WHERE ${sharing(jobId)} AND (s.connection_id IS NULL OR s.connection_id IN (TABLE free)) AND (j.search_connection_id IS NULL OR j.search_connection_id IN (TABLE free)) AND (b.connection_id IS NULL OR b.connection_id IN (TABLE free))
        AND (j.prepared_at IS NOT NULL OR NOT EXISTS (SELECT FROM job_items w WHERE w.job_id = j.id AND w.status = 'working'))
        AND EXISTS (SELECT FROM job_items i WHERE i.job_id = j.id AND ${TAKEABLE})
      ORDER BY j.served_at NULLS FIRST, j.id LIMIT 1),
      served AS (
        UPDATE jobs j SET served_at = clock_timestamp() FROM next WHERE j.id = next.id AND j.status = 'running' RETURNING j.id),
      first AS (
        SELECT f.id FROM served CROSS JOIN LATERAL (
          SELECT i.id FROM job_items i WHERE i.job_id = served.id AND ${TAKEABLE} ORDER BY i.position LIMIT 1 FOR UPDATE SKIP LOCKED) f)
      UPDATE job_items i SET status = 'working', worker_id = ${workerId}::uuid, lease_token = ${token}::uuid, lease_until = clock_timestamp() + ${LEASE},
        started_at = coalesce(i.started_at, clock_timestamp()), not_before = NULL
      FROM first WHERE i.id = first.id
      RETURNING i.id AS "itemId", i.job_id AS "jobId", i.lease_token::text AS token`;
    if (claimed !== undefined) return claimed;
    const [wait] = await tx.$queryRaw<{ ms: number | null }[]>`
      SELECT (extract(epoch FROM min(greatest(i.not_before, clock_timestamp())) - clock_timestamp()) * 1000)::float8 AS ms
      FROM job_items i JOIN jobs j ON j.id = i.job_id WHERE j.id = ${jobId} AND j.status = 'running' AND i.status = 'waiting'`;
    const open = await tx.jobItem.findFirst({
      where: { jobId, status: "waiting", job: { status: "running" } },
      select: { id: true },
    });
    return { againInMs: open === null ? null : Math.min(60_000, Math.max(500, wait?.ms ?? 0)) };
  });
}

/** SQL: jobs j with what they ask. */
const JOBS_ASKING = Prisma.sql`jobs j LEFT JOIN served_models s ON s.id = j.served_model_id LEFT JOIN served_models b ON b.id = j.embedding_model_id`;
/** SQL: the connections that job j asks, as an array; NULL among them where it asks none of a kind. */
const ASKED_OF_J = Prisma.sql`ARRAY[s.connection_id, j.search_connection_id, b.connection_id]`;
/** SQL: item i may be taken now. */
const TAKEABLE = Prisma.sql`i.status = 'waiting' AND (i.not_before IS NULL OR i.not_before <= clock_timestamp())`;

/** SQL: job j is running, and is this one or asks a connection that this one asks. Jobs that ended share nothing. */
const sharing = (jobId: number) => Prisma.sql`
  j.status = 'running' AND EXISTS (
    SELECT FROM jobs mine LEFT JOIN served_models m ON m.id = mine.served_model_id LEFT JOIN served_models e ON e.id = mine.embedding_model_id
    WHERE mine.id = ${jobId} AND mine.status = 'running' AND ${ASKED_OF_J} && array_remove(ARRAY[m.connection_id, mine.search_connection_id, e.connection_id], NULL))`;

/** Nobody gives a sign of life for items that were taken at once: they are their taker's for so long. */
const LONG_LEASE = Prisma.sql`interval '5 minutes'`;

/**
 * Takes everything of a job that is not done, also from those who work on it and what has failed, and has the job run where
 * that had it paused, cancelled or ended: for the sample, whose services nobody else can ask.
 * @param token the lease of all
 */
export async function takeRest(tx: Tx, jobId: number, token: string): Promise<void> {
  await lockJob(tx, jobId);
  await release(tx, Prisma.sql`i.job_id = ${jobId} AND i.status = 'working'`);
  await reopenItems(tx, jobId, { failed: true });
  const taken = await tx.$executeRaw`
    UPDATE job_items SET status = 'working', worker_id = ${token}::uuid, lease_token = ${token}::uuid, lease_until = clock_timestamp() + ${LONG_LEASE},
      started_at = coalesce(started_at, clock_timestamp()), detail = ''
    WHERE job_id = ${jobId} AND status = 'waiting'`;
  if (taken > 0) await setRunning(tx, jobId, { anew: true });
}

/** Puts an item back, for whoever takes it next; nothing where it is another's by now. */
export async function giveBack(
  { itemId, jobId, token }: Claimed,
  how: { waitMs?: number; failures?: Failures; detail?: string } = {},
): Promise<void> {
  const failures = how.failures ?? null;
  await transaction(async (tx) => {
    await lockJob(tx, jobId);
    await countLost(tx, Prisma.sql`i.id = ${itemId} AND i.lease_token = ${token}::uuid`);
    await tx.$executeRaw`
      UPDATE job_items SET ${RELEASED}, status = 'waiting',
        not_before = ${how.waitMs === undefined ? Prisma.sql`NULL` : Prisma.sql`clock_timestamp() + make_interval(secs => ${how.waitMs / 1000}::float8)`},
        attempts = coalesce(${failures?.attempts ?? null}::int, attempts), troubles = coalesce(${failures === null ? null : JSON.stringify(failures.troubles)}::jsonb, troubles),
        detail = coalesce(${how.detail === undefined ? null : withoutUnusable(how.detail)}, detail)
      WHERE id = ${itemId} AND lease_token = ${token}::uuid`;
  });
}

/**
 * Puts back whatever items these are, in the order in which everyone locks: their jobs first.
 * @param which of the items i. @returns how many
 */
async function release(tx: Tx, which: Prisma.Sql): Promise<number> {
  const jobs = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM jobs WHERE id IN (SELECT i.job_id FROM job_items i WHERE ${which}) ORDER BY id FOR NO KEY UPDATE`;
  if (jobs.length === 0) return 0;
  const items = await tx.$queryRaw<{ id: number }[]>`
    SELECT i.id FROM job_items i WHERE ${which} AND i.job_id = ANY(${jobs.map(({ id }) => id)}::int[]) ORDER BY i.id FOR UPDATE SKIP LOCKED`;
  const ids = items.map(({ id }) => id);
  await countLost(tx, Prisma.sql`i.id = ANY(${ids}::int[])`);
  return tx.$executeRaw`UPDATE job_items SET ${RELEASED}, status = 'waiting' WHERE id = ANY(${ids}::int[])`;
}

/**
 * Counts the calls for which something is still set aside: nobody may ever hear what became of them, and each may have been
 * charged. Whoever locked the job of the items calls it, before it releases them.
 * @param which of the items i.
 */
async function countLost(tx: Tx, which: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE jobs j SET unpriced = j.unpriced + lost.calls, unpriced_most = j.unpriced_most + lost.most
    FROM (SELECT i.job_id, count(*)::int AS calls, sum(i.reserved) AS most FROM job_items i WHERE ${which} AND i.reserved > 0 GROUP BY i.job_id) lost
    WHERE j.id = lost.job_id`;
}

const RELEASED = Prisma.sql`worker_id = NULL, lease_token = NULL, lease_until = NULL, reserved = 0`;

// Signs of life -----------------------------------------------------------------------------------------------------

export interface WorkerIdentity {
  workerId: string;
  kind: WorkerKind;
  /** What the queue knows it by. */
  queueId: string;
}

/**
 * Says that a worker is alive, and keeps the items that it works on. What it holds without working on it is not kept: its
 * lease runs out, and it goes to others.
 * @param tokens the leases of what it works on.
 * @returns those of them whose job is not running any more: nothing new is begun for them.
 */
export async function giveSignOfLife(
  { workerId, kind, queueId }: WorkerIdentity,
  tokens: readonly string[],
): Promise<string[]> {
  await db.$executeRaw`
    INSERT INTO workers (id, kind, queue_id) VALUES (${workerId}::uuid, ${kind}, ${queueId})
    ON CONFLICT (id) DO UPDATE SET alive_at = clock_timestamp(), queue_id = excluded.queue_id`;
  const held = await db.$queryRaw<{ token: string; status: string }[]>`
    UPDATE job_items i SET lease_until = clock_timestamp() + ${LEASE} FROM jobs j
    WHERE i.worker_id = ${workerId}::uuid AND i.lease_token = ANY(${[...tokens]}::uuid[]) AND i.status = 'working' AND j.id = i.job_id
    RETURNING i.lease_token::text AS token, j.status`;
  return held.filter(({ status }) => status !== "running").map(({ token }) => token);
}

/** Gives back everything that a worker has, because it ends. */
export async function sayGoodbye({ workerId, queueId }: WorkerIdentity): Promise<void> {
  await transaction(async (tx) => {
    await release(tx, Prisma.sql`i.worker_id = ${workerId}::uuid AND i.status = 'working'`);
    await unlock(tx, [queueId]);
    await tx.$executeRaw`DELETE FROM workers WHERE id = ${workerId}::uuid`;
    await enqueueMissing(tx);
  });
}

/** What a round of recovery found. */
export interface Recovered {
  /** Workers that were silent. */
  workers: number;
  /** Items that were theirs. */
  items: number;
  /** Lanes that the queue lacked. */
  lanes: number;
  /** Jobs of which nothing was left. */
  ended: number;
}

/**
 * Makes up for workers that were killed: what they held is given back, what the queue kept locked for them is unlocked
 * (by itself it would stay so for four hours), and running jobs that no one works on are queued. Any worker may do it,
 * at any time. A worker's row is locked last, as by a worker that ends.
 * @param options.heard false: nothing is taken from workers that seem silent. Where the database was away for longer than
 * a lease, all do until they could say that they live.
 */
export async function recover({ heard = true } = {}): Promise<Recovered> {
  const left = await db.$queryRaw<{ id: number }[]>`
    SELECT j.id FROM jobs j WHERE j.status IN ('running', 'paused') AND NOT EXISTS (SELECT FROM job_items i WHERE i.job_id = j.id AND i.status IN ('waiting', 'working'))`;
  for (const { id } of left) await endJobIfDone(id);
  const found = await transaction(async (tx) => {
    if (!heard) return { workers: 0, items: 0, lanes: await enqueueMissing(tx) };
    const silent = await tx.$queryRaw<{ queueId: string }[]>`
      SELECT queue_id AS "queueId" FROM workers WHERE alive_at < clock_timestamp() - ${SILENCE}`;
    const unknown = await tx.$queryRaw<{ queueId: string }[]>`
      SELECT DISTINCT locked_by AS "queueId" FROM ${QUEUE_JOBS}
      WHERE locked_at < clock_timestamp() - ${SILENCE} AND NOT EXISTS (SELECT FROM workers w WHERE w.queue_id = locked_by)`;
    const items = await release(
      tx,
      Prisma.sql`i.status = 'working' AND i.lease_until < clock_timestamp()`,
    );
    await unlock(
      tx,
      [...silent, ...unknown].map(({ queueId }) => queueId),
    );
    const lanes = await enqueueMissing(tx);
    const workers = await tx.$executeRaw`
      DELETE FROM workers WHERE id IN (
        SELECT id FROM workers WHERE alive_at < clock_timestamp() - ${SILENCE} ORDER BY id FOR UPDATE SKIP LOCKED)`;
    return { workers, items, lanes };
  });
  return { ...found, ended: left.length };
}

const QUEUE_JOBS = Prisma.raw(`${QUEUE_SCHEMA}.jobs`);

async function unlock(tx: Tx, queueIds: readonly string[]): Promise<void> {
  if (queueIds.length > 0)
    await tx.$queryRaw<{ done: string }[]>`
      SELECT ${Prisma.raw(QUEUE_SCHEMA)}.force_unlock_workers(${[...queueIds]}::text[])::text AS done`;
}

/** Queues lanes of running jobs that have items to take and are not in the queue, or are far behind there. */
async function enqueueMissing(tx: Tx): Promise<number> {
  const [added] = await tx.$queryRaw<{ lanes: number }[]>`
    SELECT count(${addLane(Prisma.sql`j.id`, Prisma.sql`lane`, Prisma.sql`now()`)})::int AS lanes
    FROM jobs j CROSS JOIN LATERAL generate_series(1, ${lanesOf(Prisma.sql`j.id`)}) lane
    WHERE j.status = 'running' AND EXISTS (SELECT FROM job_items i WHERE i.job_id = j.id AND i.status = 'waiting')
      AND NOT EXISTS (SELECT FROM ${QUEUE_JOBS} q WHERE q.key = ${laneKey(Prisma.sql`j.id`, Prisma.sql`lane`)}
        AND (q.locked_at IS NOT NULL OR (q.run_at < now() + interval '60 seconds' AND q.attempts < q.max_attempts)))`;
  return added!.lanes;
}

/** Queues a lane again, after a while. */
export async function requeueLane(jobId: number, lane: number, waitMs: number): Promise<void> {
  await db.$queryRaw<{ id: string }[]>`
    SELECT (${addLane(Prisma.sql`${jobId}::int`, Prisma.sql`${lane}::int`, Prisma.sql`now() + make_interval(secs => ${waitMs / 1000}::float8)`)}).id::text AS id`;
}

// What an item is about ---------------------------------------------------------------------------------------------

/** An item with everything that working on it takes. */
export interface LoadedItem {
  jobId: number;
  kind: JobKind;
  questionId: number;
  cells: string[];
  response: string | null;
  mode: "relaxed" | "strict" | null;
  otherResponse: string | null;
  principle: string | null;
  settings: JobSettings;
  /** At its current step. */
  failures: Failures;
  servedModelId: number | null;
  searchConnectionId: number | null;
  /** MethodDefinition or EvaluatorDefinition. */
  definition: unknown;
  /** Demonstration[] of a method; null: it has none. */
  demonstrations: unknown;
  /** ISO dates. */
  promptDate: string | null;
  searchDay: string | null;
  prepared: boolean;
  /** When its job began, or last went on after a pause. */
  runningSince: Date;
  /** Something of its steps is stored. */
  begun: boolean;
}

/** Reads an item. */
export async function loadItem(itemId: number): Promise<LoadedItem> {
  const [row] = await db.$queryRaw<LoadedItem[]>`
    ${PLAN_KEPT} SELECT j.id AS "jobId", j.kind, i.question_id AS "questionId", v.cells, s.text AS response, i.mode, o.text AS "otherResponse", i.principle, j.settings, json_build_object('attempts', i.attempts, 'troubles', i.troubles) AS failures,
      j.served_model_id AS "servedModelId", j.search_connection_id AS "searchConnectionId", coalesce(mv.definition, e.definition) AS definition,
      d.demonstrations, j.prompt_date::text AS "promptDate", j.search_day::text AS "searchDay", j.prepared_at IS NOT NULL AS prepared, j.running_since AS "runningSince",
      EXISTS (SELECT FROM model_calls c WHERE c.item_id = i.id) OR EXISTS (SELECT FROM search_uses u WHERE u.item_id = i.id) OR EXISTS (SELECT FROM retrieval_steps t WHERE t.item_id = i.id) AS begun
    FROM job_items i JOIN jobs j ON j.id = i.job_id JOIN revisions v ON v.id = i.revision_id LEFT JOIN responses s ON s.id = i.response_id AND num_nonnulls(i.mode, i.principle) > 0 LEFT JOIN responses o ON o.id = i.other_response_id
    LEFT JOIN method_versions mv ON mv.id = j.method_version_id LEFT JOIN demonstration_sets d ON d.id = mv.demonstration_set_id LEFT JOIN evaluators e ON e.id = j.evaluator_id
    WHERE i.id = ${itemId}`;
  return row!;
}

/** What the steps of an item brought so far, in order. */
export async function storedSteps(itemId: number): Promise<Taken[]> {
  const [calls, searches, retrieved] = await Promise.all([
    db.modelCall.findMany({
      where: { itemId, state: "answered" },
      select: { step: true, kind: true, text: true, finish: true },
    }),
    db.searchUse.findMany({ where: { itemId }, select: { step: true, evidence: true } }),
    db.retrievalStep.findMany({ where: { itemId } }),
  ]);
  const steps: { step: number; taken: Taken }[] = [
    ...calls.map((call) => ({ step: call.step, taken: takenOf(call) })),
    ...(await Promise.all(
      retrieved.map(async ({ step, kind, outcome }) => ({
        step,
        taken:
          kind === "pages"
            ? await pagesOf(outcome as unknown as Reading)
            : { kind: "selected" as const, selection: outcome as unknown as Selection },
      })),
    )),
    ...searches.map(({ step, evidence }) => ({
      step,
      taken: { kind: "searched" as const, chosen: evidence as unknown as ChosenEvidence },
    })),
  ];
  return steps.sort((a, b) => a.step - b.step).map(({ taken }) => taken);
}

/** What an answered call brought. */
function takenOf(call: { kind: string; text: string | null; finish: string | null }): Taken {
  return call.kind === "embedding"
    ? { kind: "compared", similarities: readSimilarities(call.text!) }
    : {
        kind: "asked",
        reply: { text: call.text!, finish: call.finish as ModelReply["finish"] },
      };
}

/** What the pages of a reading said. */
async function pagesOf({ pages }: Reading): Promise<Taken> {
  const read = pages.flatMap((page) => ("pageId" in page ? [page] : []));
  const rows = await db.webPage.findMany({
    where: { id: { in: read.map(({ pageId }) => pageId) } },
    select: { id: true, title: true, finalUrl: true, paragraphs: true },
  });
  const known = new Map(rows.map((row) => [row.id, row]));
  return {
    kind: "read",
    pages: read.map(({ pageId, rank, url, title }) => {
      const row = known.get(pageId)!;
      const paragraphs = row.paragraphs as string[];
      return { rank, url, title: title ?? row.title, finalUrl: row.finalUrl, paragraphs };
    }),
  };
}

// Calls -------------------------------------------------------------------------------------------------------------

export type Reserved =
  | "go"
  /** The calls under way have to end first: they may cost what is left. */
  | "crowded"
  /** The job is not running, or the item is another's. */
  | "stopped";

/**
 * Asks whether the next call of an item may be made, and sets aside what it may cost until its answer is stored. Without
 * room under the job's limit the job pauses. Asked before each call, so that a paused job makes none.
 * @param most US dollars; null: not known.
 */
export async function reserve(
  { itemId, token, jobId }: Claimed,
  most: number | null,
): Promise<Reserved> {
  return transaction(async (tx) => {
    const job = (await lockJob(tx, jobId))!;
    if (job.status !== "running") return "stopped";
    const [state] = await tx.$queryRaw<{ mine: boolean; reserved: number }[]>`
      SELECT EXISTS (SELECT FROM job_items WHERE id = ${itemId} AND lease_token = ${token}::uuid) AS mine,
        (SELECT coalesce(sum(reserved), 0) FROM job_items WHERE job_id = ${jobId} AND status = 'working' AND id <> ${itemId})::float8 AS reserved`;
    if (!state!.mine) return "stopped";
    switch (withinLimit(job.spendingLimit, job.spent, state!.reserved, most)) {
      case "too-much":
        await pause(tx, job, "spending-limit");
        return "stopped";
      case "crowded":
        return "crowded";
      case "fits":
        await tx.jobItem.update({ where: { id: itemId }, data: { reserved: money(most ?? 0) } });
        return "go";
    }
  });
}

/**
 * Sets aside what a call may cost and takes its turn in one statement, where nothing stands in the way: the job runs
 * without a limit, for which nobody else's calls matter, and the connection has no pace and is not held back.
 * @returns false: nothing was done, and whoever asks looks closer
 */
export async function reserveAtOnce(
  { itemId, token }: Claimed,
  connectionId: number,
  most: number | null,
): Promise<boolean> {
  const done = await db.$executeRaw`
    ${PLAN_KEPT} UPDATE job_items i SET reserved = ${(most ?? 0).toFixed(9)}::numeric FROM jobs j, connections c
    WHERE i.id = ${itemId} AND i.lease_token = ${token}::uuid AND j.id = i.job_id AND j.status = 'running' AND j.spending_limit IS NULL
      AND c.id = ${connectionId} AND c.requests_per_minute IS NULL
      AND NOT EXISTS (SELECT FROM connection_gates g WHERE g.connection_id = c.id AND greatest(g.next_at, g.held_until) > clock_timestamp())`;
  return done > 0;
}

/** Takes back what was set aside for a call that is not made after all. */
export async function unreserve({ itemId, token }: Claimed): Promise<void> {
  await db.jobItem.updateMany({ where: { id: itemId, leaseToken: token }, data: { reserved: 0 } });
}

const money = (dollars: number) => new Prisma.Decimal(dollars.toFixed(9));

/** A call as it is stored. */
export interface CallRecord {
  kind: CallKind;
  step: number;
  servedModelId: number;
  /** Null for embeddings: their texts are those of the pages. */
  messages: readonly Message[] | null;
  requested:
    { temperature: number | null; maxTokens: number; seed: number | null } | { texts: number };
  /** The body that was sent, messages included. */
  sent: unknown;
  startedAt: Date;
  durationMs: number;
  /** US dollars; null: not known. */
  cost: number | null;
  /** What was set aside for it: the most that it may have been charged; null: not known. */
  most: number | null;
  outcome:
    | { state: "answered"; reply: ModelReply; reading: "parsed" | "unparsed" | "truncated" | null }
    | { state: ModelTrouble; error: string; received: string | null };
}

/**
 * Stores what became of a call, whoever has the item by now and whether or not the job is running: it was paid. A step
 * that has an answer gets no second one; what it cost is counted all the same. The prompt is stored with the answer, and
 * once for those attempts at the step that failed.
 * @param again whether an attempt to store it was broken off, which may have been kept
 * @returns what the step's answer is now; null for a call that failed.
 */
export async function storeCall(
  claimed: Claimed,
  call: CallRecord,
  again = false,
): Promise<Taken | null> {
  const { itemId, jobId, token } = claimed;
  if (again) {
    const kept = await transaction((tx) => keptCall(tx, claimed, call));
    if (kept !== undefined) return kept;
  }
  const { outcome } = call;
  const answered = outcome.state === "answered" ? outcome.reply : null;
  const usage: TokenUsage | null = answered?.usage ?? null;
  const charged = answered !== null || mayBeCharged((outcome as { state: ModelTrouble }).state);
  const unpriced = charged && call.cost === null;
  const cost = call.cost === null ? null : call.cost.toFixed(9);
  const row = {
    text: answered === null ? null : withoutUnusable(answered.text),
    received: storableText(
      answered?.received ?? ("received" in outcome ? beginningOf(outcome.received) : null),
    ),
    error: "error" in outcome ? withoutUnusable(outcome.error) : null,
    finish: answered?.finish ?? null,
    finishRaw: storableText(answered?.finishRaw ?? null),
    reading: "reading" in outcome ? outcome.reading : null,
  };
  // Job, then item, as everyone locks them; both are written as they are once the locks are had.
  const { made } = await inOneStatement<{ made: boolean }>(Prisma.sql`
    ${PLAN_KEPT} WITH job AS MATERIALIZED (SELECT id FROM jobs WHERE id = ${jobId} FOR NO KEY UPDATE),
    made AS (
      INSERT INTO model_calls (job_id, item_id, step, kind, served_model_id, messages, requested, effective, state, text, received, error, finish, finish_raw, reading,
        input_tokens, output_tokens, reasoning_tokens, cached_tokens, cost, started_at, duration_ms)
      SELECT job.id, ${itemId}::int, ${call.step}::int, ${call.kind}, ${call.servedModelId}::int,
        CASE WHEN ${answered !== null}::boolean OR NOT EXISTS (SELECT FROM model_calls c WHERE c.item_id = ${itemId} AND c.step = ${call.step}) THEN ${call.messages === null ? null : jsonText(call.messages)}::jsonb END,
        ${jsonText(call.requested)}::jsonb, ${jsonText(withoutMessages(call.sent))}::jsonb, ${outcome.state}, ${row.text}, ${row.received}, ${row.error}, ${row.finish}, ${row.finishRaw}, ${row.reading},
        ${usage?.input ?? null}::int, ${usage?.output ?? null}::int, ${usage?.reasoning ?? null}::int, ${usage?.cached ?? null}::int, ${cost}::numeric, ${call.startedAt.toISOString()}::timestamptz, ${call.durationMs}::int
      FROM job ON CONFLICT (item_id, step) WHERE state = 'answered' DO NOTHING RETURNING id),
    mine AS (
      UPDATE job_items i SET reserved = 0, attempts = CASE WHEN ${answered !== null}::boolean THEN 0 ELSE i.attempts END, troubles = CASE WHEN ${answered !== null}::boolean THEN '{}' ELSE i.troubles END
      FROM job WHERE i.id = ${itemId} AND i.job_id = job.id AND i.lease_token = ${token}::uuid RETURNING i.id),
    -- Whoever released the item counted this call as lost.
    lost AS (SELECT (${call.most !== null && call.most > 0}::boolean AND NOT EXISTS (SELECT FROM mine))::int AS calls),
    counted AS (
      UPDATE jobs j SET cost = j.cost + coalesce(${cost}::numeric, 0), unpriced = j.unpriced + ${unpriced ? 1 : 0}::int - lost.calls,
        unpriced_most = j.unpriced_most + ${(unpriced ? (call.most ?? 0) : 0).toFixed(9)}::numeric - lost.calls * ${(call.most ?? 0).toFixed(9)}::numeric,
        calls = j.calls + counts.calls, input_tokens = j.input_tokens + counts.calls * ${usage?.input ?? 0}::bigint, output_tokens = j.output_tokens + counts.calls * ${usage?.output ?? 0}::bigint
      FROM job, lost, (SELECT count(*)::int AS calls FROM made WHERE ${answered !== null}::boolean) counts WHERE j.id = job.id)
    SELECT EXISTS (SELECT FROM made) AS made`);
  if (answered === null) return null;
  if (made) return takenOf({ kind: call.kind, text: row.text, finish: row.finish });
  const stored = await db.modelCall.findFirstOrThrow({
    where: { itemId, step: call.step, state: "answered" },
    select: { kind: true, text: true, finish: true },
  });
  return takenOf(stored);
}

/**
 * What became of an attempt to store a call of which nobody heard. It had the job's lock before this, or has not yet begun.
 * Where the step has another's answer, there is no row to tell by: then nobody knows whether its cost was counted.
 * @returns what the step's answer is; null for a call that failed; undefined: nothing was kept, it is to be stored
 */
async function keptCall(
  tx: Tx,
  claimed: Claimed,
  call: CallRecord,
): Promise<Taken | null | undefined> {
  const { itemId } = claimed;
  const { step, startedAt, durationMs, cost, most } = call;
  await lockJob(tx, claimed.jobId);
  const own = await tx.modelCall.findFirst({ where: { itemId, step, startedAt, durationMs } });
  if (own !== null) return own.state === "answered" ? takenOf(own) : null;
  if (call.outcome.state !== "answered") return undefined;
  const other = await tx.modelCall.findFirst({ where: { itemId, step, state: "answered" } });
  if (other === null) return undefined;
  await chargeUnknown(tx, claimed, { requests: 1, most: cost ?? most, reserved: most });
  return takenOf(other);
}

/** Runs a statement that is a transaction by itself, again where it and another one were in each other's way. */
async function inOneStatement<Row>(statement: Prisma.Sql): Promise<Row> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [row] = await db.$queryRaw<Row[]>(statement);
      noteKept();
      return row!;
    } catch (error) {
      if (attempt >= 4 || !collision(error)) throw error;
    }
  }
}

/** What requests were charged, as it is added to their job. US dollars. */
interface Charge {
  /** Of those whose cost is known. */
  cost: number;
  /** How many others there were, and the most that they may have been charged. */
  unpriced: number;
  unpricedMost: number;
  /** What was set aside for them all; null: nothing. */
  reserved: number | null;
  /** The step has its answer: what failed before counts no more. */
  answered: boolean;
  searches: number;
}

/** Adds what the requests of a search were charged to their job, in place of what was set aside. Whoever locked the job calls it. */
async function charge(
  tx: Tx,
  { itemId, jobId, token }: Claimed,
  { cost, unpriced, unpricedMost, reserved, answered, searches }: Charge,
): Promise<void> {
  const mine = await tx.jobItem.updateMany({
    where: { id: itemId, leaseToken: token },
    data: { reserved: 0, ...(answered && NO_FAILURES) },
  });
  // Whoever released the item counted these requests as lost.
  const lost = mine.count === 0 && reserved !== null && reserved > 0;
  await tx.job.update({
    where: { id: jobId },
    data: {
      cost: { increment: money(cost) },
      unpriced: { increment: unpriced - (lost ? 1 : 0) },
      unpricedMost: { increment: money(unpricedMost - (lost ? reserved : 0)) },
      searches: { increment: searches },
    },
  });
}

/**
 * Adds requests to their job of which nobody knows whether they were counted: as of unknown cost, which they are. Whoever
 * released the item counted them so already.
 * @param most that they may have cost, US dollars; null: not known. @param reserved what was set aside for them
 */
async function chargeUnknown(
  tx: Tx,
  claimed: Claimed,
  { requests, most, reserved }: { requests: number; most: number | null; reserved: number | null },
): Promise<void> {
  const { itemId, token } = claimed;
  const mine = await tx.jobItem.updateMany({
    where: { id: itemId, leaseToken: token },
    data: { reserved: 0 },
  });
  if (mine.count === 0 && (reserved ?? 0) > 0) return;
  await tx.job.update({
    where: { id: claimed.jobId },
    data: { unpriced: { increment: requests }, unpricedMost: { increment: money(most ?? 0) } },
  });
}

/** So much is kept of what a failed call received: each attempt has a row. */
const FAILED_RECEIVED = 65_536;

function beginningOf(received: string | null): string | null {
  if (received === null || received.length <= FAILED_RECEIVED) return received;
  return `${received.slice(0, FAILED_RECEIVED)}\n[Cut: the first ${formatCount(FAILED_RECEIVED)} of ${countOf(received.length, "character")} are kept]`;
}

const storableText = (text: string | null) => (text === null ? null : withoutUnusable(text));
const json = (value: unknown) => storableJson(value) as Prisma.InputJsonValue;
const jsonText = (value: unknown) => JSON.stringify(storableJson(value));

/** The parameters of a request as it was sent, of whichever API. */
function withoutMessages(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null) return {};
  const {
    messages: _m,
    input: _i,
    contents: _c,
    system: _s,
    systemInstruction: _si,
    instructions: _in,
    ...rest
  } = sent as Record<string, unknown>;
  return rest;
}

// Searches ----------------------------------------------------------------------------------------------------------

/**
 * Stores a search and counts it; of two that made the same search at once, the first one's answer stays.
 * @param reserved what was set aside for it. @param again whether an attempt to store it was broken off, which may have been kept
 */
export async function storeSearch(
  claimed: Claimed,
  made: {
    connectionId: number;
    day: string;
    key: string;
    query: string;
    params: unknown;
    raw: unknown[];
    requests: number;
    cost: number | null;
    startedAt: Date;
    durationMs: number;
  },
  reserved: number | null,
  again = false,
): Promise<void> {
  const same = { connectionId: made.connectionId, day: new Date(made.day), key: made.key };
  const own = { ...same, fetchedAt: made.startedAt, durationMs: made.durationMs };
  await transaction(async (tx) => {
    await lockJob(tx, claimed.jobId);
    if (again) {
      if ((await tx.searchAnswer.findFirst({ where: own })) !== null) return;
      // The first one's answer is another's: there is no row to tell by whether this one was counted.
      if ((await tx.searchAnswer.findFirst({ where: same })) !== null)
        return chargeUnknown(tx, claimed, { requests: made.requests, most: made.cost, reserved });
    }
    await tx.searchAnswer.createMany({
      data: [
        {
          ...own,
          query: withoutUnusable(made.query),
          params: json(made.params),
          raw: json(made.raw),
          requests: made.requests,
          cost: made.cost === null ? null : money(made.cost),
        },
      ],
      skipDuplicates: true,
    });
    await charge(tx, claimed, {
      cost: made.cost ?? 0,
      unpriced: made.cost === null ? made.requests : 0,
      unpricedMost: 0,
      reserved,
      answered: true,
      searches: made.requests,
    });
  });
}

/**
 * Counts the requests of a search that brought nothing in the end.
 * @param costOf so many requests, US dollars; null: there is no price. @param reserved what was set aside for them all.
 */
export async function chargeSearch(
  claimed: Claimed,
  { answered, unknown }: SearchCharges,
  costOf: (requests: number) => number | null,
  reserved: number | null,
): Promise<void> {
  const cost = costOf(answered);
  await transaction(async (tx) => {
    await lockJob(tx, claimed.jobId);
    await charge(tx, claimed, {
      cost: cost ?? 0,
      unpriced: unknown + (cost === null ? answered : 0),
      unpricedMost: costOf(unknown) ?? 0,
      reserved,
      answered: false,
      searches: answered,
    });
  });
}

/** Stores which search a step used and what its prompt gets of it. @returns what is stored for the step now */
export async function storeSearchUse(
  itemId: number,
  step: number,
  answerId: number,
  chosen: ChosenEvidence,
): Promise<Taken> {
  await db.searchUse.createMany({
    data: [{ itemId, step, answerId, evidence: json(chosen) }],
    skipDuplicates: true,
  });
  const { evidence } = await db.searchUse.findUniqueOrThrow({
    where: { itemId_step: { itemId, step } },
    select: { evidence: true },
  });
  return { kind: "searched", chosen: evidence as unknown as ChosenEvidence };
}

/** Stores what a step that reads pages or chooses paragraphs came to; what is stored for it stays. */
export async function storeRetrieval(
  itemId: number,
  step: number,
  {
    outcome,
    ...made
  }: { startedAt: Date; durationMs: number } & (
    { kind: "pages"; outcome: Reading } | { kind: "paragraphs"; outcome: Selection }
  ),
): Promise<void> {
  await db.retrievalStep.createMany({
    data: [{ itemId, step, ...made, outcome: json(outcome) }],
    skipDuplicates: true,
  });
}

/** Says that the demonstrations of a job have their evidence. */
export async function setPrepared(jobId: number): Promise<void> {
  await db.$executeRaw`UPDATE jobs SET prepared_at = coalesce(prepared_at, clock_timestamp()) WHERE id = ${jobId}`;
}

// Ends --------------------------------------------------------------------------------------------------------------

/**
 * Ends an item with its response, verdict or preference, in one transaction; nothing where it is another's by now. Verdicts
 * and preferences are written for `parsed` alone, and never for the samples of a repeat job.
 */
export async function endItem(claimed: Claimed, kind: JobKind, end: ItemEnd): Promise<void> {
  if (kind === "judge" || kind === "repeat") return endJudged(claimed, end as VerdictEnd);
  await transaction(async (tx) => {
    const job = (await lockJob(tx, claimed.jobId))!;
    const item = await tx.jobItem.findFirst({
      where: { id: claimed.itemId, leaseToken: claimed.token },
      select: {
        questionId: true,
        revisionId: true,
        responseId: true,
        otherResponseId: true,
        principle: true,
      },
    });
    if (item === null) return;
    if (job.kind === "generate") {
      const responseId = await writeResponse(tx, job.runId, claimed, item, end as ResponseEnd);
      if (responseId === null)
        await close(tx, claimed, "left-out", {
          detail: "The run got a response to this question from elsewhere in the meantime.",
        });
      else await close(tx, claimed, "done", { outcome: end.outcome, responseId });
    } else {
      const preferred = end as PreferenceEnd;
      if (preferred.outcome === "parsed")
        await tx.automaticPreference.create({
          data: {
            itemId: claimed.itemId,
            responseId: item.responseId!,
            otherResponseId: item.otherResponseId!,
            principle: item.principle!,
            ab: preferred.ab,
            ba: preferred.ba,
          },
        });
      await close(tx, claimed, "done", { outcome: end.outcome });
    }
    await tx.job.update({ where: { id: job.id }, data: { failuresInRow: 0 } });
    await endIfDone(tx, job);
  });
}

/**
 * Ends an item that was judged, in one statement; then, where nothing is left of its job, the job. A worker that is killed
 * between the two leaves a job that recover() ends.
 */
async function endJudged({ itemId, jobId, token }: Claimed, end: VerdictEnd): Promise<void> {
  const correct = end.outcome === "parsed" ? end.correct : null;
  const comment = end.outcome === "parsed" ? withoutUnusable(end.comment) : "";
  await inOneStatement(Prisma.sql`
    ${PLAN_KEPT} WITH job AS MATERIALIZED (SELECT id, kind, evaluator_id, failures_in_row FROM jobs WHERE id = ${jobId} FOR NO KEY UPDATE),
    item AS MATERIALIZED (
      SELECT i.id, i.response_id, i.revision_id, i.mode, job.kind, job.evaluator_id FROM job CROSS JOIN LATERAL (
        SELECT * FROM job_items WHERE id = ${itemId} AND job_id = job.id AND lease_token = ${token}::uuid FOR NO KEY UPDATE) i),
    -- A sample's verdict is the item's own: it is no verdict of the evaluator.
    verdict AS (
      INSERT INTO automatic_verdicts (response_id, evaluator_id, relaxed, strict, explanation, revision_id, call_id)
      SELECT response_id, evaluator_id, CASE WHEN mode = 'relaxed' THEN ${correct}::boolean END, CASE WHEN mode = 'strict' THEN ${correct}::boolean END, ${comment}, revision_id,
        (SELECT c.id FROM model_calls c WHERE c.item_id = item.id AND c.state = 'answered' ORDER BY c.step DESC LIMIT 1)
      FROM item WHERE kind = 'judge' AND ${correct}::boolean IS NOT NULL),
    closed AS (
      UPDATE job_items i SET ${RELEASED}, status = 'done', outcome = ${end.outcome}, credit = CASE WHEN item.kind = 'repeat' THEN ${correct}::boolean END, detail = '', ended_at = clock_timestamp(), not_before = NULL
      FROM item WHERE i.id = item.id),
    counted AS (UPDATE jobs j SET failures_in_row = 0 FROM job, item WHERE j.id = job.id AND job.failures_in_row <> 0)
    SELECT EXISTS (SELECT FROM item) AS mine`);
  await endJobIfDone(jobId);
}

/** Ends a job of which nothing is left. Asked behind whatever closed its last item. */
async function endJobIfDone(jobId: number): Promise<void> {
  const open = await db.$queryRaw<{ id: number }[]>`
    ${PLAN_KEPT} SELECT id FROM job_items WHERE job_id = ${jobId} AND status IN ('waiting', 'working') LIMIT 1`;
  if (open.length > 0) return;
  await transaction(async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job !== null) await endIfDone(tx, job);
  });
}

/** @returns null where the run has a response to the question already */
async function writeResponse(
  tx: Tx,
  runId: number,
  { itemId, jobId }: Claimed,
  item: { questionId: number; revisionId: number },
  end: ResponseEnd,
): Promise<number | null> {
  const [made] = await tx.response.createManyAndReturn({
    data: [
      {
        runId,
        questionId: item.questionId,
        revisionId: item.revisionId,
        text: withoutUnusable(end.text),
        metadata: await metadataOf(tx, itemId),
        jobId,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  if (made === undefined) return null;
  if (end.references !== undefined && end.references.length > 0)
    await tx.responseReference.createMany({
      data: end.references.map((reference) => ({ responseId: made.id, ...reference })),
    });
  return made.id;
}

/** What calls and searches of an item add up to, in words like those of files. */
async function metadataOf(tx: Tx, itemId: number): Promise<Record<string, string>> {
  const [sums] = await tx.$queryRaw<Record<"ms" | "input" | "output" | "cost", string | null>[]>`
    SELECT round(sum(duration_ms) FILTER (WHERE kind = 'chat') / 1000.0, 3)::text AS ms, sum(input_tokens) FILTER (WHERE kind = 'chat')::text AS input,
      sum(output_tokens) FILTER (WHERE kind = 'chat')::text AS output, trim_scale(sum(cost))::text AS cost
    FROM model_calls WHERE item_id = ${itemId} AND state = 'answered'`;
  const retrieved = await tx.retrievalStep.findMany({ where: { itemId } });
  const named: Record<string, string | null> = {
    ...Object.fromEntries(retrieved.flatMap((step) => Object.entries(retrievalInWords(step)))),
    "latency (s)": sums!.ms,
    "input tokens": sums!.input,
    "output tokens": sums!.output,
    "cost (US$)": sums!.cost,
  };
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** What a step that read pages or chose paragraphs came to, in words like those of files. */
function retrievalInWords({
  kind,
  outcome,
  durationMs,
}: {
  kind: string;
  outcome: unknown;
  durationMs: number;
}): Record<string, string> {
  const seconds = (durationMs / 1_000).toFixed(3);
  if (kind === "pages") {
    const { read, failed } = outcome as Reading;
    return {
      "pages (s)": seconds,
      "pages read": String(read),
      "pages not read": String(failed),
    };
  }
  const { considered, kept } = outcome as Selection;
  return {
    "paragraphs (s)": seconds,
    "paragraphs considered": String(considered),
    "paragraphs kept": String(kept.length),
  };
}

async function close(
  tx: Tx,
  { itemId }: Claimed,
  status: "done" | "failed" | "left-out",
  {
    outcome = null,
    detail = "",
    responseId,
  }: {
    outcome?: string | null;
    detail?: string;
    responseId?: number;
  },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE job_items SET ${RELEASED}, status = ${status}, outcome = ${outcome}, detail = ${withoutUnusable(detail)}, ended_at = clock_timestamp(),
      response_id = coalesce(${responseId ?? null}::int, response_id), not_before = NULL
    WHERE id = ${itemId}`;
}

/**
 * Ends an item as failed; too many in a row pause its job. Nothing where it is another's by now. A failure of what was
 * under way when someone resumed the job counts for nothing: it says nothing about what holds now.
 * @param runningSince as it was when the item was read.
 */
export async function failItem(
  claimed: Claimed,
  { runningSince }: Pick<LoadedItem, "runningSince">,
  detail: string,
  failures: Failures,
): Promise<void> {
  await transaction(async (tx) => {
    const job = (await lockJob(tx, claimed.jobId))!;
    const mine = await tx.jobItem.updateMany({
      where: { id: claimed.itemId, leaseToken: claimed.token },
      data: { attempts: failures.attempts, troubles: failures.troubles },
    });
    if (mine.count === 0) return;
    await countLost(tx, Prisma.sql`i.id = ${claimed.itemId}`);
    await close(tx, claimed, "failed", { detail });
    const { failuresInRow } = await tx.job.update({
      where: { id: job.id },
      data: { failuresInRow: { increment: sameRun(job, runningSince) ? 1 : 0 } },
      select: { failuresInRow: true },
    });
    const ended = await endIfDone(tx, job);
    if (!ended && job.status === "running" && failuresPause(failuresInRow))
      await pause(tx, job, "failures");
  });
}

/**
 * Pauses a job for a reason that no retry mends, unless it is not running, or someone has resumed it since: what was under
 * way then says nothing about what holds now.
 * @param runningSince as it was when the item was read.
 */
export async function pauseBecause(
  { jobId, runningSince }: Pick<LoadedItem, "jobId" | "runningSince">,
  because: PauseReason,
): Promise<void> {
  await transaction(async (tx) => {
    const job = (await lockJob(tx, jobId))!;
    if (job.status === "running" && sameRun(job, runningSince)) await pause(tx, job, because);
  });
}

/** Whether nobody has resumed the job since an item of it was read. */
function sameRun(job: LockedJob, runningSince: Date): boolean {
  return job.runningSince.getTime() === runningSince.getTime();
}
