import type { Keeping } from "./outbox";

/** A device's storage for tests, which can be full. */
export class MapStorage implements Keeping {
  readonly map = new Map<string, string>();
  full = false;
  get length() {
    return this.map.size;
  }
  key(at: number) {
    return [...this.map.keys()][at] ?? null;
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new Error("full");
    this.map.set(key, value);
  }
  removeItem(key: string) {
    this.map.delete(key);
  }
}
