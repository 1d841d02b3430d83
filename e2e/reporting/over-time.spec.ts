import {
  makeRating,
  type RatingSample,
  type RatingSampleMade,
} from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const RESEARCHER = "hugo@freshqa.example";

let first: RatingSampleMade;

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    const sample = { raters: 2, ratingsPerResponse: 2, judged: 0.8, agreement: 0.7 };
    first = await makeRating(client, { ...sample, name: "Early", questions: 50 });
    /** Another run of the same model. */
    const again = async (more: RatingSample) => {
      const { runIds } = await makeRating(client, { ...sample, ...more });
      await client.query("UPDATE model_runs SET model_id = $1, name = $2 WHERE id = $3", [
        first.modelIds[0],
        more.name,
        runIds[0],
      ]);
    };
    await again({ name: "Later", seed: 2, releaseId: first.releaseId });
    // A release that shares no question with the first one.
    await again({ name: "Apart", seed: 3, questions: 12 });
  });
});

test("a researcher reads a model's change on shared questions, compares two of its runs and downloads the changes", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/reports");
  await page.getByRole("link", { name: "Accuracy over time", exact: true }).click();
  await page.getByText("Report options").click();
  await page.getByLabel("Model", { exact: true }).selectOption({ label: "Early model 1" });
  await page.getByLabel("Split", { exact: true }).selectOption("TEST");
  await page.getByRole("button", { name: "Show accuracy" }).click();
  await expect(page).toHaveURL(/\?model=\d+&.*split=TEST/);
  const options = page.locator("summary").filter({ hasText: "Report options" });
  await expect(options).toContainText("Early model 1");
  await expect(options).toContainText("Split TEST");
  await options.click();
  await page.getByLabel("Split", { exact: true }).selectOption("all");
  await page.getByRole("button", { name: "Show accuracy" }).click();
  await expect(page).toHaveURL(/split=all/);

  // A line joins the two runs that share questions, and none leads to the third.
  const chart = page.getByRole("figure", { name: "Early model 1 by release" });
  await chart.locator("summary").filter({ hasText: "Show data" }).press("Enter");
  const lines = chart.getByRole("rowheader", { name: /, shared questions$/ });
  await expect(lines).toHaveCount(1);
  await expect(lines).toHaveText(/ · Run 1 to .* · Later, shared questions$/);

  const changes = page.getByRole("table", { name: "Early model 1: change over time, Relaxed" });
  await expect(changes.getByRole("rowheader", { name: / · Run 1 to .* · Later$/ })).toBeVisible();
  await expect(changes.getByText("None rated in both runs")).toHaveCount(2);

  const csv = await page.request.get(
    (await page.getByRole("link", { name: "Download the changes as CSV" }).getAttribute("href"))!,
  );
  const [head, ...records] = (await csv.text()).trim().split(/\r?\n/);
  expect(records).toHaveLength(15);
  const at = (name: string) => head!.split(",").indexOf(name);
  // Apart is of an earlier release, so that its step comes first.
  const n = records.filter((record) => record.includes(",relaxed,"))[1]!.split(",")[at("n")]!;
  expect(Number(n)).toBeGreaterThan(20);

  // The comparison of the two runs is of the same questions.
  await changes.getByRole("link", { name: `${n} questions, compare the runs` }).click();
  await expect(page).toHaveURL(/\/reports\/compare\?first=\d+&second=\d+/);
  await expect(
    page.getByRole("table", { name: "Comparison" }).getByRole("row", { name: `All ${n} ` }),
  ).toBeVisible();
});

test("accuracy over time is accessible and does not scroll sideways at 1280, light, and 390, dark", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto(`/reports/accuracy/over-time?model=${first.modelIds[0]}`);
  await page.locator("summary").filter({ hasText: "Show data" }).first().press("Enter");
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectFits(page);
  }
});
