import { setImmediate as messages } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterPaint } from "./after-paint";

/** The callbacks that wait for the next frame. */
let waiting: Map<number, () => void>;

function frame(): Promise<void> {
  for (const run of waiting.values()) run();
  waiting.clear();
  return messages();
}

beforeEach(() => {
  waiting = new Map();
  let ids = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    waiting.set(++ids, run);
    return ids;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => waiting.delete(id));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("afterPaint", () => {
  it("runs behind the next frame, once", async () => {
    const run = vi.fn();
    afterPaint(run);
    await messages();
    expect(run).not.toHaveBeenCalled();
    for (const painting of waiting.values()) painting();
    // The frame's callbacks come before its paint.
    expect(run).not.toHaveBeenCalled();
    await messages();
    expect(run).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    await frame();
    expect(run).toHaveBeenCalledOnce();
  });

  it("keeps the order of what waits for the same frame", async () => {
    const said: number[] = [];
    for (const n of [1, 2, 3]) afterPaint(() => said.push(n));
    await frame();
    expect(said).toEqual([1, 2, 3]);
  });

  it("does not wait where nothing is painted", async () => {
    const run = vi.fn();
    afterPaint(run);
    vi.advanceTimersByTime(99);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
    await frame();
    expect(run).toHaveBeenCalledOnce();
  });

  it("runs nothing that was prevented, not even after the frame", async () => {
    const [early, late] = [vi.fn(), vi.fn()];
    afterPaint(early)();
    const prevent = afterPaint(late);
    for (const painting of waiting.values()) painting();
    prevent();
    await messages();
    vi.advanceTimersByTime(1_000);
    expect(early).not.toHaveBeenCalled();
    expect(late).not.toHaveBeenCalled();
  });
});
