import type { Page } from "@playwright/test";
import { limitNetwork, withPage } from "./browser";
import { figure, percentile } from "./report";
import { mainThread, type TraceEvent } from "./trace";
import type { ServedProduct } from "./served";

/** Cells that are edited one after the other. */
const CELLS = 60;
const PAUSE_MS = 250;
/** A frame at 60 Hz. */
const FRAME_MS = 16.7;
/** What the main thread may work for each frame while rows are scrolled. */
const SCROLL_AIM_MS = 8;
const FRAMES = 240;
const FRAME = "[role=region][aria-label=Questions]";
/** For 60 saves, one after the other, over a slow connection and on a busy machine. */
const PATIENCE_MS = 180_000;

/** Moves the list by so many pixels in each frame. Runs in the page. */
const EACH_FRAME = `(pixels) => new Promise((done) => {
  const frame = document.querySelector("${FRAME}");
  let frames = 0;
  const step = () => {
    if (++frames > ${FRAMES}) return done();
    frame.scrollTop += pixels;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Ways to scroll through the list, each for some seconds. */
const WAYS: Record<string, (page: Page) => Promise<void>> = {
  "in its list, 1 row a frame": (page) => page.evaluate(`(${EACH_FRAME})(40)`),
  "in its list, 8 rows a frame": (page) => page.evaluate(`(${EACH_FRAME})(400)`),
  "by wheel, 400 pixels a notch": async (page) => {
    await page.locator(FRAME).hover();
    for (let i = 0; i < FRAMES / 2; i++) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(2 * FRAME_MS);
    }
  },
  "by dragging the scrollbar": async (page) => {
    const frame = page.locator(FRAME);
    const box = (await frame.boundingBox())!;
    const x = box.x + box.width - 6;
    await page.mouse.move(x, box.y + 22);
    await page.mouse.down();
    for (let i = 1; i <= FRAMES; i++) {
      await page.mouse.move(x, box.y + 22 + ((box.height - 60) * i) / FRAMES);
      await page.waitForTimeout(FRAME_MS);
    }
    await page.mouse.up();
    if ((await frame.evaluate((one) => one.scrollTop)) < 100_000)
      throw new Error("Dragging the scrollbar moved nothing.");
  },
};

/**
 * The sheet in a real browser: from the Enter that ends an edit to the frame in which the cell has its new text, and the
 * work of the main thread for each frame while a list of all questions is scrolled, by the browser's own trace. What is
 * shown of rows that are still on their way is counted in another pass, since looking is work, too.
 */
export async function benchSheet(product: ServedProduct): Promise<void> {
  const rows = (await (await product.fetch("/api/questions/count")).json()) as number;
  await withPage(
    "The sheet",
    async (first) => {
      const context = first.context();
      context.setDefaultTimeout(PATIENCE_MS);
      await product.signInTo(first);
      // A tab of its own each time: in one that has shown the list before, it is where one was.
      const inTab = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
        const page = await context.newPage();
        try {
          return await work(page);
        } finally {
          await page.close();
        }
      };
      console.log();
      for (const latencyMs of [0, 200]) {
        const { times, frames, requests } = await inTab(async (page) => {
          await limitNetwork(page, latencyMs);
          return enterToPaint(page, product.origin);
        });
        const how = latencyMs > 0 ? `, answers ${latencyMs} ms late` : "";
        const value = (share: number) => percentile(times, share);
        figure({ what: `Enter to the cell painted${how}, p50`, value: value(0.5), unit: "ms" });
        figure({
          what: `Enter to the cell painted${how}, p95`,
          value: value(0.95),
          unit: "ms",
          aim: FRAME_MS,
        });
        figure({
          what: `Enter to the cell painted${how}, most frames`,
          value: Math.max(...frames),
          unit: "frames",
          aim: 1,
        });
        figure({ what: `a saved cell${how}`, value: requests / frames.length, unit: "requests" });
      }
      for (const [how, scroll] of Object.entries(WAYS)) {
        const work = await inTab((page) => traceOf(page, product.origin, rows, scroll));
        const blank = await inTab((page) => blanksOf(page, product.origin, rows, scroll));
        figure({
          what: `scrolled ${how}: main thread a frame, p95`,
          value: percentile(work, 0.95),
          unit: "ms",
          aim: SCROLL_AIM_MS,
        });
        figure({
          what: `scrolled ${how}: rows without texts`,
          value: blank.waiting,
          unit: "of 1",
        });
        figure({
          what: `scrolled ${how}: rows with their question alone`,
          value: blank.brief,
          unit: "of 1",
        });
        figure({ what: `scrolled ${how}: rows not drawn`, value: blank.undrawn, unit: "of 1" });
      }
    },
    // A bar to drag.
    { ignoreDefaultArgs: ["--hide-scrollbars"] },
  );
}

/** Runs in the page: for each Enter the time, and the frames, until the cell above has the text. */
const WATCH_ENTER = `
  window.cells = [];
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const editor = event.target;
    const cell = editor.closest("td");
    const text = editor.value;
    let frames = 0;
    const look = () => {
      frames++;
      const { port1, port2 } = new MessageChannel();
      if (editor.isConnected || cell.firstElementChild.textContent !== text) return requestAnimationFrame(look);
      // A message of a frame's callback arrives when the frame is painted.
      port1.onmessage = () => window.cells.push([performance.now() - event.timeStamp, frames]);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, true);`;

async function enterToPaint(
  page: Page,
  origin: string,
): Promise<{ times: number[]; frames: number[]; requests: number }> {
  await page.goto(`${origin}/questions?columns=note,question&size=100`);
  await page.locator("[data-row-index='0']").filter({ visible: true }).waitFor();
  await page.waitForTimeout(2_000);
  await page
    .locator("[data-row-index='0'] [data-column-index='0']")
    .filter({ visible: true })
    .click();
  await page.evaluate(WATCH_ENTER);
  let requests = 0;
  const count = () => void requests++;
  page.on("request", count);
  for (let i = 0; i < CELLS; i++) {
    await page.keyboard.type(`${i} ${Date.now()}`);
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(PAUSE_MS);
  }
  await page.getByText("Saved", { exact: true }).waitFor();
  page.off("request", count);
  const cells = await page.evaluate(
    () => (window as unknown as { cells: [number, number][] }).cells,
  );
  if (cells.length !== CELLS) throw new Error(`${cells.length} of ${CELLS} cells were painted.`);
  return { times: cells.map(([ms]) => ms), frames: cells.map(([, count]) => count), requests };
}

async function openList(page: Page, origin: string, rows: number): Promise<void> {
  await page.goto(`${origin}/questions?scroll=1`);
  await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor();
  await page.waitForTimeout(1_000);
}

/** Scrolls through the list. @returns milliseconds of the main thread's work for each frame, by the browser's trace */
async function traceOf(
  page: Page,
  origin: string,
  rows: number,
  scroll: (page: Page) => Promise<void>,
): Promise<number[]> {
  await openList(page, origin, rows);
  const browser = page.context().browser()!;
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline"],
  });
  await scroll(page);
  return workPerFrame((await browser.stopTracing()).toString());
}

/** Runs in the page: adds up for each frame how much of the view has rows that wait for their texts, or none. */
const WATCH_BLANKS = `
  window.blank = { frames: 0, waiting: 0, brief: 0, undrawn: 0 };
  const frame = document.querySelector("${FRAME}");
  const look = () => {
    const box = frame.getBoundingClientRect();
    const [top, bottom] = [box.top + 37, box.bottom];
    let [drawn, waiting, brief] = [0, 0, 0];
    for (const row of frame.querySelectorAll("[data-row-index]")) {
      const at = row.getBoundingClientRect();
      const seen = Math.max(0, Math.min(at.bottom, bottom) - Math.max(at.top, top));
      drawn += seen;
      if (seen > 0 && row.querySelector("[data-row-link]") === null) waiting += seen;
      else if (row.querySelector("td[colspan]") !== null) brief += seen;
    }
    window.blank.frames++;
    window.blank.waiting += waiting / (bottom - top);
    window.blank.brief += brief / (bottom - top);
    window.blank.undrawn += Math.max(0, 1 - drawn / (bottom - top));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

/** @returns shares of the view, over all frames */
async function blanksOf(
  page: Page,
  origin: string,
  rows: number,
  scroll: (page: Page) => Promise<void>,
): Promise<{ waiting: number; brief: number; undrawn: number }> {
  await openList(page, origin, rows);
  await page.evaluate(WATCH_BLANKS);
  await scroll(page);
  const { frames, waiting, brief, undrawn } = await page.evaluate(
    () =>
      (window as unknown as { blank: Record<"frames" | "waiting" | "brief" | "undrawn", number> })
        .blank,
  );
  return { waiting: waiting / frames, brief: brief / frames, undrawn: undrawn / frames };
}

/** The tasks of the page's main thread, added up until each frame is handed to the compositor. */
function workPerFrame(trace: string): number[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const { tasks: all, commits: frames } = mainThread(traceEvents);
  const work = new Array<number>(frames.length).fill(0);
  const tasks = all.filter((event) => event.ts <= frames.at(-1)!);
  for (const task of tasks) {
    const frame = frames.findIndex((end) => end >= task.ts);
    work[frame]! += (task.tdur ?? task.dur ?? 0) / 1_000;
  }
  return work;
}
