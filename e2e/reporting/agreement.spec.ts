import { chooseInReport } from "../support/reports";
import { readFileSync } from "node:fs";
import { makeRating, type RatingSampleMade } from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import {
  expect,
  expectAccessible,
  expectFits,
  onEveryScreen,
  SCREENS,
  signIn,
  test,
} from "../support/journey";

let made: RatingSampleMade;
test.beforeAll(async ({ server }) => {
  made = await withOwnClient(server.databaseUrl, (client) =>
    makeRating(client, {
      name: "Agreement journey",
      questions: 60,
      models: 2,
      raters: 3,
      ratingsPerResponse: 2,
      judged: 0.9,
      agreement: 0.7,
      adjudicated: 0.5,
      evaluators: [0.9],
    }),
  );
});

test("a maintainer reads a campaign's agreement, follows a number to its disagreements, keeps the address and downloads the table", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/reports");
  await page.getByRole("link", { name: "Agreement", exact: true }).click();
  await chooseInReport(page, { label: "Campaigns", name: "campaign" }, ["Agreement journey"]);
  await page.getByRole("button", { name: "Show agreement" }).click();
  await expect(page.locator("summary").filter({ hasText: "Report options" })).toContainText(
    "Agreement journey",
  );

  // The three numbers that most come for, and the parts of the report one at a time.
  await expect(page.getByRole("region", { name: "Summary" }).getByText(/^\d+\.\d%$/)).toHaveCount(
    2,
  );
  const part = (name: string) =>
    page
      .getByRole("navigation", { name: "Report sections" })
      .getByRole("link", { name, exact: true })
      .click();
  await expect(
    page
      .getByRole("table", { name: "Coefficients of agreement" })
      .getByRole("link", { name: /^All questions, Relaxed, Percent agreement/ }),
  ).toBeVisible();
  await part("Pairs");
  const pairs = page.getByRole("table", { name: "Pairwise agreement (%)" });
  await expect(pairs.getByRole("row")).toHaveCount(6);
  await expect(
    pairs.getByRole("rowheader", { name: /^Human raters and Agreement journey evaluator 1$/ }),
  ).toBeVisible();

  // The list behind a number has as many responses as the number says.
  const number = pairs.getByRole("row").nth(2).getByRole("link").first();
  const differing = Number(
    /, (\d+) differs?:/.exec((await number.getAttribute("aria-label"))!)![1],
  );
  expect(differing).toBeGreaterThan(0);
  await number.click();
  await expect(page.getByRole("status").filter({ hasText: "response" })).toHaveText(
    `${differing} ${differing === 1 ? "response" : "responses"}`,
  );
  await expect(
    page
      .getByRole("region", { name: "Verdicts on response 1, as a table" })
      .getByText("No credit")
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Adjudication" }).first().click();
  await expect(page).toHaveURL(/\/adjudication\/\d+$/);
  await page.goBack();
  await page.goBack();

  // So do a cell of a confusion matrix, a part, a week and a reason.
  const matrix = page
    .getByRole("link", { name: /: No credit, .*: Credit: \d+; show disagreements$/ })
    .first();
  const units = Number(
    /: (\d+); show disagreements$/.exec((await matrix.getAttribute("aria-label"))!)![1],
  );
  await matrix.click();
  await expect(page.getByRole("status").filter({ hasText: "response" })).toHaveText(
    `${units} ${units === 1 ? "response" : "responses"}`,
  );
  await page.goBack();
  const all = async (name: string | RegExp) => {
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("status").filter({ hasText: "response" })).toBeVisible();
    return page.getByRole("region", { name: "Filters" });
  };
  await part("By kind");
  await expect(await all(/^false-premise, Strict, Percent/)).toContainText("False premise");
  await page.goBack();
  await part("Reasons");
  await expect(await all("Contradiction, Relaxed")).toContainText("Reason: Contradiction");
  await page.goBack();
  await part("Over time");
  const week = await all(/^\d{4}-\d\d-\d\d, Relaxed, Percent/);
  await expect(week).toContainText("Last rated in the week of");
  await expectAccessible(page);
  await week.getByRole("link").click();
  await expect(week).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  // No part is a wall: each fits into three screens or so, and all of them can be read and printed on one page.
  await part("All on one page");
  await expect(page.getByRole("heading", { level: 2 })).toContainText([
    "Relaxed",
    "Strict",
    "Coefficients",
    "Agreement by verdict",
    "Pairwise agreement",
    "Breakdown by question type and run",
    "Reasons for no credit",
    "Raters",
    "Over time",
  ]);

  await page.getByRole("button", { name: "Create permalink" }).click();
  await expect(page).toHaveURL(/state=\d+\.\d+\.\d+\.\d+/);
  await expect(page.getByText("Permalink: these numbers will never change")).toBeVisible();
  const shown = await pairs.innerText();
  await page.reload();
  await expect(pairs).toHaveText(shown, { useInnerText: true });

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("region", { name: "Pairwise agreement", exact: true })
      .getByRole("link", { name: "Download the pairs as LaTeX" })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe("agreement.tex");
  const tex = readFileSync(await download.path(), "utf8");
  expect(tex).toContain("\\toprule");
  expect(tex).toContain("SHA-256");

  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await page.emulateMedia({ colorScheme: screen.colorScheme });
    await expectAccessible(page);
    await expectFits(page);
  }

  // On paper: black on white from a dark screen too, without navigation, and with no column cut off.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("main table")]
      .filter(
        (table) => table.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
      )
      .map((table) => table.getAttribute("aria-label")),
  );
  expect(cut).toEqual([]);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("disagreements that are opened plainly are those of the campaign that agreement begins with", async ({
  page,
}) => {
  await signIn(page, "hugo@freshqa.example");
  await page.goto("/reports/agreement");
  const all = page.getByRole("link", { name: "All disagreements" });
  const campaign = new URL((await all.getAttribute("href"))!, page.url()).searchParams.get(
    "campaign",
  );
  await page.goto("/reports/agreement/disagreements");
  await expect(page.getByRole("alert", { name: "Invalid report URL" })).toHaveCount(0);
  await expect(page.getByRole("status").getByText(/^\d+ responses?$/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Agreement" })).toHaveAttribute(
    "href",
    new RegExp(`campaign=${campaign}&`),
  );
});

test("a researcher reads numbers in the place of raters' names", async ({ page }) => {
  await signIn(page, "hugo@freshqa.example");
  await page.goto(`/reports/agreement?campaign=${made.campaignId}&show=raters`);
  await expect(
    page
      .getByRole("table", { name: "Raters", exact: true })
      .getByRole("rowheader", { name: "Rater 3", exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/Rater \d of Agreement journey/)).toHaveCount(0);
});

test("a maintainer follows up what an answer's change made stale, and the campaign is one choice with its follow-up", async ({
  page,
  server,
}) => {
  const questionId = await withOwnClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `SELECT p.question_id AS id FROM judgments j JOIN rating_tasks t ON t.id = j.task_id JOIN responses p ON p.id = j.response_id
      WHERE j.campaign_id = $1 AND NOT t.gold ORDER BY 1 LIMIT 1`,
      [made.campaignId],
    );
    return rows[0]!.id;
  });
  await signIn(page, "carlos@freshqa.example");
  await page.goto(`/questions/${questionId}/edit`);
  await page.getByRole("textbox", { name: "Primary answer" }).fill("An answer of today");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/questions/${questionId}(\\?.*)?$`));

  const report = `/reports/agreement?campaign=${made.campaignId}`;
  await page.goto(report);
  const answers = page.getByRole("region", { name: "Correct answers" });
  await expect(answers).toContainText("Stale (answers have changed in the dataset since)");
  await answers.getByRole("button", { name: "Create follow-up campaign" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);

  // It is offered no second time, and counts with its campaign.
  await page.goto(report);
  await expect(answers).toContainText("Follow-ups rate what changed.");
  await expect(answers.getByRole("button")).toHaveCount(0);
  await expect(
    page.getByText("Ratings in the campaign Agreement journey and its follow-up;"),
  ).toBeVisible();
  await onEveryScreen(page);
  const options = page.locator("summary").filter({ hasText: "Report options" });
  await expect(options).toContainText("Agreement journey and its follow-up");
  await options.click();
  const campaigns = page.getByRole("combobox", { name: "Campaigns" });
  await campaigns.click();
  await campaigns.press("Backspace");
  await expect(page.getByRole("option", { name: /^Agreement journey/ })).toHaveText(
    "Agreement journey and its follow-up",
  );
});
