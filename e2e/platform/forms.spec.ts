import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "../support/journey";
import { foldLine } from "../support/folds";

test("a form lists its problems at once, each leads to its field, and leaves the list when it is solved", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/questions/new");
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await question.fill("What is asked here?");
  for (let line = 2; line <= 5; line++)
    await page.getByRole("button", { name: "Add answer" }).click();
  await page.getByRole("button", { name: "Add question" }).click();
  const list = page.getByRole("alert").filter({ hasText: /^Fix \d+ problems/ });
  await expect(list).toBeVisible();
  // Five empty answers are one problem, said once at the list and once at the answers.
  await expect(list.getByRole("button", { name: /^Answers: / })).toHaveCount(1);
  await expect(page.locator("[data-shared-problem]")).toHaveCount(1);
  await expectAccessible(page);

  await list.getByRole("button", { name: /^Fact type/ }).click();
  await expect(
    page.getByRole("radiogroup", { name: "Fact type" }).getByRole("radio").first(),
  ).toBeFocused();
  await page.keyboard.press("Space");
  await expect(list.getByRole("button", { name: /^Fact type/ })).toHaveCount(0);
});

test("Enter in an answer goes to the next one and adds one behind the last", async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/questions/new");
  await page.getByRole("textbox", { name: "Primary answer" }).fill("One");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Answer 2" })).toBeFocused();
  await page.keyboard.type("Two");
  // An empty last line is enough.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: /^Answer \d/ })).toHaveCount(2);
  await page.getByRole("textbox", { name: "Primary answer" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Answer 2" })).toBeFocused();
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByRole("textbox", { name: "Answer 2" })).toHaveValue("Two\n");
});

test("options that few need are folded to what is set in them, as they were left, and unfold with what is wrong", async ({
  page,
}) => {
  await signIn(page, "femi@freshqa.example");
  await page.goto("/connections/new");
  const line = foldLine(page);
  const timeout = page.getByRole("textbox", { name: "Timeout (seconds)" });
  await expect(line).toContainText("Key header, URL parameters, request limits, timeout");
  await expect(timeout).toBeHidden();
  await expectAccessible(page);
  // By keyboard: into it, and out of it again.
  await line.focus();
  await page.keyboard.press("Enter");
  await timeout.fill("300");
  await expectAccessible(page);
  await line.focus();
  await page.keyboard.press("Enter");
  await expect(timeout).toBeHidden();
  await expect(line).toContainText("Timeout: 300 s");
  await expect(line).not.toContainText("Key header");

  await page.reload();
  await expect(line).toContainText("Timeout: 300 s");
  await expect(timeout).toBeHidden();
  await line.click();
  await page.reload();
  await expect(timeout).toHaveValue("300");
  await expect(timeout).toBeVisible();

  // Who folds away what is wrong is told so, and cannot miss it when the form is sent.
  await page.getByRole("textbox", { name: "Name" }).fill("Somewhere");
  await timeout.fill("");
  await line.click();
  await expect(timeout).toBeHidden();
  await expect(line).toContainText("Fix 1 problem");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add connection" }).click();
  await expect(timeout).toBeFocused();
  await expect(timeout).toBeVisible();
  await expect(page).toHaveURL(/\/connections\/new$/);
  // Of several problems, each is a way into the fold.
  await page.getByRole("textbox", { name: "Name" }).fill("");
  await page.getByRole("button", { name: "Add connection" }).click();
  await line.click();
  await expect(timeout).toBeHidden();
  await page
    .getByRole("alert")
    .getByRole("button", { name: /^Timeout/ })
    .click();
  await expect(timeout).toBeFocused();
  await timeout.fill("60");
  await line.click();
  await expect(line).toContainText("Timeout: 60 s");
  await expect(line).not.toContainText("Fix");
});

const RESTORED = "Draft restored.";
/** What the browser keeps of forms: names and values. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith("freshqa.form."))
      .map((entry) => entry.join(" ")),
  );

test("what was entered in a form survives a reload and signing in again, for each person, until it is saved", async ({
  page,
}) => {
  const box = (name: string) => page.getByRole("textbox", { name, exact: true });
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/models/new");
  const name = `Half a model ${Date.now()}`;
  await box("Name").fill(name);
  await box("Note").fill("to be continued");
  await page.getByRole("combobox", { name: "Web search" }).click();
  await page.getByRole("option", { name: "Yes" }).click();
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(box("Name")).toHaveValue(name);
  await expect(page.getByRole("combobox", { name: "Web search" })).toHaveValue("Yes");
  await expectAccessible(page);

  // Someone else in this browser has a form of their own.
  await page.context().clearCookies();
  await signIn(page, "dana@freshqa.example");
  await page.goto("/models/new");
  await expect(box("Name")).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);

  await page.context().clearCookies();
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/models/new");
  await expect(box("Note")).toHaveValue("to be continued");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(box("Name")).toHaveValue("");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  expect(await kept(page)).toEqual([]);

  await box("Name").fill(name);
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Add model" }).click();
  await expect(page).toHaveURL(/\/runs\/new/);
  expect(await kept(page)).toEqual([]);
  await page.goto("/models/new");
  await expect(box("Name")).toHaveValue("");
});

test("a draft stays when its writer signs out, and goes when someone else does", async ({
  page,
}) => {
  const signOut = async (name: string) => {
    await page.getByRole("button", { name: new RegExp(name) }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
  };
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/models/new");
  await page.getByRole("textbox", { name: "Provider" }).fill("Nobody");
  await signOut("Carlos");
  expect(await kept(page)).toHaveLength(1);
  await signIn(page, "dana@freshqa.example");
  await page.goto("/models");
  await signOut("Dana");
  expect(await kept(page)).toEqual([]);
});

test("the key of a connection is never kept on the device, all else is", async ({ page }) => {
  await signIn(page, "femi@freshqa.example");
  await page.goto("/connections/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Half a connection");
  await page.getByRole("radio", { name: /^Enter here/ }).check();
  await page.getByRole("textbox", { name: "API key" }).fill("sk-never-kept");
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(
    "Half a connection",
  );
  await expect(page.getByRole("textbox", { name: "API key" })).toHaveValue("");
  expect((await kept(page)).join()).toContain("Half a connection");
  // eslint-disable-next-line no-restricted-syntax -- The form was kept before this and is not touched again: all that will be there is there.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
    "sk-never-kept",
  );
});

test("the plan of a campaign leads to what is missing whichever button was pressed, and survives a reload", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/campaigns/new");
  await page.getByRole("button", { name: "Open campaign" }).click();
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("Half a plan");
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(name).toHaveValue("Half a plan");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(name).toHaveValue("");
});
