import type { KeyTable } from "./keys";

/** The keys that stand more than once in the tables of one desk; capital letters are keys of their own. */
export function repeatedKeys(...tables: KeyTable<never>[]): string[] {
  const all = tables.flatMap((table) => Object.values(table).flatMap(({ keys }) => keys));
  return all.filter((key, at) => all.indexOf(key) !== at);
}
