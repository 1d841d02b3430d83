import { isDay, MAX_INT, searched } from "./plain-fields";

/*
 * Addresses: what a page's path and the text behind its question mark hold, read and written by one definition. Nothing in
 * an address is ever refused: what is not understood is left out, so that an old or mistyped link still opens. Pure, and
 * without a schema library: pages, and scripts in the browser, read and write the same text (docs/decisions/0247).
 */

/** The parameters behind the question mark, as a page is given them. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** How one value stands in an address, under its own name. */
export interface AddressPart<Value> {
  /** @param text "" where the address says nothing of it, which stands for the usual value */
  read: (text: string) => Value;
  /** "" for nothing. */
  write: (value: Value) => string;
}

// The kinds of parts -----------------------------------------------------------------------------------------------

/** Values of a closed list, in the list's order; unknown ones are left out, repeated ones count once. */
export const several = <const T extends string>(known: readonly T[]): AddressPart<T[]> => ({
  read: (text) => known.filter((value) => text.split(",").includes(value)),
  write: (values) => values.join(","),
});

/** A value of a closed list; null: none. */
export const one = <const T extends string>(known: readonly T[]): AddressPart<T | null> => ({
  read: (text) => known.find((value) => value === text) ?? null,
  write: (value) => value ?? "",
});

/** A value of a closed list. @param usual the one that is not written */
export const oneOr = <const T extends string | number>(
  known: readonly T[],
  usual: T,
): AddressPart<T> => ({
  read: (text) => known.find((value) => String(value) === text) ?? usual,
  write: String,
});

/** A whole number, both ends included; null: none. */
export const whole = (min: number, max: number): AddressPart<number | null> => ({
  read: (text) => {
    const value = text === "" ? NaN : Number(text);
    return Number.isInteger(value) && value >= min && value <= max ? value : null;
  },
  write: (value) => (value === null ? "" : String(value)),
});

/** The id of a row. */
export const rowId = whole(1, MAX_INT);

/** A page of a list, counted from 1. @param last the last that is understood */
export const pageNumber = (last = 1_000_000): AddressPart<number> => ({
  read: (text) => whole(1, last).read(text) ?? 1,
  write: String,
});

/** A day, YYYY-MM-DD. */
export const day: AddressPart<string | null> = {
  read: (text) => (isDay(text) ? text : null),
  write: (value) => value ?? "",
};

/** Whether something is so: "1". */
export const flag: AddressPart<boolean> = {
  read: (text) => text === "1",
  write: (on) => (on ? "1" : ""),
};

/** What someone searches for, or a name; too long a text is cut. */
export const words = (max: number): AddressPart<string> => ({
  read: (text) => searched(text, max),
  write: (text) => text.trim(),
});

/** The column that a list is sorted by, and in which direction. */
export interface Sort<Column extends string> {
  column: Column;
  descending: boolean;
}

/** How a list is sorted: "name", or "-name" for downwards; null: in its usual order. */
export const sortedBy = <const Column extends string>(
  columns: readonly Column[],
): AddressPart<Sort<Column> | null> => ({
  read: (text) => {
    const column = columns.find((known) => known === text.replace(/^-/, ""));
    return column === undefined ? null : { column, descending: text.startsWith("-") };
  },
  write: (sort) => (sort === null ? "" : `${sort.descending ? "-" : ""}${sort.column}`),
});

/** What the address of a list holds: its page, and by which of its columns it is sorted. */
export const listOf = <const Column extends string>(columns: readonly Column[]) => ({
  page: pageNumber(),
  sort: sortedBy(columns),
});

/** The columns that a list can be sorted by. */
export type SortColumn<State extends { sort: Sort<string> | null }> = NonNullable<
  State["sort"]
>["column"];

/** Longer lists of hosts are left out. */
const HOSTS_CHARACTERS = 10_000;

/** Names of hosts, lower case, each once. @param most so many at most */
export const hosts = (most: number): AddressPart<string[]> => ({
  read: (text) => {
    if (text.length > HOSTS_CHARACTERS) return [];
    const named = text.split(",").map((host) => searched(host.toLowerCase(), 253));
    return [...new Set(named.filter((host) => host !== ""))].slice(0, most);
  },
  write: (names) => names.join(","),
});

// Texts ------------------------------------------------------------------------------------------------------------

/** What stands in an address by its own text, lists with commas. */
export type Written = string | number | boolean | null | undefined | readonly (string | number)[];

/** The parameters of values in their order; absent, empty and false ones are left out, true is "1". */
export function paramsOf(values: Readonly<Record<string, Written>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = value === true ? "1" : String(value === false ? "" : (value ?? ""));
    if (text !== "") params.set(name, text);
  }
  return params;
}

/** The text behind a question mark, of values (see paramsOf). */
export function queryOf(values: Readonly<Record<string, Written>>): string {
  // These may stand in a query as they are, and people read these addresses.
  const text = paramsOf(values).toString();
  return text.replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%7E", "~");
}

/** A path with a query, where there is one. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/** A path with values behind it (see paramsOf). */
export const addressOf = (path: string, values: Readonly<Record<string, Written>>): string =>
  withQuery(path, queryOf(values));

/** An address with some of its parameters changed, null: taken out; the others stay as they are. */
export function changedAddress(
  path: string,
  params: { toString(): string },
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(params.toString());
  for (const [name, value] of Object.entries(changes))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return withQuery(path, next.toString());
}

// Pages ------------------------------------------------------------------------------------------------------------

/** The names in a path's brackets: "id" of "/jobs/[id]". */
type Places<Path extends string> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? Name | Places<Rest>
  : never;

type StateOf<Parts> = {
  -readonly [Name in keyof Parts]: Parts[Name] extends AddressPart<infer Value> ? Value : never;
};

/** What the address of a page holds. */
export type AddressState<Page extends { read: (...params: never) => unknown }> = ReturnType<
  Page["read"]
>;

/**
 * A page's address, by the parts of its state.
 * @param path as the app's folders have it: "/jobs/[id]"
 * @param parts in the order in which they are written
 */
export function pageAddress<const Path extends string, const Parts extends object>(
  path: Path,
  parts: Parts & { [Name in keyof Parts]: AddressPart<StateOf<Parts>[Name]> },
) {
  type State = StateOf<Parts>;
  const names = Object.keys(parts) as (keyof Parts & string)[];

  /** Reads the state; what is not understood is left out. */
  function read(params: string | URLSearchParams | SearchParams): State {
    const given = typeof params === "string" ? new URLSearchParams(params) : params;
    // `split=TEST&split=DEV` means what `split=TEST,DEV` means.
    const textOf = (name: string) =>
      (given instanceof URLSearchParams ? given.getAll(name) : [given[name] ?? []].flat()).join(
        ",",
      );
    return Object.fromEntries(
      names.map((name) => [name, parts[name].read(textOf(name))]),
    ) as unknown as State;
  }

  /** The state of an address that says nothing. */
  const usual = read("");

  /** How a value stands in the address; "" where it is usual. */
  const written = <Name extends keyof Parts & string>(name: Name, value: State[Name]): string => {
    const text = parts[name].write(value);
    return text === parts[name].write(usual[name]) ? "" : text;
  };

  /** Whether the address says nothing of a value. */
  const isUsual = <Name extends keyof Parts & string>(name: Name, value: State[Name]): boolean =>
    written(name, value) === "";

  /** Writes what of the state is not usual, always in the same order. */
  const query = (state: Partial<State>): string =>
    queryOf(
      Object.fromEntries(
        names.map((name) => {
          const value = state[name];
          return [name, value === undefined ? "" : written(name, value)];
        }),
      ),
    );

  /** The address of the page in a state, with the names in the path's brackets filled in. */
  const href = (state: Partial<State> & Record<Places<Path>, string | number>): string =>
    withQuery(
      path.replace(/\[(\w+)\]/g, (_, name: Places<Path>) =>
        encodeURIComponent(String((state as Record<string, string | number>)[name])),
      ),
      query(state),
    );

  return { path, usual, read, written, isUsual, query, href };
}
