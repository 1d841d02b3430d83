import type { Keeping } from "@/components/ui/device-storage";
import type { Kept } from "./kept";

/**
 * What is still to be sent, one entry of the device's storage each, so that two windows never overwrite each other's.
 * An entry that has not changed is the same object at every reading.
 */
export class Outbox<P extends Kept> {
  /**
   * What the device would not keep: it lives as long as this window. `newer`: the device has the version before it, and
   * once that is gone, another window has sent or discarded it.
   */
  private readonly unkept = new Map<string, { entry: P; newer: boolean }>();
  /** What was read last, by place. */
  private read = new Map<string, { text: string; entry: P | null }>();

  /**
   * @param prefix where the entries are; whose they are must be in it.
   * @param entryOf null for what it does not know (any more): that is left out, and left alone.
   */
  constructor(
    private readonly storage: Keeping | null,
    private readonly prefix: string,
    private readonly entryOf: (value: unknown) => P | null,
  ) {}

  /** @returns false when the device would not keep it. */
  put(pending: P): boolean {
    const place = this.prefix + pending.clientKey;
    try {
      if (this.storage === null) throw new Error("no storage");
      const text = JSON.stringify(pending);
      this.storage.setItem(place, text);
      this.read.set(place, { text, entry: pending });
      this.unkept.delete(pending.clientKey);
      return true;
    } catch {
      this.unkept.set(pending.clientKey, { entry: pending, newer: this.text(place) !== null });
      return false;
    }
  }

  /** Whether something lives only as long as this window, because the device would not keep it. */
  get atRisk(): boolean {
    for (const { newer } of this.unkept.values()) if (!newer) return true;
    return false;
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
    this.keepAgain();
    const all = [...this.unkept.values()].map(({ entry }) => entry);
    const now: typeof this.read = new Map();
    try {
      for (let i = 0; this.storage !== null && i < this.storage.length; i++) {
        const place = this.storage.key(i);
        if (!place?.startsWith(this.prefix)) continue;
        const text = this.storage.getItem(place) ?? "null";
        const before = this.read.get(place);
        const known = before?.text === text ? before : { text, entry: this.parse(text) };
        now.set(place, known);
        if (known.entry !== null && !this.unkept.has(known.entry.clientKey)) all.push(known.entry);
      }
    } catch {
      // A device without storage has kept nothing.
    }
    this.read = now;
    return all.sort((a, b) => a.at - b.at || (a.clientKey < b.clientKey ? -1 : 1));
  }

  /** Gives the device what it would not keep before: it may have space by now. */
  private keepAgain(): void {
    for (const [clientKey, { entry, newer }] of [...this.unkept]) {
      if (newer && this.text(this.prefix + clientKey) === null) this.unkept.delete(clientKey);
      else if (!this.put(entry)) return;
    }
  }

  private text(place: string): string | null {
    try {
      return this.storage?.getItem(place) ?? null;
    } catch {
      return null;
    }
  }

  private parse(text: string): P | null {
    try {
      return this.entryOf(JSON.parse(text));
    } catch {
      return null;
    }
  }
}
