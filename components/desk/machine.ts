import { act, holds, resolve, undo } from "./machine-acting";
import { answered, comesInItsTurn } from "./machine-answers";
import { keep, pump, revive, wake } from "./machine-sending";
import {
  rearrange,
  ruleOf,
  withAll,
  without,
  type DeskEffect,
  type DeskEvent,
  type DeskMachine,
  type Turn,
} from "./machine-state";
import {
  beat,
  beaten,
  emptied,
  fetchNow,
  heardOfShown,
  opened,
  tellShown,
  tookNext,
  topUp,
} from "./machine-taking";
import { phaseOf } from "./screen";
import type { DeskRules, DeskTypes, Stamp } from "./rules";

/**
 * A desk as a state machine: what it becomes by an event, and what the world then has to do, in that order. It holds
 * some items ahead, shows the next one in the moment in which one is decided, keeps what was entered on the device before
 * it is sent under a key of its own, and sends it until the server has answered.
 */
export function step<D extends DeskTypes>(
  rules: DeskRules<D>,
  machine: DeskMachine<D>,
  event: DeskEvent<D>,
  stamp: Stamp,
): [DeskMachine<D>, DeskEffect<D>[]] {
  const t: Turn<D> = { rules, stamp, m: { ...machine }, effects: [] };
  happen(t, event);
  tellShown(t);
  rearm(t);
  return [t.m, t.effects];
}

function happen<D extends DeskTypes>(t: Turn<D>, event: DeskEvent<D>): void {
  const { m } = t;
  switch (event.type) {
    case "start":
      return start(t);
    case "leave":
      return leave(t);
    case "retry":
      return retry(t);
    case "seen":
      return beat(t);
    case "device":
      return deviceChanged(t, event.kept, event.atRisk);
    case "act":
      return act(t, event.step, event.input);
    case "undo":
      return undo(t);
    case "back":
      m.at = Math.max(0, m.at - 1);
      return;
    case "forward":
      m.at = Math.max(m.at, Math.min(m.at + 1, m.trail.length + m.queue.length - 1));
      return;
    case "again":
    case "instead":
    case "discard":
    case "open":
      return resolve(t, event.type, event.clientKey);
    case "answered":
      return answered(t, event.entry, event.result);
    case "said":
      return said(t, event);
    case "timer":
      return timer(t, event.name);
  }
}

function timer<D extends DeskTypes>(
  t: Turn<D>,
  name: Extract<DeskEvent<D>, { type: "timer" }>["name"],
): void {
  if (!t.m.alive) return;
  switch (name) {
    case "send":
      pump(t);
      return topUp(t);
    case "retry":
      wake(t);
      pump(t);
      return emptied(t);
    case "fetch":
      return fetchNow(t);
    case "beat":
      t.m.beatMs = null;
      return beat(t);
  }
}

function said<D extends DeskTypes>(
  t: Turn<D>,
  { ask, result }: Extract<DeskEvent<D>, { type: "said" }>,
): void {
  // A visit that ended, or one that began in the meantime, has nothing to do with it.
  if (ask.round !== t.m.round) return;
  switch (ask.what) {
    case "next":
      return tookNext(t, ask, result);
    case "open":
      return opened(t, ask, result);
    case "beat":
      return beaten(t, ask, result);
    case "shown":
      return heardOfShown(t, ask, result);
  }
}

/** Signs of life come more often while there is nothing to do but wait. */
function rearm<D extends DeskTypes>({ m, rules, effects }: Turn<D>): void {
  const waits =
    (m.stop !== null && rules.resumes?.has(m.stop.code)) || phaseOf(rules, m) === "elsewhere";
  const ms = !m.alive ? null : waits ? rules.beat.waitingMs : rules.beat.everyMs;
  if (ms === m.beatMs) return;
  m.beatMs = ms;
  effects.push(
    ms === null ? { type: "cancel", name: "beat" } : { type: "later", name: "beat", ms },
  );
}

// Coming and going --------------------------------------------------------------------------------------------------

function start<D extends DeskTypes>(t: Turn<D>): void {
  const { m, rules, stamp } = t;
  m.round++;
  m.alive = true;
  const { given } = m;
  m.given = false;
  // Leases end with their visit: what the one before gave back must not be given back again by a late message.
  if (m.visit === "" || (rules.leased && !given)) m.visit = stamp.key;
  if (rules.leased && !given) rearrange(t, { queue: [] });
  m.fetching = m.fetchWaits = m.opening = m.exhausted = m.unreachable = m.lost = false;
  m.bringing = null;
  m.told = null;
  m.earlier = withAll(
    m.earlier,
    m.kept.map((entry) => entry.clientKey),
  );
  const held = m.kept.filter((entry) => holds(ruleOf(rules, entry.step)) === "visit");
  m.dealt = withAll(m.dealt, held.map(rules.subjectOf));
  // The server did not know yet what this device keeps.
  if (given) m.queue = m.queue.filter((item) => !waits(t, item));
  revive(t);
  pump(t);
  topUp(t);
}

/** Whether the device keeps a step about the item that takes it off the desk. */
function waits<D extends DeskTypes>({ m, rules }: Turn<D>, item: D["item"]): boolean {
  return m.kept.some(
    (entry) =>
      ruleOf(rules, entry.step).does !== "correct" && rules.subjectOf(entry) === rules.idOf(item),
  );
}

/** Sends what still waits, and gives back what is held. No one may be here for the answers: all of it stays kept. */
function leave<D extends DeskTypes>(t: Turn<D>): void {
  const { m, rules, effects } = t;
  if (!m.alive) return;
  m.alive = false;
  m.round++;
  for (const entry of m.kept) {
    const rule = ruleOf(rules, entry.step);
    if (entry.refused !== undefined || (rule.does === "return" && rule.takesItem)) continue;
    if (entry.tried !== true) keep(t, { ...entry, tried: true });
    effects.push({ type: "tell", step: entry.step, body: entry.body, visit: m.visit });
  }
  m.sending = { ...m.sending, waiting: false };
  for (const name of ["send", "retry", "fetch"] as const) effects.push({ type: "cancel", name });
  effects.push({ type: "tell", step: rules.leave, body: {}, visit: m.visit });
}

/** Tries again at once what could not be sent, and looks for items. */
function retry<D extends DeskTypes>(t: Turn<D>): void {
  const { m } = t;
  m.stop = null;
  m.exhausted = false;
  revive(t);
  m.sending = { ...m.sending, failures: 0 };
  wake(t);
  pump(t);
  m.wants = true;
  fetchNow(t);
  topUp(t);
  beat(t);
}

/** Takes in what other windows of this device did with what is kept. */
function deviceChanged<D extends DeskTypes>(
  t: Turn<D>,
  kept: readonly D["entry"][],
  atRisk: boolean,
): void {
  const { m, rules } = t;
  m.kept = kept;
  m.atRisk = atRisk;
  const { bringing } = m;
  if (
    bringing === null ||
    m.sending.key === bringing ||
    kept.some((entry) => entry.clientKey === bringing)
  )
    return;
  // Another window has sent it, and got the item.
  m.dealt = without(m.dealt, rules.idOf(m.queue[0]!));
  comesInItsTurn(t);
  topUp(t);
}
