import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "./support/journey";

/** The server does its work on the next such request; its answer never comes. */
async function loseAnswer(page: Page, address: string | RegExp): Promise<void> {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost || route.request().method() !== "POST") return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
}

test("settings whose answer was lost may have been saved, and are saved by sending them again", async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/settings");
  const days = page.getByLabel("Frequently");
  const before = await days.inputValue();
  await days.fill("9");
  await loseAnswer(page, "**/settings");
  await page.getByRole("button", { name: "Save the settings", exact: true }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Outcome unknown" });
  await expect(alert).toContainText("this may or may not have been saved");
  await expectAccessible(page);
  // It was saved; somebody else's change would be refused as stale, one's own is not.
  await page.getByRole("button", { name: "Save the settings", exact: true }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await expect(alert).toBeHidden();
  await page.reload();
  await expect(days).toHaveValue("9 days");
  await days.fill(before.replace(" days", ""));
  await page.getByRole("button", { name: "Save the settings", exact: true }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
});

test("an invitation whose answer was lost is made once", async ({ page }) => {
  await signIn(page, "dana@freshqa.example");
  await page.goto("/users");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite somebody" });
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("lost@test.example");
  await loseAnswer(page, "**/users");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await expect(dialog.getByText("Outcome unknown")).toBeVisible();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/\/invitation\//);
  await page.reload();
  await expect(page.getByRole("row", { name: /lost@test\.example/ })).toHaveCount(1);
});
