import type { Browser, Page } from "@playwright/test";
import { limitNetwork, withPage } from "./browser";
import { ITEM, pressKeys, slowDown, workOfKeys, type PressedKeys } from "./desk-frames";
import { floorKeyToPaint } from "./floor";
import type { BenchedDesk } from "./desk-work";
import { figure, percentile } from "./report";
import type { ServedProduct } from "./served";

const ITEMS = 16;
/** A hurried person: eight keys a second. */
const PAUSE_MS = 120;
const SLOW = { rate: 4, items: 8, pauseMs: 250 };
const LATE = { latencyMs: 200, items: 6 };
const OPENED = { cold: 4, warm: 6 };
const FLOOR_ITEMS = 8;

/** Milliseconds. A frame at 60 Hz is 16.7 long. */
const AIMS = {
  key: { p50: 8, p95: 16 },
  nextFrames: 1,
  slow: { key: 50, next: 150 },
  open: 300,
};

/**
 * The desks over 600 questions, in a real browser: rating, adjudication, refresh, and one of a protocol with two responses
 * and their references beside each other. For each
 *
 * - from every key (`event.timeStamp`) to the end of its first frame on the main thread, style, layout and paint included.
 *   The browser begins a frame at once where none is under way, so that this is the work and no waiting for a screen; the
 *   page of one element that is measured before and after each desk says what is the browser's own, and its two values how
 *   far apart the same thing lies at this moment;
 * - the processor's time on the main thread for the same, by the browser's trace, which other programs hardly change;
 * - the same keys with answers 200 ms late, and with the browser slowed four times (`Emulation.setCPUThrottlingRate`);
 * - from the last key of an item to the frame with the next one, and how many frames that is;
 * - from the beginning of the navigation to the first item painted, in a browser that has never been there, and in one that has.
 */
export async function benchDesks(
  product: ServedProduct,
  desks: readonly BenchedDesk[],
): Promise<void> {
  for (const desk of desks) await benchDesk(product, desk);
}

async function benchDesk(product: ServedProduct, desk: BenchedDesk): Promise<void> {
  const { name, keys } = desk;
  const cookie = await product.signIn(desk.email);
  const before = process.cpuUsage();
  const start = performance.now();
  await withPage(`The ${name} desk`, async (page) => {
    await product.signInTo(page, cookie);
    const session = await page.context().newCDPSession(page);
    const strokes = { items: ITEMS, keys, pauseMs: PAUSE_MS };
    const open = () => page.goto(product.origin + desk.address, { waitUntil: "networkidle" });
    console.log();

    const floorStrokes = { ...strokes, items: FLOOR_ITEMS };
    const floor = [await floorKeyToPaint(page, floorStrokes)];
    await open();
    const fast = await pressKeys(page, strokes);
    floor.push(await floorKeyToPaint(page, floorStrokes));
    printKeys(name, fast, floor);

    await open();
    const work = await workOfKeys(page, strokes);
    spread(name, "main thread for a key", work);

    await limitNetwork(page, LATE.latencyMs);
    await open();
    const late = await pressKeys(page, { ...strokes, items: LATE.items });
    printNext(name, "answers 200 ms late, next item", late);
    await limitNetwork(page, 0);

    await open();
    await slowDown(session, SLOW.rate);
    const slow = await pressKeys(page, { ...strokes, items: SLOW.items, pauseMs: SLOW.pauseMs });
    await slowDown(session, 1);
    const next = slow.next.map(({ ms }) => ms);
    spread(name, "slowed 4 times, key", slow.keys, { p95: AIMS.slow.key });
    spread(name, "slowed 4 times, next item", next, { p95: AIMS.slow.next });

    const opened = await openings(page.context().browser()!, product, cookie, desk.address);
    for (const [how, times] of Object.entries(opened))
      spread(name, `opened, ${how}`, times, { p95: AIMS.open });
  });
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 10 / (performance.now() - start);
  console.log(`${name} desk: this program's own processor ${share.toFixed(0)}% of one core`);
}

function printKeys(name: string, pressed: PressedKeys, floors: readonly number[][]): void {
  spread(name, "key to paint", pressed.keys, AIMS.key);
  spread(name, "a page of one element, before", floors[0]!);
  spread(name, "a page of one element, afterwards", floors[1]!);
  printNext(name, "next item", pressed);
}

function printNext(name: string, what: string, { next }: PressedKeys): void {
  spread(
    name,
    what,
    next.map(({ ms }) => ms),
  );
  figure({
    what: `${name}: ${what}, most frames`,
    value: Math.max(...next.map(({ frames }) => frames)),
    unit: "frames",
    aim: AIMS.nextFrames,
  });
}

/** Median and the slowest but one in twenty. */
function spread(
  name: string,
  what: string,
  values: readonly number[],
  aim: { p50?: number; p95?: number } = {},
): void {
  for (const share of [0.5, 0.95] as const) {
    const at = share === 0.5 ? "p50" : "p95";
    figure({
      what: `${name}: ${what}, ${at}`,
      value: percentile(values, share),
      unit: "ms",
      ...(aim[at] !== undefined && { aim: aim[at] }),
    });
  }
}

/** Runs in each page before its own scripts: the moment at which its first item is painted, from the navigation on. */
const WATCH_FIRST = `
  const look = () => {
    if (document.querySelector("${ITEM}")?.textContent.trim()) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.firstItemMs = performance.now());
      port2.postMessage(null);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

/** Opens a desk in browsers that have nothing of it, then again and again in one. */
async function openings(
  browser: Browser,
  product: ServedProduct,
  cookie: string,
  address: string,
): Promise<Record<"cold" | "warm", number[]>> {
  const times = { cold: [] as number[], warm: [] as number[] };
  const openIn = async (page: Page) => {
    await page.goto("about:blank");
    await page.goto(product.origin + address);
    const first = await page.waitForFunction(
      () => (window as unknown as { firstItemMs?: number }).firstItemMs,
    );
    const ms = (await first.jsonValue())!;
    await page.waitForLoadState("networkidle");
    return ms;
  };
  for (let i = 0; i < OPENED.cold; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(WATCH_FIRST);
    await product.signInTo(page, cookie);
    times.cold.push(await openIn(page));
    if (i === OPENED.cold - 1)
      while (times.warm.length < OPENED.warm) times.warm.push(await openIn(page));
    await context.close();
  }
  return times;
}
