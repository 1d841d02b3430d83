import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { protocolDefinitionSchema } from "@/lib/rating/protocols/schema";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { labelRuns } from "@/lib/reporting/accuracy/rules";
import { protocolRequest, type ComparisonRow } from "@/lib/reporting/protocols/schema";
import { comparisonRows } from "@/lib/reporting/protocols/sql";
import { withFollowUps } from "@/lib/reporting/snapshots/queries";
import { countFollowUps } from "@/lib/reporting/snapshots/rules";
import type { Comparison } from "@/lib/runs/principles/schema";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { principleSteps } from "./report";
import {
  OVERALL,
  type ComparisonJob,
  type PersonRow,
  type PreferenceRow,
  type PrincipleReport,
  type PrincipleRequest,
} from "./schema";

const JOBS_OFFERED = 500;

/** Jobs that compare runs by principles, the latest first. */
export async function listComparisonJobs(actor: Actor): Promise<ComparisonJob[]> {
  authorize(actor, "reports.read");
  return readJobs(Prisma.sql`TRUE`);
}

async function readJobs(where: Prisma.Sql): Promise<ComparisonJob[]> {
  return db.$queryRaw<ComparisonJob[]>`
    SELECT j.id AS "jobId", j.run_id AS "runId", j.other_run_id AS "otherRunId", m.name || ', ' || r.name || ' · ' || n.name || ', ' || o.name AS runs,
      j.served_model_id AS "judgeId", s.label AS judge, j.settings->'comparison' AS comparison, j.status, c.items, c.preferences
    FROM jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id JOIN model_runs o ON o.id = j.other_run_id JOIN models n ON n.id = o.model_id
      JOIN served_models s ON s.id = j.served_model_id
      CROSS JOIN LATERAL (SELECT count(*)::int AS items, count(p.id)::int AS preferences FROM job_items i LEFT JOIN automatic_preferences p ON p.item_id = i.id WHERE i.job_id = j.id AND i.status <> 'left-out') c
    WHERE j.kind = 'compare' AND ${where} ORDER BY j.id DESC LIMIT ${JOBS_OFFERED}`;
}

/**
 * What judges prefer by principles, and how they agree with people. Refuses with `not-possible` jobs whose preferences have
 * no numbers together.
 * @throws NotFound where no such job compares runs
 */
export async function getPrincipleReport(
  actor: Actor,
  request: PrincipleRequest,
): Promise<Result<PrincipleReport, "not-possible">> {
  authorize(actor, "reports.read");
  const ids = request.job;
  const known = await readJobs(Prisma.sql`j.id = ANY(${ids}::int[])`);
  const jobs = ids.map((id) => {
    const job = known.find(({ jobId }) => jobId === id);
    if (job === undefined) throw new NotFound("This job");
    return job;
  });
  const { comparison } = jobs[0]!;
  const other = jobs.find((job) => asked(job.comparison) !== asked(comparison));
  if (other !== undefined)
    return refuse(
      "not-possible",
      `Jobs ${jobs[0]!.jobId} and ${other.jobId} compare by other principles, or come to a preference overall in another way. Choose jobs that ask the same.`,
    );
  const runIds = [...new Set(jobs.flatMap(({ runId, otherRunId }) => [runId, otherRunId]))];
  const [systems, rows, [counted], people] = await Promise.all([
    systemsOf(runIds),
    preferenceRows(ids),
    db.$queryRaw<[{ planned: number }]>`
      SELECT count(DISTINCT (j.served_model_id, i.question_id, least(j.run_id, j.other_run_id), greatest(j.run_id, j.other_run_id)))::int AS planned
      FROM job_items i JOIN jobs j ON j.id = i.job_id WHERE j.id = ANY(${ids}::int[]) AND i.status <> 'left-out'`,
    peopleOf(jobs, comparison),
  ]);
  const judges = new Map(jobs.map(({ judgeId, judge }) => [judgeId, judge]));
  const {
    figures,
    bias,
    people: agreement,
    predictions,
  } = await finishWithPauses(
    principleSteps({
      comparison,
      systems: systems.map(({ runId, label }) => ({ id: runId, label })),
      judges: [...judges].sort(([a], [b]) => a - b).map(([id, label]) => ({ id, label })),
      rows,
      planned: counted.planned,
      people: people.rows,
    }),
    () => new Promise(setImmediate),
  );
  return ok({
    jobs: jobs.map(({ comparison: _, ...job }) => job),
    comparison,
    systems,
    figures,
    bias,
    people: { campaigns: people.campaigns, agreement, predictions },
  });
}

/** JSON whose keys are in the order of the database, which is the same for the same settings. */
const asked = (comparison: Comparison) => JSON.stringify(comparison);

async function systemsOf(runIds: readonly number[]) {
  const runs = await db.modelRun.findMany({
    where: { id: { in: [...runIds] } },
    include: { model: { select: { name: true } }, release: { select: { name: true } } },
    orderBy: { id: "asc" },
  });
  return labelRuns(
    runs.map(({ id, name, model, release }) => ({
      runId: id,
      model: model.name,
      run: name,
      release: release.name,
    })),
  ).map(({ runId, label }) => ({ runId, label }));
}

async function preferenceRows(jobs: readonly number[]): Promise<PreferenceRow[]> {
  return db.$queryRaw<PreferenceRow[]>`
    SELECT p.id, j.served_model_id AS "judgeId", i.question_id AS "questionId", j.run_id AS "runId", j.other_run_id AS "otherRunId", p.principle, p.ab::int AS ab, p.ba::int AS ba
    FROM automatic_preferences p JOIN job_items i ON i.id = p.item_id JOIN jobs j ON j.id = i.job_id WHERE j.id = ANY(${[...jobs]}::int[]) ORDER BY p.id`;
}

/** What people said of pairs of these runs, in campaigns whose protocol asks for these principles in the same words. */
async function peopleOf(jobs: readonly ComparisonJob[], comparison: Comparison) {
  const pairs = jobs.map(({ runId, otherRunId }) => [runId, otherRunId]);
  const found = await db.campaign.findMany({
    where: {
      status: { not: "draft" },
      protocol: { definition: { path: ["unit"], equals: "pair" } },
      OR: pairs.map((pair) => ({ AND: pair.map((runId) => ({ runs: { some: { runId } } })) })),
    },
    select: { id: true, name: true, followsId: true, protocol: { select: { definition: true } } },
    orderBy: { id: "asc" },
  });
  const asking = found.filter(({ protocol }) =>
    asksTheSame(protocolDefinitionSchema.parse(protocol.definition), comparison),
  );
  // A follow-up counts with its campaign.
  const campaigns = asking.filter(({ followsId }) => asking.every(({ id }) => id !== followsId));
  const keys = [...comparison.principles.map(({ key }) => key), OVERALL];
  const rows =
    campaigns.length === 0
      ? []
      : await db.$queryRaw<ComparisonRow[]>(
          comparisonRows(
            await withFollowUps({
              ...protocolRequest.parse({ campaign: String(campaigns[0]!.id) }),
              campaign: campaigns.map(({ id }) => id),
            }),
          ),
        );
  const of = (runs: readonly number[]) => [...runs].sort((a, b) => a - b).join();
  const compared = new Set(pairs.map(of));
  return {
    campaigns: campaigns.map(({ id, name }) => ({
      id,
      name,
      followUps: countFollowUps([id], asking).get(id)!,
    })),
    rows: rows.filter(
      (row): row is ComparisonRow & PersonRow =>
        row.value !== null && keys.includes(row.key) && compared.has(of(row.runs)),
    ),
  };
}

/** Whether each question about pairs that has the key of a principle asks it in its words. */
function asksTheSame({ questions }: ProtocolDefinition, { principles }: Comparison): boolean {
  return questions.every((question) => {
    const principle = principles.find(({ key }) => key === question.key);
    return (
      question.kind !== "pairwise" ||
      principle === undefined ||
      (question.label === principle.name && question.help === principle.definition)
    );
  });
}
