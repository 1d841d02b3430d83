import { z } from "zod";
import type { UndatedChanges } from "@/lib/dataset/questions/rules";
import {
  answerCells,
  cell,
  orderAsOf,
  revisionsAsOf,
  undatedAfter,
} from "@/lib/dataset/questions/sql";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import {
  fileLayoutSchema,
  OFFICIAL_LAYOUT,
  type FileLayout,
} from "@/lib/dataset/file-formats/release-file";
import { spreadsheetFileName } from "@/lib/dataset/imports/rules";
import { checkWorkbookRows } from "@/lib/dataset/file-formats/write-workbook";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { now } from "@/lib/platform/clock";
import { copyOut, db, Prisma, withConnection } from "@/lib/platform/db";
import { categoryOf, cellSql } from "@/lib/dataset/questions/cells";
import {
  CONTENT_COLUMNS,
  RELEASE_COLUMNS,
  type Category,
  type FactType,
  type Hops,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import { writeFile, type OutgoingRow } from "./file-bytes";
import { pastStateFileName, plainRecords, currentFileName, RECORD_END } from "./rules";
import { MEDIA_TYPES, type ExportRequest } from "./schema";
import { type asOfPage } from "./address";
import { type AddressState } from "@/lib/platform/address";
import { pageInSql, type ListPage } from "@/lib/platform/lists";

const QUESTIONS_PER_PAGE = 50;

/** A file on its way to someone. */
export interface OutgoingFile {
  fileName: string;
  mediaType: string;
  /** Read as fast as it is taken, and no further once the iteration ends. Nothing is held open in between. */
  bytes: AsyncGenerator<Uint8Array>;
}

/**
 * The present state of the dataset as a file: all active questions in the order of the dataset, `id` counting from 0,
 * in the form of the file that was imported last, so that an untouched import comes out byte for byte.
 *
 * The state is that of one moment: first the list of revisions is taken, then these are read batch by batch. As no
 * revision ever changes, that needs neither a transaction nor a connection kept for a slow reader.
 */
export async function exportCurrent(actor: Actor, request: ExportRequest): Promise<OutgoingFile> {
  authorize(actor, "questions.read");
  const [state] = await db.$queryRaw<StateRow[]>`
    WITH active AS (SELECT array_agg(question_id ORDER BY position, question_id) AS questions, array_agg(revision_id ORDER BY position, question_id) AS revisions
      FROM question_heads WHERE status = 'active'),
    last AS (SELECT layout, question_ids, id_cells FROM arrangements ORDER BY id DESC LIMIT 1)
    ${STATE_COLUMNS}`;
  return stateFile(actor, state!, request, currentFileName(request.format, now()));
}

/**
 * The dataset as it was at the end of a day, in the order and the form of the file that was the last one then: after two
 * releases were imported, the day of the first gives the first, byte for byte. As of today it is the file of
 * exportCurrent. Questions that the order does not know follow behind. A state without any question is a file without
 * rows.
 * @param day ISO day; revisionsAsOf says what holds then.
 */
export async function exportAsOf(
  actor: Actor,
  day: string,
  request: ExportRequest,
): Promise<OutgoingFile> {
  authorize(actor, "questions.read");
  const [state] = await db.$queryRaw<StateRow[]>`
    WITH ${standingOn(day)},
    active AS (SELECT array_agg(question_id ORDER BY place NULLS LAST, position, question_id) AS questions,
        array_agg(revision_id ORDER BY place NULLS LAST, position, question_id) AS revisions FROM standing)
    ${STATE_COLUMNS}`;
  return stateFile(actor, state!, request, pastStateFileName(request.format, day));
}

/** What the state of a past day cannot be certain of; null: nothing. @param day ISO day */
export async function undatedChangesAfter(
  actor: Actor,
  day: string,
): Promise<UndatedChanges | null> {
  authorize(actor, "questions.read");
  const [row] = await db.$queryRaw<[UndatedChanges]>(undatedAfter(day));
  return row.questions === 0 ? null : row;
}

/** What is needed to write a state of the dataset as a file. */
interface StateRow {
  revisionIds: string;
  layout: unknown;
  idCells: string | null;
  /** Some row was quoted or ended in another way than the official one (Revision.style). */
  styled: boolean;
}

/** SQL: a StateRow, from `active` (questions and their revisions in order) and the `last` arrangement. */
const STATE_COLUMNS = Prisma.sql`
  SELECT array_to_json(coalesce(revisions, '{}'))::text AS "revisionIds", layout,
    -- The file's own ids hold good only as long as the dataset is exactly that file.
    CASE WHEN cardinality(id_cells) > 0 AND question_ids[1:cardinality(id_cells)] = questions THEN array_to_json(id_cells)::text END AS "idCells",
    EXISTS (SELECT 1 FROM revisions r WHERE r.style <> 0 AND r.id = ANY(revisions)) AS styled
  FROM active LEFT JOIN last ON TRUE`;

/**
 * SQL: `last`, the arrangement as of a day, and `standing`, the active questions as of that day with their revision, their
 * `place` in the arrangement (null: behind it) and their present `position`. Positions are those of the arrangement laid
 * last: where that is the one, they are the places, also of questions that were retired while it was laid and are active
 * now. Grouped instead of joined: the planner takes past states for a few rows, and would compare each place with each
 * question.
 */
function standingOn(day: string): Prisma.Sql {
  return Prisma.sql`
    last AS (SELECT id, layout, question_ids, id_cells FROM ${orderAsOf(day)} laid),
    standing AS (SELECT question_id, max(revision_id) AS revision_id, max(position) AS position,
        CASE (SELECT last.id = (SELECT max(id) FROM arrangements) FROM last)
          WHEN FALSE THEN max(place) WHEN TRUE THEN CASE WHEN bool_or(active) OR count(place) > 0 THEN max(position) END END AS place
      FROM (
        SELECT held.question_id, held.id AS revision_id, NULL AS place, h.position, h.status = 'active' AS active
          FROM ${revisionsAsOf(day)} held JOIN question_heads h USING (question_id) WHERE held.status = 'active'
        UNION ALL
        SELECT listed.question_id, NULL, listed.place, NULL, NULL FROM last, unnest(last.question_ids) WITH ORDINALITY AS listed (question_id, place)) placed
      GROUP BY question_id HAVING count(revision_id) > 0)`;
}

function stateFile(
  actor: Actor,
  state: StateRow,
  request: ExportRequest,
  fileName: string,
): OutgoingFile {
  const revisionIds = z.array(z.number()).parse(JSON.parse(state.revisionIds));
  const idCells =
    state.idCells === null ? [] : z.array(z.string()).parse(JSON.parse(state.idCells));
  const imported = state.layout === null ? null : fileLayoutSchema.parse(state.layout);
  // Only a CSV file has a form of its own to keep.
  const layout = imported?.format === "csv" ? imported : OFFICIAL_LAYOUT;
  const spreadsheet = request.format === "csv" && request.spreadsheet === true;
  if (request.format === "xlsx") checkWorkbookRows(revisionIds.length);
  return {
    fileName: spreadsheet ? spreadsheetFileName(fileName) : fileName,
    mediaType: MEDIA_TYPES[request.format],
    bytes:
      request.format === "csv" &&
      !spreadsheet &&
      idCells.length === 0 &&
      !state.styled &&
      layout.columns.join() === RELEASE_COLUMNS.join()
        ? plainCsv(actor, revisionIds, layout, request.preamble)
        : writeFile(request.format, revisionRows(actor, revisionIds, idCells), layout, {
            preamble: request.preamble,
            spreadsheet,
          }),
  };
}

/**
 * What writeFile gives for rows of style 0 in the official order of columns, with the records written by Postgres, whose
 * CSV quotes as releases do: a cell is quoted only for a comma, a quote, CR or LF (an empty one is given as NULL).
 */
async function* plainCsv(
  actor: Actor,
  revisionIds: readonly number[],
  layout: FileLayout,
  preamble: boolean,
): AsyncGenerator<Uint8Array> {
  authorize(actor, "questions.read");
  for await (const head of writeCsv([], { ...layout, ending: "" }, { preamble }))
    yield Buffer.from(head, "utf8");
  const read = (from: number): Promise<Buffer> =>
    withConnection((client) =>
      copyOut(
        client,
        `
    SELECT ${from} + listed.place - 1, ${CONTENT_COLUMNS.map((column) => `nullif(${cellSql("r", column)}, '')`).join(", ")}, E'${RECORD_END}'
    FROM unnest('{${revisionIds.slice(from, from + PLAIN_BATCH).join()}}'::int[]) WITH ORDINALITY AS listed (id, place) JOIN revisions r USING (id)
    ORDER BY listed.place`,
        "FORMAT csv",
      ),
    );
  const coming: Promise<Buffer>[] = [];
  for (let from = 0; from < revisionIds.length || coming.length > 0;) {
    // The database writes the next batches while one is on its way.
    for (; coming.length < PLAIN_AHEAD && from < revisionIds.length; from += PLAIN_BATCH) {
      const batch = read(from);
      batch.catch(() => {}); // Whoever asks for the batch gets the failure; perhaps no one does.
      coming.push(batch);
    }
    yield plainRecords(await coming.shift()!, layout.newline);
  }
  if (layout.ending !== "") yield Buffer.from(layout.ending, "utf8");
}

/** A question as it was on a day. */
interface PastQuestion {
  questionId: number;
  /** Number of the revision of that day. */
  revision: number;
  question: string;
  answer: string;
  category: Category;
  hops: Hops;
  split: Split | null;
  /** ISO day since which the dataset said this. */
  holdsSince: string;
  /** It has been revised or retired since. */
  changedSince: boolean;
}

/** A page of the dataset as of a day, in the order of that day. */
export interface AsOfView extends ListPage<PastQuestion> {
  day: string;
  /** The day it is in the dataset's time zone, and that zone's name. */
  today: string;
  timeZone: string;
  /** The first day that the dataset says anything of; null while it is empty. */
  firstDay: string | null;
  /** What is not known of the day. */
  undated: UndatedChanges | null;
}

/** The active questions of a day, searched in question and answers, a page (counted from 1) at a time. @param address.day null: today. */
export async function listAsOf(
  actor: Actor,
  address: AddressState<typeof asOfPage>,
): Promise<AsOfView> {
  authorize(actor, "questions.read");
  const [calendar] = await db.$queryRaw<
    { today: string; timeZone: string; firstDay: string | null }[]
  >`
    SELECT dataset_today()::text AS today, (SELECT time_zone FROM dataset_settings) AS "timeZone", (SELECT min(holds_since)::text FROM revisions) AS "firstDay"`;
  const day = address.day ?? calendar!.today;
  // Cells 2 and 9 to 18 are `question` and the answers (CONTENT_COLUMNS; Postgres counts from 1).
  const found =
    address.q === ""
      ? Prisma.sql`TRUE`
      : Prisma.sql`strpos(lower(${cell("r", "question")} || ' ' || array_to_string(${answerCells("r")}, ' ')), lower(${address.q})) > 0`;
  const rows = await db.$queryRaw<
    (Omit<PastQuestion, "category"> & {
      falsePremise: boolean;
      factType: FactType;
      total: number;
    })[]
  >`
    WITH ${standingOn(day)}, matching AS (
      SELECT s.question_id, s.revision_id, s.place, s.position, count(*) OVER ()::int AS total
      FROM standing s ${address.q === "" ? Prisma.empty : Prisma.sql`JOIN revisions r ON r.id = s.revision_id`} WHERE ${found}
      ORDER BY s.place NULLS LAST, s.position, s.question_id ${pageInSql(address.page, QUESTIONS_PER_PAGE)})
    SELECT m.question_id AS "questionId", r.number AS revision, trim(${cell("r", "question")}) AS question, trim(${cell("r", "answer_0")}) AS answer, r.false_premise AS "falsePremise",
      r.fact_type AS "factType", r.hops, r.split, r.holds_since::text AS "holdsSince", h.revision_id <> m.revision_id AS "changedSince", m.total
    FROM matching m JOIN revisions r ON r.id = m.revision_id JOIN question_heads h ON h.question_id = m.question_id
    ORDER BY m.place NULLS LAST, m.position, m.question_id`;
  return {
    ...calendar!,
    day,
    total: rows[0]?.total ?? 0,
    page: address.page,
    pageSize: QUESTIONS_PER_PAGE,
    undated: await undatedChangesAfter(actor, day),
    rows: rows.map(({ falsePremise, factType, total: _total, ...row }) => ({
      ...row,
      category: categoryOf({ falsePremise, factType }),
    })),
  };
}

/** Revisions that are read at a time. */
const BATCH = 1_000;
/** The same where the database writes the records itself. */
const PLAIN_BATCH = 2_000;
/** How many such batches are under way at once. */
const PLAIN_AHEAD = 2;

/**
 * Revisions as the rows of a file, in the given order, batch by batch.
 * @param idCells the rows' `id` cells where they are not their places, counted from 0.
 */
async function* revisionRows(
  actor: Actor,
  revisionIds: readonly number[],
  idCells: readonly string[] = [],
): AsyncGenerator<OutgoingRow[]> {
  authorize(actor, "questions.read");
  let coming = readRevisions(revisionIds.slice(0, BATCH));
  for (let from = 0; from < revisionIds.length; from += BATCH) {
    const rows = await coming;
    // The database reads the next batch while this one is being written.
    coming = readRevisions(revisionIds.slice(from + BATCH, from + 2 * BATCH));
    coming.catch(() => {}); // Whoever asks for the next batch gets the failure; perhaps no one does.
    yield rows.map(({ questionId, revision, style, cells }, index) => ({
      record: from + index,
      questionId: `Q${questionId}`,
      revision,
      style,
      cells: [idCells[from + index] ?? String(from + index), ...(JSON.parse(cells) as string[])],
    }));
  }
}

interface RevisionRecord {
  id: number;
  questionId: number;
  revision: number;
  style: number;
  /** The nineteen cells as JSON, which is read several times faster than the text form of a Postgres array. */
  cells: string;
}

/** Straight through the driver: Prisma's own conversion of rows would cost more than reading them. */
async function readRevisions(ids: readonly number[]): Promise<RevisionRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await withConnection((client) =>
    client.query<RevisionRecord>(
      `
    SELECT id, question_id AS "questionId", number AS revision, style, array_to_json(cells)::text AS cells
    FROM revisions WHERE id = ANY($1::int[])`,
      [ids],
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)!);
}
