import type { Page } from "@playwright/test";
import { LEFT_VISIT_COOKIE } from "@/components/desk/left-visit";
import { REASONS } from "@/lib/rating/judging/vocabulary";
import { EXAMPLES } from "@/lib/rating/training/examples";
import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";
import { ITEM, makeCampaign, onwards, progress, rate, saving } from "../support/rating";

const ELI = "eli@freshqa.example";
const BEA = "bea@freshqa.example";

// Most rate in the campaign that the first one makes, and count on from where the one before stopped.
test.describe.configure({ mode: "serial" });

const shown = async (page: Page) => Number(await page.locator(ITEM).getAttribute("data-item"));
const credit = (page: Page, mode: "Relaxed" | "Strict", name: "Credit" | "No credit") =>
  page
    .getByRole("group", { name: `${mode} credit` })
    .getByRole("button", { name: new RegExp(`^${name}`) });
const judgments = (url: string, campaignId: number) =>
  rowsOf<{
    taskId: number;
    relaxed: boolean;
    strict: boolean;
    relaxedReason: string | null;
    strictReason: string | null;
    comment: string;
    flagged: boolean;
    lowConfidence: boolean;
    correction: string;
  }>(
    url,
    'SELECT task_id AS "taskId", relaxed, strict, relaxed_reason AS "relaxedReason", strict_reason AS "strictReason", comment, flagged, low_confidence AS "lowConfidence", correction FROM judgments WHERE campaign_id = $1 ORDER BY id',
    [campaignId],
  );

let made: { campaignId: number };
async function openDesk(page: Page): Promise<void> {
  await page.goto(`/rate/${made.campaignId}`);
  await expect(page.locator(ITEM)).toBeVisible();
}

/** Opens the desk of a campaign with Eli alone: windows of the journeys before may hold items of theirs yet. */
async function openOwnDesk(
  page: Page,
  { databaseUrl }: { databaseUrl: string },
  campaign: { name: string; questions: number },
): Promise<number> {
  const { campaignId } = await withOwnClient(databaseUrl, (client) =>
    makeCampaign(client, ["eli"], { ...campaign, ratingsPerResponse: 1 }),
  );
  await signIn(page, ELI);
  await page.goto(`/rate/${campaignId}`);
  await expect(page.locator(ITEM)).toBeVisible();
  return campaignId;
}

// Gives back what the page's visit holds: a page that is closed with its browser says no goodbye.
test.afterEach(async ({ page }) => {
  for (const open of page.context().pages()) await open.goto("/");
});

test("a rater who has not qualified is led to training, works the fifteen examples by keyboard, and rates then", async ({
  page,
  server,
}) => {
  // Fifteen answers, each with the server's explanation.
  await withOwnClient(server.databaseUrl, async (client) => {
    made = await makeCampaign(client, ["eli", "bea"], { name: "Journey of raters", questions: 30 });
    await client.query(
      "DELETE FROM qualifications q USING users u WHERE u.id = q.rater_id AND u.email = $1",
      [BEA],
    );
  });
  await signIn(page, BEA);
  await page.goto(`/rate/${made.campaignId}`);
  await expect(page).toHaveURL(/\/rate\/training$/);
  const refused = await page.request.post("/api/ratings/next", {
    data: {
      raterId: await idOf(server.databaseUrl, BEA),
      campaignId: made.campaignId,
      count: 1,
      held: [],
    },
  });
  expect(refused.status()).toBe(409);
  expect(await refused.json()).toMatchObject({ refusal: { code: "not-qualified" } });
  await expectAccessible(page);

  for (const example of EXAMPLES) {
    await expect(page.getByRole("heading", { name: example.question })).toBeVisible();
    // The second one is judged wrongly, to see why.
    const right = example.number !== 2;
    const reason = REASONS.find(
      ({ code }) => code === (example.relaxedReason ?? example.strictReason),
    );
    if (example.number === 1) {
      // Doubt, flag and skip are met here first; a verdict without its reason is not taken.
      await page.keyboard.press("s");
      await expect(page.getByRole("heading", { name: EXAMPLES[1]!.question })).toBeVisible();
      await page.getByRole("button", { name: /^Skip/ }).click();
      await page.reload();
      await expect(page.getByRole("heading", { name: example.question })).toBeVisible();
      await page.keyboard.press("2");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Choose a reason for no Relaxed credit.")).toBeVisible();
      await page.keyboard.press("l");
      await page.keyboard.press("f");
    }
    const keys = !right
      ? [example.relaxed ? "w" : "q"]
      : example.relaxed
        ? example.strict
          ? ["q"]
          : ["1", reason!.key]
        : [reason!.key];
    for (const key of [...keys, "Enter"]) await page.keyboard.press(key);
    if (example.number === 1)
      await expect(
        page.getByText("You flagged the answer as wrong", { exact: false }),
      ).toBeVisible();
    await expect(page.getByText(right ? "Correct" : "Not quite", { exact: true })).toBeVisible();
    await expect(page.getByText(example.explanation).first()).toBeVisible();
    await page.keyboard.press("Control+Enter");
  }
  await expect(page.getByText("Passed: 14 of 15")).toBeVisible();
  await expectAccessible(page);
  await openDesk(page);
});

const idOf = async (url: string, email: string) =>
  (await rowsOf<{ id: number }>(url, "SELECT id FROM users WHERE email = $1", [email]))[0]!.id;

test("a rater judges by keyboard alone: verdicts, reasons, comment, doubt, flag, skip, undo", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await page.goto("/rate");
  await page.getByRole("link", { name: "Start rating (30)" }).press("Enter");
  await expect(page.locator(ITEM)).toBeVisible();
  await expect(progress(page)).toHaveText("0 of 30");
  const keys = page.keyboard;

  const first = await rate(page, "1", "1");
  await expect(progress(page)).toHaveText("1 of 30");
  await expect(saving(page)).toHaveText("Saved");

  // Strict without Relaxed is refused as it is entered, and nothing is submitted without its reason.
  await keys.press("2");
  await expect(credit(page, "Strict", "Credit")).toBeDisabled();
  await keys.press("ArrowDown");
  await keys.press("1");
  await expect(credit(page, "Strict", "No credit")).toHaveAttribute("aria-pressed", "true");
  await keys.press("Control+Enter");
  await expect(page.getByText("Choose a reason for no Relaxed credit.")).toBeVisible();
  await keys.press("ArrowUp");
  await keys.press("w");
  // The comment: bare keys are letters there, and Ctrl+Enter submits from it.
  await keys.press("t");
  await keys.type("suf 12");
  const second = await onwards(page, () => keys.press("Control+Enter"));

  const third = await rate(page, "1", "2", "h", "l", "f");
  const skipped = await onwards(page, () => keys.press("s"));
  const fourth = await rate(page, "2", "p");
  await expect(progress(page)).toHaveText("4 of 30, 1 skipped");

  // Undo brings the last one back with its verdict; submitting corrects it.
  await keys.press("u");
  await expect(page.locator(`[data-item="${fourth}"]`)).toBeVisible();
  await expect(page.getByText("You've already rated this.", { exact: false })).toBeVisible();
  await rate(page, "ArrowUp", "1", "1");
  await expect(progress(page)).toHaveText("4 of 30, 1 skipped");
  await keys.press("ArrowLeft");
  await expect(page.locator(`[data-item="${fourth}"]`)).toBeVisible();
  await keys.press("ArrowRight");
  await expect(saving(page)).toHaveText("Saved");

  const rows = await judgments(server.databaseUrl, made.campaignId);
  expect(rows).toMatchObject([
    { taskId: first, relaxed: true, strict: true },
    {
      taskId: second,
      relaxed: false,
      strict: false,
      relaxedReason: "wrong-primary-answer",
      strictReason: "wrong-primary-answer",
      comment: "suf 12",
    },
    {
      taskId: third,
      relaxed: true,
      strict: false,
      strictReason: "hallucination",
      lowConfidence: true,
      flagged: true,
    },
    { taskId: fourth, relaxed: false, relaxedReason: "premise-not-rebutted", correction: "" },
    { taskId: fourth, relaxed: true, strict: true, correction: "Corrected while rating" },
  ]);
  const behind = (
    await rowsOf(
      server.databaseUrl,
      `SELECT (SELECT count(*)::int FROM truth_tickets WHERE status = 'open' AND judgment_id IN (SELECT id FROM judgments WHERE task_id = $1)) AS flags,
       (SELECT position = (SELECT max(position) FROM rating_assignments b WHERE b.campaign_id = a.campaign_id AND b.rater_id = a.rater_id) FROM rating_assignments a JOIN users u ON u.id = a.rater_id WHERE task_id = $2 AND u.email = $3) AS last`,
      [third, skipped, ELI],
    )
  )[0];
  expect(behind).toEqual({ flags: 1, last: true });
});

test("what is entered and not submitted survives a reload; the desk resumes where one left", async ({
  page,
}) => {
  await signIn(page, ELI);
  await openDesk(page);
  const id = await shown(page);
  await page.keyboard.press("2");
  await page.keyboard.press("c");
  await page.keyboard.press("t");
  await page.keyboard.type("half a thought");
  await page.reload();
  await expect(page.locator(`[data-item="${id}"]`)).toBeVisible();
  await expect(page.getByLabel("Comment")).toHaveValue("half a thought");
  await expect(credit(page, "Relaxed", "No credit")).toHaveAttribute("aria-pressed", "true");
  // So does one that is impatient: no script of the page has run yet.
  const scripts = "**/_next/static/**/*.js";
  await page.route(scripts, (route) => route.abort());
  for (let i = 0; i < 2; i++) {
    await page.reload({ waitUntil: "load" });
    const came = page.evaluate(() => document.querySelector("[data-item]")?.outerHTML);
    expect(await came).toContain(`data-item="${id}"`);
  }
  await page.unroute(scripts);
  await page.reload();
  await expect(page.locator(`[data-item="${id}"]`)).toBeVisible();
  await expect(progress(page)).toHaveText("4 of 30");
  await rate(page);
  await expect(saving(page)).toHaveText("Saved");
});

test("a lost network while rating loses nothing, and neither does the tab that is closed meanwhile", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await openDesk(page);
  const before = (await judgments(server.databaseUrl, made.campaignId)).length;
  const context = page.context();
  await context.setOffline(true);
  const offline = [
    await rate(page, "1", "1"),
    await rate(page, "2", "d"),
    await rate(page, "1", "2", "o"),
  ];
  await expect(page.getByText("Couldn't reach the server", { exact: false }).first()).toBeVisible();
  await expect(saving(page)).toHaveText("3 unsaved, retrying");
  await expect(progress(page)).toHaveText("8 of 30");
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(saving(page)).toHaveText("Saved");
  expect(
    (await judgments(server.databaseUrl, made.campaignId)).slice(before).map((row) => row.taskId),
  ).toEqual(offline);

  // The answer of the first is lost on its way back, the tab is killed while all of it waits.
  let reached = 0;
  await page.route("**/api/ratings/judge", async (route) => {
    if (++reached === 1) await route.fetch();
    await route.abort();
  });
  const waiting = [await rate(page, "1", "1"), await rate(page, "1", "1")];
  await expect(saving(page)).toHaveText("2 unsaved, retrying");
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto(`/rate/${made.campaignId}`);
  await expect(progress(again)).toHaveText("10 of 30");
  await expect
    .poll(async () =>
      (await judgments(server.databaseUrl, made.campaignId))
        .slice(before + 3)
        .map((row) => row.taskId),
    )
    .toEqual(waiting);
});

test("verdicts that wait are their rater's: they stay through a sign-out, and no one else sends them", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await openDesk(page);
  const before = (await judgments(server.databaseUrl, made.campaignId)).length;
  await page.route("**/api/ratings/judge", (route) => route.abort());
  const kept = await rate(page, "1", "1");
  await expect(saving(page)).toHaveText("1 unsaved, retrying");
  // Someone else signs in, in the same browser; the open desk does not send in their name.
  await page.context().clearCookies();
  const other = await page.context().newPage();
  await signIn(other, BEA);
  await page.unroute("**/api/ratings/judge");
  await page.getByRole("button", { name: "Retry now" }).first().click();
  await expect(
    page.getByText("Bea Okafor is signed in to this browser now", { exact: false }),
  ).toBeVisible();
  await other.goto(`/rate/${made.campaignId}`);
  await expect(other.locator(ITEM)).toBeVisible();
  expect((await judgments(server.databaseUrl, made.campaignId)).length).toBe(before);
  await other.context().clearCookies();
  await signIn(other, ELI);
  await other.goto(`/rate/${made.campaignId}`);
  await expect
    .poll(async () =>
      (await judgments(server.databaseUrl, made.campaignId)).slice(before).map((row) => row.taskId),
    )
    .toEqual([kept]);
});

test("a page of the version before is asked to reload, and what it has kept is sent then", async ({
  page,
  server,
}) => {
  const campaignId = await openOwnDesk(page, server, { name: "Updated", questions: 4 });
  // The server has been updated since the page came.
  await page.route("**/api/ratings/*", (route) => {
    const body = route.request().postDataJSON() as { version: number };
    return route.continue({ postData: { ...body, version: body.version - 1 } });
  });
  const kept = await rate(page, "1", "1");
  await expect(saving(page)).toHaveText("1 unsaved, retrying");
  const notice = page.getByRole("status").filter({ hasText: "This page is out of date" });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  expect(await judgments(server.databaseUrl, campaignId)).toEqual([]);
  // What a page of version 1 wrote: it named no version, and left out what the protocol doesn't ask for.
  await page.evaluate(() => {
    for (const place of Object.keys(localStorage).filter((key) => key.includes(".pending."))) {
      const { version: _, ...entry } = JSON.parse(localStorage.getItem(place)!) as {
        version: number;
        body: { answers?: null };
      };
      delete entry.body.answers;
      localStorage.setItem(place, JSON.stringify(entry));
    }
  });
  await page.unroute("**/api/ratings/*");
  await notice.getByRole("button", { name: "Reload page" }).click();
  await expect(saving(page)).toHaveText("Saved");
  await expect(notice).toHaveCount(0);
  expect(await judgments(server.databaseUrl, campaignId)).toMatchObject([
    { taskId: kept, relaxed: true, strict: true },
  ]);
});

test("a closed campaign says what became of a verdict that came too late, and keeps it", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  // The desk would learn of the close as it shows the item, or by what it asks for ahead, before anything is entered.
  for (const step of ["shown", "next"])
    await page.route(`**/api/ratings/${step}`, (route) => route.abort());
  await openDesk(page);
  const status = (sql: string) =>
    withOwnClient(server.databaseUrl, (client) =>
      client.query(`UPDATE campaigns SET ${sql} WHERE id = $1`, [made.campaignId]),
    );
  await status("status = 'closed', closed_at = now() - interval '1 minute'");
  for (const key of ["1", "1", "Control+Enter"]) await page.keyboard.press(key);
  await expect(
    page.getByText("This campaign was closed before you entered this rating", { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  await status("status = 'open', closed_at = NULL");
  await page.unroute("**/api/ratings/next");
  await page.getByRole("alert").getByRole("button", { name: "Retry" }).click();
  await expect(saving(page)).toHaveText("Saved");
  // The answer says that the campaign is open again.
  await expect(page.locator(ITEM)).toBeVisible();
  await expect(page.getByText("needs your attention")).toHaveCount(0);
});

test("a verdict that the server fails at lets those behind it pass, is shown, and is saved once it can be", async ({
  page,
  server,
}) => {
  const campaignId = await openOwnDesk(page, server, { name: "One that fails", questions: 8 });
  const failing = await shown(page);
  await withOwnClient(server.databaseUrl, (client) =>
    client.query(`
    CREATE FUNCTION fail_at_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this one fails'; END $$;
    CREATE TRIGGER fail_at_one BEFORE INSERT ON judgments FOR EACH ROW WHEN (NEW.task_id = ${failing}) EXECUTE FUNCTION fail_at_one();`),
  );
  await rate(page, "1", "1");
  const next = await rate(page, "1", "1");
  await expect(saving(page)).toHaveText("2 unsaved, retrying");
  const attention = page.getByRole("alert").filter({ hasText: "1 item needs your attention" });
  await expect(attention).toBeVisible();
  await expect(saving(page)).toHaveText("1 not saved");
  const tasks = async () =>
    (await judgments(server.databaseUrl, campaignId)).map((row) => row.taskId);
  expect(await tasks()).toContain(next);
  expect(await tasks()).not.toContain(failing);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectFits(page);

  await withOwnClient(server.databaseUrl, (client) =>
    client.query("DROP TRIGGER fail_at_one ON judgments; DROP FUNCTION fail_at_one()"),
  );
  await attention.getByRole("button", { name: "Retry" }).click();
  await expect(attention).toHaveCount(0);
  await expect.poll(tasks).toContain(failing);
});

test("a verdict on what was rated differently on another device can take the place of that one", async ({
  page,
  server,
}) => {
  await openOwnDesk(page, server, { name: "Two devices", questions: 8 });
  const taskId = await shown(page);
  const [own] = await rowsOf<{ raterId: number; revisionId: number }>(
    server.databaseUrl,
    'SELECT u.id AS "raterId", t.revision_id AS "revisionId" FROM users u, rating_tasks t WHERE u.email = $1 AND t.id = $2',
    [ELI, taskId],
  );
  const verdict = { relaxed: true, strict: true, relaxedReason: null, strictReason: null };
  const elsewhere = await page.request.post("/api/ratings/judge", {
    data: {
      ...own,
      taskId,
      verdict,
      comment: "",
      lowConfidence: false,
      flagged: false,
      activeMs: 10,
      clientKey: crypto.randomUUID(),
      enteredAt: new Date().toISOString(),
    },
  });
  expect(elsewhere.ok()).toBe(true);
  await rate(page, "2", "w");
  await page.getByRole("button", { name: "Replace saved rating" }).click();
  await expect(page.getByText("needs your attention")).toHaveCount(0);
  await expect
    .poll(() =>
      rowsOf(
        server.databaseUrl,
        "SELECT relaxed, supersedes_id IS NOT NULL AS corrects FROM judgments WHERE task_id = $1 AND rater_id = $2 ORDER BY id",
        [taskId, own!.raterId],
      ),
    )
    .toEqual([
      { relaxed: true, corrects: false },
      { relaxed: false, corrects: true },
    ]);
});

test("a pause reaches an open desk with its next answer, a resume by itself, and what came between is sent then", async ({
  page,
  browser,
  server,
}) => {
  // The desk asks every fifteen seconds while it is paused.
  const campaignId = await openOwnDesk(page, server, { name: "Paused midway", questions: 12 });
  await rate(page, "1", "1");
  await expect(saving(page)).toHaveText("Saved");
  const carlos = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(carlos, "carlos@freshqa.example");
  await carlos.goto(`/campaigns/${campaignId}`);
  await carlos.getByRole("button", { name: "Pause" }).click();
  await expect(carlos.getByText("Paused", { exact: true })).toBeVisible();

  for (const key of ["1", "1", "Control+Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { name: "This campaign is paused" })).toBeVisible();
  await expect(
    page.getByText("This campaign was paused before you entered this rating", { exact: false }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await judgments(server.databaseUrl, campaignId)).toHaveLength(1);

  await carlos.getByRole("button", { name: "Resume" }).click();
  await expect(carlos.getByText("Open", { exact: true })).toBeVisible();
  await expect(page.locator(ITEM)).toBeVisible();
  await expect(saving(page)).toHaveText("Saved");
  await expect(page.getByText("Not saved:", { exact: false })).toHaveCount(0);
  await expect(progress(page)).toHaveText("2 of 12");
  expect(await judgments(server.databaseUrl, campaignId)).toHaveLength(2);
});

test("two windows of one rater share the work, and neither says that all is done before it is", async ({
  page,
  server,
}) => {
  // A desk asks every fifteen seconds while all that is left is open in another window.
  const campaignId = await openOwnDesk(page, server, { name: "Two windows", questions: 10 });
  // A window is taken for one that is being loaded again until its scripts have run for a second.
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain(LEFT_VISIT_COOKIE);
  const other = await page.context().newPage();
  await other.goto(`/rate/${campaignId}`);
  await expect(other.locator(ITEM)).toBeVisible();
  expect(await shown(other)).not.toBe(await shown(page));
  // The second window has half of what the first merely holds, again and again.
  for (let i = 0; i < 5; i++) await rate(other, "1", "1");
  await expect(saving(other)).toHaveText("Saved");
  const elsewhere = other.getByRole("heading", { name: /open in another window$/ });
  while (await elsewhere.isHidden()) {
    for (const key of ["1", "1", "Control+Enter"]) await other.keyboard.press(key);
    await expect(other.locator(ITEM).or(elsewhere)).toBeVisible();
    await expect(saving(other)).toHaveText("Saved");
  }
  await expectAccessible(other);
  // What the first window shows is its own; closed, the other goes on with it.
  await page.close({ runBeforeUnload: true });
  await expect(other.locator(ITEM)).toBeVisible();
  for (const key of ["1", "1", "Control+Enter"]) await other.keyboard.press(key);
  await expect(other.getByRole("heading", { name: "All your items are rated" })).toBeVisible();
  const done = await judgments(server.databaseUrl, campaignId);
  expect([done.length, new Set(done.map((judgment) => judgment.taskId)).size]).toEqual([10, 10]);
});

test("a rater whose share is done helps out with what a colleague has left", async ({
  page,
  server,
}) => {
  const { campaignId } = await withOwnClient(server.databaseUrl, (client) =>
    makeCampaign(client, ["eli", "bea"], {
      name: "Shared out",
      questions: 12,
      ratingsPerResponse: 1,
    }),
  );
  await signIn(page, ELI);
  await page.goto(`/rate/${campaignId}`);
  await expect(page.locator(ITEM)).toBeVisible();
  await expect(progress(page)).toHaveText("0 of 6");
  for (let i = 0; i < 5; i++) await rate(page, "1", "1");
  for (const key of ["1", "1", "Control+Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { name: "All your items are rated" })).toBeVisible();
  await expect(page.getByText("You: 6 of 6. Team: 6 of 12.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take more items" }).click();
  // Not so many that the colleague would have less.
  await expect(progress(page)).toHaveText("6 of 9");
  for (let i = 0; i < 2; i++) await rate(page, "1", "1");
  for (const key of ["1", "1", "Control+Enter"]) await page.keyboard.press(key);
  await expect(page.getByText("You: 9 of 9. Team: 9 of 12.")).toBeVisible();
  await signIn(page, BEA);
  await page.goto(`/rate/${campaignId}`);
  await expect(page.locator(ITEM)).toBeVisible();
  await expect(progress(page)).toHaveText("0 of 3");
  const done = await judgments(server.databaseUrl, campaignId);
  expect(new Set(done.map((judgment) => judgment.taskId)).size).toBe(9);
});

test("own work lists judgments, corrects one with its reason, and tells the pace", async ({
  page,
}) => {
  await signIn(page, ELI);
  await page.goto("/rate/mine");
  const rows = page.getByRole("region", { name: "My ratings, as a table" }).getByRole("row");
  await expect.poll(() => rows.count()).toBeGreaterThan(5);
  await expectAccessible(page);
  await rows.nth(1).getByRole("link").click();
  await page.getByRole("button", { name: /^Wrong answer/ }).click();
  await page.getByLabel("Reason for correction").fill("I mixed up the years");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save correction" }).click();
  await expect(
    page.getByRole("region", { name: "History" }).getByText("Reason: I mixed up the years"),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "History" }).getByRole("listitem")).toHaveCount(2);
  await page.goto("/rate/mine");
  await expect(page.getByRole("region", { name: "My pace" })).toContainText("per hour");
  await page.getByLabel("Ratings", { exact: true }).selectOption({ label: "Corrected" });
  await page.getByRole("main").getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/show=corrected/);
  await expect(rows.filter({ hasText: "Corrected" })).not.toHaveCount(0);
  await expect(rows.filter({ hasNotText: "Corrected" })).toHaveCount(1);
  await expectAccessible(page);
});

test("the desk can be used by everyone: axe light and dark, large and small, without scrolling for an ordinary response", async ({
  page,
}) => {
  await signIn(page, ELI);
  await openDesk(page);
  // At 1280 × 800 the form with its button is in view.
  await expect(page.getByRole("button", { name: /^Submit/ })).toBeInViewport({ ratio: 1 });
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.keyboard.press("2");
    await page.keyboard.press("a");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Guidelines and shortcuts/ }).click();
    await expect(page.getByRole("complementary", { name: "Guidelines" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Guidelines and shortcuts/ }).click();
    await expectFits(page);
  }
});

test("a maintainer sets what qualifies and what a break is; raters may not, and maintainers do not rate", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/settings");
  await page.getByLabel("Passing score").fill("13");
  await page.getByRole("button", { name: "Save rating settings" }).click();
  await expect(page.getByText("Rating settings saved")).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto("/rate"))?.status()).toBe(403);
  await signIn(page, ELI);
  expect((await page.goto("/settings"))?.status()).toBe(403);
  await page.goto("/rate/training");
  await expect(page.getByText("13 correct to pass", { exact: false })).toBeVisible();
});
