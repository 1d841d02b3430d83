import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const run = Date.now().toString(36);

async function open(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, email);
  return page;
}
const panel = (page: Page, id: number) =>
  page.getByRole("complementary", { name: `Q${id}`, exact: true });
/** How many notifications are unread, as the navigation says it. */
async function unread(page: Page): Promise<number> {
  const words = await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Inbox/ })
    .innerText();
  return Number(/\d+/.exec(words)?.[0] ?? 0);
}
/** The ids of the first rows. */
const ids = (page: Page) =>
  page.locator("tr[data-row]").evaluateAll((rows) => rows.map((row) => Number(row.dataset.row)));

test("space opens a question beside the list, arrows move it along, F6 goes there and back, Escape closes it and the cell has the focus again", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/questions?sort=id");
  const [first, second] = await ids(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await expect(panel(page, first!).getByRole("heading", { name: "Answers" })).toBeVisible();
  const cell = page.locator(`tr[data-row="${second}"] [role=gridcell]`).first();
  await page.keyboard.press("ArrowDown");
  await expect(panel(page, second!).getByRole("heading", { name: "Evidence" })).toBeVisible();
  await expect(panel(page, first!)).toHaveCount(0);
  await expect(cell).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`beside=Q${second}`));
  await expectAccessible(page);

  // All of it is reached by the keyboard: evidence, a comment, history.
  await page.keyboard.press("F6");
  await expect(panel(page, second!)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(panel(page, second!).getByRole("link", { name: `Edit Q${second}` })).toBeFocused();
  const comment = panel(page, second!).getByRole("textbox", { name: "Add a comment" });
  await comment.focus();
  await page.keyboard.type("Kept while one looks around");
  await expect(
    panel(page, second!).getByText("Revision 1", { exact: false }).first(),
  ).toBeAttached();
  await page.keyboard.press("F6");
  await expect(cell).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(panel(page, first!).getByRole("textbox", { name: "Add a comment" })).toHaveValue("");
  await page.keyboard.press("ArrowDown");
  await expect(comment).toHaveValue("Kept while one looks around");
  await comment.fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(panel(page, second!)).toHaveCount(0);
  await expect(cell).toBeFocused();
  await expect(page).not.toHaveURL(/beside/);

  // It opens from its address, and with the same key closes.
  await page.goto(`/questions?sort=id&beside=Q${first}`);
  await expect(panel(page, first!)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await expect(panel(page, first!)).toHaveCount(0);
});

test("a comment is seen by others at once, tells whom it names, and is read by opening the question; threads are resolved and reopened", async ({
  browser,
}) => {
  const [carlos, dana, ada] = await Promise.all([
    open(browser, "carlos@freshqa.example"),
    open(browser, "dana@freshqa.example"),
    open(browser, "ada@freshqa.example"),
  ]);
  await Promise.all([carlos.goto("/questions?sort=-id"), ada.goto("/help")]);
  const [id] = await ids(carlos);
  await dana.goto(`/questions/${id}`);
  await carlos.locator(`tr[data-row="${id}"] [role=gridcell]`).first().click();
  await carlos.keyboard.press(" ");
  // Each sees the other there.
  await expect(panel(carlos, id!).getByText("Dana Whitfield is viewing")).toBeAttached();
  await expect(dana.getByText("Carlos Medina is viewing")).toBeAttached();

  const before = await unread(ada);
  const text = `is this still so ${run}?`;
  const field = panel(carlos, id!).getByRole("textbox", { name: "Add a comment" });
  await field.focus();
  await carlos.keyboard.type("@ada");
  await expect(carlos.getByRole("option", { name: /^Ada/ })).toBeVisible();
  await carlos.keyboard.press("Enter");
  await carlos.keyboard.type(text);
  await expectAccessible(carlos);
  await carlos.keyboard.press("Control+Enter");
  await expect(panel(carlos, id!).getByText(text)).toBeVisible();
  await expect(dana.getByText(text)).toBeVisible();
  await expect.poll(() => unread(ada)).toBe(before + 1);

  // A second one from someone else: one line of the inbox for both.
  await dana.getByRole("button", { name: "Reply" }).last().click();
  await dana.getByRole("textbox", { name: /^Reply to/ }).fill(`@Ada Brandt, see above ${run}`);
  await dana.keyboard.press("Control+Enter");
  await expect(panel(carlos, id!).getByText(`see above ${run}`, { exact: false })).toBeVisible();
  await expect.poll(() => unread(ada)).toBe(before + 2);
  await ada.goto("/inbox");
  const group = ada
    .getByRole("listitem")
    .filter({ hasText: `Dana Whitfield and Carlos Medina mentioned you on Q${id} (2)` });
  await expect(group.getByText("unread")).toBeVisible();
  await group.getByText("Show all 2").click();
  await expect(group.getByText(text, { exact: false }).first()).toBeVisible();
  await expectAccessible(ada);
  // Opened by another way than the inbox: read all the same.
  await ada.goto(`/questions/${id}`);
  await expect.poll(() => unread(ada)).toBe(before);

  const thread = (page: Page) => page.getByRole("listitem").filter({ hasText: text }).first();
  await thread(dana).getByRole("button", { name: "Resolve" }).click();
  await expect(panel(carlos, id!).getByText(/^\d+ resolved threads?$/)).toBeVisible();
  await expect(panel(carlos, id!).getByText(text)).toBeHidden();
  await panel(carlos, id!)
    .getByText(/^\d+ resolved threads?$/)
    .click();
  await panel(carlos, id!).getByRole("button", { name: "Reopen" }).last().click();
  await expect(thread(dana).getByRole("button", { name: "Resolve" })).toBeVisible();

  // Whoever leaves is gone.
  await carlos.keyboard.press("Escape");
  await carlos.goto("/help");
  await expect(dana.getByText("Carlos Medina is viewing")).toHaveCount(0);
});

test("two at one item see each other: at the refresh desk, before publishing", async ({
  browser,
}) => {
  const [carlos, dana] = await Promise.all([
    open(browser, "carlos@freshqa.example"),
    open(browser, "dana@freshqa.example"),
  ]);
  await carlos.goto("/refresh/desk");
  const item = carlos.locator("[data-question]");
  await expect(item).toBeVisible();
  const id = await item.getAttribute("data-question");
  await dana.goto(`/questions/${id}`);
  await expect(item.getByText("Dana Whitfield is viewing")).toBeAttached();
  await expect(dana.getByText("Carlos Medina is viewing")).toBeAttached();
  await carlos.keyboard.press("e");
  await expect(dana.getByText("Carlos Medina is editing").first()).toBeVisible();
  await carlos.goto("/releases/new");
  await dana.goto("/releases/new");
  await expect(carlos.getByText("Dana Whitfield is editing").first()).toBeVisible();
  await expect(dana.getByText("Carlos Medina is editing").first()).toBeVisible();
});

for (const { viewport, colorScheme } of SCREENS)
  test(`panel and inbox are accessible and fit ${viewport.width} pixels in ${colorScheme} colors`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await signIn(page, "carlos@freshqa.example");
    await page.goto("/questions?sort=id");
    const [first] = await ids(page);
    await page.goto(`/questions?sort=id&beside=Q${first}`);
    await expect(page.getByRole("textbox", { name: "Add a comment" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/inbox");
    await expectAccessible(page);
    await expectFits(page);
  });
