import { NO_ANSWER } from "@/lib/platform/lost-answers";
import type { AnyResult, Refusal } from "@/lib/platform/result";
import { HOLDS_ALL, RETRY_MS, TRANSIENT } from "./kept";
import { withAll, without, type SendingState, type Turn } from "./machine-state";
import type { DeskTypes } from "./rules";

/*
 * Sends what the device keeps, the oldest first, again and again until the server has answered. What concerns the whole
 * session (signed out, unreachable, unavailable) holds everything back. An entry that fails by itself lets those behind
 * it pass after TRIES tries (SILENT_TRIES where nothing answers), and needs its person's attention once the server has
 * answered others but not it.
 */

/** So many tries in a row; then the entries behind get their turn. Silence is mostly the network's: it gets more. */
const TRIES = 3;
const SILENT_TRIES = 6;
/** So many turns of an entry that the server answers with an error; then it needs attention even if it is alone. */
const TURNS = 2;

/** What became of an attempt: null where it will be tried again. */
export type Settled = AnyResult<unknown> | null;

function count(of: ReadonlyMap<string, number>, clientKey: string): number {
  return of.get(clientKey) ?? 0;
}

function counted(
  of: ReadonlyMap<string, number>,
  clientKey: string,
  to: number,
): ReadonlyMap<string, number> {
  return new Map(of).set(clientKey, to);
}

function set<D extends DeskTypes>({ m }: Turn<D>, changes: Partial<SendingState>): void {
  m.sending = { ...m.sending, ...changes };
}

function forgetTries<D extends DeskTypes>(t: Turn<D>, clientKey: string): void {
  const { tries, turns, overtaken, lapsed } = t.m.sending;
  const rest = (of: ReadonlyMap<string, number>) =>
    of.has(clientKey) ? new Map([...of].filter(([key]) => key !== clientKey)) : of;
  set(t, {
    tries: rest(tries),
    turns: rest(turns),
    overtaken: rest(overtaken),
    lapsed: without(lapsed, clientKey),
  });
}

/** Keeps an entry on the device, in the place of what it was. */
export function keep<D extends DeskTypes>({ m, effects }: Turn<D>, entry: D["entry"]): void {
  const others = m.kept.filter((other) => other.clientKey !== entry.clientKey);
  m.kept = [...others, entry].sort((a, b) => a.at - b.at);
  effects.push({ type: "keep", entry });
}

/** Drops an entry for good. */
export function drop<D extends DeskTypes>(t: Turn<D>, clientKey: string): void {
  t.m.kept = t.m.kept.filter((entry) => entry.clientKey !== clientKey);
  t.effects.push({ type: "forget", clientKey });
  forgetTries(t, clientKey);
}

/** Has an entry that needs attention sent again. */
export function sendAgain<D extends DeskTypes>(t: Turn<D>, conflict: D["entry"]): void {
  forgetTries(t, conflict.clientKey);
  keep(t, { ...conflict, refused: undefined });
  countAgain(t, conflict.clientKey);
}

/** What was entered here was taken off the count when it was rejected, and may be saved yet. */
function countAgain<D extends DeskTypes>({ m }: Turn<D>, clientKey: string): void {
  if (m.entries.has(clientKey)) m.counted = withAll(m.counted, [clientKey]);
}

/** Gives what was given up on another chance, behind everything else: its time may have been a bad one. */
export function revive<D extends DeskTypes>(t: Turn<D>): void {
  for (const entry of t.m.kept) {
    if (entry.refused === undefined || !TRANSIENT.has(entry.refused.code)) continue;
    set(t, { turns: counted(t.m.sending.turns, entry.clientKey, TURNS - 1) });
    keep(t, { ...entry, refused: undefined });
    countAgain(t, entry.clientKey);
  }
}

/** Ends the waiting, if there is any. */
export function wake<D extends DeskTypes>(t: Turn<D>): void {
  if (t.m.sending.waiting) t.effects.push({ type: "cancel", name: "retry" });
  set(t, { waiting: false });
}

/** Sends the next entry, unless one is on its way or all are held back. */
export function pump<D extends DeskTypes>(t: Turn<D>): void {
  const { m } = t;
  if (!m.alive || m.sending.key !== null || m.sending.waiting) return;
  const next = nextToSend(t);
  if (next === undefined) return;
  // Said on the device first: another window, or this one after a reload, must not take it for never sent.
  const entry: D["entry"] = { ...next, tried: true };
  if (next.tried !== true) keep(t, entry);
  set(t, { key: entry.clientKey });
  t.effects.push({ type: "send", entry, visit: m.visit });
}

/** The oldest with the fewest turns, never before an older one about the same thing. */
function nextToSend<D extends DeskTypes>({ m, rules }: Turn<D>): D["entry"] | undefined {
  const subjects = new Set<number>();
  let first: D["entry"] | undefined;
  for (const entry of m.kept) {
    if (entry.refused !== undefined) continue;
    const subject = rules.subjectOf(entry);
    if (subjects.has(subject)) continue;
    subjects.add(subject);
    const turns = count(m.sending.turns, entry.clientKey);
    if (first === undefined || turns < count(m.sending.turns, first.clientKey)) first = entry;
  }
  return first;
}

/**
 * Takes in the answer to an entry, and waits where it has to be sent again.
 * @param result null when the server was not reached
 * @returns what became of it: saved entries are dropped by now, others kept as refused.
 */
export function settle<D extends DeskTypes>(
  t: Turn<D>,
  entry: D["entry"],
  result: AnyResult<unknown> | null,
): Settled {
  const { clientKey } = entry;
  if (t.m.sending.key === clientKey) set(t, { key: null });
  if (result?.ok) {
    drop(t, clientKey);
    overtake(t);
    return result;
  }
  const refusal = result?.refusal ?? null;
  if (refusal !== null && HOLDS_ALL.has(refusal.code)) return wait(t, refusal);
  if (refusal !== null && !TRANSIENT.has(refusal.code)) return setAside(t, entry, refusal);
  const tries = count(t.m.sending.tries, clientKey) + 1;
  const ends = tries >= (refusal === null ? SILENT_TRIES : TRIES);
  set(t, { tries: counted(t.m.sending.tries, clientKey, ends ? 0 : tries) });
  if (ends) {
    const turns = counted(t.m.sending.turns, clientKey, count(t.m.sending.turns, clientKey) + 1);
    set(t, { turns, lapsed: withAll(t.m.sending.lapsed, [clientKey]) });
  }
  const overtaken = count(t.m.sending.overtaken, clientKey);
  // An error of the server's is about this very entry; silence may be the network's, and needs more to be believed.
  const alone =
    refusal === null
      ? overtaken >= TURNS && ends
      : overtaken > 0 || count(t.m.sending.turns, clientKey) >= TURNS;
  return alone ? setAside(t, entry, refusal ?? NO_ANSWER) : wait(t, refusal);
}

function wait<D extends DeskTypes>(t: Turn<D>, refusal: Refusal | null): null {
  t.m.trouble = refusal ?? t.rules.unreachable;
  if (!t.m.alive) return null;
  const { failures } = t.m.sending;
  set(t, { waiting: true, failures: failures + 1 });
  t.effects.push({
    type: "later",
    name: "retry",
    ms: RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!,
  });
  return null;
}

function setAside<D extends DeskTypes>(t: Turn<D>, entry: D["entry"], refusal: Refusal): Settled {
  // Another window may have had a better answer, or resolved it, in the meantime.
  const kept = t.m.kept.find((other) => other.clientKey === entry.clientKey);
  forgetTries(t, entry.clientKey);
  overtake(t);
  if (kept === undefined) return TRANSIENT.has(refusal.code) ? null : { ok: false, refusal };
  keep(t, { ...kept, refused: refusal });
  return { ok: false, refusal };
}

/** The server has answered: whatever had its turn in vain was overtaken. */
function overtake<D extends DeskTypes>(t: Turn<D>): void {
  const { lapsed, overtaken } = t.m.sending;
  const next = new Map(overtaken);
  for (const key of lapsed) next.set(key, count(overtaken, key) + 1);
  set(t, { failures: 0, lapsed: new Set(), overtaken: next });
}
