import { isDay, MAX_INT, withoutUnusable } from "@/lib/platform/plain-fields";
import { EXTRA_FIELDS } from "./fields";
import {
  CATEGORIES,
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  SPLITS,
  STATUSES,
  CELL_TEXT_COLUMNS,
  type Category,
  type FactType,
  type Hops,
  type ReviewPolicy,
  type Status,
} from "./vocabulary";

/**
 * The state of the question grid, as its address holds it.
 *
 * The vocabulary of file names is extended by this one: `grid.ts` is a `schema.ts` of its own for the address behind
 * "/questions?", because the page, the table, the export and saved views all parse and write that one text. It is
 * pure, and without a schema library: every page with a grid loads it.
 */

/** The columns a person may choose, in the order in which they are offered. */
const FIXED_COLUMNS = [
  "id",
  "question",
  "answer",
  "category",
  "factType",
  "premise",
  "hops",
  "split",
  "year",
  "review",
  "evidence",
  "status",
  "author",
  "revised",
  "revision",
] as const;
export type FixedColumn = (typeof FIXED_COLUMNS)[number];

/** One of these, or the key of an extra field. */
export type GridColumn = FixedColumn | (string & {});
export const GRID_COLUMNS: readonly GridColumn[] = [
  ...FIXED_COLUMNS,
  ...Object.keys(CELL_TEXT_COLUMNS),
  ...EXTRA_FIELDS.map(({ key }) => key),
];

/** Columns that a view can be sorted by. */
export const SORTABLE_COLUMNS: readonly GridColumn[] = GRID_COLUMNS.filter(
  (column) => !Object.hasOwn(CELL_TEXT_COLUMNS, column),
);

export const DEFAULT_COLUMNS: readonly GridColumn[] = [
  "id",
  "question",
  "answer",
  "category",
  "hops",
  "split",
  "year",
  "review",
];

export const PAGE_SIZES = [25, 50, 100, 250] as const;
const DEFAULT_PAGE_SIZE = 50;

/** `none` stands for a question without a split. */
export const SPLIT_CHOICES = [...SPLITS, "none"] as const;

/** Columns go by their own value; without a sort the order is the dataset's, or the rank where text is searched. */
export interface GridSort {
  column: GridColumn;
  descending: boolean;
}

/** What rows can be grouped by; `week` is the week in which a question is due. */
export const GRID_GROUPS = ["category", "split", "week"] as const;
export type GridGroup = (typeof GRID_GROUPS)[number];

/** What a grid shows, as its address says it. */
export interface GridState {
  /** Text searched in question and answers. */
  q: string;
  category: Category[];
  fact: FactType[];
  /** `null`: both. */
  premise: "false" | "valid" | null;
  hops: Hops[];
  split: (typeof SPLIT_CHOICES)[number][];
  /** Extra fields by their keys: the choices that are shown, `none` for questions without one. */
  extras: Record<string, string[]>;
  /** Effective years, both ends included; "before 2022" counts as 2021, the last year that it can mean. */
  yearFrom: number | null;
  yearTo: number | null;
  review: ReviewPolicy[];
  /** ISO days, both ends included. */
  dueFrom: string | null;
  dueTo: string | null;
  /** ISO days of the last revision, both included, in the dataset's time zone. */
  revisedFrom: string | null;
  revisedTo: string | null;
  /** Only questions whose day of review has passed. */
  overdue: boolean;
  status: Status[];
  /** User ids: who wrote the last revision. */
  author: number[];
  /** Evidence hosts, lower case; a question with any of them is shown. */
  host: string[];
  sort: GridSort | null;
  group: GridGroup | null;
  /** All rows in one list that is scrolled, instead of pages; always so where rows are grouped. */
  scroll: boolean;
  /** The saved view that was opened; its filters may have been changed since. */
  view: number | null;
  page: number;
  size: number;
  columns: GridColumn[];
}

/** The columns that put a row into its place. */
export function columnsOfOrder({ sort, group }: Pick<GridState, "sort" | "group">): GridColumn[] {
  return [
    ...(group === null ? [] : [group === "week" ? "review" : group]),
    ...(sort === null ? [] : [sort.column]),
  ];
}

/** The columns of which values are read with a row: those that are shown, and those that put it into its place. */
export const columnsRead = (state: Pick<GridState, "columns" | "sort" | "group">): GridColumn[] => [
  ...new Set([...state.columns, ...columnsOfOrder(state)]),
];

/** At most so many rows are read at a time. */
export const MAX_WINDOW = 500;

const MOST_PAGES = Math.floor(MAX_INT / PAGE_SIZES.at(-1)!);
const HOSTS_CHARACTERS = 10_000;
/** So many authors or hosts at most. */
const MOST_CHOSEN = 50;

/**
 * Reads the grid's state from an address. Nothing in it is ever refused: what is not understood is left out, so that an
 * old or mistyped link still opens; the chips above the grid show what was understood.
 */
export function parseGrid(
  params: URLSearchParams | Record<string, string | string[] | undefined>,
): GridState {
  const entries =
    params instanceof URLSearchParams
      ? [...new Set(params.keys())].map((key) => [key, params.getAll(key)] as const)
      : Object.entries(params);
  const raw: Record<string, string> = {};
  // `split=TEST&split=DEV` means what `split=TEST,DEV` means.
  for (const [key, value] of entries)
    if (value !== undefined) raw[key] = Array.isArray(value) ? value.join(",") : value;
  const parts = (key: string) => (raw[key] ?? "").split(",");
  /** Values of a closed list; unknown ones are left out, repeated ones count once. */
  const several = <T extends string>(key: string, known: readonly T[]): T[] =>
    known.filter((value) => parts(key).includes(value));
  const one = <T extends string>(key: string, known: readonly T[]): T | null =>
    known.find((value) => value === raw[key]) ?? null;
  const whole = (key: string, min: number, max: number): number | null => {
    const value = raw[key] ? Number(raw[key]) : NaN;
    return Number.isInteger(value) && value >= min && value <= max ? value : null;
  };
  const day = (key: string) => (isDay(raw[key] ?? "") ? raw[key]! : null);
  const status = several("status", STATUSES);
  const hosts = withoutUnusable(raw.host ?? "");
  const sort = SORTABLE_COLUMNS.find((column) => column === raw.sort?.replace(/^-/, ""));
  const size = whole("size", 1, PAGE_SIZES.at(-1)!);
  const columns = [...new Set(parts("columns"))].filter((name) => GRID_COLUMNS.includes(name));
  return {
    q: withoutUnusable(raw.q ?? "")
      .trim()
      .slice(0, 300)
      .toWellFormed(),
    category: several("category", CATEGORIES),
    fact: several("fact", FACT_TYPES),
    premise: one("premise", ["false", "valid"]),
    hops: several("hops", HOPS),
    split: several("split", SPLIT_CHOICES),
    extras: Object.fromEntries(
      EXTRA_FIELDS.map(({ key, choices }) => [key, several(key, [...choices, "none"])]),
    ),
    yearFrom: whole("yearFrom", 1000, 9999),
    yearTo: whole("yearTo", 1000, 9999),
    review: several("review", REVIEW_POLICIES),
    dueFrom: day("dueFrom"),
    dueTo: day("dueTo"),
    revisedFrom: day("revisedFrom"),
    revisedTo: day("revisedTo"),
    overdue: raw.overdue === "1",
    status: status.length === 0 ? ["active"] : status,
    author: [...new Set(parts("author").filter((id) => /^\d{1,9}$/.test(id)))]
      .map(Number)
      .slice(0, MOST_CHOSEN),
    host: [
      ...new Set(
        (hosts.length > HOSTS_CHARACTERS ? "" : hosts)
          .split(",")
          .map((host) => host.trim().toLowerCase())
          .filter((host) => host !== ""),
      ),
    ].slice(0, MOST_CHOSEN),
    sort: sort === undefined ? null : { column: sort, descending: raw.sort!.startsWith("-") },
    group: one("group", GRID_GROUPS),
    scroll: raw.scroll === "1",
    view: whole("view", 1, MAX_INT),
    page: whole("page", 1, MOST_PAGES) ?? 1,
    size: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
    // A row that does not say which question it is helps no one.
    columns:
      columns.length === 0
        ? [...DEFAULT_COLUMNS]
        : columns.includes("question")
          ? columns
          : ["question", ...columns],
  };
}

/** The state of a grid whose address says nothing. */
export const DEFAULT_GRID: GridState = parseGrid({});

/** Writes the grid's state as an address: only what differs from the default, always in the same order. */
export function writeGrid(state: GridState): string {
  const params = new URLSearchParams();
  const put = (key: string, value: string) => {
    if (value !== "") params.set(key, value);
  };
  put("q", state.q);
  put("category", state.category.join(","));
  put("fact", state.fact.join(","));
  put("premise", state.premise ?? "");
  put("hops", state.hops.join(","));
  put("split", state.split.join(","));
  for (const { key } of EXTRA_FIELDS) put(key, (state.extras[key] ?? []).join(","));
  put("yearFrom", state.yearFrom === null ? "" : String(state.yearFrom));
  put("yearTo", state.yearTo === null ? "" : String(state.yearTo));
  put("review", state.review.join(","));
  put("dueFrom", state.dueFrom ?? "");
  put("dueTo", state.dueTo ?? "");
  put("revisedFrom", state.revisedFrom ?? "");
  put("revisedTo", state.revisedTo ?? "");
  put("overdue", state.overdue ? "1" : "");
  put("status", state.status.join(",") === "active" ? "" : state.status.join(","));
  put("author", state.author.join(","));
  put("host", state.host.join(","));
  put("sort", state.sort === null ? "" : `${state.sort.descending ? "-" : ""}${state.sort.column}`);
  put("group", state.group ?? "");
  put("scroll", state.scroll ? "1" : "");
  put("view", state.view === null ? "" : String(state.view));
  put("page", state.page === 1 ? "" : String(state.page));
  put("size", state.size === DEFAULT_PAGE_SIZE ? "" : String(state.size));
  put(
    "columns",
    state.columns.join(",") === DEFAULT_COLUMNS.join(",") ? "" : state.columns.join(","),
  );
  // Commas and slashes may stand in a query as they are, and people read these addresses.
  return params.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** "/questions" with the state behind it. */
export function gridHref(state: GridState): string {
  return withQuery("/questions", writeGrid(state));
}

/** A path with a query, where there is one. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** True where the grid shows all of its rows in one list, which is scrolled. */
export function isScrolled(state: GridState): boolean {
  return state.scroll || state.group !== null;
}

/** True when something narrows the grid beyond its default (active questions). */
export function isFiltered(state: GridState): boolean {
  return writeGrid(clearFilters(state)) !== writeGrid({ ...state, page: 1 });
}

/** What a saved view holds: everything but the page and which view it is. */
export function viewQuery(state: GridState): string {
  return writeGrid({ ...state, page: 1, view: null });
}

/** The same grid without filters and search; columns, order and page size stay. */
export function clearFilters(state: GridState): GridState {
  return {
    ...DEFAULT_GRID,
    sort: state.sort,
    group: state.group,
    scroll: state.scroll,
    view: state.view,
    size: state.size,
    columns: state.columns,
  };
}
