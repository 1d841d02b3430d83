import { describe, expect, it } from "vitest";
import { formDraftKey } from "./device-keys";
import type { Keeping } from "./device-storage";
import { keepDraft, readDraft, sweepDrafts } from "./kept-forms";

function device(): Keeping & { keys: () => string[]; text: () => string } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
    keys: () => [...kept.keys()],
    text: () => [...kept.values()].join("\n"),
  };
}
const KEY = formDraftKey(7, "run", 5);
const SAVED = { name: "Run 1", note: "", size: "" as number | string, runs: [{ id: 1 }] };
const keep = (
  storage: Keeping,
  values: typeof SAVED,
  { saved = SAVED, never = [] as (keyof typeof SAVED)[], now = "2026-11-23" } = {},
) => keepDraft(KEY, { saved, values, never, now: new Date(now) }, storage);

describe("the draft of a form", () => {
  it("holds the fields that differ from what is saved, and comes back over it", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "half a thought", size: 12 });
    expect(readDraft(KEY, SAVED, [], storage)).toEqual({
      changed: { note: "half a thought", size: 12 },
      outdated: false,
    });
  });

  it("is gone when the form is as it is saved again", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "x" });
    keep(storage, SAVED);
    expect(storage.keys()).toEqual([]);
  });

  it("leaves alone what someone else has saved in fields that its writer did not change", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "mine" });
    const now = { ...SAVED, name: "Run 2" };
    expect(readDraft(KEY, now, [], storage)).toEqual({
      changed: { note: "mine" },
      outdated: false,
    });
  });

  it("says so where someone else has saved a field that its writer changed, too", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "mine" });
    expect(readDraft(KEY, { ...SAVED, note: "theirs" }, [], storage)).toEqual({
      changed: { note: "mine" },
      outdated: true,
    });
  });

  it("is none once the same is saved: the answer to saving it may have been lost", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "mine" });
    expect(readDraft(KEY, { ...SAVED, note: "mine" }, [], storage)).toBeNull();
  });

  it("never writes a secret, and reads none", () => {
    const storage = device();
    keep(storage, { ...SAVED, name: "sk-secret", note: "x" }, { never: ["name"] });
    expect(storage.text()).not.toContain("sk-secret");
    keep(storage, { ...SAVED, name: "sk-secret", note: "x" });
    expect(readDraft(KEY, SAVED, ["name"], storage)?.changed).toEqual({ note: "x" });
  });

  it("brings nothing back that does not fit the form of today", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "x", runs: [{ id: 2 }, { id: 3 }] });
    const today = { name: "Run 1", note: { text: "" }, runs: [{ id: 1, label: "" }] };
    expect(readDraft(KEY, today, [], storage)).toBeNull();
    storage.setItem(KEY, "{half");
    expect(readDraft(KEY, SAVED, [], storage)).toBeNull();
  });

  it("is gone after 60 days", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "x" }, { now: "2026-11-23" });
    sweepDrafts(new Date("2027-01-22"), null, storage);
    expect(storage.keys()).toEqual([KEY]);
    sweepDrafts(new Date("2027-01-23"), null, storage);
    expect(storage.keys()).toEqual([]);
  });

  it("stays through one's own signing out, and goes when someone else signs out; other things stay", () => {
    const storage = device();
    keep(storage, { ...SAVED, note: "x" });
    storage.setItem("freshqa.rate.7.pending.1", "verdict");
    sweepDrafts(new Date("2026-11-23"), 7, storage);
    expect(storage.keys()).toEqual([KEY, "freshqa.rate.7.pending.1"]);
    sweepDrafts(new Date("2026-11-23"), 8, storage);
    expect(storage.keys()).toEqual(["freshqa.rate.7.pending.1"]);
  });
});
