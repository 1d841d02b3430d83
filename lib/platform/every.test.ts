import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { every } from "./every";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("begins now or later, does no two rounds at once, and goes on after one that failed", async () => {
  const ends: ((error?: Error) => void)[] = [];
  const work = vi.fn(
    () =>
      new Promise<void>((resolve, reject) =>
        ends.push((error) => (error === undefined ? resolve() : reject(error))),
      ),
  );
  const rounds = every(1_000, "a round of the test failed", work);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]!(new Error("it failed"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  ends[1]!();
  await rounds.stop();

  work.mockClear();
  const later = every(1_000, "a round of the test failed", work, "later");
  await vi.advanceTimersByTimeAsync(999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(1);
  // Stopping waits for the round under way, and none comes after it.
  let stopped = false;
  const stopping = later.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stopped).toBe(false);
  ends[2]!();
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});
