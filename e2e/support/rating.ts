import type { Page } from "@playwright/test";
import type pg from "pg";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";
import { expect } from "./journey";

/** The id of a sample account: "eli". */
export async function sampleUser(client: pg.Client, name: string): Promise<number> {
  return (
    await client.query<{ id: number }>("SELECT id FROM users WHERE email = $1", [
      `${name}@freshqa.example`,
    ])
  ).rows[0]!.id;
}

/** An open campaign of sample raters, none of it judged; the raters are taken for qualified. */
export async function makeCampaign(
  client: pg.Client,
  raters: readonly string[],
  sample: RatingSample,
): Promise<RatingSampleMade> {
  const ids: number[] = [];
  for (const rater of raters) ids.push(await sampleUser(client, rater));
  const made = await makeRating(client, { judged: 0, ...sample, raters: ids });
  await client.query(
    "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12 ON CONFLICT DO NOTHING",
    [ids],
  );
  return made;
}

/** Opens the protocol of a preset, which is added unless another journey has added it on this server. */
export async function openPreset(page: Page, preset: string): Promise<void> {
  await page.goto("/protocols");
  const add = page.getByRole("button", { name: `Add ${preset}` });
  const added = page.getByRole("link", { name: preset, exact: true });
  await expect(add.or(added)).toBeVisible();
  await ((await add.isVisible()) ? add : added).click();
  await expect(page.getByRole("heading", { level: 1, name: preset })).toBeVisible();
}

// The desk ----------------------------------------------------------------------------------------------------------

/** The response on the desk; the attribute names its task. */
export const ITEM = "[data-item]";
export const progress = (page: Page) => page.getByRole("status", { name: "Progress" });
export const saving = (page: Page) => page.getByRole("status", { name: "Saving" });

/** Does something that brings another item, and waits until that is shown. @returns the task that was shown before. */
export async function onwards(page: Page, act: () => Promise<void>): Promise<number> {
  const before = Number(await page.locator(ITEM).getAttribute("data-item"));
  await act();
  await expect(page.locator(`${ITEM}:not([data-item="${before}"])`)).toBeVisible();
  return before;
}

/** Judges the item by these keys and submits it. @returns its task. */
export async function rate(page: Page, ...keys: string[]): Promise<number> {
  return onwards(page, async () => {
    for (const key of [...keys, "Control+Enter"]) await page.keyboard.press(key);
  });
}

/**
 * Judges a signed-in rater's next items as their desk does, without one: where many ratings are only the stage. Credit is
 * given as said, or by what the response says.
 */
export async function rateWithoutDesk(
  page: Page,
  { campaignId, raterId }: { campaignId: number; raterId: number },
  credits: readonly (boolean | ((response: string) => boolean))[],
): Promise<void> {
  const post = async (step: string, data: Record<string, unknown>) => {
    const answer = await page.request.post(`/api/ratings/${step}`, { data: { raterId, ...data } });
    expect(answer.status(), step).toBe(200);
    return (await answer.json()) as {
      items: { taskId: number; revisionId: number; response: string }[];
    };
  };
  for (const given of credits) {
    const { items } = await post("next", { campaignId, count: 1 });
    expect(items, `nothing more to rate in campaign ${campaignId}`).toHaveLength(1);
    const { taskId, revisionId, response } = items[0]!;
    const credit = typeof given === "boolean" ? given : given(response);
    await post("judge", {
      taskId,
      revisionId,
      verdict: credit
        ? { relaxed: true, strict: true }
        : { relaxed: false, strict: false, relaxedReason: "wrong-primary-answer" },
      activeMs: 9_000,
      clientKey: crypto.randomUUID(),
      enteredAt: new Date().toISOString(),
    });
  }
}
