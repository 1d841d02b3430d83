import { withOwnClient } from "@/lib/platform/own-client";
import { expect, expectAccessible, signIn, test } from "../support/journey";
import { ITEM, makeCampaign, rate, rateWithoutDesk, saving } from "../support/rating";

test("a manager sets alarms, sees who is paused and why, resumes them, writes to all, hands items over, raises the overlap and sees hours and pay", async ({
  page,
  browser,
  server,
}) => {
  // Three people and twenty verdicts.
  const { campaignId, raterIds } = await withOwnClient(server.databaseUrl, (client) =>
    makeCampaign(client, ["bea", "eli"], {
      name: "Looked after",
      questions: 44,
      ratingsPerResponse: 1,
    }),
  );
  await signIn(page, "carlos@freshqa.example");
  await page.goto(`/campaigns/${campaignId}`);
  await page.getByRole("button", { name: "Alarms…" }).click();
  const alarms = page.getByRole("dialog", { name: "Rater alarms" });
  // No journey is as slow as this.
  await alarms.getByRole("textbox", { name: "Limit" }).fill("600");
  await alarms.getByRole("switch", { name: "Pause the rater" }).check({ force: true });
  await expectAccessible(page);
  await alarms.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Alarms saved")).toBeVisible();

  const eli = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(eli, "eli@freshqa.example");
  await rateWithoutDesk(
    eli,
    { campaignId, raterId: raterIds[1]! },
    Array.from({ length: 17 }, (_, n) => n % 3 !== 0),
  );
  await eli.goto(`/rate/${campaignId}`);
  await expect(eli.locator(ITEM)).toBeVisible();
  await rate(eli, "2", "w");
  await rate(eli, "1", "1");
  await expect(saving(eli)).toHaveText("Saved");
  for (const key of ["1", "1", "Control+Enter"]) await eli.keyboard.press(key);
  await expect(
    eli
      .getByRole("heading", { name: "You are paused in this campaign" })
      .or(eli.getByText(/so you are paused in this campaign/).first())
      .first(),
  ).toBeVisible();
  await eli.goto("/inbox");
  await expect(eli.getByText("You are paused in “Looked after”")).toBeVisible();
  await expect(eli.getByText(/took less time than reading an item does/)).toBeVisible();

  await page.reload();
  const alarm = page.getByRole("region", { name: "Rater alarms" });
  await expect(alarm.getByText("Eli Tanaka: too fast (paused)")).toBeVisible();
  await expect(
    page.getByRole("row", { name: /Eli Tanaka/ }).getByText("Paused: too fast"),
  ).toBeVisible();
  await expectAccessible(page);
  await alarm.getByRole("link", { name: "View ratings" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Ratings of Eli Tanaka" }),
  ).toBeVisible();
  const ratings = page.getByRole("region", { name: "Ratings, as a table" });
  await expect(ratings.getByRole("row")).toHaveCount(21);
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^ratings-campaign-\d+-rater-\d+\.csv$/);
  await page.getByRole("link", { name: "Flagged", exact: true }).click();
  await expect(page.getByText("No such ratings")).toBeVisible();
  await page.getByRole("link", { name: "Looked after" }).click();
  await page.getByRole("button", { name: "Resume Eli Tanaka" }).click();
  await expect(page.getByText("Eli Tanaka resumed")).toBeVisible();
  await expect(alarm).toBeHidden();

  await page.getByRole("button", { name: "All raters" }).click();
  await page.getByRole("menuitem", { name: "Message all raters…" }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Mind the dates, please.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent to 2 raters")).toBeVisible();
  await eli.goto(`/rate/${campaignId}`);
  const message = eli.getByRole("dialog", { name: "Message to all raters" });
  await expect(message.getByText("Mind the dates, please.")).toBeVisible();
  await expectAccessible(eli);
  await message.getByRole("button", { name: "Continue rating" }).click();
  await expect(message).toBeHidden();
  await rate(eli, "1", "1");
  await expect(saving(eli)).toHaveText("Saved");
  await eli.reload();
  await expect(eli.locator(ITEM)).toBeVisible();
  await expect(message).toBeHidden();

  await page.getByRole("button", { name: "Actions for Bea Okafor" }).click();
  await page.getByRole("menuitem", { name: "Take items back…" }).click();
  const back = page.getByRole("dialog", { name: "Take items back from Bea Okafor" });
  await back.getByRole("textbox", { name: "Items" }).fill("5");
  await back.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("5 items taken back from Bea Okafor")).toBeVisible();
  const bea = page.getByRole("row", { name: /Bea Okafor/ });
  await expect(bea.getByText("0 of 17").first()).toBeVisible();
  await page.getByRole("button", { name: "Actions for Bea Okafor" }).click();
  await page.getByRole("menuitem", { name: "Assign items…" }).click();
  const give = page.getByRole("dialog", { name: "Assign items to Bea Okafor" });
  await give.getByRole("textbox", { name: "Items" }).fill("2");
  await expectAccessible(page);
  await give.getByRole("button", { name: "Assign", exact: true }).click();
  await expect(bea.getByText("0 of 19").first()).toBeVisible();

  await page.getByRole("button", { name: "All raters" }).click();
  await page.getByRole("menuitem", { name: "Raise overlap…" }).click();
  const raise = page.getByRole("dialog", { name: "Raise overlap" });
  await raise.getByRole("button", { name: "Preview" }).click();
  await expect(raise.getByText("Adds 44 ratings of 44 items:")).toBeVisible();
  await expectAccessible(page);
  await raise.getByRole("button", { name: "Add 44 ratings" }).click();
  await expect(page.getByText(/of 88$/).first()).toBeVisible();

  await page.getByRole("button", { name: "All raters" }).click();
  await page.getByRole("menuitem", { name: "Change order…" }).click();
  const order = page.getByRole("dialog", { name: "Change order" });
  await order.getByRole("textbox", { name: "Questions" }).fill("Q999999");
  await order.getByRole("radio", { name: /^Last/ }).check();
  await order.getByRole("button", { name: "Move", exact: true }).click();
  await expect(order.getByText("No items of these questions are waiting")).toBeVisible();
  await expectAccessible(page);
  await order.getByRole("button", { name: "Cancel" }).click();
  await expect(order).toBeHidden();

  await page.goto("/campaigns/hours");
  await page.getByRole("button", { name: "Set rate of Eli Tanaka" }).click();
  const set = page.getByRole("dialog", { name: "Rate of Eli Tanaka" });
  await set.getByRole("textbox", { name: "Amount" }).fill("18.5");
  await set.getByRole("textbox", { name: "Currency" }).fill("EUR");
  await set.getByRole("combobox", { name: "Per" }).selectOption("item");
  await set.getByLabel("Valid from").fill("2026-01-01");
  await expect(set.getByText("1 Jan 2026 is in the past")).toBeVisible();
  await expectAccessible(page);
  await set.getByRole("button", { name: "Save rate" }).click();
  await expect(page.getByText("18.50 EUR per item")).toBeVisible();
  const hours = page.getByRole("region", { name: "Hours, as a table" });
  await expect(hours.getByRole("row", { name: /Eli Tanaka.*\.[05]0 EUR/ }).first()).toBeVisible();
  await expectAccessible(page);
  await eli.goto("/rate/hours");
  await expect(eli.getByText("18.50 EUR per item")).toBeVisible();
  await expectAccessible(eli);
  const other = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(other, "bea@freshqa.example");
  await other.goto("/rate/hours");
  await expect(other.getByRole("heading", { name: "My rate" })).toBeVisible();
  await expect(other.getByText("EUR")).toBeHidden();
  expect((await other.request.get("/api/campaigns/ratings?campaign=1&rater=1")).status()).toBe(403);
});
