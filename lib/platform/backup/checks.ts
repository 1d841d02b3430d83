import type pg from "pg";
import { agreeOnText, readTriggers } from "./catalog";
import { formatCount } from "@/lib/platform/format";

/** What one check of the data found. */
export interface Found {
  /** How many things were looked at. */
  checked: number;
  /** What is wrong, a line each; `wrong` counts all, also those that are not named. */
  wrong: number;
  examples: string[];
}

/** Something that must hold of the data; each lies with the module that owns it. */
export interface DatabaseCheck {
  /** What is checked: "releases", "question heads". */
  what: string;
  find(client: pg.ClientBase): Promise<Found>;
  /** Makes what is wrong right from what is right; only for what is derived. In the caller's transaction. */
  repair?(client: pg.ClientBase): Promise<void>;
}

export interface CheckOutcome extends Found {
  what: string;
  repaired: boolean;
  /** In words: "2 of 600 question heads are wrong (Q3, Q7)". */
  words: string;
}

/** Runs checks in the caller's transaction; with `repair`, rebuilds what is derived and counts it as repaired. */
export async function runChecks(
  client: pg.ClientBase,
  checks: readonly DatabaseCheck[],
  { repair = false, onCheck }: { repair?: boolean; onCheck?: (what: string) => void } = {},
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[] = [];
  for (const check of checks) {
    onCheck?.(check.what);
    const found = await check.find(client);
    let repaired = false;
    if (repair && found.wrong > 0 && check.repair !== undefined) {
      await check.repair(client);
      repaired = (await check.find(client)).wrong === 0;
    }
    outcomes.push({
      ...found,
      what: check.what,
      repaired,
      words: inWords(check.what, found, repaired),
    });
  }
  return outcomes;
}

function inWords(what: string, { checked, wrong, examples }: Found, repaired: boolean): string {
  const count = formatCount(checked);
  if (wrong === 0) return `${what}: ${count} checked`;
  const named = examples.slice(0, 5).join("; ");
  return `${what}: ${formatCount(wrong)} of ${count} ${wrong === 1 ? "is" : "are"} wrong${named === "" ? "" : ` (${named}${wrong > 5 ? "; …" : ""})`}${repaired ? ", rebuilt" : ""}`;
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
      return {
        checked: expected.length,
        wrong: missing.length,
        examples: missing.map((guard) => `${guard} is off`),
      };
    },
  };
}
