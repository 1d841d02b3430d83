import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveConnection } from "./live-connection";

class FakeEventSource {
  static readonly CLOSED = 2;
  static readonly all: FakeEventSource[] = [];
  readyState = 0;
  private readonly listeners = new Map<string, ((event: object) => void)[]>();
  constructor(readonly url: string) {
    FakeEventSource.all.push(this);
  }
  addEventListener(type: string, listener: (event: object) => void) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  emit(type: string, event: object = {}) {
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }
}
const open = () =>
  FakeEventSource.all
    .filter((one) => one.readyState !== FakeEventSource.CLOSED)
    .map((one) => one.url);
const state = { data: JSON.stringify({ topic: "case:5", people: [], facts: null }) };
type Held = () => Promise<void>;
const locks = {
  request: (_: string, second: Held | object, third?: Held) => (third ?? (second as Held))(),
  query: async () => ({ held: [] }),
};
const asked = vi.fn(async () => Response.json({ states: [] }));

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.all.length = 0;
  asked.mockClear();
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.stubGlobal("window", { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("fetch", asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("has one stream in the end, however quickly others are wanted before the first one brings anything", async () => {
  const connection = new LiveConnection("x");
  let stop = connection.want("case:1", "editing", () => {});
  for (let at = 2; at <= 5; at++) {
    await vi.advanceTimersByTimeAsync(300);
    stop();
    stop = connection.want(`case:${at}`, "editing", () => {});
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(FakeEventSource.all.length).toBeGreaterThan(3);
  for (const one of FakeEventSource.all) one.emit("message", state);
  expect(open()).toEqual(["/api/live?watch=case%3A5~editing"]);
  expect(connection.state("case:5")).toMatchObject({ topic: "case:5" });
  connection.stop();
  expect(open()).toEqual([]);
});

it("leaves the locks to others where they are granted after it has ended", async () => {
  const granted: Promise<unknown>[] = [];
  const request = (_: string, second: Held | object, third?: Held) => {
    // Later than it was asked for, as a browser does it.
    granted.push(Promise.resolve().then(third ?? (second as Held)));
    return granted.at(-1);
  };
  vi.stubGlobal("navigator", { locks: { ...locks, request } });
  const connection = new LiveConnection("x");
  connection.stop();
  await Promise.all(granted);
  expect(granted).toHaveLength(2);
});

it("polls where the server says no, and has no stream then", async () => {
  const connection = new LiveConnection("x");
  connection.want("case:1", null, () => {});
  await vi.advanceTimersByTimeAsync(300);
  connection.want("case:2", null, () => {});
  await vi.advanceTimersByTimeAsync(300);
  const last = FakeEventSource.all.at(-1)!;
  last.close();
  last.emit("error");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(open()).toEqual([]);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(asked.mock.calls.length).toBeGreaterThan(1);
  connection.stop();
});

it("does not poll where the browser ends the stream because it leaves the page: whoever polls is seen for long", async () => {
  const leave = vi.fn();
  vi.stubGlobal("window", {
    addEventListener: (type: string, listener: () => void) => {
      if (type === "pagehide") leave.mockImplementation(listener);
    },
    removeEventListener: () => {},
  });
  const connection = new LiveConnection("x");
  connection.want("case:1", "editing", () => {});
  await vi.advanceTimersByTimeAsync(300);
  const stream = FakeEventSource.all.at(-1)!;
  stream.close();
  stream.emit("error");
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(leave).toHaveBeenCalledOnce();
  expect(asked).not.toHaveBeenCalled();
  connection.stop();
});

it("polls, and opens no stream, where the browser has no locks: plain http on a network", async () => {
  vi.stubGlobal("navigator", {});
  // Nor does it have these there.
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const connection = new LiveConnection("x");
  connection.want("case:1", "viewing", () => {});
  await vi.advanceTimersByTimeAsync(200_000);
  expect(FakeEventSource.all).toEqual([]);
  expect(asked.mock.calls.length).toBeGreaterThan(5);
  connection.stop();
});
