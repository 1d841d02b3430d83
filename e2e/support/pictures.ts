import type { Page } from "@playwright/test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PICTURE_SIZE, pictureFile, THEMES } from "@/lib/platform/pictures";
import { test } from "./journey";

/**
 * Takes a picture of the page as it stands, in both themes, for README and guides: into public/pictures when
 * `npm run pictures` asks for them, else beside the other results, which shows that they can be taken.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.setViewportSize(PICTURE_SIZE);
  // What a pointer hovers over looks different.
  await page.mouse.move(0, 0);
  const session = await page.context().newCDPSession(page);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: "attached" });
    await page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames: the first may have been drawn before the theme.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    // Lossless at 100, and half of what PNG takes; Playwright's own screenshots are PNG or JPEG.
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 100 });
    const folder = process.env.FRESHQA_PICTURES;
    const file = pictureFile(name, theme);
    writeFileSync(folder ? join(folder, file) : test.info().outputPath(file), data, "base64");
  }
  await session.detach();
  await page.emulateMedia({ colorScheme: "light" });
}
