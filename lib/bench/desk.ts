import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Page } from "@playwright/test";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { findChromium } from "@/lib/launcher/chromium.mjs";
import { releaseRows } from "@/prisma/factories/release-rows";
import { ServedProduct } from "./served";

const QUESTIONS = 600;
/** A hurried person: several decisions a second, for a while. */
const KEYS = 120;
const PAUSE_MS = 250;
const AIM_MS = 100;

/**
 * The refresh desk over 600 questions, in a real browser: from the key that finishes a question to the next question
 * painted, over this machine's loopback and over a connection that takes 200 ms for each answer.
 */
export async function benchDesk(): Promise<void> {
  const executablePath = await findChromium();
  if (executablePath === null) {
    console.log(
      "\nThe desk's latency was not measured: no Chromium was found (CHROMIUM_PATH names one).",
    );
    return;
  }
  const product = new ServedProduct();
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    await product.start();
    await importRelease(product);
    const page = await (
      await browser.newContext({ viewport: { width: 1280, height: 800 } })
    ).newPage();
    await product.signInTo(page);
    console.log();
    for (const latencyMs of [0, 200]) {
      await limitNetwork(page, latencyMs);
      await page.goto(`${product.origin}/refresh/desk`);
      const times = await keysToPaint(page, {
        attribute: "data-question",
        lastKey: "v",
        keys: KEYS,
        press: () => page.keyboard.press("v"),
      });
      printLatency("desk, key to next question painted", times, latencyMs, AIM_MS);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function importRelease(product: ServedProduct): Promise<void> {
  function* batches() {
    for (const batch of releaseRows(QUESTIONS, 5))
      yield batch.map((cells) => ({ record: 0, cells, style: 0 }));
  }
  // A release of long ago, so that nearly everything is due.
  const file = join(product.data, "FreshQA_v01012024.csv");
  await pipeline(
    Readable.from(writeCsv(batches(), { ...OFFICIAL_LAYOUT, preamble: null })),
    createWriteStream(file),
  );
  const answer = await product.fetch(`/api/imports?fileName=${file.split("/").at(-1)!}`, {
    method: "POST",
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: "half",
    headers: { "content-length": String(statSync(file).size) },
  });
  const { importId } = (await answer.json()) as { importId: number };
  for (
    let status = "";
    status !== "planned";
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    ({ status } = (await (await product.fetch(`/api/imports/${importId}`)).json()) as {
      status: string;
    });
    if (["failed", "refused", "cancelled"].includes(status))
      throw new Error(`The import is ${status}.`);
  }
  await product.fetch(`/api/imports/${importId}/apply`, {
    method: "POST",
    body: JSON.stringify({ skipBadRows: false, acceptSuspect: false, missing: "keep" }),
    headers: { "content-type": "application/json" },
  });
}

export async function limitNetwork(page: Page, latency: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** One line: "… p50 20 ms, p95 31 ms …; aim p95 100 ms: met". */
export function printLatency(
  what: string,
  times: readonly number[],
  latencyMs: number,
  aimMs: number,
): void {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  console.log(
    `${what}   p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms over ${times.length} keys` +
      `${latencyMs > 0 ? `, answers ${latencyMs} ms late` : ""}; aim p95 ${aimMs} ms: ${p95 <= aimMs ? "met" : "NOT MET"}`,
  );
}

interface Watched {
  /** The attribute that tells which item is shown. */
  attribute: string;
  /** The key that brings the next item, as the browser calls it. */
  lastKey: string;
  /** How many items are worked through. */
  keys: number;
  /** Presses what finishes one item. */
  press: () => Promise<void>;
}

/** Runs in the page, as text, because the loader's own names for functions are not known there. */
const watchKeys = ({ attribute, lastKey }: Watched) => `
  window.deskTimes = [];
  const shown = () => document.querySelector("[${attribute}]")?.getAttribute("${attribute}");
  window.addEventListener("keydown", (event) => {
    if (event.key !== "${lastKey}") return;
    // From the moment of the key itself, before any of our handlers.
    const [start, before] = [event.timeStamp, shown()];
    const painted = () => requestAnimationFrame(() => {
      // The second frame begins once the first, with the next item in it, is painted.
      if (shown() !== before && shown() !== undefined) requestAnimationFrame(() => window.deskTimes.push(performance.now() - start));
      else painted();
    });
    painted();
  }, true);`;

/** Works through a desk by keys. @returns milliseconds from each last key to the frame after the next item's. */
export async function keysToPaint(page: Page, watched: Watched): Promise<number[]> {
  await page.locator(`[${watched.attribute}]`).waitFor();
  await page.waitForTimeout(2_000);
  await page.evaluate(watchKeys(watched));
  for (let i = 0; i < watched.keys; i++) {
    await watched.press();
    await page.waitForTimeout(PAUSE_MS);
  }
  await page.getByText("Saved", { exact: true }).waitFor();
  const times = await page.evaluate(() => (window as unknown as { deskTimes: number[] }).deskTimes);
  if (times.length < watched.keys)
    throw new Error(`Only ${times.length} of ${watched.keys} keys led to a next item.`);
  return times;
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.ceil(values.length * share) - 1)
  ]!;
}
