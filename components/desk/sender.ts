import { NO_ANSWER } from "@/lib/platform/lost-answers";
import type { Refusal, Result } from "@/lib/platform/result";
import { HOLDS_ALL, RETRY_MS, TRANSIENT, type Kept } from "./kept";
import type { Outbox } from "./outbox";

/** Waiting that can be cut short. */
export class Pauses {
  private waiting: (() => void)[] = [];

  /** @param later runs something later and returns how to prevent it. */
  constructor(private readonly later: (run: () => void, ms: number) => () => void) {}

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        this.waiting = this.waiting.filter((other) => other !== wake);
        resolve();
      };
      const cancel = this.later(wake, ms);
      this.waiting.push(wake);
    });
  }

  /** Ends every pause now. */
  wake(): void {
    for (const wake of [...this.waiting]) wake();
  }
}

/** The state of the sending, for the screen. */
export interface Sending<P> {
  saving: "idle" | "saving" | "retrying";
  /** How many entries are not sent yet. */
  pending: number;
  /** What needs its person's attention: rejected by the server, or given up after several tries. */
  conflicts: P[];
  /** The device does not keep what is unsent: the window must not be closed. */
  unkept: boolean;
}

/** So many tries in a row; then the entries behind get their turn. Silence is mostly the network's: it gets more. */
const TRIES = 3;
const SILENT_TRIES = 6;
/** So many turns of an entry that the server answers with an error; then it needs attention even if it is alone. */
const TURNS = 2;

interface SenderWorld<P extends Kept> {
  outbox: Outbox<P>;
  pauses: Pauses;
  /** False once no one is here for the answers. */
  alive: () => boolean;
  /** Sends one; null when the server was not reached or could not answer. */
  post: (pending: P) => Promise<Result<unknown> | null>;
  told: (sending: Sending<P>) => void;
  /** Nothing gets through at the moment: null when the server was not reached. */
  troubled: (refusal: Refusal | null) => void;
  /** The server has answered, or was given up on: saved entries are dropped by now, others kept as refused. */
  settled: (pending: P, result: Result<unknown>) => void;
  /** Nothing is left to send. */
  emptied?: () => void;
  /** What an entry is about: entries about one thing are sent in their order. */
  subject: (pending: P) => number | string;
}

/**
 * Sends what an outbox holds, the oldest first, again and again until the server has answered. What concerns the whole
 * session (signed out, unreachable, unavailable) holds everything back. An entry that fails by itself lets those behind
 * it pass after TRIES tries (SILENT_TRIES where nothing answers), and needs its person's attention once the server has answered others but not it.
 */
export class Sender<P extends Kept> {
  /** Keys of what may have reached the server. */
  private readonly attempted = new Set<string>();
  /** Failed tries of an entry in its present turn. */
  private readonly tries = new Map<string, number>();
  /** Turns of an entry that ended without an answer to it. */
  private readonly turns = new Map<string, number>();
  /** Entries whose last turn ended without an answer and that nothing has overtaken since. */
  private readonly lapsed = new Set<string>();
  /** How often the server answered others after a turn of an entry had ended without an answer. */
  private readonly overtaken = new Map<string, number>();
  private pumping = false;
  private failures = 0;

  constructor(private readonly world: SenderWorld<P>) {}

  mayHaveArrived(clientKey: string): boolean {
    return this.attempted.has(clientKey);
  }

  /** Keeps an entry to be sent; pump() sends it. */
  add(pending: P): void {
    this.world.outbox.put(pending);
    this.announce();
  }

  /** Drops an entry for good. */
  drop(clientKey: string): void {
    this.world.outbox.drop(clientKey);
    this.forget(clientKey);
    this.announce();
  }

  /** Sends an entry that needs attention again. */
  again(conflict: P): void {
    const { refused: _, ...pending } = conflict;
    this.forget(conflict.clientKey);
    this.add(pending as unknown as P);
  }

  /** Gives what was given up on another chance, behind everything else: its time may have been a bad one. */
  revive(): void {
    for (const { refused, ...pending } of this.world.outbox.list()) {
      if (refused === undefined || !TRANSIENT.has(refused.code)) continue;
      this.turns.set(pending.clientKey, TURNS - 1);
      this.world.outbox.put(pending as unknown as P);
    }
    this.announce();
  }

  /** Tries again at once. */
  retry(): void {
    this.failures = 0;
    this.world.pauses.wake();
    void this.pump();
  }

  /** Publishes the state of the sending as it is now. */
  announce(): void {
    const kept = this.world.outbox.list();
    const pending = kept.filter((entry) => entry.refused === undefined).length;
    this.world.told({
      conflicts: kept.filter((entry) => entry.refused !== undefined),
      pending,
      unkept: this.world.outbox.atRisk,
      saving: pending === 0 ? "idle" : this.failures > 0 ? "retrying" : "saving",
    });
  }

  /** Sends until nothing is left to send. */
  async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      for (let sent = false; ; sent = true) {
        this.announce();
        const next = this.next();
        if (!next && sent) this.world.emptied?.();
        if (!next || !this.world.alive()) return;
        this.attempted.add(next.clientKey);
        const result = await this.world.post(next);
        if (result?.ok) this.accepted(next, result);
        else await this.failed(next, result?.refusal ?? null);
      }
    } finally {
      this.pumping = false;
    }
  }

  /** The next entry to send: the oldest with the fewest turns, never before an older one about the same thing. */
  private next(): P | undefined {
    const waiting = this.world.outbox.list().filter((entry) => entry.refused === undefined);
    const subjects = new Set<number | string>();
    const first = waiting.filter((entry) => {
      const subject = this.world.subject(entry);
      return !subjects.has(subject) && subjects.add(subject);
    });
    const turns = (entry: P) => this.turns.get(entry.clientKey) ?? 0;
    return first.sort((a, b) => turns(a) - turns(b))[0];
  }

  private accepted(pending: P, result: Result<unknown>): void {
    this.world.outbox.drop(pending.clientKey);
    this.answered(pending, result);
  }

  private async failed(pending: P, refusal: Refusal | null): Promise<void> {
    if (refusal !== null && HOLDS_ALL.has(refusal.code)) return this.wait(refusal);
    if (refusal !== null && !TRANSIENT.has(refusal.code)) return this.setAside(pending, refusal);
    const { clientKey } = pending;
    const tries = (this.tries.get(clientKey) ?? 0) + 1;
    const ends = tries >= (refusal === null ? SILENT_TRIES : TRIES);
    this.tries.set(clientKey, ends ? 0 : tries);
    if (ends) {
      this.turns.set(clientKey, (this.turns.get(clientKey) ?? 0) + 1);
      this.lapsed.add(clientKey);
    }
    const overtaken = this.overtaken.get(clientKey) ?? 0;
    // An error of the server's is about this very entry; silence may be the network's, and needs more to be believed.
    const alone =
      refusal === null
        ? overtaken >= TURNS && ends
        : overtaken > 0 || (this.turns.get(clientKey) ?? 0) >= TURNS;
    return alone ? this.setAside(pending, refusal ?? NO_ANSWER) : this.wait(refusal);
  }

  private async wait(refusal: Refusal | null): Promise<void> {
    const pause = this.world.pauses.pause(
      RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]!,
    );
    this.announce();
    this.world.troubled(refusal);
    await pause;
  }

  private setAside(pending: P, refusal: Refusal): void {
    // Another window may have sent or discarded it in the meantime.
    if (this.world.outbox.list().some((one) => one.clientKey === pending.clientKey))
      this.world.outbox.put({ ...pending, refused: refusal });
    this.answered(pending, { ok: false, refusal });
  }

  private answered(pending: P, result: Result<unknown>): void {
    this.failures = 0;
    this.forget(pending.clientKey);
    for (const clientKey of this.lapsed)
      this.overtaken.set(clientKey, (this.overtaken.get(clientKey) ?? 0) + 1);
    this.lapsed.clear();
    this.world.settled(pending, result);
  }

  private forget(clientKey: string): void {
    this.tries.delete(clientKey);
    this.turns.delete(clientKey);
    this.lapsed.delete(clientKey);
    this.overtaken.delete(clientKey);
  }
}
