import type pg from "pg";
import { agreeOnText, quoted, readTriggers } from "./catalog";
import { formatCount } from "@/lib/platform/format";

/** What one check of the data found. */
export interface CheckResult {
  /** How many things were looked at. */
  checked: number;
  /** How many lines `examples` has: what is wrong, a line each. */
  wrong: number;
  examples: string[];
  /** What else is worth knowing. */
  note?: string;
}

/** What a check found. @param checked how many things it looked at. @param examples what is wrong, a line each */
export const checkResult = (checked: number, examples: string[]): CheckResult => ({
  checked,
  wrong: examples.length,
  examples,
});

/** The one number that a statement counts. @param sql `SELECT count(*) …` */
export async function countIn(
  client: pg.ClientBase,
  sql: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await client.query<{ count: string }>(sql, values);
  return Number(rows[0]!.count);
}

/** Something that must hold of the data; each lies with the module that owns it. */
export interface DatabaseCheck {
  /** What is checked: "releases", "question heads". */
  what: string;
  find(client: pg.ClientBase): Promise<CheckResult>;
  /** Makes what is wrong right from what is right; only for what is derived. In the caller's transaction. */
  repair?(client: pg.ClientBase): Promise<void>;
}

export interface CheckOutcome extends CheckResult {
  what: string;
  repaired: boolean;
  /** In words: "2 of 600 question heads are wrong (Q3, Q7)". */
  words: string;
}

/**
 * Runs checks in the caller's transaction; with `repair`, rebuilds what is derived and counts it as repaired. One that fails,
 * as on a table that can't be read, is a fault like others, and the rest go on.
 */
export async function runChecks(
  client: pg.ClientBase,
  checks: readonly DatabaseCheck[],
  { repair = false, onCheck }: { repair?: boolean; onCheck?: (what: string) => void } = {},
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  for (const check of checks) {
    onCheck?.(check.what);
    await client.query("SAVEPOINT check_of_data");
    try {
      outcomes.push(await runCheck(client, check, repair));
    } catch (error) {
      // Where the connection is gone, this is what fails.
      await client.query("ROLLBACK TO SAVEPOINT check_of_data").catch(() => {
        throw error;
      });
      const examples = [(error as Error).message];
      const words = `${check.what}: can't be checked (${examples[0]})`;
      outcomes.push({ what: check.what, checked: 0, wrong: 1, examples, repaired: false, words });
    }
    await client.query("RELEASE SAVEPOINT check_of_data");
  }
  return outcomes;
}

async function runCheck(
  client: pg.ClientBase,
  check: DatabaseCheck,
  repair: boolean,
): Promise<CheckOutcome> {
  const outcome = await check.find(client);
  let repaired = false;
  if (repair && outcome.wrong > 0 && check.repair !== undefined) {
    await check.repair(client);
    repaired = (await check.find(client)).wrong === 0;
  }
  return { ...outcome, what: check.what, repaired, words: inWords(check.what, outcome, repaired) };
}

function inWords(
  what: string,
  { checked, wrong, examples, note }: CheckResult,
  repaired: boolean,
): string {
  const count = formatCount(checked);
  const more = note === undefined ? "" : `; ${note}`;
  if (wrong === 0) return `${what}: ${count} checked${more}`;
  const named = examples.slice(0, 5).join("; ");
  return `${what}: ${formatCount(wrong)} of ${count} ${wrong === 1 ? "is" : "are"} wrong${named === "" ? "" : ` (${named}${wrong > 5 ? "; …" : ""})`}${repaired ? ", rebuilt" : ""}${more}`;
}

/** Runs checks on one moment of a database that is in use; changes nothing. */
export async function checkDatabase(
  client: pg.ClientBase,
  checks: readonly DatabaseCheck[],
  onCheck?: (what: string) => void,
): Promise<CheckOutcome[]> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    await agreeOnText(client);
    return await runChecks(client, checks, onCheck === undefined ? {} : { onCheck });
  } finally {
    await client.query("ROLLBACK");
  }
}

/** Every trigger that guards the data is there and always fires. @param guards tables by the name of their trigger */
export function guardsCheck(guards: Readonly<Record<string, readonly string[]>>): DatabaseCheck {
  return {
    what: "triggers that guard the data",
    async find(client) {
      const firing = new Set(
        (await readTriggers(client))
          .filter(({ fires }) => fires === "A")
          .map(({ table, name }) => `${name} on ${table}`),
      );
      const expected = Object.entries(guards).flatMap(([name, tables]) =>
        tables.map((table) => `${name} on ${table}`),
      );
      const missing = expected.filter((guard) => !firing.has(guard));
      return checkResult(
        expected.length,
        missing.map((guard) => `${guard} is off`),
      );
    },
  };
}

/**
 * No sequence is behind the column that it numbers: the next row would get a number that is taken. A column whose numbers
 * need not differ is none of them: the order of questions, which imports begin again behind the last one.
 */
export const SEQUENCES_CHECK: DatabaseCheck = {
  what: "sequences against the columns that they number",
  async find(client) {
    const numbered = await sequences(client);
    return checkResult(
      numbered.length,
      numbered
        .filter(isBehind)
        .map((one) => `${one.name} gives ${one.next}, but ${one.table} goes up to ${one.greatest}`),
    );
  },
  async repair(client) {
    for (const { name, greatest } of (await sequences(client)).filter(isBehind))
      await client.query("SELECT setval($1::regclass, $2::bigint)", [quoted(name), greatest]);
  },
};

interface Sequence {
  name: string;
  table: string;
  /** The number that it gives next. */
  next: bigint;
  /** In the column that it numbers; null where that has no row. */
  greatest: bigint | null;
}

const isBehind = ({ next, greatest }: Sequence): boolean => greatest !== null && next <= greatest;

/** The sequences that number a column whose values all differ. */
async function sequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows: all } = await client.query<{ name: string; table: string; column: string }>(`
    SELECT s.relname::text AS name, c.relname::text AS table, a.attname::text AS column
    FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
      JOIN pg_class c ON c.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
      AND s.relnamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) ORDER BY 1`);
  const numbered: Sequence[] = [];
  for (const { name, table, column } of all) {
    const { rows } = await client.query<{ next: string; greatest: string | null }>(
      `SELECT (last_value + is_called::int)::text AS next, (SELECT max(${quoted(column)}) FROM ${quoted(table)})::text AS greatest FROM ${quoted(name)}`,
    );
    const { next, greatest } = rows[0]!;
    numbered.push({
      name,
      table,
      next: BigInt(next),
      greatest: greatest === null ? null : BigInt(greatest),
    });
  }
  return numbered;
}

/** Every row that another one names is there: foreign keys, checked again. */
export const REFERENCES_CHECK: DatabaseCheck = {
  what: "references to other rows",
  async find(client) {
    const { rows: keys } = await client.query<{
      child: string;
      parent: string;
      columns: string[];
      named: string[];
    }>(`
      SELECT child.relname::text AS child, parent.relname::text AS parent,
        ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u (n, place) JOIN pg_attribute a ON a.attrelid = child.oid AND a.attnum = u.n ORDER BY u.place) AS columns,
        ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u (n, place) JOIN pg_attribute a ON a.attrelid = parent.oid AND a.attnum = u.n ORDER BY u.place) AS named
      FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace ORDER BY k.conname`);
    const examples: string[] = [];
    for (const { child, parent, columns, named } of keys) {
      const pairs = columns.map((column, at) => [quoted(column), quoted(named[at]!)] as const);
      const n = await countIn(
        client,
        `SELECT count(*) FROM ${quoted(child)} c
        WHERE ${pairs.map(([column]) => `c.${column} IS NOT NULL`).join(" AND ")}
          AND NOT EXISTS (SELECT FROM ${quoted(parent)} p WHERE ${pairs.map(([column, name]) => `p.${name} = c.${column}`).join(" AND ")})`,
      );
      if (n > 0)
        examples.push(
          `${formatCount(n)} of ${child} ${n === 1 ? "names" : "name"} a row that ${parent} lacks (${columns.join(", ")})`,
        );
    }
    return checkResult(keys.length, examples);
  },
};

/** Every row keeps the rules of its table: check constraints, checked again. */
export const CONSTRAINTS_CHECK: DatabaseCheck = {
  what: "rules of tables",
  async find(client) {
    const { rows: tables } = await client.query<{
      table: string;
      names: string[];
      expressions: string[];
    }>(`
      SELECT c.relname::text AS table, array_agg(k.conname::text ORDER BY k.conname) AS names, array_agg(pg_get_expr(k.conbin, k.conrelid) ORDER BY k.conname) AS expressions
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'c' AND k.connamespace = 'public'::regnamespace GROUP BY c.relname ORDER BY 1`);
    const examples: string[] = [];
    let checked = 0;
    for (const { table, names, expressions } of tables) {
      checked += names.length;
      const { rows } = await client.query<{ broken: number[] }>(
        `SELECT ARRAY[${expressions.map((expression) => `count(*) FILTER (WHERE NOT (${expression}))::int`).join(", ")}] AS broken FROM ${quoted(table)}`,
      );
      for (const [at, n] of rows[0]!.broken.entries())
        if (n > 0)
          examples.push(
            `${formatCount(n)} of ${table} ${n === 1 ? "breaks" : "break"} ${names[at]!}`,
          );
    }
    return checkResult(checked, examples);
  },
};
