import { expect, expectAccessible, onEveryScreen, signIn, test } from "../support/journey";

test("the first visit offers a tour of three steps, which can be skipped and found again", async ({
  page,
}) => {
  await signIn(page, "eli@freshqa.example");
  await page.goto("/");
  await page.getByRole("button", { name: "Tour as a rater" }).click();
  const tour = page.getByRole("region", { name: "Tour", exact: true });
  await expect(page).toHaveURL(/\/rate\/training$/);
  await expect(tour).toContainText("1 of 3");
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\/rate$/);
  // A reload goes on where it was.
  await page.reload();
  await expect(tour).toContainText("2 of 3");
  await expectAccessible(page);
  await tour.getByRole("button", { name: "Next" }).click();
  // The panel is put away at once; Home says what the server knows.
  const remembered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await tour.getByRole("button", { name: "Finish tour" }).click();
  await expect(tour).toBeHidden();
  await remembered;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Hello/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Tour as a rater" })).toHaveCount(0);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Help" }).click();
  await page.getByRole("button", { name: "Tour as a rater" }).click();
  await tour.getByRole("button", { name: "Skip tour" }).click();
  await expect(tour).toBeHidden();
});

test("Help has the guide of one's role first, the rating guidelines and the glossary", async ({
  page,
}) => {
  await signIn(page, "ada@freshqa.example");
  await page.goto("/");
  const remembered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("button", { name: "Skip" }).click();
  await remembered;
  await page.reload();
  await expect(page.getByRole("button", { name: "Tour as an annotator" })).toHaveCount(0);
  await page.goto("/help");
  await expectAccessible(page);
  await expect(page.getByRole("region", { name: "Your guides" }).getByRole("link")).toHaveText([
    "Annotators",
  ]);
  await page.getByRole("link", { name: "Annotators" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Your first question" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "My questions" }).first().click();
  await expect(page).toHaveURL(/\/write$/);
  await page.goto("/help/glossary");
  await expect(page.getByRole("cell", { name: "Ground truth", exact: true })).toBeVisible();
  await page.goto("/help/rating-guidelines");
  await expect(page.getByRole("heading", { level: 2, name: "Reasons" })).toBeVisible();
  await expectAccessible(page);
});

test("? shows the keys of a page, on pages with keys of their own theirs alone", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/releases");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Search everything");
  await page.keyboard.press("?");
  await expect(keys).toBeHidden();
  // Both ways lead to what the guide says of this page.
  const link = page.getByRole("link", { name: "Guide to this page" });
  await expect(link).toHaveAttribute("href", "/help/maintainer#publishing");
  await page.keyboard.press("?");
  await keys.getByRole("link", { name: "Guide to this page" }).click();
  await expect(page).toHaveURL(/\/help\/maintainer#publishing$/);
  await expect(keys).toBeHidden();
  await expect(page.getByRole("heading", { level: 2, name: "Publishing" })).toBeInViewport();
  const shown = page.getByRole("img", { name: /^Two releases compared/ });
  await expect(shown).toHaveCount(1);
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1280);
  await onEveryScreen(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAttribute("src", "/pictures/compare-releases-dark.webp");
  await page.goto("/questions");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(keys).toHaveCount(1);
  await expect(keys).toContainText("Search everything");
});

test("the navigation counts what there is to do", async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  const asked = page.waitForResponse("**/api/to-do");
  await page.goto("/releases");
  const { due } = (await (await asked).json()) as { due: { overdue: number } };
  expect(due.overdue).toBeGreaterThan(0);
  const main = page.getByRole("navigation", { name: "Main" });
  // Beside open flags, where other journeys of the same server left some.
  await expect(main.getByRole("link", { name: /^Answer refresh/ })).toHaveAccessibleName(
    new RegExp(`^Answer refresh .*\\b${due.overdue} overdue`),
  );
});
