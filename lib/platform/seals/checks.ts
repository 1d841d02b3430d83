import type pg from "pg";
import { quoted, readTables } from "../backup/catalog";
import { countIn, checkResult, type DatabaseCheck } from "../backup/checks";
import { countOf } from "../format";
import { BEFORE_ALL, DIGEST_BYTES, differencesOf, hashOfSeal, type SealText } from "./rules";
import { DIGESTS, digestsOf, sealedTables, sealedUpTo, type SealedTable } from "./tables";

/** Seals that are looked at together, and the bytes of their digests, which are in memory at the same time. */
const PAGE = 200;
const PAGE_BYTES = 8_000_000;

interface Seal extends SealText {
  id: number;
  sha256: string;
}

/** Sealed rows are what they were when they were sealed, and so are the seals. */
export const SEALS_CHECK: DatabaseCheck = {
  what: "append-only rows against their seals",
  async find(client) {
    const has = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]));
    const examples: string[] = [];
    let checked = 0;
    let last: Seal | null = null;
    for (let page = await seals(client, 0); page.length > 0; page = await seals(client, last!.id)) {
      for (const seal of page) {
        if (hashOfSeal(seal, last?.sha256 ?? "") !== seal.sha256)
          examples.push(`seal ${seal.id} was changed, or one before it was changed or removed`);
        checked += seal.digests.length / DIGEST_BYTES;
        last = seal;
      }
      for (const alike of byTable(page)) {
        const lacks = lackOf(alike[0]!, has);
        for (const said of lacks === null ? await differences(client, alike) : [lacks])
          examples.push(said);
      }
    }
    return { ...checkResult(checked, examples), note: await noteOf(client, last) };
  },
};

/**
 * A seal that was written down elsewhere is still in the chain, so that everything sealed until then is what it was, even if
 * someone wrote all seals again. @param sha256 as the check of the seals printed it
 */
export const keptSealCheck = (sha256: string): DatabaseCheck => ({
  what: "the seal of --seal",
  async find(client) {
    const kept = await countIn(client, "SELECT count(*) FROM seals WHERE sha256 = $1", [sha256]);
    return checkResult(1, kept > 0 ? [] : [LOST]);
  },
});

const LOST =
  "it is not in this database: seals were removed or all written again, or it is another installation's";

/** The seals behind one, in their order. */
async function seals(client: pg.ClientBase, after: number): Promise<Seal[]> {
  const { rows } = await client.query<Seal>(
    `SELECT id, table_name AS "tableName", key_column AS "keyColumn", columns, after_key AS "afterKey", up_to_key AS "upToKey", digests, sha256, sealed_at AS "sealedAt"
     FROM (SELECT *, sum(length(digests)) OVER (ORDER BY id) - length(digests) AS before FROM seals WHERE id > $1 ORDER BY id LIMIT ${PAGE}) page
     WHERE before < ${PAGE_BYTES} ORDER BY id`,
    [after],
  );
  return rows;
}

const tableOf = ({ tableName, keyColumn, columns }: SealText): SealedTable => ({
  name: tableName,
  key: keyColumn,
  columns: [...columns],
});

/** Seals of one table and the same columns together. */
function byTable(seals: readonly Seal[]): Seal[][] {
  const groups = new Map<string, Seal[]>();
  for (const seal of seals) {
    const table = JSON.stringify(tableOf(seal));
    groups.set(table, [...(groups.get(table) ?? []), seal]);
  }
  return [...groups.values()];
}

/** What of a seal's rows can't be read any more; null where all can. */
function lackOf(
  { tableName, keyColumn, columns }: SealText,
  has: ReadonlyMap<string, readonly string[]>,
): string | null {
  const there = has.get(tableName);
  if (there === undefined) return `the sealed table ${tableName} is gone`;
  const gone = [keyColumn, ...columns].find((column) => !there.includes(column));
  return gone === undefined ? null : `the sealed column ${gone} of ${tableName} is gone`;
}

/** What differs from seals of one table and its columns, a row each. */
async function differences(client: pg.ClientBase, alike: readonly Seal[]): Promise<string[]> {
  const table = tableOf(alike[0]!);
  const { rows: differing } = await client.query<{ id: number }>(
    `SELECT s.id FROM seals s WHERE s.id = ANY ($1::int[]) AND s.digests IS DISTINCT FROM
       coalesce((SELECT ${DIGESTS} FROM (${digestsOf(table)}) row WHERE k > s.after_key AND k <= s.up_to_key), '') ORDER BY s.id`,
    [alike.map(({ id }) => id)],
  );
  const said: string[] = [];
  for (const { id } of differing) {
    const seal = alike.find((one) => one.id === id)!;
    const { rows: present } = await client.query<{ key: number; digest: string }>(
      `SELECT k AS key, encode(d, 'hex') AS digest FROM (${digestsOf(table)}) row WHERE k > $1 AND k <= $2 ORDER BY k, d`,
      [seal.afterKey, seal.upToKey],
    );
    const { changed, added, missing } = differencesOf(seal, digestsIn(seal), present);
    const at = (value: number) => `${table.name}, ${table.key} ${value},`;
    for (const value of changed) said.push(`${at(value)} was changed`);
    for (const value of added) said.push(`${at(value)} was added later`);
    for (const { above, below } of missing) {
      if (below - above === 2) said.push(`${at(above + 1)} is missing`);
      else {
        const where = above === BEFORE_ALL ? "below" : `between ${above} and`;
        said.push(`a row of ${table.name} with ${table.key} ${where} ${below} is missing`);
      }
    }
  }
  return said;
}

function digestsIn({ digests }: SealText): string[] {
  const hex = Buffer.from(digests).toString("hex");
  return hex.match(new RegExp(`.{${DIGEST_BYTES * 2}}`, "g")) ?? [];
}

/** How far the seals go. */
async function noteOf(client: pg.ClientBase, last: Seal | null): Promise<string> {
  let unsealed = 0;
  for (const table of await sealedTables(client))
    unsealed += await countIn(
      client,
      `SELECT count(*) FROM ${quoted(table.name)} WHERE ${quoted(table.key)} > $1`,
      [await sealedUpTo(client, table)],
    );
  const rest = `${countOf(unsealed, "row")} not sealed yet`;
  return last === null
    ? rest
    : `last seal ${last.sha256} of ${last.sealedAt.toISOString()}; ${rest}`;
}
