import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { cell } from "@/lib/dataset/questions/sql";
import type { BothOrders } from "@/lib/runs/principles/rules";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import type { ChosenEvidence } from "@/lib/runs/connections/evidence";
import type { JudgingMode } from "@/lib/runs/evaluators/vocabulary";
import type { MethodKind } from "@/lib/runs/generation/schema";
import { RECEIVED_SHOWN, type TraceStep } from "@/lib/runs/generation/trace";
import { responsesToRate } from "@/lib/runs/responses/sql";
import type { ShownItems } from "./address";
import { UNUSABLE_OUTCOMES, type ItemStatus, type JobKind, type JobOutcome } from "./vocabulary";

const ITEMS_PER_PAGE = 50;

/** An item in its job's list. */
export interface ItemListItem {
  itemId: number;
  questionId: number;
  question: string;
  mode: JudgingMode | null;
  /** The name of the principle that it compares by. */
  principle: string | null;
  repetition: number;
  status: ItemStatus;
  outcome: JobOutcome | null;
  /** What the evaluator said; null where it is no verdict, or the reader has still to rate the response. */
  verdict: boolean | null;
  /** Whom it prefers, A or B, where it compares; null where it does not say, or the reader has still to rate a response. */
  preference: BothOrders | null;
  detail: string;
  attempts: number;
}

/** A job's items in their order, a page at a time (counted from 1). */
export async function listItems(
  actor: Actor,
  jobId: number,
  shown: ShownItems,
  page = 1,
): Promise<ListPage<ItemListItem>> {
  authorize(actor, "runs.read");
  const among = Prisma.sql`i.job_id = ${jobId} AND ${isShown(shown)}`;
  const [rows, [counted]] = await Promise.all([
    db.$queryRaw<ItemListItem[]>`
      SELECT i.id AS "itemId", i.question_id AS "questionId", ${cell("v", "question")} AS question, i.mode, ${PRINCIPLE} AS principle, i.repetition, i.status, i.outcome, i.detail, i.attempts,
        CASE WHEN ${verdictHidden(actor.userId)} THEN NULL ELSE ${VERDICT} END AS verdict, CASE WHEN ${verdictHidden(actor.userId)} THEN NULL ELSE ${PREFERENCE} END AS preference
      FROM job_items i JOIN jobs j ON j.id = i.job_id JOIN revisions v ON v.id = i.revision_id WHERE ${among}
      ORDER BY i.position ${pageInSql(page, ITEMS_PER_PAGE)}`,
    db.$queryRaw<
      { total: number }[]
    >`SELECT count(*)::int AS total FROM job_items i WHERE ${among}`,
  ]);
  return { rows, total: counted!.total, page, pageSize: ITEMS_PER_PAGE };
}

/** SQL: the list shows item `i`. */
function isShown(shown: ShownItems): Prisma.Sql {
  switch (shown) {
    case "all":
      return Prisma.sql`TRUE`;
    case "open":
      return Prisma.sql`i.status IN ('waiting', 'working')`;
    case "unusable":
      return Prisma.sql`i.status = 'done' AND i.outcome = ANY(${[...UNUSABLE_OUTCOMES]})`;
    default:
      return Prisma.sql`i.status = ${shown}`;
  }
}

/** An item with everything that was asked for it. */
export interface ItemView extends ItemListItem {
  jobId: number;
  kind: JobKind;
  runId: number;
  responseId: number | null;
  /** Of the response that it made or judges; null: none yet. */
  response: string | null;
  /** For comparing: of the other run. */
  otherResponse: string | null;
  otherRunId: number | null;
  methodKind: MethodKind | null;
  steps: TraceStep[];
  /** The reader has still to rate the response that it judges, and sees neither verdict nor steps before. */
  hidden: boolean;
  /** The items before and after it in the list; null: none. */
  previous: number | null;
  next: number | null;
}

/**
 * @param shown the list that it was opened from
 * @throws NotFound where the job has no such item
 */
export async function getItem(
  actor: Actor,
  jobId: number,
  itemId: number,
  shown: ShownItems = "all",
): Promise<ItemView> {
  authorize(actor, "runs.read");
  const beside = (before: boolean) => Prisma.sql`
    (SELECT i.id FROM job_items i WHERE i.job_id = this.job_id AND ${isShown(shown)} AND ${before ? Prisma.sql`i.position < this.position` : Prisma.sql`i.position > this.position`}
     ORDER BY i.position ${before ? Prisma.sql`DESC` : Prisma.empty} LIMIT 1)`;
  const [row] = await db.$queryRaw<Omit<ItemView, "steps">[]>`
    SELECT ${verdictHidden(actor.userId)} AS hidden, i.id AS "itemId", i.job_id AS "jobId", j.kind, j.run_id AS "runId", i.question_id AS "questionId", ${cell("v", "question")} AS question, i.mode, ${PRINCIPLE} AS principle, i.repetition,
      i.status, i.outcome, i.detail, i.attempts, s.id AS "responseId", s.text AS response, o.text AS "otherResponse", j.other_run_id AS "otherRunId", mv.definition->>'kind' AS "methodKind",
      ${VERDICT} AS verdict, ${PREFERENCE} AS preference, beside.previous, beside.next
    FROM job_items i CROSS JOIN LATERAL (SELECT i.job_id, i.position) this CROSS JOIN LATERAL (SELECT ${beside(true)} AS previous, ${beside(false)} AS next) beside JOIN jobs j ON j.id = i.job_id JOIN revisions v ON v.id = i.revision_id
    LEFT JOIN responses s ON s.id = i.response_id LEFT JOIN responses o ON o.id = i.other_response_id LEFT JOIN method_versions mv ON mv.id = j.method_version_id
    WHERE i.id = ${itemId} AND i.job_id = ${jobId}`;
  if (row === undefined) throw new NotFound("This item");
  return row.hidden
    ? { ...row, verdict: null, preference: null, steps: [] }
    : { ...row, steps: await stepsOfItem(itemId) };
}

/** SQL: the item `i` judges, judges again, or compares a response that the person has still to rate. */
function verdictHidden(userId: number): Prisma.Sql {
  return Prisma.sql`coalesce((i.mode IS NOT NULL AND i.response_id IN ${responsesToRate(userId)}) OR (i.principle IS NOT NULL AND EXISTS (SELECT FROM ${responsesToRate(userId)} to_rate (id) WHERE to_rate.id IN (i.response_id, i.other_response_id))), FALSE)`;
}

/** SQL: the name of the principle by which item `i` of job `j` compares. */
const PRINCIPLE = Prisma.sql`(SELECT p->>'name' FROM jsonb_array_elements(j.settings->'comparison'->'principles') p WHERE p->>'key' = i.principle)`;

/** SQL: what the judge said by item `i`, in both orders. */
const PREFERENCE = Prisma.sql`(SELECT json_build_object('ab', a.ab, 'ba', a.ba) FROM automatic_preferences a WHERE a.item_id = i.id)`;

/** SQL: what the evaluator said by item `i`. */
const VERDICT = Prisma.sql`(SELECT coalesce(a.relaxed, a.strict) FROM automatic_verdicts a JOIN model_calls k ON k.id = a.call_id WHERE k.item_id = i.id)`;

async function stepsOfItem(itemId: number): Promise<TraceStep[]> {
  const [calls, searches, retrieved] = await Promise.all([
    db.modelCall.findMany({ where: { itemId }, orderBy: [{ step: "asc" }, { id: "asc" }] }),
    db.searchUse.findMany({
      where: { itemId },
      include: { answer: { include: { connection: { select: { name: true } } } } },
    }),
    db.retrievalStep.findMany({ where: { itemId } }),
  ]);
  // The answer to a step has its prompt, and so has the first of those attempts at it that failed.
  const asked = new Map(
    calls.flatMap(({ step, messages }) => (messages === null ? [] : [[step, messages] as const])),
  );
  const steps: TraceStep[] = [
    ...calls.map(
      (call) =>
        ({
          kind: call.kind === "embedding" ? "comparison" : "call",
          step: call.step,
          startedAt: call.startedAt.toISOString(),
          durationMs: call.durationMs,
          cost: call.cost?.toNumber() ?? null,
          messages: asked.get(call.step),
          requested: call.requested,
          effective: call.effective,
          state: call.state,
          text: call.text,
          error: call.error,
          finish: call.finish,
          finishRaw: call.finishRaw,
          reading: call.reading,
          inputTokens: call.inputTokens,
          outputTokens: call.outputTokens,
          reasoningTokens: call.reasoningTokens,
          cachedTokens: call.cachedTokens,
          received: call.received?.slice(0, RECEIVED_SHOWN) ?? null,
          receivedLength: call.received?.length ?? 0,
        }) as unknown as TraceStep,
    ),
    ...searches.map(({ step, evidence, answer }) => ({
      kind: "search" as const,
      step,
      startedAt: answer.fetchedAt.toISOString(),
      durationMs: answer.durationMs,
      cost: answer.cost?.toNumber() ?? null,
      query: answer.query,
      connectionName: answer.connection.name,
      day: answer.day.toISOString().slice(0, 10),
      requests: answer.requests,
      evidence: evidence as unknown as ChosenEvidence,
    })),
    ...retrieved.map(
      ({ step, kind, outcome, startedAt, durationMs }) =>
        ({
          kind,
          step,
          startedAt: startedAt.toISOString(),
          durationMs,
          cost: null,
          outcome,
        }) as unknown as TraceStep,
    ),
  ];
  return steps.sort((a, b) => a.step - b.step);
}
