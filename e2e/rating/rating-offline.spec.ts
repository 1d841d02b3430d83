import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, signIn, test } from "../support/journey";
import { ITEM, makeCampaign, progress, rate, sampleUser, saving } from "../support/rating";

const NOTE = "You're offline. Your ratings are kept on this device";

test("a rater works through a train ride: fifty items are held, the desk is reloaded offline, and everything is saved once", async ({
  page,
  server,
  context,
}) => {
  const { campaignId } = await withOwnClient(server.databaseUrl, (client) =>
    makeCampaign(client, ["eli"], { name: "Train ride", questions: 70, ratingsPerResponse: 1 }),
  );
  const counted = async (sql: string) =>
    (await rowsOf<{ n: number }>(server.databaseUrl, sql, [campaignId]))[0]!.n;
  await signIn(page, "eli@freshqa.example");
  await page.goto(`/rate/${campaignId}`);
  await expect(page.locator(ITEM)).toBeVisible();
  // The scripts of the desk are on the device, and so are its items.
  await expect(page.locator("html[data-offline]")).toBeAttached();
  await expect
    .poll(() =>
      counted(
        "SELECT count(*)::int AS n FROM rating_assignments WHERE campaign_id = $1 AND status IN ('held', 'opened')",
      ),
    )
    .toBeGreaterThanOrEqual(50);

  await context.setOffline(true);
  const rated = [await rate(page, "1", "1"), await rate(page, "1", "1"), await rate(page, "w")];
  await expect(saving(page)).toHaveText("3 unsaved, retrying");

  await page.reload();
  await expect(page.getByText(NOTE)).toBeVisible();
  await expect(page.locator(ITEM)).toBeVisible();
  await expect(progress(page)).toContainText("3 of 70");
  await expectAccessible(page);
  for (let i = 0; i < 50; i++) rated.push(await rate(page, ...(i % 3 === 0 ? ["w"] : ["q"])));
  expect(new Set(rated).size).toBe(53);
  // Another page of the workbench is not kept.
  await expect(progress(page)).toContainText("53 of 70");

  await context.setOffline(false);
  await expect(saving(page)).toHaveText("Saved");
  await expect(page.getByText("You're back online.")).toBeVisible();
  expect(await counted("SELECT count(*)::int AS n FROM judgments WHERE campaign_id = $1")).toBe(53);
  expect(
    await counted("SELECT count(DISTINCT task_id)::int AS n FROM judgments WHERE campaign_id = $1"),
  ).toBe(53);

  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(progress(page)).toContainText("53 of 70");
  await expect(page.locator(ITEM)).toBeVisible();
  expect(rated).not.toContain(Number(await page.locator(ITEM).getAttribute("data-item")));

  // Signing out takes desk and items off the device.
  await page.getByRole("button", { name: /Eli/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  const left = () =>
    page.evaluate(async () => ({
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
  // A worker goes once the last page under it is gone.
  await expect.poll(left).toEqual({ caches: [], databases: [], workers: 0 });
});

test("a desk opens offline for whoever signed in here last, and for no one else", async ({
  page,
  server,
  context,
}) => {
  const { campaignId } = await withOwnClient(server.databaseUrl, (client) =>
    makeCampaign(client, ["eli"], { name: "Lent device", questions: 5, ratingsPerResponse: 1 }),
  );
  await signIn(page, "eli@freshqa.example");
  await page.goto(`/rate/${campaignId}`);
  // No key was pressed: what the desk shows later comes by itself.
  await expect(page.locator("html[data-offline=whole]")).toBeAttached();
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(ITEM)).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("complementary", { name: "Guidelines" })).toBeVisible();
  await context.setOffline(false);

  // Eli's session ends without a sign-out, and Bea's begins.
  await signIn(page, "bea@freshqa.example");
  await page.goto("/rate");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("freshqa.signed-in")))
    .toBe(String(await withOwnClient(server.databaseUrl, (client) => sampleUser(client, "bea"))));
  await context.setOffline(true);
  await page.goto(`/rate/${campaignId}`);
  await expect(page.getByText("Nothing of this campaign is on this device.")).toBeVisible();
  await expect(page.locator(ITEM)).toHaveCount(0);
});
