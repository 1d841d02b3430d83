import {
  atHand,
  concerns,
  isHalted,
  ruleOf,
  type DeskMachine,
  type Entered,
} from "./machine-state";
import type { DeskRules, DeskTypes } from "./rules";

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
  /** What was entered on the shown item and taken back before it was sent; null where nothing was. */
  withdrawn: D["entered"] | null;
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
    withdrawn:
      item === null || entered !== null ? null : (m.withdrawn.get(rules.idOf(item)) ?? null),
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

/** Whether two screens of a desk show the same. */
export function looksAlike<S extends object>(one: S, other: S): boolean {
  return Object.keys(one).every((key) => alike(one[key as keyof S], other[key as keyof S]));
}

function alike(one: unknown, other: unknown): boolean {
  return (
    Object.is(one, other) ||
    (Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((part, at) => part === other[at]))
  );
}

export function phaseOf<D extends DeskTypes>(rules: DeskRules<D>, m: DeskMachine<D>): DeskPhase {
  if (isHalted(rules, m)) return "stopped";
  if (atHand(m).item !== null) return "working";
  if (m.stop !== null) return "stopped";
  if (m.exhausted) return m.elsewhere > 0 ? "elsewhere" : "done";
  return m.unreachable ? "unreachable" : "loading";
}
