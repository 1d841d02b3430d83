import { chooseInReport } from "../support/reports";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { makeRating, type RatingSampleMade } from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

/*
 * Three raters have answered and compared the responses of three systems: the fluency of system s is its number in the
 * order of the runs, and in each pair the system with the greater number wins, but where its rater dissents.
 */

let answers: number;
let ranking: number;
test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    const made = await makeRating(client, {
      name: "Protocols journey",
      questions: 12,
      models: 3,
      raters: 3,
      ratingsPerResponse: 3,
    });
    answers = await addCampaign(client, made, "webglm-answers");
    ranking = await addCampaign(client, made, "webglm-turing");
  });
});

async function addCampaign(
  client: pg.Client,
  made: RatingSampleMade,
  key: "webglm-answers" | "webglm-turing",
): Promise<number> {
  const { name, definition } = PROTOCOL_PRESETS.find((preset) => preset.key === key)!;
  const { rows } = await client.query<{ id: number }>(
    `WITH protocol AS (INSERT INTO protocols (name, created_by) VALUES ($1, $2) RETURNING id),
      version AS (INSERT INTO protocol_versions (protocol_id, number, definition, created_by) SELECT id, 1, $3::jsonb, $2 FROM protocol RETURNING id)
    INSERT INTO campaigns (name, protocol_version_id, status, seed, sample, client_key, created_by, opened_at)
    SELECT $1, id, 'open', 1, '{"kind": "all"}', gen_random_uuid(), $2, now() FROM version RETURNING id`,
    [`Journey, ${name}`, made.maintainerId, JSON.stringify(definition)],
  );
  const campaignId = rows[0]!.id;
  await client.query(
    "INSERT INTO campaign_runs (campaign_id, run_id) SELECT $1, unnest($2::int[])",
    [campaignId, made.runIds],
  );
  const responses = `SELECT p.id, p.question_id, p.revision_id, p.run_id, array_position($2::int[], p.run_id) AS system FROM responses p WHERE p.run_id = ANY($2::int[])`;
  await client.query(
    key === "webglm-answers"
      ? `INSERT INTO rating_tasks (campaign_id, unit_key, response_id, run_ids, revision_id, wanted)
         SELECT $1, r.id::text, r.id, ARRAY[r.run_id], r.revision_id, 3 FROM (${responses}) r`
      : `WITH tasks AS (
           INSERT INTO rating_tasks (campaign_id, unit_key, run_ids, revision_id, wanted)
           SELECT $1, string_agg(r.id::text, '-' ORDER BY r.system), $2::int[], r.revision_id, 3 FROM (${responses}) r GROUP BY r.question_id, r.revision_id RETURNING id, unit_key)
         INSERT INTO task_responses (task_id, place, response_id)
         SELECT t.id, part.place, part.id::int FROM tasks t CROSS JOIN unnest(string_to_array(t.unit_key, '-')) WITH ORDINALITY AS part (id, place)`,
    [campaignId, made.runIds],
  );
  await client.query(
    `WITH judged AS (
       INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, active_ms, client_key, shown_order)
       SELECT t.id, t.campaign_id, t.response_id, r.id, t.revision_id, 1000, gen_random_uuid(), CASE WHEN t.response_id IS NULL THEN '{3,1,2}'::smallint[] ELSE '{}' END
       FROM rating_tasks t CROSS JOIN unnest($2::int[]) AS r (id) WHERE t.campaign_id = $1 RETURNING id, task_id, rater_id)
     INSERT INTO judgment_answers (judgment_id, question_key, value, ranks, cannot_tell)
     SELECT j.id, q.question->>'key',
       CASE WHEN t.response_id IS NULL OR q.question->>'key' = 'truthfulness' THEN NULL
         WHEN q.question->>'key' = 'fluency' THEN array_position($3::int[], t.run_ids[1])
         ELSE (t.id + j.rater_id) % 2 END,
       CASE WHEN t.response_id IS NULL THEN CASE WHEN t.id % 4 = 0 AND j.rater_id = $4 THEN '{1,2,3}'::smallint[] ELSE '{3,2,1}' END ELSE '{}' END,
       q.question->>'key' = 'truthfulness'
     FROM judged j JOIN rating_tasks t ON t.id = j.task_id JOIN campaigns c ON c.id = t.campaign_id JOIN protocol_versions v ON v.id = c.protocol_version_id
       CROSS JOIN jsonb_array_elements(v.definition->'questions') AS q (question)`,
    [campaignId, made.raterIds, made.runIds, made.raterIds[0]],
  );
  return campaignId;
}

async function openSection(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Report sections" })
    .getByRole("link", { name, exact: true })
    .click();
  await expect(
    page
      .getByRole("navigation", { name: "Report sections" })
      .getByRole("link", { name, exact: true }),
  ).toHaveAttribute("aria-current", "page");
}

async function expectAccessibleOnScreens(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await expectAccessible(page);
    await expectFits(page);
  }
  await page.setViewportSize(SCREENS[0].viewport);
}

test("a researcher reads campaigns under protocols by level of measurement, beside published means", async ({
  page,
}) => {
  await signIn(page, "hugo@freshqa.example");
  await page.goto("/reports");
  await page.getByRole("main").getByRole("link", { name: "Protocols", exact: true }).click();
  await chooseInReport(page, { label: "Campaigns", name: "campaign" }, [
    "Journey, WebGLM: answers",
  ]);
  await page
    .getByRole("textbox", { name: "Published means" })
    .fill("System, Fluency, Truthfulness\nRouge-1, 2.826, 2.919");
  await page.getByRole("button", { name: "Show numbers" }).click();

  const means = page.getByRole("table", { name: /^Means and shares by system/ });
  const row = (name: string) => means.getByRole("row", { name: new RegExp(name) });
  for (const system of [1, 2, 3])
    await expect(row(`model ${system}`).getByRole("cell").first()).toHaveText(
      new RegExp(`^${system}\\.00.*n 36$`),
    );
  await expect(row("Rouge-1 \\(published\\)").getByRole("cell").first()).toHaveText("2.83");
  await expect(page.getByRole("alert").first()).toContainText(
    "Truthfulness of “Rouge-1” is 2.919, but its levels go from 0 to 1.",
  );
  // "Cannot tell" is an answer of its own: no mean is made of it.
  await expect(row("model 1").getByText("undefined")).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download Means and shares .* as LaTeX$/ }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("\\begin{tabular}");
  await expectAccessibleOnScreens(page);

  await openSection(page, "Levels");
  await expect(page.getByRole("figure", { name: "Fluency: answers by level" })).toBeVisible();
  await expectAccessibleOnScreens(page);
  await openSection(page, "Agreement");
  const agreement = page.getByRole("table", { name: /^Agreement by question:/ });
  await expect(agreement.getByText("Gwet’s AC2, quadratic")).toHaveCount(3);
  const bySystem = page.getByRole("table", { name: /^Agreement by question and system/ });
  await expect(bySystem.getByRole("columnheader", { name: /model/ })).toHaveCount(3);
  await expectAccessibleOnScreens(page);

  // Two systems on the questions of both: in each of the twelve the greater system is more fluent.
  await openSection(page, "Compare");
  const compared = page.getByRole("table", { name: /^Runs compared/ });
  await expect(compared.getByRole("row", { name: /^Fluency/ }).first()).toContainText("−1.00");
  await page
    .getByRole("navigation", { name: "Question" })
    .getByRole("link", { name: "Fluency", exact: true })
    .click();
  await expect(
    page.getByRole("heading", { name: "12 questions with different answers: Fluency" }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: /^Response of .*model 1/ }).first()).toContainText(
    "As far as I know",
  );
  await expectAccessibleOnScreens(page);

  // The same filters as other reports have; what they leave out is counted.
  await page.getByText("Report options").click();
  await page.getByRole("combobox", { name: "Runs" }).click();
  await page.getByRole("option", { name: /^Protocols journey model 2/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show numbers" }).click();
  await expect(page.getByText(/Left out: 72 ratings outside of these questions/)).toBeVisible();
  await expect(means.getByRole("rowheader", { name: /model/ })).toHaveCount(1);

  await page.setViewportSize(SCREENS[0].viewport);
  await page.goto(`/reports/protocols?campaign=${ranking}`);
  await openSection(page, "Ranking");
  const systems = page.getByRole("table", { name: /^Systems in Ranking/ });
  await expect(systems.getByRole("rowheader").first()).toContainText("model 3");
  await expect(page.getByRole("table", { name: /^Agreement of rankings/ })).toContainText(
    "Kendall’s W",
  );
  // Each ranking was shown in the same order: the system that is best was first.
  const positions = page.getByRole("table", { name: /^Position bias in Ranking/ });
  await expect(positions.getByRole("row").nth(2).getByRole("cell").first()).toHaveText(/^9\d\.\d%/);
  await expectAccessibleOnScreens(page);
  await page.getByRole("button", { name: "Create permalink" }).click();
  await expect(page.getByText("Permalink: these numbers will never change")).toBeVisible();

  // What has no numbers together is refused with the reason.
  await page.goto(`/reports/protocols?campaign=${answers},${ranking}`);
  await expect(
    page.getByRole("alert").filter({ hasText: "Choose campaigns of one protocol." }),
  ).toBeVisible();
});
