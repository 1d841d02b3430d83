import type pg from "pg";
import type { Manifest } from "./manifest";

/** A table as COPY sees it. */
export interface Table {
  name: string;
  /** All but generated columns, in their order. */
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
  /** SQL for ORDER BY: the primary key, and texts by code point, so that every server orders alike. */
  order: string;
}

/** A trigger that people made, and when it fires (pg_trigger.tgenabled): A always, O origin, R replica, D disabled. */
export interface Trigger {
  table: string;
  name: string;
  fires: "A" | "O" | "R" | "D";
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quotedList = (names: readonly string[]): string => names.map(quoted).join(", ");

/** The product's tables by name; Prisma's record of migrations is none of them. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    key: { name: string; text: boolean }[] | null;
  }>(`
    SELECT c.relname::text AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT json_agg(json_build_object('name', a.attname, 'text', a.attcollation <> 0) ORDER BY array_position(i.indkey::int2[], a.attnum))
       FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
    ORDER BY c.relname COLLATE "C"`);
  return rows.map(({ name, columns, key }) => {
    if (key === null)
      throw new Error(`Table ${name} has no primary key, so its rows have no order.`);
    return {
      name,
      columns,
      key: key.map((part) => part.name),
      order: key.map((part) => quoted(part.name) + (part.text ? ' COLLATE "C"' : "")).join(", "),
    };
  });
}

/** Where each sequence is. Sequences know no snapshot: read them after it was taken, and they are at least as far. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoted(name)}`,
    );
    sequences.push({ name, lastValue: at[0]!.last, isCalled: at[0]!.called });
  }
  return sequences;
}

/** Every trigger but those that PostgreSQL makes for foreign keys. */
export async function readTriggers(client: pg.ClientBase): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(`
    SELECT c.relname::text AS table, t.tgname::text AS name, t.tgenabled::text AS fires
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`);
  return rows;
}

/**
 * The tables in an order in which each comes behind those that it refers to. References within a table are checked at the
 * end of its COPY, deferrable ones at the end of the load.
 * @throws Error where tables refer to each other in a circle.
 */
export async function inOrderOfReferences(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    SELECT DISTINCT child.relname::text AS child, parent.relname::text AS parent
    FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND NOT k.condeferrable AND k.conrelid <> k.confrelid AND k.connamespace = 'public'::regnamespace`);
  const ordered: string[] = [];
  const left = new Set(names);
  while (left.size > 0) {
    const free = [...left].filter(
      (name) => !rows.some(({ child, parent }) => child === name && left.has(parent)),
    );
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...left].join(", ")}.`);
    for (const name of free) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}

/** A row per table: the COPY that both a backup and its comparison read. */
export const selectAll = (table: Pick<Table, "name" | "columns" | "order">): string =>
  `SELECT ${quotedList(table.columns)} FROM ${quoted(table.name)} ORDER BY ${table.order}`;

/** What must be the same wherever values become text, so that equal rows are equal bytes. To be used in a transaction. */
export async function agreeOnText(client: pg.ClientBase): Promise<void> {
  await client.query(`
    SET LOCAL client_encoding = 'UTF8'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
    SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'; SET LOCAL xmloption = 'content';
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL row_security = off`);
}
