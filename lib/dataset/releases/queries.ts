import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { writeFile, type OutgoingRow, type FileOptions } from "@/lib/dataset/exports/file-bytes";
import type { ExportFormat } from "@/lib/dataset/exports/schema";
import { now } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { orderInSql, pageInSql, type ListPage, type Orders } from "@/lib/platform/lists";
import { getLicense, type ChosenLicense } from "@/lib/dataset/licenses/queries";
import { licenseOf } from "@/lib/dataset/licenses/rules";
import type { License } from "@/lib/dataset/licenses/vocabulary";
import { categoryOf } from "@/lib/dataset/questions/cells";
import {
  CATEGORIES,
  type Category,
  type FactType,
  type Hops,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import {
  categoryInSql,
  cell,
  DUE,
  LAST_CONFIRMED,
  OTHER_ANSWERS,
  SECTION,
} from "@/lib/dataset/questions/sql";
import type { ReleasesState } from "./address";
import { readChunks, readEntries, readFileChunks } from "./entry-queries";
import { splitPath, suggestReleaseName, type ByteRange } from "./rules";
import type { QuestionCount, ReleaseChecklist, Selection, SelectionPreview } from "./schema";

/** A release in the list. */
export interface ReleaseListItem {
  name: string;
  /** The beginning of the notes, on one line. */
  summary: string;
  sha256: string;
  byteSize: number;
  questionCount: number;
  publishedBy: string;
  /** ISO time. */
  publishedAt: string;
}

const RELEASES_PER_PAGE = 50;

export const NEWEST_FIRST: Prisma.ReleaseOrderByWithRelationInput[] = [
  { publishedAt: "desc" },
  { id: "desc" },
];

const RELEASE_ORDERS: Orders<ReleasesState> = {
  name: Prisma.sql`lower(r.name)`,
  questions: Prisma.sql`r.question_count`,
  size: Prisma.sql`r.byte_size`,
  published: Prisma.sql`r.published_at`,
};

/** A page of the releases, the newest first if nothing else is asked for. */
export async function listReleases(
  actor: Actor,
  state: ReleasesState,
): Promise<ListPage<ReleaseListItem>> {
  authorize(actor, "releases.read");
  const { page, sort } = state;
  const [total, rows] = await Promise.all([
    db.release.count(),
    db.$queryRaw<
      (Omit<ReleaseListItem, "byteSize" | "publishedAt"> & {
        byteSize: bigint;
        publishedAt: Date;
      })[]
    >`
      SELECT r.name, left(r.notes, 200) AS summary, r.sha256, r.byte_size AS "byteSize", r.question_count AS "questionCount", u.name AS "publishedBy", r.published_at AS "publishedAt"
      FROM releases r JOIN users u ON u.id = r.published_by
      ORDER BY ${orderInSql(sort, RELEASE_ORDERS, Prisma.sql`r.published_at DESC, r.id DESC`)} ${pageInSql(page, RELEASES_PER_PAGE)}`,
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      summary: row.summary.replace(/\s+/g, " "),
      byteSize: Number(row.byteSize),
      publishedAt: row.publishedAt.toISOString(),
    })),
    total,
    page,
    pageSize: RELEASES_PER_PAGE,
  };
}

/** How fresh a release's questions are today. Each counts once in `total`, retired ones too. */
export interface ReleaseFreshness {
  total: number;
  /** Verified on the day of publication or later. */
  verifiedSince: number;
  /** Never verified in this dataset. */
  neverVerified: number;
  /** Their answers are others now. */
  otherAnswers: number;
  /** ISO day of the longest ago last verification; null where there is none. */
  oldestVerification: string | null;
}

/** A release with its counts. */
export interface ReleaseView extends Omit<ReleaseListItem, "summary"> {
  notes: string;
  /** Null: it states none. */
  license: License | null;
  counts: QuestionCount[];
  freshness: ReleaseFreshness;
}

/** @throws NotFound */
export async function getRelease(actor: Actor, name: string): Promise<ReleaseView> {
  authorize(actor, "releases.read");
  return readRelease(name);
}

async function readRelease(name: string): Promise<ReleaseView> {
  const row = await db.release.findUnique({
    where: { name },
    include: { publishedBy: { select: { name: true } }, license: { include: { license: true } } },
  });
  if (!row) throw new NotFound(`The release ${name}`);
  const counts = await db.$queryRaw<RawCount[]>`
    SELECT r.false_premise AS "falsePremise", r.fact_type AS "factType", r.hops, r.split, count(*)::int AS count
    FROM release_entries e JOIN revisions r ON r.id = e.revision_id
    WHERE e.release_id = ${row.id} GROUP BY 1, 2, 3, 4`;
  const [freshness] = await db.$queryRaw<[ReleaseFreshness]>`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE h.verified_on >= p.day)::int AS "verifiedSince", count(*) FILTER (WHERE h.verified_on IS NULL)::int AS "neverVerified",
      count(*) FILTER (WHERE h.revision_id <> e.revision_id AND ${OTHER_ANSWERS})::int AS "otherAnswers", min(h.verified_on)::text AS "oldestVerification"
    FROM release_entries e JOIN question_heads h ON h.question_id = e.question_id
      JOIN revisions older ON older.id = e.revision_id JOIN revisions newer ON newer.id = h.revision_id
      CROSS JOIN (SELECT (${row.publishedAt} AT TIME ZONE time_zone)::date AS day FROM dataset_settings) p
    WHERE e.release_id = ${row.id}`;
  return {
    name: row.name,
    notes: row.notes,
    sha256: row.sha256,
    byteSize: Number(row.byteSize),
    questionCount: row.questionCount,
    publishedBy: row.publishedBy.name,
    publishedAt: row.publishedAt.toISOString(),
    license: row.license && licenseOf(row.license.license),
    counts: byCategory(counts),
    freshness,
  };
}

interface RawCount {
  falsePremise: boolean;
  factType: FactType;
  hops: Hops;
  split: Split | null;
  count: number;
}

/** The database groups by what it stores; a category may be several of its groups. */
function byCategory(raw: readonly RawCount[]): QuestionCount[] {
  const sums = new Map<string, QuestionCount>();
  for (const { hops, split, count, ...classes } of raw) {
    const category = categoryOf(classes);
    const key = `${category}/${hops}/${split}`;
    const sum = sums.get(key);
    if (sum) sum.count += count;
    else sums.set(key, { category, hops, split, count });
  }
  return [...sums.values()];
}

/** One question as a release holds it, whatever became of it since. */
export interface ReleasedQuestion {
  /** The `id` that the file prints. */
  position: number;
  questionId: number;
  /** Number of the released revision. */
  revision: number;
  question: string;
  answer: string;
  category: Category;
  hops: Hops;
  split: Split | null;
  /** The question has been revised or retired since. */
  changedSince: boolean;
  /** It has other answers since: what was judged by this release is stale. */
  stale: boolean;
  /** ISO day on which someone last found the present answers true; null where no one has yet. */
  verifiedOn: string | null;
}

const QUESTIONS_PER_PAGE = 50;

/** A page (counted from 1) of a release's questions, in its order. @throws NotFound */
export async function listReleasedQuestions(
  actor: Actor,
  name: string,
  page: number,
): Promise<ListPage<ReleasedQuestion>> {
  authorize(actor, "releases.read");
  return releasedQuestions(name, page);
}

async function releasedQuestions(name: string, page: number): Promise<ListPage<ReleasedQuestion>> {
  const release = await findRelease(name);
  const from = (page - 1) * QUESTIONS_PER_PAGE;
  // Cells 2 and 9 are `question` and `answer_0` (CONTENT_COLUMNS; Postgres counts from 1).
  const rows = await db.$queryRaw<
    (Omit<ReleasedQuestion, "category"> & { falsePremise: boolean; factType: FactType })[]
  >`
    SELECT e.position, e.question_id AS "questionId", older.number AS revision, trim(${cell("older", "question")}) AS question, trim(${cell("older", "answer_0")}) AS answer,
      older.false_premise AS "falsePremise", older.fact_type AS "factType", older.hops, older.split, h.revision_id <> e.revision_id AS "changedSince",
      ${OTHER_ANSWERS} AS stale, h.verified_on::text AS "verifiedOn"
    FROM release_entries e JOIN revisions older ON older.id = e.revision_id JOIN question_heads h ON h.question_id = e.question_id
      JOIN revisions newer ON newer.id = h.revision_id
    WHERE e.release_id = ${release.id} AND e.position >= ${from} AND e.position < ${from + QUESTIONS_PER_PAGE} ORDER BY e.position`;
  return {
    rows: rows.map(({ falsePremise, factType, ...row }) => ({
      ...row,
      category: categoryOf({ falsePremise, factType }),
    })),
    total: release.questionCount,
    page,
    pageSize: QUESTIONS_PER_PAGE,
  };
}

async function findRelease(name: string) {
  const row = await db.release.findUnique({
    where: { name },
    select: {
      id: true,
      name: true,
      sha256: true,
      byteSize: true,
      questionCount: true,
      publishedAt: true,
    },
  });
  if (!row) throw new NotFound(`The release ${name}`);
  return row;
}

/** The file of a release. */
export interface ReleaseFile {
  /** SHA-256 of the CSV file, which names the release's content in every format. */
  sha256: string;
  /** SHA-256 of these very bytes, where they are kept: CSV, and Parquet. The others are written from the same revisions when asked for. */
  ownSha256: string | null;
  /** Of kept bytes. */
  byteSize: number | null;
  /** Of archives: what their bytes depend on beside the release. */
  variant?: string;
  publishedAt: Date;
  /** `range` is for kept bytes alone. Nothing is read before the first bytes are asked for. */
  bytes: (range?: ByteRange) => AsyncGenerator<Uint8Array>;
}

/** Opens a release's file. What a release holds never changes, so it is read in pieces that need no transaction. @throws NotFound */
export async function openReleaseFile(
  actor: Actor,
  name: string,
  format: ExportFormat,
  options: FileOptions = {},
): Promise<ReleaseFile> {
  authorize(actor, "releases.read");
  return releaseFile(name, format, options);
}

async function releaseFile(
  name: string,
  format: ExportFormat,
  options: FileOptions = {},
): Promise<ReleaseFile> {
  const { id, sha256, byteSize, publishedAt } = await findRelease(name);
  if (format === "csv" && options.preamble !== false && options.spreadsheet !== true) {
    return {
      sha256,
      ownSha256: sha256,
      byteSize: Number(byteSize),
      publishedAt,
      bytes: (range) => readChunks(id, range ?? { start: 0, end: Number(byteSize) - 1 }),
    };
  }
  const kept = format === "parquet" ? await keptFile(id, `${name}.parquet`) : null;
  if (kept !== null)
    return {
      sha256,
      ownSha256: kept.sha256,
      byteSize: kept.byteSize,
      publishedAt,
      bytes: kept.bytes,
    };
  return {
    sha256,
    ownSha256: null,
    byteSize: null,
    publishedAt,
    bytes: () => writeFile(format, readEntries(db, id), undefined, options),
  };
}

/** A file of a release that was written when it was published; null for releases from before there were any. */
async function keptFile(releaseId: number, path: string) {
  const row = await db.releaseFile.findUnique({
    where: { releaseId_path: { releaseId, path } },
  });
  if (row === null) return null;
  const byteSize = Number(row.byteSize);
  return {
    sha256: row.sha256,
    byteSize,
    bytes: (range?: ByteRange) =>
      readFileChunks(releaseId, path, range ?? { start: 0, end: byteSize - 1 }),
  };
}

/** A release with its rows, for files of another kind than a release's own. */
export interface ReleaseRows {
  name: string;
  /** Of the CSV file. */
  sha256: string;
  questionCount: number;
  publishedAt: Date;
  /** The rows in their order, a batch at a time; read anew at each call. */
  rows: () => AsyncGenerator<OutgoingRow[]>;
  /** The rows of a split as a Parquet file. */
  splitFile: (split: Split | null) => AsyncGenerator<Uint8Array>;
}

/** Opens a release's rows. @throws NotFound */
export async function openReleaseRows(actor: Actor, name: string): Promise<ReleaseRows> {
  authorize(actor, "releases.read");
  return releaseRows(name);
}

async function releaseRows(name: string): Promise<ReleaseRows> {
  const { id, sha256, questionCount, publishedAt } = await findRelease(name);
  return {
    name,
    sha256,
    questionCount,
    publishedAt,
    rows: () => readEntries(db, id),
    async *splitFile(split) {
      const kept = await keptFile(id, splitPath(split));
      if (kept !== null) {
        yield* kept.bytes();
        return;
      }
      const { writeReleaseParquet } =
        await import("@/lib/dataset/file-formats/write-release-parquet");
      yield* writeReleaseParquet(readEntries(db, id, { split }), name);
    },
  };
}

/** What the form for a new release begins with. */
export interface ReleaseDraft extends SelectionPreview {
  suggestion: { name: string; todayTaken: string | null };
  takenNames: string[];
  /** What the release will state; null: nothing is published before one is chosen. */
  license: ChosenLicense | null;
}

/** Everything that a person publishing a release decides by. */
export async function getReleaseDraft(actor: Actor): Promise<ReleaseDraft> {
  authorize(actor, "releases.publish");
  const [names, preview, license] = await Promise.all([
    db.release.findMany({ select: { name: true } }),
    previewSelection(actor, { kind: "all" }),
    getLicense(actor),
  ]);
  const takenNames = names.map((row) => row.name);
  return {
    ...preview,
    license,
    takenNames,
    suggestion: suggestReleaseName(now().toISOString().slice(0, 10), takenNames),
  };
}

/** SQL: the head `h` is in the selection, as far as it is active. */
function selected(selection: Selection): Prisma.Sql {
  switch (selection.kind) {
    case "all":
      return Prisma.sql`TRUE`;
    case "questions":
      return Prisma.sql`h.question_id = ANY(${selection.questionIds}::int[])`;
    case "splits":
      return Prisma.sql`(h.split = ANY(${selection.splits.filter((split) => split !== null)}::text[]) OR (${selection.splits.includes(null)} AND h.split IS NULL))`;
  }
}

/** What a release of this selection would hold, and its checklist. How it differs from the last release: previewPublishing. */
export async function previewSelection(
  actor: Actor,
  selection: Selection,
): Promise<SelectionPreview> {
  authorize(actor, "releases.publish");
  const [last, counts, checklist] = await Promise.all([
    db.release.findFirst({
      orderBy: NEWEST_FIRST,
      select: { name: true, publishedAt: true, questionCount: true },
    }),
    db.$queryRaw<RawCount[]>`
      SELECT false_premise AS "falsePremise", fact_type AS "factType", hops, split, count(*)::int AS count
      FROM question_heads h WHERE status = 'active' AND ${selected(selection)} GROUP BY 1, 2, 3, 4`,
    countChecklist(selection),
  ]);
  const byClass = byCategory(counts);
  return {
    counts: byClass,
    lastRelease: last && {
      name: last.name,
      publishedAt: last.publishedAt.toISOString(),
      questionCount: last.questionCount,
    },
    checklist: {
      ...checklist,
      test: CATEGORIES.map((category) => ({
        category,
        count: byClass
          .filter((part) => part.category === category && part.split === "TEST")
          .reduce((sum, part) => sum + part.count, 0),
      })),
    },
  };
}

/** Counts what is to be done or known before a release of a selection; when answers are due says the queue's own rule. */
async function countChecklist(selection: Selection): Promise<Omit<ReleaseChecklist, "test">> {
  const [counts] = await db.$queryRaw<[Omit<ReleaseChecklist, "test">]>`
    SELECT (SELECT count(*)::int FROM question_heads WHERE status = 'active') AS active, count(*)::int AS included,
      count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue, count(*) FILTER (WHERE ${SECTION} = 'week')::int AS week,
      count(*) FILTER (WHERE h.evidence_hosts = '{}')::int AS "withoutEvidence", count(*) FILTER (WHERE h.split IS NULL)::int AS "withoutSplit"
    FROM ${DUE} WHERE h.status = 'active' AND ${selected(selection)}`;
  return counts;
}

/** The release names, the newest first: what a comparison chooses from. */
export async function listReleaseNames(actor: Actor): Promise<string[]> {
  authorize(actor, "releases.read");
  return (await db.release.findMany({ orderBy: NEWEST_FIRST, select: { name: true } })).map(
    (row) => row.name,
  );
}

// For anyone, without an account ---------------------------------------------------------------------------------

/** True while releases can be read without an account. */
export async function arePublicPagesOn(): Promise<boolean> {
  const settings = await db.datasetSettings.findUnique({
    where: { id: 1 },
    select: { publicPages: true },
  });
  return settings?.publicPages ?? false;
}

/** The switch of the public pages. @throws NotFound while they are off: then nothing of them exists. */
export async function requirePublicPages(): Promise<void> {
  if (!(await arePublicPagesOn())) throw new NotFound("This page");
}

/** A release as anyone sees it: whose work it was stays within. */
export interface PublicRelease {
  name: string;
  notes: string;
  sha256: string;
  byteSize: number;
  questionCount: number;
  /** ISO time. */
  publishedAt: string;
}

/** All releases, the newest first, a page at a time (counted from 1). @throws NotFound while the public pages are off */
export async function publicReleases(page = 1): Promise<ListPage<PublicRelease>> {
  await requirePublicPages();
  const [total, rows] = await Promise.all([
    db.release.count(),
    db.release.findMany({
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * RELEASES_PER_PAGE,
      take: RELEASES_PER_PAGE,
    }),
  ]);
  return { rows: rows.map(publicView), total, page, pageSize: RELEASES_PER_PAGE };
}

/** What anyone may see of a release. */
export const publicView = ({
  name,
  notes,
  sha256,
  byteSize,
  questionCount,
  publishedAt,
}: Omit<PublicRelease, "byteSize" | "publishedAt"> & {
  byteSize: bigint;
  publishedAt: Date;
}): PublicRelease => ({
  name,
  notes,
  sha256,
  byteSize: Number(byteSize),
  questionCount,
  publishedAt: publishedAt.toISOString(),
});

/** A release with its counts, and the names of those that it can be compared with. */
export interface PublicReleaseView extends PublicRelease {
  license: License | null;
  counts: QuestionCount[];
  freshness: ReleaseFreshness;
  /** Earlier releases, the newest first. */
  earlier: string[];
}

/** @throws NotFound also while the public pages are off */
export async function publicRelease(name: string): Promise<PublicReleaseView> {
  await requirePublicPages();
  const { publishedBy: _by, ...release } = await readRelease(name);
  const others = await db.release.findMany({
    where: { publishedAt: { lt: new Date(release.publishedAt) } },
    orderBy: NEWEST_FIRST,
    select: { name: true },
  });
  return { ...release, earlier: others.map((row) => row.name) };
}

/** How long ago the answers of some questions were last confirmed. */
interface Freshness {
  questions: number;
  /** The median of the days since each question's answers were last verified, or changed, whichever is later. */
  medianDays: number;
}

export interface FreshnessByCategory {
  /** Null: no question of the release is active any more. */
  all: Freshness | null;
  /** Categories with questions, in the paper's order. */
  categories: (Freshness & { category: Category })[];
  /** Questions of the release that were retired since: they are in no other number. */
  retired: number;
}

/**
 * How fresh the questions of a release are today in the dataset, by category: those that are still active, each by the
 * category that it has in the release. @throws NotFound also while the public pages are off
 */
export async function publicFreshness(name: string): Promise<FreshnessByCategory> {
  await requirePublicPages();
  const rows = await db.$queryRaw<
    { category: Category | null; active: boolean; questions: number; medianDays: number }[]
  >`
    SELECT category, active, count(*)::int AS questions, percentile_cont(0.5) WITHIN GROUP (ORDER BY age) AS "medianDays"
    FROM (SELECT ${categoryInSql("r")} AS category, h.status = 'active' AS active, greatest((SELECT dataset_today()) - ${LAST_CONFIRMED}, 0) AS age
      FROM release_entries e JOIN revisions r ON r.id = e.revision_id JOIN question_heads h ON h.question_id = e.question_id
      WHERE e.release_id = (SELECT id FROM releases WHERE name = ${name})) known
    GROUP BY GROUPING SETS ((active, category), (active))`;
  if (rows.length === 0) throw new NotFound(`The release ${name}`);
  const active = rows.filter((row) => row.active);
  const of = (category: Category | null) => active.find((row) => row.category === category);
  const all = of(null);
  return {
    all: all === undefined ? null : { questions: all.questions, medianDays: all.medianDays },
    categories: CATEGORIES.flatMap((category) => {
      const row = of(category);
      if (row === undefined) return [];
      return [{ category, questions: row.questions, medianDays: row.medianDays }];
    }),
    retired: rows.find((row) => !row.active && row.category === null)?.questions ?? 0,
  };
}

/** A page (counted from 1) of a release's questions, with when each was last verified. @throws NotFound also while the public pages are off */
export async function publicReleasedQuestions(
  name: string,
  page: number,
): Promise<ListPage<ReleasedQuestion>> {
  await requirePublicPages();
  return releasedQuestions(name, page);
}

/** The name of the newest release. @throws NotFound where there is none, or while the public pages are off */
export async function publicLatestRelease(): Promise<string> {
  await requirePublicPages();
  const row = await db.release.findFirst({ orderBy: NEWEST_FIRST, select: { name: true } });
  if (!row) throw new NotFound("A release");
  return row.name;
}

/** Opens a release's file. @throws NotFound also while the public pages are off */
export async function publicReleaseFile(
  name: string,
  format: ExportFormat,
  options: FileOptions = {},
): Promise<ReleaseFile> {
  await requirePublicPages();
  return releaseFile(name, format, options);
}

/** Opens a release's rows. @throws NotFound also while the public pages are off */
export async function publicReleaseRows(name: string): Promise<ReleaseRows> {
  await requirePublicPages();
  return releaseRows(name);
}
