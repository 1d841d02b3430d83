import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";

/*
 * The data of a database as text, table by table, and back again: for upgrade tests, whose database comes from an
 * earlier version of the product. Nothing else of PostgreSQL's tools is needed.
 */

const BEGIN = "\\table ";
const END = "\\.";

/** A release is accepted only once its entries and chunks are there; cases are projected again whenever an assignment comes. */
const LAST = ["releases", "adjudication_cases"];
/** Filled by triggers that are always on while other tables are: what these wrote gives way to the dump. */
const PROJECTED = ["search_words"];
const later = (one: string, other: string) => LAST.indexOf(one) - LAST.indexOf(other);

async function tablesOf(
  client: pg.ClientBase,
): Promise<{ name: string; columns: string[]; key: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(`
    SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> '_prisma_migrations' ORDER BY c.relname`);
  return rows
    .map(({ key, ...table }) => ({ ...table, key: key ?? table.columns }))
    .toSorted((a, b) => later(a.name, b.name));
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/** Every row of every table, in the order of primary keys, in COPY's text format. */
export async function dumpData(client: pg.ClientBase): Promise<string> {
  const parts: string[] = [];
  for (const { name, columns, key } of await tablesOf(client)) {
    const rows = await text(
      client.query(
        copyTo(`COPY (SELECT ${quoted(columns)} FROM "${name}" ORDER BY ${quoted(key)}) TO STDOUT`),
      ),
    );
    if (rows !== "") parts.push(`${BEGIN}"${name}" (${quoted(columns)})\n${rows}${END}\n`);
  }
  return parts.join("");
}

/** Fills a migrated database with dumped data, in place of what its migrations wrote. Needs a superuser. */
export async function restoreData(client: pg.ClientBase, dump: string): Promise<void> {
  // Foreign keys and projections are off while tables come one by one; guards that are always on stay on.
  await client.query("SET session_replication_role = replica");
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`SELECT FROM "${name}" LIMIT 1`);
    if (rowCount === 0) continue;
    // What migrations wrote and froze goes, too: the dump has it.
    const frozen = await client.query(
      "SELECT FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = 'frozen'",
      [`"${name}"`],
    );
    if (frozen.rowCount !== 0) await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER frozen`);
    await client.query(`DELETE FROM "${name}"`);
    if (frozen.rowCount !== 0)
      await client.query(`ALTER TABLE "${name}" ENABLE ALWAYS TRIGGER frozen`);
  }
  const tables = dump
    .split(`${END}\n`)
    .filter((part) => part.startsWith(BEGIN))
    .map((part) => {
      const head = part.indexOf("\n");
      return {
        name: part.slice(BEGIN.length + 1, part.indexOf('"', BEGIN.length + 1)),
        target: part.slice(BEGIN.length, head),
        rows: part.slice(head + 1),
      };
    });
  for (const { name, target, rows } of tables.toSorted((a, b) => later(a.name, b.name))) {
    if (PROJECTED.includes(name)) await client.query(`DELETE FROM "${name}"`);
    await pipeline(Readable.from([rows]), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
  }
  await client.query("SET session_replication_role = DEFAULT");
  await client.query(`
    DO $$ DECLARE t record; BEGIN
      FOR t IN SELECT table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
        FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
      LOOP IF t.sequence IS NOT NULL THEN
        EXECUTE format('SELECT setval(%L, greatest((SELECT max(%I) FROM %I), 1))', t.sequence, t.column_name, t.table_name);
      END IF; END LOOP;
    END $$`);
}
