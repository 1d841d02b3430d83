import { aboutOf, standingKey, type Kept } from "./kept";
import { drop, keep, sendAgain } from "./machine-sending";
import {
  atHand,
  isHalted,
  putFirst,
  ruleOf,
  withAll,
  without,
  type AnyRule,
  type Entered,
  type Past,
  type Turn,
} from "./machine-state";
import { openAgain, topUp } from "./machine-taking";
import type { DeskRules, DeskTypes, StepOf } from "./rules";

/* What a person does: decides, passes, takes back, and resolves what needs attention. */

export function holds<D extends DeskTypes>(rule: AnyRule<D>): "unsent" | "visit" | null {
  return rule.does === "decide" || rule.does === "pass" ? rule.holdsItem : null;
}

/** Takes a step about the item at hand, and shows the next one. On an own decision that is shown again it corrects it. */
export function act<D extends DeskTypes>(t: Turn<D>, name: StepOf<D>, input: unknown): void {
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
  const now: Entered<D> = { item, step: name, input, clientKey };
  m.past = [...m.past, { item, step: name, clientKey, label: rule.label(item, input) }];
  m.entries = new Map(m.entries).set(clientKey, now);
  m.withdrawn = new Map([...m.withdrawn].filter(([of]) => of !== id));
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
    version: rules.version,
    body,
    label: label ?? rule.label(item, input),
    at,
    ...(about !== null && { about }),
  };
  const own = rules.keeps(item, input, m.facts);
  keep(t, { ...entry, ...own });
  effects.push({ type: "later", name: "send", ms: 0 });
}

// Taking back -------------------------------------------------------------------------------------------------------

/** Takes the last step of this session back, and shows its item again. */
export function undo<D extends DeskTypes>(t: Turn<D>): void {
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
  const decided = m.entries.get(last.clientKey);
  if (decided !== undefined)
    m.withdrawn = new Map(m.withdrawn).set(t.rules.idOf(last.item), decided.input);
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

export function resolve<D extends DeskTypes>(
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
    const said = Object.entries(conflict.body).filter(([field]) => !(field in instead.without));
    const body = {
      ...Object.fromEntries(said),
      ...instead.with,
      clientKey: stamp.key,
      supersedes: standing,
    };
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
