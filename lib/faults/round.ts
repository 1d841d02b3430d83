import { isDeepStrictEqual } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { withOwnClient } from "@/lib/platform/own-client";
import type { Chance } from "./chance";
import { kill, type Kill } from "./kinds";
import { type Answer, faultOf, faultOfRepeat, type Trace } from "./ledger";
import type { Product } from "./product";
import { isTrouble, trouble, type Trouble } from "./troubles";
import { faultsOfVerify, faultsStanding } from "./standing";
import type { Mark, Write, Writer } from "./writers";

/** What a round was and found; a line of the report. */
export interface Round {
  /** `nothing`: a round in which all is well. */
  kill: Kill | Trouble | "nothing";
  afterMs: number;
  /** From the kill until requests were served again; null: not in time. */
  recoveredMs: number | null;
  /** By kind of write. */
  acknowledged: Record<string, number>;
  refused: Record<string, number>;
  unknown: number;
  /** Of the unknown: found done. */
  unknownDone: number;
  sentAgain: number;
  verified: boolean;
  faults: string[];
}

/** How many acknowledged writes are sent again, too. */
const AGAIN = 6;
/** The most that a round in which all is well lasts. */
const CALM_MS = 60_000;
const SEND_AGAIN_WITHIN_MS = 60_000;

interface Entry {
  write: Write;
  answer: Answer;
}

/** Lets everyone work, kills at a moment of chance, has everything come back, and holds the database against what was said. */
export async function round(
  product: Product,
  writers: readonly Writer[],
  what: Kill | Trouble | "nothing",
  {
    chance,
    verify,
    folder,
    awaited = [],
  }: { chance: Chance; verify: boolean; folder: string; awaited?: readonly string[] },
): Promise<Round> {
  const since = await lastEvent(product);
  const entries: Entry[] = [];
  let going = true;
  const attempt = async (write: Write) => {
    const answer = await write.send();
    entries.push({ write, answer });
    if (answer.is === "acknowledged") return answer.value;
    await pause(50);
    return null;
  };
  const faults: string[] = [];
  const work = Promise.all(
    writers.map((writer) =>
      writer
        .work(attempt, () => going)
        .catch((error: Error) => {
          faults.push(`the writer "${writer.name}" ended: ${error.message}`);
        }),
    ),
  );
  const afterMs = chance.between(500, 4_000);
  await pause(afterMs);
  const killedAt = performance.now();
  const killing =
    what === "nothing"
      ? until(() => awaited.every((kind) => acknowledged(entries, kind)), CALM_MS)
      : isTrouble(what)
        ? trouble(product, what, folder)
        : kill(product, what, chance);
  // Some are sent into the gap, too; into a trouble for as long as it lasts.
  await pause(chance.between(50, 600));
  if (what === "nothing" || isTrouble(what)) await killing;
  going = false;
  await killing;
  const back = await product.ready();
  const recoveredMs = back === null ? null : performance.now() - killedAt;
  if (back === null) faults.push("requests are not served again");
  await work;
  const more =
    back === null
      ? { unknownDone: 0, sentAgain: 0 }
      : await withOwnClient(product.databaseUrl, async (client) => {
          await client.query("SELECT set_config('faults.since', $1, false)", [String(since)]);
          const held = await holdAgainst(client, entries, chance, faults);
          faults.push(...(await faultsStanding(client, since)));
          if (verify) faults.push(...(await faultsOfVerify(client)));
          return held;
        });
  return {
    kill: what,
    afterMs,
    recoveredMs,
    acknowledged: countBy(entries, ({ answer, write }) =>
      answer.is === "acknowledged" ? write.kind : null,
    ),
    refused: countBy(entries, ({ answer, write }) =>
      answer.is === "refused" ? `${write.kind}: ${answer.code}` : null,
    ),
    unknown: entries.filter(({ answer }) => answer.is === "unknown").length,
    ...more,
    verified: verify,
    faults,
  };
}

async function holdAgainst(
  client: pg.ClientBase,
  entries: readonly Entry[],
  chance: Chance,
  faults: string[],
): Promise<{ unknownDone: number; sentAgain: number }> {
  let unknownDone = 0;
  const again: { entry: Entry; before: Trace[] }[] = [];
  for (const entry of entries) {
    const before = await count(client, entry.write.marks);
    const fault = faultOf(expected(entry.write, entry.answer), before);
    if (fault !== null) faults.push(`${entry.write.kind}: ${fault}`);
    if (entry.answer.is === "unknown") {
      if (before.every(({ found, whole }) => found === whole)) unknownDone++;
      again.push({ entry, before });
    } else if (
      entry.answer.is === "acknowledged" &&
      chance.next() < AGAIN / Math.max(AGAIN, entries.length)
    )
      again.push({ entry, before });
  }
  for (const { entry, before } of again) {
    const { write, answer } = entry;
    const said = await sendAgain(write);
    const after = await count(client, write.marks);
    const same =
      answer.is === "acknowledged" && said.is === "acknowledged"
        ? isDeepStrictEqual(
            write.essence(answer.value as never),
            write.essence(said.value as never),
          )
        : true;
    const fault = faultOfRepeat(
      expected(write, answer),
      before,
      expected(write, said),
      after,
      same,
    );
    if (fault !== null) faults.push(`${write.kind}: ${fault}`);
  }
  return { unknownDone, sentAgain: again.length };
}

/** An acknowledgement that nothing was to be done leaves what a refusal leaves. */
function expected(write: Write, answer: Answer): Answer {
  return answer.is === "acknowledged" && write.idle?.(answer.value as never)
    ? { is: "refused", code: "nothing to do" }
    : answer;
}

/** As the product's own outboxes do: until someone says what became of it. */
async function sendAgain(write: Write): Promise<Answer> {
  const end = performance.now() + SEND_AGAIN_WITHIN_MS;
  for (;;) {
    const answer = await write.send();
    const settled =
      answer.is === "refused" ? answer.code !== "unavailable" : answer.is !== "unknown";
    if (settled || performance.now() > end) return answer;
    await pause(200);
  }
}

async function count(client: pg.ClientBase, marks: readonly Mark[]): Promise<Trace[]> {
  const traces: Trace[] = [];
  for (const { what, whole, sql, values } of marks) {
    const { rows } = await client.query<{ n: number }>(sql, values);
    traces.push({ what, whole, found: rows[0]!.n });
  }
  return traces;
}

function lastEvent(product: Product): Promise<number> {
  return withOwnClient(product.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>("SELECT max(id) AS id FROM audit_events");
    return rows[0]!.id;
  });
}

function countBy<T>(list: readonly T[], key: (one: T) => string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of list) {
    const name = key(one);
    if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function until(met: () => boolean, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  while (!met() && performance.now() < end) await pause(50);
}

const acknowledged = (entries: readonly Entry[], kind: string) =>
  entries.some(({ answer, write }) => answer.is === "acknowledged" && write.kind === kind);
