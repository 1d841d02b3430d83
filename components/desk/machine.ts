import type { Result } from "@/lib/platform/result";
import { aboutOf, standingKey, TRANSIENT, type Kept } from "./kept";
import { drop, keep, pump, revive, sendAgain, settle, wake } from "./machine-sending";
import {
  atHand,
  concerns,
  isHalted,
  putFirst,
  rearrange,
  ruleOf,
  withAll,
  without,
  type AnyRule,
  type DeskEffect,
  type DeskEvent,
  type DeskMachine,
  type Entered,
  type Past,
  type Turn,
} from "./machine-state";
import {
  beat,
  beaten,
  fetchNow,
  heardOfShown,
  heardStanding,
  listen,
  lookAgain,
  openAgain,
  opened,
  tellShown,
  tookNext,
  topUp,
} from "./machine-taking";
import type { DeskRules, DeskTypes, Stamp, StepOf } from "./rules";

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
  // A visit that ended, or one that began meanwhile, has nothing to do with it.
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
    (m.stop !== null && m.stop.code === rules.resumes) || phaseOf(rules, m) === "elsewhere";
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
  // Leases end with their visit: what the one before gave back must not be given back again by a late message.
  if (rules.leased || m.visit === "") m.visit = stamp.key;
  if (rules.leased) rearrange(t, { queue: [] });
  m.fetching = m.fetchWaits = m.opening = m.exhausted = m.unreachable = m.lost = false;
  m.bringing = null;
  m.told = null;
  m.earlier = withAll(
    m.earlier,
    m.kept.map((entry) => entry.clientKey),
  );
  const held = m.kept.filter((entry) => holds(ruleOf(rules, entry.step)) === "visit");
  m.dealt = withAll(m.dealt, held.map(rules.subjectOf));
  revive(t);
  pump(t);
  topUp(t);
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

/** At the end of the queue, once all is saved: is there really nothing more? */
function emptied<D extends DeskTypes>(t: Turn<D>): void {
  const { m } = t;
  if (m.kept.some((entry) => entry.refused === undefined)) return;
  if (m.wants || (m.exhausted && m.queue.length === 0)) lookAgain(t);
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
  // Another window has sent it, and got the item: it comes again in its turn.
  m.bringing = null;
  m.dealt = without(m.dealt, rules.idOf(m.queue[0]!));
  m.queue = m.queue.slice(1);
  m.exhausted = false;
  topUp(t);
}

// Entering ----------------------------------------------------------------------------------------------------------

function holds<D extends DeskTypes>(rule: AnyRule<D>): "unsent" | "visit" | null {
  return rule.does === "decide" || rule.does === "pass" ? rule.holdsItem : null;
}

/** Takes a step about the item at hand, and shows the next one. On an own decision that is shown again it corrects it. */
function act<D extends DeskTypes>(t: Turn<D>, name: StepOf<D>, input: unknown): void {
  const { m, rules } = t;
  const { item, entered } = atHand(m);
  const rule = ruleOf(rules, name);
  if (!m.alive || item === null || m.bringing !== null || isHalted(rules, m)) return;
  m.moves++;
  m.lost = false;
  if (rule.does === "pass")
    return entered === null ? pass(t, name, rule, item, input) : leaveAsItIs(t);
  if (rule.does !== "decide") throw new Error(`The step ${name} is not one that a person takes.`);
  const clientKey = t.stamp.key;
  // Acting on an item again replaces what was rejected about it before.
  const id = rules.idOf(item);
  const rejected = m.kept.filter(
    (entry) => entry.refused !== undefined && rules.subjectOf(entry) === id,
  );
  if (entered === null) for (const entry of rejected) drop(t, entry.clientKey);
  const now: Entered<D> = { item, step: name, input: input as D["entered"], clientKey };
  m.past = [...m.past, { item, step: name, clientKey, label: rule.label(item, input) }];
  m.entries = new Map(m.entries).set(clientKey, now);
  if (entered === null) {
    m.queue = m.queue.filter((other) => rules.idOf(other) !== id);
    if (rule.holdsItem === "visit") m.dealt = withAll(m.dealt, [id]);
    m.counted = withAll(m.counted, [clientKey]);
    if (rule.correctedBy !== null) m.trail = [...m.trail, now];
    add(t, name, item, input, clientKey, null);
  } else {
    m.trail = m.trail.map((other) => (other === entered ? now : other));
    add(t, correctionOf(rules, name)!, item, input, clientKey, entered.clientKey);
  }
  m.at = m.trail.length;
}

/** The step that puts something in the place of what this one decided; null where none does. */
function correctionOf<D extends DeskTypes>(rules: DeskRules<D>, name: string): StepOf<D> | null {
  const rule = ruleOf(rules, name);
  return rule.does === "decide"
    ? rule.correctedBy
    : rule.does === "correct"
      ? (name as StepOf<D>)
      : null;
}

function leaveAsItIs<D extends DeskTypes>({ m }: Turn<D>): void {
  m.at = m.trail.length;
}

function pass<D extends DeskTypes>(
  t: Turn<D>,
  name: StepOf<D>,
  rule: Extract<AnyRule<D>, { does: "pass" }>,
  item: D["item"],
  input: unknown,
): void {
  const { m, rules, stamp, effects } = t;
  const id = rules.idOf(item);
  m.queue = m.queue.filter((other) => rules.idOf(other) !== id);
  m.at = m.trail.length;
  m.past = [...m.past, { item, step: name, clientKey: stamp.key, label: rule.label(item, input) }];
  m.passed++;
  if (rule.holdsItem === "visit") m.dealt = withAll(m.dealt, [id]);
  if (rule.kept) return add(t, name, item, input, stamp.key, null);
  const body = rule.body(item, input, { clientKey: stamp.key, at: stamp.at, about: null });
  effects.push(
    { type: "tell", step: name, body, visit: m.visit },
    { type: "later", name: "send", ms: 0 },
  );
}

/** Keeps a step to be sent; the next item is painted first. @param about client key of what it corrects or takes back */
function add<D extends DeskTypes>(
  t: Turn<D>,
  name: StepOf<D>,
  item: D["item"],
  input: unknown,
  clientKey: string,
  about: string | null,
  label?: string,
): void {
  const { m, rules, stamp, effects } = t;
  const rule = ruleOf(rules, name);
  const id = rules.idOf(item);
  // Clocks are set back now and then; entries about one thing stay in their order.
  const last = m.kept.filter((entry) => rules.subjectOf(entry) === id).at(-1);
  const at = Math.max(stamp.at, (last?.at ?? 0) + 1);
  const body = { ...rule.body(item, input, { clientKey, at: stamp.at, about }), clientKey };
  const entry: Kept = {
    clientKey,
    step: name,
    body,
    label: label ?? rule.label(item, input),
    at,
    ...(about !== null && { about }),
  };
  const own = rules.keeps(item, input, m.facts);
  keep(t, { ...entry, ...own } as D["entry"]);
  effects.push({ type: "later", name: "send", ms: 0 });
}

// Taking back -------------------------------------------------------------------------------------------------------

/** Takes the last step of this session back, and shows its item again. */
function undo<D extends DeskTypes>(t: Turn<D>): void {
  const { m, rules } = t;
  const last = m.past.at(-1);
  if (!m.alive || m.bringing !== null || last === undefined) return;
  m.past = m.past.slice(0, -1);
  m.moves++;
  m.lost = false;
  const entry = m.kept.find((other) => other.clientKey === last.clientKey);
  const unsent = entry !== undefined && entry.tried !== true;
  const rule = ruleOf(rules, last.step);
  if (rule.does === "pass") {
    m.passed--;
    if (unsent) drop(t, last.clientKey);
    putBack(t, last.item);
    if (!unsent && rule.undoneBy !== null) bring(t, rule.undoneBy, last);
  } else if (rule.does === "decide") {
    const how = unsent ? rule.undo.unsent : rule.undo.sent;
    if (how === "reopen") reopen(t, last);
    else if (how === "withdraw") withdraw(t, last, entry!);
    else {
      m.counted = without(m.counted, last.clientKey);
      putFirst(t, last.item);
      bring(t, how, last);
    }
  }
}

function putBack<D extends DeskTypes>(t: Turn<D>, item: D["item"]): void {
  putFirst(t, item);
  t.m.dealt = without(t.m.dealt, t.rules.idOf(item));
}

/** Shows an item with what was entered on it. */
function reopen<D extends DeskTypes>(t: Turn<D>, last: Past<D>): void {
  const { m, rules } = t;
  const id = rules.idOf(last.item);
  const place = m.trail.findIndex((entered) => rules.idOf(entered.item) === id);
  if (place >= 0) m.at = place;
}

/** Takes back what was never sent: what was entered before it, if anything, is what counts again. */
function withdraw<D extends DeskTypes>(t: Turn<D>, last: Past<D>, entry: D["entry"]): void {
  const { m } = t;
  drop(t, last.clientKey);
  const before = m.entries.get(aboutOf(entry) ?? "");
  if (before !== undefined) {
    m.trail = m.trail.map((entered) => (entered.clientKey === last.clientKey ? before : entered));
    return reopen(t, last);
  }
  m.counted = without(m.counted, last.clientKey);
  m.trail = m.trail.filter((entered) => entered.clientKey !== last.clientKey);
  putBack(t, last.item);
}

/** Asks the server for the item; until it answers nothing can be done about it. */
function bring<D extends DeskTypes>(t: Turn<D>, name: StepOf<D>, last: Past<D>): void {
  const { m, rules, stamp } = t;
  m.bringing = stamp.key;
  m.dealt = withAll(m.dealt, [rules.idOf(last.item)]);
  add(t, name, last.item, undefined, stamp.key, last.clientKey, `Undo: ${last.label}`);
}

// What needs attention ----------------------------------------------------------------------------------------------

function resolve<D extends DeskTypes>(
  t: Turn<D>,
  how: "again" | "instead" | "discard" | "open",
  clientKey: string,
): void {
  const { m, rules, stamp, effects } = t;
  // Another window may have resolved it.
  const conflict = m.kept.find(
    (entry) => entry.clientKey === clientKey && entry.refused !== undefined,
  );
  if (conflict === undefined) return;
  const rule = ruleOf(rules, conflict.step);
  if (how === "open") return openAgain(t, conflict);
  if (how === "again") {
    if (rule.does === "decide") m.counted = withAll(m.counted, [clientKey]);
    sendAgain(t, conflict);
    effects.push({ type: "later", name: "send", ms: 0 });
    return;
  }
  if (how === "instead") {
    const standing = standingKey(conflict);
    const name = correctionOf(rules, conflict.step);
    if (standing === null || name === null) return;
    drop(t, clientKey);
    const { instead } = ruleOf(rules, name) as Extract<AnyRule<D>, { does: "correct" }>;
    const body = { ...conflict.body, ...instead, clientKey: stamp.key, supersedes: standing };
    keep(t, {
      ...conflict,
      refused: undefined,
      tried: undefined,
      about: standing,
      clientKey: stamp.key,
      step: name,
      body,
    });
    effects.push({ type: "later", name: "send", ms: 0 });
    return;
  }
  drop(t, clientKey);
  m.dealt = without(m.dealt, rules.subjectOf(conflict));
  m.exhausted = false;
  topUp(t);
}

// Answers -----------------------------------------------------------------------------------------------------------

function answered<D extends DeskTypes>(
  t: Turn<D>,
  entry: D["entry"],
  result: Result<unknown> | null,
): void {
  const { m } = t;
  const settled = settle(t, entry, result);
  if (settled !== null) {
    m.moves++;
    if (settled.ok) saved(t, entry, settled.value);
    else rejected(t, entry, settled.refusal.code);
    m.trouble = null;
  }
  pump(t);
  emptied(t);
  if (settled !== null) topUp(t);
}

function saved<D extends DeskTypes>(t: Turn<D>, entry: D["entry"], value: unknown): void {
  const { m, rules } = t;
  const rule = ruleOf(rules, entry.step);
  m.saved = true;
  if (concerns(t, entry)) {
    const known = rules.saved?.(m.facts, entry, value as never, m.earlier.has(entry.clientKey));
    if (known !== undefined) m.facts = known.facts;
    if (known?.recount) m.wants = true;
    listen(t, value);
  }
  // A correction that came before what it corrects: now there is something to correct.
  for (const other of m.kept) {
    if (
      other.refused !== undefined &&
      ruleOf(rules, other.step).does === "correct" &&
      aboutOf(other) === entry.clientKey
    )
      sendAgain(t, other);
  }
  if (rule.does === "pass" && rule.holdsItem === "unsent") m.exhausted = false;
  if (rule.does === "return") brought(t, entry, value);
}

function brought<D extends DeskTypes>(t: Turn<D>, entry: D["entry"], value: unknown): void {
  const { m, rules } = t;
  dropTakenBack(t, entry);
  m.dealt = without(m.dealt, rules.subjectOf(entry));
  if (m.bringing === entry.clientKey) {
    m.bringing = null;
    putFirst(t, rules.open!.read(value as never, entry).item);
    return;
  }
  // What an earlier visit wanted back: this one holds it now and shows it in its turn.
  m.exhausted = false;
}

/** What was taken back while the server failed at it must not be sent any more. */
function dropTakenBack<D extends DeskTypes>(t: Turn<D>, entry: D["entry"]): void {
  const undone = aboutOf(entry);
  if (t.m.kept.some((other) => other.clientKey === undone)) drop(t, undone!);
}

function rejected<D extends DeskTypes>(t: Turn<D>, entry: D["entry"], code: string): void {
  const { m, rules } = t;
  const { clientKey } = entry;
  const rule = ruleOf(rules, entry.step);
  if (code in (rules.halts ?? {}) && concerns(t, entry)) heardStanding(t, code);
  // What was not saved cannot be taken back or corrected.
  const taken = m.past.find((past) => past.clientKey === clientKey);
  m.past = m.past.filter((past) => past !== taken);
  if (taken !== undefined && rule.does === "pass") m.passed--;
  if (rule.does === "decide") {
    m.counted = without(m.counted, clientKey);
    fold(t, entry, code);
    const id = rules.subjectOf(entry);
    rearrange(t, { trail: m.trail.filter((entered) => rules.idOf(entered.item) !== id) });
  } else if (rule.does === "correct") {
    const before = m.entries.get(aboutOf(entry) ?? "");
    if (before !== undefined)
      m.trail = m.trail.map((other) => (other.clientKey === clientKey ? before : other));
  } else if (rule.does === "return") {
    const nothing = rule.settledBy.includes(code);
    if (nothing) {
      drop(t, clientKey);
      dropTakenBack(t, entry);
    }
    if (m.bringing !== clientKey) return;
    m.bringing = null;
    // It was never saved, and is free as it is shown; or someone has changed it since.
    if (nothing) m.dealt = without(m.dealt, rules.subjectOf(entry));
    else m.queue = m.queue.slice(1);
  }
}

/** Takes the corrections behind a rejected decision into it: what needs attention is what was entered last. */
function fold<D extends DeskTypes>(t: Turn<D>, decision: D["entry"], code: string): void {
  const { m, rules, stamp } = t;
  if (TRANSIENT.has(code)) return;
  const kept = m.kept.find((entry) => entry.clientKey === decision.clientKey);
  // Those of this decision alone: another window may have corrected another one.
  const keys = new Set([decision.clientKey]);
  const corrections = m.kept.filter((entry) => {
    const follows =
      entry.refused === undefined &&
      ruleOf(rules, entry.step).does === "correct" &&
      keys.has(aboutOf(entry) ?? "");
    if (follows) keys.add(entry.clientKey);
    return follows;
  });
  const last = corrections.at(-1);
  if (last === undefined || kept === undefined) return;
  for (const entry of [kept, ...corrections]) drop(t, entry.clientKey);
  const body = Object.fromEntries(
    Object.entries(kept.body).map(([field, value]) => [
      field,
      field in last.body ? last.body[field] : value,
    ]),
  );
  keep(t, { ...kept, clientKey: stamp.key, body: { ...body, clientKey: stamp.key } });
  const gone = new Set(corrections.map((entry) => entry.clientKey));
  m.past = m.past.filter((past) => !gone.has(past.clientKey));
}

// The screen --------------------------------------------------------------------------------------------------------

/**
 * `working` shows an item; `done`: nothing is left; `elsewhere`: all that is left is open in other windows of the person;
 * `unreachable`: the server gives no next item; `stopped`: it gives none, and says why in `stop`.
 */
export type DeskPhase = "loading" | "working" | "done" | "elsewhere" | "unreachable" | "stopped";

/** What a desk shows. */
export interface DeskScreen<D extends DeskTypes> {
  phase: DeskPhase;
  facts: D["facts"];
  item: D["item"] | null;
  /** What was entered on the shown item in this session: what is decided now corrects it. */
  entered: Entered<D> | null;
  /** The shown item is being brought back: its keys sleep. */
  bringing: boolean;
  /** Another visit has taken the shown item, because this one was silent for too long. */
  lost: boolean;
  /** Client key of the entry that needs attention from which the shown item was opened. */
  opened: string | null;
  /** How many undecided items are here, the shown one included. */
  queued: number;
  hasBack: boolean;
  hasForward: boolean;
  /** What `u` takes back, in words. */
  undoable: string | null;
  /** Decided and passed in this visit; what waits to be sent included. */
  decided: number;
  passed: number;
  /** Decisions of this visit that wait to be sent. */
  unsaved: number;
  /** Something was saved in this visit. */
  saved: boolean;
  elsewhere: number;
  stop: DeskMachine<D>["stop"];
  /** Why nothing gets through at the moment. */
  trouble: DeskMachine<D>["trouble"];
  saving: "idle" | "saving" | "retrying";
  /** How many entries are not sent yet. */
  pending: number;
  /** What needs its person's attention: rejected by the server, or given up after several tries. */
  conflicts: D["entry"][];
  /** The device does not keep what is unsent: the window must not be closed. */
  unkept: boolean;
}

export function screenOf<D extends DeskTypes>(
  rules: DeskRules<D>,
  m: DeskMachine<D>,
): DeskScreen<D> {
  const { item, entered } = atHand(m);
  const waiting = m.kept.filter((entry) => entry.refused === undefined);
  const unsaved = waiting.filter(
    (entry) =>
      ruleOf(rules, entry.step).does === "decide" &&
      !m.earlier.has(entry.clientKey) &&
      concerns({ rules, m }, entry),
  );
  return {
    phase: phaseOf(rules, m),
    facts: m.facts,
    item,
    entered,
    bringing: m.bringing !== null,
    lost: m.lost,
    opened:
      m.opened !== null && item !== null && rules.idOf(item) === m.opened.id
        ? m.opened.clientKey
        : null,
    queued: m.queue.length,
    hasBack: m.at > 0,
    hasForward: m.at < m.trail.length + m.queue.length - 1,
    undoable: m.past.at(-1)?.label ?? null,
    decided: m.counted.size,
    passed: m.passed,
    unsaved: unsaved.length,
    saved: m.saved,
    elsewhere: m.elsewhere,
    stop: m.stop,
    trouble: m.trouble,
    saving: waiting.length === 0 ? "idle" : m.sending.failures > 0 ? "retrying" : "saving",
    pending: waiting.length,
    conflicts: m.kept.filter((entry) => entry.refused !== undefined),
    unkept: m.atRisk,
  };
}

function phaseOf<D extends DeskTypes>(rules: DeskRules<D>, m: DeskMachine<D>): DeskPhase {
  if (isHalted(rules, m)) return "stopped";
  if (atHand(m).item !== null) return "working";
  if (m.stop !== null) return "stopped";
  if (m.exhausted) return m.elsewhere > 0 ? "elsewhere" : "done";
  return m.unreachable ? "unreachable" : "loading";
}
