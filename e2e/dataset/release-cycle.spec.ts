import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { keepDay } from "@/prisma/testing/noon";
import { expect, expectAccessible, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RATER = "eli@freshqa.example";

/** The release that the sample dataset has behind it, and a day of the past that no other journey publishes. */
const FIRST = "FreshQA_v11022026";
const NAME = "FreshQA_v03012024";
const ANSWER = "An answer of the release journey";

// The release that the first one publishes is compared, read and downloaded by the others.
test.describe.configure({ mode: "serial" });

test("a maintainer prepares a release: checks, looks at the difference, edits the written changelog, publishes", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions/1/edit");
  await page.getByRole("textbox", { name: "Primary answer" }).fill(ANSWER);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/questions\/1$/);

  await page.goto("/releases/new");
  const checklist = page.getByRole("region", { name: "Before you publish" });
  await expect(checklist.getByText(/overdue/)).toBeVisible();
  await expect(checklist.getByText("TEST is unbalanced")).toBeVisible();
  const notes = page.getByLabel("Notes");
  await expect(notes).toHaveValue(
    new RegExp(`Since FreshQA_v\\d{8}:[\\s\\S]*Changed answers:[\\s\\S]*→ ${ANSWER}`),
  );
  await expectAccessible(page);

  await page.getByRole("link", { name: "View full comparison" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Compare releases" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Kinds of changes" })
    .getByRole("link", { name: /^Answers/ })
    .click();
  await expect(page).toHaveURL(/kind=answers/);
  await expect(page.locator("ins", { hasText: "journey" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/releases/new");
  await page.getByLabel("Name").fill(NAME);
  const changelog = await notes.inputValue();
  await notes.fill(`What the maintainer says first.\n\n${changelog}`);
  // Another choice of questions has another changelog; what was typed stays.
  await page.getByRole("checkbox", { name: /^DEV/ }).uncheck();
  await expect(page.getByText(/questions? not included/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Append generated changelog" })).toBeVisible();
  await expect(notes).toHaveValue(/^What the maintainer says first\./);
  await page.getByRole("checkbox", { name: /^DEV/ }).check();
  await page.reload();
  await expect(notes).toHaveValue(/^What the maintainer says first\./);

  await page.getByRole("button", { name: /^Publish \d+ questions$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish release" }).click();
  await expect(page).toHaveURL(new RegExp(`/releases/${NAME}$`));
  await expect(page.getByText("What the maintainer says first.")).toBeVisible();
});

test("a release of chosen questions says that it is a partial one, and its checklist speaks of them", async ({
  page,
  server,
}) => {
  await withOwnClient(server.databaseUrl, keepDay);
  await signIn(page, MAINTAINER);
  const overdueIn = async (checklist: Locator) => {
    await expect(checklist.getByText(/due this week/)).toBeVisible();
    const found = /([\d,]+) overdue/.exec(await checklist.innerText());
    return found === null ? 0 : Number(found[1]!.replaceAll(",", ""));
  };
  const checklist = page.getByRole("region", { name: "Before you publish" });
  await page.goto("/refresh");
  const tab = page.getByRole("navigation", { name: "Due dates" }).getByRole("link").first();
  const overdue = Number(/[\d,]+/.exec(await tab.innerText())![0].replaceAll(",", ""));
  expect(overdue).toBeGreaterThan(0);
  await page.goto("/releases/new");
  // As the queue of answer refresh has it.
  expect(await overdueIn(checklist)).toBe(overdue);
  await expect(checklist.getByRole("alert")).toHaveCount(0);

  // Two of the overdue ones: the checklist is about these.
  await page.goto("/questions?overdue=1");
  const boxes = page.getByRole("grid", { name: "Questions" }).getByRole("checkbox", {
    name: /^Select (?!all)/,
  });
  for (const place of [0, 1]) await boxes.nth(place).check();
  await page.getByRole("button", { name: "Release…" }).click();
  await expect(checklist.getByRole("alert")).toContainText(
    /^Partial release: 2 of [\d,]+ active questions/,
  );
  expect(await overdueIn(checklist)).toBe(2);
  await expect(page.getByLabel("Notes")).toHaveValue(/^Partial release: 2 of/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish 2 questions" }).click();
  await expect(page.getByRole("dialog")).toContainText("A partial release: 2 of");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await checklist.getByRole("link", { name: "Publish all active questions instead" }).click();
  await expect(checklist.getByRole("alert")).toHaveCount(0);
  expect(await overdueIn(checklist)).toBe(overdue);
});

test("two releases are compared by question, filtered, and downloaded as CSV and JSON", async ({
  page,
}) => {
  await signIn(page, RATER);
  await page.goto(`/releases/compare?from=${FIRST}&to=${NAME}`);
  await expect(page.getByRole("link", { name: /^All changes [1-9]/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const [json] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "JSON" }).click(),
  ]);
  expect(json.suggestedFilename()).toBe(`${FIRST}..${NAME}.json`);
  const document = JSON.parse(readFileSync(await json.path(), "utf8")) as {
    changes: { question_id: string; kinds: string[]; changed: Record<string, string[]> }[];
  };
  expect(document.changes.find((change) => change.question_id === "Q1")).toMatchObject({
    kinds: expect.arrayContaining(["answers"]),
    changed: { answer_0: [expect.any(String), ANSWER] },
  });
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  const [safe] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "For spreadsheets" }).click(),
  ]);
  expect(safe.suggestedFilename()).toBe(
    csv.suggestedFilename().replace(/\.csv$/, "-spreadsheet.csv"),
  );
  expect(readFileSync(await csv.path(), "utf8")).toContain(`,answer_0,`);

  await page.getByLabel("From").selectOption(NAME);
  await page.getByLabel("To", { exact: true }).selectOption({ label: "Current dataset" });
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("No changes")).toBeVisible();
  expect((await page.goto("/releases/compare?from=FreshQA_v01011999&to=present"))?.status()).toBe(
    404,
  );
});

test("the dataset is looked at as of a day, and downloaded as it was then", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/questions/as-of?day=2026-11-02");
  await expect(
    page.getByRole("heading", { level: 1, name: "Dataset as of 2 Nov 2026" }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Search questions and answers").fill(ANSWER);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("No matching questions")).toBeVisible();
  await page.getByRole("button", { name: "Export this version" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^CSV Official release format/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("freshqa-as-of-2026-11-02.csv");
  const then = readFileSync(await download.path(), "utf8");
  expect(then).not.toContain(ANSWER);
  await page.goto("/questions/as-of?day=2020-01-01");
  await expect(page.getByText("No questions yet on this date")).toBeVisible();
});

test("anyone reads, cites and downloads releases, without an account and without a cookie", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  const answer = await page.goto("/public");
  expect(answer?.status()).toBe(200);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "index, follow");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    /^FreshQA_v/,
    "How fresh it is",
    "How its answers change",
    "Use it",
    "Citation",
  ]);
  const fresh = page.getByRole("region", { name: "How fresh it is" });
  await expect(fresh).toContainText(/\d+ days?\.?/);
  await expect(fresh.getByRole("row")).toHaveCount(5);
  const release = page.getByRole("row").filter({ has: page.getByRole("link", { name: NAME }) });
  // The number is that of the page that it leads to.
  const changed = release.getByRole("link", { name: /^\d+ since FreshQA_v/ }).first();
  const count = /\d+/.exec(await changed.innerText())![0];
  await changed.click();
  await expect(
    page.getByRole("navigation", { name: "Kinds of changes" }).locator("[aria-current]"),
  ).toHaveText(new RegExp(`${count}$`));
  await page.goBack();
  await release.getByRole("link", { name: NAME, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText("What the maintainer says first.")).toBeVisible();
  await expect(page.getByText(`@misc{${NAME},`)).toBeVisible();
  // What most come for is first; the long table is last.
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Files",
    "Citation",
    "What changed",
    "Run it in an evaluation harness",
    "Publish it as a dataset",
    "Questions by category, hops and split",
    "Questions",
  ]);
  const sha256 = await page.getByTestId("sha256").innerText();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^CSV/ }).click(),
  ]);
  expect(
    createHash("sha256")
      .update(readFileSync(await download.path()))
      .digest("hex"),
  ).toBe(sha256);

  // The notes do not name who published it, and neither does the page.
  await expect(page.getByText("Carlos Medina")).toHaveCount(0);
  await page.getByRole("link", { name: FIRST }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Changes in ${NAME}` })).toBeVisible();
  await expect(page.getByRole("link", { name: /^All changes [1-9]/ })).toBeVisible();

  // What search engines read of the page, and the same release as a dataset repository.
  await page.goto(`/public/releases/${NAME}`);
  const described = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent())!,
  ) as { isLiveDataset: boolean; distribution: { contentUrl: string; sha256: string }[] };
  expect(described).toMatchObject({ name: NAME, isLiveDataset: false });
  expect(described.distribution[0]!.sha256).toBe(sha256);
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Dataset (ZIP)" }).click(),
  ]);
  expect(archive.suggestedFilename()).toBe(`${NAME}-dataset.zip`);
  expect(
    readFileSync(await archive.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  const live = await page.request.get("/public/latest/croissant.json");
  expect(live.headers()["content-type"]).toContain("application/ld+json");
  expect(await live.json()).toMatchObject({ isLiveDataset: true });

  const file = `/public/releases/${NAME}/${NAME}.csv`;
  const whole = await page.request.get(file);
  expect(whole.headers()).toMatchObject({
    etag: `"${sha256}"`,
    "accept-ranges": "bytes",
    "access-control-allow-origin": "*",
  });
  expect(
    (await page.request.get(file, { headers: { "if-none-match": `"${sha256}"` } })).status(),
  ).toBe(304);
  const part = await page.request.get(file, { headers: { range: "bytes=10-19" } });
  expect(part.status()).toBe(206);
  expect((await part.body()).equals((await whole.body()).subarray(10, 20))).toBe(true);
  expect((await page.request.get(`/public/releases/${NAME}/${NAME}.pdf`)).status()).toBe(404);
  expect((await page.goto("/public/releases/FreshQA_v01011999"))?.status()).toBe(404);

  const latest = await page.request.get("/public/latest", { maxRedirects: 0 });
  expect(latest.status()).toBe(307);
  expect(latest.headers()).toMatchObject({
    "cache-control": "no-cache",
    location: expect.stringMatching(/^\/public\/releases\/FreshQA_v\d{8}$/) as unknown as string,
  });
  expect(
    (await page.request.get("/public/latest/freshqa.jsonl")).headers()["content-type"],
  ).toContain("application/jsonl");

  const feed = await page.request.get("/public/feed.xml");
  expect(feed.headers()["content-type"]).toContain("application/atom+xml");
  const entries = await page.evaluate(
    (text) => {
      const document = new DOMParser().parseFromString(text, "application/xml");
      return document.querySelector("parsererror") === null
        ? [...document.querySelectorAll("entry > title")].map((title) => title.textContent)
        : null;
    },
    await feed.text(),
  );
  expect(entries).toContain(NAME);

  for (const { headers } of [
    { headers: answer!.headers() },
    ...[whole, part, latest, feed].map((one) => ({ headers: one.headers() })),
  ])
    expect(headers["set-cookie"]).toBeUndefined();
  expect(await context.cookies()).toEqual([]);
  // Nothing else opens.
  await page.goto("/releases");
  await expect(page).toHaveURL(/\/sign-in/);
  expect((await page.request.get(`/api/releases/${NAME}/${NAME}.csv`)).status()).toBe(401);
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the pages of releases are accessible and fit a phone, ${colorScheme}`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({
      baseURL: server.address,
      colorScheme,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    const fits = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      );
    for (const address of [
      "/public",
      `/public/releases/${NAME}`,
      `/public/releases/${NAME}/changes?from=${FIRST}`,
      `/public/releases/${NAME}/use`,
    ]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(await fits(), address).toBe(true);
    }
    await signIn(page, MAINTAINER);
    for (const address of [
      "/releases/new",
      `/releases/compare?from=${FIRST}&to=${NAME}`,
      "/questions/as-of?day=2026-11-02",
      "/releases",
    ]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(await fits(), address).toBe(true);
    }
    await context.close();
  });
}
