import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { makeProtocolCampaign } from "@/prisma/factories/protocols";
import { makeRating } from "@/prisma/factories/rating";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";
import { ITEM, onwards, progress, rate, sampleUser, saving } from "../support/rating";

const ELI = "eli@freshqa.example";
const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;

// The second one corrects a ranking that the first one gives.
test.describe.configure({ mode: "serial" });

let ranking: number;
let cited: number;
let pairs: number;

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    const eli = await sampleUser(client, "eli");
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) VALUES ($1, 1, 15, 12) ON CONFLICT DO NOTHING",
      [eli],
    );
    const { runIds } = await makeRating(client, {
      name: "Three systems",
      models: 3,
      questions: 3,
      campaign: false,
    });
    const {
      rows: [searching],
    } = await client.query<{ id: number }>(
      "SELECT DISTINCT p.run_id AS id FROM response_references f JOIN responses p ON p.id = f.response_id",
    );
    const sample = { raters: [eli], runIds };
    ranking = await makeProtocolCampaign(client, {
      ...sample,
      name: "Three systems ranked",
      definition: presetOf("webglm-turing"),
    });
    pairs = await makeProtocolCampaign(client, {
      ...sample,
      name: "Pairs of systems",
      definition: presetOf("pairwise-fresh"),
      questions: 1,
    });
    cited = await makeProtocolCampaign(client, {
      ...sample,
      name: "Answers with references",
      definition: presetOf("webglm-answers"),
      runIds: [searching!.id],
    });
  });
});

async function openDesk(page: Page, campaignId: number): Promise<void> {
  await page.goto(`/rate/${campaignId}`);
  await expect(page.locator(ITEM)).toBeVisible();
}

/** The ranking of an item as its cards say: "B > A > C"; cards that are not ranked are left out. */
const cards = (page: Page) =>
  page
    .getByRole("group", { name: "Ranking" })
    .locator('li[data-ranked="true"]')
    .evaluateAll((all) =>
      all.map((card) => /Response (\w)/.exec(card.textContent ?? "")![1]).join(" > "),
    );

/** What is stored of a campaign: answers by question, and the order of places in which its responses were shown. */
const stored = (url: string, campaignId: number) =>
  rowsOf<{ ranks: number[]; value: number; key: string; shown: number[] }>(
    url,
    "SELECT s.ranks, s.value, s.question_key AS key, j.shown_order AS shown FROM judgments j JOIN judgment_answers s ON s.judgment_id = j.id WHERE j.campaign_id = $1 ORDER BY j.id, key",
    [campaignId],
  );

/** Letters best first, by the order in which they were shown. */
const lettersOf = ({ ranks, shown }: { ranks: number[]; shown: number[] }) =>
  shown
    .map((place, i) => ({ letter: "ABC"[i], rank: ranks[place - 1]! }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ letter }) => letter)
    .join(" > ");

test("a rater ranks three systems by keyboard, by buttons and by dragging, and takes one back", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await openDesk(page, ranking);
  await expect(page.getByRole("region", { name: /^Response [ABC]$/ })).toHaveCount(3);
  await expect(progress(page)).toHaveText("0 of 3");
  const keys = page.keyboard;

  // Not complete: it stays, and says so.
  await keys.press("2");
  expect(await cards(page)).toBe("B");
  await keys.press("Control+Enter");
  await expect(page.getByText("Answer “Ranking”.")).toBeVisible();
  // What is half done is still there after a reload.
  await page.reload();
  await expect(page.locator(ITEM)).toBeVisible();
  expect(await cards(page)).toBe("B");
  // The last one comes by itself.
  await keys.press("3");
  expect(await cards(page)).toBe("B > C > A");
  // The card at hand is C: up, then the one below it down.
  await keys.press("Alt+ArrowUp");
  expect(await cards(page)).toBe("C > B > A");
  await keys.press("j");
  await keys.press("Alt+ArrowDown");
  expect(await cards(page)).toBe("C > A > B");
  await onwards(page, () => keys.press("Control+Enter"));
  await expect(saving(page)).toHaveText("Saved");
  expect((await stored(server.databaseUrl, ranking)).map(lettersOf)).toEqual(["C > A > B"]);

  // Taken back: the item is here again with its ranking, and is corrected by dragging the last card to the top.
  await keys.press("u");
  await expect(page.getByText("You've already rated this.")).toBeVisible();
  expect(await cards(page)).toBe("C > A > B");
  const card = (letter: string) =>
    page.getByRole("listitem").filter({ hasText: `Response ${letter}` });
  const from = (await card("B").getByTitle("Drag").boundingBox())!;
  const to = (await card("C").boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, to.y + 2, { steps: 6 });
  await page.mouse.up();
  expect(await cards(page)).toBe("B > C > A");
  await onwards(page, () => keys.press("Control+Enter"));

  // By buttons alone, as on a phone.
  for (const letter of ["C", "A"]) await card(letter).getByRole("button", { name: /^\d/ }).click();
  expect(await cards(page)).toBe("C > A > B");
  await page.getByRole("button", { name: "Response B up" }).click();
  expect(await cards(page)).toBe("C > B > A");
  await page.getByRole("button", { name: /^Submit/ }).click();
  await expect(progress(page)).toHaveText("2 of 3");
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("All your items are rated")).toBeVisible();
});

test("a rater sees own ratings in words, and corrects one by the same form", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await page.goto(`/rate/mine?campaign=${ranking}`);
  const table = page.getByRole("table").first();
  await expect(table.getByText("C > B > A")).toHaveCount(1);
  await expectAccessible(page);
  await table
    .getByRole("row", { name: /C > B > A/ })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: "My rating" })).toBeVisible();
  await page.getByRole("button", { name: "Response A up" }).click();
  await page.getByLabel("Reason for correction").fill("Read it again");
  await page.getByRole("button", { name: "Save correction" }).click();
  await expect(page.getByRole("region", { name: "History" }).getByText("C > A > B")).toBeVisible();
  await expectAccessible(page);
  expect((await stored(server.databaseUrl, ranking)).map(lettersOf)).toContain("C > A > B");
});

test("a rater judges answers with their references by keyboard, at 1280 and 390 pixels, light and dark", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await openDesk(page, cited);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const references = page.getByRole("region", { name: "References of Response" });
    await expect(references.getByRole("listitem").first()).toBeVisible();
    // A mark leads to its reference.
    await page
      .locator("[data-response]")
      .getByRole("link", { name: "Reference 1" })
      .first()
      .click();
    await expect(page.locator("#response-1-reference-1")).toBeInViewport();
    await page.keyboard.press("4");
    const at = page.locator('[role=group][data-active="true"]');
    await expect(at).toContainText("Correctness");
    await page.keyboard.press("ArrowUp");
    await expect(at).toContainText("Fluency");
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Guidelines and shortcuts/ }).click();
    await expect(
      page.getByRole("complementary", { name: "Guidelines" }).getByText("Every statement that"),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Guidelines and shortcuts/ }).click();
    await expectFits(page);
    await page.keyboard.press("ArrowUp");
    await rate(page, "4", "3", "2", "1", "0", "2");
  }
  await expect(saving(page)).toHaveText("Saved");
  const answers = await stored(server.databaseUrl, cited);
  expect(answers.slice(0, 6).map(({ key, value }) => [key, value])).toEqual([
    ["citation-accuracy", 1],
    ["correctness", 2],
    ["fluency", 3],
    ["objectivity", 0],
    ["redundancy", 1],
    ["truthfulness", null],
  ]);
  expect(answers).toHaveLength(12);
});

test("a rater compares pairs by the arrows, which side is which is recorded, and letters go to and fro", async ({
  page,
  server,
}) => {
  await signIn(page, ELI);
  await openDesk(page, pairs);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const questions = presetOf("pairwise-fresh").questions.length;
  const first = await rate(page, ...Array<string>(questions).fill("ArrowLeft"));
  await page.keyboard.press("b");
  await expect(page.locator(`[data-item="${first}"]`)).toBeVisible();
  await page.keyboard.press("n");
  await rate(page, ...Array<string>(questions).fill("ArrowRight"));
  await expect(saving(page)).toHaveText("Saved");
  const answers = await stored(server.databaseUrl, pairs);
  expect(answers).toHaveLength(2 * questions);
  for (const [index, { value, shown }] of answers.entries())
    expect(value).toBe(index < questions ? shown[0] : shown[1]);
});
