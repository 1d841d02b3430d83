import type { LaunchOptions, Page } from "@playwright/test";
import { findChromium } from "@/lib/launcher/chromium.mjs";

/** A page of a real browser, closed afterwards. Where there is none, a line says that `what` was not measured. */
export async function withPage(
  what: string,
  work: (page: Page) => Promise<void>,
  options: Pick<LaunchOptions, "ignoreDefaultArgs"> = {},
): Promise<void> {
  const executablePath = await findChromium({ shell: false });
  if (executablePath === null) {
    console.log(`\n${what}: not measured, as no Chromium was found (CHROMIUM_PATH names one).`);
    return;
  }
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    ...options,
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await work(await context.newPage());
  } finally {
    await browser.close();
  }
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
