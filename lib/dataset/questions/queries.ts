import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { cursorBatches, db, Prisma, withConnection, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { DUE, SECTION } from "./sql";
import { categoryOf, cellOf, contentOfRevision, foldText } from "./cells";
import { type FixedColumn, type GridColumn, type GridState } from "./grid";
import {
  type Category,
  type Edited,
  type Extras,
  type FactType,
  type Hops,
  type ReviewPolicy,
  type RevisionReason,
  type Split,
  type Status,
} from "./schema";
import { categoryInSql } from "./sql";
import { EXTRA_FIELDS, extrasOf } from "./fields";

// The grid ------------------------------------------------------------------------------------------------------

/** One row of the grid. What belongs to a column that is not shown stays away, to keep the answer small. */
export interface GridRow {
  id: number;
  status: Status;
  question: string;
  answer?: string;
  category?: Category;
  factType?: FactType;
  falsePremise?: boolean;
  hops?: Hops;
  split?: Split | null;
  year?: number | null;
  before?: boolean;
  reviewPolicy?: ReviewPolicy;
  /** ISO day. */
  reviewOn?: string | null;
  /** Its day of review has passed (lib/dataset/schedule). */
  overdue?: boolean;
  hosts?: string[];
  author?: string;
  /** ISO time. */
  revisedAt?: string;
  revision?: number;
}

export interface GridView {
  rows: GridRow[];
  total: number;
  /** The search found no exact match, so that these are the most similar questions, the best first. */
  similar: boolean;
}

/**
 * One page of the grid and how many questions match, in two statements that run side by side.
 */
export async function listQuestions(actor: Actor, state: GridState): Promise<GridView> {
  authorize(actor, "questions.read");
  const statements = gridStatements(state);
  const [rows, counts] = await Promise.all([
    db.$queryRaw<(Omit<GridRow, "revisedAt"> & { revisedAt?: Date })[]>(statements.page),
    db.$queryRaw<{ exact: number; similar: number | null }[]>(statements.count),
  ]);
  const { exact = 0, similar = null } = counts[0] ?? {};
  return {
    rows: rows.map(({ revisedAt, ...row }) => ({
      ...row,
      ...(revisedAt !== undefined && { revisedAt: revisedAt.toISOString() }),
    })),
    total: exact > 0 ? exact : (similar ?? 0),
    similar: exact === 0 && (similar ?? 0) > 0,
  };
}

/** The two statements of one grid request, exactly as they are sent; `npm run bench` runs them bare. */
export function gridStatements(state: GridState): { page: Prisma.Sql; count: Prisma.Sql } {
  const filter = gridFilter(state);
  const search = searchOf(state.q);
  const offset = (state.page - 1) * state.size;
  const narrow = (rank: Prisma.Sql | null, where: Prisma.Sql) => Prisma.sql`
    SELECT h.question_id, ${rank ?? Prisma.sql`0::real`} AS rank FROM question_heads h WHERE ${where}
    ORDER BY ${gridOrder(state, rank)} LIMIT ${state.size} OFFSET ${offset}`;

  // Narrow rows are sorted and skipped first; only those of the page are read whole.
  const ids =
    search === null
      ? narrow(null, filter)
      : Prisma.sql`
      (${narrow(search.exactRank, Prisma.sql`${filter} AND ${search.exact}`)})
      UNION ALL
      (SELECT h.question_id, top.rank FROM (${mostSimilar(filter, search)}) top JOIN question_heads h USING (question_id)
       ORDER BY ${gridOrder(state, Prisma.sql`top.rank`)} LIMIT ${state.size} OFFSET ${offset})`;
  const page = Prisma.sql`
    SELECT ${gridFields(state.columns)}
    FROM (${ids}) page JOIN question_heads h USING (question_id)
    ${state.columns.includes("author") ? Prisma.sql`JOIN users author ON author.id = h.author_id` : Prisma.empty}
    ORDER BY ${gridOrder(state, search === null ? null : Prisma.sql`page.rank`)}`;

  const count =
    search === null
      ? Prisma.sql`SELECT count(*)::int AS exact FROM question_heads h WHERE ${filter}`
      : Prisma.sql`
      SELECT exact, CASE WHEN exact = 0 THEN
        (SELECT count(*)::int FROM (SELECT FROM question_heads h WHERE ${filter} AND ${search.similar} LIMIT ${SIMILAR_AT_MOST}) alike) END AS similar
      FROM (SELECT count(*)::int AS exact FROM question_heads h WHERE ${filter} AND ${search.exact}) found`;
  return { page, count };
}

const CATEGORY = categoryInSql("h");
/** "before 2022" counts as 2021: the last year that it can mean. */
const LAST_YEAR = Prisma.sql`(h.effective_year - h.effective_before::int)`;

/** SQL: the head `h` passes the filters (all but the search). */
function gridFilter(state: GridState): Prisma.Sql {
  const all: Prisma.Sql[] = [];
  const oneOf = (column: Prisma.Sql, values: readonly string[]) => {
    if (values.length === 1) all.push(Prisma.sql`${column} = ${values[0]}`);
    else if (values.length > 1) all.push(Prisma.sql`${column} = ANY(${[...values]}::text[])`);
  };
  if (state.status.length === 1) oneOf(Prisma.sql`h.status`, state.status);
  oneOf(CATEGORY, state.category);
  oneOf(Prisma.sql`h.fact_type`, state.fact);
  if (state.premise !== null)
    all.push(
      state.premise === "false" ? Prisma.sql`h.false_premise` : Prisma.sql`NOT h.false_premise`,
    );
  oneOf(Prisma.sql`h.hops`, state.hops);
  if (state.split.length > 0) {
    const named = state.split.filter((split) => split !== "none");
    const choices: Prisma.Sql[] = [];
    if (named.length > 0) choices.push(Prisma.sql`h.split = ANY(${named}::text[])`);
    if (state.split.includes("none")) choices.push(Prisma.sql`h.split IS NULL`);
    all.push(Prisma.sql`(${Prisma.join(choices, " OR ")})`);
  }
  for (const { key, column } of EXTRA_FIELDS) {
    const chosen = state.extras[key] ?? [];
    if (chosen.length > 0)
      all.push(
        Prisma.sql`coalesce(${Prisma.raw(`h.${column}`)}, 'none') = ANY(${[...chosen]}::text[])`,
      );
  }
  if (state.yearFrom !== null) all.push(Prisma.sql`${LAST_YEAR} >= ${state.yearFrom}`);
  if (state.yearTo !== null) all.push(Prisma.sql`${LAST_YEAR} <= ${state.yearTo}`);
  oneOf(Prisma.sql`h.review_policy`, state.review);
  if (state.dueFrom !== null) all.push(Prisma.sql`h.review_on >= ${state.dueFrom}::date`);
  if (state.dueTo !== null) all.push(Prisma.sql`h.review_on <= ${state.dueTo}::date`);
  if (state.overdue)
    all.push(
      Prisma.sql`h.question_id IN (SELECT h.question_id FROM ${DUE} WHERE ${SECTION} = 'overdue')`,
    );
  if (state.author.length > 0) all.push(Prisma.sql`h.author_id = ANY(${state.author}::int[])`);
  if (state.host.length > 0) all.push(Prisma.sql`h.evidence_hosts && ${state.host}::text[]`);
  return all.length === 0 ? Prisma.sql`true` : Prisma.join(all, " AND ");
}

/** How alike a word and the likest stretch of a text must be (0 to 1): a slip in a word of six letters passes. */
const SIMILAR_ENOUGH = "0.4";
/** Beyond these the likeness is chance. */
const SIMILAR_AT_MOST = 100;

/** SQL: where nothing matches exactly, the ids of the most similar heads and their rank. */
function mostSimilar(filter: Prisma.Sql, search: Search): Prisma.Sql {
  return Prisma.sql`
    SELECT h.question_id, ${search.similarRank} AS rank FROM question_heads h
    WHERE ${filter} AND ${search.similar} AND NOT EXISTS (SELECT FROM question_heads h WHERE ${filter} AND ${search.exact})
    ORDER BY 2 DESC, h.position, h.question_id LIMIT ${SIMILAR_AT_MOST}`;
}

interface Search {
  exact: Prisma.Sql;
  exactRank: Prisma.Sql;
  similar: Prisma.Sql;
  similarRank: Prisma.Sql;
}

/**
 * SQL for the search: `exact` wants every word somewhere in question and answers ("quoted" text as one piece);
 * `similar` allows for typos. Both use the trigram index on the folded text.
 */
function searchOf(q: string): Search | null {
  const folded = foldText(q).replace(/\s+/g, " ").trim();
  const quoted = /^"(.+)"$/.exec(folded)?.[1]?.trim();
  const phrase = quoted || folded;
  if (phrase === "") return null;
  const words = quoted ? [quoted] : [...new Set(phrase.split(" "))].slice(0, 20);
  const exact = indexedOrNot(
    Prisma.join(
      words.map((word) => Prisma.sql`h.search_text LIKE ${containing(word)}`),
      " AND ",
    ),
  );

  // Words of one or two letters cannot be misspelt recognizably; alone they are all there is.
  const long = words.filter((word) => word.length > 2);
  const judged = long.length > 0 ? long : words;
  const alike = indexedOrNot(
    Prisma.join(
      judged.map((word) => Prisma.sql`${word} <% h.search_text`),
      " AND ",
    ),
  );
  // Whole sentences that differ in a word or two; strict word similarity keeps its own threshold (0.5).
  const whole =
    judged.length > 2
      ? Prisma.sql`(${alike} OR ${indexedOrNot(Prisma.sql`${phrase} <<% h.search_text`)})`
      : alike;
  return {
    exact,
    // The whole phrase before its words scattered over the text.
    exactRank:
      words.length > 1
        ? Prisma.sql`CASE WHEN h.search_text LIKE ${containing(phrase)} THEN 1 ELSE 0 END`
        : Prisma.sql`0::real`,
    // The threshold is set for this statement alone: a sub-select that names no row is evaluated before the scan.
    similar: Prisma.sql`(SELECT set_config('pg_trgm.word_similarity_threshold', ${SIMILAR_ENOUGH}, true)) IS NOT NULL AND ${whole}`,
    similarRank: Prisma.sql`(${Prisma.join(
      judged.map((word) => Prisma.sql`word_similarity(${word}, h.search_text)`),
      " + ",
    )})`,
  };
}

/** SQL: the condition, found through the trigram index where it holds the row, and row by row for those that wait for it. */
function indexedOrNot(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`((h.search_indexed AND ${condition}) OR (NOT h.search_indexed AND ${condition}))`;
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** SQL: what a column sorts by. Texts compare by their folded form, byte by byte, which is case-blind and quick. */
function sortKeys(column: GridColumn): Prisma.Sql[] {
  const extra = EXTRA_FIELDS.find(({ key }) => key === column);
  if (extra !== undefined)
    return [
      Prisma.sql`array_position(${[...extra.choices]}::text[], ${Prisma.raw(`h.${extra.column}`)})`,
    ];
  switch (column as FixedColumn) {
    case "id":
      return [Prisma.sql`h.question_id`];
    case "question":
      return [Prisma.sql`h.normalized COLLATE "C"`];
    case "answer":
      return [Prisma.sql`lower(h.primary_answer) COLLATE "C"`];
    case "category":
      return [
        Prisma.sql`(CASE WHEN h.false_premise THEN 0 WHEN h.fact_type = 'never-changing' THEN 1 WHEN h.fact_type = 'slow-changing' THEN 2 ELSE 3 END)`,
      ];
    case "factType":
      return [
        Prisma.sql`(CASE h.fact_type WHEN 'never-changing' THEN 1 WHEN 'slow-changing' THEN 2 ELSE 3 END)`,
      ];
    case "premise":
      return [Prisma.sql`h.false_premise`];
    case "hops":
      return [Prisma.sql`(CASE h.hops WHEN 'one-hop' THEN 1 ELSE 2 END)`];
    case "split":
      return [
        Prisma.sql`(CASE h.split WHEN 'TEST' THEN 1 WHEN 'DEV' THEN 2 WHEN 'DEMO' THEN 3 END)`,
      ];
    case "year":
      return [LAST_YEAR];
    // Days first, then the policies from the most frequent to "never".
    case "review":
      return [
        Prisma.sql`(CASE h.review_policy WHEN 'on_date' THEN 0 WHEN 'every_time' THEN 1 WHEN 'frequently' THEN 2 WHEN 'occasionally' THEN 3 WHEN 'hardly_ever' THEN 4 WHEN 'never' THEN 5 ELSE 6 END)`,
        Prisma.sql`h.review_on`,
      ];
    case "evidence":
      return [Prisma.sql`h.evidence_hosts COLLATE "C"`];
    case "status":
      return [Prisma.sql`h.status`];
    // A place in the list of names, made once: a look-up for each of 100,000 rows takes ten times as long.
    case "author":
      return [
        Prisma.sql`array_position((SELECT array_agg(id ORDER BY lower(name), id) FROM users), h.author_id)`,
      ];
    case "revised":
      return [Prisma.sql`h.revised_at`];
    case "revision":
      return [Prisma.sql`h.number`];
  }
}

function gridOrder(state: GridState, rank: Prisma.Sql | null): Prisma.Sql {
  const keys: Prisma.Sql[] = [];
  if (state.sort !== null) {
    const direction = state.sort.descending
      ? Prisma.sql`DESC NULLS LAST`
      : Prisma.sql`ASC NULLS LAST`;
    keys.push(...sortKeys(state.sort.column).map((key) => Prisma.sql`${key} ${direction}`));
  } else if (rank !== null) keys.push(Prisma.sql`${rank} DESC`);
  return Prisma.join([...keys, Prisma.sql`h.position`, Prisma.sql`h.question_id`], ", ");
}

/** Long texts are cut: the grid shows two lines of them. */
const FIELDS: Partial<Record<GridColumn, Prisma.Sql>> = {
  ...Object.fromEntries(
    EXTRA_FIELDS.map(({ key, column }) => [key, Prisma.raw(`h.${column} AS "${key}"`)]),
  ),
  answer: Prisma.sql`left(h.primary_answer, 200) AS answer`,
  category: Prisma.sql`${CATEGORY} AS category`,
  factType: Prisma.sql`h.fact_type AS "factType"`,
  premise: Prisma.sql`h.false_premise AS "falsePremise"`,
  hops: Prisma.sql`h.hops`,
  split: Prisma.sql`h.split`,
  year: Prisma.sql`h.effective_year AS year, h.effective_before AS before`,
  // The inner h and k are those of DUE.
  review: Prisma.sql`h.review_policy AS "reviewPolicy", h.review_on::text AS "reviewOn", (SELECT ${SECTION} = 'overdue' FROM ${DUE} WHERE h.question_id = page.question_id) AS overdue`,
  evidence: Prisma.sql`h.evidence_hosts AS hosts`,
  author: Prisma.sql`author.name AS author`,
  revised: Prisma.sql`h.revised_at AS "revisedAt"`,
  revision: Prisma.sql`h.number AS revision`,
};

function gridFields(columns: readonly GridColumn[]): Prisma.Sql {
  const always = [
    Prisma.sql`h.question_id AS id`,
    Prisma.sql`h.status`,
    Prisma.sql`left(h.question, 300) AS question`,
  ];
  return Prisma.join([...always, ...columns.flatMap((column) => FIELDS[column] ?? [])], ", ");
}

/** The ids of every question that matches the grid's filters, in its order: for bulk changes of more than a page. */
export async function listMatchingIds(
  actor: Actor,
  state: GridState,
  from: Tx = db,
): Promise<number[]> {
  authorize(actor, "questions.read");
  const rows = await from.$queryRaw<{ id: number }[]>(
    everyMatch(state, Prisma.sql`h.question_id AS id`, Prisma.empty),
  );
  return rows.map((row) => row.id);
}

/** The whole grid without its pages. */
function everyMatch(state: GridState, fields: Prisma.Sql, joins: Prisma.Sql): Prisma.Sql {
  const filter = gridFilter(state);
  const search = searchOf(state.q);
  if (search === null)
    return Prisma.sql`SELECT ${fields} FROM question_heads h ${joins} WHERE ${filter} ORDER BY ${gridOrder(state, null)}`;
  return Prisma.sql`
    SELECT ${fields} FROM (
      SELECT h.question_id, ${search.exactRank} AS rank FROM question_heads h WHERE ${filter} AND ${search.exact}
      UNION ALL
      (${mostSimilar(filter, search)})
    ) found JOIN question_heads h USING (question_id) ${joins}
    ORDER BY ${gridOrder(state, Prisma.sql`found.rank`)}`;
}

/**
 * The rows of the grid as a release would print them, in the grid's order, batch by batch; `id` is the row's place.
 * @yields rows of `cells` (twenty raw texts, `id` first) and the `style` of their quoting.
 */
export async function* exportMatching(
  actor: Actor,
  state: GridState,
): AsyncGenerator<{ cells: string[]; style: number; record: number }[]> {
  authorize(actor, "questions.read");
  const sql = everyMatch(
    state,
    Prisma.sql`r.cells`,
    Prisma.sql`JOIN revisions r ON r.id = h.revision_id`,
  );
  const batches: AsyncGenerator<{ cells: string[] }[]> = streamRows(sql);
  let place = 0;
  for await (const batch of batches) {
    yield batch.map((row) => ({ cells: [String(place++), ...row.cells], style: 0, record: place }));
  }
}

/** Reads through a cursor on a connection of its own, which goes back when the reader is done or gives up. */
async function* streamRows<Row>(sql: Prisma.Sql): AsyncGenerator<Row[]> {
  let giveBack = () => {};
  const client = await new Promise<Parameters<Parameters<typeof withConnection>[0]>[0]>(
    (resolve, reject) => {
      withConnection(
        (lent) =>
          new Promise<void>((done) => {
            giveBack = done;
            resolve(lent);
          }),
      ).catch(reject);
    },
  );
  // A connection that breaks between two queries must not end the process; the next query fails instead.
  const ignore = () => {};
  client.on("error", ignore);
  try {
    await client.query("BEGIN READ ONLY");
    yield* cursorBatches<Row>(client, sql.text, sql.values, 1_000);
  } finally {
    await client.query("ROLLBACK").catch(() => {});
    client.off("error", ignore);
    giveBack();
  }
}

export interface GridChoices {
  authors: { id: number; name: string }[];
  /** The commonest evidence hosts of the active questions, the commonest first. */
  hosts: { host: string; count: number }[];
  views: SavedViewRow[];
}

export interface SavedViewRow {
  id: number;
  name: string;
  query: string;
  shared: boolean;
  /** Whose view it is; null for the reader's own. */
  owner: string | null;
}

/** What the filter menus offer, read when someone opens one: it takes longer than a page of the grid. */
export async function listGridChoices(actor: Actor): Promise<GridChoices> {
  authorize(actor, "questions.read");
  const [authors, hosts, views] = await Promise.all([
    db.$queryRaw<{ id: number; name: string }[]>`
      SELECT id, name FROM users WHERE id IN (SELECT DISTINCT author_id FROM question_heads) ORDER BY lower(name), id`,
    db.$queryRaw<{ host: string; count: number }[]>`
      SELECT host, count(*)::int AS count FROM question_heads h, unnest(h.evidence_hosts) AS host
      WHERE h.status = 'active' GROUP BY host ORDER BY count DESC, host LIMIT 100`,
    savedViews(actor),
  ]);
  return { authors, hosts, views };
}

/** One's own saved views of the grid, then those that others share. */
async function savedViews(actor: Actor): Promise<SavedViewRow[]> {
  const views = await db.savedView.findMany({
    where: { OR: [{ ownerId: actor.userId }, { shared: true }] },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      query: true,
      shared: true,
      ownerId: true,
      owner: { select: { name: true } },
    },
  });
  const rows = views.map(({ ownerId, owner, ...view }) => ({
    ...view,
    owner: ownerId === actor.userId ? null : owner.name,
  }));
  return [
    ...rows.filter((view) => view.owner === null),
    ...rows.filter((view) => view.owner !== null),
  ];
}

// The question --------------------------------------------------------------------------------------------------

export interface RevisionView {
  id: number;
  number: number;
  reason: RevisionReason;
  comment: string;
  author: string;
  /** ISO time. */
  at: string;
  /** The bulk change, import or undo that wrote it. */
  operation: { id: number; kind: string; summary: string; undone: boolean } | null;
  status: Status;
  /** The raw text of the nineteen content cells. */
  cells: string[];
  /** Fields that no release holds. */
  extras: Extras;
}

export interface QuestionView {
  id: number;
  status: Status;
  category: Category;
  /** The last revision as a person edits it. */
  content: Edited;
  /** Its raw next-review cell, for schedules that name no day. */
  reviewCell: string;
  /** ISO times and names. */
  created: { at: string; by: string };
  revisionId: number;
  number: number;
  /** Questions that took its place, and those whose place it took. */
  replacedBy: number[];
  replaces: number[];
  /** Where the question was released, the latest first. */
  releases: { name: string; position: number; revision: number; publishedAt: string }[];
  /** All revisions, the last one first. */
  history: RevisionView[];
  /** Its day of review has passed (lib/dataset/schedule). */
  overdue: boolean;
}

/** Prisma's selection of extra fields. What it reads has no types of its own: extrasOf does. */
const EXTRA_SELECT: object = Object.fromEntries(EXTRA_FIELDS.map(({ key }) => [key, true]));

/**
 * A question with its whole history.
 * @throws NotFound
 */
export async function getQuestion(actor: Actor, questionId: number): Promise<QuestionView> {
  authorize(actor, "questions.read");
  const question = await db.question.findUnique({
    where: { id: questionId },
    select: {
      id: true,
      createdAt: true,
      createdBy: { select: { name: true } },
      revisions: {
        orderBy: { number: "desc" },
        select: {
          id: true,
          number: true,
          reason: true,
          comment: true,
          createdAt: true,
          cells: true,
          status: true,
          falsePremise: true,
          factType: true,
          reviewPolicy: true,
          reviewOn: true,
          ...EXTRA_SELECT,
          author: { select: { name: true } },
          operation: {
            select: { id: true, kind: true, summary: true, undoneBy: { select: { id: true } } },
          },
        },
      },
      successors: { orderBy: { successorId: "desc" }, select: { successorId: true } },
      replaces: { orderBy: { questionId: "asc" }, select: { questionId: true } },
      releaseEntries: {
        select: {
          position: true,
          revision: { select: { number: true } },
          release: { select: { name: true, publishedAt: true } },
        },
      },
    },
  });
  const head = question?.revisions[0];
  if (!question || !head) throw new NotFound(`Question Q${questionId}`);

  const [due] = await db.$queryRaw<
    { overdue: boolean }[]
  >`SELECT ${SECTION} = 'overdue' AS overdue FROM ${DUE} WHERE h.question_id = ${questionId}`;
  const content = { ...contentOfRevision(head), extras: extrasOf(head) };
  return {
    id: question.id,
    status: head.status as Status,
    category: categoryOf(content),
    content,
    reviewCell: cellOf(head.cells, "next_review"),
    created: { at: question.createdAt.toISOString(), by: question.createdBy.name },
    revisionId: head.id,
    number: head.number,
    replacedBy: question.successors.map((pair) => pair.successorId),
    replaces: question.replaces.map((pair) => pair.questionId),
    releases: question.releaseEntries
      .map((entry) => ({
        name: entry.release.name,
        position: entry.position,
        revision: entry.revision.number,
        publishedAt: entry.release.publishedAt.toISOString(),
      }))
      .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)),
    history: question.revisions.map((revision) => ({
      id: revision.id,
      number: revision.number,
      reason: revision.reason as RevisionReason,
      comment: revision.comment,
      author: revision.author.name,
      at: revision.createdAt.toISOString(),
      operation: revision.operation && {
        id: revision.operation.id,
        kind: revision.operation.kind,
        summary: revision.operation.summary,
        undone: revision.operation.undoneBy !== null,
      },
      status: revision.status as Status,
      cells: revision.cells,
      extras: extrasOf(revision),
    })),
    overdue: due?.overdue ?? false,
  };
}

export interface QuestionPosition {
  previous: number | null;
  next: number | null;
  /** The question's place in the view, counted from 1; null when the view does not hold it. */
  place: number | null;
  total: number;
}

/** The questions before and after one in a view of the grid. */
export async function getQuestionPosition(
  actor: Actor,
  questionId: number,
  state: GridState,
): Promise<QuestionPosition> {
  authorize(actor, "questions.read");
  const inView = everyMatch(
    state,
    Prisma.sql`h.question_id, row_number() OVER (ORDER BY ${positionOrder(state)}) AS place`,
    Prisma.empty,
  );
  const [found] = await db.$queryRaw<(QuestionPosition & { place: number })[]>`
    WITH listed AS MATERIALIZED (${inView}), here AS (SELECT place FROM listed WHERE question_id = ${questionId})
    SELECT here.place::int AS place, (SELECT count(*)::int FROM listed) AS total,
      (SELECT question_id FROM listed WHERE place = here.place - 1) AS previous,
      (SELECT question_id FROM listed WHERE place = here.place + 1) AS next
    FROM here`;
  return found ?? { previous: null, next: null, place: null, total: 0 };
}

function positionOrder(state: GridState): Prisma.Sql {
  return gridOrder(state, searchOf(state.q) === null ? null : Prisma.sql`found.rank`);
}
