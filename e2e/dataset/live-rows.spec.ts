import type { Browser, Locator, Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "../support/journey";

const run = Date.now().toString(36);
/** A question that the form adds; in the list of `word`. */
async function addQuestion(page: Page, text: string): Promise<number> {
  await page.goto("/questions/new");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(text);
  await page.getByRole("textbox", { name: "Primary answer" }).fill("First answer");
  await page.getByRole("radio", { name: "Valid" }).check();
  await page.getByRole("radio", { name: "Never-changing" }).check();
  await page.getByRole("radio", { name: "One-hop" }).check();
  await page.getByRole("combobox", { name: "Next review" }).selectOption("never");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/questions\/\d+$/);
  return Number(/\d+$/.exec(page.url())![0]);
}

/** A row of the list; not the copy that a page holds out of sight for a moment while it comes. */
const row = (page: Page, id: number): Locator =>
  page.locator(`tr[data-row="${id}"]`).filter({ visible: true });
/** A cell of a question, by the header of its column. */
async function cell(page: Page, id: number, header: string): Promise<Locator> {
  const at = await page
    .getByRole("grid", { name: "Questions" })
    .getByRole("columnheader")
    .evaluateAll(
      (all, name) =>
        all
          .filter((one) => one.querySelector("input[type=checkbox]") === null)
          .findIndex((one) => one.textContent?.trim().startsWith(name)),
      header,
    );
  return row(page, id).locator(`[data-column-index="${at}"]`);
}
/** Types over a cell and saves it. */
async function write(page: Page, id: number, header: string, text: string): Promise<void> {
  await (await cell(page, id, header)).click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await expect(await cell(page, id, header)).toHaveText(text);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

/** Two maintainers, each with a window, before the same list. */
async function twoAt(browser: Browser, page: Page, address: string): Promise<Page> {
  const other = await (await browser.newContext()).newPage();
  await signIn(other, "dana@freshqa.example");
  await Promise.all([page.goto(address), other.goto(address)]);
  await expect(page.getByRole("grid", { name: "Questions" })).toBeVisible();
  await expect(other.getByRole("grid", { name: "Questions" })).toBeVisible();
  return other;
}

for (const [how, more] of [
  ["on a numbered page", ""],
  ["in a list that is scrolled", "&scroll=1"],
] as const)
  test(`what someone else changes appears ${how}, without losing cursor, ticks, an open editor or unsaved texts`, async ({
    page,
    browser,
  }) => {
    await signIn(page, "carlos@freshqa.example");
    const word = `quokka${run}${more.length}`;
    const [a, b, c] = [
      await addQuestion(page, `Which ${word} came first?`),
      await addQuestion(page, `Which ${word} came second?`),
      await addQuestion(page, `Which ${word} came third?`),
    ];
    const other = await twoAt(browser, page, `/questions?q=${word}${more}`);
    await row(page, b).getByRole("checkbox").check();
    const here = await cell(page, c, "Primary answer");
    await here.click();
    await expect(here).toBeFocused();

    await write(other, a, "Primary answer", "Another answer");
    const answer = await cell(page, a, "Primary answer");
    await expect(answer).toHaveText("Another answer");
    await expect(answer).toHaveAttribute("data-fresh", "true");
    await expect(await cell(page, a, "Question")).not.toHaveAttribute("data-fresh");
    await expect(page.getByText(`Dana Whitfield changed Q${a}.`)).toBeAttached();
    await expect(here).toBeFocused();
    await expect(row(page, b).getByRole("checkbox")).toBeChecked();
    await expect(answer).not.toHaveAttribute("data-fresh");

    // In a cell that one is typing in: both values at once, and nothing is overwritten.
    await answer.click();
    await page.keyboard.type("Mine");
    await write(other, a, "Primary answer", "Theirs");
    const editor = page.getByRole("textbox", { name: `Primary answer of Q${a}` });
    await expect(page.getByText("Dana Whitfield changed this cell")).toBeVisible();
    await expect(page.getByText("Theirs: Theirs")).toBeVisible();
    await expect(editor).toHaveValue("Mine");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(answer).toHaveAttribute("data-mark", "conflict");
    await answer.click();
    await expect(
      page.getByText("Dana Whitfield changed this cell, too", { exact: true }),
    ).toBeVisible();
    await expect(await cell(other, a, "Primary answer")).toHaveText("Theirs");
    await page.getByRole("button", { name: "Use theirs" }).click();
    await expect(answer).toHaveText("Theirs");
    await expect(answer).not.toHaveAttribute("data-mark");

    // In a cell whose text is not saved.
    const year = await cell(page, c, "Effective");
    await year.click();
    await page.keyboard.type("soon");
    await page.keyboard.press("Enter");
    await expect(year).toHaveAttribute("data-mark", "error");
    await write(other, c, "Effective", "2019");
    await expect(year).toHaveAttribute("data-mark", "conflict");
    await year.click();
    await page.getByRole("button", { name: "Use theirs" }).click();
    await expect(year).toHaveText("2019");

    // What comes and goes waits for a word, and nothing jumps.
    await other.goto(`/questions/${b}`);
    await other.getByRole("button", { name: "Retire…" }).click();
    const dialog = other.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Tried in a journey");
    await other.getByRole("button", { name: "Retire 1 question" }).click();
    await expect(page.getByText("1 question no longer matches")).toBeVisible();
    await expect(row(page, b)).toContainText("Retired");
    const d = await addQuestion(other, `Which ${word} came last?`);
    await expect(page.getByText("1 new question, 1 no longer matches")).toBeVisible();
    await expect(row(page, d)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(row(page, b)).toHaveCount(0);
    await expect(row(page, d)).toBeVisible();
    await expect(await cell(page, d, "Question")).toBeFocused();
    await expect(page.getByText("1 new question")).toBeHidden();
  });

test("what was changed while the connection was lost, or while the server was away, is there once it is back", async ({
  page,
  browser,
  context,
  server,
}) => {
  await signIn(page, "carlos@freshqa.example");
  const word = `numbat${run}`;
  const a = await addQuestion(page, `Which ${word} came back?`);
  const other = await twoAt(browser, page, `/questions?q=${word}`);
  await write(other, a, "Primary answer", "Seen at once");
  const answer = await cell(page, a, "Primary answer");
  await expect(answer).toHaveText("Seen at once");
  await context.setOffline(true);
  await write(other, a, "Primary answer", "Not heard of");
  await context.setOffline(false);
  await expect(answer).toHaveText("Not heard of");

  await server.kill();
  await server.startAgain();
  // Any window may be the first that is served again.
  await expect
    .poll(async () => (await other.request.get("/api/health/ready").catch(() => null))?.status(), {
      timeout: 60_000,
    })
    .toBe(200);
  await other.reload();
  await write(other, a, "Primary answer", "After the restart");
  await expect(answer).toHaveText("After the restart");
});

test("a row that sorts elsewhere by its new value stays until one asks; an empty list says when a question matches; groups that are folded are so on Back", async ({
  page,
  browser,
}) => {
  await signIn(page, "carlos@freshqa.example");
  const word = `bilby${run}`;
  const [a, b] = [
    await addQuestion(page, `Which ${word} came first?`),
    await addQuestion(page, `Which ${word} came second?`),
  ];
  const other = await twoAt(browser, page, `/questions?q=${word}&sort=answer`);
  const order = (at: Page) =>
    at.locator("tr[data-row]").evaluateAll((rows) => rows.map((one) => Number(one.dataset.row)));
  await write(page, a, "Primary answer", "Z, the last one");
  await expect(page.getByText("1 question sorted differently now")).toBeVisible();
  await expect(other.getByText("1 question sorted differently now")).toBeVisible();
  expect(await order(page)).toEqual([a, b]);
  await expectAccessible(page);
  await other.getByRole("button", { name: "Sort again" }).click();
  await expect.poll(() => order(other)).toEqual([b, a]);
  await expect(other.getByText("sorted differently now")).toBeHidden();
  expect(await order(page)).toEqual([a, b]);
  await page.getByRole("button", { name: "Sort again" }).click();
  await expect.poll(() => order(page)).toEqual([b, a]);

  await page.goto(`/questions?q=${word}&yearFrom=1990&yearTo=1990`);
  await expect(page.getByRole("heading", { name: "No matching questions" })).toBeVisible();
  await write(other, b, "Effective", "1990");
  await expect(page.getByText("1 new question")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row(page, b)).toBeVisible();

  // Folded here, open there: as it was left.
  await page.goto("/questions?group=split");
  const groups = page.getByRole("grid", { name: "Questions" }).locator("button[aria-expanded]");
  await groups.first().click();
  await expect(groups.first()).toHaveAttribute("aria-expanded", "false");
  const counted = await page.getByRole("grid", { name: "Questions" }).getAttribute("aria-rowcount");
  await page.locator("tr[data-row] a[data-row-link]").first().click();
  await expect(page).toHaveURL(/\/questions\/\d+\?/);
  await page.goBack();
  await expect(groups.first()).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("grid", { name: "Questions" })).toHaveAttribute(
    "aria-rowcount",
    counted!,
  );
});
