import { expect, type Page } from "@playwright/test";

/** Unfolds a report's options and chooses other things than it opened with. */
export async function chooseInReport(
  page: Page,
  field: { label: string; name: string },
  options: readonly (string | RegExp)[],
): Promise<void> {
  await page.locator("summary").filter({ hasText: "Report options" }).click();
  const box = page.getByRole("combobox", { name: field.label });
  const chosen = page.locator(`input[name="${field.name}"]`);
  await expect(async () => {
    await box.press("Backspace");
    await expect(chosen).toHaveValue("", { timeout: 100 });
  }).toPass();
  await box.click();
  for (const name of options) await page.getByRole("option", { name }).click();
  await page.keyboard.press("Escape");
}
