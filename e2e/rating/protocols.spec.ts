import { expect, expectAccessible, openPlace, SCREENS, signIn, test } from "../support/journey";
import { openPreset } from "../support/rating";
import { foldLine, unfold } from "../support/folds";

const MAINTAINER = "carlos@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";
const RATER = "eli@freshqa.example";
const PRESET = "Correct, incorrect, not attempted";

// The preset that the first one freezes gets its next version in the second, and is read in the last.
test.describe.configure({ mode: "serial" });

test("a maintainer adds a preset, changes it beside a live desk, and opens a campaign that freezes it", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/");
  await openPlace(page, "Campaigns", "Protocols");
  await expect(page.getByRole("heading", { level: 1, name: "Protocols" })).toBeVisible();
  await expect(
    page.getByRole("row", { name: /FreshQA: Relaxed and Strict Built in A response 2 1/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Add ${PRESET}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: PRESET })).toBeVisible();
  await expect(page.getByText("Unused")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Edit version" }).click();
  const grade = page.getByRole("region", { name: "Question 1" });
  const desk = page.getByRole("region", { name: "Example rating" });
  await grade.getByRole("button", { name: "Add category" }).click();
  await grade.getByRole("textbox", { name: "Label of value 4" }).fill("Refused");
  // The desk asks what the form says, and answers to its keys while no field has the focus.
  await expect(desk.getByText("Refused")).toBeVisible();
  await page.getByRole("button", { name: "Add question" }).click();
  const second = page.getByRole("region", { name: "Question 2" });
  await expect(second.getByRole("textbox", { name: "Label", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByText("Not saved. Fix the highlighted fields.")).toBeVisible();
  await expect(second.getByText("Enter a label.").first()).toBeVisible();
  await second.getByRole("textbox", { name: "Label", exact: true }).fill("Why so?");
  await unfold(second);
  await expect(second.getByRole("textbox", { name: "Key" })).toHaveValue("why-so");
  await second.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Text" }).click();
  await second.getByRole("checkbox", { name: "Required" }).uncheck();
  await expect(desk.getByText("Why so?")).toBeVisible();
  await expectAccessible(page);

  // By keyboard to the first place and back; the focus stays where it was.
  await second.getByRole("textbox", { name: "Label", exact: true }).press("Alt+ArrowUp");
  await expect(page.getByText("Why so? is now question 1 of 2.")).toBeVisible();
  const moved = page.getByRole("region", { name: "Question 1" });
  await expect(moved.getByRole("textbox", { name: "Label", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Move Why so? down" }).press("Enter");
  await expect(page.getByRole("button", { name: "Move Why so? up" })).toBeFocused();

  // What is typed survives a reload, and is asked for before it is left.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("Draft restored")).toBeVisible();
  await expect(desk.getByText("Why so?")).toBeVisible();
  await page.getByRole("link", { name: "Protocols", exact: true }).first().click();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Stay" })
    .click();
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByText("Version 1 saved")).toBeVisible();
  await expect(page.getByText("0 Incorrect")).toBeVisible();
  await expect(page.getByText("3 Refused")).toBeVisible();

  await page.goto("/campaigns/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Graded three ways");
  await page.getByRole("combobox", { name: "Protocol" }).click();
  await page.getByRole("option", { name: `${PRESET}, version 1` }).click();
  await unfold(page);
  await expect(page.getByRole("textbox", { name: "Gold items (%)" })).toBeVisible();
  await page.getByRole("combobox", { name: "Runs" }).click();
  await page.getByRole("option", { name: /Heron 2 Large/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: /Random sample/ }).check();
  await page.getByLabel("Questions", { exact: true }).fill("4");
  await page.getByLabel("Eli Tanaka", { exact: true }).check();
  await page.getByLabel("Ratings per response").fill("1");
  await expect(page.getByText("4 responses, 4 ratings")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open campaign" }).click();
  await expect(page.getByText("0 of 4", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "its report" })).toBeVisible();
  await expect(page.getByText("Agreement, Relaxed")).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("link", { name: PRESET, exact: true }).click();
  await expect(page.getByText("Frozen")).toBeVisible();
  await expect(page.getByRole("link", { name: "Graded three ways" })).toBeVisible();
});

test("an edit of a used version makes the next one, with what it changed; the built-in one is only read", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/protocols");
  await page.getByRole("link", { name: PRESET, exact: true }).click();
  await page.getByRole("link", { name: "New version" }).click();
  await page.getByRole("checkbox", { name: "Evidence" }).uncheck();
  await page.getByRole("button", { name: "Remove Why so?" }).click();
  await page.getByRole("button", { name: "Undo removal" }).click();
  await expect(page.getByRole("button", { name: "Remove Why so?" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Why so?" }).click();
  await page.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByText("Version 2 saved")).toBeVisible();
  const changes = page.getByRole("list", { name: "Changes since version 1" });
  await expect(changes).toContainText("Shown: Correct answers, evidence Correct answers");
  await expect(changes).toContainText("why-so, label: Why so? removed");
  await expectAccessible(page);

  await page.goto("/campaigns/new");
  await page.getByRole("combobox", { name: "Protocol" }).click();
  await expect(page.getByRole("option", { name: `${PRESET}, version 2` })).toBeVisible();
  await expect(page.getByRole("option", { name: `${PRESET}, version 1` })).toHaveCount(0);

  await page.goto("/protocols");
  await page.getByRole("link", { name: "FreshQA: Relaxed and Strict" }).click();
  await expect(page.getByText("If Strict is Credit, then Relaxed is Credit")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit version" })).toHaveCount(0);
  await page.getByRole("link", { name: "Customize" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(
    "FreshQA: Relaxed and Strict, custom",
  );
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});

test("a maintainer says what raters have to answer about gold items, with a tolerance, and mixes them in", async ({
  page,
}) => {
  const answers = "WebGLM: answers";
  await signIn(page, MAINTAINER);
  await openPreset(page, answers);
  await page.goto("/campaigns/gold");
  await page.getByRole("combobox", { name: "Protocol" }).click();
  await page.getByRole("option", { name: answers }).click();
  await expect(page).toHaveURL(/protocol=\d+/);
  await expect(page.getByRole("heading", { name: "No gold responses yet" })).toBeVisible();
  await page.getByRole("combobox", { name: "Run", exact: true }).click();
  await page.getByRole("option", { name: /Heron 2 Large/ }).click();
  await page.getByRole("region", { name: "Responses" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Mark as gold" }).click();
  await expect(page.getByText("Choose the answer to a question.")).toBeVisible();
  await page.getByRole("radiogroup", { name: "Correctness" }).getByRole("radio").nth(3).check();
  await page.getByRole("combobox", { name: "Tolerance of Correctness" }).click();
  await page.getByRole("option", { name: "± 1" }).click();
  await expect(page.getByText(/^Also right: /)).toBeVisible();
  await page.getByRole("radiogroup", { name: "Truthfulness" }).getByLabel("Cannot tell").check();
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Mark as gold" }).click();
  await expect(page.getByText("Marked as gold")).toBeVisible();
  await expect(page.getByText("Truthfulness: Cannot tell")).toBeVisible();
  await expectAccessible(page);

  // The protocol's version is frozen by it, and a campaign finds it.
  await page.goto("/campaigns/new");
  await page.getByRole("combobox", { name: "Protocol" }).click();
  await page.getByRole("option", { name: `${answers}, version 1` }).click();
  await page.getByRole("combobox", { name: "Runs" }).click();
  await page.getByRole("option", { name: /Heron 2 Large/ }).click();
  await page.keyboard.press("Escape");
  await page.getByLabel("Eli Tanaka", { exact: true }).check();
  await unfold(page);
  await page.getByLabel("Gold items (%)").fill("5");
  await expect(page.getByText("1 gold response exists for these releases")).toBeVisible();
  await foldLine(page).click();
  await expect(foldLine(page)).toContainText("Gold items: 5%");
  await page.goto("/protocols");
  await page.getByRole("link", { name: answers, exact: true }).click();
  await expect(page.getByText("Frozen")).toBeVisible();
});

test("researchers read protocols and change none; raters are kept out", async ({ page }) => {
  await signIn(page, RESEARCHER);
  await page.goto("/protocols");
  await page.getByRole("link", { name: PRESET, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: PRESET })).toBeVisible();
  await expect(page.getByText("Graded three ways")).toBeVisible();
  await expect(page.getByRole("link", { name: "Graded three ways" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Archive" })).toHaveCount(0);
  expect((await page.goto("/protocols/new"))?.status()).toBe(403);

  await page.context().clearCookies();
  await signIn(page, RATER);
  expect((await page.goto("/protocols"))?.status()).toBe(403);
});
