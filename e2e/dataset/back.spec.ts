import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";

const SELECTED = "2 selected";

const sheet = (page: Page) => page.getByRole("region", { name: "Questions", exact: true });
const scrolled = (page: Page) => sheet(page).evaluate((frame) => frame.scrollTop);

for (const rows of ["", "&scroll=1"])
  test(`Back from a question leads to the same place, selection and cell of ${rows === "" ? "a page" : "a list that is scrolled"}`, async ({
    page,
  }) => {
    await signIn(page, MAINTAINER);
    await page.goto(`/questions?sort=id${rows}`);
    const grid = page.getByRole("grid", { name: "Questions" });
    await grid.getByRole("checkbox").nth(2).check();
    await grid.getByRole("checkbox").nth(4).check();
    await expect(page.getByText(SELECTED)).toBeVisible();
    // Far down by keys, to the third column.
    await grid.locator("[role=gridcell][tabindex='0']").focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => scrolled(page)).toBeGreaterThan(600);
    await sheet(page).evaluate((frame) => (frame.scrollTop -= 31));
    const place = await scrolled(page);
    const focused = () =>
      page.evaluate(() => {
        const cell = document.activeElement?.closest<HTMLElement>("[data-column-index]");
        const row = cell?.closest("tr")?.querySelector("a[data-row-link]");
        return `${row?.textContent} ${cell?.dataset.columnIndex}`;
      });
    const cell = await focused();
    expect(cell).toMatch(/^\S.+ 2$/);

    const isAsLeft = async () => {
      await expect(grid).toBeVisible();
      await expect.poll(focused).toBe(cell);
      expect(await scrolled(page)).toBe(place);
      await expect(page.getByText(SELECTED)).toBeVisible();
    };
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/questions\/\d+\?/);
    await page.goBack();
    await isAsLeft();

    // Further from question to question, and back by the breadcrumb.
    await page.keyboard.press("Control+Enter");
    await page.getByRole("link", { name: "Previous" }).click();
    const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
    await expect(page.getByRole("link", { name: "Next" })).toBeVisible();
    await crumbs.getByRole("link", { name: "Questions" }).click();
    await isAsLeft();

    await page.reload();
    await isAsLeft();

    // Who comes anew begins at the beginning.
    await page.goto("/releases");
    await page.goto(`/questions?sort=id${rows}`);
    await expect(grid.getByRole("checkbox").first()).toBeVisible();
    expect(await scrolled(page)).toBe(0);
    await expect(page.getByText(SELECTED)).toBeHidden();
  });

test("Back leads to row 40,000 of a long list", async ({ page }) => {
  await signIn(page, MAINTAINER);
  const there = 40_000;
  let real = 0;
  // A list as long as that: one of its questions is there, the others are made up.
  await page.route("**/api/questions/ids?**", async (route) => {
    const answer = (await (await route.fetch()).json()) as { ids: number[] };
    real = answer.ids[3]!;
    const ids = Array.from({ length: 45_000 }, (_, at) => (at === there ? real : 1_000_000 + at));
    await route.fulfill({ json: { ids, groups: null } });
  });
  await page.route("**/api/questions/rows?**", async (route) => {
    const ids = new URL(route.request().url()).searchParams.get("ids")!.split(",").map(Number);
    const rows = ids.map((id) => ({
      id,
      status: "active",
      question: `Question ${id}`,
      answer: "",
    }));
    await route.fulfill({ json: rows });
  });
  await page.goto("/questions?sort=id&scroll=1&columns=id,question,answer");
  const grid = page.getByRole("grid", { name: "Questions" });
  await expect(grid).toHaveAttribute("aria-rowcount", "45001");
  const height = await grid
    .locator("tr[data-row]")
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);
  await sheet(page).evaluate((frame, top) => (frame.scrollTop = top), there * height - 100);
  const cell = page.locator(`tr[data-row="${real}"] [data-column-index="1"]`);
  await expect(cell).toBeVisible();
  await cell.click();
  await expect(cell).toBeFocused();
  const place = await scrolled(page);
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/questions\/\d+\?/);
  await page.goBack();
  await expect(cell).toBeFocused();
  expect(await scrolled(page)).toBe(place);
});

test("Back from what was opened in the panel beside the list leaves the panel open, at its link", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions?sort=id");
  const grid = page.getByRole("grid", { name: "Questions" });
  await grid.locator("[role=gridcell][tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  const panel = page.getByRole("complementary", { name: /^Q\d+$/ });
  const link = panel.getByRole("link", { name: /^Q\d+|Open/ }).first();
  await link.click();
  await expect(page).toHaveURL(/\/questions\/\d+/);
  await page.goBack();
  await expect(link).toBeFocused();
});

for (const [list, row] of [
  ["/runs", "/runs/"],
  ["/refresh", "/questions/"],
] as const)
  test(`Back to ${list} has the focus on the row that one came from`, async ({ page }) => {
    await signIn(page, MAINTAINER);
    await page.goto(list);
    const link = page.locator(`#content a[href^="${row}"]`).last();
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    const address = page.url();
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(row));
    await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(link).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  });
