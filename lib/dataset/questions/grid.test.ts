import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clearFilters,
  DEFAULT_COLUMNS,
  DEFAULT_GRID,
  GRID_COLUMNS,
  SORTABLE_COLUMNS,
  GRID_GROUPS,
  gridHref,
  isFiltered,
  PAGE_SIZES,
  parseGrid,
  SPLIT_CHOICES,
  writeGrid,
  type GridState,
} from "./grid";
import { CATEGORIES, FACT_TYPES, HOPS, REVIEW_POLICIES, STATUSES } from "./vocabulary";

const read = (query: string) => parseGrid(new URLSearchParams(query));

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const some = <T>(values: readonly T[], minLength = 0) => fc.subarray([...values], { minLength });
const states: fc.Arbitrary<GridState> = fc.record({
  q: fc
    .string({ maxLength: 40, unit: "grapheme" })
    .map((text) => text.replaceAll("\u0000", "").trim()),
  category: some(CATEGORIES),
  fact: some(FACT_TYPES),
  premise: fc.constantFrom(null, "false" as const, "valid" as const),
  hops: some(HOPS),
  split: some(SPLIT_CHOICES),
  yearFrom: fc.option(fc.integer({ min: 1000, max: 9999 })),
  yearTo: fc.option(fc.integer({ min: 1000, max: 9999 })),
  review: some(REVIEW_POLICIES),
  dueFrom: fc.option(day),
  dueTo: fc.option(day),
  revisedFrom: fc.option(day),
  revisedTo: fc.option(day),
  overdue: fc.boolean(),
  status: some(STATUSES, 1),
  author: fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 5 }),
  host: fc
    .uniqueArray(fc.domain(), { maxLength: 4 })
    .map((hosts) => [...new Set(hosts.map((host) => host.toLowerCase()))]),
  group: fc.option(fc.constantFrom(...GRID_GROUPS)),
  scroll: fc.boolean(),
  view: fc.option(fc.integer({ min: 1, max: 99_999 })),
  sort: fc.option(
    fc.record({ column: fc.constantFrom(...SORTABLE_COLUMNS), descending: fc.boolean() }),
  ),
  page: fc.integer({ min: 1, max: 5000 }),
  size: fc.constantFrom(...PAGE_SIZES),
  columns: fc
    .shuffledSubarray([...GRID_COLUMNS])
    .map((columns) => (columns.includes("question") ? columns : ["question" as const, ...columns])),
});

describe("the grid's address", () => {
  test("gives the state back that was written into it", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(read(writeGrid(state))).toEqual(
          state.columns.length === 0 ? { ...state, columns: [...DEFAULT_COLUMNS] } : state,
        );
      }),
    );
  });

  test("is canonical: writing what was read gives the same text", () => {
    fc.assert(
      fc.property(states, (state) => {
        const query = writeGrid(state);
        expect(writeGrid(read(query))).toBe(query);
      }),
    );
  });

  test("opens whatever stands in it", () => {
    const names = [
      "q",
      "category",
      "fact",
      "premise",
      "hops",
      "split",
      "yearFrom",
      "yearTo",
      "review",
      "dueFrom",
      "dueTo",
      "revisedFrom",
      "revisedTo",
      "overdue",
      "status",
      "author",
      "host",
      "sort",
      "page",
      "size",
      "columns",
      "from",
      "unknown",
    ];
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...names),
          fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 })),
        ),
        (params) => {
          const state = parseGrid(params);
          expect(state.status.length).toBeGreaterThan(0);
          expect(state.columns).toContain("question");
          expect(PAGE_SIZES).toContain(state.size);
        },
      ),
    );
  });

  test("says nothing where nothing differs from the usual grid", () => {
    expect(writeGrid(DEFAULT_GRID)).toBe("");
    expect(gridHref(DEFAULT_GRID)).toBe("/questions");
    expect(DEFAULT_GRID.status).toEqual(["active"]);
  });

  test.each([
    [
      "category=false-premise,nonsense,fast-changing",
      { category: ["false-premise", "fast-changing"] },
    ],
    ["split=none,TEST", { split: ["TEST", "none"] }],
    ["split=TEST&split=DEV", { split: ["TEST", "DEV"] }],
    ["sort=-review", { sort: { column: "review", descending: true } }],
    ["sort=password", { sort: null }],
    ["page=0", { page: 1 }],
    ["page=99999999999", { page: 1 }],
    ["size=1000000", { size: 50 }],
    ["dueFrom=2026-02-30", { dueFrom: null }],
    ["yearFrom=&yearTo=2021", { yearFrom: null, yearTo: 2021 }],
    ["author=3,x,3,-1", { author: [3] }],
    ["host=EN.wikipedia.org", { host: ["en.wikipedia.org"] }],
    ["status=", { status: ["active"] }],
    ["status=active,retired", { status: ["active", "retired"] }],
    ["columns=hops,split", { columns: ["question", "hops", "split"] }],
    ["q=%00a", { q: "a" }],
  ])("reads %s", (query, expected) => {
    expect(read(query)).toMatchObject(expected);
  });

  test("columns, order and page size are no filters, and stay when the filters go", () => {
    const state = read("sort=year&size=100&columns=question,year&page=3");
    expect(isFiltered(state)).toBe(false);
    const filtered = { ...state, hops: ["multi-hop" as const], q: "moon" };
    expect(isFiltered(filtered)).toBe(true);
    expect(clearFilters(filtered)).toEqual({ ...state, page: 1 });
  });
});

test.each(["\u0000", "\uD800", "\uFFFF"])(
  "%j, which the database cannot hold, comes through no part of an address",
  (character) => {
    for (const text of [character, `a${character}b`, `1${character}`, `2020-01-0${character}1`]) {
      const state = parseGrid(
        Object.fromEntries(
          ["host", "columns", "sort", ...Object.keys(DEFAULT_GRID)].map((key) => [key, text]),
        ),
      );
      expect(JSON.stringify(state)).not.toContain(JSON.stringify(character).slice(1, -1));
    }
  },
);

test.each(["2021-02-29", "0000-01-01", "2021-1-1", "2021-13-01", "20210101", "tomorrow"])(
  "%s is no day that anything can be due on",
  (day) => {
    expect(read(`dueFrom=${day}&revisedTo=2024-02-29`)).toEqual({
      ...DEFAULT_GRID,
      revisedTo: "2024-02-29",
    });
  },
);
