import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "../support/journey";
import { chooseUndated } from "../support/imports";

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

test("settings whose answer was lost may have been saved, and are saved by sending them again", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/settings");
  const days = page.getByLabel("Frequently");
  const before = await days.inputValue();
  await days.fill("9");
  await loseAnswer(page, "**/settings");
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Outcome unknown" });
  await expect(alert).toContainText("this may or may not have been saved");
  await expectAccessible(page);
  // It was saved; someone else's change would be refused as stale, one's own is not.
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(alert).toBeHidden();
  await page.reload();
  await expect(days).toHaveValue("9 days");
  await days.fill(before.replace(" days", ""));
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
});

test("an invitation whose answer was lost is made once", async ({ page }) => {
  await signIn(page, "dana@freshqa.example");
  await page.goto("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite member" });
  await dialog.getByRole("textbox", { name: "Email" }).fill("lost@test.example");
  await loseAnswer(page, "**/members");
  await dialog.getByRole("button", { name: "Create invitation link" }).click();
  await expect(dialog.getByText("Outcome unknown")).toBeVisible();
  await dialog.getByRole("button", { name: "Create invitation link" }).click();
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/\/invitation\//);
  await page.reload();
  await expect(page.getByRole("row", { name: /lost@test\.example/ })).toHaveCount(1);
});

test("a file whose answer was lost is imported once", async ({ page }, info) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/imports");
  const header =
    "id,split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,answer_0,answer_1,answer_2,answer_3,answer_4,answer_5,answer_6,answer_7,answer_8,answer_9,note";
  const file = info.outputPath("lost-answer.csv");
  writeFileSync(
    file,
    `${header}\r\n1,TEST,Which letter was lost?,2023,occasionally,FALSE,one-hop,slow-changing,N/A,None,,,,,,,,,,\r\n`,
  );
  await loseAnswer(page, /\/api\/imports\?/);
  await chooseUndated(page, file);
  await expect(page.getByText("may or may not have been uploaded", { exact: false })).toBeVisible();
  await chooseUndated(page, file);
  await expect(page).toHaveURL(/\/imports\/\d+$/);
  await page.goto("/imports");
  await expect(page.getByRole("row", { name: /lost-answer\.csv/ })).toHaveCount(1);
});
