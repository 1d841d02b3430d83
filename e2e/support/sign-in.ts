import { expect, type Page } from "@playwright/test";

export const SAMPLE_PASSWORD = "freshqa-sample";

/** Signs in through the page, as people do, and waits for the workbench. */
export async function signIn(page: Page, email: string, password = SAMPLE_PASSWORD): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeAttached();
}
