import type { Page } from "@playwright/test";

/** Chooses a file of questions whose name has no date, and says that it is unknown. */
export async function chooseUndated(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.getByLabel("File to import").setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Date of the file" });
  await dialog.getByRole("checkbox", { name: /unknown date/ }).check();
  await dialog.getByRole("button", { name: "Upload file" }).click();
}
