import { expect, expectAccessible, signIn, test } from "../support/journey";

test("Ctrl+K opens a question by its ID, a page and an action, by keyboard alone", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/releases");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Search the workbench" });
  await expect(search).toBeFocused();
  await expectAccessible(page);

  await search.fill("marie curie nobel");
  const question = page.getByRole("option", { name: /third Nobel Prize/ });
  await expect(question).toBeVisible();
  await expect(question).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/questions\/\d+$/);
  const opened = new URL(page.url()).pathname;
  const id = opened.split("/").at(-1)!;

  await page.keyboard.press("Control+k");
  // What was opened last is there again.
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText([
    /third Nobel Prize/,
  ]);
  await search.fill(`Q${id}`);
  await expect(
    page
      .getByRole("option")
      .filter({ hasText: `Q${id}` })
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();

  await page.keyboard.press("Control+k");
  await search.fill("publish rel");
  await expect(page.getByRole("option", { name: "Publish release" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  // Arrows go round.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/releases\/new$/);
});

test("a search from a form with unsaved changes asks before it leaves", async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/questions/new");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Half a question");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search the workbench" }).fill("inbox");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("textbox", { name: "Question", exact: true })).toHaveValue(
    "Half a question",
  );
});

test("the search says that the server was not reached and goes on finding pages", async ({
  page,
}) => {
  await signIn(page, "eli@freshqa.example");
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).click();
  await page.route("**/api/search?*", (route) => route.abort());
  await page.getByRole("combobox", { name: "Search the workbench" }).fill("train");
  await expect(page.getByRole("option", { name: "Training" })).toBeVisible();
  await expect(page.getByText("Search unavailable.")).toBeVisible();
});

test("groups of the navigation close, and stay closed on the next page", async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/");
  const main = page.getByRole("navigation", { name: "Main" });
  const group = main.getByRole("button", { name: /^Dataset/ });
  await expect(main.getByRole("link", { name: "Releases" })).toBeVisible();
  await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect(main.getByRole("link", { name: "Releases" })).toBeHidden();
  await page.reload();
  await expect(group).toHaveAttribute("aria-expanded", "false");
  // The page that is open stays in sight.
  await page.goto("/releases");
  await expect(main.getByRole("link", { name: "Releases" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Imports" })).toBeHidden();
  await group.click();
  await expect(main.getByRole("link", { name: "Imports" })).toBeVisible();
});
