import { makeRating, type RatingSampleMade } from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { expect, expectAccessible, SCREENS, signIn, test } from "../support/journey";
import { notEmpty } from "@/prisma/testing/not-empty";

const MAINTAINER = "carlos@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";
const RATER = "eli@freshqa.example";
const EVALUATOR = "Machine evaluator 1";

let made: RatingSampleMade;

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    made = await makeRating(client, {
      name: "Machine",
      questions: 60,
      models: 2,
      judged: 0.7,
      agreement: 0.8,
      evaluators: [0.9, 0.7],
    });
    await client.query("UPDATE dataset_settings SET public_pages = TRUE");
  });
});

interface Report {
  rows: {
    judged: number;
    rated: number;
    accuracy: { all: { relaxed: { value: number; judged: number; automatic: number } } };
  }[];
}

test("a researcher takes people's verdicts and else the evaluator's, and each number says how many are automatic", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto(`/reports/accuracy?runs=${made.runIds.join(",")}`);
  await expect(page.getByText("Verdicts by human raters.").first()).toBeVisible();
  await page.getByText("Report options").click();
  await page.getByRole("combobox", { name: "Verdicts by" }).selectOption("people-else-automatic");
  const evaluator = page.getByRole("combobox", { name: "Automatic evaluator" });
  await evaluator.selectOption({ label: EVALUATOR });
  await page.getByRole("button", { name: "Show accuracy" }).click();
  await expect(page).toHaveURL(/verdicts=people-else-automatic/);
  const words = `Verdicts by human raters; automatic verdicts by ${EVALUATOR} for responses that no one rated.`;
  await expect(
    page.getByRole("region", { name: "Correct answers" }).getByText(words),
  ).toBeVisible();
  await expect(
    page.getByText(/Automatic verdicts among the n: Machine model 1 Relaxed \d+ of \d+/),
  ).toBeVisible();

  const address = new URL(page.url()).search;
  const report = (await (
    await page.request.get(`/api/reports/accuracy${address}`)
  ).json()) as Report;
  const table = page.getByRole("table", { name: "Accuracy, Relaxed" });
  for (const [at, { rated, accuracy }] of notEmpty(report.rows.entries())) {
    expect(rated).toBe(60);
    expect(accuracy.all.relaxed.automatic).toBeGreaterThan(0);
    expect(accuracy.all.relaxed.automatic).toBeLessThan(accuracy.all.relaxed.judged);
    const cell = table.getByRole("row").nth(at + 2);
    await expect(cell).toContainText(`n ${accuracy.all.relaxed.judged}`);
    await expect(cell).toContainText(`auto ${accuracy.all.relaxed.automatic}`);
  }
  const latex = await page.request.get(`/api/reports/accuracy${address}&format=latex`);
  expect(await latex.text()).toContain(`automatic verdicts by ${EVALUATOR}`);
  const csv = await (await page.request.get(`/api/reports/accuracy${address}&format=csv`)).text();
  expect(csv.split("\n")[0]).toContain("n_automatic");
  await expectAccessible(page);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
  }
  await page.setViewportSize(SCREENS[0].viewport);

  // A permalink keeps the source.
  await page.getByRole("button", { name: "Create permalink" }).click();
  await expect(page).toHaveURL(/verdicts=people-else-automatic&evaluator=\d+.*state=/);
  await expect(page.getByText(words).first()).toBeVisible();
});

test("a researcher reads the paper's rows of two raters and an evaluator, and follows a number to both verdicts", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto(`/reports/agreement?campaign=${made.campaignId}`);
  await page
    .getByRole("navigation", { name: "Report sections" })
    .getByRole("link", { name: "Automatic evaluator" })
    .click();
  const table = page.getByRole("table", { name: "Two raters and an evaluator (%)" });
  await expect(table.getByRole("rowheader")).toHaveText([
    "Rater 1 and Rater 2",
    "Machine evaluator 2 and Rater 1",
    "Machine evaluator 2 and Rater 2",
    "Average of the evaluator with both raters",
  ]);
  await page
    .getByRole("combobox", { name: "Automatic evaluator" })
    .selectOption({ label: EVALUATOR });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(table.getByRole("rowheader").nth(1)).toHaveText(`${EVALUATOR} and Rater 1`);
  await expect(
    page.getByRole("table", { name: "Evaluators and versions (%)" }).getByRole("rowheader"),
  ).toHaveText([EVALUATOR, "Machine evaluator 2"]);
  await expectAccessible(page);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expect(table).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(sideways, String(viewport.width)).toBe(false);
  }
  await page.setViewportSize(SCREENS[0].viewport);
  await page.emulateMedia({ colorScheme: SCREENS[0].colorScheme });

  const number = table
    .getByRole("row")
    .filter({ hasText: `${EVALUATOR} and Rater 1` })
    .getByRole("link")
    .first();
  const differing = Number(/, (\d+) differ:/.exec((await number.getAttribute("aria-label"))!)![1]);
  expect(differing).toBeGreaterThan(0);
  await number.click();
  await expect(page.getByRole("status").filter({ hasText: "response" })).toHaveText(
    `${differing} ${differing === 1 ? "response" : "responses"}`,
  );
  const verdicts = page.getByRole("region", { name: "Verdicts on response 1, as a table" });
  await expect(verdicts.getByRole("rowheader", { name: EVALUATOR })).toBeVisible();
  await expect(verdicts.getByText("Relaxed:").first()).toBeVisible();
  await page
    .getByRole("navigation", { name: "Category" })
    .getByRole("link", { name: "False premise" })
    .click();
  await expect(page).toHaveURL(/category=false-premise/);
  await page
    .getByRole("navigation", { name: "Evaluator" })
    .getByRole("link", { name: "Machine evaluator 2" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Disagreements" })).toBeVisible();
  await expect(page.getByText(/on which Machine evaluator 2 and Rater 1 disagree/)).toBeVisible();
  await expectAccessible(page);
});

test("a leaderboard of automatic verdicts says so to everyone; raters read none of it but what is public", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/leaderboard/settings");
  await page.getByRole("combobox", { name: "Runs" }).click();
  await page.getByRole("option", { name: /Machine model 1/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Verdicts by" }).click();
  await page.getByRole("option", { name: "Automatic evaluator" }).click();
  await page.getByRole("combobox", { name: "Automatic evaluator" }).click();
  await page.getByRole("option", { name: EVALUATOR }).click();
  await page.getByRole("switch", { name: "Public leaderboard" }).check({ force: true });
  await page.getByRole("button", { name: "Save leaderboard" }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page.getByText(`Automatic verdicts by ${EVALUATOR}.`).first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/public/leaderboard");
  await expect(page.getByText(`Automatic verdicts by ${EVALUATOR}.`).first()).toBeVisible();

  await signIn(page, RATER);
  for (const address of [
    `/reports/accuracy?runs=${made.runIds[0]}&verdicts=automatic&evaluator=1`,
    `/reports/agreement?campaign=${made.campaignId}&show=evaluator`,
    `/reports/agreement/disagreements?campaign=${made.campaignId}&first=people&second=e1`,
    "/leaderboard",
  ])
    expect((await page.goto(address))!.status(), address).toBe(403);
  for (const file of [
    `/api/reports/accuracy?runs=${made.runIds[0]}&verdicts=automatic&evaluator=1&format=csv`,
    `/api/reports/agreement?campaign=${made.campaignId}&table=paper&format=csv`,
  ])
    expect((await page.request.get(file)).status(), file).toBe(403);
});
