import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { expect, signIn, test } from "../support/journey";
import { takePicture } from "../support/pictures";
import { rateWithoutDesk, sampleUser } from "../support/rating";
import { choose } from "../support/services";

/** What docs/guides/first-benchmark.md tells, step by step, on what the first command makes without the sample. */
test.use({ beginning: "none", timezoneId: "UTC" });

const RELEASE = "FreshQA_v11022026";
/** Question, answer, source and how often the answer changes, under the group's own names of columns. */
const COLUMNS = ["question", "answer", "link", "changes"];
const QUESTIONS = [
  [
    "In which year did the Berlin Wall fall?",
    "1989",
    "https://en.wikipedia.org/wiki/Berlin_Wall",
    "never-changing",
  ],
  [
    "Who wrote the novel Middlemarch?",
    "George Eliot",
    "https://en.wikipedia.org/wiki/Middlemarch",
    "never-changing",
  ],
  [
    "Which element has the atomic number 79?",
    "Gold",
    "https://en.wikipedia.org/wiki/Gold",
    "never-changing",
  ],
  [
    "Which ocean is the deepest?",
    "The Pacific",
    "https://en.wikipedia.org/wiki/Pacific_Ocean",
    "never-changing",
  ],
  [
    "Which country joined NATO most recently?",
    "Sweden",
    "https://en.wikipedia.org/wiki/Member_states_of_NATO",
    "slow-changing",
  ],
  [
    "Which city is the seat of the European Central Bank?",
    "Frankfurt am Main",
    "https://www.ecb.europa.eu/",
    "slow-changing",
  ],
  [
    "How many member states does the European Union have?",
    "27",
    "https://en.wikipedia.org/wiki/European_Union",
    "slow-changing",
  ],
  [
    "How many moons of Saturn are confirmed?",
    "274",
    "https://science.nasa.gov/saturn/moons/",
    "slow-changing",
  ],
  [
    "Which country holds the presidency of the G20?",
    "The United States",
    "https://en.wikipedia.org/wiki/G20",
    "fast-changing",
  ],
  [
    "Who holds the men's world record in the pole vault?",
    "Armand Duplantis",
    "https://worldathletics.org/",
    "fast-changing",
  ],
  [
    "Which animal of the Chinese zodiac does the current year belong to?",
    "The horse",
    "https://en.wikipedia.org/wiki/Chinese_zodiac",
    "fast-changing",
  ],
  [
    "Which country holds the presidency of the Council of the European Union?",
    "Ireland",
    "https://en.wikipedia.org/wiki/Presidency_of_the_Council_of_the_European_Union",
    "fast-changing",
  ],
] as const;
const RUNS = [
  { model: "Large model", right: 10 },
  { model: "Small model", right: 6 },
] as const;

const csv = (name: string, records: readonly (readonly string[])[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(
    records.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\n"),
  ),
});

const isRight = (response: string) => !response.includes("42");

/** Adds a model, its run on the release, and its responses from a file. */
async function addRun(page: Page, { model, right }: (typeof RUNS)[number]): Promise<void> {
  await page.goto("/runs");
  await page.getByRole("main").getByRole("link", { name: "Add run" }).first().click();
  await page.getByRole("link", { name: "Add model" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add model" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(model);
  await page.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add run" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Zero-shot");
  await page.getByRole("button", { name: "Add run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zero-shot" })).toBeVisible();
  const rows = QUESTIONS.map(([question, answer], at) => [
    question,
    at < right ? answer : "I think it is 42.",
  ]);
  await page
    .getByLabel("File to import")
    .setInputFiles(csv("responses.csv", [["question", "response"], ...rows]));
  await page.getByRole("button", { name: `Add ${QUESTIONS.length} responses` }).click();
  await expect(page.getByText(`${QUESTIONS.length} responses added`)).toBeVisible();
}

test("a benchmark of one's own: from a CSV file to a public leaderboard", async ({
  page,
  browser,
  server,
}) => {
  // 1. The questions come in.
  await signIn(page, "dana@freshqa.example");
  await page.goto("/imports");
  await page
    .getByLabel("File to import")
    .setInputFiles(csv("our-questions.csv", [COLUMNS, ...QUESTIONS]));
  const dated = page.getByRole("dialog", { name: "Date of the file" });
  await dated.getByLabel("our-questions.csv", { exact: true }).fill("2026-11-02");
  await dated.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByRole("heading", { name: "Map columns" })).toBeVisible();
  await page.getByLabel("New questions: false_premise").selectOption({ index: 1 });
  await page.getByLabel("New questions: num_hops").selectOption({ index: 1 });
  await expect(page.getByLabel("New questions: next_review")).toHaveValue("by_fact_type");
  await takePicture(page, "map-columns");
  await page.getByRole("button", { name: "Use these columns" }).click();
  await page.getByRole("button", { name: "Apply import" }).click();
  await expect(page.getByText(/applied/i).first()).toBeVisible();

  await page.goto("/refresh");
  const due = page.getByRole("navigation", { name: "Due dates" });
  // The four that change fast are due at once, those that never change not at all.
  await expect(due.getByRole("link", { name: /^Not scheduled/ })).toContainText("4");

  // 2. Released, under a license.
  await page.goto("/releases");
  await page.getByRole("link", { name: "Publish release" }).first().click();
  await page.getByRole("link", { name: "Choose a license" }).click();
  await choose(page, "License of the dataset", "CC-BY-4.0");
  await page.getByRole("textbox", { name: "Rights holder" }).fill("Our group");
  await page.getByRole("button", { name: "Save license" }).click();
  await expect(page.getByText("License saved")).toBeVisible();
  await page.goto("/releases/new");
  await page.getByRole("textbox", { name: "Name" }).fill(RELEASE);
  await page.getByRole("button", { name: `Publish ${QUESTIONS.length} questions` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish release" }).click();
  await expect(page.getByRole("heading", { level: 1, name: RELEASE })).toBeVisible();

  // 3. Two models answer.
  for (const run of RUNS) await addRun(page, run);

  // 4. Two people rate: they have done the training, and rate by what they see.
  const raters = await withOwnClient(server.databaseUrl, async (client) => {
    const ids = [await sampleUser(client, "bea"), await sampleUser(client, "eli")];
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12",
      [ids],
    );
    return ids;
  });
  await page.goto("/campaigns");
  await page.getByRole("main").getByRole("link", { name: "New campaign" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("First round");
  await page.getByRole("combobox", { name: "Runs" }).click();
  for (const { model } of RUNS) await page.getByRole("option", { name: new RegExp(model) }).click();
  await page.keyboard.press("Escape");
  for (const rater of ["Bea Okafor", "Eli Tanaka"])
    await page.getByLabel(rater, { exact: true }).check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  await page.getByRole("button", { name: "Open campaign" }).click();
  await expect(page.getByText(`0 of ${4 * QUESTIONS.length}`, { exact: true })).toBeVisible();
  const campaignId = Number(page.url().split("/").at(-1));
  for (const [at, name] of ["bea", "eli"].entries()) {
    const desk = await (await browser.newContext({ baseURL: server.address })).newPage();
    await signIn(desk, `${name}@freshqa.example`);
    await rateWithoutDesk(
      desk,
      { campaignId, raterId: raters[at]! },
      Array.from({ length: 2 * QUESTIONS.length }, () => isRight),
    );
  }

  // 5. Who was right how often.
  await page.goto("/reports/accuracy");
  const accuracy = page.getByRole("table", { name: "Accuracy, Relaxed" });
  for (const { model, right } of RUNS)
    await expect(accuracy.getByRole("row", { name: new RegExp(model) })).toContainText(
      ((100 * right) / QUESTIONS.length).toFixed(1),
    );

  // 6. For everyone.
  await page.goto("/leaderboard");
  await page.getByRole("link", { name: "Leaderboard settings" }).click();
  await page.getByRole("combobox", { name: "Runs" }).click();
  for (const { model } of RUNS)
    await page.getByRole("option", { name: new RegExp(`^${model}`) }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Public leaderboard" }).press("Space");
  await page.getByRole("button", { name: "Save leaderboard" }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await page.context().clearCookies();
  await page.goto("/public/leaderboard");
  const leaders = page.getByRole("table").first();
  for (const { model } of RUNS)
    await expect(leaders.getByRole("row", { name: new RegExp(model) })).toBeVisible();
  await takePicture(page, "public-leaderboard");
});
