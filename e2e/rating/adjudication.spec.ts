import { makeRating, type RatingSampleMade } from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import {
  expect,
  expectAccessible,
  onEveryScreen,
  openPlace,
  requestsUnderWay,
  signIn,
  test,
} from "../support/journey";
import type { Page } from "@playwright/test";
import { notEmpty } from "@/prisma/testing/not-empty";

const CAMPAIGN = "Disputed answers";
let made: RatingSampleMade;
let secrets: string[];

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      "SELECT id FROM users WHERE email IN ('bea@freshqa.example', 'eli@freshqa.example') ORDER BY email",
    );
    made = await makeRating(client, {
      name: CAMPAIGN,
      questions: 12,
      raters: rows.map((row) => row.id),
      agreement: 0,
      flagged: 0.2,
      lowConfidence: 0.2,
      seed: 4,
    });
    const models = await client.query<{ name: string; provider: string }>(
      "SELECT name, provider FROM models WHERE id = ANY($1)",
      [made.modelIds],
    );
    secrets = [...models.rows.flatMap((model) => [model.name, model.provider]), "Eli Tanaka"];
  });
});

test("an adjudicator settles by keyboard what raters differ in, blind; they discuss it; a maintainer supersedes", async ({
  page,
  browser,
  server,
}) => {
  // Three people and seven screens.
  await signIn(page, "gina@freshqa.example");
  await page.goto("/");
  await expect(page.getByText(/responses to adjudicate/)).toBeVisible();
  await page.goto(`/adjudication?campaign=${made.campaignId}`);
  await expect(page.getByRole("heading", { name: "Adjudication", level: 1 })).toBeVisible();
  await expect(page.getByText("12 responses to adjudicate")).toBeVisible();
  for (const secret of notEmpty(secrets)) expect(await page.content()).not.toContain(secret);
  await onEveryScreen(page);

  await page.getByRole("link", { name: "Start adjudicating" }).click();
  const raters = page.getByRole("region", { name: "Ratings" });
  await expect(raters.getByText("Rater A", { exact: true })).toBeVisible();
  await expect(raters.getByText("Rater B", { exact: true })).toBeVisible();
  await onEveryScreen(page);
  const question = await page.locator("#rated-question").textContent();

  // What was entered survives a reload, and nothing is settled without a reason.
  await page.keyboard.press("2");
  await page.keyboard.press("w");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Add a rationale.")).toBeVisible();
  await page.keyboard.type("The bridge has another name.");
  await page.reload();
  await expect(page.locator("#rated-question")).toHaveText(question!);
  await expect(page.getByRole("button", { name: "Wrong answer" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("b");
  await page.keyboard.type("Which source did you read?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Which source did you read?", { exact: true })).toBeVisible();
  await expect(page.getByRole("list").getByText("Adjudicator", { exact: true })).toBeVisible();
  for (const secret of notEmpty(secrets)) expect(await page.content()).not.toContain(secret);

  // A rater of it reads the verdicts by their letters, and answers.
  const bea = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(bea, "bea@freshqa.example");
  await bea.goto("/discussions");
  await onEveryScreen(bea);
  await bea
    .getByRole("row", { name: /1 comment/ })
    .getByRole("link")
    .click();
  await expect(bea.locator("#rated-question")).toHaveText(question!);
  await bea.getByLabel("Add a comment").fill("The page that the evidence quotes.");
  await bea.reload();
  await expect(bea.getByLabel("Add a comment"), "what was typed survives a reload").toHaveValue(
    "The page that the evidence quotes.",
  );
  await bea.getByRole("button", { name: "Send" }).click();
  await expect(bea.getByText("The page that the evidence quotes.")).toBeVisible();
  for (const secret of notEmpty(secrets)) expect(await bea.content()).not.toContain(secret);
  await onEveryScreen(bea);

  // Settled: the next one is there, and the desk counts.
  await page.locator("body").click({ position: { x: 640, y: 4 } });
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("#rated-question")).not.toHaveText(question!);
  await expect(page.getByRole("status", { name: "Progress" })).toContainText(
    "1 adjudicated, 11 left",
  );
  await page.keyboard.press("s");
  await expect(page.getByRole("status", { name: "Progress" })).toContainText("1 skipped");

  // The desk goes on at once; the verdict is saved a moment later.
  await expect(async () => {
    await bea.reload();
    await expect(bea.getByRole("region", { name: "Final verdict" })).toContainText(
      "The bridge has another name.",
      { timeout: 2_000 },
    );
  }).toPass({ timeout: 20_000 });
  await expect(bea.getByRole("link", { name: "correct your rating" })).toHaveCount(0);
  await bea.goto("/inbox");
  await expect(bea.getByText("A response you discussed has been adjudicated")).toBeVisible();

  const dana = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(dana, "dana@freshqa.example");
  await dana.goto("/adjudication/settled");
  await onEveryScreen(dana);
  await dana.getByRole("link", { name: question! }).click();
  await dana.getByRole("button", { name: "Replace verdict" }).click();
  await dana
    .getByRole("group", { name: "Relaxed credit" })
    .getByRole("button", { name: "Credit", exact: true })
    .click();
  await dana
    .getByRole("group", { name: "Strict credit" })
    .getByRole("button", { name: "Credit", exact: true })
    .click();
  await dana.getByRole("textbox", { name: /^Rationale/ }).fill("Both names are in use.");
  await onEveryScreen(dana);
  await dana.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(
    dana.getByRole("region", { name: "Final verdict" }).getByRole("listitem"),
  ).toHaveCount(2);
  await expect(
    dana.getByRole("region", { name: "Final verdict" }).getByRole("listitem").first(),
  ).toContainText("Both names are in use.");
});

/** Gives the case that is shown no credit, with a reason, and waits until it has left the screen. @returns its task */
async function settleCase(page: Page, reason: string): Promise<number> {
  const taskId = Number(await page.locator("[data-case]").getAttribute("data-case"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("2");
  await page.keyboard.press("w");
  await page.keyboard.press("t");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(reason);
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(`[data-case="${taskId}"]`)).toHaveCount(0);
  return taskId;
}

test("what is settled while the network is away waits on the device and is sent by itself, once; a faster colleague's verdict stands", async ({
  page,
  browser,
  server,
}) => {
  const settled = () =>
    rowsOf<{ reason: string; by: string }>(
      server.databaseUrl,
      "SELECT d.reason, u.name AS by FROM adjudications d JOIN users u ON u.id = d.adjudicator_id WHERE d.reason LIKE 'Offline%' ORDER BY d.id",
    );
  await signIn(page, "gina@freshqa.example");
  const underWay = requestsUnderWay(page, "/api/adjudication/");
  await page.goto(`/adjudication/desk?campaign=${made.campaignId}`);
  await expect(page.locator("[data-case]")).toBeVisible();
  // The next two are held ready, by this visit.
  const shown = Number(await page.locator("[data-case]").getAttribute("data-case"));
  await expect
    .poll(
      async () =>
        (
          await rowsOf(
            server.databaseUrl,
            "SELECT FROM adjudication_claims WHERE token = (SELECT token FROM adjudication_claims WHERE task_id = $1)",
            [shown],
          )
        ).length,
    )
    .toBe(3);
  await expect.poll(underWay).toBe(0);
  await page.context().setOffline(true);
  const first = await settleCase(page, "Offline, the first.");
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("1 unsaved, retrying");
  await expect(
    page.getByText("Your adjudications are kept on this device and will be sent"),
  ).toBeVisible();
  await settleCase(page, "Offline, the second.");
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("2 unsaved, retrying");
  await onEveryScreen(page);
  expect(await settled()).toEqual([]);

  const context = await browser.newContext({ baseURL: server.address });
  const dana = await context.newPage();
  await signIn(dana, "dana@freshqa.example");
  await dana.goto("/");
  const [account] = await rowsOf<{ id: number }>(
    server.databaseUrl,
    "SELECT id FROM users WHERE email = 'dana@freshqa.example'",
  );
  const verdict = { relaxed: true, strict: true, relaxedReason: null, strictReason: null };
  const answer = await dana.request.post("/api/adjudication/settle", {
    data: {
      adjudicatorId: account!.id,
      taskId: first,
      verdict,
      reason: "Offline? No, faster.",
      clientKey: crypto.randomUUID(),
    },
  });
  expect(answer.ok()).toBe(true);

  await page.context().setOffline(false);
  const refused = page.getByRole("alert").filter({ hasText: "1 item needs your attention" });
  await expect(refused).toContainText("Someone else adjudicated this response first.");
  await expect(refused).toContainText("“Offline, the first.”");
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("1 not saved");
  expect(await settled()).toMatchObject([
    { reason: "Offline? No, faster." },
    { reason: "Offline, the second." },
  ]);
  await onEveryScreen(page);
  await page.reload();
  await expect(refused).toBeVisible();
  await refused.getByRole("button", { name: "Discard…" }).click();
  await refused.getByRole("button", { name: "Discard entry" }).click();
  await expect(refused).toHaveCount(0);
  expect(await settled()).toHaveLength(2);
  await context.close();
});

test("a verdict that the server fails at lets those behind it pass, is shown, and is saved once it can be", async ({
  page,
  server,
}) => {
  const own = await withOwnClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      "SELECT id FROM users WHERE email IN ('bea@freshqa.example', 'eli@freshqa.example') ORDER BY email",
    );
    return makeRating(client, {
      name: "A case that fails",
      questions: 4,
      raters: rows.map((row) => row.id),
      agreement: 0,
      seed: 5,
    });
  });
  const reasons = async () =>
    (
      await rowsOf<{ reason: string }>(
        server.databaseUrl,
        "SELECT d.reason FROM adjudications d JOIN rating_tasks t ON t.id = d.task_id WHERE t.campaign_id = $1 ORDER BY d.reason",
        [own.campaignId],
      )
    ).map((row) => row.reason);
  await signIn(page, "gina@freshqa.example");
  await page.goto(`/adjudication/desk?campaign=${own.campaignId}`);
  await expect(page.locator("[data-case]")).toBeVisible();
  const failing = await page.locator("[data-case]").getAttribute("data-case");
  await withOwnClient(server.databaseUrl, (client) =>
    client.query(`
    CREATE FUNCTION fail_at_case() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this one fails'; END $$;
    CREATE TRIGGER fail_at_case BEFORE INSERT ON adjudications FOR EACH ROW WHEN (NEW.task_id = ${failing}) EXECUTE FUNCTION fail_at_case();`),
  );
  await settleCase(page, "Fails at first.");
  await settleCase(page, "Passes it.");
  const attention = page.getByRole("alert").filter({ hasText: "1 item needs your attention" });
  await expect(attention).toBeVisible();
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("1 not saved");
  expect(await reasons()).toEqual(["Passes it."]);
  await expectAccessible(page);

  await withOwnClient(server.databaseUrl, (client) =>
    client.query("DROP TRIGGER fail_at_case ON adjudications; DROP FUNCTION fail_at_case()"),
  );
  await attention.getByRole("button", { name: "Retry" }).click();
  await expect(attention).toHaveCount(0);
  await expect.poll(reasons).toEqual(["Fails at first.", "Passes it."]);
});

test("an adjudicator goes back with u and corrects a verdict; the list of keys opens and closes with ?", async ({
  page,
  server,
}) => {
  await signIn(page, "gina@freshqa.example");
  await page.goto(`/adjudication/desk?campaign=${made.campaignId}`);
  await expect(page.locator("[data-case]")).toBeVisible();
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(keys).toBeVisible();
  await page.keyboard.press("2");
  await expect(
    keys.getByText("Shortcuts are off while this list is open.", { exact: false }),
  ).toBeVisible();
  await onEveryScreen(page);
  await page.keyboard.press("?");
  await expect(keys).toHaveCount(0);

  const taskId = Number(await page.locator("[data-case]").getAttribute("data-case"));
  await page.keyboard.press("ArrowUp");
  for (const key of ["2", "w", "Control+Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("textbox", { name: /^Rationale/ })).toBeFocused();
  await page.keyboard.type("A slip of the finger.");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(`[data-case="${taskId}"]`)).toHaveCount(0);
  // What is not yet saved is taken back as if it had never been.
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("Saved");
  await page.keyboard.press("u");
  await expect(page.locator(`[data-case="${taskId}"]`)).toBeVisible();
  await expect(page.getByText("You adjudicated this response.", { exact: false })).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Rationale/ })).toHaveValue(
    "A slip of the finger.",
  );
  await onEveryScreen(page);
  await page.keyboard.press("ArrowUp");
  for (const key of ["1", "1", "t", "Control+a"]) await page.keyboard.press(key);
  await page.keyboard.type("Both names are in use.");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator(`[data-case="${taskId}"]`)).toHaveCount(0);
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("Saved");
  await expect
    .poll(() =>
      rowsOf(
        server.databaseUrl,
        "SELECT relaxed, reason, supersedes_id IS NOT NULL AS corrects FROM adjudications WHERE task_id = $1 ORDER BY id",
        [taskId],
      ),
    )
    .toEqual([
      { relaxed: false, reason: "A slip of the finger.", corrects: false },
      { relaxed: true, reason: "Both names are in use.", corrects: true },
    ]);
});

test("a maintainer resolves a rater's flag with no change, and as corrected only once the question is revised", async ({
  page,
  server,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/");
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Answer refresh/ }),
  ).toHaveAccessibleName(/\d+ open$/);
  await openPlace(page, "Answer refresh", "Flagged answers");
  await expect(page.getByRole("heading", { name: "Flagged answers", level: 1 })).toBeVisible();
  for (const secret of notEmpty(secrets)) expect(await page.content()).not.toContain(secret);
  await onEveryScreen(page);
  const flag = page.locator("li[data-question]").first();
  const id = await flag.getAttribute("data-question");
  await expect(flag.getByRole("button", { name: "Resolve as corrected" })).toBeDisabled();
  await flag.getByRole("button", { name: "Resolve, no change" }).click();
  await expect(flag.getByText("Enter a short explanation; raters will see it.")).toBeVisible();
  await flag.getByLabel(/Message to rater/).fill("The source says the same today.");
  await flag.getByRole("button", { name: "Resolve, no change" }).click();
  await expect(page.locator(`li[data-question="${id}"]`)).toHaveCount(0);
  await page.goto("/flags?show=resolved");
  await expect(page.getByText("The source says the same today.")).toBeVisible();
  await onEveryScreen(page);

  const rows = await rowsOf<{ count: number }>(
    server.databaseUrl,
    "SELECT count(*)::int AS count FROM notices WHERE kind = 'ticket-settled'",
  );
  expect(rows[0]!.count).toBeGreaterThan(0);
});

test("judgments are downloaded by those who may, in both formats", async ({ page }) => {
  await signIn(page, "hugo@freshqa.example");
  const csv = await (
    await page.request.get(`/api/judgments/export?campaign=${made.campaignId}`)
  ).text();
  expect(csv.trimEnd().split("\r\n").length).toBeGreaterThan(made.judgments);
  const answer = await page.request.get(`/api/judgments/export?run=${made.runIds[0]}&format=jsonl`);
  expect(answer.headers()["content-disposition"]).toMatch(
    /^attachment; filename="judgments-disputed-answers-model-1-run-1-[\d-]+\.jsonl"$/,
  );
  const lines = (await answer.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { rater: string });
  expect(lines).toHaveLength(made.judgments);
  expect(new Set(lines.map((line) => line.rater))).toEqual(new Set(["Rater 1", "Rater 2"]));
  await page.goto(`/runs/${made.runIds[0]}`);
  await page.getByRole("button", { name: /^Export ratings/ }).click();
  const responses = page.getByRole("menuitem", { name: "CSV", exact: true }).last();
  await expect(responses).toBeVisible();
  await expect(page.getByRole("menuitem")).toHaveCount(11);
  await expect(
    page.getByText("One row per response, rated or not", { exact: false }),
  ).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent("download"), responses.click()]);
  expect(file.suggestedFilename()).toMatch(
    /^responses-disputed-answers-model-1-run-1-[\d-]+\.csv$/,
  );
  await signIn(page, "eli@freshqa.example");
  await page.goto("/");
  expect(
    (await page.request.get(`/api/judgments/export?campaign=${made.campaignId}`)).status(),
  ).toBe(403);
  for (const address of ["/adjudication", `/adjudication/desk`, "/flags"])
    expect((await page.request.get(address)).status()).toBe(403);
});
