import { createHash } from "node:crypto";
import { licenseText } from "@/lib/dataset/licenses/license-files";
import { licenseOf } from "@/lib/dataset/licenses/rules";
import {
  getRelease,
  openReleaseFile,
  openReleaseRows,
  publicLatestRelease,
  publicRelease,
  publicReleaseFile,
  publicReleaseRows,
  type PublicReleaseView,
  type ReleaseFile,
  type ReleaseRows,
  type ReleaseView,
} from "@/lib/dataset/releases/queries";
import { RELEASE_PARQUET_COLUMNS } from "@/lib/dataset/file-formats/write-release-parquet";
import { SPLITS, type ReviewPolicy, type Split } from "@/lib/dataset/questions/vocabulary";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { hubTask } from "@/lib/runs/task-packages/packages";
import { writeZip, type ZipPart } from "@/lib/platform/zip";
import { computeAgreement } from "@/lib/reporting/agreement/agreement";
import { unitPattern } from "@/lib/reporting/agreement/patterns";
import { groupedRows, stateThrough } from "@/lib/reporting/snapshots/queries";
import { writeState } from "@/lib/reporting/snapshots/address";
import {
  countedAdjudications,
  countedJudgments,
  type Counting,
} from "@/lib/reporting/snapshots/sql";
import { archiveParts, type CountedFile } from "./archive";
import { croissantOf, liveCroissant } from "./croissant";
import type { DatasetFacts, RatingFacts } from "./facts";
import { ARCHIVE_VERSION } from "./vocabulary";
import { releaseDay } from "@/lib/dataset/releases/vocabulary";

/** Which archive, for anyone who reads releases. */
export interface ArchiveOptions {
  /** Under which address others reach the server. */
  origin: string;
}

/** With what is known of people's ratings until the end of a UTC day that is over: for who reads reports. */
export interface RatedArchiveOptions extends ArchiveOptions {
  ratings: string;
}

/** Opens a release as a dataset repository, a zip archive. @throws NotFound */
export async function openArchive(
  actor: Actor,
  name: string,
  options: ArchiveOptions,
): Promise<Archive> {
  authorize(actor, "releases.read");
  return readArchive(actor, name, { ...options, ratings: null });
}

/** The same with ratings. @throws NotFound */
export async function openRatedArchive(
  actor: Actor,
  name: string,
  options: RatedArchiveOptions,
): Promise<Archive> {
  authorize(actor, "reports.read");
  return readArchive(actor, name, options);
}

async function readArchive(actor: Actor, name: string, options: FactOptions): Promise<Archive> {
  const [release, rows, csv] = await Promise.all([
    getRelease(actor, name),
    openReleaseRows(actor, name),
    openReleaseFile(actor, name, "csv"),
  ]);
  return archive(await factsOf(release, options), rows, csv);
}

/** The same for anyone. @throws NotFound also while the public pages are off */
export async function publicArchive(name: string, options: ArchiveOptions): Promise<ReleaseFile> {
  const [release, rows, csv] = await Promise.all([
    publicRelease(name),
    publicReleaseRows(name),
    publicReleaseFile(name, "csv"),
  ]);
  return archive(await factsOf(release, { ...options, ratings: null }), rows, csv);
}

interface FactOptions extends ArchiveOptions {
  ratings: string | null;
}

interface Archive extends ReleaseFile {
  /** Its files one by one, in an order in which each is read before the next is asked for. */
  parts: () => AsyncIterable<ZipPart>;
}

function archive(facts: DatasetFacts, rows: ReleaseRows, csv: ReleaseFile): Archive {
  const parts = () =>
    archiveParts(facts, {
      csv: () => csv.bytes(),
      rows: (split) => counted(rows.splitFile(split)),
      task: (split) => hubTask(facts.name, split),
      terms: async () => facts.license && licenseText(facts.license),
    });
  return {
    parts,
    sha256: csv.sha256,
    ownSha256: null,
    byteSize: null,
    variant: `${ARCHIVE_VERSION}-${facts.license?.license ?? "unlicensed"}-${facts.ratings?.day ?? "unrated"}`,
    publishedAt: csv.publishedAt,
    bytes: () => writeZip(parts()),
  };
}

/** Hands bytes on, and knows afterwards how many they were and their SHA-256. */
function counted(source: AsyncIterable<Uint8Array>): CountedFile {
  const hash = createHash("sha256");
  let byteSize = 0;
  async function* bytes() {
    for await (const piece of source) {
      hash.update(piece);
      byteSize += piece.length;
      yield piece;
    }
  }
  return { bytes: bytes(), found: () => ({ byteSize, sha256: hash.digest("hex") }) };
}

/** A release as Croissant for its public page: its files by their addresses. @throws NotFound also while the public pages are off */
export async function publicCroissant(release: PublicReleaseView, origin: string): Promise<object> {
  const facts = await factsOf(release, { origin, ratings: null });
  const { name } = facts;
  const folder = `${facts.address}/${name}`;
  const parquet = await publicReleaseFile(name, "parquet");
  return croissantOf(
    facts,
    {
      url: `${folder}.csv`,
      mediaType: "text/csv",
      byteSize: facts.byteSize,
      sha256: facts.sha256,
    },
    [
      {
        name: "questions",
        url: `${folder}.parquet`,
        mediaType: "application/vnd.apache.parquet",
        byteSize: parquet.byteSize,
        sha256: parquet.ownSha256,
        columns: RELEASE_PARQUET_COLUMNS,
      },
    ],
  );
}

/** The addresses of the newest release as Croissant: live. @throws NotFound where there is none, or while the public pages are off */
export async function publicLiveCroissant(origin: string): Promise<object> {
  const name = await publicLatestRelease();
  const row = await db.release.findUniqueOrThrow({
    where: { name },
    select: { publishedAt: true, license: { include: { license: true } } },
  });
  return liveCroissant(origin, {
    name,
    publishedOn: row.publishedAt.toISOString().slice(0, 10),
    license: row.license && licenseOf(row.license.license),
  });
}

async function factsOf(
  release: ReleaseView | PublicReleaseView,
  { ratings, origin }: FactOptions,
): Promise<DatasetFacts> {
  const { name, notes, sha256, byteSize, questionCount, counts, license, publishedAt } = release;
  const row = await db.release.findUnique({
    where: { name },
    select: { id: true, publishedAt: true },
  });
  if (row === null) throw new NotFound(`The release ${name}`);
  const [work, reviews, previous, known] = await Promise.all([
    workBefore(row),
    db.$queryRaw<{ policy: ReviewPolicy; count: number }[]>`
      SELECT r.review_policy AS policy, count(*)::int AS count FROM release_entries e JOIN revisions r ON r.id = e.revision_id
      WHERE e.release_id = ${row.id} GROUP BY 1 ORDER BY 2 DESC, 1`,
    db.release.findFirst({
      where: { publishedAt: { lt: row.publishedAt } },
      orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
      select: { name: true },
    }),
    ratings === null ? null : ratingsThrough(row.id, ratings),
  ]);
  return {
    name,
    day: releaseDay(name) ?? publishedAt.slice(0, 10),
    publishedOn: publishedAt.slice(0, 10),
    notes,
    sha256,
    byteSize,
    questionCount,
    counts,
    splits: [...SPLITS, null].flatMap((split: Split | null) => {
      const count = counts
        .filter((part) => part.split === split)
        .reduce((sum, part) => sum + part.count, 0);
      return count === 0 ? [] : [{ split, count }];
    }),
    reviews,
    license,
    previous: previous?.name ?? null,
    work,
    ratings: known,
    address: `${origin}/public/releases/${name}`,
  };
}

/** How a release's questions came to be what they are in it; each row that it counts was there when it was published. */
async function workBefore({
  id,
  publishedAt,
}: {
  id: number;
  publishedAt: Date;
}): Promise<DatasetFacts["work"]> {
  const [written] = await db.$queryRaw<
    [Pick<DatasetFacts["work"], "imported" | "edits" | "writers">]
  >`
    SELECT (count(*) FILTER (WHERE r.reason <> 'import'))::int AS edits, count(*) FILTER (WHERE r.number = 1 AND r.reason = 'import')::int AS imported, (count(DISTINCT r.author_id) FILTER (WHERE r.reason <> 'import'))::int AS writers
    FROM release_entries e JOIN revisions released ON released.id = e.revision_id
      JOIN revisions r ON r.question_id = e.question_id AND r.number <= released.number
    WHERE e.release_id = ${id}`;
  const [checked] = await db.$queryRaw<[Pick<DatasetFacts["work"], "verifications" | "verifiers">]>`
    SELECT count(*)::int AS verifications, count(DISTINCT v.verified_by)::int AS verifiers
    FROM release_entries e JOIN verifications v ON v.question_id = e.question_id
    WHERE e.release_id = ${id} AND v.verified_at < ${publishedAt} AND v.withdraws_id IS NULL
      AND NOT EXISTS (SELECT FROM verifications w WHERE w.withdraws_id = v.id AND w.verified_at < ${publishedAt})`;
  return { ...written, ...checked };
}

/** What people said of responses to a release until the end of a UTC day; null where they said nothing. */
async function ratingsThrough(releaseId: number, day: string): Promise<RatingFacts | null> {
  const runs = (
    await db.modelRun.findMany({
      where: { releaseId },
      select: { id: true },
      orderBy: { id: "asc" },
    })
  ).map(({ id }) => id);
  if (runs.length === 0) return null;
  const state = await stateThrough(day);
  const counting: Counting = { state, truth: "release", gold: "count", campaigns: null, runs };
  const judged = countedJudgments(counting);
  const [units, [people], [settled], evaluators] = await Promise.all([
    groupedRows<{
      judgments: number;
      relaxed: number;
      strict: number;
      responses: number;
    }>(Prisma.sql`
      SELECT u.judgments, u.relaxed, u.strict, count(*)::int AS responses FROM (
        SELECT count(*)::int AS judgments, (count(*) FILTER (WHERE j.relaxed))::int AS relaxed, (count(*) FILTER (WHERE j.strict))::int AS strict
        FROM ${judged} j GROUP BY j.response_id) u GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
    groupedRows<{ raters: number; runs: number }>(Prisma.sql`
      SELECT count(DISTINCT j.rater_id)::int AS raters, count(DISTINCT j.run_id)::int AS runs FROM ${judged} j`),
    groupedRows<{ count: number }>(Prisma.sql`
      SELECT count(*)::int AS count FROM ${countedAdjudications(counting)} d`),
    groupedRows<{ name: string }>(Prisma.sql`
      SELECT e.name FROM evaluators e WHERE EXISTS (SELECT FROM automatic_verdicts v JOIN responses p ON p.id = v.response_id
        WHERE v.evaluator_id = e.id AND v.id <= ${state.automatic} AND p.run_id = ANY(${runs}::int[])) ORDER BY e.name`),
  ]);
  if (units.length === 0) return null;
  const raters = people!.raters;
  const alpha = (mode: "relaxed" | "strict") =>
    computeAgreement({
      values: 2,
      raters,
      patterns: units.map((unit) =>
        unitPattern([unit.judgments - unit[mode], unit[mode]], unit.responses),
      ),
    }).coefficients.krippendorff;
  const each = units.map(({ judgments }) => judgments);
  return {
    day,
    state: writeState(state),
    judgments: units.reduce((sum, unit) => sum + unit.judgments * unit.responses, 0),
    responses: units.reduce((sum, unit) => sum + unit.responses, 0),
    raters,
    runs: people!.runs,
    each: [Math.min(...each), Math.max(...each)],
    adjudicated: settled!.count,
    alpha: { relaxed: alpha("relaxed"), strict: alpha("strict") },
    evaluators: evaluators.map(({ name }) => name),
  };
}
