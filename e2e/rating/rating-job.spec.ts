import { parse } from "csv-parse/sync";
import { withOwnClient } from "@/lib/platform/own-client";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, signIn, test } from "../support/journey";
import { ITEM, progress, rate, sampleUser, saving } from "../support/rating";

const RELEASE = "FreshQA_v11022026";
const RUN = "Zero-shot, the whole job";
const WRONG = 4;

/** The sheet that FreshEval works on: the release's own columns and a response to each question. */
function freshEvalSheet(release: string): { text: string; questions: number } {
  const records = parse(release, { relax_column_count: true }) as string[][];
  const header = records.findIndex((cells) => cells[0] === "id");
  const rows = records.slice(header + 1);
  const quote = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const question = records[header]!.indexOf("question");
  return {
    questions: rows.length,
    text: [
      quote([...records[header]!, "model_response"]),
      ...rows.map((cells) =>
        quote([...cells, `Let me think about “${cells[question]}”. It is **forty-two**.`]),
      ),
    ].join("\r\n"),
  };
}

test("the whole job: responses come in, twenty are judged by two raters by keyboard, what they differ in is settled, and all of it goes out", async ({
  page,
  browser,
  server,
}) => {
  // Four people and some fifty verdicts.
  await withOwnClient(server.databaseUrl, async (client) => {
    const raters = [await sampleUser(client, "eli"), await sampleUser(client, "bea")];
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) SELECT unnest($1::int[]), 1, 15, 12 ON CONFLICT DO NOTHING",
      [raters],
    );
  });
  await signIn(page, "carlos@freshqa.example");
  const sheet = freshEvalSheet(
    await (await page.request.get(`/api/releases/${RELEASE}/${RELEASE}.csv`)).text(),
  );

  await page.goto("/runs");
  await page.getByRole("link", { name: "Add run" }).click();
  for (const [field, value] of [
    ["Model", "Kestrel 8B"],
    ["Release", RELEASE],
  ] as const) {
    const choice = page.getByRole("combobox", { name: field });
    if ((await choice.inputValue()) === value) continue;
    await choice.fill(value);
    await page.getByRole("option", { name: value }).click();
  }
  await page.getByRole("textbox", { name: "Name" }).fill(RUN);
  await page.getByRole("button", { name: "Add run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: RUN })).toBeVisible();
  await page.getByLabel("File to import").setInputFiles({
    name: "freshevals.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(sheet.text),
  });
  await page.getByRole("button", { name: `Add ${sheet.questions} responses` }).click();
  await expect(page.getByText(`${sheet.questions} responses added`)).toBeVisible();

  await page.goto("/campaigns");
  await page.getByRole("link", { name: "New campaign" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("The whole job");
  await page.getByRole("combobox", { name: "Runs" }).click();
  await page.getByRole("option", { name: new RegExp(RUN) }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: /Random sample/ }).check();
  await page.getByLabel("Questions", { exact: true }).fill("20");
  for (const rater of ["Bea Okafor", "Eli Tanaka"])
    await page.getByLabel(rater, { exact: true }).check();
  await expect(
    page.getByRole("region", { name: "Estimated workload" }).getByText("20 responses, 40 ratings"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/campaigns\/\d+$/);
  await page.getByRole("button", { name: "Open campaign" }).click();
  await expect(page.getByText("0 of 40", { exact: true })).toBeVisible();
  const campaignId = Number(page.url().split("/").at(-1));

  // Eli gives credit to all; Bea denies it to the first ones that she gets.
  for (const [rater, wrong] of [
    ["eli", 0],
    ["bea", WRONG],
  ] as const) {
    const desk = await (await browser.newContext({ baseURL: server.address })).newPage();
    await signIn(desk, `${rater}@freshqa.example`);
    await desk.goto("/inbox");
    await expect(desk.getByText("“The whole job”")).toBeVisible();
    await desk.goto(`/rate/${campaignId}`);
    await expect(desk.locator(ITEM)).toBeVisible();
    await expect(progress(desk)).toHaveText("0 of 20");
    for (let i = 0; i < 19; i++) await rate(desk, ...(i < wrong ? ["2", "w"] : ["1", "1"]));
    await expect(saving(desk)).toHaveText("Saved");
    for (const key of ["1", "1", "Control+Enter"]) await desk.keyboard.press(key);
    await expect(desk.getByRole("heading", { name: "All your items are rated" })).toBeVisible();
  }

  const gina = await (await browser.newContext({ baseURL: server.address })).newPage();
  await signIn(gina, "gina@freshqa.example");
  await gina.goto(`/adjudication?campaign=${campaignId}`);
  await expect(gina.getByText(`${WRONG} responses to adjudicate`)).toBeVisible();
  await gina.getByRole("link", { name: "Start adjudicating" }).click();
  await expect(gina.getByRole("region", { name: "Ratings" })).toBeVisible();
  for (let settled = 1; settled <= WRONG; settled++) {
    const question = await gina.locator("#rated-question").textContent();
    await gina.keyboard.press("2");
    await gina.keyboard.press("w");
    await gina.keyboard.press("t");
    await gina.keyboard.type("Forty-two is no answer to it.");
    await gina.keyboard.press("Control+Enter");
    if (settled < WRONG) await expect(gina.locator("#rated-question")).not.toHaveText(question!);
  }
  const settled = () =>
    rowsOf(
      server.databaseUrl,
      "SELECT d.relaxed, d.strict, d.relaxed_reason FROM adjudications d JOIN rating_tasks t ON t.id = d.task_id WHERE t.campaign_id = $1",
      [campaignId],
    );
  await expect.poll(settled).toEqual(
    Array.from({ length: WRONG }, () => ({
      relaxed: false,
      strict: false,
      relaxed_reason: "wrong-primary-answer",
    })),
  );

  await page.reload();
  await expect(page.getByText("40 of 40", { exact: true })).toBeVisible();
  await expect(page.getByText(`${20 - WRONG} of 20 pairs`).first()).toBeVisible();
  const exported = parse(
    await (await page.request.get(`/api/judgments/export?campaign=${campaignId}`)).text(),
    { columns: true },
  ) as Record<string, string>[];
  expect(exported).toHaveLength(40);
  expect(exported.filter((row) => row.adjudicated_relaxed === "FALSE")).toHaveLength(2 * WRONG);
  expect(new Set(exported.map((row) => row.question)).size).toBe(20);
});
