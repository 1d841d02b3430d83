import type { Keeping } from "@/components/ui/device-storage";
import type { AnyResult } from "@/lib/platform/result";
import { isKept, upToDate, type Kept } from "./kept";
import { step } from "./machine";
import { looksAlike, screenOf, type DeskScreen } from "./screen";
import {
  newMachine,
  type DeskEffect,
  type DeskEvent,
  type DeskMachine,
  type Given,
  type TimerName,
} from "./machine-state";
import { Outbox } from "./outbox";
import type { DeskRules, DeskTypes, StepOf } from "./rules";

/** The world as a desk needs it; tests bring their own. */
export interface DeskWorld {
  /** Sends one step; null when the server was not reached or could not answer. Never rejects. */
  post: (step: string, body: Record<string, unknown>) => Promise<AnyResult<unknown> | null>;
  /** Sends without waiting for an answer, also while the page goes away. */
  tell: (step: string, body: Record<string, unknown>) => void;
  storage: Keeping | null;
  uuid: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Resolves once what changed is painted. Never rejects. */
  painted: () => Promise<void>;
  /** Runs something later and returns how to prevent it; at 0 ms what changed is painted before. */
  later: (run: () => void, ms: number) => () => void;
}

/** What a person's desk has still to send. It stays through a sign-out: it is theirs, whoever uses the device in the meantime. */
export function outboxOf<D extends DeskTypes>(
  rules: DeskRules<D>,
  storage: Keeping | null,
  userId: number,
): Outbox<D["entry"]> {
  const entryOf = (value: unknown): D["entry"] | null => {
    if (!isKept(value)) return null;
    const kept = upToDate(value, rules);
    return Object.hasOwn(rules.steps, kept.step) && rules.isEntry(kept) ? kept : null;
  };
  return new Outbox<D["entry"]>(storage, rules.storagePrefix(userId), entryOf);
}

type AskEffect<D extends DeskTypes> = Extract<DeskEffect<D>, { type: "ask" }>;

/** A desk in a window: gives its machine what happens, does what the machine wants, and tells the screen. */
export class Desk<D extends DeskTypes> {
  private machine: DeskMachine<D>;
  private screen: DeskScreen<D>;
  private readonly outbox: Outbox<D["entry"]>;
  private readonly timers = new Map<TimerName, () => void>();
  private readonly listeners = new Set<() => void>();

  /**
   * @param first an item to begin with, whatever the queue says; null: the queue's first
   * @param given what the page came with; null: nothing
   */
  constructor(
    readonly rules: DeskRules<D>,
    private readonly world: DeskWorld,
    userId: number,
    facts: D["facts"],
    first: number | null = null,
    given: Given<D["item"]> | null = null,
  ) {
    this.outbox = outboxOf(rules, world.storage, userId);
    this.machine = newMachine(facts, first, given);
    this.screen = screenOf(rules, this.machine);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly getScreen = (): DeskScreen<D> => this.screen;
  /** Whether someone has come to it in this window: before that, what is shown is what the server has drawn. */
  get begun(): boolean {
    return this.machine.round > 0;
  }
  /** Empty while it has none. */
  get visit(): string {
    return this.machine.visit;
  }

  // A visit, as useVisit tells of it.
  start(): void {
    this.happened({ type: "start" });
  }
  leave(): void {
    this.happened({ type: "leave" });
  }
  retry(): void {
    this.happened({ type: "retry" });
  }
  seen(): void {
    this.happened({ type: "seen" });
  }
  stored(): void {
    if (this.readDevice()) this.tellScreen();
  }

  /** Takes a step about the item at hand. */
  act<S extends StepOf<D>>(name: S, input: D["inputs"][S]): void {
    this.happened({ type: "act", step: name, input });
  }
  undo(): void {
    this.happened({ type: "undo" });
  }
  /** To the item before: one that was decided in this session is shown with its decision. */
  back(): void {
    this.happened({ type: "back" });
  }
  /** To the item behind, as far as it is here. */
  forward(): void {
    this.happened({ type: "forward" });
  }

  /** Sends an entry that needs attention again. */
  sendAgain({ clientKey }: Kept): void {
    this.happened({ type: "again", clientKey });
  }
  /** Puts what was entered here in the place of the own decision that was saved elsewhere. */
  useInstead({ clientKey }: Kept): void {
    this.happened({ type: "instead", clientKey });
  }
  /** Discards an entry that needs attention: it stays unsaved, and its item may come again. */
  discard({ clientKey }: Kept): void {
    this.happened({ type: "discard", clientKey });
  }
  /** Puts the item of an entry that needs attention on the desk again, as it is now. */
  open({ clientKey }: Kept): void {
    this.happened({ type: "open", clientKey });
  }

  private happened(event: DeskEvent<D>): void {
    this.readDevice();
    this.take(event);
    this.readDevice();
    this.tellScreen();
  }

  /** Whether the device keeps something else than the machine believes. */
  private readDevice(): boolean {
    const kept = this.outbox.list();
    const { atRisk } = this.outbox;
    const before = this.machine.kept;
    const same = kept.length === before.length && kept.every((entry, at) => entry === before[at]);
    if (same && atRisk === this.machine.atRisk) return false;
    this.take({ type: "device", kept, atRisk });
    return true;
  }

  private take(event: DeskEvent<D>): void {
    const stamp = { at: this.world.now(), key: this.world.uuid() };
    const [machine, effects] = step(this.rules, this.machine, event, stamp);
    this.machine = machine;
    for (const effect of effects) this.run(effect);
  }

  private run(effect: DeskEffect<D>): void {
    switch (effect.type) {
      case "keep":
        this.outbox.put(effect.entry);
        return;
      case "forget":
        this.outbox.drop(effect.clientKey);
        return;
      case "send":
        void this.send(effect.entry, effect.visit);
        return;
      case "ask":
        void this.ask(effect);
        return;
      case "tell":
        this.world.tell(effect.step, this.signed(effect.body, effect.visit));
        return;
      case "later":
        this.later(effect.name, effect.ms);
        return;
      case "cancel":
        this.timers.get(effect.name)?.();
        this.timers.delete(effect.name);
        return;
    }
  }

  private signed(body: Record<string, unknown>, visit: string): Record<string, unknown> {
    return { ...body, [this.rules.visitKey]: visit };
  }

  private async send(entry: D["entry"], visit: string): Promise<void> {
    const result = await this.world.post(entry.step, this.signed(entry.body, visit));
    this.happened({ type: "answered", entry, result });
  }

  private async ask({ ask, step: name, body, visit }: AskEffect<D>): Promise<void> {
    await this.world.painted();
    // The visit has ended and gave its items back: no one listens to the answer.
    if (ask.round !== this.machine.round) return;
    const result = await this.world.post(name, this.signed(body, visit));
    this.happened({ type: "said", ask, result });
  }

  private later(name: TimerName, ms: number): void {
    this.timers.get(name)?.();
    const cancel = this.world.later(() => {
      this.timers.delete(name);
      this.happened({ type: "timer", name });
    }, ms);
    this.timers.set(name, cancel);
  }

  /** Much that happens (an entry is sent, a sign of life is answered) changes nothing that is shown. */
  private tellScreen(): void {
    const screen = screenOf(this.rules, this.machine);
    if (looksAlike(screen, this.screen)) return;
    this.screen = screen;
    for (const listener of this.listeners) listener();
  }
}
