import type { Browser, Locator, Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { makeRating } from "@/prisma/factories/rating";
import { expect, expectAccessible, signIn, test } from "../support/journey";
import { ITEM, onwards, openPreset, progress, saving } from "../support/rating";

/*
 * Campaigns under protocols from the plan to the tables, every step in the browser. A response says which system and which
 * question it is of ("Answer 3 of 17"), so that the raters here have opinions and the journey knows what they add up to.
 */

const RATERS = ["Uma Rank", "Vic Rank", "Wes Rank"];
const [SYSTEMS, QUESTIONS] = [5, 20];
/** Questions of the answers campaign: two systems, six criteria each. */
const ANSWERED = 4;

let systems: string[];

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    for (const name of RATERS)
      await client.query(
        `WITH made AS (INSERT INTO users (email, name, password_hash, roles, sample)
           SELECT $1, $2, password_hash, roles, sample FROM users WHERE email = 'eli@freshqa.example' RETURNING id)
         INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT id, 1, 15, 12 FROM made`,
        [emailOf(name), name],
      );
    const { runIds } = await makeRating(client, {
      name: "Ranked systems",
      models: SYSTEMS,
      questions: QUESTIONS,
      campaign: false,
    });
    systems = runIds.map((_, i) => `Ranked systems model ${i + 1}`);
    // These tables refuse every change; here they are the stage.
    await client.query("ALTER TABLE responses DISABLE TRIGGER append_only");
    await client.query(
      `WITH numbered AS (
         SELECT id, array_position($1::int[], run_id) AS system, dense_rank() OVER (ORDER BY question_id) AS question FROM responses WHERE run_id = ANY($1))
       UPDATE responses p SET text = 'Answer ' || n.system || ' of ' || n.question || ' [1][2]' FROM numbered n WHERE n.id = p.id`,
      [runIds],
    );
    await client.query("ALTER TABLE responses ENABLE ALWAYS TRIGGER append_only");
    await client.query(
      `INSERT INTO response_references (response_id, place, title, text)
       SELECT p.id, n, 'Source ' || n, 'It says ' || p.text FROM responses p CROSS JOIN generate_series(1, 2) n WHERE p.run_id = ANY($1)`,
      [runIds],
    );
  });
});

const emailOf = (name: string) => `${name.split(" ")[0]!.toLowerCase()}@freshqa.example`;

/** Adds the preset, plans a campaign of these systems and all raters with it, and opens it. @returns its address */
async function openCampaign(
  page: Page,
  {
    preset,
    name,
    of,
    questions,
  }: { preset: string; name: string; of: string[]; questions: number },
): Promise<string> {
  await openPreset(page, preset);
  await page.goto("/campaigns/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Protocol" }).click();
  await page.getByRole("option", { name: `${preset}, version 1` }).click();
  await page.getByRole("combobox", { name: "Runs" }).click();
  for (const system of of) await page.getByRole("option", { name: new RegExp(system) }).click();
  await page.keyboard.press("Escape");
  if (questions < QUESTIONS) {
    await page.getByRole("radio", { name: /Random sample/ }).check();
    await page.getByLabel("Questions", { exact: true }).fill(String(questions));
  }
  for (const rater of RATERS) await page.getByLabel(rater, { exact: true }).check();
  await page.getByLabel(/^Ratings per/).fill(String(RATERS.length));
  await page.getByRole("button", { name: "Open campaign" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  return page.url();
}

/** At the same time, as people do. */
async function each<T>(of: readonly T[], work: (one: T, at: number) => Promise<void>) {
  await Promise.all(of.map(work));
}

/** Works through a rater's items in a window of their own. @param keys what decides an item, by the texts of its responses as shown */
async function rateAll(
  browser: Browser,
  address: string,
  { rater, items, keys }: { rater: string; items: number; keys: (texts: string[]) => string[] },
): Promise<void> {
  const context = await browser.newContext({ baseURL: new URL(address).origin });
  const page = await context.newPage();
  await signIn(page, emailOf(rater));
  await page.goto(`/rate/${/\d+$/.exec(address)![0]}`);
  await expect(page.locator(ITEM)).toBeVisible();
  for (let item = 0; item < items; item++) {
    const texts = await page.locator("[data-response]").allInnerTexts();
    const decide = async () => {
      for (const key of [...keys(texts), "Control+Enter"]) await page.keyboard.press(key);
    };
    await (item + 1 < items ? onwards(page, decide) : decide());
  }
  await expect(progress(page)).toHaveText(new RegExp(`^${items} of`));
  await expect(saving(page)).toHaveText("Saved");
  await context.close();
}

/** The row of one system; others may speak of it, as where it never lost. */
const rowOf = (table: Locator, system: string) =>
  table.getByRole("row").filter({ has: table.page().getByRole("rowheader", { name: system }) });

/** "Answer 3 of 17" as its two numbers. */
function told(text: string): { system: number; question: number } {
  const found = /Answer (\d) of (\d+)/.exec(text);
  if (!found) throw new Error(`A response says ${text}.`);
  return { system: Number(found[1]), question: Number(found[2]) };
}

/** Best first: the first two change places for every third item, and the last rater sees it the other way round at times. */
function opinion(rater: number, question: number): number[] {
  const order = [3, 1, 5, 2, 4];
  if ((question + rater) % 3 === 0) [order[0], order[1]] = [order[1]!, order[0]!];
  return rater === 2 && question % 7 === 0 ? order.reverse() : order;
}

test("five systems are ranked on 20 questions by three raters, and the tables say what they meant", async ({
  page,
  browser,
}) => {
  await signIn(page, "carlos@freshqa.example");
  const address = await openCampaign(page, {
    preset: "WebGLM: Turing test",
    name: "Five systems ranked",
    of: systems,
    questions: QUESTIONS,
  });
  const rankings: number[][] = [];
  await each(RATERS, (rater, number) =>
    rateAll(browser, address, {
      rater,
      // The last one leaves two items: gaps are no ranks.
      items: QUESTIONS - (number === 2 ? 2 : 0),
      keys: (texts) => {
        const shown = texts.map((text) => told(text));
        expect(texts.join(" "), "marks are removed").not.toContain("[1]");
        const best = opinion(number, shown[0]!.question);
        rankings.push(best);
        // A digit ranks the response at that place next; the last one comes by itself.
        return best
          .slice(0, -1)
          .map((system) => String(1 + shown.findIndex((one) => one.system === system)));
      },
    }),
  );
  expect(rankings).toHaveLength(58);

  await page.goto(address);
  await page.getByRole("link", { name: "its report" }).click();
  await page
    .getByRole("navigation", { name: "Report sections" })
    .getByRole("link", { name: "Ranking" })
    .click();
  const table = page.getByRole("table", { name: /^Systems in Ranking/ });
  const meanRank = (system: number) =>
    rankings.reduce((sum, best) => sum + 1 + best.indexOf(system), 0) / rankings.length;
  const wins = (one: number, other: number) =>
    rankings.filter((best) => best.indexOf(one) < best.indexOf(other)).length / rankings.length;
  for (const [i, name] of systems.entries()) {
    const row = rowOf(table, name);
    await expect(row).toContainText(meanRank(i + 1).toFixed(2));
    await expect(row).toContainText(String(4 * 58));
  }
  const best = [...systems.keys()].sort((a, b) => meanRank(a + 1) - meanRank(b + 1));
  await expect(table.getByRole("rowheader")).toHaveText(best.map((i) => new RegExp(systems[i]!)));
  const matrix = page.getByRole("table", { name: /^Win rates in Ranking/ });
  await expect(rowOf(matrix, systems[2]!).getByRole("cell")).toContainText(
    [1, 2, 3, 4, 5].map((other) => (other === 3 ? "–" : `${(100 * wins(3, other)).toFixed(1)}%`)),
  );
  await expect(page.getByRole("table", { name: /^Agreement of rankings/ })).toContainText(
    "Kendall’s W",
  );
  await expectAccessible(page);
});

test("three raters judge answers with their references by six criteria, and the tables say what they meant", async ({
  page,
  browser,
}) => {
  await signIn(page, "carlos@freshqa.example");
  const of = systems.slice(0, 2);
  const address = await openCampaign(page, {
    preset: "WebGLM: answers",
    name: "Two systems judged",
    of,
    questions: ANSWERED,
  });
  const fluency: number[][] = [[], []];
  await each(RATERS, (rater, number) =>
    rateAll(browser, address, {
      rater,
      items: ANSWERED * of.length,
      keys: ([text]) => {
        const { system, question } = told(text!);
        expect(text, "marks are kept").toMatch(/\[?1\]?/);
        // Levels from 0, digits from 1; 0 is "cannot tell".
        const level = (question + number + system) % 4;
        fluency[system - 1]!.push(level);
        return [String(level + 1), "4", String(2 + (number % 2)), "2", "0", "1"];
      },
    }),
  );

  await page.goto(address);
  await page.getByRole("link", { name: "its report" }).click();
  const means = page.getByRole("table", { name: /^Means and shares by system/ });
  for (const [i, name] of of.entries()) {
    const cells = rowOf(means, name).getByRole("cell");
    const mean = fluency[i]!.reduce((sum, level) => sum + level, 0) / fluency[i]!.length;
    await expect(cells.nth(0)).toHaveText(new RegExp(`^${mean.toFixed(2)}.*n 12$`));
    await expect(cells.nth(1)).toHaveText(/^3\.00.*n 12$/);
    // Uma and Wes say 1, Vic says 2.
    await expect(cells.nth(2)).toHaveText(/^1\.33.*n 12$/);
    // Nobody could tell: no share is made of it.
    await expect(cells.nth(4)).toContainText("undefined");
  }
  await page
    .getByRole("navigation", { name: "Report sections" })
    .getByRole("link", { name: "Agreement" })
    .click();
  const agreement = page.getByRole("table", { name: /^Agreement by question:/ });
  await expect(agreement.getByText("Gwet’s AC2, quadratic")).toHaveCount(3);
  await expectAccessible(page);
});
