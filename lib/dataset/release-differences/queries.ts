import type { Carried } from "@/lib/dataset/questions/ledger";
import { answerCells, cell } from "@/lib/dataset/questions/sql";
import { FIELD_KEYS, type ContentColumn, type Field } from "@/lib/dataset/questions/vocabulary";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { db, Prisma, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import {
  NEWEST_FIRST,
  publicView,
  requirePublicPages,
  type PublicRelease,
} from "@/lib/dataset/releases/queries";
import type { Selection } from "@/lib/dataset/releases/schema";
import { type ListPage } from "@/lib/platform/lists";
import {
  csvRecord,
  DIFFERENCE_CSV_COLUMNS,
  differenceFileName,
  rowAsCsv,
  rowAsJson,
  sumKinds,
  writeChangelog,
  CHANGELOG_LISTS,
} from "./rules";
import {
  DIFFERENCE_PAGE_SIZE,
  type DifferenceCounts,
  type DifferenceRequest,
  type DifferenceRow,
  type DifferenceSide,
  type DifferenceView,
  type PublishingPreview,
} from "./schema";
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  CLASS_KINDS,
  KIND_OF_FIELD,
  CURRENT,
  type DifferenceFilter,
} from "./vocabulary";

/** A list of questions with their revisions, in order: what stands on a side of a comparison. */
export type Side =
  | { kind: "nothing" }
  | { kind: "release"; id: number }
  | { kind: "selection"; selection: Selection };

const EVERYTHING: Side = { kind: "selection", selection: { kind: "all" } };

/** SQL: position (from 0), question_id and revision_id of a side. */
function entriesOf(side: Side): Prisma.Sql {
  if (side.kind === "nothing")
    return Prisma.sql`SELECT 0 AS position, 0 AS question_id, 0 AS revision_id WHERE FALSE`;
  if (side.kind === "release")
    return Prisma.sql`SELECT position, question_id, revision_id FROM release_entries WHERE release_id = ${side.id}`;
  const { selection } = side;
  if (selection.kind === "questions") {
    return Prisma.sql`SELECT chosen.place::int - 1 AS position, h.question_id, h.revision_id
      FROM unnest(${selection.questionIds}::int[]) WITH ORDINALITY AS chosen (id, place) JOIN question_heads h ON h.question_id = chosen.id AND h.status = 'active'`;
  }
  const chosen =
    selection.kind === "all"
      ? Prisma.sql`TRUE`
      : Prisma.sql`(split = ANY(${selection.splits.filter((split) => split !== null)}::text[]) OR (${selection.splits.includes(null)} AND split IS NULL))`;
  return Prisma.sql`SELECT row_number() OVER (ORDER BY position, question_id)::int - 1 AS position, question_id, revision_id
    FROM question_heads WHERE status = 'active' AND ${chosen}`;
}

/** SQL: a cell of the revisions `x` and `y` differs, to the letter. */
const cellsDiffer = (column: ContentColumn) =>
  Prisma.sql`${cell("x", column)} <> ${cell("y", column)}`;
/** SQL: a typed column of the revisions `x` and `y` differs: another spelling of the same value is no difference. */
const typedDiffer = (column: Carried) => Prisma.raw(`x.${column} IS DISTINCT FROM y.${column}`);
const meant = (row: string) => Prisma.sql`btrim(${cell(row, "question")}, E' \t\r\n')`;

/** SQL: the revisions `x` and `y` say something else of a field. */
const DIFFERS: Readonly<Record<Field, Prisma.Sql>> = {
  question: Prisma.sql`${meant("x")} <> ${meant("y")}`,
  answers: Prisma.sql`${answerCells("x")} <> ${answerCells("y")}`,
  falsePremise: typedDiffer("false_premise"),
  factType: typedDiffer("fact_type"),
  hops: typedDiffer("hops"),
  sources: cellsDiffer("source"),
  nextReview: cellsDiffer("next_review"),
  split: typedDiffer("split"),
  effectiveYear: cellsDiffer("effective_year"),
  note: cellsDiffer("note"),
};
/** SQL: for each kind of difference in content its name, or NULL; parted by commas. */
const KINDS = Prisma.join(
  DIFFERENCE_KINDS.flatMap((kind) => {
    const kinds: readonly DifferenceKind[] = kind === "class" ? CLASS_KINDS : [kind];
    const differ = FIELD_KEYS.filter((field) => kinds.includes(KIND_OF_FIELD[field])).map(
      (field) => DIFFERS[field],
    );
    return differ.length === 0
      ? []
      : [Prisma.sql`CASE WHEN ${Prisma.join(differ, " OR ")} THEN ${Prisma.raw(`'${kind}'`)} END`];
  }),
);

/**
 * The comparison of two sides by stable question, exactly as it is sent; `npm run bench` runs it bare. One row a question
 * that is on one side only, or has another place or revision on the other: question_id, from_position, to_position,
 * from_revision, to_revision and `kinds`, which is empty for a question that did not change: what each of them means is said
 * here and nowhere else. All others did not change (see unchangedAt). Texts are fetched only where the revisions differ, one by
 * one (OFFSET 0): left to itself the planner reads all revisions twice, since it takes nearly all of them to differ.
 */
export function differenceStatement(from: Side, to: Side): Prisma.Sql {
  return Prisma.sql`
    SELECT question_id, from_position, to_position, from_revision, to_revision,
      CASE WHEN from_revision IS NULL THEN ARRAY['added'] WHEN to_revision IS NULL THEN ARRAY['retired']
        WHEN same THEN CASE WHEN from_position = to_position THEN '{}'::text[] ELSE ARRAY['position'] END
        WHEN content = '{}' THEN ARRAY['spelling'] ELSE content END AS kinds
    FROM (
      SELECT coalesce(a.question_id, b.question_id) AS question_id, a.position AS from_position, b.position AS to_position,
        a.revision_id AS from_revision, b.revision_id AS to_revision, a.revision_id = b.revision_id OR x.cells = y.cells AS same,
        CASE WHEN x.id IS NULL THEN '{}'::text[] ELSE array_remove(ARRAY[
          ${KINDS}], NULL) END AS content
      FROM (${entriesOf(from)}) a FULL JOIN (${entriesOf(to)}) b ON b.question_id = a.question_id
      LEFT JOIN LATERAL (SELECT * FROM revisions r WHERE r.id = a.revision_id AND a.revision_id <> b.revision_id OFFSET 0) x ON TRUE
      LEFT JOIN LATERAL (SELECT * FROM revisions r WHERE r.id = b.revision_id AND a.revision_id <> b.revision_id OFFSET 0) y ON TRUE
      WHERE a.revision_id IS DISTINCT FROM b.revision_id OR a.position <> b.position
    ) pairs`;
}

/** SQL: how many questions have the same place and revision on both sides. @param compared what has the rows of the comparison */
function unchangedAt(from: Side, compared: string): Prisma.Sql {
  return Prisma.sql`((SELECT count(*) FROM (${entriesOf(from)}) entries) - (SELECT count(from_revision) FROM ${Prisma.raw(compared)}))::int`;
}

/** SQL: a row of the comparison passes the filter. */
function passes(kind: DifferenceFilter): Prisma.Sql {
  return kind === "content"
    ? Prisma.sql`kinds <> '{}' AND kinds <> ARRAY['position']`
    : Prisma.sql`${kind} = ANY (kinds)`;
}

const ORDER = Prisma.sql`coalesce(to_position, from_position), to_position NULLS LAST, question_id`;

interface KindGroup {
  kinds: DifferenceKind[];
  count: number;
}

/** Counts and a page of rows from one statement, so that both tell of one state. */
async function compare(
  from: Side,
  to: Side,
  kind: DifferenceFilter,
  limit: number,
  offset: number,
): Promise<{ counts: DifferenceCounts; rows: DifferenceRow[]; total: number }> {
  const statement = Prisma.sql`
    WITH compared AS MATERIALIZED (${differenceStatement(from, to)}),
    page AS (SELECT * FROM compared WHERE ${passes(kind)} ORDER BY ${ORDER} LIMIT ${limit} OFFSET ${offset})
    SELECT ${unchangedAt(from, "compared")} AS unchanged, (
        SELECT coalesce(json_agg(g), '[]') FROM (
          SELECT kinds, count(*)::int AS count FROM compared WHERE kinds <> ARRAY['position'] GROUP BY kinds
          UNION ALL SELECT ARRAY['position'], count(*)::int FROM compared WHERE kinds = ARRAY['position']
        ) g
      ) AS groups,
      (SELECT coalesce(json_agg(json_build_object('questionId', p.question_id, 'kinds', p.kinds,
          'before', CASE WHEN r.id IS NOT NULL THEN json_build_object('position', p.from_position, 'revision', r.number, 'cells', r.cells) END,
          'after', CASE WHEN s.id IS NOT NULL THEN json_build_object('position', p.to_position, 'revision', s.number, 'cells', s.cells) END)
          ORDER BY coalesce(p.to_position, p.from_position), p.to_position NULLS LAST, p.question_id), '[]')
        FROM page p LEFT JOIN revisions r ON r.id = p.from_revision LEFT JOIN revisions s ON s.id = p.to_revision) AS rows`;
  const [row] =
    await db.$queryRaw<{ unchanged: number; groups: KindGroup[]; rows: DifferenceRow[] }[]>(
      statement,
    );
  const counts = sumKinds([...row!.groups, { kinds: [], count: row!.unchanged }]);
  return {
    counts,
    rows: row!.rows,
    total: kind === "content" ? counts.content : counts.byKind[kind],
  };
}

/** @throws NotFound */
async function findSide(name: string): Promise<{ side: Side; view: DifferenceSide }> {
  if (name === CURRENT)
    return { side: EVERYTHING, view: { name: null, publishedAt: null, sha256: null } };
  const release = await db.release.findUnique({
    where: { name },
    select: { id: true, name: true, publishedAt: true, sha256: true },
  });
  if (!release) throw new NotFound(`The release ${name}`);
  return {
    side: { kind: "release", id: release.id },
    view: {
      name: release.name,
      publishedAt: release.publishedAt.toISOString(),
      sha256: release.sha256,
    },
  };
}

interface Comparison {
  from: string;
  to: string;
  kind: DifferenceFilter;
  page: number;
}

async function comparison({ from, to, kind, page }: Comparison): Promise<DifferenceView> {
  const [before, after] = await Promise.all([findSide(from), findSide(to)]);
  const found = await compare(
    before.side,
    after.side,
    kind,
    DIFFERENCE_PAGE_SIZE,
    (page - 1) * DIFFERENCE_PAGE_SIZE,
  );
  return { from: before.view, to: after.view, ...found };
}

/** Two releases, or one and the dataset as it is now (PRESENT), compared by stable question. @throws NotFound */
export async function compareReleases(actor: Actor, wanted: Comparison): Promise<DifferenceView> {
  authorize(actor, "releases.read");
  return comparison(wanted);
}

/** The same for anyone, of two releases: the present state is not public. @throws NotFound also while the public pages are off */
export async function publicDifference(wanted: Comparison): Promise<DifferenceView> {
  await requirePublicPages();
  if (wanted.from === CURRENT || wanted.to === CURRENT) throw new NotFound("The current dataset");
  return comparison(wanted);
}

/** How many questions are on both sides and have other answers, are new, and are gone. */
interface AnswerCounts {
  common: number;
  answers: number;
  added: number;
  removed: number;
}

/** A release, and what it changed since the one before it. */
export interface ReleaseInHistory extends PublicRelease {
  /** Null: it is the first release. */
  changes: ({ from: string } & AnswerCounts) | null;
}

/** Each of them is compared with the one before it. */
export const HISTORY_PER_PAGE = 12;

/** By the checksums and ids of both releases, which never change: anyone may load the page at any rate. */
const counted = new Map<string, Promise<AnswerCounts>>();

interface ComparedRelease {
  id: number;
  sha256: string;
  questionCount: number;
}

function countsOf(from: ComparedRelease, to: ComparedRelease): Promise<AnswerCounts> {
  const key = [from.id, from.sha256, to.id, to.sha256].join();
  const known = counted.get(key);
  if (known) return known;
  const found = compare(
    { kind: "release", id: from.id },
    { kind: "release", id: to.id },
    "content",
    0,
    0,
  ).then(({ counts: { byKind } }) => ({
    common: to.questionCount - byKind.added,
    answers: byKind.answers,
    added: byKind.added,
    removed: byKind.retired,
  }));
  counted.set(key, found);
  found.catch(() => counted.delete(key));
  return found;
}

/**
 * Releases with what changed from one to the next, the newest first, a page at a time (counted from 1).
 * @throws NotFound while the public pages are off
 */
export async function publicHistory(page = 1): Promise<ListPage<ReleaseInHistory>> {
  await requirePublicPages();
  const [total, rows] = await Promise.all([
    db.release.count(),
    // And the one before the last of the page.
    db.release.findMany({
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * HISTORY_PER_PAGE,
      take: HISTORY_PER_PAGE + 1,
    }),
  ]);
  const releases: ReleaseInHistory[] = [];
  for (const [at, row] of rows.slice(0, HISTORY_PER_PAGE).entries()) {
    const before = rows[at + 1];
    // One after the other, which leaves the connections to those who work.
    const changes =
      before === undefined ? null : { from: before.name, ...(await countsOf(before, row)) };
    releases.push({ ...publicView(row), changes });
  }
  return { rows: releases, total, page, pageSize: HISTORY_PER_PAGE };
}

/** A whole difference as a file, written while it is taken. */
export interface DifferenceFile {
  fileName: string;
  counts: DifferenceCounts;
  bytes: AsyncGenerator<Uint8Array>;
}

/** Every difference of two sides as CSV or JSON; without a `kind` those of position too. @throws NotFound */
export async function openDifference(
  actor: Actor,
  request: DifferenceRequest,
): Promise<DifferenceFile> {
  authorize(actor, "releases.read");
  return differenceFile(request);
}

/** A row of the comparison before its texts are read. */
type Pair = [
  unchanged: number,
  questionId: number,
  fromPosition: number | null,
  toPosition: number | null,
  fromRevision: number | null,
  toRevision: number | null,
  kinds: string,
];

async function differenceFile({
  from,
  to,
  kind,
  format,
  spreadsheet: wished,
}: DifferenceRequest): Promise<DifferenceFile> {
  const [before, after] = await Promise.all([findSide(from), findSide(to)]);
  // The comparison is taken whole, and is small; texts are then read a batch at a time, as no revision ever changes.
  const statement = Prisma.sql`
    WITH compared AS MATERIALIZED (${differenceStatement(before.side, after.side)})
    SELECT total.unchanged, question_id, from_position, to_position, from_revision, to_revision, array_to_string(kinds, ' ')
    FROM (SELECT ${unchangedAt(before.side, "compared")} AS unchanged) total LEFT JOIN compared ON TRUE ORDER BY ${ORDER}`;
  const { rows: read } = await withConnection((client) =>
    client.query<Pair | [number, null]>({
      text: statement.text,
      values: statement.values,
      rowMode: "array",
    }),
  );
  // Where nothing differs, one row has the number alone.
  const rows = read.filter((row): row is Pair => row[1] !== null);
  const groups = new Map([["", read[0]![0]]]);
  for (const { 6: kinds } of rows) groups.set(kinds, (groups.get(kinds) ?? 0) + 1);
  const counts = sumKinds(
    [...groups].map(([kinds, count]) => ({ kinds: readKinds(kinds), count })),
  );
  const wanted = rows.filter(
    ([, , , , , , kinds]) =>
      kinds !== "" &&
      (kind === undefined ||
        (kind === "content" ? kinds !== "position" : readKinds(kinds).includes(kind))),
  );
  const spreadsheet = format === "csv" && wished === true;
  const fileName = differenceFileName(before.view.name, after.view.name, format);
  return {
    fileName: spreadsheet ? spreadsheetFileName(fileName) : fileName,
    counts,
    bytes:
      format === "csv"
        ? writtenCsv(wanted, spreadsheet)
        : writtenJson(before.view, after.view, counts, wanted),
  };
}

function readKinds(text: string): DifferenceKind[] {
  return text === "" ? [] : (text.split(" ") as DifferenceKind[]);
}

async function* writtenCsv(
  pairs: readonly Pair[],
  spreadsheet: boolean,
): AsyncGenerator<Uint8Array> {
  // Spreadsheet programs know UTF-8 by the byte-order mark.
  yield Buffer.from((spreadsheet ? "\uFEFF" : "") + csvRecord(DIFFERENCE_CSV_COLUMNS));
  for await (const rows of inBatches(pairs))
    yield Buffer.from(rows.map((row) => rowAsCsv(row, spreadsheet)).join(""));
}

async function* writtenJson(
  from: DifferenceSide,
  to: DifferenceSide,
  counts: DifferenceCounts,
  pairs: readonly Pair[],
): AsyncGenerator<Uint8Array> {
  const side = ({ name, sha256, publishedAt }: DifferenceSide) => ({
    release: name,
    sha256,
    published_at: publishedAt,
  });
  yield Buffer.from(
    `${JSON.stringify({ from: side(from), to: side(to), counts: { ...counts.byKind, any_content: counts.content, unchanged: counts.unchanged } }, null, 2).slice(0, -2)},\n  "changes": [`,
  );
  let first = true;
  for await (const rows of inBatches(pairs)) {
    yield Buffer.from(
      rows
        .map(
          (row, index) =>
            `${first && index === 0 ? "" : ","}\n    ${JSON.stringify(rowAsJson(row))}`,
        )
        .join(""),
    );
    first = false;
  }
  yield Buffer.from("\n  ]\n}\n");
}

const BATCH = 1_000;

async function* inBatches(pairs: readonly Pair[]): AsyncGenerator<DifferenceRow[]> {
  let coming = readCellsOf(pairs.slice(0, BATCH));
  for (let at = 0; at < pairs.length; at += BATCH) {
    const revisions = await coming;
    // The database reads the next batch while this one is being written.
    coming = readCellsOf(pairs.slice(at + BATCH, at + 2 * BATCH));
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps no one does.
    yield pairs
      .slice(at, at + BATCH)
      .map(([, questionId, fromPosition, toPosition, from, to, kinds]) => ({
        questionId,
        kinds: readKinds(kinds),
        before: from === null ? null : { position: fromPosition!, ...revisions.get(from)! },
        after: to === null ? null : { position: toPosition!, ...revisions.get(to)! },
      }));
  }
}

/** The number and cells of every revision that the pairs name, by id. */
async function readCellsOf(
  pairs: readonly Pair[],
): Promise<Map<number, { revision: number; cells: string[] }>> {
  if (pairs.length === 0) return new Map();
  const ids = [
    ...new Set(pairs.flatMap(([, , , , from, to]) => [from, to]).filter((id) => id !== null)),
  ];
  const { rows } = await withConnection((client) =>
    client.query<[number, number, string]>({
      text: "SELECT id, number, array_to_json(cells)::text FROM revisions WHERE id = ANY($1::int[])",
      values: [ids],
      rowMode: "array",
    }),
  );
  return new Map(
    rows.map(([id, revision, cells]) => [id, { revision, cells: JSON.parse(cells) as string[] }]),
  );
}

/** What a release of this selection would change since the last one, with the changelog that says so. */
export async function previewPublishing(
  actor: Actor,
  selection: Selection,
): Promise<PublishingPreview> {
  authorize(actor, "releases.publish");
  const last = await db.release.findFirst({
    orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
    select: { id: true, name: true },
  });
  const from: Side = last ? { kind: "release", id: last.id } : { kind: "nothing" };
  const to: Side = { kind: "selection", selection };
  const [answers, added, active] = await Promise.all([
    compare(from, to, "answers", CHANGELOG_LISTS, 0),
    compare(from, to, "added", CHANGELOG_LISTS, 0),
    db.questionHead.count({ where: { status: "active" } }),
  ]);
  const { content, unchanged, byKind } = answers.counts;
  const included = content - byKind.retired + unchanged;
  const partial = included < active ? { included, active } : null;
  return {
    since: last?.name ?? null,
    counts: answers.counts,
    partial: partial !== null,
    changelog: writeChangelog(
      last?.name ?? null,
      answers.counts,
      [...answers.rows, ...added.rows],
      partial,
    ),
  };
}
