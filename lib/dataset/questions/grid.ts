import {
  day,
  flag,
  hosts,
  one,
  oneOr,
  pageAddress,
  pageNumber,
  rowId,
  several,
  sortedBy,
  whole,
  words,
  type AddressPart,
  type SearchParams,
  type Sort,
} from "@/lib/platform/address";
import { MAX_INT } from "@/lib/platform/plain-fields";
import {
  CATEGORIES,
  FACT_TYPES,
  HOPS,
  REVIEW_POLICIES,
  SPLITS,
  STATUSES,
  CELL_COLUMNS,
  type Category,
  type ContentColumn,
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

/** Columns with the text of one cell that the heads do not have, and that cell: shown and edited, never sorted by. */
export const CELL_TEXT_COLUMNS: Readonly<Record<string, ContentColumn>> = Object.fromEntries(
  Object.entries(CELL_COLUMNS).filter(
    ([column]) => !(FIXED_COLUMNS as readonly string[]).includes(column),
  ),
);

export type GridColumn = FixedColumn | (string & {});
export const GRID_COLUMNS: readonly GridColumn[] = [
  ...FIXED_COLUMNS,
  ...Object.keys(CELL_TEXT_COLUMNS),
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
  /** Columns go by their own value; without a sort the order is the dataset's, or the rank where text is searched. */
  sort: Sort<GridColumn> | null;
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
/** So many authors or hosts at most. */
const MOST_CHOSEN = 50;

const YEAR = whole(1000, 9999);
const STATUS = several(STATUSES);
const USUAL_STATUS: readonly Status[] = ["active"];

/** The parts of the state as the address has them, in the order in which they are written. */
const GRID_PARTS: { [Key in keyof GridState]: AddressPart<GridState[Key]> } = {
  q: words(300),
  category: several(CATEGORIES),
  fact: several(FACT_TYPES),
  premise: one(["false", "valid"]),
  hops: several(HOPS),
  split: several(SPLIT_CHOICES),
  yearFrom: YEAR,
  yearTo: YEAR,
  review: several(REVIEW_POLICIES),
  dueFrom: day,
  dueTo: day,
  revisedFrom: day,
  revisedTo: day,
  overdue: flag,
  status: {
    read: (text) => {
      const chosen = STATUS.read(text);
      return chosen.length === 0 ? [...USUAL_STATUS] : chosen;
    },
    write: STATUS.write,
  },
  author: {
    read: (text) =>
      [...new Set(text.split(",").filter((id) => /^\d{1,9}$/.test(id)))]
        .map(Number)
        .slice(0, MOST_CHOSEN),
    write: (ids) => ids.join(","),
  },
  host: hosts(MOST_CHOSEN),
  sort: sortedBy(SORTABLE_COLUMNS),
  group: one(GRID_GROUPS),
  scroll: flag,
  view: rowId,
  page: pageNumber(MOST_PAGES),
  size: oneOr<number>(PAGE_SIZES, DEFAULT_PAGE_SIZE),
  columns: {
    read: (text) => {
      const columns = [...new Set(text.split(","))].filter((name) => GRID_COLUMNS.includes(name));
      if (columns.length === 0) return [...DEFAULT_COLUMNS];
      // A row that does not say which question it is helps no one.
      return columns.includes("question") ? columns : ["question", ...columns];
    },
    write: (columns) => columns.join(","),
  },
};
const GRID = pageAddress("/questions", GRID_PARTS);

/** Reads the grid's state from an address; the chips above the grid show what was understood. */
export const parseGrid: (params: string | URLSearchParams | SearchParams) => GridState = GRID.read;

/** Writes the grid's state as an address: only what differs from the default, always in the same order. */
export const writeGrid: (state: Partial<GridState>) => string = GRID.query;

/** "/questions" with the state behind it. */
export const gridHref: (state: Partial<GridState>) => string = GRID.href;

/** The state of a grid whose address says nothing. */
export const DEFAULT_GRID: GridState = GRID.usual;

/** What of the state narrows the rows; the rest says how they are shown. */
export type FilterKey = Exclude<
  keyof GridState,
  "sort" | "group" | "scroll" | "view" | "page" | "size" | "columns"
>;

/** Whether a filter is on. */
export const isOn = (state: GridState, key: FilterKey): boolean => !GRID.isUsual(key, state[key]);

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
