import type { KeyTable } from "./keys";

/** The keys that stand more than once in the tables of one desk; capital letters are keys of their own. */
export function repeatedKeys(...tables: KeyTable<never>[]): string[] {
  const all = tables.flatMap((table) => Object.values(table).flatMap(({ keys }) => keys));
  return all.filter((key, at) => all.indexOf(key) !== at);
}

/** A client key for tests: the same number, the same key. */
export function sampleKey(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
