import type { CDPSession, Page } from "@playwright/test";
import { mainThread, type TraceEvent } from "./trace";

/** What marks the item that a desk shows, by the desk. */
export const ITEM = "[data-item], [data-case], [data-question]";

/** What is pressed to work through items. */
export interface Keystrokes {
  items: number;
  /** Those that finish one item; the last one brings the next, and is none of the others. */
  keys: readonly string[];
  /** Between two keys. */
  pauseMs: number;
}

/** A key, from its own time (`event.timeStamp`) until the main thread has handed on the first frame after it. */
interface KeyTime {
  ms: number;
  /** For a key that brought another item: until the frame with that, and how many frames that took. */
  next: { ms: number; frames: number } | null;
}

/**
 * Runs in the page. A frame's callback runs before its layout and paint; the message that it sends arrives once those are
 * done. What then comes is not the main thread's: the compositor draws, and the screen shows it at its next refresh.
 */
const watch = (last: string) => `
  window.deskKeys = [];
  const shown = () => {
    const item = document.querySelector("${ITEM}");
    return item && (item.dataset.item ?? item.dataset.case ?? item.dataset.question);
  };
  window.addEventListener("keydown", (event) => {
    if (["Control", "Alt", "Shift"].includes(event.key)) return;
    const [start, before, key] = [event.timeStamp, shown(), { ms: null, next: null }];
    window.deskKeys.push(key);
    let frames = 0;
    const look = () => {
      frames++;
      const now = shown();
      const other = now !== before && now !== null;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const ms = performance.now() - start;
        key.ms ??= ms;
        if (other && event.key === "${last}") key.next = { ms, frames };
      };
      port2.postMessage(null);
      if (!other && event.key === "${last}") requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, true);`;

export interface PressedKeys {
  /** Milliseconds of every key. */
  keys: number[];
  /** Of those that brought the next item, milliseconds and frames until it is painted. */
  next: { ms: number; frames: number }[];
}

/** Works through items as a person does, key by key. */
export async function pressKeys(
  page: Page,
  { items, keys, pauseMs }: Keystrokes,
): Promise<PressedKeys> {
  await page.locator(ITEM).waitFor();
  // What the page does once it has come is not what is measured.
  await page.waitForTimeout(2_000);
  await page.evaluate(watch(keys.at(-1)!));
  for (let i = 0; i < items; i++)
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(pauseMs);
    }
  const times = await page.evaluate(() => (window as unknown as { deskKeys: KeyTime[] }).deskKeys);
  const next = times.flatMap((key) => key.next ?? []);
  if (times.length !== items * keys.length || next.length !== items)
    throw new Error(
      `${times.length} of ${items * keys.length} keys were painted, and ${next.length} of ${items} brought another item.`,
    );
  return { keys: times.map(({ ms }) => ms), next };
}

/** Has the browser run that much slower than it could. 1: as fast as it can. */
export async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/**
 * Presses keys under the browser's trace. @returns for each key the main thread's processor time in milliseconds, from the
 * task that takes the key until the frame after it is handed to the compositor
 */
export async function workOfKeys(page: Page, strokes: Keystrokes): Promise<number[]> {
  const browser = page.context().browser()!;
  await page.locator(ITEM).waitFor();
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await pressKeys(page, strokes);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const { tasks, commits, of } = mainThread(traceEvents);
  const pressed = of(
    (event) => event.name === "EventDispatch" && event.args.data?.type === "keydown",
  );
  return pressed.flatMap(({ ts }) => {
    const end = commits.find((at) => at > ts);
    if (end === undefined) return [];
    return tasks
      .filter((task) => task.ts + (task.dur ?? 0) >= ts && task.ts <= end)
      .reduce((sum, task) => sum + (task.tdur ?? task.dur ?? 0) / 1_000, 0);
  });
}
