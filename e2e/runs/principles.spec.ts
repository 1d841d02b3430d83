import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { expect, expectAccessible, SCREENS, signIn, test } from "../support/journey";
import { choose } from "../support/services";
import { unfold } from "../support/folds";

const RESEARCHER = "hugo@freshqa.example";
/** Of the sample data; the other run answers the same questions, at other lengths. */
const RUN = 1;
const PAIRS = 4;

let services: ModelServices;
test.beforeAll(async ({ server }) => {
  services = await startModelServices();
  await withOwnClient(server.databaseUrl, async (client) => {
    await client.query(
      `WITH admin AS (SELECT min(id) AS id FROM users),
        host AS (INSERT INTO allowed_hosts (host, created_by) SELECT $1, id FROM admin),
        made AS (INSERT INTO connections (name, kind, service, base_url, concurrency, created_by) SELECT 'Pair services', 'model', 'openai-chat', $2, 2, id FROM admin RETURNING id),
        served AS (INSERT INTO served_models (connection_id, label, api_name, created_by) SELECT made.id, 'heron-judge', 'pairs/prefers-much-longer', admin.id FROM made, admin RETURNING id),
        other AS (INSERT INTO model_runs (model_id, release_id, name, ran_on, created_by) SELECT model_id, release_id, 'Other lengths', ran_on, created_by FROM model_runs WHERE id = ${RUN} RETURNING id)
      INSERT INTO responses (run_id, question_id, revision_id, import_id, text)
      SELECT other.id, r.question_id, r.revision_id, r.import_id, CASE r.id % 3 WHEN 0 THEN r.text || ' And so on and so forth, as one says.' WHEN 1 THEN left(r.text, 3) ELSE r.text || '.' END
      FROM responses r, other WHERE r.run_id = ${RUN}`,
      [new URL(services.origin).host, `${services.origin}/v1`],
    );
    await client.query(
      "INSERT INTO evaluators (name, family, served_model_id, definition, created_by) SELECT 'Pair judge', 'Pair judge', max(id), $1, (SELECT min(id) FROM users) FROM served_models",
      [JSON.stringify(freshEvalDefinition())],
    );
  });
});
test.afterAll(() => services.stop());

/** Looks at the page at both sizes. */
async function onAllScreens(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(SCREENS[0].viewport);
}

test("a researcher has a model compare two runs by principles, and reads which run it prefers and how it depends on the order", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/jobs/new?kind=compare");
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByText("Choose a run.").first()).toBeVisible();
  await page.goto(`/jobs/new?kind=compare&run=${RUN}`);
  await choose(page, "Run B", "Other lengths");
  await choose(page, "Automatic evaluator", "Pair judge · heron-judge");
  await expect(page.getByText("Names the person, number, place or date")).toBeVisible();
  await unfold(page);
  await choose(page, "Count against a response", "Concise");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Random sample" }).fill(String(PAIRS));
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(
    page.getByText(
      `${PAIRS} pairs of responses, 6 principles in two orders each: 12 calls per pair`,
    ),
  ).toBeVisible();
  await expect(page.getByText("First prompt, Current")).toBeVisible();
  expect(await services.received()).toHaveLength(0);
  await onAllScreens(page);

  await page.getByRole("button", { name: "Start job" }).click();
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
  await expect(page.getByText(`${6 * PAIRS} of ${6 * PAIRS} items`)).toBeVisible();
  expect(await services.received()).toHaveLength(12 * PAIRS);
  await expect(page.getByText("Count against", { exact: true })).toBeVisible();
  await onAllScreens(page);

  await page.getByRole("region", { name: "List of items" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Response B", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Trace" })).toBeVisible();
  await onAllScreens(page);
  await page.goBack();

  await page.getByRole("link", { name: "View preferences" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Principles" })).toBeVisible();
  await expect(page.getByText("No campaign of people compares these runs")).toBeVisible();
  await expect(page.getByRole("table", { name: /^Position bias by judge/ })).toContainText(
    "heron-judge",
  );
  await onAllScreens(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /CSV/ }).first().click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^principles.*\.csv$/);

  await page
    .getByRole("navigation", { name: "Report sections" })
    .getByRole("link", { name: "Overall" })
    .click();
  await expect(page.getByRole("table", { name: /^Systems in Overall/ })).toBeVisible();
  await onAllScreens(page);

  await page.goto("/reports");
  await expect(page.getByRole("link", { name: "Principles" })).toBeVisible();
});
