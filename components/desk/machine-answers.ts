import type { AnyResult } from "@/lib/platform/result";
import { aboutOf, TRANSIENT } from "./kept";
import { drop, keep, pump, sendAgain, settle } from "./machine-sending";
import { concerns, putFirst, rearrange, ruleOf, without, type Turn } from "./machine-state";
import { emptied, heardStanding, listen, topUp } from "./machine-taking";
import type { DeskTypes } from "./rules";

/* What the answer to an entry means for the desk. */

export function answered<D extends DeskTypes>(
  t: Turn<D>,
  entry: D["entry"],
  result: AnyResult<unknown> | null,
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
    const { item } = rules.open!.read(value as never, entry);
    if (item === null) return comesInItsTurn(t);
    m.bringing = null;
    putFirst(t, item);
    return;
  }
  // What an earlier visit wanted back: this one holds it now and shows it in its turn.
  m.exhausted = false;
}

/** The item that is being brought back was not given with the answer: this visit holds it, and gets it as its next. */
export function comesInItsTurn<D extends DeskTypes>({ m }: Turn<D>): void {
  m.bringing = null;
  m.queue = m.queue.slice(1);
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
