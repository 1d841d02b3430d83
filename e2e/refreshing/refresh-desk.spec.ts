import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { keepDay } from "@/prisma/testing/noon";
import { rowsOf } from "@/prisma/testing/rows";
import { JOURNEYS } from "../support/dataset/dataset";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const CARLOS = "carlos@freshqa.example";
const DANA = "dana@freshqa.example";

// Gives back what the page's visit holds: a page that is closed with its browser says no goodbye.
test.afterEach(async ({ page }) => {
  await page.goto("/");
});

/** The desk with its first question. */
async function openDesk(page: Page): Promise<void> {
  await page.goto("/refresh/desk");
  await expect(page.locator("[data-question]")).toBeVisible();
}
const shown = async (page: Page) =>
  Number(await page.locator("[data-question]").getAttribute("data-question"));
/** Does something that brings the next question, and waits until that is shown. */
async function onwards(page: Page, act: () => Promise<void>): Promise<number> {
  const before = await shown(page);
  await act();
  await expect(page.locator(`[data-question]:not([data-question="${before}"])`)).toBeVisible();
  return before;
}
/** Over a fixed date that has passed, whoever verifies is asked when the answers are due next. */
const asksForDate = async (page: Page) =>
  (await page.getByText("asks for the next one").count()) > 0;
const inAYear = (page: Page) =>
  page.getByRole("group", { name: "From today" }).getByRole("button", { name: "a year" });
/** Saves the open form. */
async function save(page: Page): Promise<void> {
  if (await asksForDate(page)) await inAYear(page).click();
  await page.keyboard.press("Control+Enter");
}
/** Says that the answers are still correct. */
async function verify(page: Page): Promise<void> {
  const asked = await asksForDate(page);
  await page.keyboard.press("v");
  if (!asked) return;
  await expect(page.getByLabel("Next review date")).toBeFocused();
  await save(page);
}
/** Skips questions until one comes that a bare "v" verifies. */
async function withoutFixedDate(page: Page): Promise<void> {
  while (await asksForDate(page)) await onwards(page, () => page.keyboard.press("s"));
}
const progress = (page: Page) => page.getByRole("status", { name: "Progress" });
const saved = (page: Page) =>
  expect(page.getByRole("status", { name: "Saving" })).toHaveText("Saved");

/** The sample's questions are there before any other. */
const OF_SAMPLE = JOURNEYS.questions.length;

// What the journey before verified, skipped or still holds is due for this one. What other files brought is not: such
// questions may have no evidence to open, or classes that a key cannot change.
test.beforeEach(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    await keepDay(client);
    await client.query(
      `DELETE FROM review_claims; DELETE FROM review_skips;
       UPDATE question_heads SET verified_on = NULL, verified_by = NULL WHERE question_id <= ${OF_SAMPLE};
       UPDATE question_heads SET verified_on = dataset_today(), verified_by = author_id, planned_on = NULL WHERE question_id > ${OF_SAMPLE}`,
    );
  });
});

/** Days of the past that no other journey publishes. */
const BEFORE = "FreshQA_v02262024";
const RELEASE = "FreshQA_v02272024";

test("a maintainer refreshes ten due questions by keyboard alone; the history shows it, and the next release's changelog tells of it", async ({
  page,
  server,
}) => {
  // Whatever questions other journeys have brought, and are due first, are in the last release.
  execFileSync(
    process.execPath,
    ["lib/launcher/run.mjs", "freshqa", "release", "publish", BEFORE],
    { env: { ...process.env, DATABASE_URL: server.databaseUrl } },
  );
  await signIn(page, CARLOS);
  await openDesk(page);
  const due = Number(/of (\d+) due/.exec(await progress(page).innerText())![1]);
  expect(due).toBeGreaterThanOrEqual(10);
  const keys = page.keyboard;
  const done: Record<string, number> = {};

  // Evidence is one key away and counts as checked.
  const [tab] = await Promise.all([page.context().waitForEvent("page"), keys.press("1")]);
  await tab.close();
  await expect(page.getByLabel("Evidence 1 checked")).toBeChecked();
  done.verified = await onwards(page, () => verify(page));
  await expect(progress(page)).toHaveText(`1 of ${due} due`);

  // A new answer: the form is filled, the year follows, and Ctrl+Enter saves.
  await keys.press("a");
  await expect(page.getByRole("textbox", { name: "Primary answer" })).toBeFocused();
  await keys.insertText("An answer that no one gave before");
  const [today] = await rowsOf<{ year: string }>(
    server.databaseUrl,
    "SELECT extract(year FROM dataset_today())::text AS year",
  );
  await expect(page.getByLabel("Effective year")).toHaveValue(today!.year);
  // A bare key is a letter while someone types.
  await keys.type("v");
  done.answer = await onwards(page, () => save(page));

  await keys.press("c");
  await page
    .getByRole("radio", { name: /Never-changing|Slow-changing|Fast-changing/, checked: true })
    .press("ArrowRight");
  done.reclassified = await onwards(page, () => save(page));

  await keys.press("d");
  const missing = (await asksForDate(page)) ? "Next review date" : "Next review";
  await expect(page.getByLabel(missing, { exact: true })).toBeFocused();
  await page.getByLabel("Next review", { exact: true }).selectOption("on_date");
  await page.getByLabel("Next review date").fill("2027-05-17");
  done.dated = await onwards(page, () => keys.press("Control+Enter"));

  await keys.press("e");
  await expect(page.getByRole("textbox", { name: "Evidence 1" })).toBeFocused();
  await keys.insertText("https://news.example/checked#:~:text=as%20of%20today");
  await expect(page.getByText("Highlights “as of today”")).toBeVisible();
  done.evidence = await onwards(page, () => save(page));

  // Retiring needs a reason; Esc puts the form away and keeps what was typed, over a reload too.
  await keys.press("t");
  await keys.press("Control+Enter");
  await expect(page.getByText("Enter a reason for retiring.")).toBeVisible();
  await keys.type("No one asks this any more.");
  // The count after the reload is the server's.
  await saved(page);
  await page.reload();
  await expect(page.getByLabel("Reason")).toHaveValue("No one asks this any more.");
  await page.getByLabel("Reason").press("Escape");
  await keys.press("t");
  await expect(page.getByLabel("Reason")).toHaveValue("No one asks this any more.");
  await page.getByLabel("Reason").focus();
  done.retired = await onwards(page, () => keys.press("Control+Enter"));
  // A visit counts its own work.
  await expect(progress(page)).toHaveText(`1 of ${due - 5} due`);

  // Taken back, and done again.
  await keys.press("u");
  await expect(page.locator(`[data-question="${done.retired}"]`)).toBeVisible();
  await expect(progress(page)).toHaveText(`0 of ${due - 5} due`);
  await expect(page.getByText("Undoing…")).toHaveCount(0);
  await keys.press("t");
  await page.getByLabel("Reason").fill("No one asks this any more.");
  await onwards(page, () => keys.press("Control+Enter"));

  done.skipped = await onwards(page, () => keys.press("s"));
  await expect(progress(page)).toHaveText(`1 of ${due - 5} due, 1 skipped`);
  // Four more, one of them taken back by Ctrl+Z.
  for (let i = 0; i < 3; i++) await onwards(page, () => verify(page));
  const undone = await onwards(page, () => verify(page));
  await keys.press("Control+z");
  await expect(page.locator(`[data-question="${undone}"]`)).toBeVisible();
  await expect(page.getByText("Undoing…")).toHaveCount(0);
  await onwards(page, () => verify(page));
  await expect(progress(page)).toHaveText(`5 of ${due - 5} due, 1 skipped`);
  await saved(page);

  const history = async (id: number, words: string | RegExp) => {
    await page.goto(`/questions/${id}`);
    await expect(
      page.getByRole("region", { name: "History" }).getByText(words).first(),
    ).toBeVisible();
  };
  await page.goto(`/questions/${done.verified}`);
  await expect(page.getByText(/Last verified/)).toBeVisible();
  await expect(page.getByText(/by Carlos Medina/).first()).toBeVisible();
  await history(done.answer, /Answer updated by Carlos Medina/);
  await history(done.reclassified, /Reclassified by Carlos Medina/);
  await history(done.dated, /Rescheduled by Carlos Medina/);
  await history(done.evidence, /Edited by Carlos Medina/);
  await history(done.retired, /Undone by Carlos Medina/);
  await history(done.retired, "No one asks this any more.");

  await page.goto("/releases/new");
  await expect(page.getByLabel("Notes")).toHaveValue(/→ An answer that no one gave beforev/);
  await page.getByLabel("Name").fill(RELEASE);
  await page.getByRole("button", { name: /^Publish \d+ questions$/ }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Publish release" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/releases/${RELEASE}$`));
  await expect(page.getByText(/→ An answer that no one gave beforev/)).toBeVisible();
});

test("two people who act on one question get a conflict, not a loss", async ({ page, browser }) => {
  await signIn(page, CARLOS);
  await openDesk(page);
  const id = await shown(page);
  await page.keyboard.press("a");
  await page.getByRole("textbox", { name: "Primary answer" }).fill("What Carlos found");

  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(other, DANA);
  await other.goto(`/questions/${id}/edit`);
  await other.getByRole("textbox", { name: "Primary answer" }).fill("What Dana found");
  await other.getByLabel("Reason for change").fill("Read it this morning");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  // Left only once it is saved: the words alone stand in the form before.
  await expect(other).toHaveURL(new RegExp(`/questions/${id}$`));
  await expect(other.getByText("Read it this morning").first()).toBeVisible();

  await page.getByRole("textbox", { name: "Primary answer" }).focus();
  await onwards(page, () => save(page));
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "1 item needs your attention" })
      .getByRole("group", { name: `New answer of Q${id}` }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("o");
  await expect(page.locator(`[data-question="${id}"]`)).toBeVisible();
  await expect(page.getByText("Dana Whitfield saved revision", { exact: false })).toBeVisible();
  await expect(page.getByText("What Dana found").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Primary answer" })).toHaveValue(
    "What Carlos found",
  );
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Primary answer" }).focus();
  await onwards(page, () => save(page));
  await saved(page);
  await page.goto(`/questions/${id}`);
  await expect(
    page.getByRole("region", { name: "History" }).getByText("Read it this morning").first(),
  ).toBeVisible();
  await expect(page.getByText("What Carlos found").first()).toBeVisible();
  await other.context().close();
});

/** How often a question was verified at the desk without a comment. @param after only verifications with greater ids */
const verifications = (server: { databaseUrl: string }, id: number, after = 0) =>
  counted(
    server,
    "SELECT count(*)::int AS count FROM verifications WHERE question_id = $1 AND comment = '' AND id > $2",
    [id, after],
  );
const lastVerification = (server: { databaseUrl: string }) =>
  counted(server, "SELECT coalesce(max(id), 0)::int AS count FROM verifications", []);
const counted = async (server: { databaseUrl: string }, sql: string, values: number[]) =>
  (await rowsOf<{ count: number }>(server.databaseUrl, sql, values))[0]!.count;

test("a review that the server fails at lets those behind it pass, is shown, and is saved once it can be", async ({
  page,
  server,
}) => {
  await signIn(page, CARLOS);
  await openDesk(page);
  await withoutFixedDate(page);
  const failing = await shown(page);
  const before = await lastVerification(server);
  await withOwnClient(server.databaseUrl, (client) =>
    client.query(`
    CREATE FUNCTION fail_at_review() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this one fails'; END $$;
    CREATE TRIGGER fail_at_review BEFORE INSERT ON verifications FOR EACH ROW WHEN (NEW.question_id = ${failing}) EXECUTE FUNCTION fail_at_review();`),
  );
  await onwards(page, () => page.keyboard.press("v"));
  await withoutFixedDate(page);
  const next = await onwards(page, () => page.keyboard.press("v"));
  const attention = page.getByRole("alert").filter({ hasText: "1 item needs your attention" });
  await expect(attention).toBeVisible();
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("1 not saved");
  expect(await verifications(server, next, before)).toBe(1);
  expect(await verifications(server, failing, before)).toBe(0);
  await expectAccessible(page);

  await withOwnClient(server.databaseUrl, (client) =>
    client.query("DROP TRIGGER fail_at_review ON verifications; DROP FUNCTION fail_at_review()"),
  );
  await attention.getByRole("button", { name: "Retry" }).click();
  await expect(attention).toHaveCount(0);
  await expect.poll(() => verifications(server, failing, before)).toBe(1);
  // The journeys behind need them due.
  await withOwnClient(server.databaseUrl, (client) =>
    client.query(
      "UPDATE question_heads SET verified_on = NULL, verified_by = NULL WHERE question_id = ANY($1)",
      [[failing, next]],
    ),
  );
});

test("two desks never show the same question, and a lost network loses nothing", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, CARLOS);
  await openDesk(page);
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await signIn(other, DANA);
  await other.goto("/refresh/desk");
  await expect(other.getByText(/Nothing left|Refresh answers/).first()).toBeVisible();
  const theirs = (await other.locator("[data-question]").count()) > 0 ? await shown(other) : null;
  expect(await shown(page)).not.toBe(theirs);
  await other.goto("/");
  await other.context().close();

  await withoutFixedDate(page);
  let reached = 0;
  await page.route("**/api/refresh/verify", async (route) => {
    reached++;
    // The first time it arrives, and the answer is lost on the way back.
    if (reached === 1) await route.fetch();
    await route.abort();
  });
  const id = await shown(page);
  const before = await verifications(server, id);
  await page.keyboard.press("v");
  await expect(page.getByText("1 unsaved, retrying")).toBeVisible();
  await expect(page.getByText("Couldn't reach the server", { exact: false }).first()).toBeVisible();
  await page.unroute("**/api/refresh/verify");
  await page.getByRole("button", { name: "Retry now" }).first().click();
  await saved(page);
  expect(await verifications(server, id)).toBe(before + 1);
  await page.goto(`/questions/${id}`);
  await expect(
    page
      .getByRole("region", { name: "Answers over time" })
      .first()
      .getByText(/Verified/),
  ).toHaveCount(before + 1);
});

test("the desk can be used by everyone: axe light and dark, large and small", async ({ page }) => {
  await signIn(page, CARLOS);
  await openDesk(page);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    for (const key of ["a", "c", "d", "e", "t"]) {
      await page.keyboard.press(key);
      await expect(page.locator("form")).toBeVisible();
      await expectAccessible(page);
      await page
        .locator("form")
        .getByRole("button", { name: /^Close/ })
        .click();
    }
    await expectFits(page);
  }
  const id = await shown(page);
  await page.goto(`/questions/${id}`);
  await expect(page.getByRole("region", { name: "Answers over time" })).toBeVisible();
  await expectAccessible(page);
});

test("a fixed date that has passed does not end the schedule: v asks for the next one, and Esc leaves all as it was", async ({
  page,
  server,
}) => {
  await signIn(page, CARLOS);
  await page.goto("/questions/1/edit");
  await page.getByRole("combobox", { name: "Next review" }).selectOption("on_date");
  await page.getByLabel("Next review date").fill("2024-02-28");
  await page.getByLabel("Reason for change").fill("For the journey");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/questions\/1$/);
  await page.getByRole("link", { name: "Refresh answer" }).click();
  await expect(page.locator('[data-question="1"]')).toBeVisible();
  const before = await verifications(server, 1);
  await page.keyboard.press("v");
  await expect(page.getByText("28 Feb 2024 has passed.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Next review date")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Choose a date after today.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect(await verifications(server, 1)).toBe(before);
  await page.keyboard.press("v");
  await page.getByLabel("Next review date").fill("2031-03-04");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => verifications(server, 1)).toBe(before + 1);
  await page.goto("/questions/1");
  await expect(page.getByText("4 Mar 2031").first()).toBeVisible();
});

test("at the end the desk says what comes next", async ({ page }) => {
  await signIn(page, CARLOS);
  await openDesk(page);
  while ((await page.locator("[data-question]").count()) > 0) {
    const id = await shown(page);
    await verify(page);
    await expect(page.locator(`[data-question="${id}"]`)).toHaveCount(0);
    // Either the next question or the end.
    await expect(
      page
        .locator("[data-question]")
        .or(page.getByRole("heading", { name: /^(Nothing left|No answers due)/ })),
    ).toBeVisible();
  }
  await expect(page.getByText(/upcoming/)).toBeVisible();
  await expectAccessible(page);
});

test("a question's own page leads to the desk with it, due or not", async ({ page }) => {
  await signIn(page, CARLOS);
  await page.goto("/questions/1");
  await page.getByRole("link", { name: "Refresh answer" }).click();
  await expect(page.locator('[data-question="1"]')).toBeVisible();
  await expect(page).toHaveURL(/\/refresh\/desk$/);
});

test("a rater may not open the desk", async ({ page }) => {
  await signIn(page, "eli@freshqa.example");
  expect((await page.goto("/refresh/desk"))?.status()).toBe(403);
});
