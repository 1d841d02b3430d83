import { readFileSync } from "node:fs";
import { expect, expectAccessible, SCREENS, signIn, test } from "../support/journey";

test("a researcher comes from Home to a headline number, a tab and a file, without choosing anything", async ({
  page,
}) => {
  await signIn(page, "hugo@freshqa.example");
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Reports" })
    .click();
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("link", { name: "Agreement", exact: true }) });
  await expect(card).toContainText(
    /\d+\.\d%\s*Raters give the same verdict, Relaxed\s*alpha .* · n = \d+/,
  );
  await expect(
    page
      .getByRole("article")
      .filter({ has: page.getByRole("link", { name: "Accuracy over time", exact: true }) }),
  ).toContainText(/\d+\.\d%\s*.* on FreshQA_.*, Relaxed\s*n = \d+/);
  const headline = /(\d+\.\d%)/.exec(await card.innerText())![1]!;
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize(SCREENS[0].viewport);

  await page.getByRole("link", { name: "Agreement", exact: true }).click();
  await expect(page.getByText(new RegExp(`^${headline} equal, alpha`))).toBeVisible();
  await page
    .getByRole("navigation", { name: "Report sections" })
    .getByRole("link", { name: "Pairs" })
    .click();
  await expect(page).toHaveURL(/campaign=\d+.*show=pairs/);
  await page.reload();
  await expect(page.getByRole("table", { name: "Pairwise agreement (%)" })).toBeVisible();

  // What was chosen and not shown yet is there again, and so is whether the options are unfolded.
  const summary = page.locator("summary").filter({ hasText: "Report options" });
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Time interval" }).selectOption("month");
  await page.getByRole("combobox", { name: "Split" }).selectOption("TEST");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Time interval" })).toHaveValue("month");
  await expect(page.getByRole("combobox", { name: "Split" })).toHaveValue("TEST");
  await page.getByRole("button", { name: "Show agreement" }).click();
  await expect(page).toHaveURL(/split=TEST/);
  await expect(summary).toContainText("Split TEST");
  await page.goBack();
  await expect(summary).not.toContainText("Split TEST");

  await page.goto("/reports/accuracy");
  await expect(page.getByRole("table", { name: "Accuracy, Relaxed" })).toBeVisible();
  await expect(page.locator("summary").filter({ hasText: "Report options" })).toContainText(
    "Answers of the release",
  );
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  expect(readFileSync(await (await downloading).path(), "utf8")).toContain("Heron 2 Large");

  // Two runs beside each other as raters saw them, with the ratings behind each verdict.
  await page.goto("/reports/compare");
  await page.getByText("2 ratings behind this").first().click();
  await expect(page.getByText(/^Rater 1: Relaxed (no )?credit/).first()).toBeVisible();
});
