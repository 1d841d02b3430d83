import { makeRating, type RatingSampleMade } from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { expect, onEveryScreen, signIn, test } from "../support/journey";

const CAMPAIGN = "Audited answers";
let made: RatingSampleMade;

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    made = await makeRating(client, {
      name: CAMPAIGN,
      questions: 16,
      raters: 2,
      agreement: 0.8,
      seed: 6,
    });
  });
});

test("a maintainer starts an audit; an adjudicator judges what raters agree on without seeing it; the report says the error rate", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, "dana@freshqa.example");
  await page.goto(`/campaigns/${made.campaignId}`);
  await page.getByRole("button", { name: "Start audit…" }).click();
  const dialog = page.getByRole("dialog", { name: "Audit of agreed responses" });
  const rate = dialog.getByLabel("Share of agreed responses to audit");
  await expect(rate).toBeFocused();
  await expect(rate).toHaveValue("10%");
  await rate.fill("");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a whole percentage from 0 to 100.")).toBeVisible();
  await rate.fill("100");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const audit = page.getByRole("region", { name: "Audit" });
  await expect(audit).toContainText("100% of agreed responses are drawn.");
  await expect(audit).toContainText(
    "Raters agree on 15 responses. None was adjudicated blind yet.",
  );
  await onEveryScreen(page);

  const gina = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(gina, "gina@freshqa.example");
  await gina.goto(`/adjudication?campaign=${made.campaignId}&cause=audit`);
  await expect(gina.getByText("15 responses to adjudicate")).toBeVisible();
  await onEveryScreen(gina);
  await gina.getByRole("link", { name: "Start adjudicating" }).click();
  await expect(gina.getByRole("note")).toContainText("drawn at random for an audit");
  await expect(gina.getByRole("region", { name: "Ratings" })).toHaveCount(0);
  await expect(gina.getByRole("region", { name: "Discussion" })).toHaveCount(0);
  expect(await gina.content()).not.toContain("Rater A");
  await onEveryScreen(gina);
  const question = await gina.locator("#rated-question").textContent();
  // No credit, by keyboard and without a rationale; and credit for the next one.
  await gina.keyboard.press("2");
  await gina.keyboard.press("w");
  await gina.keyboard.press("Control+Enter");
  await expect(gina.locator("#rated-question")).not.toHaveText(question!);
  await gina.keyboard.press("1");
  await gina.keyboard.press("1");
  await gina.keyboard.press("Control+Enter");
  await expect(gina.getByRole("status", { name: "Progress" })).toContainText("2 adjudicated");
  await expect(gina.getByRole("status", { name: "Saving" })).toContainText(/saved/i);

  await gina.goto("/adjudication/settled");
  await gina.getByRole("link", { name: question! }).click();
  await expect(gina.getByRole("region", { name: "Final verdict" })).toContainText(
    "Audit: adjudicated without seeing the ratings.",
  );
  await expect(gina.getByText("Rater A", { exact: true })).toBeVisible();

  await page.goto(`/reports/agreement?campaign=${made.campaignId}&show=audit`);
  const found = page.getByRole("region", { name: "Audit", exact: true }).first();
  const row = found.getByRole("row", { name: new RegExp(CAMPAIGN) });
  await expect(row.getByRole("cell").nth(0)).toHaveText("15");
  await expect(row.getByRole("cell").nth(1)).toHaveText("2");
  await expect(row.getByRole("cell").nth(2)).toHaveText("13");
  await expect(page.getByText(/The first 2 in random order were adjudicated blind/)).toBeVisible();
  await onEveryScreen(page);
  await page.goto(`/reports/accuracy?runs=${made.runIds[0]}&campaign=${made.campaignId}`);
  await expect(page.getByText(/The first 2 in random order were adjudicated blind/)).toBeVisible();
});
