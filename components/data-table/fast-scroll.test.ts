import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FastScroll } from "./fast-scroll";

const HEIGHT = 40;
const FRAME = 1000 / 60;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, FRAME));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Moves a list by so many rows in each frame. */
function move(scroll: FastScroll, rows: readonly number[], offset = 0): void {
  for (const some of rows) {
    vi.advanceTimersByTime(FRAME);
    offset += some * HEIGHT;
    scroll.moved(offset, HEIGHT, performance.now());
  }
}

test.each([
  ["a row a frame", [1, 1, 1, 1], false],
  ["eight rows a frame", [8, 8], true],
  ["the same upwards", [-8, -8], true],
  ["a wheel, in notches", [5, 5, 0, 5, 1], true],
])("a list that is moved by %s is fast: %s", (_, rows, fast) => {
  const scroll = new FastScroll();
  vi.advanceTimersByTime(60_000);
  move(scroll, [0, ...rows], 10_000);
  expect(scroll.fast).toBe(fast);
});

test("one jump is not fast, however far: what it shows is drawn whole", () => {
  const scroll = new FastScroll();
  vi.advanceTimersByTime(60_000);
  scroll.moved(1_000 * HEIGHT, HEIGHT, performance.now());
  scroll.moved(1_000 * HEIGHT, HEIGHT, performance.now());
  expect(scroll.fast).toBe(false);
});

test("rows wait while the list is fast, and are then drawn a few in each frame, without those that are gone", () => {
  const scroll = new FastScroll();
  move(scroll, [8, 8]);
  const drawn: number[] = [];
  const rows = Array.from({ length: 8 }, (_, at) => scroll.whenSlow(() => drawn.push(at)));
  rows[1]!();
  move(scroll, [8, 8, 8, 8, 8, 8, 8, 8, 8, 8], 640);
  expect(drawn).toEqual([]);
  const counts: number[] = [];
  for (let frame = 0; frame < 20; frame++) {
    vi.advanceTimersByTime(FRAME);
    counts.push(drawn.length);
  }
  expect(drawn).toEqual([0, 2, 3, 4, 5, 6, 7]);
  for (let frame = 1; frame < counts.length; frame++)
    expect(counts[frame]! - counts[frame - 1]!).toBeLessThanOrEqual(3);
});

test("who goes on scrolling fast has nothing drawn whole meanwhile", () => {
  const scroll = new FastScroll();
  move(scroll, [8, 8]);
  let drawn = 0;
  for (let row = 0; row < 8; row++) scroll.whenSlow(() => drawn++);
  vi.advanceTimersByTime(130);
  scroll.moved(10_000, HEIGHT, performance.now());
  scroll.moved(20_000, HEIGHT, performance.now());
  vi.advanceTimersByTime(100);
  expect(drawn).toBeLessThanOrEqual(3);
  vi.advanceTimersByTime(1_000);
  expect(drawn).toBe(8);
});

test("what begins to wait once the list is slow is drawn with the next frame", () => {
  const scroll = new FastScroll();
  let drawn = 0;
  scroll.whenSlow(() => drawn++);
  vi.advanceTimersByTime(2 * FRAME);
  expect(drawn).toBe(1);
});
