import { cell } from "@/lib/dataset/questions/sql";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { fileView, type FileView } from "@/lib/dataset/import-engine/view";
import type { Finding } from "@/lib/dataset/file-formats/release-file";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { SAFE_SCORE } from "@/lib/dataset/imports/schema";
import { hasVerdicts } from "./rules";
import {
  importColumnsSchema,
  MATCHED_BY,
  type ImportColumns,
  type MatchedBy,
  type PlanCounts,
  type ResponseOutcome,
} from "./schema";
import {
  NO_CITATIONS,
  type CheckedSegment,
  type CitationCounts,
} from "@/lib/runs/references/citation-check";
import type { CitationVariant, Reference } from "@/lib/runs/references/vocabulary";
import { checkWithPauses, storeCitationChecks } from "@/lib/runs/references/writes";
import { responsesToRate } from "./sql";
import { ADDED, bringsVerdict, broughtVerdicts } from "./writes";
import { type ShownResponses } from "@/lib/runs/responses/address";
import { pageInSql } from "@/lib/platform/lists";
import { SAID_ONCE, ROW_PROBLEMS, type RowProblem } from "./vocabulary";

/** A question of the run's release, with the response where there is one. */
export interface RunResponse {
  questionId: number;
  /** The `id` that the release's file prints. */
  position: number;
  question: string;
  answer: string;
  /** Null: the run has no response to it. Cut to RESPONSE_SHOWN characters. */
  text: string | null;
  /** Characters of the whole response. */
  length: number;
  /** Nothing where the reader has still to rate it: a column of the file may be someone's verdict. */
  metadata: Record<string, string>;
  /** How many references it has. */
  references: number;
  /** The job and its item that made the response; null where it came in a file, or there is none. */
  jobId: number | null;
  itemId: number | null;
}

export const RESPONSES_PER_PAGE = 25;
/** Longer responses are shown in part; the whole is at its own address. */
const RESPONSE_SHOWN = 4_000;

const SHOWN: Record<ShownResponses, Prisma.Sql> = {
  all: Prisma.sql`true`,
  answered: Prisma.sql`s.id IS NOT NULL`,
  empty: Prisma.sql`s.text !~ '\\S'`,
  unanswered: Prisma.sql`s.id IS NULL`,
};

/** A page (counted from 1) of a run's questions in the order of its release, with their responses. */
export async function listResponses(
  actor: Actor,
  runId: number,
  show: ShownResponses,
  page = 1,
): Promise<RunResponse[]> {
  authorize(actor, "runs.read");
  return db.$queryRaw<RunResponse[]>`
    SELECT e.question_id AS "questionId", e.position, trim(${cell("r", "question")}) AS question, trim(${cell("r", "answer_0")}) AS answer,
      left(s.text, ${RESPONSE_SHOWN}) AS text, coalesce(length(s.text), 0) AS length, CASE WHEN s.id IS NULL OR s.id IN ${responsesToRate(actor.userId)} THEN '{}' ELSE s.metadata END AS metadata,
      (SELECT count(*)::int FROM response_references x WHERE x.response_id = s.id) AS "references",
      s.job_id AS "jobId", (SELECT i.id FROM job_items i WHERE i.response_id = s.id AND i.job_id = s.job_id) AS "itemId"
    FROM model_runs run JOIN release_entries e ON e.release_id = run.release_id JOIN revisions r ON r.id = e.revision_id
      LEFT JOIN responses s ON s.run_id = run.id AND s.question_id = e.question_id
    WHERE run.id = ${runId} AND ${SHOWN[show]} ORDER BY e.position ${pageInSql(page, RESPONSES_PER_PAGE)}`;
}

/** Returns the full response text, unmodified. @throws NotFound */
export async function getResponseText(
  actor: Actor,
  runId: number,
  questionId: number,
): Promise<string> {
  authorize(actor, "runs.read");
  const row = await db.response.findUnique({
    where: { runId_questionId: { runId, questionId } },
    select: { text: true },
  });
  if (!row) throw new NotFound("This response");
  return row.text;
}

// References ------------------------------------------------------------------------------------------------------

/** A response with its references, and whether these support what cites them. */
export interface CitedResponse {
  questionId: number;
  position: number;
  question: string;
  answer: string;
  /** Unchanged. */
  text: string;
  /** In the order of their places. */
  references: Reference[];
  /** By each variant; null where the reader has still to rate the response, who is to judge it unprompted. */
  checks: Record<CitationVariant, CheckedSegment[]> | null;
  jobId: number | null;
  itemId: number | null;
}

/** SQL: the references of the response `s` by place: JSON, Reference[]. */
const REFERENCES = Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('place', x.place, 'title', x.title, 'url', x.url, 'text', x.text) ORDER BY x.place), '[]'::json)
  FROM response_references x WHERE x.response_id = s.id)`;

/** A run's response to a question, with its references. @throws NotFound */
export async function getCitedResponse(
  actor: Actor,
  runId: number,
  questionId: number,
): Promise<CitedResponse> {
  authorize(actor, "runs.read");
  const [row] = await db.$queryRaw<(Omit<CitedResponse, "checks"> & { toRate: boolean })[]>`
    SELECT s.question_id AS "questionId", e.position, trim(${cell("r", "question")}) AS question, trim(${cell("r", "answer_0")}) AS answer, s.text, ${REFERENCES} AS "references",
      s.id IN ${responsesToRate(actor.userId)} AS "toRate", s.job_id AS "jobId", (SELECT i.id FROM job_items i WHERE i.response_id = s.id AND i.job_id = s.job_id) AS "itemId"
    FROM responses s JOIN model_runs run ON run.id = s.run_id JOIN revisions r ON r.id = s.revision_id
      JOIN release_entries e ON e.release_id = run.release_id AND e.question_id = s.question_id
    WHERE s.run_id = ${runId} AND s.question_id = ${questionId}`;
  if (!row) throw new NotFound("This response");
  const { toRate, ...response } = row;
  return {
    ...response,
    checks: toRate ? null : await checkWithPauses(response.text, response.references),
  };
}

/** What the citation check counts in a run. */
export interface CitationSummary {
  /** Responses with references; those that the reader has still to rate are a number apart and in none of the counts. */
  responses: number;
  stillToRate: number;
  references: number;
  counts: Record<CitationVariant, CitationCounts>;
}

/** The citations of a run's responses, summed up; null where none of them has references. */
export async function getCitationSummary(
  actor: Actor,
  runId: number,
): Promise<CitationSummary | null> {
  authorize(actor, "runs.read");
  await storeCitationChecks([runId]);
  const toRate = responsesToRate(actor.userId);
  const [[totals], sums] = await Promise.all([
    db.$queryRaw<[Omit<CitationSummary, "counts">]>`
      SELECT count(*) FILTER (WHERE NOT own)::int AS responses, count(*) FILTER (WHERE own)::int AS "stillToRate", coalesce(sum("references") FILTER (WHERE NOT own), 0)::int AS "references"
      FROM (SELECT s.id IN ${toRate} AS own, (SELECT count(*) FROM response_references x WHERE x.response_id = s.id) AS "references" FROM responses s WHERE s.run_id = ${runId}) s
      WHERE "references" > 0`,
    db.$queryRaw<({ variant: CitationVariant } & CitationCounts)[]>`
      SELECT c.variant, sum(c.cited)::int AS cited, sum(c.supported)::int AS supported, sum(c.kept)::int AS kept, sum(c.loose)::int AS loose, sum(c.unchecked)::int AS unchecked,
        sum(c.segments)::int AS segments, sum(c.supported_segments)::int AS "supportedSegments", sum(c.rightly_cited)::int AS "rightlyCited"
      FROM responses s JOIN citation_checks c ON c.response_id = s.id WHERE s.run_id = ${runId} AND s.id NOT IN ${toRate} GROUP BY c.variant`,
  ]);
  if (totals.responses + totals.stillToRate === 0) return null;
  const counts = { paper: NO_CITATIONS, repository: NO_CITATIONS };
  for (const { variant, ...sum } of sums) counts[variant] = sum;
  return { ...totals, counts };
}

// Imports ---------------------------------------------------------------------------------------------------------

/** An import of responses as lists and its own page show it. */
export interface ResponseImportView extends FileView {
  runId: number;
  outcome: ResponseOutcome | null;
}

const BY = { createdBy: { select: { name: true } } } as const;

function importView(
  row: Prisma.ResponseImportGetPayload<{ include: typeof BY }>,
): ResponseImportView {
  return {
    ...fileView(row),
    runId: row.runId,
    outcome: row.outcome as unknown as ResponseOutcome | null,
  };
}

const IMPORTS_SHOWN = 50;

/** The latest imports into a run, newest first. */
export async function listResponseImports(
  actor: Actor,
  runId: number,
): Promise<ResponseImportView[]> {
  authorize(actor, "runs.read");
  return (
    await db.responseImport.findMany({
      where: { runId },
      orderBy: { id: "desc" },
      take: IMPORTS_SHOWN,
      include: BY,
    })
  ).map(importView);
}

/** Where an import stands; cheap enough to be asked twice a second. @throws NotFound */
export async function responseImportProgress(
  actor: Actor,
  importId: number,
): Promise<ResponseImportView> {
  authorize(actor, "runs.read");
  const row = await db.responseImport.findUnique({ where: { id: importId }, include: BY });
  if (!row) throw new NotFound("This import");
  return importView(row);
}

/** A record as its import shows it. */
export interface ImportedRecord {
  ordinal: number;
  record: number;
  line: number | null;
  question: string;
  /** What the file has for the release ID. */
  releaseId: string;
  /** The beginning of the response. */
  response: string;
  matchedBy: MatchedBy | null;
  questionId: number | null;
  fault: string | null;
  problem: RowProblem;
  /** Null, too, for a bad verdict of a response that the reader has still to rate. */
  detail: string | null;
  /** How like the question of `candidateId` its text is (0 to 1), and whether someone has accepted it as the same. */
  candidateId: number | null;
  candidateScore: number | null;
  accepted: boolean;
}

/** What an import would do, in numbers, with the file's columns and first records. */
export interface ResponsePlan extends ResponseImportView {
  columns: ImportColumns;
  /** The first records' cells, each cut to PREVIEW characters; without those that may be of a response that the reader has still to rate. */
  preview: string[][];
  /** The records that these are. */
  previewRecords: number[];
  counts: PlanCounts;
  /** What is worth knowing about the file apart from its records. */
  findings: Finding[];
  /** Records that are left out for quotes inside unquoted cells, and the first of them as they would be read. */
  unescaped: { count: number; rows: { record: number; cells: string[] }[] };
  /** How many responses of the run the reader has still to rate: until then they see no record that may be of one of them. */
  stillToRate: number;
}

const PREVIEW = 120;

/**
 * SQL: whether the record `r` of an import into a run may say what someone thought of a response that a person has still to
 * rate. A record without a question may be of any.
 */
function mayTell(userId: number, runId: number): Prisma.Sql {
  const questions = Prisma.sql`SELECT p.question_id FROM responses p WHERE p.run_id = ${runId}::int AND p.id IN ${responsesToRate(userId)}`;
  return Prisma.sql`CASE WHEN r.question_id IS NULL THEN EXISTS (${questions}) ELSE r.question_id IN (${questions}) END`;
}

/** An import with its columns and, once it is matched, what it would do. @throws NotFound */
export async function responsePlan(actor: Actor, importId: number): Promise<ResponsePlan> {
  const view = await responseImportProgress(actor, importId);
  const stored = await db.responseImport.findUniqueOrThrow({
    where: { id: importId },
    select: { columns: true, findings: true },
  });
  const columns =
    stored.columns === null
      ? { columns: [], roles: [], evaluator: "" }
      : importColumnsSchema.parse(stored.columns);
  const [stillToRate, unescaped, preview, [totals], [verdicts], responses, matched, problems] =
    await Promise.all([
      countStillToRate(actor, { runs: [view.runId] }),
      db.$queryRaw<{ record: number; cells: string[]; count: number }[]>`
      SELECT record, cells, count(*) OVER ()::int AS count FROM response_import_rows WHERE import_id = ${importId} AND fault = 'unescaped-quotes' ORDER BY ordinal LIMIT 5`,
      db.$queryRaw<{ record: number; cells: string[] }[]>`
      SELECT r.record, (SELECT coalesce(array_agg(left(c.cell, ${PREVIEW}) ORDER BY c.at), '{}') FROM unnest(r.cells) WITH ORDINALITY AS c (cell, at)) AS cells
      FROM response_import_rows r WHERE r.import_id = ${importId} AND (r.fault IS NULL OR r.fault = 'replaced') AND NOT ${mayTell(actor.userId, view.runId)} ORDER BY r.ordinal LIMIT 3`,
      db.$queryRaw<
        {
          adds: number;
          references: number;
          brought: number;
          noVerdict: number;
          similarSafe: number;
        }[]
      >`
      SELECT count(*) FILTER (WHERE r.problem = 'similar' AND r.candidate_score >= ${SAFE_SCORE}::real)::int AS "similarSafe", count(*) FILTER (WHERE ${columns.roles.includes("response")} AND ${ADDED})::int AS adds,
        coalesce(sum(jsonb_array_length(r.reference_list)) FILTER (WHERE ${ADDED}), 0)::int AS "references", count(*) FILTER (WHERE ${bringsVerdict(columns.roles)})::int AS brought,
        count(*) FILTER (WHERE ${hasVerdicts(columns.roles)} AND ${ADDED} AND r.problem IS DISTINCT FROM 'bad-verdict' AND NOT ${bringsVerdict(columns.roles)})::int AS "noVerdict"
      FROM response_import_rows r WHERE r.import_id = ${importId}`,
      db.$queryRaw<{ same: number }[]>`
      SELECT count(*)::int AS same FROM ${broughtVerdicts(view.runId, importId, columns)} b WHERE b.same`,
      db.response.count({ where: { runId: view.runId } }),
      db.$queryRaw<
        { key: string; count: number }[]
      >`SELECT matched_by AS key, count(*)::int AS count FROM response_import_rows WHERE import_id = ${importId} AND matched_by IS NOT NULL GROUP BY 1`,
      db.$queryRaw<
        { key: string; count: number }[]
      >`SELECT problem AS key, count(*)::int AS count FROM response_import_rows WHERE import_id = ${importId} AND problem IS NOT NULL GROUP BY 1`,
    ]);
  const fill = <K extends string>(keys: readonly K[], found: { key: string; count: number }[]) =>
    Object.fromEntries(
      keys.map((key) => [key, found.find((row) => row.key === key)?.count ?? 0]),
    ) as Record<K, number>;
  return {
    ...view,
    columns,
    preview: preview.map((row) => columns.columns.map((_, at) => row.cells[at] ?? "")),
    previewRecords: preview.map(({ record }) => record),
    counts: {
      rows: view.rows,
      matched: fill(MATCHED_BY, matched),
      problems: fill(ROW_PROBLEMS, problems),
      adds: totals!.adds,
      references: totals!.references,
      similarSafe: totals!.similarSafe,
      verdicts: totals!.brought - verdicts!.same,
      sameVerdicts: verdicts!.same,
      noVerdict: totals!.noVerdict,
      responses,
    },
    findings: stored.findings as unknown as Finding[],
    unescaped: {
      count: unescaped[0]?.count ?? 0,
      rows: stillToRate > 0 ? [] : unescaped.map(({ record, cells }) => ({ record, cells })),
    },
    stillToRate,
  };
}

export const RECORDS_PER_PAGE = 50;

/** A page (counted from 1) of an import's records that have a problem: one, or all but SAID_ONCE. */
export async function listProblems(
  actor: Actor,
  importId: number,
  problem: RowProblem | null,
  page = 1,
): Promise<ImportedRecord[]> {
  authorize(actor, "runs.read");
  return db.$queryRaw<ImportedRecord[]>`
    ${await recordsOf(actor, importId)} AND ${problem === null ? Prisma.sql`r.problem IS NOT NULL AND r.problem <> ALL (${[...SAID_ONCE]}::text[])` : Prisma.sql`r.problem = ${problem}`}
    ORDER BY r.ordinal ${pageInSql(page, RECORDS_PER_PAGE)}`;
}

/** Every record of an import that has a problem, in the file's order, batch by batch; responses are cut to 300 characters. */
export async function* allProblems(
  actor: Actor,
  importId: number,
): AsyncGenerator<ImportedRecord[]> {
  authorize(actor, "runs.read");
  const records = await recordsOf(actor, importId);
  // One batch a connection: a reader that takes its time keeps none.
  for (let after = -1; ;) {
    const rows = await db.$queryRaw<ImportedRecord[]>`
      ${records} AND r.problem IS NOT NULL AND r.ordinal > ${after} ORDER BY r.ordinal LIMIT 1000`;
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.ordinal;
  }
}

/**
 * SQL, up to its first condition: an import's records `r` as ImportedRecord. Of one that may tell a verdict of a response
 * that the actor has still to rate, only the question and the ID are read; of one that is unreadable not even these, as its
 * cells may be shifted.
 */
async function recordsOf({ userId }: Actor, importId: number): Promise<Prisma.Sql> {
  const stored = await db.responseImport.findUnique({
    where: { id: importId },
    select: { columns: true, runId: true },
  });
  const places = placesOf(stored?.columns ?? null);
  const tells = mayTell(userId, stored?.runId ?? 0);
  const shifted = Prisma.sql`(r.problem = 'unreadable' AND ${tells})`;
  const shown = (place: number, length: number, withheld: Prisma.Sql) =>
    Prisma.sql`CASE WHEN ${withheld} THEN '' ELSE left(coalesce(r.cells[${place}::int], ''), ${length}::int) END`;
  return Prisma.sql`
    SELECT r.ordinal, r.record, r.line, ${shown(places.question, 500, shifted)} AS question, ${shown(places.id, 50, shifted)} AS "releaseId", ${shown(places.response, 300, tells)} AS response,
      r.matched_by AS "matchedBy", r.question_id AS "questionId", r.fault, r.problem, CASE WHEN r.problem IN ('unreadable', 'bad-verdict') AND ${tells} THEN NULL ELSE r.detail END AS detail,
      r.candidate_id AS "candidateId", r.candidate_score AS "candidateScore", r.accepted
    FROM response_import_rows r WHERE r.import_id = ${importId}`;
}

/** The 1-based places of the columns that lists show; 0 where there is none, which no array has. */
function placesOf(stored: Prisma.JsonValue): { question: number; id: number; response: number } {
  const parsed = importColumnsSchema.safeParse(stored);
  const roles = parsed.success ? parsed.data.roles : [];
  return {
    question: roles.indexOf("question") + 1,
    id: roles.indexOf("id") + 1,
    response: roles.indexOf("response") + 1,
  };
}

/**
 * How many responses of the campaigns or runs a person has still to rate, whatever anyone said of them: a list that left out
 * verdicts only where there are some would give them away by its number.
 */
export async function countStillToRate(
  { userId }: Pick<Actor, "userId">,
  { campaigns = [], runs = [] }: { campaigns?: readonly number[]; runs?: readonly number[] },
): Promise<number> {
  const all = Prisma.sql`TRUE`;
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM responses p WHERE p.id IN ${responsesToRate(userId)}
      AND ${campaigns.length === 0 ? all : Prisma.sql`p.id IN (SELECT coalesce(t.response_id, several.response_id) FROM rating_tasks t LEFT JOIN task_responses several ON several.task_id = t.id WHERE t.campaign_id = ANY(${[...campaigns]}::int[]))`}
      AND ${runs.length === 0 ? all : Prisma.sql`p.run_id = ANY(${[...runs]}::int[])`}`;
  return row.count;
}
