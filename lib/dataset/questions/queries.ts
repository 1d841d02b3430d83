import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { cursorBatches, db, Prisma, withLongConnection, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { containing, literally } from "@/lib/platform/like";
import { DUE, DUE_COUNTS, OVERDUE, SECTION } from "./sql";
import { categoryOf, cellOf, contentOfRevision } from "./cells";
import { meantWords, pageQuery, readSearch, SHORT, type Sought } from "./search";
import {
  CELL_TEXT_COLUMNS,
  columnsRead,
  DEFAULT_GRID,
  isFiltered,
  type FilterKey,
  type FixedColumn,
  type GridColumn,
  type GridGroup,
  type GridState,
} from "./grid";
import type { Content } from "./schema";
import {
  STATUSES,
  type Category,
  type FactType,
  type Hops,
  type ReviewPolicy,
  type RevisionReason,
  type Split,
  type Status,
} from "./vocabulary";
import { categoryInSql, cell } from "./sql";
import { takenBackOf } from "./rules";

// The grid ------------------------------------------------------------------------------------------------------

/** One row of the grid. What belongs to a column that is not shown stays away, to keep the answer small. */
export interface GridRow {
  id: number;
  /** Which revision the row shows. */
  revisionId: number;
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
  /** The search found no exact match, so that these are similar questions. */
  similar: boolean;
  /** The words that were searched instead of mistyped ones. */
  meant: string | null;
}

/** One page of the grid, and how many questions match: that takes longer, and arrives by itself. */
export async function listQuestions(
  actor: Actor,
  state: GridState,
): Promise<{ view: GridView; counting: Promise<number> }> {
  authorize(actor, "questions.read");
  const search = await resolveSearch(state);
  const { page, count } = gridStatements(state, search);
  const rows = db.$queryRaw<RawRow[]>(page);
  const counting = db.$queryRaw<{ count: number }[]>(count).then(([found]) => found!.count);
  // Whoever reads the count is told of its failure; where it is not read, no one is.
  counting.catch(() => {});
  return {
    view: {
      rows: (await rows).map(gridRow),
      similar: search?.similar ?? false,
      meant: search?.meant ?? null,
    },
    counting,
  };
}

/** How many questions the filters and the search match. */
export async function countQuestions(actor: Actor, state: GridState): Promise<number> {
  authorize(actor, "questions.read");
  const [found] = await db.$queryRaw<{ count: number }[]>(
    gridStatements(state, await resolveSearch(state)).count,
  );
  return found!.count;
}

/** The question that a search for a number means by its row in a release. */
export interface FoundInRelease {
  questionId: number;
  /** Its id there. */
  id: number;
  release: string;
}

/** Finds what "515" or "515 of FreshQA_v01012026" means as an id of a release's row; null: nothing, or no such search. */
export async function findInRelease(actor: Actor, q: string): Promise<FoundInRelease | null> {
  authorize(actor, "questions.read");
  const wanted = readSearch(q)?.releaseId;
  if (!wanted) return null;
  const [found] = await db.$queryRaw<FoundInRelease[]>`
    SELECT e.question_id AS "questionId", e.position AS id, r.name AS release
    FROM release_entries e JOIN releases r ON r.id = e.release_id
    WHERE e.position = ${wanted.id} AND e.release_id = ${releaseWanted(wanted.release)}`;
  return found ?? null;
}

type RawRow = Omit<GridRow, "revisedAt"> & { revisedAt?: Date };

function gridRow({ revisedAt, ...row }: RawRow): GridRow {
  return { ...row, ...(revisedAt !== undefined && { revisedAt: revisedAt.toISOString() }) };
}

/** What rows a view has, for a grid that reads them in windows. */
export interface GridIds {
  /** Ids of all questions that match, in the view's order; those of a group stand together. */
  ids: number[];
  /** The groups in their order, where the view has them; their counts add up to the number of ids. */
  groups: { key: string; count: number }[] | null;
}

/** The ids of a whole view, and its groups. Ids and groups are one state of the dataset. */
export async function listGridIds(actor: Actor, state: GridState): Promise<GridIds> {
  authorize(actor, "questions.read");
  const { group } = state;
  const search = await resolveSearch(state);
  const id = Prisma.sql`h.question_id AS id`;
  // As one text: a hundred thousand rows, or values, are read slower than they are found.
  if (group === null) {
    const [all] = await db.$queryRaw<{ ids: string }[]>`
      SELECT array_to_json(ARRAY(${everyMatch(state, search, id, Prisma.empty)}))::text AS ids`;
    return { ids: JSON.parse(all!.ids) as number[], groups: null };
  }
  const { key, order } = GROUPS[group];
  const grouped = Prisma.sql`${id}, ${key} AS key, ${order} AS place`;
  const [all] = await db.$queryRaw<{ ids: string; groups: GridIds["groups"] }[]>`
    WITH listed AS MATERIALIZED (${everyMatch(state, search, grouped, Prisma.empty)})
    SELECT array_to_json(ARRAY(SELECT id FROM listed))::text AS ids, (
      SELECT coalesce(json_agg(g ORDER BY place NULLS LAST), '[]') FROM (SELECT key, count(*)::int AS count, place FROM listed GROUP BY key, place) g
    ) AS groups`;
  return {
    ids: JSON.parse(all!.ids) as number[],
    groups: all!.groups!.map(({ key, count }) => ({ key, count })),
  };
}

/** Rows of the grid by their ids, in the order of the ids; those that are not there are left out. */
export async function listGridRows(
  actor: Actor,
  questionIds: readonly number[],
  columns: readonly GridColumn[],
): Promise<GridRow[]> {
  authorize(actor, "questions.read");
  const rows = await db.$queryRaw<RawRow[]>`
    SELECT ${gridFields(columns)}
    FROM unnest(${[...questionIds]}::int[]) WITH ORDINALITY AS page (question_id, place) JOIN question_heads h USING (question_id)
    ${authorsFor(columns)}
    ORDER BY page.place`;
  return rows.map(gridRow);
}

/** How many questions each value of a filter has under the other filters, by filter and value; values without any are absent. */
export type GridFacets = Record<Facet, Record<string, number>>;

/** What is counted for the filters: their columns of heads. */
interface Counted {
  factType: FactType;
  falsePremise: boolean;
  hops: Hops;
  split: Split | null;
  status: Status;
  review: ReviewPolicy;
  count: number;
}

/** The value of each filter in such a row. */
const FACETS = {
  category: (row: Counted) => categoryOf(row),
  fact: (row: Counted) => row.factType,
  premise: (row: Counted) => (row.falsePremise ? "false" : "valid"),
  hops: (row: Counted) => row.hops,
  split: (row: Counted) => row.split ?? "none",
  status: (row: Counted) => row.status,
  review: (row: Counted) => row.review,
} as const;
type Facet = keyof typeof FACETS;
const FACET_NAMES = Object.keys(FACETS) as Facet[];

/**
 * Counts of each value of each filter. A filter's own choice does not narrow its own counts, so that they say what choosing
 * another value would show. One pass over the questions; each of the few hundred kinds of them that there are is counted for
 * every filter whose others it passes.
 */
export async function countFacets(actor: Actor, state: GridState): Promise<GridFacets> {
  authorize(actor, "questions.read");
  const nothing: GridState = { ...DEFAULT_GRID, status: [...STATUSES] };
  const unfiltered = Object.fromEntries(FACET_NAMES.map((facet) => [facet, nothing[facet]]));
  const where = matching({ ...state, ...unfiltered }, await resolveSearch(state));
  const rows = await db.$queryRaw<Counted[]>`
    SELECT h.fact_type AS "factType", h.false_premise AS "falsePremise", h.hops, h.split, h.status, h.review_policy AS review, count(*)::int AS count
    FROM question_heads h WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6`;
  const facets = Object.fromEntries(
    FACET_NAMES.map((facet) => [facet, {}]),
  ) as unknown as GridFacets;
  const passes = (facet: Facet, row: Counted) => {
    const chosen = [state[facet] ?? []].flat() as string[];
    return chosen.length === 0 || chosen.includes(FACETS[facet](row));
  };
  for (const row of rows) {
    const failed = FACET_NAMES.filter((facet) => !passes(facet, row));
    for (const facet of FACET_NAMES) {
      if (failed.some((other) => other !== facet)) continue;
      const value = FACETS[facet](row);
      facets[facet][value] = (facets[facet][value] ?? 0) + row.count;
    }
  }
  return facets;
}

/**
 * The statements of one page of the grid and of its count, exactly as they are sent; `npm run bench` runs them bare.
 * @param search what resolveSearch made of the state's search
 */
export function gridStatements(
  state: GridState,
  search: ResolvedSearch | null,
): { page: Prisma.Sql; count: Prisma.Sql } {
  const where = matching(state, search);
  const rank = search?.rank ?? null;
  const columns = columnsRead(state);
  // Groups are shown of whole views (listGridIds): their page is there to say whether there is anything.
  const ordered = state.group === null ? state : { ...state, group: null, sort: null };
  // Narrow rows are sorted and skipped first; only those of the page are read whole.
  const page = Prisma.sql`
    SELECT ${gridFields(columns)}
    FROM (${pageIds(ordered, where, rank)}) page JOIN question_heads h USING (question_id)
    ${authorsFor(columns)}
    ORDER BY ${gridOrder(ordered, rank === null ? null : Prisma.sql`page.rank`)}`;
  // All that is overdue is counted by its kinds, see DUE_COUNTS.
  const count =
    state.overdue && search === null && !isFiltered({ ...state, overdue: false })
      ? Prisma.sql`SELECT coalesce(sum(h.count), 0)::int AS count FROM ${DUE_COUNTS} WHERE d.due_on < k.today`
      : Prisma.sql`SELECT count(*)::int AS count FROM question_heads h WHERE ${where}`;
  return { page, count };
}

/**
 * SQL: `question_id` and `rank` of a page. An index gives each order, forwards and backwards: those without a value, who come
 * last in either, and authors, whose order is that of their names, are therefore found part by part.
 */
function pageIds(state: GridState, where: Prisma.Sql, rank: Prisma.Sql | null): Prisma.Sql {
  const until = state.page * state.size;
  const window = Prisma.sql`LIMIT ${state.size} OFFSET ${until - state.size}`;
  const descending = state.sort?.descending ?? false;
  const direction = Prisma.raw(descending ? "DESC" : "ASC");
  const ids = (of: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`ARRAY(
    SELECT h.question_id FROM question_heads h WHERE ${of} AND ${where}
    ORDER BY ${order} position ${direction}, question_id ${direction} LIMIT ${until}) AS ids`;
  // In arrays, each made once: sorting what comes in its order takes longer than reading it.
  const joined = (parts: Prisma.Sql) => Prisma.sql`
    SELECT question_id, 0 AS rank
    FROM (SELECT place, ids, sum(cardinality(ids)) OVER (ORDER BY place) - cardinality(ids) AS before FROM (${parts} OFFSET 0) parts) parts
    CROSS JOIN LATERAL unnest(ids[greatest(1, ${until - state.size}::int - before + 1)::int : (${until}::int - before)::int]) WITH ORDINALITY AS page (question_id, nth)
    ORDER BY place, nth`;
  if (state.sort?.column === "author")
    return joined(Prisma.sql`
      SELECT place, ${ids(Prisma.sql`h.author_id = author.id`, Prisma.empty)}
      FROM (SELECT id, row_number() OVER (ORDER BY lower(name) ${direction}, id ${direction}) AS place FROM users) author`);
  if (state.sort && descending && !NEVER_ABSENT.includes(state.sort.column)) {
    const key = sortKey(state.sort.column);
    return joined(Prisma.sql`
      SELECT 1 AS place, ${ids(Prisma.sql`${key} IS NOT NULL`, Prisma.sql`${key} DESC,`)}
      UNION ALL SELECT 2, ${ids(Prisma.sql`${key} IS NULL`, Prisma.empty)}`);
  }
  return Prisma.sql`
    SELECT h.question_id, ${rank ?? Prisma.sql`0`} AS rank FROM question_heads h WHERE ${where} ORDER BY ${gridOrder(state, rank)} ${window}`;
}

/** SQL: the head `h` passes filters and search. */
function matching(state: GridState, search: ResolvedSearch | null): Prisma.Sql {
  return search === null ? gridFilter(state) : Prisma.sql`${gridFilter(state)} AND ${search.where}`;
}

/** SQL behind FROM: the author of `h`, where a column shows it. */
function authorsFor(columns: readonly GridColumn[]): Prisma.Sql {
  return columns.includes("author")
    ? Prisma.sql`JOIN users author ON author.id = h.author_id`
    : Prisma.empty;
}

const CATEGORY = categoryInSql("h");

/** SQL of orders: each as an index of `question_heads` has it, to the letter. */
const BY_CATEGORY = Prisma.sql`(CASE WHEN h.false_premise THEN 0 WHEN h.fact_type = 'never-changing' THEN 1 WHEN h.fact_type = 'slow-changing' THEN 2 ELSE 3 END)`;
const BY_SPLIT = Prisma.sql`(CASE h.split WHEN 'TEST' THEN 1 WHEN 'DEV' THEN 2 WHEN 'DEMO' THEN 3 END)`;

/** SQL of a grouping: its key as a text, the order of the groups, and what stands behind FROM for it. */
const GROUPS: Record<GridGroup, { key: Prisma.Sql; order: Prisma.Sql; joins: Prisma.Sql }> = {
  category: { key: CATEGORY, order: BY_CATEGORY, joins: Prisma.empty },
  split: { key: Prisma.sql`coalesce(h.split, 'none')`, order: BY_SPLIT, joins: Prisma.empty },
  // The Monday of the week in which a question is due; the inner h is that of DUE.
  week: {
    key: Prisma.sql`coalesce(due.week::text, 'none')`,
    order: Prisma.sql`due.week`,
    joins: Prisma.sql`LEFT JOIN (SELECT h.question_id AS due_id, date_trunc('week', d.due_on)::date AS week FROM ${DUE}) due ON due.due_id = h.question_id`,
  },
};

function groupJoins(state: GridState): Prisma.Sql {
  return state.group === null ? Prisma.empty : GROUPS[state.group].joins;
}

/** "before 2022" counts as 2021: the last year that it can mean. */
const LAST_YEAR = Prisma.sql`(h.effective_year - h.effective_before::int)`;

/** SQL: the moment at which a day, or the `later`th one behind it, begins for the dataset. @param day ISO */
const startOfDay = (day: string, later = 0) =>
  Prisma.sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE (SELECT time_zone FROM dataset_settings))`;

/** SQL: a column has one of these values; null: any of them. One value is an equation, whose rows the planner can count. */
const oneOf = (column: Prisma.Sql, values: readonly string[]): Prisma.Sql | null =>
  values.length === 0
    ? null
    : values.length === 1
      ? Prisma.sql`${column} = ${values[0]}`
      : Prisma.sql`${column} = ANY(${[...values]}::text[])`;

const anyOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql | null =>
  conditions.length === 0 ? null : Prisma.sql`(${Prisma.join([...conditions], " OR ")})`;

/** The condition of a value; of none, none. */
const where =
  <Value>(condition: (value: Value) => Prisma.Sql) =>
  (value: Value | null): Prisma.Sql | null =>
    value === null ? null : condition(value);

/** SQL of each filter but the search, for the head `h`; null: it lets every question pass. */
const FILTERS: {
  [Key in Exclude<FilterKey, "q">]: (value: GridState[Key]) => Prisma.Sql | null;
} = {
  status: (statuses) => (statuses.length === 1 ? oneOf(Prisma.sql`h.status`, statuses) : null),
  // By its columns: of them the planner knows how frequent each value is.
  category: (categories) =>
    anyOf(
      categories.map((category) =>
        category === "false-premise"
          ? Prisma.sql`h.false_premise`
          : Prisma.sql`NOT h.false_premise AND h.fact_type = ${category}`,
      ),
    ),
  fact: (facts) => oneOf(Prisma.sql`h.fact_type`, facts),
  premise: where((premise) =>
    premise === "false" ? Prisma.sql`h.false_premise` : Prisma.sql`NOT h.false_premise`,
  ),
  hops: (hops) => oneOf(Prisma.sql`h.hops`, hops),
  split: (splits) => {
    const named = splits.filter((split) => split !== "none");
    return anyOf([
      ...(named.length > 0 ? [Prisma.sql`h.split = ANY(${named}::text[])`] : []),
      ...(splits.includes("none") ? [Prisma.sql`h.split IS NULL`] : []),
    ]);
  },
  yearFrom: where((year) => Prisma.sql`${LAST_YEAR} >= ${year}`),
  yearTo: where((year) => Prisma.sql`${LAST_YEAR} <= ${year}`),
  review: (policies) => oneOf(Prisma.sql`h.review_policy`, policies),
  dueFrom: where((day) => Prisma.sql`h.review_on >= ${day}::date`),
  dueTo: where((day) => Prisma.sql`h.review_on <= ${day}::date`),
  revisedFrom: where((day) => Prisma.sql`h.revised_at >= ${startOfDay(day)}`),
  revisedTo: where((day) => Prisma.sql`h.revised_at < ${startOfDay(day, 1)}`),
  overdue: (on) => (on ? OVERDUE : null),
  author: (ids) => (ids.length === 0 ? null : Prisma.sql`h.author_id = ANY(${ids}::int[])`),
  host: (hosts) => (hosts.length === 0 ? null : Prisma.sql`h.evidence_hosts && ${hosts}::text[]`),
};

/** SQL: the head `h` passes the filters (all but the search). */
function gridFilter(state: GridState): Prisma.Sql {
  const condition = <Key extends keyof typeof FILTERS>(key: Key) => FILTERS[key](state[key]);
  const all = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).flatMap(
    (key) => condition(key) ?? [],
  );
  return all.length === 0 ? Prisma.sql`true` : Prisma.join(all, " AND ");
}

/** Beyond these the likeness of a sentence is chance. */
const SIMILAR_AT_MOST = 100;
/** How alike a mistyped word and the one that is meant must be to be compared letter by letter (0 to 1). */
const WORD_ENOUGH = "0.2";
const NEAR_WORDS = 40;

/** A search as it is asked of the heads `h`. */
export interface ResolvedSearch {
  where: Prisma.Sql;
  /** The higher, the sooner; null: all alike. */
  rank: Prisma.Sql | null;
  /** Nothing matched as it was written: this finds what it may have meant. */
  similar: boolean;
  /** The words that are searched instead of those that were written. */
  meant: string | null;
}

/**
 * What the state's search comes to: as it is written where some question has it so, else with mistyped words replaced by
 * those that they may mean, else, for sentences, what is most like it as a whole.
 */
export async function resolveSearch(
  state: GridState,
  from: Tx = db,
): Promise<ResolvedSearch | null> {
  const sought = readSearch(state.q);
  if (sought === null) return null;
  const finds = async (search: ResolvedSearch) => {
    const [found] = await from.$queryRaw<{ any: boolean }[]>`
      SELECT EXISTS (SELECT FROM question_heads h WHERE ${matching(state, search)}) AS any`;
    return found!.any;
  };
  const written = asWritten(sought, await inEvidence(sought, false, from));
  if (await finds(written)) return written;
  const below = await inEvidence(sought, true, from);
  if (below !== null) {
    const search = asWritten(sought, below);
    if (await finds(search)) return search;
  }
  // What is too short cannot be mistyped recognizably; alone it is all there is.
  const long = sought.pieces.filter((piece) => piece.length > SHORT);
  const judged = long.length > 0 ? long : sought.pieces;
  const meant = await wordsMeant(judged, from);
  if (meant.every((words) => words.length > 0)) {
    const search: ResolvedSearch = {
      where: inTexts(meant),
      rank: null,
      similar: true,
      meant: meant.map((words) => words.join(" or ")).join(" "),
    };
    if (await finds(search)) return search;
  }
  return judged.length > 2 ? likeSentence(state, sought.phrase) : written;
}

/** SQL: every piece, or one of the words in its place, is somewhere in question and answers; by the trigram index. */
function inTexts(pieces: readonly (readonly string[])[]): Prisma.Sql {
  const parts = pieces.map((words) => {
    const any = words.map((word) => Prisma.sql`h.search_text LIKE ${containing(word)}`);
    return any.length === 1 ? any[0]! : Prisma.sql`(${Prisma.join(any, " OR ")})`;
  });
  return indexedOrNot(Prisma.join(parts, " AND "));
}

/**
 * A search as it is written: for texts, ids, ids of releases, evidence hosts and pages alike.
 * @param evidence SQL: the evidence names the host or page that is sought; null: none is
 */
function asWritten(sought: Sought, evidence: Prisma.Sql | null): ResolvedSearch {
  const ways = [inTexts(sought.pieces.map((piece) => [piece]))];
  const ranks: Prisma.Sql[] = [];
  if (sought.releaseId !== null) {
    const there = Prisma.sql`h.question_id = (SELECT e.question_id FROM release_entries e
      WHERE e.position = ${sought.releaseId.id} AND e.release_id = ${releaseWanted(sought.releaseId.release)})`;
    ways.push(there);
    ranks.push(Prisma.sql`WHEN ${there} THEN 3`);
  }
  if (sought.questionId !== null) {
    const itself = Prisma.sql`h.question_id = ${sought.questionId}`;
    ways.push(itself);
    ranks.push(Prisma.sql`WHEN ${itself} THEN 2`);
  }
  if (evidence !== null) ways.push(evidence);
  // The whole phrase before its words scattered over the text.
  if (sought.pieces.length > 1)
    ranks.push(Prisma.sql`WHEN h.search_text LIKE ${containing(sought.phrase)} THEN 1`);
  return {
    where: ways.length === 1 ? ways[0]! : Prisma.sql`(${Prisma.join(ways, " OR ")})`,
    rank: ranks.length === 0 ? null : Prisma.sql`(CASE ${Prisma.join(ranks, " ")} ELSE 0 END)`,
    similar: false,
    meant: null,
  };
}

/** SQL: the release of a name, or the latest one. */
function releaseWanted(name: string | null): Prisma.Sql {
  return name === null
    ? Prisma.sql`(SELECT id FROM releases ORDER BY published_at DESC, id DESC LIMIT 1)`
    : Prisma.sql`(SELECT id FROM releases WHERE name = ${name})`;
}

/**
 * SQL: an evidence URL has the host that is sought, or one of its subdomains, and on it the page. What takes a pass over the
 * evidence is read here, once for all statements of a search. Null: no address is sought, or it has no subdomains.
 */
async function inEvidence(
  { host, page }: Sought,
  subdomains: boolean,
  from: Tx,
): Promise<Prisma.Sql | null> {
  if (host === null) return null;
  const hosts = subdomains ? await hostsBelow(host, from) : [host];
  if (hosts.length === 0) return null;
  if (page === null) return Prisma.sql`h.evidence_hosts && ${hosts}::text[]`;
  const path = page.slice(page.indexOf(host) + host.length);
  const source = cell("r", "source");
  // The index holds less than the whole address.
  const named = await from.$queryRaw<{ id: number }[]>`
    SELECT r.id FROM revisions r JOIN question_heads h ON h.revision_id = r.id
    WHERE evidence_pages(${source}) @@ ${pageQuery(subdomains ? hosts.map((one) => one + path) : [page])}::tsquery
      AND strpos(lower(${source}), ${page}) > 0`;
  return Prisma.sql`h.revision_id = ANY(${named.map(({ id }) => id)}::int[])`;
}

async function hostsBelow(host: string, from: Tx): Promise<string[]> {
  const rows = await from.$queryRaw<{ host: string }[]>`
    SELECT DISTINCT host FROM question_heads, unnest(evidence_hosts) AS host WHERE host LIKE ${`%.${literally(host)}`}`;
  return rows.map((row) => row.host);
}

/** The words of the dataset that each piece of a search may mean; none where nothing is near. */
async function wordsMeant(pieces: readonly string[], from: Tx): Promise<string[][]> {
  const rows = await from.$queryRaw<{ known: boolean; near: string[] }[]>`
    SELECT EXISTS (SELECT FROM search_words s WHERE s.word LIKE a.pattern) AS known,
      ARRAY(SELECT s.word FROM search_words s
        WHERE (SELECT set_config('pg_trgm.similarity_threshold', ${WORD_ENOUGH}, true)) IS NOT NULL
          AND s.word % a.piece AND length(s.word) BETWEEN length(a.piece) - 3 AND length(a.piece) + 3
        ORDER BY similarity(s.word, a.piece) DESC, s.word LIMIT ${NEAR_WORDS}::int) AS near
    FROM unnest(${[...pieces]}::text[], ${pieces.map(containing)}::text[]) WITH ORDINALITY AS a (piece, pattern, place)
    ORDER BY a.place`;
  return rows.map(({ known, near }, i) => meantWords(pieces[i]!, known, near));
}

/** Whole sentences that differ in a word or two, the likest first. */
function likeSentence(state: GridState, phrase: string): ResolvedSearch {
  const rank = Prisma.sql`strict_word_similarity(${phrase}, h.search_text)`;
  return {
    where: Prisma.sql`h.question_id IN (
      SELECT h.question_id FROM question_heads h WHERE ${gridFilter(state)} AND ${indexedOrNot(Prisma.sql`${phrase} <<% h.search_text`)}
      ORDER BY ${rank} DESC, h.position, h.question_id LIMIT ${SIMILAR_AT_MOST})`,
    rank,
    similar: true,
    meant: null,
  };
}

/** SQL: the condition, found through the trigram index where it holds the row, and row by row for those that wait for it. */
function indexedOrNot(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`((h.search_indexed AND ${condition}) OR (NOT h.search_indexed AND ${condition}))`;
}

/** SQL: what a column sorts by, as its index has it. Texts compare by their folded form, byte by byte, which is case-blind and quick. */
function sortKey(column: GridColumn): Prisma.Sql {
  switch (column as FixedColumn) {
    case "id":
      return Prisma.sql`h.question_id`;
    case "question":
      return Prisma.sql`h.question_key`;
    case "answer":
      return Prisma.sql`h.answer_key`;
    case "category":
      return BY_CATEGORY;
    case "factType":
      return Prisma.sql`(CASE h.fact_type WHEN 'never-changing' THEN 1 WHEN 'slow-changing' THEN 2 ELSE 3 END)`;
    case "premise":
      return Prisma.sql`h.false_premise`;
    case "hops":
      return Prisma.sql`(CASE h.hops WHEN 'one-hop' THEN 1 ELSE 2 END)`;
    case "split":
      return BY_SPLIT;
    case "year":
      return LAST_YEAR;
    // Days first, then the policies from the most frequent to "never".
    case "review":
      return Prisma.sql`(CASE h.review_policy WHEN 'on_date' THEN h.review_on - DATE '0001-01-01' WHEN 'every_time' THEN 10000001 WHEN 'frequently' THEN 10000002
        WHEN 'occasionally' THEN 10000003 WHEN 'hardly_ever' THEN 10000004 WHEN 'never' THEN 10000005 ELSE 10000006 END)`;
    // The first host.
    case "evidence":
      return Prisma.sql`h.host_key`;
    case "status":
      return Prisma.sql`h.status`;
    // A place in the list of names, made once: a look-up for each of 100,000 rows takes ten times as long.
    case "author":
      return Prisma.sql`array_position((SELECT array_agg(id ORDER BY lower(name), id) FROM users), h.author_id)`;
    case "revised":
      return Prisma.sql`h.revised_at`;
    case "revision":
      return Prisma.sql`h.number`;
  }
}

/** Columns in which every question has a value. */
const NEVER_ABSENT: readonly GridColumn[] = [
  "id",
  "question",
  "answer",
  "category",
  "factType",
  "premise",
  "hops",
  "review",
  "status",
  "author",
  "revised",
  "revision",
];

/** A descending order is the ascending one backwards, but for what has no value: that comes last in both. */
function gridOrder(state: GridState, rank: Prisma.Sql | null): Prisma.Sql {
  const keys: Prisma.Sql[] = [];
  const descending = state.sort?.descending ?? false;
  const direction = Prisma.raw(descending ? "DESC" : "ASC");
  if (state.group !== null) keys.push(Prisma.sql`${GROUPS[state.group].order} ASC NULLS LAST`);
  if (state.sort !== null) {
    const last =
      descending && !NEVER_ABSENT.includes(state.sort.column)
        ? Prisma.sql`NULLS LAST`
        : Prisma.empty;
    keys.push(Prisma.sql`${sortKey(state.sort.column)} ${direction} ${last}`);
  } else if (rank !== null) keys.push(Prisma.sql`${rank} DESC`);
  if (state.group !== null || state.sort?.column !== "id")
    keys.push(Prisma.sql`h.position ${direction}`, Prisma.sql`h.question_id ${direction}`);
  return Prisma.join(keys, ", ");
}

/** Long texts are cut: the grid shows two lines of them. */
const COLUMNS: Readonly<Record<FixedColumn, Prisma.Sql | null>> = {
  // With each row.
  id: null,
  question: null,
  status: null,
  answer: Prisma.sql`left(h.primary_answer, 200) AS answer`,
  category: Prisma.sql`${CATEGORY} AS category`,
  factType: Prisma.sql`h.fact_type AS "factType"`,
  premise: Prisma.sql`h.false_premise AS "falsePremise"`,
  hops: Prisma.sql`h.hops`,
  split: Prisma.sql`h.split`,
  year: Prisma.sql`h.effective_year AS year, h.effective_before AS before`,
  review: Prisma.sql`h.review_policy AS "reviewPolicy", h.review_on::text AS "reviewOn", ${OVERDUE} AS overdue`,
  evidence: Prisma.sql`h.evidence_hosts AS hosts`,
  author: Prisma.sql`author.name AS author`,
  revised: Prisma.sql`h.revised_at AS "revisedAt"`,
  revision: Prisma.sql`h.number AS revision`,
};
const COLUMN_SQL: Readonly<Record<GridColumn, Prisma.Sql | null>> = {
  ...COLUMNS,
  ...Object.fromEntries(
    Object.entries(CELL_TEXT_COLUMNS).map(([key, column]) => [
      key,
      Prisma.sql`(SELECT left(btrim(${cell("r", column)}), 300) FROM revisions r WHERE r.id = h.revision_id) AS ${Prisma.raw(`"${key}"`)}`,
    ]),
  ),
};

function gridFields(columns: readonly GridColumn[]): Prisma.Sql {
  const always = [
    Prisma.sql`h.question_id AS id`,
    Prisma.sql`h.revision_id AS "revisionId"`,
    Prisma.sql`h.status`,
    Prisma.sql`left(h.question, 300) AS question`,
  ];
  return Prisma.join([...always, ...columns.flatMap((column) => COLUMN_SQL[column] ?? [])], ", ");
}

/** The ids of every question that matches the grid's filters, in its order: for bulk changes of more than a page. */
export async function listMatchingIds(
  actor: Actor,
  state: GridState,
  from: Tx = db,
): Promise<number[]> {
  authorize(actor, "questions.read");
  const rows = await from.$queryRaw<{ id: number }[]>(
    everyMatch(
      state,
      await resolveSearch(state, from),
      Prisma.sql`h.question_id AS id`,
      Prisma.empty,
    ),
  );
  return rows.map((row) => row.id);
}

/** The whole grid without its pages. */
function everyMatch(
  state: GridState,
  search: ResolvedSearch | null,
  fields: Prisma.Sql,
  joins: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`SELECT ${fields} FROM question_heads h ${groupJoins(state)} ${joins}
    WHERE ${matching(state, search)} ORDER BY ${gridOrder(state, search?.rank ?? null)}`;
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
    await resolveSearch(state),
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
  const client = await new Promise<Parameters<Parameters<typeof withLongConnection>[0]>[0]>(
    (resolve, reject) => {
      withLongConnection(
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
  const [authors, hosts] = await Promise.all([
    db.$queryRaw<{ id: number; name: string }[]>`
      SELECT id, name FROM users WHERE id IN (SELECT DISTINCT author_id FROM question_heads) ORDER BY lower(name), id`,
    db.$queryRaw<{ host: string; count: number }[]>`
      SELECT host, count(*)::int AS count FROM question_heads h, unnest(h.evidence_hosts) AS host
      WHERE h.status = 'active' GROUP BY host ORDER BY count DESC, host LIMIT 100`,
  ]);
  return { authors, hosts };
}

/** One's own saved views of the grid in their order, then those that others share, by name. */
export async function listViews(actor: Actor): Promise<SavedViewRow[]> {
  authorize(actor, "questions.read");
  const views = await db.savedView.findMany({
    where: { OR: [{ ownerId: actor.userId }, { shared: true }] },
    orderBy: [{ place: "asc" }, { id: "asc" }],
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
    ...rows
      .filter((view) => view.owner !== null)
      .sort((a, b) => a.name.localeCompare(b.name, "en")),
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
  operation: {
    id: number;
    summary: string;
    /** It was undone for this question, and not done again since. */
    undone: boolean;
    /** A bulk change, done or done again, that was undone for no one. */
    undoable: boolean;
  } | null;
  status: Status;
  /** The raw text of the nineteen content cells. */
  cells: string[];
}

export interface QuestionView {
  id: number;
  status: Status;
  category: Category;
  /** The last revision as a person edits it. */
  content: Content;
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
          author: { select: { name: true } },
          operation: {
            select: {
              id: true,
              kind: true,
              summary: true,
              undoneBy: { select: { id: true } },
              undoes: { select: { id: true, undoes: { select: { kind: true } } } },
            },
          },
        },
      },
      // What an undone import had replaced is no longer replaced.
      successors: {
        where: { operation: { undoneBy: null } },
        orderBy: { successorId: "desc" },
        select: { successorId: true },
      },
      replaces: {
        where: { operation: { undoneBy: null } },
        orderBy: { questionId: "asc" },
        select: { questionId: true },
      },
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
  const content = contentOfRevision(head);
  const takenBack = takenBackOf(question.revisions);
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
        summary: revision.operation.summary,
        undone: takenBack.has(revision.number),
        undoable:
          revision.operation.undoneBy === null &&
          (revision.operation.kind === "bulk" ||
            revision.operation.undoes?.undoes?.kind === "bulk"),
      },
      status: revision.status as Status,
      cells: revision.cells,
    })),
    overdue: due?.overdue ?? false,
  };
}

/** A question's last revision, for pages that show an earlier one. */
export interface QuestionState {
  /** 0: there is no such question. */
  revision: number;
  by: string;
}

export async function getQuestionState(actor: Actor, questionId: number): Promise<QuestionState> {
  authorize(actor, "questions.read");
  const [head] = await db.$queryRaw<QuestionState[]>`
    SELECT h.number AS revision, u.name AS by FROM question_heads h JOIN users u ON u.id = h.author_id WHERE h.question_id = ${questionId}`;
  return head ?? { revision: 0, by: "" };
}

/** As many are told; where more were revised at once, a list reads everything anew. */
const LATEST_REVISIONS = 100;

/** The last revisions of questions, the latest first: ids of revision and question, its number there, who made it. */
export async function listLatestRevisions(
  actor: Actor,
): Promise<[number, number, number, number][]> {
  authorize(actor, "questions.read");
  const rows = await db.questionHead.findMany({
    orderBy: { revisionId: "desc" },
    take: LATEST_REVISIONS,
    select: { revisionId: true, questionId: true, number: true, authorId: true },
  });
  return rows.map((row) => [row.revisionId, row.questionId, row.number, row.authorId]);
}

/** What a change comes to for a view of the grid. */
export interface ChangedQuestion {
  id: number;
  /** Who made the last revision. */
  by: string;
  /** The view's filters and search match it now. */
  matches: boolean;
}

/** Says of questions that were changed by whom, and whether a view of the grid has them. */
export async function describeChanges(
  actor: Actor,
  questionIds: readonly number[],
  state: GridState,
): Promise<ChangedQuestion[]> {
  authorize(actor, "questions.read");
  const where = matching(state, await resolveSearch(state));
  return db.$queryRaw<ChangedQuestion[]>`
    SELECT h.question_id AS id, u.name AS by, coalesce(${where}, false) AS matches
    FROM question_heads h JOIN users u ON u.id = h.author_id
    WHERE h.question_id = ANY(${[...questionIds]}::int[]) ORDER BY h.question_id`;
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
  const search = await resolveSearch(state);
  const inView = everyMatch(
    state,
    search,
    Prisma.sql`h.question_id, row_number() OVER (ORDER BY ${gridOrder(state, search?.rank ?? null)}) AS place`,
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
