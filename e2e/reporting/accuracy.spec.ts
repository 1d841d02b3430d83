import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { makeRating, type RatingSampleMade } from "../../prisma/factories/rating";
import { withOwnClient } from "@/lib/platform/own-client";
import { chooseInReport } from "../support/reports";
import {
  expect,
  expectAccessible,
  expectFits,
  openPlace,
  SCREENS,
  signIn,
  test,
} from "../support/journey";
import { correctJudgments, judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";

const MAINTAINER = "carlos@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";

let made: RatingSampleMade;
let full: RatingSampleMade;
/** A campaign on a random sample of which half is rated, on a run of each of them. */
let sampled: RatingSampleMade;

// The last two read the leaderboard that the one before them opens to the public.
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ server }) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    made = await makeRating(client, {
      name: "Journey",
      questions: 60,
      models: 2,
      raters: 3,
      ratingsPerResponse: 3,
      judged: 0.85,
      agreement: 0.6,
      adjudicated: 0.5,
      evaluators: [0.9],
    });
    full = await makeRating(client, {
      name: "Complete",
      seed: 3,
      releaseId: made.releaseId,
      models: 1,
      agreement: 1,
    });
    sampled = await makeRating(client, {
      name: "Sampled",
      seed: 5,
      releaseId: made.releaseId,
      runIds: [made.runIds[0]!, full.runIds[0]!],
      raters: 1,
      ratingsPerResponse: 1,
      judged: 0,
    });
    await client.query(
      `UPDATE campaigns SET sample = '{"kind": "random", "count": 60}', opened_at = now() WHERE id = $1`,
      [sampled.campaignId],
    );
    await judgeAll(
      client,
      sampled.campaignId,
      "CASE WHEN (e.position + p.run_id) % 3 = 0 THEN 0 ELSE 1 END",
      "e.position % 2 = 0",
    );
    // Of another release: its run shares no question with the others.
    await makeRating(client, {
      name: "Apart",
      seed: 9,
      questions: 12,
      models: 1,
      agreement: 1,
    });
    await client.query("UPDATE dataset_settings SET public_pages = FALSE");
  });
});

interface Report {
  inputs: { state: string | null };
  rows: {
    label: string;
    judged: number;
    questions: number;
    accuracy: Record<
      string,
      Record<
        "relaxed" | "strict" | "gap",
        { right: number; judged: number; value: number | null; low: number; high: number }
      >
    >;
  }[];
}
const percent = (value: number | null) =>
  value === null ? "–" : (Math.round(value * 1000 + 1e-9) / 10).toFixed(1);

test("a maintainer reads the accuracy of runs: page, API and command line agree to the last digit", async ({
  page,
  server,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Reports" })
    .click();
  await page.getByRole("link", { name: "Accuracy", exact: true }).click();
  await chooseInReport(page, { label: "Runs", name: "runs" }, [
    /^Journey model 1 · Run 1/,
    /^Journey model 2 · Run 1/,
    /^Complete model 1 · Run 1/,
  ]);
  await page.getByRole("button", { name: "Show accuracy" }).click();
  const table = page.getByRole("table", { name: "Accuracy, Relaxed" });
  await expect(table.getByRole("row")).toHaveCount(5);
  await expect(table.getByRole("rowheader", { name: /Journey model 1 †/ })).toBeVisible();
  // Full coverage: no mark, and the best of its columns.
  await expect(
    table.getByRole("rowheader", { name: "Complete model 1", exact: true }),
  ).toBeVisible();

  const runs = [...made.runIds, ...full.runIds];
  const report = (await (
    await page.request.get(`/api/reports/accuracy?runs=${runs.join(",")}`)
  ).json()) as Report;
  const stdout = execFileSync(
    process.execPath,
    [
      "lib/launcher/run.mjs",
      "freshqa",
      "report",
      "accuracy",
      ...runs.flatMap((run) => ["--run", String(run)]),
      "--json",
    ],
    { encoding: "utf8", env: { ...process.env, DATABASE_URL: server.databaseUrl } },
  );
  expect((JSON.parse(stdout) as Report).rows).toEqual(report.rows);

  for (const [measure, tab] of [
    ["relaxed", "Relaxed"],
    ["strict", "Strict"],
    ["gap", "Hallucination gap"],
  ] as const) {
    await page
      .getByRole("navigation", { name: "Measure" })
      .getByRole("link", { name: tab })
      .click();
    const shown = page.getByRole("table", {
      name: measure === "gap" ? /^Hallucination gap/ : `Accuracy, ${tab}`,
    });
    for (const [at, row] of notEmpty(report.rows.entries())) {
      await expect(
        shown
          .getByRole("row")
          .nth(at + 2)
          .getByRole("note"),
        `${row.label}, ${measure}`,
      ).toHaveText(Object.values(row.accuracy).map((found) => percent(found[measure].value)));
    }
  }
  // Intervals and n: on pointing at a number, and as text.
  const first = report.rows[0]!.accuracy.all!.gap;
  const cell = page
    .getByRole("table", { name: /^Hallucination gap/ })
    .getByRole("row")
    .nth(2)
    .getByRole("note")
    .first();
  await cell.hover();
  await expect(page.getByRole("tooltip")).toContainText(
    `${percent(first.value)}% (${percent(first.low)} to ${percent(first.high)}), n = ${first.judged}`,
  );
  // n stands with the number, without pointing.
  await expect(
    page
      .getByRole("table", { name: /^Hallucination gap/ })
      .getByRole("row")
      .nth(2)
      .getByText(`n ${first.judged}`, { exact: true })
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Tab");
  await page.getByText("Counts and 95% CIs").click();
  await expect(
    page
      .getByRole("region", { name: "Counts and 95% CIs" })
      .getByText(`${percent(first.low)} to ${percent(first.high)}`)
      .first(),
  ).toBeVisible();

  await page.getByRole("link", { name: "Valid premise: all, sort" }).click();
  await expect(page).toHaveURL(/sort=vp/);
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as CSV" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("accuracy.csv");
  // Titles, and a record for each of three runs, five measures and eleven columns.
  expect(readFileSync(await csv.path(), "utf8").split("\r\n")).toHaveLength(1 + 3 * 5 * 11 + 1);
});

test("runs that were rated on different questions say so, and are put on those that all have, or standardized", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto(`/reports/accuracy?runs=${[...made.runIds, ...full.runIds].join(",")}`);
  await expect(
    page.getByText(
      /These runs were rated on different questions; \d+ questions have a verdict in both modes for all of them\./,
    ),
  ).toBeVisible();
  await page.getByRole("link", { name: "Compare on these questions" }).click();
  await expect(
    page
      .getByText(/On the \d+ questions that have a verdict in both modes for every run\./)
      .first(),
  ).toBeVisible();
  await page.getByText("Report options").click();
  const questions = page.getByRole("combobox", { name: "Compare on" });
  await expect(questions).toHaveValue("common");
  await expect(
    page.getByRole("table", { name: "Accuracy, Relaxed" }).getByRole("rowheader", { name: /†/ }),
  ).toHaveCount(0);

  await questions.selectOption("All rated questions");
  await page.getByRole("button", { name: "Show accuracy" }).click();
  await page.getByRole("link", { name: "Standardize by category and hops" }).click();
  await expect(
    page.getByText(/Standardized to \S+: each stratum \(category and hops\) has the weight of/),
  ).toBeVisible();
  const standardized = page.getByRole("table", {
    name: /^Accuracy, Relaxed, standardized to \S+$/,
  });
  await expect(standardized.getByRole("rowheader", { name: /Journey model 1 †/ })).toBeVisible();
  const report = (await (
    await page.request.get(`/api/reports/accuracy?${new URL(page.url()).searchParams}`)
  ).json()) as Report;
  const [row] = report.rows;
  await expect(
    standardized
      .getByRole("row", { name: /Journey model 1 †/ })
      .getByRole("cell")
      .nth(3),
  ).toHaveText(new RegExp(`^${percent(row!.accuracy.all!.relaxed.value)}`));
  await page.getByRole("link", { name: "How numbers are computed" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "How numbers are computed" }),
  ).toBeVisible();
  await expect(page.getByText("Relaxed: 9 of 11 = 81.8%")).toBeVisible();
});

test("a permanent address prints the same numbers after someone has judged again", async ({
  page,
  server,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto(`/reports/accuracy?runs=${made.runIds.join(",")}`);
  await page.getByRole("button", { name: "Create permalink" }).click();
  await expect(page).toHaveURL(/state=\d+\.\d+\.\d+\.\d+/);
  await expect(page.getByText("Permalink: these numbers will never change")).toBeVisible();
  const file = `/api/reports/accuracy?${new URL(page.url()).searchParams}`;
  const now = `/api/reports/accuracy?runs=${made.runIds.join(",")}`;
  const read = async (address: string) => (await page.request.get(address)).text();
  const [before, live] = [await read(file), JSON.parse(await read(now)) as Report];
  const table = page.getByRole("table", { name: "Accuracy, Relaxed" });
  const shown = await table.innerText();
  await withOwnClient(server.databaseUrl, (client) =>
    correctJudgments(
      client,
      2,
      `j.campaign_id = ${made.campaignId} AND j.relaxed AND NOT EXISTS (SELECT FROM adjudications d WHERE d.task_id = j.task_id)`,
    ),
  );
  await page.reload();
  await expect(table).toHaveText(shown, { useInnerText: true });
  expect(await read(file)).toBe(before);
  expect((JSON.parse(await read(now)) as Report).rows).not.toEqual(live.rows);
  await page.getByRole("link", { name: "Show live numbers" }).click();
  await expect(page.getByRole("button", { name: "Create permalink" })).toBeVisible();
});

test("two runs are compared, and the questions behind a number are one click away", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  const [first, second] = [made.runIds[0]!, full.runIds[0]!];
  await page.goto(`/reports/compare?first=${first}&second=${second}`);
  const count = page
    .getByRole("table", { name: "Comparison" })
    .getByRole("link", { name: /questions only the second answered correctly, All$/ });
  const number = Number(await count.textContent());
  expect(number).toBeGreaterThan(0);
  await count.click();
  await expect(
    page.getByRole("heading", {
      name: `${number} ${number === 1 ? "question" : "questions"} only the second answered correctly: All`,
    }),
  ).toBeVisible();
  await expect(page.getByText("Relaxed: no credit").first()).toBeVisible();
  await page.goto(`/reports/compare?first=${first}&second=${second}&year=22`);
  await expect(page.getByText("Invalid report URL")).toBeVisible();
});

test("in a campaign with a random sample the comparison estimates the same shares as the runs' accuracy", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  const [first, second] = [made.runIds[0]!, full.runIds[0]!];
  const cells = (table: string, row: string | RegExp) =>
    page
      .getByRole("table", { name: table })
      .getByRole("row", { name: row })
      .first()
      .getByRole("cell")
      .allInnerTexts();
  await page.goto(
    `/reports/accuracy?runs=${first},${second}&campaign=${sampled.campaignId}&measure=strict`,
  );
  await expect(page.getByText("Estimates for 60 questions from the random sample")).toBeVisible();
  // Size, cutoff and coverage come before the column All.
  const shares = [
    await cells("Accuracy, Strict", /^Journey model 1/),
    await cells("Accuracy, Strict", /^Complete model 1/),
  ].map((row) => row[3]!.split("\n")[0]);

  await page.goto(
    `/reports/compare?first=${first}&second=${second}&campaign=${sampled.campaignId}&measure=strict`,
  );
  await expect(page.getByText("estimated from a campaign’s random sample")).toBeVisible();
  const columns = await page
    .getByRole("table", { name: "Comparison" })
    .getByRole("columnheader")
    .allInnerTexts();
  expect(columns.slice(1, 5)).toEqual(["n", "N", "First", "Second"]);
  expect((await cells("Comparison", /^All/)).slice(0, 4)).toEqual(["30", "60", ...shares]);
  await expect(page.getByText("n: sampled questions for which both have a verdict")).toBeVisible();
  await page.getByRole("link", { name: "How runs are compared" }).click();
  await expect(page).toHaveURL(/\/reports\/how#estimates$/);
});

test("a maintainer opens the leaderboard to the public; an anonymous reader sorts it and reads under which conditions a run came about", async ({
  page,
  browser,
  server,
}) => {
  const guest = await (await browser.newContext({ baseURL: server.address })).newPage();
  expect((await guest.goto("/public/leaderboard"))!.status()).toBe(404);

  await signIn(page, MAINTAINER);
  await withOwnClient(server.databaseUrl, (client) =>
    client.query("UPDATE dataset_settings SET public_pages = TRUE"),
  );
  expect((await guest.goto("/public/leaderboard"))!.status()).toBe(404);
  const pairsAsCsv = "/public/leaderboard/pairs?measure=relaxed&format=csv";
  expect((await guest.request.get(pairsAsCsv)).status()).toBe(404);
  await page.goto("/reports");
  await openPlace(page, "Reports", "Leaderboard");
  await page.getByRole("link", { name: "Leaderboard settings" }).click();
  await page.getByRole("combobox", { name: "Runs" }).click();
  for (const name of [
    "Complete model 1 · Run 1",
    "Journey model 2 · Run 1",
    "Apart model 1 · Run 1",
  ])
    await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await page.keyboard.press("Escape");
  await page.getByLabel("Footnote").fill("Two raters, guidelines of November.");
  await page.getByRole("switch", { name: "Public leaderboard" }).press("Space");
  await page.getByRole("button", { name: "Save leaderboard" }).click();
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page.getByText("public", { exact: true })).toBeVisible();

  // The benchmark's home has it in small, too.
  await guest.goto("/public");
  const leaders = guest.getByRole("region", { name: "Leaderboard", exact: true });
  await expect(leaders.getByRole("listitem")).toHaveCount(3);
  await expect(leaders).toContainText(/Complete model 1.*\d\.\d%\s*n = \d+/);
  await expectAccessible(guest);
  await leaders.getByRole("link", { name: "Leaderboard" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Leaderboard" })).toBeVisible();
  expect((await guest.goto("/public/leaderboard"))!.status()).toBe(200);
  const rows = guest.getByRole("table", { name: "Accuracy, Relaxed" }).getByRole("rowheader");
  await expect(rows).toHaveText(["Complete model 1", /^Journey model 2/, "Apart model 1"]);
  await expect(guest.getByText("Two raters, guidelines of November.")).toBeVisible();
  await expect(guest.getByText(/^Group: runs that share a letter were all tested/)).toBeVisible();
  await expect(guest.getByText(/^1 of 3 pairs is tested, /)).toBeVisible();
  await expect(guest.getByText(/^2 pairs are not comparable: fewer than 10 /)).toBeVisible();
  const pairs = guest.getByRole("table", { name: "Pairs of runs, Relaxed" });
  await expect(pairs).toBeHidden();
  await guest.locator("summary").filter({ hasText: "Pairs of runs" }).focus();
  await guest.keyboard.press("Enter");
  await expect(pairs.getByRole("row", { name: /^Journey model 2 / })).toHaveText(
    /^Journey model 2[1-9]\d?[+−]?\d+\.\d[+−]?\d+\.\d to /,
  );
  await expect(
    pairs.getByRole("row", { name: "Apart model 1 0 Not comparable – – –" }),
  ).toHaveCount(2);
  const asCsv = guest.getByRole("link", { name: "Download the pairs as CSV" });
  await expect(asCsv).toHaveAttribute("href", pairsAsCsv);
  const csv = await guest.request.get(pairsAsCsv);
  expect(csv.headers()["content-disposition"]).toContain('"leaderboard-pairs.csv"');
  // Three pairs in each of three measures, and the heading.
  expect((await csv.text()).trim().split(/\r?\n/)).toHaveLength(1 + 3 * 3);
  for (const { viewport, colorScheme } of SCREENS) {
    await guest.setViewportSize(viewport);
    await guest.emulateMedia({ colorScheme });
    await expectAccessible(guest);
    await expectFits(guest);
  }
  await guest
    .getByRole("link", { name: "Model, sort descending" })
    .or(guest.getByRole("link", { name: "Model, sort ascending" }))
    .click();
  await guest.getByRole("link", { name: "Model, sort descending" }).click();
  await expect(rows).toHaveText([/^Journey model 2/, "Complete model 1", "Apart model 1"]);
  await guest.getByRole("link", { name: "Complete model 1" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Complete model 1" })).toBeVisible();
  await expect(guest.getByText("256", { exact: true })).toBeVisible();
  await guest.getByRole("link", { name: /^FreshQA_/ }).click();
  await expect(guest.getByRole("heading", { level: 1, name: /^FreshQA_/ })).toBeVisible();
  expect((await guest.goto(`/public/leaderboard/${made.runIds[0]}`))!.status()).toBe(404);
  expect((await guest.goto("/leaderboard"))!.url()).toContain("/sign-in");
  const visitor = await browser.newContext({ baseURL: server.address });
  const untouched = await visitor.newPage();
  await untouched.goto("/public/leaderboard");
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();
  await guest.context().close();
});

test("a maintainer follows a pair of the leaderboard to the comparison of its runs, and takes the pairs along as a file", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/leaderboard?measure=strict");
  await page.locator("summary").filter({ hasText: "Pairs of runs" }).press("Enter");
  const csv = await page.request.get(
    (await page.getByRole("link", { name: "Download the pairs as CSV" }).getAttribute("href"))!,
  );
  const [head, ...records] = (await csv.text()).trim().split(/\r?\n/);
  expect(records).toHaveLength(9);
  const at = (name: string) => head!.split(",").indexOf(name);
  const n = records.find((record) => record.includes(",strict,"))!.split(",")[at("n")]!;
  const pairs = page.getByRole("table", { name: "Pairs of runs, Strict" });
  await expect(pairs.getByRole("row", { name: `Journey model 2 ${n} ` })).toBeVisible();
  await pairs.getByRole("link", { name: "Journey model 2" }).click();
  await expect(page).toHaveURL(/first=\d+&second=\d+.*measure=strict/);
  await expect(
    page.getByRole("table", { name: "Comparison" }).getByRole("row", { name: `All ${n} ` }),
  ).toBeVisible();
});

test("the pages of accuracy are accessible and do not scroll sideways at 1280, light, and 390, dark", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  const runs = [...made.runIds, ...full.runIds];
  for (const address of [
    "/reports/how",
    "/public/leaderboard/how",
    `/reports/accuracy?runs=${runs.join(",")}&measure=strict`,
    `/reports/accuracy?runs=${runs.join(",")}&questions=common`,
    `/reports/accuracy?runs=${runs.join(",")}&questions=standardized`,
    `/reports/compare?first=${runs[0]}&second=${runs[1]}`,
    `/reports/compare?first=${made.runIds[0]}&second=${full.runIds[0]}&campaign=${sampled.campaignId}`,
    `/reports/accuracy/over-time?model=${made.modelIds[0]}`,
    "/leaderboard",
    "/leaderboard/settings",
    "/public/leaderboard",
    `/public/leaderboard/${full.runIds[0]}`,
  ]) {
    expect((await page.goto(address))!.status(), address).toBe(200);
    for (const { viewport, colorScheme } of SCREENS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectFits(page);
    }
  }
});
