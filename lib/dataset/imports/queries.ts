import { cellOf } from "@/lib/dataset/questions/cells";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { db, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { ContentColumn } from "@/lib/dataset/questions/schema";
import { type Reading, readingSchema } from "@/lib/dataset/file-formats/reading";
import type { Finding, Severity } from "@/lib/dataset/file-formats/release-file";
import { suggestOrder } from "./rules";
import type {
  Decision,
  ImportOutcome,
  ImportStatus,
  MatchKind,
  PlanCounts,
  PlannedWrites,
  PlanPart,
  RowReading,
} from "./schema";
import { countPlan, countWrites, isBeingApplied, isMissing, planForManyRows } from "./writes";

/** An import as lists and its own page show it. */
export interface ImportView {
  importId: number;
  fileName: string;
  format: string;
  byteSize: number;
  sha256: string | null;
  /** `interrupted`: it was being read when the server stopped. `applying`: its plan is being written at this moment. */
  status: ImportStatus | "interrupted" | "applying";
  bytesRead: number;
  rows: number;
  rowsMatched: number;
  cancelRequested: boolean;
  error: string | null;
  by: string;
  /** ISO times. */
  at: string;
  appliedAt: string | null;
  outcome: ImportOutcome | null;
  /** How the file is read where it is not in the official form: offered, or agreed to. */
  reading: Reading;
}

type ImportRecord = Prisma.ImportGetPayload<{ include: { createdBy: { select: { name: true } } } }>;

function viewOf(record: ImportRecord): ImportView {
  const running = record.status === "reading" || record.status === "matching";
  return {
    importId: record.id,
    fileName: record.fileName,
    format: record.format,
    byteSize: Number(record.byteSize),
    sha256: record.sha256,
    status:
      running && now().getTime() - record.progressAt.getTime() > 60_000
        ? "interrupted"
        : (record.status as ImportStatus),
    bytesRead: Number(record.bytesRead),
    rows: record.rows,
    rowsMatched: record.rowsMatched,
    cancelRequested: record.cancelRequested,
    error: record.error,
    by: record.createdBy.name,
    at: record.createdAt.toISOString(),
    appliedAt: record.appliedAt?.toISOString() ?? null,
    outcome: record.outcome as unknown as ImportOutcome | null,
    reading: readingSchema.parse(record.reading ?? {}),
  };
}

const IMPORTS_PER_PAGE = 25;

/** The latest imports, newest first. */
export async function listImports(
  actor: Actor,
  page = 1,
): Promise<{ imports: ImportView[]; total: number; pageSize: number }> {
  authorize(actor, "imports.manage");
  const [records, total] = await Promise.all([
    db.import.findMany({
      orderBy: { id: "desc" },
      skip: (page - 1) * IMPORTS_PER_PAGE,
      take: IMPORTS_PER_PAGE,
      include: { createdBy: { select: { name: true } } },
    }),
    db.import.count(),
  ]);
  return { imports: records.map(viewOf), total, pageSize: IMPORTS_PER_PAGE };
}

/** Where an import stands; cheap enough to be asked twice a second. @throws NotFound */
export async function importProgress(actor: Actor, importId: number): Promise<ImportView> {
  authorize(actor, "imports.manage");
  const record = await db.import.findUnique({
    where: { id: importId },
    include: { createdBy: { select: { name: true } } },
  });
  if (!record) throw new NotFound("This import");
  const view = viewOf(record);
  return view.status === "planned" && (await isBeingApplied(db, importId))
    ? { ...view, status: "applying" }
    : view;
}

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

/** A row of an import's file as it was read. */
export interface ReadRow {
  record: number;
  /** In the order of CONTENT_COLUMNS. */
  cells: string[];
}

/** How many rows a person sees before agreeing to a reading. */
const ROWS_AS_READ = 5;

/** The first rows of an import as they were read; with `reason`, those that were left out for it. */
export async function rowsAsRead(
  actor: Actor,
  importId: number,
  reason?: RowReading,
): Promise<ReadRow[]> {
  authorize(actor, "imports.manage");
  const found =
    reason === undefined
      ? Prisma.empty
      : Prisma.sql`AND record IN (SELECT record FROM import_findings WHERE import_id = ${importId} AND code = ${reason})`;
  return db.$queryRaw<
    ReadRow[]
  >`SELECT record, cells FROM import_rows WHERE import_id = ${importId} ${found} ORDER BY ordinal LIMIT ${ROWS_AS_READ}`;
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
  changes: { column: string; before: string; after: string }[];
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

const PART_CONDITIONS: Record<Exclude<PlanPart, "missing">, Prisma.Sql> = {
  changed: Prisma.sql`r.match IN ('exact', 'normalized') AND r.changed <> '{}'`,
  unchanged: Prisma.sql`r.match IN ('exact', 'normalized') AND r.changed = '{}'`,
  reworded: Prisma.sql`r.match = 'similar'`,
  new: Prisma.sql`r.match = 'new' AND r.bad IS DISTINCT FROM 'error'`,
  bad: Prisma.sql`r.bad IS NOT NULL`,
};

/** A page of one part of a plan, in the file's order. */
export async function planRows(
  actor: Actor,
  importId: number,
  part: PlanPart,
  page = 1,
): Promise<{ rows: PlanRow[]; pageSize: number }> {
  authorize(actor, "imports.manage");
  const offset = (page - 1) * ROWS_PER_PAGE;
  if (part === "missing")
    return {
      rows: await byHash((tx) => missingRows(tx, importId, offset)),
      pageSize: ROWS_PER_PAGE,
    };

  const rows = await db.$queryRaw<
    (Omit<PlanRow, "changes" | "candidates" | "problems"> & {
      mine: string[];
      theirs: string[] | null;
      changed: string[] | null;
    })[]
  >`
    SELECT r.ordinal, r.record, r.question, r.primary_answer AS "primaryAnswer", r.match, r.decision, r.score, r.question_id AS "questionId", r.bad,
      r.cells AS mine, b.cells AS theirs, r.changed
    FROM import_rows r
    LEFT JOIN question_heads h ON h.question_id = r.question_id
    LEFT JOIN revisions b ON b.id = coalesce(r.base_revision_id, h.revision_id)
    WHERE r.import_id = ${importId} AND ${PART_CONDITIONS[part]}
    ORDER BY r.ordinal LIMIT ${ROWS_PER_PAGE} OFFSET ${offset}`;
  const candidates =
    part === "reworded"
      ? await candidatesOf(
          importId,
          rows.map((row) => row.ordinal!),
        )
      : new Map<number, PlanCandidate[]>();
  const problems =
    part === "bad"
      ? await problemsOf(
          importId,
          rows.map((row) => row.record!),
        )
      : [];
  return {
    pageSize: ROWS_PER_PAGE,
    rows: rows.map(({ mine, theirs, changed, ...row }) => ({
      ...row,
      changes:
        row.questionId === null || theirs === null
          ? []
          : (changed ?? []).map((column) => changeOf(column, theirs, mine)),
      candidates: candidates.get(row.ordinal!) ?? [],
      problems: problems.filter((problem) => problem.record === row.record),
    })),
  };
}

/** How many rows of an import resemble a question without being equal to it; also once it is applied. */
export async function countRewordings(actor: Actor, importId: number): Promise<number> {
  authorize(actor, "imports.manage");
  return db.importRow.count({ where: { importId, match: "similar" } });
}

function changeOf(column: string, theirs: string[], mine: string[]) {
  if (column === "status") return { column, before: "retired", after: "active" };
  const cell = column as ContentColumn;
  return { column, before: cellOf(theirs, cell), after: cellOf(mine, cell) };
}

/** Runs a query over all rows of an import; see planForManyRows. */
async function byHash<T>(query: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await planForManyRows(tx);
    return query(tx);
  });
}

async function missingRows(tx: Tx, importId: number, offset: number): Promise<PlanRow[]> {
  const rows = await tx.$queryRaw<
    { questionId: number; question: string; primaryAnswer: string }[]
  >`
    SELECT h.question_id AS "questionId", h.question, h.primary_answer AS "primaryAnswer" FROM question_heads h
    WHERE ${isMissing(importId)} ORDER BY h.position LIMIT ${ROWS_PER_PAGE} OFFSET ${offset}`;
  return rows.map((row) => ({
    ...row,
    ordinal: null,
    record: null,
    match: null,
    decision: null,
    score: null,
    bad: null,
    changes: [],
    candidates: [],
    problems: [],
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
    WHERE h.status = 'active' AND (h.question ILIKE ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} OR h.question % ${text}) AND NOT EXISTS (
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
