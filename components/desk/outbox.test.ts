import { describe, expect, it } from "vitest";
import { isKept, type Kept } from "./kept";
import { Outbox } from "./outbox";
import { MapStorage } from "./outbox-samples";

const entry = (clientKey: string, at = 1, more: Partial<Kept> = {}): Kept => ({
  clientKey,
  step: "judge",
  body: {},
  label: clientKey,
  at,
  ...more,
});
const refused = { code: "stale", message: "Someone was faster." } as const;

const entryOf = (value: unknown) => (isKept(value) ? value : null);

function boxes() {
  const storage = new MapStorage();
  return {
    storage,
    here: new Outbox(storage, "test.", entryOf),
    there: new Outbox(storage, "test.", entryOf),
  };
}

describe("an outbox", () => {
  it("lists what every window of the device put there, the oldest first, and nothing that it does not know", () => {
    const { storage, here, there } = boxes();
    here.put(entry("b", 2));
    there.put(entry("a", 1));
    storage.setItem("other.c", JSON.stringify(entry("c", 0)));
    storage.setItem("test.d", JSON.stringify({ ...entry("d", 0), body: "an older page" }));
    storage.setItem("test.e", "{");
    expect(here.list()).toEqual([entry("a", 1), entry("b", 2)]);
    expect(storage.map.has("test.d"), "what is not understood is left alone").toBe(true);
    there.drop("b");
    expect(here.list()).toEqual([entry("a", 1)]);
  });

  it("gives an entry that has not changed as the same object", () => {
    const { here, there } = boxes();
    there.put(entry("a"));
    const [first] = here.list();
    expect(here.list()[0]).toBe(first);
    there.put(entry("a", 1, { refused }));
    expect(here.list()[0]).not.toBe(first);
  });

  it("holds what a full device does not keep, says so, and keeps it once there is room", () => {
    const { storage, here, there } = boxes();
    storage.full = true;
    expect(here.put(entry("a"))).toBe(false);
    expect(here.atRisk).toBe(true);
    expect(here.list()).toEqual([entry("a")]);
    expect(there.list()).toEqual([]);
    storage.full = false;
    here.list();
    expect(here.atRisk).toBe(false);
    expect(there.list()).toEqual([entry("a")]);
  });

  it("lists an entry once whose newer version a full device does not keep, and is not at risk by it", () => {
    const { storage, here, there } = boxes();
    here.put(entry("a"));
    storage.full = true;
    here.put(entry("a", 1, { refused }));
    expect(here.list()).toEqual([entry("a", 1, { refused })]);
    expect(here.atRisk).toBe(false);
    expect(there.list()).toEqual([entry("a")]);
  });

  it("lets an entry go that another window has resolved while the device was full", () => {
    const { storage, here, there } = boxes();
    here.put(entry("a"));
    storage.full = true;
    here.put(entry("a", 1, { refused }));
    there.drop("a");
    storage.full = false;
    expect(here.list()).toEqual([]);
    expect(there.list()).toEqual([]);
  });

  it("works without any storage, for as long as the window lives", () => {
    const box = new Outbox(null, "test.", entryOf);
    box.put(entry("a"));
    expect(box.list()).toEqual([entry("a")]);
    expect(box.atRisk).toBe(true);
    box.drop("a");
    expect(box.list()).toEqual([]);
  });
});
