import { expect, expectAccessible, openPlace, signIn, test } from "../support/journey";
import { foldLine, unfold } from "../support/folds";

const RESEARCHER = "hugo@freshqa.example";
const ADMIN = "femi@freshqa.example";
const RATER = "eli@freshqa.example";

const OF_THE_PAPER = [
  "Plain",
  "Plain, no date",
  "Few-shot",
  "Chain of thought",
  "Self-Ask",
  "Self-Ask with search",
  "Search only",
  "FreshPrompt, paper GPT-3.5",
  "FreshPrompt, paper GPT-4",
  "FreshPrompt, notebook GPT-4",
  "FreshPrompt, notebook other models",
];

// The third one meets, and the last one reads, methods that the first one adds.
test.describe.configure({ mode: "serial" });

test("a researcher adds the paper's methods, reads a prompt letter by letter, and changes an unused version", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/");
  await openPlace(page, "Automation", "Methods");
  await expect(page.getByRole("heading", { level: 1, name: "Methods" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add the paper’s methods" }).click();
  const table = page.getByRole("region", { name: "Methods" });
  // Beside those that other journeys have added.
  for (const name of OF_THE_PAPER)
    await expect(table.getByRole("link", { name, exact: true })).toHaveCount(1);
  await expectAccessible(page);

  await table.getByRole("link", { name: "FreshPrompt, paper GPT-4" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "FreshPrompt, paper GPT-4" }),
  ).toBeVisible();
  await page.getByLabel("Question ID").fill("Q2");
  await page.getByRole("button", { name: "Show prompt" }).click();
  await expect(page).toHaveURL(/question=Q2$/);
  const prompt = page.getByRole("region", { name: "User message 4" });
  await expect(prompt).toContainText("query: When did Albert Einstein win the Nobel Prize");
  await expect(prompt).toContainText("the most up-to-date and relevant information");
  await expect(prompt).not.toContainText("valid premise");
  await expectAccessible(page);

  await page.getByRole("checkbox", { name: "Premise check" }).check();
  await page.getByRole("textbox", { name: "Evidence kept" }).fill("");
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByText("Enter a whole number.", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Evidence kept" }).fill("8");
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByText("Version 1 saved")).toBeVisible();
  await expect(prompt).toContainText(
    "Please check if the question contains a valid premise before answering.",
  );

  await page.getByRole("link", { name: "View demonstrations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Workbench examples" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Burj Khalifa" })).toBeVisible();
  await expectAccessible(page);
});

test("a method that answers from pages is a preset; its limits are settings, and its preview cites paragraphs", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/methods/new");
  const citing = page.getByRole("group", { name: "Answers from pages, with citations" });
  await citing.getByRole("checkbox", { name: "WebGLM" }).check();
  await page.getByRole("button", { name: /^Add \d+ methods?$/ }).click();
  await page.getByRole("link", { name: "WebGLM", exact: true }).click();
  const prompt = page.getByRole("region", { name: "User message 4" });
  await expect(prompt).toContainText("[5] [Title of result 5]: [Paragraph of result 5]");
  await expect(prompt).not.toContainText("[6]");
  await page.getByRole("textbox", { name: "Paragraphs in the prompt" }).fill("6");
  await unfold(page);
  await page.getByRole("textbox", { name: "Seconds for a page" }).fill("90");
  await foldLine(page).click();
  await expect(foldLine(page)).toContainText("Seconds for a page: 90");
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByText("60 maximum.")).toBeVisible();
  await page.getByRole("textbox", { name: "Seconds for a page" }).fill("20");
  await page.getByRole("button", { name: "Save version 1" }).click();
  await expect(page.getByText("Version 1 saved")).toBeVisible();
  await expect(prompt).toContainText("[6] [Title of result 6]");
  await expectAccessible(page);
});

test("a method of one's own needs a name and a set of demonstrations, which a release's DEMO split gives", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/methods/demonstrations");
  await page.getByRole("link", { name: "Add demonstration set" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add set", exact: true }).click();
  await expect(page.getByText("Enter a question.", { exact: true })).toBeVisible();
  await expect(page.getByText("Choose a date.", { exact: true })).toBeVisible();
  await page.getByLabel("Set name").fill("Demonstrations of November");
  await page.getByRole("button", { name: "Add set from DEMO split" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Demonstrations of November" }),
  ).toBeVisible();
  await expect(page.getByText(/DEMO split of FreshQA_v/)).toBeVisible();

  await page.getByText("Edit demonstrations").click();
  await page.getByLabel("Short answer").first().fill("An answer in other words");
  await page.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByText("Version 2", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("An answer in other words").first()).toBeVisible();

  await page.goto("/methods/new?from=few-shot");
  await expect(page.getByText("All 11 are in the list of methods.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Plain", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Name" }).fill("Plain");
  await page.getByRole("combobox", { name: "Demonstration set" }).click();
  await page.getByRole("option", { name: /Demonstrations of November, version 2/ }).click();
  await page.getByRole("textbox", { name: "Number of demonstrations" }).fill("2");
  await page.getByRole("button", { name: "Add method", exact: true }).click();
  await expect(page.getByText("A method named “Plain” already exists")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Few-shot, November");
  await page.getByRole("button", { name: "Add method", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Few-shot, November" })).toBeVisible();
  await expect(page.getByRole("region", { name: "User message 4" })).toContainText(
    "A: An answer in other words",
  );

  await page.getByRole("textbox", { name: "Name" }).fill("Few-shot, 2 of November");
  await page.getByRole("button", { name: "Save name and note" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Few-shot, 2 of November" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.goto("/methods");
  await expect(page.getByRole("row").last()).toContainText("Archived");
});

test("an admin reads methods without changing them; a rater has none", async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto("/methods");
  await expect(page.getByRole("link", { name: "Add method" })).toHaveCount(0);
  await page.getByRole("link", { name: "Search only" }).click();
  await expect(page.getByText("No model is asked.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Archive|Save/ })).toHaveCount(0);
  await signIn(page, RATER);
  const refused = await page.goto("/methods");
  expect(refused!.status()).toBe(403);
});
