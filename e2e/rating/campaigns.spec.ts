import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { keepDay } from "@/prisma/testing/noon";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RATER = "eli@freshqa.example";

// The second one runs and closes the campaign of the first; the fifth settles anew what the fourth made gold.
test.describe.configure({ mode: "serial" });

/** Fills the form of a new campaign: twenty questions of one run, ten of them rated by both raters. */
async function fillTwenty(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Runs" }).click();
  await page.getByRole("option", { name: /Heron 2 Large/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: /Random sample/ }).check();
  await page.getByLabel("Questions", { exact: true }).fill("20");
  await page.getByLabel("Bea Okafor", { exact: true }).check();
  await page.getByLabel("Eli Tanaka", { exact: true }).check();
  await page.getByLabel("Overlap (responses with multiple ratings)").fill("10");
}

test("a maintainer plans a campaign, sees what it comes to, keeps it over a reload, and opens it", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/");
  await page.getByRole("link", { name: "Campaigns", exact: true }).click();
  await page.getByRole("link", { name: "New campaign" }).click();
  await fillTwenty(page, "Twenty at random");
  const comesTo = page.getByRole("region", { name: "Estimated workload" });
  await expect(comesTo.getByText("20 responses, 30 ratings")).toBeVisible();
  await expect(comesTo.getByRole("row", { name: "Eli Tanaka 15" })).toBeVisible();
  // n = 20 at 50%: Wilson's 29.9 to 70.1.
  await expect(comesTo.getByText("± 20.1 pp at 50% (n = 20)")).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Twenty at random");
  await expect(comesTo.getByText("20 responses, 30 ratings")).toBeVisible();

  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: "Bea Okafor must not rate Heron 2 Large" }).check();
  await expect(comesTo.getByText("10 ratings can't be assigned")).toBeVisible();
  await page.getByRole("checkbox", { name: "Bea Okafor must not rate Heron 2 Large" }).uncheck();
  await expect(comesTo.getByText("10 ratings can't be assigned")).toBeHidden();
  await page.getByRole("button", { name: "Open campaign" }).click();
  await expect(page.getByText("0 of 30", { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole("row", { name: /Eli Tanaka/ })
      .getByText("0 of 15")
      .first(),
  ).toBeVisible();
});

test("raters leave and join midway, are reminded once a day, and the campaign is paused, resumed and closed", async ({
  page,
  server,
}) => {
  await withOwnClient(server.databaseUrl, keepDay);
  await signIn(page, MAINTAINER);
  await page.goto("/campaigns");
  await page.getByRole("link", { name: "Twenty at random" }).click();
  // The table of raters fits a laptop and, each a card, a phone.
  for (const { viewport } of SCREENS) {
    await page.setViewportSize(viewport);
    const over = () =>
      page
        .getByRole("region", { name: "Rater progress, as a table" })
        .evaluate((region) => region.scrollWidth - region.clientWidth);
    await expect.poll(over).toBeLessThanOrEqual(1);
    const actions = page.getByRole("button", { name: "Actions for Eli Tanaka" });
    await actions.scrollIntoViewIfNeeded();
    await expect(actions).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Actions for Eli Tanaka" }).click();
  await page.getByRole("menuitem", { name: "Send reminder" }).click();
  const remind = page.getByRole("dialog", { name: "Remind Eli Tanaka" });
  await remind.getByLabel("Message (optional)").fill("By Friday, please.");
  await remind.getByRole("button", { name: "Send reminder" }).click();
  await expect(page.getByText("Reminder sent to Eli Tanaka")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Eli Tanaka" }).click();
  await expect(page.getByRole("menuitem", { name: "Reminded today" })).toBeDisabled();

  await page.getByRole("menuitem", { name: "Remove from campaign…" }).click();
  await page
    .getByRole("dialog", { name: "Remove Eli Tanaka?" })
    .getByRole("button", { name: "Remove", exact: true })
    .click();
  await expect(page.getByText("10 ratings unassigned", { exact: true })).toBeVisible();
  await expect(
    page
      .getByRole("row", { name: /Bea Okafor/ })
      .getByText("0 of 20")
      .first(),
  ).toBeVisible();
  await page.getByRole("combobox", { name: "Add rater" }).click();
  await page.getByRole("option", { name: "Eli Tanaka" }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("10 ratings unassigned", { exact: true })).toBeHidden();
  await expect(
    page
      .getByRole("row", { name: /Eli Tanaka/ })
      .getByText("0 of 15")
      .first(),
  ).toBeVisible();

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const close = page.getByRole("dialog", { name: "Close this campaign?" });
  await expect(close.getByText("30 ratings missing")).toBeVisible();
  await expect(
    close.getByText("You can't reopen a closed campaign", { exact: false }),
  ).toBeVisible();
  await close.getByRole("button", { name: "Close campaign" }).click();
  await expect(page.getByText("Closed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
});

test("a plan that someone else changed behind its preview is not opened unseen", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/campaigns/new");
  await fillTwenty(page, "Seen first");
  const comesTo = page.getByRole("region", { name: "Estimated workload" });
  await expect(comesTo.getByText("20 responses, 30 ratings")).toBeVisible();

  // Another maintainer states a conflict; the form of the first one still shows the plan without it.
  const dana = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(dana, "dana@freshqa.example");
  await dana.goto("/campaigns/new");
  await fillTwenty(dana, "Dana's own");
  const conflict = dana.getByRole("checkbox", { name: "Bea Okafor must not rate Heron 2 Large" });
  await conflict.check();
  await expect(
    dana
      .getByRole("region", { name: "Estimated workload" })
      .getByText("10 ratings can't be assigned"),
  ).toBeVisible();
  await expect(comesTo.getByText("10 ratings can't be assigned")).toBeHidden();

  const open = page.getByRole("button", { name: "Open campaign" });
  await open.click();
  await expect(
    page.getByRole("alert").filter({ hasText: "The plan has changed since its preview" }),
  ).toContainText("The campaign was not opened. Check the new preview, then open it again.");
  // The new preview comes by itself, and what was refused is kept as a draft.
  await expect(comesTo.getByText("10 ratings can't be assigned")).toBeVisible();
  await dana.goto("/campaigns");
  await expect(
    dana.getByRole("row", { name: /Seen first/ }).getByText("Draft", { exact: true }),
  ).toBeVisible();

  await open.click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  await expect(page.getByText("10 ratings unassigned", { exact: true })).toBeVisible();
  await dana.goto("/campaigns");
  await expect(dana.getByRole("row", { name: /Seen first/ })).toHaveCount(1);
  // The journeys behind this one begin without it and its conflict. Dana's plan was kept on her device.
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Close this campaign?" })
    .getByRole("button", { name: "Close campaign" })
    .click();
  await expect(page.getByText("Closed", { exact: true })).toBeVisible();
  await dana.goto("/campaigns/new");
  await conflict.uncheck();
  await expect(
    dana
      .getByRole("region", { name: "Estimated workload" })
      .getByText("10 ratings can't be assigned"),
  ).toBeHidden();
});

test("a maintainer settles a response as gold", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await page.goto("/campaigns/gold");
  // The gold of the sample's study is of another model.
  const gold = page.getByRole("row", { name: /Heron 2 Large/ });
  await expect(page.getByRole("row", { name: /Plover Mini/ }).first()).toBeVisible();
  await expect(gold).toHaveCount(0);
  await page.getByRole("combobox", { name: "Run", exact: true }).click();
  await page.getByRole("option", { name: /Heron 2 Large/ }).click();
  await expect(page).toHaveURL(/run=\d+/);
  await page.getByRole("region", { name: "Responses" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Mark as gold" }).click();
  await expect(page.getByText("Choose credit or no credit for Relaxed.")).toBeVisible();
  await page
    .getByRole("radiogroup", { name: /^Relaxed/ })
    .getByLabel("Credit", { exact: true })
    .check();
  await page
    .getByRole("radiogroup", { name: /^Strict/ })
    .getByLabel("No credit")
    .check();
  await page.getByRole("combobox", { name: "Reason for no Strict credit" }).click();
  await page.getByRole("option", { name: "Outdated" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark as gold" }).click();
  await expect(page.getByText("Marked as gold")).toBeVisible();
  await page.goto("/campaigns/gold");
  await expect(gold.getByText("Strict ✗")).toBeVisible();
});

test("where answers changed since the release, the maintainer says by which of them a response is settled", async ({
  page,
  server,
}) => {
  /** The question of the response that became gold last gets another first answer, or that of the release again. */
  const answer = async (text: string | null) =>
    (
      await rowsOf<{ id: number }>(
        server.databaseUrl,
        `
      WITH gold AS (SELECT p.id, p.question_id, released.cells FROM gold_verdicts g JOIN responses p ON p.id = g.response_id JOIN revisions released ON released.id = p.revision_id ORDER BY g.id DESC LIMIT 1),
      newer AS (
        INSERT INTO revisions SELECT (jsonb_populate_record(r, jsonb_build_object('id', nextval('revisions_id_seq'), 'number', r.number + 1, 'reason', 'edit',
          'cells', to_jsonb(r.cells[1:8] || coalesce($1::text, gold.cells[9]) || r.cells[10:19])))).*
        FROM gold JOIN question_heads h ON h.question_id = gold.question_id JOIN revisions r ON r.id = h.revision_id RETURNING id, number, question_id),
      head AS (UPDATE question_heads h SET revision_id = newer.id, number = newer.number FROM newer WHERE h.question_id = newer.question_id)
      SELECT id FROM gold`,
        [text],
      )
    )[0]!.id;
  const responseId = await answer("Quite another answer");
  await signIn(page, MAINTAINER);
  await page.goto(`/campaigns/gold/${responseId}`);
  const by = page.getByRole("radiogroup", { name: "Answer version" });
  await expect(by.getByLabel(/^Release/)).toBeChecked();
  await expect(page.getByText("Quite another answer")).toHaveCount(0);
  await expect(
    page.getByRole("radiogroup", { name: /^Relaxed/ }).getByLabel("Credit", { exact: true }),
  ).toBeChecked();
  await by.getByLabel("Current version").check();
  await expect(page.getByText("Quite another answer")).toBeVisible();
  await expect(page.getByText("This was set for other answers.", { exact: false })).toBeVisible();
  await expect(
    page.getByRole("radiogroup", { name: /^Relaxed/ }).getByLabel("Credit", { exact: true }),
  ).not.toBeChecked();
  await expectAccessible(page);
  await page
    .getByRole("radiogroup", { name: /^Relaxed/ })
    .getByLabel("No credit")
    .check();
  await page.getByRole("combobox", { name: "Reason for no Relaxed credit" }).click();
  await page.getByRole("option", { name: "Wrong answer" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Marked as gold")).toBeVisible();
  await page.goto(`/campaigns/gold/${responseId}`);
  await expect(by.getByLabel("Current version")).toBeChecked();
  await expect(
    page.getByRole("radiogroup", { name: /^Relaxed/ }).getByLabel("No credit"),
  ).toBeChecked();
  await by.getByLabel(/^Release/).check();
  await expect(
    page.getByRole("radiogroup", { name: /^Relaxed/ }).getByLabel("Credit", { exact: true }),
  ).toBeChecked();
  // Other journeys of this dataset find its answers as they were.
  await answer(null);
  await page.reload();
  await expect(by).toHaveCount(0);
});

test("campaigns read well on both sizes and schemes", async ({ browser, baseURL }) => {
  for (const screen of SCREENS) {
    const context = await browser.newContext({
      ...screen,
      ...(baseURL !== undefined && { baseURL }),
    });
    const page = await context.newPage();
    await signIn(page, MAINTAINER);
    for (const address of ["/campaigns", "/campaigns/new", "/campaigns/1", "/campaigns/gold"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
    }
    await context.close();
  }
});

test("a rater finds no campaigns to manage", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Campaigns" })).toHaveCount(0);
  for (const address of [
    "/campaigns",
    "/campaigns/new",
    "/campaigns/1",
    "/campaigns/gold",
    "/campaigns/gold/1",
  ])
    expect((await page.goto(address))?.status(), address).toBe(403);
});
