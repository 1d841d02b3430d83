import { cellOf } from "@/lib/dataset/questions/cells";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { NotFound } from "@/lib/platform/errors";
import { db, Prisma, transaction, type Tx } from "@/lib/platform/db";
import type { ContentColumn, Status } from "@/lib/dataset/questions/vocabulary";
import type { Finding, Severity } from "@/lib/dataset/file-formats/release-file";
import { containing } from "@/lib/platform/like";
import { queueTurn, suggestOrder, type QueueTurn } from "./rules";
import { isSilent } from "@/lib/dataset/import-engine/life-writes";
import { combine, type Sides } from "./three-way";
import type { Decision, MatchKind, PlanCounts, PlannedWrites, Resolution } from "./schema";
import { planForManyRows } from "@/lib/dataset/import-engine/statements-writes";
import { countPlan, countWrites } from "./counting-writes";
import { absentIn } from "./deciding-writes";
import { CONFLICT, fillCells, isMissing, MATCHED } from "./sql";
import { type ImportView, importProgress } from "./queries";
import { type PlanPart } from "./address";

/** Findings of one kind in one column, counted, with the first of them. What is about the whole file (a sheet) stands alone. */
export interface FindingGroup {
  code: string;
  severity: Severity;
  column: string | null;
  count: number;
  examples: { record: number | null; value: string | null }[];
}

export interface ImportPlan extends ImportView {
  counts: PlanCounts;
  writes: { withSuspect: PlannedWrites; withoutSuspect: PlannedWrites };
  suggestedOrder: "file" | "present";
  findings: FindingGroup[];
}

/** An import with its plan in numbers and its findings, gravest first. @throws NotFound */
export async function importPlan(actor: Actor, importId: number): Promise<ImportPlan> {
  const view = await importProgress(actor, importId);
  const [counts, writes, findings] = await Promise.all([
    byHash((tx) => countPlan(tx, importId)),
    countWrites(db, importId),
    db.$queryRaw<FindingGroup[]>`
      SELECT code, severity, "column", count(*)::int AS count,
        to_json((array_agg(json_build_object('record', record, 'value', value) ORDER BY id))[1:3]) AS examples
      FROM import_findings WHERE import_id = ${importId} GROUP BY code, severity, "column", CASE WHEN record IS NULL AND "column" IS NULL THEN value END
      ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'suspect' THEN 1 ELSE 2 END, count(*) DESC, code, min(id)`,
  ]);
  return { ...view, counts, writes, suggestedOrder: suggestOrder(counts), findings };
}

/** Who acts next on a plan whose turn it is in a started queue. @throws NotFound */
export async function planTurn(actor: Actor, importId: number): Promise<QueueTurn> {
  authorize(actor, "imports.manage");
  const [found, counts] = await Promise.all([
    db.import.findUnique({ where: { id: importId }, select: { plannedAt: true } }),
    byHash((tx) => countPlan(tx, importId)),
  ]);
  if (!found) throw new NotFound("This import");
  return queueTurn(counts, isSilent(found.plannedAt));
}

/** A field in which a row differs from its question. */
export interface PlanChange {
  column: ContentColumn | "status";
  /** What the dataset says. */
  before: string;
  /** What the file says. */
  after: string;
  /** What both come from; null where they have nothing in common. */
  base: string | null;
}

/** One row of a plan, with what it would change. */
export interface PlanRow {
  ordinal: number | null;
  /** Record in the file; null for missing questions. */
  record: number | null;
  question: string;
  primaryAnswer: string;
  match: MatchKind | null;
  decision: Decision | null;
  score: number | null;
  questionId: number | null;
  bad: "error" | "suspect" | null;
  /** Field by field: the raw text now and in the file. `status` stands for a retired question that comes back. */
  changes: PlanChange[];
  /** Who changed the question; null where nothing differs, or the row is matched to none. */
  sides: Sides | null;
  /** What is written where it was changed here. */
  resolution: Resolution | null;
  /** Whether both changes can be combined: they are of different fields. */
  combinable: boolean;
  candidates: PlanCandidate[];
  /** What is wrong or suspect with the row; only in the part `bad`. */
  problems: Finding[];
}

export interface PlanCandidate {
  questionId: number;
  score: number;
  question: string;
  primaryAnswer: string;
  /** True where another row of the file has this question. */
  taken: boolean;
}

const ROWS_PER_PAGE = 50;

const PART_CONDITIONS: Record<Exclude<PlanPart, "missing" | "bad">, Prisma.Sql> = {
  changed: Prisma.sql`r.match IN ('exact', 'normalized') AND r.changed <> '{}' AND r.sides = 'file'`,
  conflicts: Prisma.sql`${MATCHED} AND ${CONFLICT}`,
  here: Prisma.sql`r.match IN ('exact', 'normalized') AND r.sides = 'here'`,
  unchanged: Prisma.sql`r.match IN ('exact', 'normalized') AND r.changed = '{}'`,
  reworded: Prisma.sql`r.match = 'similar'`,
  new: Prisma.sql`r.match = 'new' AND r.bad IS DISTINCT FROM 'error'`,
};

/** A page of one part of a plan, in the file's order; rewordings most alike first. */
export async function planRows(
  actor: Actor,
  importId: number,
  part: PlanPart,
  page = 1,
): Promise<{ rows: PlanRow[]; pageSize: number }> {
  authorize(actor, "imports.manage");
  const offset = (page - 1) * ROWS_PER_PAGE;
  const order =
    part === "reworded" ? Prisma.sql`r.score DESC NULLS FIRST, r.ordinal` : Prisma.sql`r.ordinal`;
  if (part === "missing")
    return {
      rows: await byHash((tx) => missingRows(tx, importId, offset)),
      pageSize: ROWS_PER_PAGE,
    };
  const records = part === "bad" ? await badRecords(importId, offset) : null;
  const which =
    records === null
      ? Prisma.sql`${PART_CONDITIONS[part as keyof typeof PART_CONDITIONS]} ORDER BY ${order} LIMIT ${ROWS_PER_PAGE} OFFSET ${offset}`
      : Prisma.sql`r.record = ANY(${records}::int[]) ORDER BY r.ordinal`;

  const rows = await db.$queryRaw<
    (Omit<PlanRow, "changes" | "candidates" | "problems" | "combinable"> & {
      mine: string[];
      theirs: string[] | null;
      status: Status;
      base: string[] | null;
      baseStatus: Status | null;
      changed: PlanChange["column"][] | null;
    })[]
  >`
    SELECT r.ordinal, r.record, r.question, r.primary_answer AS "primaryAnswer", r.match, r.decision, r.score, r.question_id AS "questionId", r.bad,
      r.cells AS mine, b.cells AS theirs, b.status, c.cells AS base, c.status AS "baseStatus", r.changed, r.sides, r.resolution
    FROM import_rows r
    LEFT JOIN question_heads h ON h.question_id = r.question_id
    LEFT JOIN revisions b ON b.id = coalesce(r.base_revision_id, h.revision_id)
    LEFT JOIN revisions c ON c.id = r.common_revision_id
    WHERE r.import_id = ${importId} AND ${which}`;
  const candidates =
    part === "reworded"
      ? await candidatesOf(
          importId,
          rows.map((row) => row.ordinal!),
        )
      : new Map<number, PlanCandidate[]>();
  const problems = records === null ? [] : await problemsOf(importId, records);
  const unreadable = (records ?? [])
    .filter((record) => rows.every((row) => row.record !== record))
    .map((record) => ({
      ...NO_ROW,
      record,
      bad: "error" as const,
      problems: problems.filter((problem) => problem.record === record),
    }));
  const absent = await absentIn(db, importId);
  const found: PlanRow[] = rows.map(
    ({ mine, theirs, status, base, baseStatus, changed, ...row }) => ({
      ...row,
      changes:
        row.questionId === null || theirs === null
          ? []
          : (changed ?? []).map((column) => changeOf(column, theirs, mine, base, baseStatus)),
      combinable:
        base !== null &&
        theirs !== null &&
        combine(
          { cells: base, status: baseStatus! },
          { cells: theirs, status },
          { cells: fillCells(mine, base, absent), status: "active" },
        ) !== null,
      candidates: candidates.get(row.ordinal!) ?? [],
      problems: problems.filter((problem) => problem.record === row.record),
    }),
  );
  return {
    pageSize: ROWS_PER_PAGE,
    rows:
      unreadable.length === 0
        ? found
        : [...found, ...unreadable].toSorted((a, b) => a.record! - b.record!),
  };
}

/** What a row is that no question or cell is known of. */
const NO_ROW: Omit<PlanRow, "record"> = {
  ordinal: null,
  question: "",
  primaryAnswer: "",
  match: null,
  decision: null,
  score: null,
  questionId: null,
  bad: null,
  changes: [],
  sides: null,
  resolution: null,
  combinable: false,
  candidates: [],
  problems: [],
};

/** A page of the records with problems, those included that could not be read as a row at all. */
async function badRecords(importId: number, offset: number): Promise<number[]> {
  const rows = await db.$queryRaw<{ record: number }[]>`
    SELECT record FROM import_rows WHERE import_id = ${importId} AND bad IS NOT NULL
    UNION SELECT record FROM import_findings f WHERE import_id = ${importId} AND severity = 'error' AND record IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.import_id = ${importId} AND r.record = f.record)
    ORDER BY record LIMIT ${ROWS_PER_PAGE} OFFSET ${offset}`;
  return rows.map(({ record }) => record);
}

/** The likenesses of all rewordings that are still open, most alike first. */
export async function openLikenesses(actor: Actor, importId: number): Promise<number[]> {
  authorize(actor, "imports.manage");
  const rows = await db.importRow.findMany({
    where: { importId, match: "similar", decision: "open" },
    select: { score: true },
    orderBy: { score: "desc" },
  });
  return rows.map(({ score }) => score ?? 1);
}

/** How many rows of an import resemble a question without being equal to it; also once it is applied. */
export async function countRewordings(actor: Actor, importId: number): Promise<number> {
  authorize(actor, "imports.manage");
  return db.importRow.count({ where: { importId, match: "similar" } });
}

function changeOf(
  column: ContentColumn | "status",
  theirs: string[],
  mine: string[],
  base: string[] | null,
  baseStatus: Status | null,
): PlanChange {
  if (column === "status") return { column, before: "retired", after: "active", base: baseStatus };
  return {
    column,
    before: cellOf(theirs, column),
    after: cellOf(mine, column),
    base: base === null ? null : cellOf(base, column),
  };
}

/** Runs a query over all rows of an import; see planForManyRows. */
async function byHash<T>(query: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(
    async (tx) => {
      await planForManyRows(tx);
      return query(tx);
    },
    { readOnly: true },
  );
}

async function missingRows(tx: Tx, importId: number, offset: number): Promise<PlanRow[]> {
  const rows = await tx.$queryRaw<
    { questionId: number; question: string; primaryAnswer: string }[]
  >`
    SELECT h.question_id AS "questionId", h.question, h.primary_answer AS "primaryAnswer" FROM question_heads h
    WHERE ${isMissing(importId)} ORDER BY h.position LIMIT ${ROWS_PER_PAGE} OFFSET ${offset}`;
  return rows.map((row) => ({
    ...NO_ROW,
    ...row,
    record: null,
  }));
}

async function problemsOf(importId: number, records: number[]): Promise<Finding[]> {
  const found = await db.importFinding.findMany({
    where: { importId, record: { in: records }, severity: { not: "notice" } },
    orderBy: { id: "asc" },
  });
  return found.map(toFinding);
}

function toFinding(row: Prisma.ImportFindingGetPayload<object>): Finding {
  return {
    record: row.record,
    line: row.line,
    column: row.column,
    code: row.code,
    severity: row.severity as Severity,
    value: row.value,
  };
}

async function candidatesOf(
  importId: number,
  ordinals: number[],
): Promise<Map<number, PlanCandidate[]>> {
  const rows = await db.$queryRaw<(PlanCandidate & { ordinal: number })[]>`
    WITH shown AS (
      SELECT ordinal, rank, question_id, score FROM import_candidates WHERE import_id = ${importId} AND ordinal = ANY(${ordinals}::int[])
    ), owners AS MATERIALIZED (
      SELECT question_id, ordinal FROM import_rows
      WHERE import_id = ${importId} AND decision IS DISTINCT FROM 'rejected' AND question_id = ANY(ARRAY(SELECT question_id FROM shown))
    )
    SELECT c.ordinal, c.question_id AS "questionId", c.score, h.question, h.primary_answer AS "primaryAnswer", coalesce(o.ordinal <> c.ordinal, false) AS taken
    FROM shown c JOIN question_heads h USING (question_id) LEFT JOIN owners o USING (question_id)
    ORDER BY c.ordinal, c.rank`;
  const found = new Map<number, PlanCandidate[]>();
  for (const { ordinal, ...candidate } of rows)
    found.set(ordinal, [...(found.get(ordinal) ?? []), candidate]);
  return found;
}

/** Questions that no row of the file is yet, best like `text` first: what a row can be matched to by hand. */
export async function searchUnmatched(
  actor: Actor,
  importId: number,
  text: string,
): Promise<PlanCandidate[]> {
  authorize(actor, "imports.manage");
  return db.$queryRaw<PlanCandidate[]>`
    SELECT h.question_id AS "questionId", similarity(h.question, ${text}) AS score, h.question, h.primary_answer AS "primaryAnswer", false AS taken
    FROM question_heads h
    WHERE h.status = 'active' AND (h.question ILIKE ${containing(text)} OR h.question % ${text}) AND NOT EXISTS (
      SELECT 1 FROM import_rows r WHERE r.import_id = ${importId} AND r.question_id = h.question_id AND r.decision IS DISTINCT FROM 'rejected')
    ORDER BY similarity(h.question, ${text}) DESC LIMIT 10`;
}

/** A row that resembles a question, and the question that it was proposed for. */
export interface ProposedRewording {
  ordinal: number;
  record: number;
  question: string;
  questionId: number;
  /** The question's text. */
  partner: string;
  score: number;
  decision: Decision;
  candidates: PlanCandidate[];
}

/** The pairs proposed as rewordings, in the file's order, each with its candidates: the machine-readable part of a plan. */
export async function proposedRewordings(
  actor: Actor,
  importId: number,
): Promise<ProposedRewording[]> {
  authorize(actor, "imports.manage");
  const rows = await db.$queryRaw<Omit<ProposedRewording, "candidates">[]>`
    SELECT r.ordinal, r.record, r.question, r.question_id AS "questionId", h.question AS partner, r.score, r.decision
    FROM import_rows r JOIN question_heads h ON h.question_id = r.question_id
    WHERE r.import_id = ${importId} AND r.match = 'similar' ORDER BY r.ordinal`;
  const candidates = await candidatesOf(
    importId,
    rows.map((row) => row.ordinal),
  );
  return rows.map((row) => ({ ...row, candidates: candidates.get(row.ordinal) ?? [] }));
}

/** All findings of an import in the order in which they were found, batch by batch. */
export async function* importFindings(actor: Actor, importId: number): AsyncGenerator<Finding[]> {
  authorize(actor, "imports.manage");
  const last = { id: 0 };
  for (;;) {
    const batch = await db.importFinding.findMany({
      where: { importId, id: { gt: last.id } },
      orderBy: { id: "asc" },
      take: 2_000,
    });
    if (batch.length === 0) return;
    last.id = batch.at(-1)!.id;
    yield batch.map(toFinding);
  }
}
