import { MAX_INT } from "@/lib/platform/fields";
import { z } from "zod";
import { day } from "@/lib/platform/days";
import { keptText, searchText } from "@/lib/platform/text";
import { EXTRA_FIELDS } from "./fields";
import { CATEGORIES, FACT_TYPES, HOPS, REVIEW_POLICIES, SPLITS, STATUSES } from "./schema";

/**
 * The state of the question grid, as its address holds it.
 *
 * The vocabulary of file names is extended by this one: `grid.ts` is a `schema.ts` of its own for the address behind
 * "/questions?", because the page, the table, the export and saved views all parse and write that one text. It is
 * pure and safe in the browser.
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
  ...EXTRA_FIELDS.map(({ key }) => key),
];

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

/** Several values of a closed list, parted by commas; unknown ones are left out, repeated ones count once. */
function several<const T extends readonly string[]>(known: T) {
  return z
    .string()
    .default("")
    .transform((text): T[number][] => known.filter((value) => text.split(",").includes(value)));
}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const dayOrNone = day().nullable().catch(null);

/**
 * The grid's address. Nothing in it is ever refused: what is not understood is left out, so that an old or mistyped
 * link still opens; the chips above the grid show what was understood.
 */
export const gridSchema = z.object({
  /** Text searched in question and answers. */
  q: searchText(300),
  category: several(CATEGORIES),
  fact: several(FACT_TYPES),
  /** `null`: both. */
  premise: z.enum(["false", "valid"]).nullable().catch(null),
  hops: several(HOPS),
  split: several(SPLIT_CHOICES),
  /** Extra fields by their keys: the choices that are shown, `none` for questions without one. */
  extras: z.record(keptText(100), z.array(keptText(100))),
  /** Effective years, both ends included; "before 2022" counts as 2021, the last year that it can mean. */
  yearFrom: whole(1000, 9999).nullable().catch(null),
  yearTo: whole(1000, 9999).nullable().catch(null),
  review: several(REVIEW_POLICIES),
  /** ISO days, both ends included. */
  dueFrom: dayOrNone,
  dueTo: dayOrNone,
  /** Only questions whose day of review has passed. */
  overdue: z
    .literal("1")
    .nullable()
    .catch(null)
    .transform((value) => value !== null),
  status: z
    .string()
    .default("active")
    .transform((text) => {
      const chosen = STATUSES.filter((status) => text.split(",").includes(status));
      return chosen.length === 0 ? (["active"] as (typeof STATUSES)[number][]) : chosen;
    }),
  /** User ids: who wrote the last revision. */
  author: z
    .string()
    .default("")
    .transform((text) =>
      [
        ...new Set(
          text
            .split(",")
            .filter((id) => /^\d{1,9}$/.test(id))
            .map(Number),
        ),
      ].slice(0, 50),
    ),
  /** Evidence hosts, lower case; a question with any of them is shown. */
  host: keptText(10_000)
    .catch("")
    .default("")
    .transform((text) =>
      [
        ...new Set(
          text
            .split(",")
            .map((host) => host.trim().toLowerCase())
            .filter((host) => host !== ""),
        ),
      ].slice(0, 50),
    ),
  sort: z
    .string()
    .default("")
    .transform((text): GridSort | null => {
      const column = GRID_COLUMNS.find((known) => known === text.replace(/^-/, ""));
      return column === undefined ? null : { column, descending: text.startsWith("-") };
    }),
  page: whole(1, Math.floor(MAX_INT / PAGE_SIZES.at(-1)!)).catch(1),
  size: whole(1, 250)
    .refine((size) => (PAGE_SIZES as readonly number[]).includes(size))
    .catch(DEFAULT_PAGE_SIZE),
  columns: z
    .string()
    .default("")
    .transform((text): GridColumn[] => {
      const chosen = [...new Set(text.split(","))].filter((name): name is GridColumn =>
        GRID_COLUMNS.includes(name),
      );
      // A row that does not say which question it is helps no one.
      return chosen.length === 0
        ? [...DEFAULT_COLUMNS]
        : chosen.includes("question")
          ? chosen
          : ["question", ...chosen];
    }),
});

export type GridState = z.infer<typeof gridSchema>;

/** Reads the grid's state from an address; what is not understood is left out. */
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
  for (const key of ["premise", "overdue", "yearFrom", "yearTo", "dueFrom", "dueTo"])
    if (!raw[key]) delete raw[key];
  const extras = Object.fromEntries(
    EXTRA_FIELDS.map(({ key, choices }) => [
      key,
      [...choices, "none"].filter((value) => (raw[key] ?? "").split(",").includes(value)),
    ]),
  );
  return gridSchema.parse({
    premise: null,
    overdue: null,
    yearFrom: null,
    yearTo: null,
    dueFrom: null,
    dueTo: null,
    q: "",
    page: 1,
    size: DEFAULT_PAGE_SIZE,
    ...raw,
    extras,
  });
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
  put("overdue", state.overdue ? "1" : "");
  put("status", state.status.join(",") === "active" ? "" : state.status.join(","));
  put("author", state.author.join(","));
  put("host", state.host.join(","));
  put("sort", state.sort === null ? "" : `${state.sort.descending ? "-" : ""}${state.sort.column}`);
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

/** True when something narrows the grid beyond its default (active questions). */
export function isFiltered(state: GridState): boolean {
  return writeGrid(clearFilters(state)) !== writeGrid({ ...state, page: 1 });
}

/** The same grid without filters and search; columns, order and page size stay. */
export function clearFilters(state: GridState): GridState {
  return { ...DEFAULT_GRID, sort: state.sort, size: state.size, columns: state.columns };
}
