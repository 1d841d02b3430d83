import type pg from "pg";
import { quoted, quotedList, readTables, readTriggers } from "../backup/catalog";
import { BEFORE_ALL } from "./rules";

/** A table whose rows are sealed. */
export interface SealedTable {
  name: string;
  /** The column in whose order its rows are sealed. */
  key: string;
  columns: string[];
}

/** Where a table has this column, it says in which order rows were written. */
const ORDINAL = "ordinal";
const SEALS = "seals";

/**
 * The tables that only grow, by the trigger that keeps them so; not the seals, which are a chain themselves.
 *
 * Rows are sealed by ranges of a key that later rows never fall into: `ordinal`, or the first column of the primary key,
 * which is a serial number – the row's own, or that of a row written in the same transaction, as a release's of its parts.
 */
export async function sealedTables(client: pg.ClientBase): Promise<SealedTable[]> {
  const grow = new Set(
    (await readTriggers(client))
      .filter(({ name }) => name === "append_only")
      .map(({ table }) => table),
  );
  return (await readTables(client))
    .filter(({ name }) => name !== SEALS && grow.has(name))
    .map(({ name, columns, key }) => ({
      name,
      key: columns.includes(ORDINAL) ? ORDINAL : key[0]!,
      columns,
    }));
}

/** How far the seals of a table go: the last key that they cover. */
export async function sealedUpTo(
  client: pg.ClientBase,
  { name, key }: SealedTable,
): Promise<number> {
  const { rows } = await client.query<{ upTo: number }>(
    'SELECT up_to_key AS "upTo" FROM seals WHERE table_name = $1 AND key_column = $2 ORDER BY id DESC LIMIT 1',
    [name, key],
  );
  return rows[0]?.upTo ?? BEFORE_ALL;
}

/** SQL: what a seal says of its rows, of digestsOf: the digests, one behind the other. */
export const DIGESTS = "string_agg(d, ''::bytea ORDER BY k, d)";

/** SQL: key and digest of the rows of a table: `k`, and `d`, the SHA-256 of the row's text. Texts are as agreeOnText has them. */
export const digestsOf = ({ name, key, columns }: SealedTable): string =>
  `SELECT ${quoted(key)} AS k, sha256(convert_to(ROW(${quotedList(columns)})::text, 'UTF8')) AS d FROM ${quoted(name)}`;
