import type { Locator, Page } from "@playwright/test";

/** The line to which a form folds the fields that few need, and which says what is set in them. */
export const foldLine = (within: Page | Locator, label = "More options") =>
  within.locator("details > summary", { hasText: label });

/** Unfolds these fields, which are folded. */
export async function unfold(within: Page | Locator, label = "More options"): Promise<void> {
  await within.locator("details:not([open]) > summary", { hasText: label }).click();
}
