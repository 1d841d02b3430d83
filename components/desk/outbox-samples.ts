import type { Keeping } from "@/components/ui/device-storage";

// One for all: thousands are thrown.
const FULL = new Error("full");

/** A device's storage for tests, which can be full. */
export class MapStorage implements Keeping {
  readonly map = new Map<string, string>();
  full = false;
  private places: string[] | null = null;
  get length() {
    return this.map.size;
  }
  key(at: number) {
    this.places ??= [...this.map.keys()];
    return this.places[at] ?? null;
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw FULL;
    this.map.set(key, value);
    this.places = null;
  }
  removeItem(key: string) {
    this.map.delete(key);
    this.places = null;
  }
}
