import type { AnyResult, Refusal } from "@/lib/platform/result";
import type { DeskRules, DeskTypes, Making, Stamp, StepOf } from "./rules";

/** A decision of this session that can be corrected, as it was entered last. */
export interface Entered<D extends DeskTypes> {
  item: D["item"];
  step: StepOf<D>;
  input: D["entered"];
  clientKey: string;
}

/** Something that `u` can take back. */
export interface Past<D extends DeskTypes> {
  item: D["item"];
  step: StepOf<D>;
  clientKey: string;
  label: string;
}

/** A question to the server that is not kept: its answer finds out by `round` whether it is of this visit. */
export type Ask =
  | { what: "next"; round: number; count: number; moves: number; quiet: boolean; progress: boolean }
  | { what: "open"; round: number; id: number; about: string | null }
  | { what: "beat"; round: number; ids: readonly number[] }
  | { what: "shown"; round: number; id: number };

export type TimerName = "send" | "retry" | "fetch" | "beat";

/** What the world has to do. */
export type DeskEffect<D extends DeskTypes> =
  | { type: "keep"; entry: D["entry"] }
  | { type: "forget"; clientKey: string }
  | { type: "send"; entry: D["entry"]; visit: string }
  | { type: "ask"; ask: Ask; step: string; body: Record<string, unknown>; visit: string }
  | { type: "tell"; step: string; body: Record<string, unknown>; visit: string }
  | { type: "later"; name: TimerName; ms: number }
  | { type: "cancel"; name: TimerName };

/** What happened. */
export type DeskEvent<D extends DeskTypes> =
  /** The page is shown, or came back. */
  | { type: "start" }
  | { type: "leave" }
  /** The connection is back, or someone wants to try again. */
  | { type: "retry" }
  /** The window is looked at again. */
  | { type: "seen" }
  /** What the device keeps is another than it was: another window has sent, added or discarded something. */
  | { type: "device"; kept: readonly D["entry"][]; atRisk: boolean }
  | { type: "act"; step: StepOf<D>; input: unknown }
  | { type: "undo" }
  | { type: "back" }
  | { type: "forward" }
  /** What someone does about an entry that needs attention. */
  | { type: "again" | "instead" | "discard" | "open"; clientKey: string }
  | { type: "answered"; entry: D["entry"]; result: AnyResult<unknown> | null }
  | { type: "said"; ask: Ask; result: AnyResult<unknown> | null }
  | { type: "timer"; name: TimerName };

/** How far the sending is. Counters are by client key. */
export interface SendingState {
  /** The entry that is on its way. */
  key: string | null;
  /** Nothing is sent until the timer `retry`. */
  waiting: boolean;
  /** Attempts in a row that did not get through. */
  failures: number;
  /** Failed tries of an entry in its present turn. */
  tries: ReadonlyMap<string, number>;
  /** Turns of an entry that ended without an answer to it. */
  turns: ReadonlyMap<string, number>;
  /** Entries whose last turn ended without an answer and that nothing has overtaken since. */
  lapsed: ReadonlySet<string>;
  /** How often the server answered others after a turn of an entry had ended without an answer. */
  overtaken: ReadonlyMap<string, number>;
}

/** What the page came with: items that the server has given to a visit. */
export interface Given<I> {
  visit: string;
  items: readonly I[];
}

/** Everything that a desk knows. Nothing in it is ever changed: each event makes another one. */
export interface DeskMachine<D extends DeskTypes> {
  facts: D["facts"];
  alive: boolean;
  visit: string;
  /** Goes up whenever a visit begins or ends. */
  round: number;
  first: number | null;
  /** Items are here with the page, and their visit has not begun yet. */
  given: boolean;
  /** Undecided, the next one first. */
  queue: readonly D["item"][];
  /** Decided in this session and open to correction, in that order. */
  trail: readonly Entered<D>[];
  /** Where in trail and queue, one behind the other, the shown item is. */
  at: number;
  past: readonly Past<D>[];
  /** Every decision of this session by its client key. */
  entries: ReadonlyMap<string, Entered<D>>;
  /** What was entered and taken back before it was sent, by the item's id: it fills the form when the item is shown again. */
  withdrawn: ReadonlyMap<number, D["entered"]>;
  /** Client keys of what counts as decided in this visit. */
  counted: ReadonlySet<string>;
  passed: number;
  /** Done in this visit, and not to be given again. */
  dealt: ReadonlySet<number>;
  /** Client keys that earlier visits left. */
  earlier: ReadonlySet<string>;
  /** Client key of the return that the shown item waits for: its keys sleep. */
  bringing: string | null;
  /** The item that was opened from an entry that needs attention, with that entry's client key. */
  opened: { id: number; clientKey: string } | null;
  /** Another visit has taken the shown item. */
  lost: boolean;
  saved: boolean;
  elsewhere: number;
  stop: Refusal | null;
  trouble: Refusal | null;
  /** The server had nothing more. */
  exhausted: boolean;
  unreachable: boolean;
  /** Items are asked for even if there was nothing more. */
  wants: boolean;
  fetching: boolean;
  /** No items came: they are asked for again at the timer `fetch`. */
  fetchWaits: boolean;
  fetchFailures: number;
  /** The item to begin with is on its way. */
  opening: boolean;
  /** Goes up with everything that is entered, taken back or saved. */
  moves: number;
  /** The item that the server was last told of as shown. */
  told: number | null;
  /** How far apart the signs of life are now; null: none are given. */
  beatMs: number | null;
  kept: readonly D["entry"][];
  atRisk: boolean;
  sending: SendingState;
}

const SILENT: SendingState = {
  key: null,
  waiting: false,
  failures: 0,
  tries: new Map(),
  turns: new Map(),
  lapsed: new Set(),
  overtaken: new Map(),
};

/**
 * A desk that no one has come to yet.
 * @param first an item to begin with, whatever the queue says
 * @param given null: nothing came with the page
 */
export function newMachine<D extends DeskTypes>(
  facts: D["facts"],
  first: number | null,
  given: Given<D["item"]> | null = null,
): DeskMachine<D> {
  return {
    facts,
    alive: false,
    visit: given?.visit ?? "",
    round: 0,
    first,
    given: given !== null,
    queue: given?.items ?? [],
    trail: [],
    at: 0,
    past: [],
    entries: new Map(),
    withdrawn: new Map(),
    counted: new Set(),
    passed: 0,
    dealt: new Set(),
    earlier: new Set(),
    bringing: null,
    opened: null,
    lost: false,
    saved: false,
    elsewhere: 0,
    stop: null,
    trouble: null,
    exhausted: false,
    unreachable: false,
    wants: false,
    fetching: false,
    fetchWaits: false,
    fetchFailures: 0,
    opening: false,
    moves: 0,
    told: null,
    beatMs: null,
    kept: [],
    atRisk: false,
    sending: SILENT,
  };
}

/** One event being dealt with: the machine as it becomes, and what the world has to do. */
export interface Turn<D extends DeskTypes> {
  readonly rules: DeskRules<D>;
  readonly stamp: Stamp;
  /** A copy of its own; what its fields hold is shared with the machine before, and never changed. */
  readonly m: DeskMachine<D>;
  readonly effects: DeskEffect<D>[];
}

/** A step's rule without the type of its input, which its name has settled where it was taken. */
export type AnyRule<D extends DeskTypes> = {
  label: (item: D["item"], input: unknown) => string;
  body: (
    item: D["item"],
    input: unknown,
    making: Making & { about: string | null },
  ) => Record<string, unknown>;
} & (
  | {
      does: "decide";
      holdsItem: "unsent" | "visit";
      undo: { unsent: "withdraw" | "reopen"; sent: "reopen" | StepOf<D> };
      correctedBy: StepOf<D> | null;
    }
  | { does: "correct"; instead: { without: object; with: object } }
  | { does: "pass"; holdsItem: "unsent" | "visit"; kept: boolean; undoneBy: StepOf<D> | null }
  | { does: "return"; takesItem: boolean; settledBy: readonly string[] }
);

export function ruleOf<D extends DeskTypes>(rules: DeskRules<D>, step: string): AnyRule<D> {
  return rules.steps[step as StepOf<D>] as unknown as AnyRule<D>;
}

export function without<T>(set: ReadonlySet<T>, ...gone: T[]): ReadonlySet<T> {
  const next = new Set(set);
  for (const one of gone) next.delete(one);
  return next;
}

export function withAll<T>(set: ReadonlySet<T>, more: Iterable<T>): ReadonlySet<T> {
  return new Set([...set, ...more]);
}

/** The item at hand with what was entered on it, whether or not the desk may show it. */
export function atHand<D extends DeskTypes>(
  m: DeskMachine<D>,
): { item: D["item"] | null; entered: Entered<D> | null } {
  const entered = m.trail[m.at] ?? null;
  return { entered, item: entered?.item ?? m.queue[m.at - m.trail.length] ?? null };
}

/** Whether nothing that is entered now would count. */
export function isHalted<D extends DeskTypes>(
  rules: DeskRules<D>,
  { stop }: DeskMachine<D>,
): boolean {
  return stop !== null && stop.code in (rules.halts ?? {});
}

/** Whether an entry belongs to what this desk shows. */
export function concerns<D extends DeskTypes>(
  { rules, m }: Pick<Turn<D>, "rules" | "m">,
  entry: D["entry"],
): boolean {
  return rules.concerns?.(entry, m.facts) ?? true;
}

/** Puts the item first of what is undecided, and on the desk. */
export function putFirst<D extends DeskTypes>({ m, rules }: Turn<D>, item: D["item"]): void {
  m.queue = [item, ...m.queue.filter((other) => rules.idOf(other) !== rules.idOf(item))];
  m.at = m.trail.length;
}

/** Changes trail and queue while the shown item stays; one that is gone gives way to the next. */
export function rearrange<D extends DeskTypes>(
  { m, rules }: Turn<D>,
  change: Partial<Pick<DeskMachine<D>, "trail" | "queue">>,
): void {
  const { item } = atHand(m);
  Object.assign(m, change);
  const all = [...m.trail.map((entered) => entered.item), ...m.queue];
  const place =
    item === null ? -1 : all.findIndex((other) => rules.idOf(other) === rules.idOf(item));
  m.at = place >= 0 ? place : m.trail.length;
}
