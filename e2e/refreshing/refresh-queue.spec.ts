import type { Page } from "@playwright/test";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { withOwnClient } from "@/lib/platform/own-client";
import { keepDay } from "@/prisma/testing/noon";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const OTHER_MAINTAINER = "dana@freshqa.example";
const RATER = "eli@freshqa.example";

const rows = (page: Page) =>
  page
    .getByRole("region", { name: "Due questions", exact: true })
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { name: /^Select Q/ }) });
/** "12 questions" → 12, of the list below the filters. */
const total = async (page: Page) =>
  Number(
    /^([\d,]+) question/
      .exec(
        await page
          .getByRole("region", { name: "Due questions", exact: true })
          .getByRole("status")
          .first()
          .innerText(),
      )![1]!
      .replaceAll(",", ""),
  );
/** "2026-11-24" of the day so many days from now, in the dataset's time zone. */
const dayFromNow = async (server: { databaseUrl: string }, days: number) =>
  (
    await rowsOf<{ day: string }>(
      server.databaseUrl,
      "SELECT (dataset_today() + $1::int)::text AS day",
      [days],
    )
  )[0]!.day;

test.beforeEach(({ server }) => withOwnClient(server.databaseUrl, keepDay));

test("the queue and the settings are readable in light and dark, on a desk and on a phone", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [address, title] of [
      ["/refresh", "Answer refresh"],
      ["/refresh?when=none&category=false-premise", "Answer refresh"],
      ["/settings", "Dataset settings"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
    }
  }
});

test("a maintainer assigns a question, finds it under its assignee, and takes it back", async ({
  page,
  browser,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/refresh?assignee=none");
  const question = await rows(page).first().getByRole("link").innerText();
  await rows(page).first().getByRole("checkbox").check();
  await expect(page.getByRole("status").filter({ hasText: "1 question selected" })).toBeVisible();
  await page.getByRole("combobox", { name: "Assign to", exact: true }).click();
  await page.getByRole("option", { name: "Dana Whitfield" }).click();
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "Assigned 1 question to Dana Whitfield" });
  await expect(notice).toBeVisible();
  await expect(rows(page).filter({ hasText: question })).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, OTHER_MAINTAINER);
  await other.goto("/refresh?assignee=me");
  await expect(rows(other).filter({ hasText: question })).toContainText("Dana Whitfield");

  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Reverted 1 question" })).toBeVisible();
  await expect(rows(page).filter({ hasText: question })).toHaveCount(1);
});

test("a list is shared out in turn among those who are chosen, and taken back at once", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/refresh?when=upcoming");
  if (await page.getByRole("heading", { name: "Nothing upcoming" }).isVisible())
    await page.goto("/refresh?when=overdue");
  const count = await total(page);
  await page.getByRole("button", { name: "Distribute…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Distribute/ });
  await expect(dialog.getByRole("checkbox", { name: "Carlos Medina" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Eli Tanaka" })).toHaveCount(0);
  await expectAccessible(page);
  const people = await dialog.getByRole("checkbox", { checked: true }).count();
  await dialog.getByRole("button", { name: "Distribute", exact: true }).click();
  const notice = page.getByRole("alert").filter({ hasText: `Distributed ${count} question` });
  await expect(notice).toBeVisible();
  await expect(rows(page).first()).toContainText(/Carlos Medina|Dana Whitfield/);
  const own = await page.context().newPage();
  await own.goto(`/refresh?when=${new URL(page.url()).searchParams.get("when")}&assignee=me`);
  const mine = await total(own);
  expect([Math.floor(count / people), Math.ceil(count / people)]).toContain(mine);
  await own.close();
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Reverted" })).toBeVisible();
  await expect(rows(page).first()).toContainText("Unassigned");
});

test("a question that gets a date shows on that day of the calendar, and the day lists it", async ({
  page,
  server,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions?sort=-id");
  const row = page
    .getByRole("grid", { name: "Questions" })
    .getByRole("row")
    .filter({ has: page.locator("a[data-row-link]") })
    .first();
  const question = await row.locator("a[data-row-link]").innerText();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Next review…" }).click();
  const form = page.getByRole("dialog", { name: /Set next review/ });
  await form.getByRole("radio", { name: "On a date" }).check();
  const day = await dayFromNow(server, 16);
  await form.locator('input[type="date"]').fill(day);
  await form.getByRole("button", { name: /^Change/ }).click();
  await expect(form).toBeHidden();

  await page.goto("/refresh");
  await page
    .getByRole("link", { name: /with a fixed date$/ })
    .and(page.locator(`a[href*="day=${day}"]`))
    .click();
  await expect(page).toHaveURL(new RegExp(`day=${day}`));
  await expect(rows(page).filter({ hasText: question })).toContainText("fixed date");
  await expect(page.getByRole("link", { name: "Refresh answers" })).toHaveAttribute(
    "href",
    new RegExp(`/refresh/desk\\?.*day=${day}`),
  );
  await page.getByRole("button", { name: /clear date$/ }).click();
  await expect(page).not.toHaveURL(/day=/);

  await page.getByRole("button", { name: "Balance workload…" }).click();
  const dialog = page.getByRole("dialog", { name: "Balance workload over 12 weeks" });
  await expect(dialog.getByText(/would move[.,]|Nothing to move/)).toBeVisible();
  await expectAccessible(page);
});

test("questions that fall due together are spread over working days, and put back by one click", async ({
  page,
  server,
}) => {
  await signIn(page, MAINTAINER);
  // Two dozen questions of the day before 170 days: with half-yearly reviews they all fall due ten days from now.
  const day = await dayFromNow(server, -170);
  const since = `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
  const lines = Array.from(
    { length: 24 },
    (_, n) =>
      `${n},TEST,Which ferry leaves pier ${n} of Karmel first?,2024,occasionally,FALSE,one-hop,slow-changing,N/A,The ${n} o'clock,${",".repeat(9)}`,
  );
  await page.goto("/imports");
  await page.getByLabel("File to import").setInputFiles({
    name: `FreshQA_v${since}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from([RELEASE_COLUMNS.join(","), ...lines].join("\r\n")),
  });
  await page.getByRole("button", { name: "Apply import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();

  const together = page
    .getByRole("link", { name: /: \d+ questions due/ })
    .and(page.locator(`a[href*="day=${await dayFromNow(server, 10)}"]`));
  await page.goto("/refresh");
  const label = await together.getAttribute("aria-label");
  await page.getByRole("button", { name: "Balance workload…" }).click();
  const dialog = page.getByRole("dialog", { name: "Balance workload over 12 weeks" });
  await expectAccessible(page);
  const move = dialog.getByRole("button", { name: /^Move \d+ questions$/ });
  const moved = /\d+/.exec(await move.innerText())![0];
  await move.click();
  const notice = page.getByRole("alert").filter({ hasText: `Moved ${moved} questions` });
  await expect(notice).toContainText(/Now up to \d+ per day/);
  await expect(page.locator(`[aria-label="${label}"]`)).toHaveCount(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: `Reverted ${moved} questions` }),
  ).toBeVisible();
  await expect(page.locator(`[aria-label="${label}"]`)).toHaveCount(1);
});

test("settings are checked, saved and in force at once", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await page.goto("/settings");
  const hardlyEver = page.getByRole("textbox", { name: "Hardly ever" });
  await hardlyEver.fill("100");
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  await expect(page.getByText("Must be longer than “occasionally”.")).toBeVisible();
  await hardlyEver.fill("1000");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Europe/Ber");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Settings saved" })).toBeVisible();
  await page.goto("/refresh");
  await expect(page.getByText("(Europe/Berlin")).toBeVisible();

  // As they were: what is due in the journeys behind goes by them.
  await page.goto("/settings");
  await expect(hardlyEver).toHaveValue("1000 days");
  await hardlyEver.fill("1095");
  await page.getByRole("combobox", { name: "Time zone" }).fill("UTC");
  await page.getByRole("option", { name: "UTC", exact: true }).click();
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Settings saved" })).toBeVisible();
});

test("a rater has no way to the queue or the settings", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Answer refresh", exact: true })).toHaveCount(0);
  for (const address of ["/refresh", "/settings"])
    expect((await page.goto(address))?.status()).toBe(403);
});
