import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, expectFits, openPlace, signIn, test } from "../support/journey";
import { foldLine, unfold } from "../support/folds";

const MAINTAINER = "carlos@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";
const RATER = "eli@freshqa.example";
const NAME = "FreshEval, heron-judge";
/** Of the sample data: it has responses to some of its release's questions. */
const RUN = "/runs/2";

// The first one adds the evaluator and its version 2, which the others freeze, meet by name and open.
test.describe.configure({ mode: "serial" });

/** A model that a connection serves; nothing answers at its address. */
test.beforeAll(({ server }) =>
  withOwnClient(server.databaseUrl, async (client) => {
    await client.query(`
      WITH admin AS (SELECT min(id) AS id FROM users), made AS (
        INSERT INTO connections (name, kind, service, base_url, created_by) SELECT 'Local judges', 'model', 'openai-chat', 'http://127.0.0.1:9/v1', id FROM admin RETURNING id)
      INSERT INTO served_models (connection_id, label, api_name, created_by) SELECT made.id, label, label, admin.id FROM made, admin, (VALUES ('heron-judge'), ('crane-judge')) AS models (label)`);
  }),
);

test("a researcher adds FreshEval with a model, corrects its examples, edits it while unused, and adds a version", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/");
  await openPlace(page, "Automation", "Evaluators");
  await expect(page.getByRole("heading", { level: 1, name: "Evaluators" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add evaluator" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add evaluator" })).toBeVisible();

  await page.getByRole("button", { name: "Add evaluator" }).click();
  await expect(page.getByText("Enter an evaluator name.", { exact: true })).toBeVisible();
  await expect(page.getByText("Choose a model.", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(NAME);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: "heron-judge (Local judges)" }).click();

  // What contradicts itself is unfolded and named.
  const third = page.getByRole("button", { name: /^3\. How much longer/ });
  await third.click();
  await page.getByLabel("Credit in Strict").check();
  await third.click();
  await page.getByRole("button", { name: "Add evaluator" }).click();
  await expect(page.getByText("The comment contradicts the verdict.")).toBeVisible();
  await expect(page.getByText("Credit in Strict requires credit in Relaxed.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Credit in Strict").uncheck();
  await page.getByLabel("Correct answers").fill("She was released in 2022\nShe is free");
  await page.getByRole("button", { name: "Add evaluator" }).click();

  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText("She was released in 2022 | She is free").first()).toBeVisible();
  const prompt = page.getByRole("region", { name: "Prompt, Relaxed" });
  await expect(prompt).toContainText("Knowledge cutoff: {date}.");
  await expect(prompt).toContainText("under relaxed evaluation");
  await expect(prompt).toContainText("correct answer(s): She was released in 2022 | She is free");
  await expect(prompt).toContainText("response: {response}");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Strict", exact: true }).click();
  await expect(page.getByRole("region", { name: "Prompt, Strict" })).toContainText(
    "under strict evaluation",
  );

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await unfold(page);
  await page.getByRole("textbox", { name: "Max tokens" }).fill("512");
  await page.getByRole("button", { name: "Save evaluator" }).click();
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText("512", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "New version" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: `New version of ${NAME}` }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add version" }).click();
  await expect(page.getByText("already has this configuration")).toBeVisible();
  await page.getByRole("textbox", { name: "Relaxed", exact: true }).fill("Judge the response.");
  await expect(foldLine(page)).toContainText("Max tokens: 512");
  await unfold(page);
  await page.getByRole("textbox", { name: "Temperature" }).fill("0.5");
  await page.getByRole("button", { name: "Add version" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${NAME}, version 2` })).toBeVisible();
  const changes = page.getByRole("region", { name: "Changes from version 1" });
  await expect(changes.getByText("Temperature: 0 → 0.5")).toBeVisible();
  await expect(changes.getByText("Instruction, Relaxed")).toBeVisible();
  await expect(changes.getByText("Instruction, Strict")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Versions" }).first()).toContainText(
    "instructions, temperature",
  );
  await expectAccessible(page);

  await page.goto("/evaluators");
  const rows = page.getByRole("row").filter({ hasText: NAME });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("heron-judge (Local judges)");
  await expect(rows.first()).toContainText("Not measured");
});

test("an evaluator that a job has used is not edited any more, by its address either", async ({
  page,
  server,
}) => {
  const id = (
    await rowsOf<{ id: number }>(
      server.databaseUrl,
      "UPDATE evaluators SET frozen_at = now() WHERE name = $1 RETURNING id",
      [NAME],
    )
  )[0]!.id;
  await signIn(page, RESEARCHER);
  await page.goto(`/evaluators/${id}`);
  await expect(page.getByRole("link", { name: "New version" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Measure repeatability" }).click();
  await expect(page).toHaveURL(/\/jobs\/new\?/);
  await expect(page.getByRole("combobox", { name: /evaluator/i })).toHaveValue(new RegExp(NAME));
  await page.goto(`/evaluators/${id}/edit`);
  await expect(page.getByText("A job has used it")).toBeVisible();
});

test("a maintainer brings the files of FreshEval's notebooks: the mode is asked where the name does not say it, and Strict without Relaxed is counted", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  const bring = async (name: string, ...records: string[]) => {
    await page.goto(RUN);
    await page.getByLabel("File to import").setInputFiles({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from([",rating,explanation", ...records, ""].join("\n")),
    });
    await expect(page).toHaveURL(/\/imports\/\d+$/);
  };
  await bring(
    "fresheval.csv",
    '0,FALSE,"The response says ""no"".\n\nevaluation: incorrect"',
    "1,TRUE,Right.",
    "100,TRUE,No such question.",
  );
  await expect(page.getByRole("heading", { name: "Map columns" })).toBeVisible();
  await expect(page.getByText("Choose the rating mode of the verdicts")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Relaxed" }).check();
  const evaluator = page.getByRole("textbox", { name: "Automatic evaluator" });
  await expect(evaluator).toHaveValue("FreshEval");
  await evaluator.fill(NAME);
  await page.getByRole("button", { name: "Match rows" }).click();
  await expect(
    page.getByText(`“${NAME}” already judges responses in this installation.`),
  ).toBeVisible();
  await evaluator.fill("FreshEval, notebook");
  await page.getByRole("button", { name: "Match rows" }).click();
  await expect(
    page.getByText(/^2 automatic verdicts will be imported for 2 of the run’s/),
  ).toBeVisible();
  await expect(page.getByRole("cell", { name: "ID 100", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 2 verdicts" }).click();
  await expect(page.getByText("2 automatic verdicts imported")).toBeVisible();

  await bring("fresheval_strict.csv", "0,TRUE,Odd.", "1,TRUE,Right.", "2,,");
  await expect(page.getByRole("heading", { name: "Matching results" })).toBeVisible();
  await expect(page.getByText("without a verdict")).toBeVisible();
  await page.getByRole("textbox", { name: "Automatic evaluator" }).fill("FreshEval, notebook");
  await page.getByRole("button", { name: "Match rows" }).click();
  await page.getByRole("button", { name: "Import 2 verdicts" }).click();
  await expect(page.getByText("2 automatic verdicts imported")).toBeVisible();

  await page.goto(RUN);
  const verdicts = page.getByRole("link", {
    name: "2 responses, 1 inconsistent (Strict without Relaxed)",
  });
  await expect(verdicts).toBeVisible();
  await verdicts.click();
  await expect(page.getByRole("heading", { level: 1, name: "FreshEval, notebook" })).toBeVisible();
  await expect(page.getByText("Imported files")).toBeVisible();
  await expect(page.getByText(/^1 response got credit in Strict but not in Relaxed/)).toBeVisible();
  await expectAccessible(page);

  // The same file once more adds nothing.
  await bring("fresheval_strict.csv", "0,TRUE,Odd.", "1,TRUE,Right.");
  await page.getByRole("textbox", { name: "Automatic evaluator" }).fill("FreshEval, notebook");
  await page.getByRole("button", { name: "Match rows" }).click();
  await expect(page.getByText("with a verdict that is imported already")).toBeVisible();
  await expect(page.getByText("Nothing will be added.")).toBeVisible();
});

test("raters see nothing of evaluators", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Automation" })).toHaveCount(0);
  for (const path of ["/evaluators", "/evaluators/1", "/evaluators/new", "/evaluators/1/edit"])
    expect((await page.goto(path))!.status(), path).toBe(403);
});

test("on a phone no page of evaluators scrolls sideways", async ({ page, server }) => {
  const id = (
    await rowsOf<{ id: number }>(server.databaseUrl, "SELECT id FROM evaluators WHERE name = $1", [
      `${NAME}, version 2`,
    ])
  )[0]!.id;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, RESEARCHER);
  for (const path of [
    "/evaluators",
    "/evaluators/new",
    `/evaluators/${id}`,
    `/evaluators/${id}/edit`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  }
});
