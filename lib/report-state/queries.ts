import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { now } from "@/lib/platform/clock";
import { db, Prisma, transaction } from "@/lib/platform/db";
import { refuse, type Result } from "@/lib/platform/result";
import type { ReportState } from "./schema";

/*
 * What a report counts, as of a state, or as of now where the state is null. Fragments of SQL for `FROM`; they are plain
 * conditions over the tables, so that a filter of the statement around them reaches the indexes.
 */

/** SQL: an id that the state holds. */
function held(id: Prisma.Sql, greatest: number | undefined): Prisma.Sql {
  return greatest === undefined ? Prisma.sql`TRUE` : Prisma.sql`${id} <= ${greatest}::int`;
}

/** SQL for FROM: the judgments that stand: none that was corrected within the state, and none of a gold task. */
export function standingJudgments(state: ReportState | null): Prisma.Sql {
  return Prisma.sql`(
    SELECT stood.* FROM judgments stood WHERE ${held(Prisma.sql`stood.id`, state?.judgments)}
      AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id IS NOT NULL AND later.supersedes_id = stood.id AND ${held(Prisma.sql`later.id`, state?.judgments)})
      AND NOT EXISTS (SELECT FROM rating_tasks gold WHERE gold.id = stood.task_id AND gold.gold))`;
}

/** SQL for FROM: the adjudications that stand: one a task at most, none of a gold task. */
export function standingAdjudications(state: ReportState | null): Prisma.Sql {
  return Prisma.sql`(
    SELECT stood.* FROM adjudications stood WHERE ${held(Prisma.sql`stood.id`, state?.adjudications)}
      AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id IS NOT NULL AND later.supersedes_id = stood.id AND ${held(Prisma.sql`later.id`, state?.adjudications)})
      AND NOT EXISTS (SELECT FROM rating_tasks gold WHERE gold.id = stood.task_id AND gold.gold))`;
}

/**
 * SQL for FROM: what an evaluator said last of each response: response_id, evaluator_id, relaxed and strict. It may judge
 * each mode in a file of its own, so each mode has its own last verdict; null where it never judged that one.
 * @param evaluatorId null: every evaluator
 */
export function standingVerdicts(state: ReportState | null, evaluatorId: number | null): Prisma.Sql {
  const wanted = evaluatorId === null ? Prisma.empty : Prisma.sql`AND said.evaluator_id = ${evaluatorId}::int`;
  return Prisma.sql`(
    SELECT said.response_id, said.evaluator_id, ${lastOf(Prisma.sql`said.id`, Prisma.sql`said.relaxed`)} AS relaxed, ${lastOf(Prisma.sql`said.id`, Prisma.sql`said.strict`)} AS strict
    FROM automatic_verdicts said WHERE ${held(Prisma.sql`said.id`, state?.automatic)} ${wanted} GROUP BY said.response_id, said.evaluator_id)`;
}

/** SQL for FROM: the responses that were there. */
export function standingResponses(state: ReportState | null): Prisma.Sql {
  return Prisma.sql`(SELECT stood.* FROM responses stood WHERE ${held(Prisma.sql`stood.id`, state?.responses)})`;
}

/**
 * SQL, an aggregate: the boolean of the row with the greatest id among those that have one; null without any. The boolean
 * rides on the id as its last bit: many times as fast as sorting each group.
 */
export function lastOf(id: Prisma.Sql, value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(max(${id}::bigint * 2 + ${value}::int) % 2 = 1)`;
}

/** The time of a report: that of the last thing that its state holds, or now. */
export async function momentOf(state: ReportState | null): Promise<Date> {
  if (state === null) return now();
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT greatest(
      (SELECT judged_at FROM judgments WHERE id <= ${state.judgments}::int ORDER BY id DESC LIMIT 1), (SELECT adjudicated_at FROM adjudications WHERE id <= ${state.adjudications}::int ORDER BY id DESC LIMIT 1),
      (SELECT created_at FROM automatic_verdicts WHERE id <= ${state.automatic}::int ORDER BY id DESC LIMIT 1), (SELECT created_at FROM responses WHERE id <= ${state.responses}::int ORDER BY id DESC LIMIT 1)) AS at`;
  return row?.at ?? new Date(0);
}

/** What a report may keep in memory for each step of its statement, so that a million judgments are grouped without a disk. */
const ROOM = "128MB";

/** Runs the statement of a report with room to group in. */
export async function groupedRows<Row>(statement: Prisma.Sql): Promise<Row[]> {
  return transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('work_mem', ${ROOM}, true)`;
    return tx.$queryRaw<Row[]>(statement);
  }, { timeoutMs: 120_000 });
}

/** How long a pinned report waits for what is being written. */
const PATIENCE = "10s";

const GREATEST_IDS = Prisma.sql`
  SELECT coalesce((SELECT max(id) FROM judgments), 0) AS judgments, coalesce((SELECT max(id) FROM adjudications), 0) AS adjudications,
    coalesce((SELECT max(id) FROM automatic_verdicts), 0) AS automatic, coalesce((SELECT max(id) FROM responses), 0) AS responses`;

/**
 * The greatest ids that can be seen, without waiting for anybody: tells whether something came in, but is no state for an
 * address, as smaller ids may still be on their way.
 */
export async function visibleState(): Promise<ReportState> {
  const [row] = await db.$queryRaw<[ReportState]>(GREATEST_IDS);
  return row;
}

/**
 * The state as it is now, to be put into a report's permanent address. Refusal `busy`: something large is being written.
 *
 * The locks wait until everything that took an id has been committed or given up. Without them a judgment with a smaller
 * id that is still on its way could appear later, and the same address would print other numbers. A report as of now
 * needs none of this. The tables that large imports write come first: while these are waited for, nobody who judges has
 * to wait behind us.
 */
export async function presentState(actor: Actor): Promise<Result<ReportState>> {
  authorize(actor, "reports.read");
  try {
    return { ok: true, value: await transaction(async (tx) => {
      await tx.$executeRaw`SELECT set_config('lock_timeout', ${PATIENCE}, true)`;
      await tx.$executeRaw`LOCK TABLE responses, automatic_verdicts, adjudications, judgments IN SHARE MODE`;
      const [row] = await tx.$queryRaw<[ReportState]>(GREATEST_IDS);
      return row;
    }) };
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return refuse("busy", "Responses or verdicts are being written at this moment, and a permanent address has to wait for them. Try again in a minute.");
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && /55P03|lock timeout/.test(`${error.message} ${JSON.stringify(error.meta ?? {})}`);
}
