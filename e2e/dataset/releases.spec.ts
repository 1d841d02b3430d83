import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, expectAccessible, expectFits, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RATER = "eli@freshqa.example";

/** A day of the past that no other journey publishes. */
const NAME = "FreshQA_v02292024";

// The release that the first one publishes is published in vain, downloaded and read by the others.
test.describe.configure({ mode: "serial" });

test("a maintainer publishes a release and gets the bytes that its checksum names", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/releases/new");
  await expect(page.getByLabel("Name")).toHaveValue(/^FreshQA_v\d{8}$/);
  await expectAccessible(page);

  await page.getByLabel("Name").fill("FreshQA_v02302024");
  await expect(page.getByText("with a valid date")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Publish/ })).toBeDisabled();
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("Notes").fill("Kept over a reload.");
  await page.reload();
  await expect(page.getByLabel("Notes")).toHaveValue("Kept over a reload.");
  await expect(page.getByLabel("Name")).toHaveValue(NAME);

  await page.getByRole("button", { name: /^Publish \d+ questions$/ }).click();
  const dialog = page.getByRole("dialog", { name: `Publish ${NAME}?` });
  await expect(dialog.getByText("not even an administrator")).toBeVisible();
  await dialog.getByRole("button", { name: "Publish release" }).click();
  await expect(page).toHaveURL(new RegExp(`/releases/${NAME}$`));
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText("Kept over a reload.")).toBeVisible();
  await expectAccessible(page);

  const sha256 = await page.getByTestId("sha256").innerText();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^CSV/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${NAME}.csv`);
  expect(
    createHash("sha256")
      .update(readFileSync(await download.path()))
      .digest("hex"),
  ).toBe(sha256);
});

test("publishing the name again says who published it, and keeps what was typed", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/releases/new");
  await page.getByLabel("Name").fill(NAME);
  await expect(page.getByText("A release with this name already exists")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Publish/ })).toBeDisabled();
});

test("what can't be counted before publishing says so, and is asked for again; Escape gives the account menu's focus back", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/releases/new");
  await page.route("**/releases/new**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("checkbox", { name: /^TEST/ }).uncheck();
  await expect(page.getByText("Couldn’t check the selected questions")).toBeVisible();
  await expect(page.getByText("Couldn’t compare with the last release")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/releases/new**");
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText("Couldn’t check the selected questions")).toBeHidden();
  // What was checked moves the rest of the page down.
  await expect(page.getByText(/^Partial release/)).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Couldn’t compare with the last release")).toBeHidden();
  await expect(page.getByRole("button", { name: /^Publish \d+ questions/ })).toBeEnabled();

  const account = page.getByRole("button", { name: "Account menu of Carlos Medina" });
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Account settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Account settings" })).toBeHidden();
  await expect(account).toBeFocused();
});

test("a release's file is answered in parts, by its tag, and in all formats", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/");
  const address = `/api/releases/${NAME}/${NAME}`;
  const whole = await page.request.get(`${address}.csv`);
  const bytes = await whole.body();
  const tag = whole.headers().etag!;
  expect(tag).toBe(`"${createHash("sha256").update(bytes).digest("hex")}"`);

  expect(whole.headers()["content-length"]).toBe(String(bytes.length));
  expect((await page.request.head(`${address}.csv`)).headers()["content-length"]).toBe(
    String(bytes.length),
  );

  const part = await page.request.get(`${address}.csv`, { headers: { range: "bytes=-100" } });
  expect(part.status()).toBe(206);
  expect(part.headers()["content-length"]).toBe("100");
  expect(part.headers()["content-range"]).toBe(
    `bytes ${bytes.length - 100}-${bytes.length - 1}/${bytes.length}`,
  );
  expect((await part.body()).equals(bytes.subarray(-100))).toBe(true);
  expect(
    (
      await page.request.get(`${address}.csv`, { headers: { range: `bytes=${bytes.length}-` } })
    ).status(),
  ).toBe(416);
  expect(
    (await page.request.get(`${address}.csv`, { headers: { "if-none-match": tag } })).status(),
  ).toBe(304);

  const lines = (await (await page.request.get(`${address}.jsonl`)).text()).trimEnd().split("\n");
  expect(JSON.parse(lines[0]!)).toMatchObject({
    id: "0",
    question_id: expect.stringMatching(/^Q\d+$/),
    revision: expect.any(Number),
  });
  expect((await (await page.request.get(`${address}.xlsx`)).body()).subarray(0, 2).toString()).toBe(
    "PK",
  );
  expect((await page.request.get(`${address}.pdf`)).status()).toBe(404);
});

test("a rater reads releases and may not publish one", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/releases");
  await expect(page.getByRole("link", { name: NAME })).toBeVisible();
  await expect(page.getByRole("link", { name: "Publish release" })).toHaveCount(0);
  await expectAccessible(page);
  const refused = await page.goto("/releases/new");
  expect(refused?.status()).toBe(403);
  expect((await page.goto("/releases/FreshQA_v01011999"))?.status()).toBe(404);
});

test("the present state is exported from the menu, by keyboard too", async ({ page }) => {
  await signIn(page, RATER);
  await page.goto("/releases");
  await page.getByRole("button", { name: "Export current version" }).press("Enter");
  const item = page.getByRole("menuitem", { name: /One JSON object per line/ });
  await expect(item).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), item.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/^freshqa-\d{4}-\d{2}-\d{2}\.jsonl$/);
});

test("releases fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, MAINTAINER);
  for (const address of ["/releases", "/releases/new", `/releases/${NAME}`]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page);
  }
});
