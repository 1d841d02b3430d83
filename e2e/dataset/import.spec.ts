import type { Page } from "@playwright/test";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";
import { chooseUndated } from "../support/imports";

/*
 * What can go wrong with a file, and what a person sees of it. No plan is applied here, so that the sample questions stay
 * as the other journeys expect them; main-job.spec.ts imports for good.
 */

const HEADER = RELEASE_COLUMNS.join(",");
const row = (
  id: number,
  question: string,
  fields: { type?: string; review?: string; answer?: string } = {},
) =>
  [
    id,
    "TEST",
    question,
    "2024",
    fields.review ?? "N/A",
    "FALSE",
    "one-hop",
    fields.type ?? "slow-changing",
    "N/A",
    fields.answer ?? "Yes",
    ...Array<string>(10).fill(""),
  ].join(",");

async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  await page.goto("/imports");
  await chooseUndated(page, {
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(text as string),
  });
}

async function planOf(page: Page, name: string, lines: string[]): Promise<void> {
  await choose(page, name, [HEADER, ...lines].join("\r\n"));
  await expect(page).toHaveURL(/\/imports\/\d+$/);
  await expect(page.getByRole("button", { name: "Apply import", exact: true })).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/");
});

test("a file whose columns are called otherwise is mapped: guessed, chosen, kept over a reload, and taken back", async ({
  page,
}) => {
  await choose(
    page,
    "ours.csv",
    "Question,Gold answer,Proof,Remark\r\nWhich bell of Telšiai is cracked?,The great one,https://bell.example,heard it\r\n",
  );
  const mapping = page.getByRole("region", { name: "Map columns" });
  await expect(mapping.getByLabel("Use Question as")).toHaveValue("question");
  await expect(mapping.getByLabel("Use Gold answer as")).toHaveValue("answer_0");
  await expect(mapping.getByLabel("Use Proof as")).toHaveValue("source");
  await expect(mapping.getByRole("row", { name: /Gold answer/ })).toContainText("The great one");
  const use = mapping.getByRole("button", { name: "Use these columns" });
  await expect(use).toBeDisabled();
  const saved = (select: Promise<unknown>) =>
    Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      select,
    ]);
  await saved(mapping.getByLabel("Use Remark as").selectOption("note"));
  await saved(mapping.getByLabel("New questions: false_premise").selectOption("FALSE"));
  await saved(mapping.getByLabel("New questions: num_hops").selectOption("one-hop"));
  await expect(mapping).toContainText("Choose the fact_type of new questions.");
  await saved(mapping.getByLabel("New questions: fact_type").selectOption("slow-changing"));
  await page.reload();
  await expect(mapping.getByLabel("Use Remark as")).toHaveValue("note");
  await expect(mapping.getByLabel("New questions: fact_type")).toHaveValue("slow-changing");
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page);
    await expectAccessible(page);
  }
  await use.click();
  await expect(page.getByText("1 question will be added.")).toBeVisible();
  await expect(page.getByText(/“Remark” is note/)).toBeVisible();
  await expect(page.getByText("Change what the columns are used as")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard import" }).click();
  await expect(page.getByText("Import canceled")).toBeVisible();

  // The next file with the same columns is mapped like this one.
  await choose(
    page,
    "ours-2.csv",
    "Question,Gold answer,Proof,Remark\r\nWho rings it?,Jonas,,\r\n",
  );
  await expect(page.getByText("mapped as in the last file")).toBeVisible();
  await expect(mapping.getByLabel("Use Remark as")).toHaveValue("note");
  await mapping.getByRole("button", { name: "Discard import" }).click();
  await expect(page.getByText("Import canceled")).toBeVisible();
});

test("a file without the right columns and without rows is refused with every problem named, on the page and as CSV", async ({
  page,
}) => {
  await choose(page, "wrong.csv", "id,split,question,colour,split,answer_10\r\n");
  await expect(page.getByText("File can't be imported")).toBeVisible();
  for (const problem of [
    "“colour” is not a release column.",
    "The column split appears more than once.",
    "answer_10: a question has up to 10 answers",
    "17 columns are missing.",
    "answer_0",
  ]) {
    await expect(page.getByText(problem, { exact: problem === "answer_0" })).toBeVisible();
  }
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download all (CSV)" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("wrong-findings.csv");
});

test("bad rows are listed with what to do, and applying waits until they are left out", async ({
  page,
}) => {
  await planOf(page, "bad.csv", [
    row(0, "Is the harbour of Vessel open?"),
    row(1, "Is the bridge of Karmel closed?", { type: "sometimes" }),
    row(2, "Is the tower of Lund lit?", { review: "02/30/2025" }),
  ]);
  const found = page.getByRole("region", { name: "Problems in the file" });
  await expect(found).toContainText("“02/30/2025” is not a valid date.");
  await expect(found).toContainText("“sometimes” is not a valid value for fact_type.");
  const apply = page.getByRole("button", { name: "Apply import", exact: true });
  await expect(apply).toBeDisabled();
  await expect(page.getByText("2 rows have errors. Fix the file")).toBeVisible();
  await page.getByRole("checkbox", { name: "Skip 2 rows with errors" }).check();
  await expect(apply).toBeEnabled();
  await expect(page.getByText("1 question will be added.")).toBeVisible();
  await expect(page.getByText("2 rows will be skipped.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Discard import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard import" }).click();
  await expect(page.getByText("Import canceled")).toBeVisible();
  await page.goto("/imports");
  await expect(page.getByRole("row").filter({ hasText: "bad.csv" }).first()).toContainText(
    "Canceled",
  );
});

test("rewordings are decided by keys, which sleep while someone types, and can be taken back", async ({
  page,
}) => {
  await page.goto("/questions");
  const question = (
    await page
      .getByRole("main")
      .locator('a[href^="/questions/"]')
      .filter({ hasText: /\?$/ })
      .first()
      .innerText()
  ).trim();
  await planOf(page, "reworded.csv", [
    row(0, `"${question.replace(/\?$/, " now?").replaceAll('"', '""')}"`),
  ]);
  const card = page.locator("[data-decision]");
  await expect(card).toHaveCount(1);
  await expect(card.locator("ins").first()).toContainText("now");

  await page.keyboard.press("a");
  await expect(card).toHaveAttribute("data-decision", "accepted");
  await expect(page.getByText(/1 question will be reworded/)).toBeVisible();
  await page.keyboard.press("u");
  await expect(card).toHaveAttribute("data-decision", "open");

  // The threshold stays over a reload; the one row is less alike, and folded away until it goes down again.
  const threshold = page.getByRole("slider", { name: "Similarity threshold" });
  const moved = async (key: string) => {
    await Promise.all([
      page.waitForResponse((response) =>
        (response.request().postData() ?? "").includes("threshold"),
      ),
      threshold.press(key),
    ]);
  };
  await moved("End");
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Similarity threshold: 100%")).toBeVisible();
  await expect(card).toHaveCount(0);
  await moved("Home");
  await expect(card).toHaveCount(1);

  await page.getByRole("button", { name: "Reject all 1" }).click();
  await expect(card).toHaveAttribute("data-decision", "rejected");
  await page
    .getByRole("status")
    .filter({ hasText: "Rejected 1." })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(card).toHaveAttribute("data-decision", "open");

  await page.keyboard.press("p");
  const search = page.getByRole("textbox", { name: "Search unmatched questions" });
  await expect(search).toBeFocused();
  await page.keyboard.type("are");
  await expect(search).toHaveValue("are");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(card).toHaveAttribute("data-decision", "open");

  await page.keyboard.press("r");
  await expect(card).toHaveAttribute("data-decision", "rejected");
  await expect(page.getByText("1 question will be added.")).toBeVisible();
  await page.reload();
  await expect(card).toHaveAttribute("data-decision", "rejected");
  await expectAccessible(page);
});

test("a file with semicolons is shown as it would be read, whole on a phone too, and so is a row; what no one sees in a text is written out", async ({
  page,
}) => {
  const lines = [
    HEADER,
    row(0, "Is the \u202Eroobrah\u202C of Vessel open?"),
    row(1, "Is the bridge of Karmel closed?"),
  ];
  await choose(page, "semicolons.csv", lines.map((line) => line.replaceAll(",", ";")).join("\r\n"));
  const offer = page
    .getByRole("alert")
    .filter({ hasText: "This file is not in the official format." });
  await expect(offer).toContainText("Cells are separated by semicolons instead of commas.");
  await expect(offer).toContainText("Is the [U+202E]roobrah[U+202C] of Vessel open?");
  await expect(offer).toContainText("Empty in these rows: answer_1,");
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // The table scrolls inside the offer: nothing of it is cut off.
    const edge = (await offer.boundingBox())!;
    const table = (await offer
      .getByRole("region", { name: "Rows as they would be read" })
      .boundingBox())!;
    expect(table.x + table.width).toBeLessThanOrEqual(edge.x + edge.width);
    await expectAccessible(page);
  }
  await offer.getByRole("button", { name: "Read it this way" }).click();
  await expect(
    page.getByText("Read as chosen: Cells are separated by semicolons instead of commas."),
  ).toBeVisible();
  const bad = page.getByRole("region", { name: "Rows with problems" });
  await expect(
    bad.getByRole("heading", { name: /^Is the .*U\+202E.*roobrah.*U\+202C.* of Vessel open\?$/ }),
  ).toBeVisible();

  // Rows alone can be read otherwise, too: how many more that gives is said first.
  const quoted = 'Is the "Sundew" of Karmel open?';
  await planOf(page, "quotes.csv", [row(0, quoted), row(1, "Is the quay of Karmel closed?")]);
  const created = page.getByText(/^\d questions? will be added/);
  await expect(created).toHaveText(/^1 question /);
  const rows = page.getByRole("alert").filter({ hasText: /^1 more row if double quotes/ });
  await rows.getByRole("button", { name: "Show rows" }).click();
  await expect(rows.getByRole("table")).toContainText(quoted);
  await rows.getByRole("button", { name: "Read it this way" }).click();
  await expect(created).toHaveText(/^2 questions /);
});

test("an empty file is turned down before it is sent, and what was there stays", async ({
  page,
}) => {
  await page.goto("/imports");
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("“empty.csv” is empty.");
  await expect(page).toHaveURL(/\/imports$/);
});

test("on a phone a plan fits the screen, in the dark too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await planOf(
    page,
    "a name that is far too long for the small screen of any telephone of these days.csv",
    [row(0, "Is the harbour of Vessel open?"), row(1, "Is it?", { type: "x".repeat(300) })],
  );
  await expectFits(page);
  await expectAccessible(page);
});

test("people who are no maintainers can neither open imports nor send a file", async ({
  page,
  context,
}) => {
  await context.clearCookies();
  await signIn(page, "ada@freshqa.example");
  expect((await page.goto("/imports"))!.status()).toBe(403);
  const sent = await page.request.post("/api/imports?fileName=x.csv&date=unknown", {
    data: HEADER,
    headers: { "content-type": "application/octet-stream" },
  });
  expect(sent.status()).toBe(403);
});
