import type { AnyResult, Refusal } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";
import { RETRY_MS } from "./kept";
import { pump, sendAgain, wake } from "./machine-sending";
import {
  atHand,
  concerns,
  isHalted,
  putFirst,
  rearrange,
  ruleOf,
  without,
  type Ask,
  type Turn,
} from "./machine-state";
import type { DeskTypes } from "./rules";

/* Takes items ahead, keeps them by signs of life, and listens to what the answers say of the whole desk. */

type Said<W extends Ask["what"]> = Extract<Ask, { what: W }>;

/** Ids that must not be given: here, done, or waiting to be sent. */
function knownIds<D extends DeskTypes>({ m, rules }: Turn<D>): Set<number> {
  const waiting = m.kept.filter((entry) => {
    const rule = ruleOf(rules, entry.step);
    return rule.does !== "correct" && concerns({ rules, m }, entry);
  });
  return new Set([...m.dealt, ...m.queue.map(rules.idOf), ...waiting.map(rules.subjectOf)]);
}

/** Asks for items if some are wanted, for the item to begin with first. */
export function topUp<D extends DeskTypes>(t: Turn<D>): void {
  const { m, rules } = t;
  if (!m.alive || m.fetching || m.opening) return;
  if (m.first !== null && rules.open !== undefined) return openFirst(t, m.first);
  const wanted = rules.wanted(m.queue.length, m.queue);
  const progress = m.wants && rules.next.tellsProgress === true;
  if (!progress && !(wanted > 0 && (m.wants || !m.exhausted))) return;
  const count = Math.max(1, wanted);
  m.fetching = true;
  const quiet = m.kept.every((entry) => entry.refused !== undefined);
  t.effects.push({
    type: "ask",
    ask: { what: "next", round: m.round, count, moves: m.moves, quiet, progress },
    step: "next",
    body: rules.next.body(m.facts, { count, known: [...knownIds(t)], first: m.first, progress }),
    visit: m.visit,
  });
}

/** Asks also where the server had nothing more. */
function lookAgain<D extends DeskTypes>(t: Turn<D>): void {
  t.m.wants = true;
  topUp(t);
}

/** At the end of the queue, once all is saved: is there really nothing more? */
export function emptied<D extends DeskTypes>(t: Turn<D>): void {
  const { m } = t;
  if (m.kept.some((entry) => entry.refused === undefined)) return;
  if (m.wants || (m.exhausted && m.queue.length === 0)) lookAgain(t);
}

export function tookNext<D extends DeskTypes>(
  t: Turn<D>,
  ask: Said<"next">,
  result: AnyResult<unknown> | null,
): void {
  const { m, rules } = t;
  if (result === null || (!result.ok && !rules.stops?.has(result.refusal.code))) {
    return tryLater(
      t,
      result === null ? rules.unreachable : (result as { refusal: Refusal }).refusal,
    );
  }
  m.fetching = false;
  m.fetchFailures = 0;
  m.unreachable = false;
  if (!result.ok) {
    m.exhausted = true;
    m.wants = false;
    m.stop = result.refusal;
    return;
  }
  const { items, more, elsewhere = 0, order } = rules.next.read(result.value as never, ask.count);
  const still = ask.moves === m.moves;
  m.exhausted = !more;
  // Something was entered or saved in the meantime: that count is old.
  m.wants = ask.progress && !still;
  m.first = null;
  const known = new Set([
    ...knownIds(t),
    ...m.trail.map((entered) => rules.idOf(entered.item)),
    ...m.kept.map(rules.subjectOf),
  ]);
  const queue = [...m.queue, ...items.filter((item) => !known.has(rules.idOf(item)))];
  if (order === undefined) m.queue = queue;
  else rearrange(t, { queue: ordered(t, queue, order) });
  m.stop = null;
  m.elsewhere = elsewhere;
  m.facts = rules.next.took(m.facts, result.value as never, {
    still,
    quiet: ask.quiet,
    decided: m.counted.size,
  });
  if (m.kept.every((entry) => entry.refused !== undefined)) m.trouble = null;
  topUp(t);
}

/** What comes next as the server has it now; the first one here may have been seen, and stays. */
function ordered<D extends DeskTypes>(
  { m, rules }: Turn<D>,
  queue: readonly D["item"][],
  order: readonly number[],
): readonly D["item"][] {
  const place = new Map(order.map((id, at) => [id, at]));
  const placeOf = (item: D["item"]) => place.get(rules.idOf(item)) ?? order.length;
  const stays = Math.min(m.queue.length, 1);
  return [
    ...queue.slice(0, stays),
    ...queue.slice(stays).sort((one, other) => placeOf(one) - placeOf(other)),
  ];
}

/** No items came. Nothing more is asked for until the timer: `fetching` or `opening` stays. */
function tryLater<D extends DeskTypes>({ m, effects }: Turn<D>, trouble: Refusal): void {
  m.trouble = trouble;
  m.fetchWaits = true;
  if (m.queue.length === 0) m.unreachable = true;
  effects.push({
    type: "later",
    name: "fetch",
    ms: RETRY_MS[Math.min(m.fetchFailures++, RETRY_MS.length - 1)]!,
  });
}

/** Asks for items without waiting any longer. */
export function fetchNow<D extends DeskTypes>(t: Turn<D>): void {
  if (!t.m.fetchWaits) return;
  t.effects.push({ type: "cancel", name: "fetch" });
  Object.assign(t.m, { fetchWaits: false, fetching: false, opening: false });
  topUp(t);
}

function openFirst<D extends DeskTypes>({ m, rules, effects }: Turn<D>, id: number): void {
  const { step, body } = rules.open!;
  m.opening = true;
  effects.push({
    type: "ask",
    ask: { what: "open", round: m.round, id, about: null },
    step,
    body: body(id),
    visit: m.visit,
  });
}

/** Asks for the item of an entry that needs attention, as it is now. */
export function openAgain<D extends DeskTypes>(
  { m, rules, effects }: Turn<D>,
  entry: D["entry"],
): void {
  if (rules.open === undefined || !m.alive) return;
  const { step, body } = rules.open;
  const id = rules.subjectOf(entry);
  const ask = { what: "open", round: m.round, id, about: entry.clientKey } as const;
  effects.push({ type: "ask", ask, step, body: body(id), visit: m.visit });
}

export function opened<D extends DeskTypes>(
  t: Turn<D>,
  ask: Said<"open">,
  result: AnyResult<unknown> | null,
): void {
  const { m, rules } = t;
  const begins = ask.about === null;
  const entry = m.kept.find((other) => other.clientKey === ask.about) ?? null;
  const read = result?.ok ? rules.open!.read(result.value as never, entry) : null;
  if (begins && (result === null || read?.item === null)) return tryLater(t, rules.unreachable);
  if (begins) {
    m.opening = false;
    m.fetchFailures = 0;
    m.first = null;
  }
  if (read === null || read.item === null) {
    m.trouble = result === null || result.ok ? rules.unreachable : result.refusal;
    return topUp(t);
  }
  const { item, held } = read;
  putFirst(t, item);
  m.bringing = null;
  m.dealt = without(m.dealt, ask.id);
  m.lost = begins && !held;
  m.unreachable = false;
  if (ask.about !== null) m.opened = { id: ask.id, clientKey: ask.about };
  topUp(t);
}

// Signs of life -----------------------------------------------------------------------------------------------------

/** Gives a sign of life, where there is something to hold or to be told. */
export function beat<D extends DeskTypes>({ m, rules, effects }: Turn<D>): void {
  if (!m.alive || (rules.leased && m.queue.length === 0)) return;
  const ask = { what: "beat", round: m.round, ids: m.queue.map(rules.idOf) } as const;
  effects.push({
    type: "ask",
    ask,
    step: rules.beat.step,
    body: rules.beat.body(m.facts),
    visit: m.visit,
  });
}

/** What is held is kept; what another visit has taken in the meantime is let go. */
export function beaten<D extends DeskTypes>(
  t: Turn<D>,
  ask: Said<"beat">,
  result: AnyResult<unknown> | null,
): void {
  const { m, rules } = t;
  if (result?.ok) {
    listen(t, result.value);
    const held = rules.beat.held(result.value as never);
    // An item that was brought back is not held yet.
    const gone = new Set(
      held === null ? [] : ask.ids.filter((id) => !held.includes(id) && !m.dealt.has(id)),
    );
    if (gone.size > 0) {
      const shown = atHand(m).item;
      m.lost =
        shown !== null && m.at === m.trail.length && gone.has(rules.idOf(shown)) ? true : m.lost;
      rearrange(t, {
        queue: m.queue.filter((item) => item === shown || !gone.has(rules.idOf(item))),
      });
    }
  }
  if (m.elsewhere > 0 && atHand(m).item === null) m.exhausted = false;
  topUp(t);
}

/** Tells the server of the item that is shown now, once each. */
export function tellShown<D extends DeskTypes>({ m, rules, effects }: Turn<D>): void {
  const { item, entered } = atHand(m);
  if (
    rules.shown === undefined ||
    !m.alive ||
    item === null ||
    entered !== null ||
    isHalted(rules, m)
  )
    return;
  const id = rules.idOf(item);
  if (id === m.told) return;
  m.told = id;
  const { step, body } = rules.shown;
  effects.push({
    type: "ask",
    ask: { what: "shown", round: m.round, id },
    step,
    body: body(id),
    visit: m.visit,
  });
}

/** An item that is no longer this window's gives way to the next. */
export function heardOfShown<D extends DeskTypes>(
  t: Turn<D>,
  ask: Said<"shown">,
  result: AnyResult<unknown> | null,
): void {
  const { m, rules } = t;
  if (result === null) return;
  if (!result.ok) {
    if (result.refusal.code !== "moved" || !m.queue.some((item) => rules.idOf(item) === ask.id))
      return;
    rearrange(t, { queue: m.queue.filter((item) => rules.idOf(item) !== ask.id) });
    // The last one here: whether others of the person's are open elsewhere is not known.
    if (m.queue.length === 0) m.exhausted = false;
    return topUp(t);
  }
  listen(t, result.value);
  // The last one here, while other windows hold more than they show: this one takes its share before it runs dry.
  if (m.elsewhere === 0 || m.queue.length > 1) return;
  m.exhausted = false;
  topUp(t);
}

// The whole desk ----------------------------------------------------------------------------------------------------

/** Takes in what an answer says of the whole desk: stops at once where it does, and goes on where it goes on. */
export function listen<D extends DeskTypes>(t: Turn<D>, value: unknown): void {
  const status = t.rules.standing?.(value as never);
  if (status !== undefined) heardStanding(t, status);
}

export function heardStanding<D extends DeskTypes>(t: Turn<D>, status: string): void {
  const { m, rules } = t;
  const { halts = {} } = rules;
  const code = status as RefusalCode;
  const message = halts[code];
  if (message !== undefined) {
    if (m.stop?.code !== code) m.stop = { code, message };
    return;
  }
  if (status !== "open") return;
  // What was refused for the pause alone counts now, also what an earlier visit left.
  const waited = m.kept.filter(
    (entry) =>
      entry.refused !== undefined &&
      rules.resumes?.has(entry.refused.code) === true &&
      concerns(t, entry),
  );
  for (const entry of waited) sendAgain(t, entry);
  if (waited.length > 0) pump(t);
  if (m.stop !== null && m.stop.code in halts) {
    m.stop = null;
    m.exhausted = false;
    wake(t);
    pump(t);
    lookAgain(t);
  }
}
