import type { Refusal, Result } from "@/lib/platform/result";
import { hasFields } from "./has-fields";

/**
 * Something that was done on this device and is not saved yet. It is kept until the server has answered, and carries a
 * key of its own, so that sending it again does nothing twice.
 */
export interface Kept {
  clientKey: string;
  step: string;
  /** What is sent. */
  body: Record<string, unknown>;
  /** In words: "Verified Q17". */
  label: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The server would not do it, and a person has to look. */
  refused?: Refusal | undefined;
}

/** Whether something that the device kept can be sent: an older version of the page may have written it. */
export function isKept(value: unknown): value is Kept {
  return hasFields(value, { clientKey: "string", step: "string", body: "object", label: "string", at: "number" })
    && (value.refused === undefined || hasFields(value.refused, { code: "string", message: "string" }));
}

/** A question as the label of what waits quotes it. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The part of Storage that is used; a device may refuse to keep anything. */
export type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The device's storage; null where there is none, or where a private mode forbids it. */
export function deviceStorage(): Keeping | null {
  try {
    return typeof window === "undefined" ? null : window.localStorage;
  } catch {
    return null;
  }
}

/** What is still to be sent, one entry of the device's storage each, so that two windows never overwrite each other's. */
export class Outbox<P extends Kept> {
  /** What the device would not keep: it lives as long as this window. */
  private readonly unkept = new Map<string, P>();

  /**
   * @param prefix where the entries are; whose they are must be in it.
   * @param isEntry what it does not know any more is left out.
   */
  constructor(private readonly storage: Keeping | null, private readonly prefix: string, private readonly isEntry: (value: unknown) => value is P) {}

  /** @returns false when the device would not keep it. */
  put(pending: P): boolean {
    try {
      if (this.storage === null) throw new Error("no storage");
      this.storage.setItem(this.prefix + pending.clientKey, JSON.stringify(pending));
      this.unkept.delete(pending.clientKey);
      return true;
    } catch {
      this.unkept.set(pending.clientKey, pending);
      return false;
    }
  }

  drop(clientKey: string): void {
    this.unkept.delete(clientKey);
    try {
      this.storage?.removeItem(this.prefix + clientKey);
    } catch {
      // Nothing was kept, so there is nothing to drop.
    }
  }

  /** Everything that is kept, the oldest first. */
  list(): P[] {
    const all = [...this.unkept.values()];
    try {
      for (let i = 0; this.storage !== null && i < this.storage.length; i++) {
        const key = this.storage.key(i);
        if (!key?.startsWith(this.prefix)) continue;
        const entry = readJson(this.storage.getItem(key));
        if (this.isEntry(entry)) all.push(entry);
      }
    } catch {
      // A device without storage has kept nothing.
    }
    return all.sort((a, b) => a.at - b.at);
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** How long to wait after the first, second … attempt that did not get through, in milliseconds. */
export const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

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

/** What the reader is told of the sending. */
export interface Sending<P> {
  saving: "idle" | "saving" | "retrying";
  /** How many wait. */
  pending: number;
  /** What the server refused, each to be looked at. */
  conflicts: P[];
}

interface SenderWorld<P extends Kept> {
  outbox: Outbox<P>;
  pauses: Pauses;
  /** False once nobody is here for the answers. */
  alive: () => boolean;
  /** Sends one; null when the server was not reached or could not answer. */
  post: (pending: P) => Promise<Result<unknown> | null>;
  told: (sending: Sending<P>) => void;
  /** Nothing gets through at the moment: null when the server was not reached. */
  troubled: (refusal: Refusal | null) => void;
  /** The server has answered; dropping or keeping it is the listener's. */
  settled: (pending: P, result: Result<unknown>) => void;
  /** All that waited is settled. */
  emptied?: () => void;
  /** Codes of refusals that are about the whole visit, not about what was sent: it is sent again later. */
  keepTrying: ReadonlySet<string>;
}

/** Sends what an outbox holds, in order, the oldest first, again and again until the server has answered. */
export class Sender<P extends Kept> {
  /** Keys of what may have reached the server. */
  private readonly attempted = new Set<string>();
  private pumping = false;
  private failures = 0;

  constructor(private readonly world: SenderWorld<P>) {}

  mayHaveArrived(clientKey: string): boolean {
    return this.attempted.has(clientKey);
  }

  /** Tries again at once. */
  retry(): void {
    this.failures = 0;
    this.world.pauses.wake();
    void this.pump();
  }

  /** Sends until nothing waits any more. */
  async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    const { outbox, pauses, keepTrying } = this.world;
    try {
      for (let sent = false; ; sent = true) {
        const kept = outbox.list();
        const waiting = kept.filter((pending) => pending.refused === undefined);
        const next = waiting[0];
        this.world.told({ conflicts: kept.filter((pending) => pending.refused !== undefined), pending: waiting.length, saving: !next ? "idle" : this.failures > 0 ? "retrying" : "saving" });
        if (!next && sent) this.world.emptied?.();
        if (!next || !this.world.alive()) return;
        this.attempted.add(next.clientKey);
        const result = await this.world.post(next);
        if (result === null || (!result.ok && keepTrying.has(result.refusal.code))) {
          this.world.told({ conflicts: kept.filter((pending) => pending.refused !== undefined), pending: waiting.length, saving: "retrying" });
          this.world.troubled(result === null ? null : (result as { refusal: Refusal }).refusal);
          await pauses.pause(RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]!);
          continue;
        }
        this.failures = 0;
        this.world.settled(next, result);
      }
    } finally {
      this.pumping = false;
    }
  }
}

const TIMEOUT_MS = 20_000;

/** Posts JSON to one of our own addresses. @returns null when it was not reached, or something else answered in its place. */
export async function postJson(address: string, body: unknown): Promise<Result<unknown> | null> {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(TIMEOUT_MS) });
    const said: unknown = await answer.json();
    if (answer.ok) return { ok: true, value: said };
    return typeof said === "object" && said !== null && "refusal" in said ? { ok: false, refusal: said.refusal as never } : null;
  } catch {
    return null;
  }
}

/** Posts JSON without waiting for an answer, also while the page goes away. */
export function tellJson(address: string, body: unknown): void {
  void fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), keepalive: true }).catch(() => {});
}
