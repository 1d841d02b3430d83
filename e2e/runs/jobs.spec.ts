import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { PLAIN } from "@/prisma/testing/plain-method";
import { expect, expectAccessible, openPlace, SCREENS, signIn, test } from "../support/journey";
import { choose } from "../support/services";
import { foldLine, unfold } from "../support/folds";

const RESEARCHER = "hugo@freshqa.example";
const RATER = "eli@freshqa.example";

let services: ModelServices;
test.beforeAll(async ({ server }) => {
  services = await startModelServices();
  await withOwnClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      "SELECT id FROM users WHERE email = 'femi@freshqa.example'",
    );
    const admin = rows[0]!.id;
    await client.query("INSERT INTO allowed_hosts (host, created_by) VALUES ($1, $2)", [
      new URL(services.origin).host,
      admin,
    ]);
    const connection = await client.query<{ id: number }>(
      "INSERT INTO connections (name, kind, service, base_url, concurrency, created_by) VALUES ('Job services', 'model', 'openai-chat', $1, 1, $2) RETURNING id",
      [`${services.origin}/v1`, admin],
    );
    for (const behavior of ["ok", "held", "request-refused"])
      await client.query(
        "INSERT INTO served_models (connection_id, model_id, label, api_name, created_by) SELECT $1, min(id), $2, $3, $4 FROM models",
        [connection.rows[0]!.id, `Job ${behavior}`, `job/${behavior}`, admin],
      );
    const method = await client.query<{ id: number }>(
      "INSERT INTO methods (name, created_by) VALUES ('Job method', $1) RETURNING id",
      [admin],
    );
    await client.query(
      "INSERT INTO method_versions (method_id, number, definition, created_by) VALUES ($1, 1, $2, $3)",
      [method.rows[0]!.id, JSON.stringify(PLAIN), admin],
    );
  });
});
test.afterAll(() => services.stop());

/** The form of a new job, filled in and dry-run. */
async function dryRun(page: Page, model: string, run: string, sample: number) {
  await page.goto("/jobs/new");
  await choose(page, "Method", "Job method, version 1");
  await choose(page, "Model", `${model} · Job services`);
  await page.getByRole("textbox", { name: "Run name" }).fill(run);
  await unfold(page);
  await page.getByLabel("Date in prompts").fill("2026-11-22");
  await page.getByRole("textbox", { name: "Random sample" }).fill(String(sample));
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByRole("heading", { name: "Dry run" })).toBeVisible();
}

const status = (page: Page, words: string) =>
  expect(
    page.getByRole("banner").or(page.getByRole("main")).getByText(words, { exact: true }).first(),
  ).toBeVisible();

test("a researcher dry-runs a job, which sends nothing, starts it, follows it to the end, and reads an item's trace", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/");
  await openPlace(page, "Automation");
  await expect(page.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
  await page.getByRole("link", { name: "New job" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New job" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByText("Choose a model.", { exact: true })).toBeVisible();

  await dryRun(page, "Job ok", "Job journey", 4);
  await expect(page.getByText("4 items to do")).toBeVisible();
  await expect(page.getByText("Calls: 4 · Search requests: 0")).toBeVisible();
  await expect(
    page.getByText("Estimated cost of 4 calls: unknown, because a price is missing for the model"),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "System message 1" })).toContainText(
    "Knowledge cutoff: November 22, 2026.",
  );
  expect(await services.received()).toHaveLength(0);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(SCREENS[0].viewport);

  await page.getByRole("button", { name: "Start job" }).click();
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
  await status(page, "Done");
  await expect(page.getByText("4 of 4 items")).toBeVisible();
  await expect(page.getByText("Answered: 4")).toBeVisible();
  expect(await services.received()).toHaveLength(4);
  await expectAccessible(page);

  await page.getByRole("region", { name: "List of items" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Trace" })).toBeVisible();
  await expect(page.getByText("Ada Lovelace.").first()).toBeVisible();
  await expectAccessible(page);

  await page.goto("/jobs");
  await expect(page.getByRole("row").filter({ hasText: "Job method" }).first()).toContainText(
    "4 of 4",
  );
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});

test("a job is paused, resumed, and canceled; Home names those that run", async ({ page }) => {
  await signIn(page, RESEARCHER);
  await dryRun(page, "Job held", "Slow journey", 3);
  await page.getByRole("button", { name: "Start job" }).click();
  await expect(page.getByText("1 in progress")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await status(page, "Paused");
  await services.letGo("job/held", 1);
  await expect(page.getByText("Everything so far is kept. Resume to continue.")).toBeVisible();
  // What was under way is kept.
  await expect(page.getByText("1 done")).toBeVisible();
  await expectAccessible(page);
  const job = page.url();

  await page.goto("/");
  await expect(page.getByRole("link", { name: "1 paused job" })).toBeVisible();
  await page.goto(job);
  // By the event stream alone: nothing that the page asks for itself gets through.
  await page.route(/\/api\/jobs\/\d+$/, (route) => route.abort());
  await page.getByRole("button", { name: "Resume" }).click();
  await services.letGo("job/held", 1);
  await expect(page.getByText("2 done")).toBeVisible();
  await page.getByRole("button", { name: "Cancel job…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel job" }).click();
  await status(page, "Canceled");
  // Let go before that, the last item could end the job first.
  await services.letGo("job/held");
  await expect(page.getByRole("button", { name: "Resume" })).toHaveCount(0);

  // What is missing is generated by another job, for the same run.
  await page.getByRole("link", { name: /Slow journey/ }).click();
  await page.getByRole("link", { name: "Generate missing responses" }).click();
  await expect(page.getByText(/^Generates the missing responses of/)).toBeVisible();
  await page.getByRole("textbox", { name: "Random sample" }).fill("12");
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByText(/^\d+ items? to do$/)).toBeVisible();
  // A folded field that the server refuses comes into sight.
  const date = page.getByLabel("Date in prompts");
  await unfold(page);
  await date.fill("2026-11-21");
  await foldLine(page).click();
  await expect(date).toBeHidden();
  await expect(foldLine(page)).toContainText("Date in prompts: 2026-11-21");
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByText("This run has 2026-11-22.")).toBeVisible();
  await expect(date).toBeVisible();
});

test("failed items say why, and are retried once their cause is gone", async ({ page, server }) => {
  await signIn(page, RESEARCHER);
  await dryRun(page, "Job request-refused", "Failing journey", 2);
  await page.getByRole("button", { name: "Start job" }).click();
  await status(page, "Done");
  await expect(page.getByText("0 done · 2 failed")).toBeVisible();
  await expect(page.getByText(/answered 400: Unsupported parameter\./).first()).toBeVisible();
  await expectAccessible(page);
  await withOwnClient(server.databaseUrl, (client) =>
    client.query(
      "UPDATE served_models SET api_name = 'job/ok' WHERE label = 'Job request-refused'",
    ),
  );
  await page.getByRole("button", { name: "Retry failed" }).click();
  await expect(page.getByText("2 done · 0 failed")).toBeVisible();
});

test("a rater sees no jobs", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Automation" })).toHaveCount(0);
  const answer = await page.goto("/jobs");
  expect(answer!.status()).toBe(403);
});
