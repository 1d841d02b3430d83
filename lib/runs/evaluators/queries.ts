import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isArchived } from "@/lib/runs/connections/rules";
import { type ListPage } from "@/lib/platform/lists";
import { changedParts, type DefinitionPart } from "./definition";
import { type RepeatedPrompt, type Repeatability, repeatabilityOfPrompts } from "./repeatability";
import { evaluatorDefinitionSchema, type EvaluatorDefinition } from "./schema";
import { JUDGED_COUNTS, type JudgedCounts, lastVerdicts } from "./sql";
import type { JudgingMode } from "./vocabulary";

const NONE: JudgedCounts = { judged: 0, relaxed: 0, strict: 0, inconsistent: 0 };

/** The model that judges. */
export interface JudgingModel {
  servedModelId: number;
  label: string;
  connectionName: string;
}

interface EvaluatorsModel extends JudgingModel {
  /** It, or its connection, is archived: no new job asks it. */
  archived: boolean;
}

/** One version of an evaluator, as lists show it. */
export interface EvaluatorListItem extends JudgedCounts {
  evaluatorId: number;
  name: string;
  family: string;
  version: number;
  /** Null: its verdicts come in files. */
  model: EvaluatorsModel | null;
  /** A job has used it: it cannot change any more. */
  frozen: boolean;
  repeatability: EvaluatorRepeatability | null;
}

/** By mode; null where nothing was repeated in it. */
export type EvaluatorRepeatability = Record<JudgingMode, Repeatability | null>;

const EVALUATORS_PER_PAGE = 50;

const WITH_MODEL = {
  servedModel: {
    select: {
      id: true,
      label: true,
      archivedAt: true,
      connection: { select: { name: true, archivedAt: true } },
    },
  },
} as const;

function modelOf(
  row: Prisma.EvaluatorGetPayload<{ include: typeof WITH_MODEL }>,
): EvaluatorsModel | null {
  const model = row.servedModel;
  return (
    model && {
      servedModelId: model.id,
      label: model.label,
      connectionName: model.connection.name,
      archived: isArchived(model),
    }
  );
}

/** The evaluators by family, the newest version first, a page at a time (counted from 1). */
export async function listEvaluators(actor: Actor, page = 1): Promise<ListPage<EvaluatorListItem>> {
  authorize(actor, "runs.read");
  const [rows, total] = await Promise.all([
    db.evaluator.findMany({
      orderBy: [{ family: "asc" }, { version: "desc" }],
      skip: (page - 1) * EVALUATORS_PER_PAGE,
      take: EVALUATORS_PER_PAGE,
      include: WITH_MODEL,
    }),
    db.evaluator.count(),
  ]);
  const ids = rows.map(({ id }) => id);
  const [counts, repeated] = await Promise.all([judgedCounts(ids), readRepeated(ids)]);
  return {
    rows: rows.map((row) => ({
      evaluatorId: row.id,
      name: row.name,
      family: row.family,
      version: row.version,
      model: modelOf(row),
      frozen: row.frozenAt !== null,
      ...(counts.get(row.id) ?? NONE),
      repeatability: repeated.get(row.id) ?? null,
    })),
    total,
    page,
    pageSize: EVALUATORS_PER_PAGE,
  };
}

/** A version in full. */
export interface EvaluatorView extends EvaluatorListItem {
  note: string;
  /** Null where its verdicts come in files. */
  definition: EvaluatorDefinition | null;
  /** Goes up with each edit. */
  edits: number;
  by: string;
  /** ISO times. */
  createdAt: string;
  frozenAt: string | null;
  /** All versions of its family, the newest first, and in which parts each differs from the one before it. */
  versions: {
    evaluatorId: number;
    version: number;
    model: JudgingModel | null;
    createdAt: string;
    frozen: boolean;
    changed: DefinitionPart[];
  }[];
  /** The version before it, where it has prompts. */
  previous: { evaluatorId: number; version: number; definition: EvaluatorDefinition } | null;
  /** The jobs that used it, newest first. */
  jobs: EvaluatorJob[];
}

export interface EvaluatorJob {
  jobId: number;
  kind: "judge" | "repeat" | "compare";
  /** One of JOB_STATUSES of lib/runs/jobs/vocabulary. */
  status: string;
  runId: number;
  /** Model and name of the run. */
  modelName: string;
  runName: string;
  createdAt: string;
  items: number;
  /** Of the items: ended, and ended without a verdict. */
  ended: number;
  withoutVerdict: number;
}

const JOBS_SHOWN = 50;

/** @throws NotFound */
export async function getEvaluator(actor: Actor, evaluatorId: number): Promise<EvaluatorView> {
  authorize(actor, "runs.read");
  const row = await db.evaluator.findUnique({
    where: { id: evaluatorId },
    include: { ...WITH_MODEL, createdBy: { select: { name: true } } },
  });
  if (row === null) throw new NotFound("This evaluator");
  const [versions, counts, repeated, jobs] = await Promise.all([
    db.evaluator.findMany({
      where: { family: row.family },
      orderBy: { version: "desc" },
      include: WITH_MODEL,
    }),
    judgedCounts([evaluatorId]),
    readRepeated([evaluatorId]),
    db.$queryRaw<(Omit<EvaluatorJob, "createdAt"> & { createdAt: Date })[]>`
      SELECT j.id AS "jobId", j.kind, j.status, j.run_id AS "runId", m.name AS "modelName", r.name AS "runName", j.created_at AS "createdAt", i.items, i.ended, i."withoutVerdict"
      FROM jobs j JOIN model_runs r ON r.id = j.run_id JOIN models m ON m.id = r.model_id CROSS JOIN LATERAL (
        SELECT count(*)::int AS items, (count(*) FILTER (WHERE status IN ('done', 'failed', 'left-out')))::int AS ended,
          (count(*) FILTER (WHERE status = 'done' AND outcome <> 'parsed'))::int AS "withoutVerdict" FROM job_items WHERE job_id = j.id) i
      WHERE j.evaluator_id = ${evaluatorId} ORDER BY j.id DESC LIMIT ${JOBS_SHOWN}`,
  ]);
  const content = (version: (typeof versions)[number]) =>
    version.definition === null
      ? null
      : {
          servedModelId: version.servedModelId,
          definition: evaluatorDefinitionSchema.parse(version.definition),
        };
  const before = versions.find(({ version }) => version === row.version - 1);
  const said = before === undefined ? null : content(before);
  return {
    evaluatorId,
    name: row.name,
    family: row.family,
    version: row.version,
    model: modelOf(row),
    frozen: row.frozenAt !== null,
    ...(counts.get(evaluatorId) ?? NONE),
    repeatability: repeated.get(evaluatorId) ?? null,
    note: row.note,
    definition: row.definition === null ? null : evaluatorDefinitionSchema.parse(row.definition),
    edits: row.edits,
    by: row.createdBy.name,
    createdAt: row.createdAt.toISOString(),
    frozenAt: row.frozenAt?.toISOString() ?? null,
    versions: versions.map((version, at) => {
      const earlier = versions[at + 1];
      const [of, before] = [content(version), earlier ? content(earlier) : null];
      return {
        evaluatorId: version.id,
        version: version.version,
        model: modelOf(version),
        createdAt: version.createdAt.toISOString(),
        frozen: version.frozenAt !== null,
        changed: of && before ? changedParts(before, of) : [],
      };
    }),
    previous:
      before === undefined || said === null
        ? null
        : { evaluatorId: before.id, version: before.version, definition: said.definition },
    jobs: jobs.map((job) => ({ ...job, createdAt: job.createdAt.toISOString() })),
  };
}

/**
 * How often an evaluator says something else when the same is asked again, over all its repeat jobs. The same prompt: of
 * one response, in one mode, with one date.
 * @returns null where nothing was repeated
 */
export async function repeatabilityOf(
  actor: Actor,
  evaluatorId: number,
): Promise<EvaluatorRepeatability | null> {
  authorize(actor, "runs.read");
  return (await readRepeated([evaluatorId])).get(evaluatorId) ?? null;
}

async function judgedCounts(evaluatorIds: readonly number[]): Promise<Map<number, JudgedCounts>> {
  const rows = await db.$queryRaw<(JudgedCounts & { evaluatorId: number })[]>`
    SELECT v.evaluator_id AS "evaluatorId", ${JUDGED_COUNTS}
    FROM ${lastVerdicts(Prisma.sql`v.evaluator_id = ANY (${[...evaluatorIds]}::int[])`)} v GROUP BY v.evaluator_id`;
  return new Map(rows.map(({ evaluatorId, ...counts }) => [evaluatorId, counts]));
}

/** Each evaluator's repeatability, from the samples of its repeat jobs; those without any are left out. */
async function readRepeated(
  evaluatorIds: readonly number[],
): Promise<Map<number, EvaluatorRepeatability>> {
  const rows = await db.$queryRaw<(RepeatedPrompt & { evaluatorId: number; mode: JudgingMode })[]>`
    SELECT j.evaluator_id AS "evaluatorId", i.mode, count(*)::int AS readings, count(i.credit)::int AS verdicts, (count(*) FILTER (WHERE i.credit))::int AS credit
    FROM jobs j JOIN job_items i ON i.job_id = j.id
    WHERE j.kind = 'repeat' AND j.evaluator_id = ANY (${[...evaluatorIds]}::int[]) AND i.status = 'done' GROUP BY j.evaluator_id, i.mode, i.response_id, j.prompt_date`;
  const rateOf = (evaluatorId: number, wanted: JudgingMode) => {
    const prompts = rows.filter((row) => row.evaluatorId === evaluatorId && row.mode === wanted);
    return prompts.length === 0 ? null : repeatabilityOfPrompts(prompts);
  };
  const repeated = new Set(rows.map(({ evaluatorId }) => evaluatorId));
  return new Map(
    [...repeated].map((id) => [
      id,
      { relaxed: rateOf(id, "relaxed"), strict: rateOf(id, "strict") },
    ]),
  );
}
