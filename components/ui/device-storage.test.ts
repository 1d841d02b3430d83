import { describe, expect, it } from "vitest";
import { keepText, keepValue, readText, readValue, type Keeping } from "./device-storage";

/** A device's storage; one that refuses throws at whatever is asked of it, as browsers do. */
function storage(refuses = false): Keeping {
  const kept = new Map<string, string>();
  const unlessRefused = <T>(work: () => T): T => {
    if (refuses) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    return work();
  };
  return {
    getItem: (key) => unlessRefused(() => kept.get(key) ?? null),
    setItem: (key, value) => unlessRefused(() => void kept.set(key, value)),
    removeItem: (key) => unlessRefused(() => void kept.delete(key)),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

describe("the device", () => {
  it("keeps texts and values under their keys, until they are forgotten", () => {
    const device = storage();
    expect(keepText("a", "what was typed", device)).toBe(true);
    expect(keepValue("b", { name: "x" }, device)).toBe(true);
    expect(readText("a", device)).toBe("what was typed");
    expect(readValue("b", device)).toEqual({ name: "x" });
    keepText("a", null, device);
    keepValue("b", null, device);
    expect([readText("a", device), readValue("b", device), device.length]).toEqual([null, null, 0]);
  });

  it("has nothing where what is kept is no JSON", () => {
    const device = storage();
    keepText("a", "{half", device);
    expect(readValue("a", device)).toBeNull();
  });

  it.each([
    ["refuses", storage(true)],
    ["has no storage", null],
  ])("says so where it %s, and nothing fails", (_, device) => {
    expect(keepText("a", "typed", device)).toBe(false);
    expect(keepValue("a", { typed: true }, device)).toBe(false);
    expect(readText("a", device)).toBeNull();
    expect(readValue("a", device)).toBeNull();
  });
});
