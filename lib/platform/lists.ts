import type { Sort, SortColumn } from "./address";
import { Prisma } from "./db";

/*
 * Lists: what their queries have in common. A list comes a page at a time, in the order that its address asks for
 * (`sortedBy` in address.ts); components/ui/list-table.tsx shows it (docs/decisions/0248).
 */

/** Some of the rows of a list. */
export interface ListPage<Row> {
  rows: Row[];
  /** How many rows all pages have together. */
  total: number;
  /** Counted from 1. */
  page: number;
  /** So many rows at most. */
  pageSize: number;
}

/** SQL: the rows of one page. @param page counted from 1 */
export const pageInSql = (page: number, pageSize: number): Prisma.Sql =>
  Prisma.sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;

/** What each column is sorted by: names by `lower(…)`, or all capitals stand before all small letters. */
export type Orders<State extends { sort: Sort<string> | null }> = Readonly<
  Record<SortColumn<State>, Prisma.Sql>
>;

/**
 * SQL: the order of a list. Rows without a value come last, upwards and downwards.
 * @param usual the order without a chosen one, and of rows that are equal in it; ends with what no two rows share
 */
export function orderInSql<Column extends string>(
  sort: Sort<Column> | null,
  columns: Readonly<Record<Column, Prisma.Sql>>,
  usual: Prisma.Sql,
): Prisma.Sql {
  if (sort === null) return usual;
  const direction = Prisma.raw(sort.descending ? "DESC" : "ASC");
  return Prisma.sql`${columns[sort.column]} ${direction} NULLS LAST, ${usual}`;
}
