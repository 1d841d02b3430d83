import { readFileSync } from "node:fs";
import type { Locator, Page, Route } from "@playwright/test";
import { expect, expectAccessible, expectFits, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const OTHER_MAINTAINER = "dana@freshqa.example";
const RATER = "eli@freshqa.example";

const rows = (page: Page): Locator =>
  page
    .getByRole("grid", { name: "Questions" })
    .getByRole("row")
    .filter({ has: page.locator("a[data-row-link]") });
/** The rows on screen are those that the address asks for. */
const settled = (page: Page) =>
  expect(page.getByRole("region", { name: "Questions", exact: true })).toHaveAttribute(
    "aria-busy",
    "false",
  );
/** "1–50 of 57 questions" → 57. */
async function total(page: Page): Promise<number> {
  return Number(
    /of ([\d,]+) question/
      .exec(
        await page
          .getByRole("status")
          .filter({ hasText: / of [\d,]+ questions?$/ })
          .innerText(),
      )![1]!
      .replaceAll(",", ""),
  );
}

test("filters, sort and columns are in the address, and whoever opens it sees the same questions", async ({
  page,
  browser,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions");
  const all = await total(page);
  // Pressed while the script of the headings is on its way: sorted once it is there.
  const scripts: Route[] = [];
  await page.route("**/_next/static/chunks/*.js", (route) => void scripts.push(route));
  await page.getByRole("columnheader", { name: "Effective" }).getByRole("button").click();
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  // Which lets them go on.
  await page.unroute("**/_next/static/chunks/*.js");
  await expect(page).toHaveURL(/sort=year/);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("group", { name: "Category" }).getByLabel("False premise").check();
  await expect(page).toHaveURL(/category=false-premise/);
  await page.getByRole("group", { name: "Hops" }).getByLabel("One-hop").check();
  await expect(page).toHaveURL(/hops=one-hop/);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("checkbox", { name: "Author" }).check();
  await expect(page).toHaveURL(/columns=/);
  await page.keyboard.press("Escape");
  await settled(page);
  const found = await total(page);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(all);
  await expect(rows(page)).toHaveCount(found);
  await expect(page.getByRole("columnheader", { name: "Effective" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );

  const other = await (await browser.newContext()).newPage();
  await signIn(other, RATER);
  await other.goto(page.url());
  await expect(other.getByRole("columnheader", { name: "Author" })).toBeVisible();
  await expect(other.locator("a[data-row-link]")).toHaveText(
    await page.locator("a[data-row-link]").allInnerTexts(),
    { useInnerText: true },
  );
  await expect(other.getByRole("checkbox", { name: /^Select/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Remove filter: One-hop" }).click();
  await expect(page).not.toHaveURL(/hops=/);
  await page.goBack();
  await expect(page).toHaveURL(/hops=one-hop/);
  await page.getByRole("button", { name: "Clear all" }).click();
  await settled(page);
  expect(await total(page)).toBe(all);
  // Columns are remembered; other journeys expect the usual ones.
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("button", { name: "Reset columns" }).click();
  await expect(page).not.toHaveURL(/columns=/);
});

test("the search finds words to the letter, and says when it found only something similar", async ({
  page,
}) => {
  await signIn(page, RATER);
  await page.goto("/questions");
  const first = await page.locator("a[data-row-link]").first().innerText();
  const word = [...first.matchAll(/[A-Za-z]{7,}/g)].map((match) => match[0]).at(-1)!;
  const search = page.getByRole("searchbox", { name: "Search in questions and answers" });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type(word.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`q=${word}`, "i"));
  await expect(page.getByRole("link", { name: first })).toBeVisible();

  // The same word with a letter doubled and one left out.
  await search.fill(`${word.slice(0, 3)}${word[2]}${word.slice(3, -1)}`);
  await expect(page.getByText(new RegExp(`Showing results for .*${word}`, "i"))).toBeVisible();
  await expect(page.getByRole("link", { name: first })).toBeVisible();

  await search.fill("qqqqxxxxzzzz");
  await expect(page.getByRole("heading", { name: "No matching questions" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page.getByRole("link", { name: first })).toBeVisible();
});

test("many questions are changed at once by keyboard, what was so already is said, and one click takes it back", async ({
  page,
}) => {
  await signIn(page, OTHER_MAINTAINER);
  await page.goto("/questions?category=never-changing");
  const before = await total(page);
  // Down to the first row, mark it, mark the next.
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).first().getByRole("gridcell").nth(1)).toBeFocused();
  await page.keyboard.press("Shift+Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await expect(page.getByText("2 selected")).toBeVisible();
  // Shift takes all between two boxes.
  await rows(page)
    .nth(4)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("5 selected")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Retire…" }).click();
  const dialog = page.getByRole("dialog", { name: "Retire: 5 questions" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Tried in a journey.");
  await dialog.getByRole("button", { name: "Retire 5 questions" }).click();
  await expect(page.getByText("Retired 5 questions")).toBeVisible();
  await expect.poll(() => total(page)).toBe(before - 5);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Reverted 5 questions")).toBeVisible();
  await expect.poll(() => total(page)).toBe(before);
});

test("questions chosen in the grid are offered for a release of their own", async ({ page }) => {
  await signIn(page, OTHER_MAINTAINER);
  await page.goto("/questions?size=25");
  for (const place of [0, 2]) await rows(page).nth(place).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Release…" }).click();
  await expect(page).toHaveURL(/\/releases\/new\?selection=chosen$/);
  await expect(page.getByRole("button", { name: "Publish 2 questions" })).toBeVisible();
});

test("all that a filter matches is changed, beyond the page that is shown", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions?size=25");
  const all = await total(page);
  expect(all).toBeGreaterThan(25);
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  await expect(page.getByText("25 selected")).toBeVisible();
  await page.getByRole("button", { name: new RegExp(`^Select all ${all} matching$`) }).click();
  await page.getByRole("button", { name: "Next review…" }).click();
  const dialog = page.getByRole("dialog", { name: `Set next review: ${all} questions` });
  await dialog.getByRole("button", { name: /^Change/ }).click();
  await expect(dialog.getByText("Choose a review policy.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Every release" }).check();
  await dialog.getByRole("button", { name: /^Change/ }).click();
  await expect(
    page.getByText(/^Set the next review of \d+ questions to at every release$/),
  ).toBeVisible();
  await page.goto("/questions?review=every_time&sort=-revised");
  expect(await total(page)).toBe(all);
  // The history of a question that was changed offers the undo too.
  await page.locator("a[data-row-link]").first().click();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Reverted \d+ questions$/)).toBeVisible();
});

test("the filtered rows are exported as CSV in the official form, with their place as id", async ({
  page,
}) => {
  await signIn(page, RATER);
  await page.goto("/questions?category=false-premise");
  const count = await total(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  const records = text.split("\r\n");
  expect(records[2]).toBe(
    "id,split,question,effective_year,next_review,false_premise,num_hops,fact_type,source,answer_0,answer_1,answer_2,answer_3,answer_4,answer_5,answer_6,answer_7,answer_8,answer_9,note",
  );
  expect(text.match(/(^|\r\n)\d+,(TEST|DEV|DEMO|),/g)).toHaveLength(count);
  expect(records[3]).toMatch(/^0,/);
});

for (const scheme of ["light", "dark"] as const) {
  test(`the grid is accessible and fits a phone in ${scheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await signIn(page, MAINTAINER);
    await page.goto(
      "/questions?hops=one-hop&columns=id,question,answer,category,factType,premise,hops,split,year,review,evidence,status,author,revised,revision",
    );
    await page.getByRole("button", { name: /^Filters/ }).click();
    await settled(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await expectFits(page);
  });
}
