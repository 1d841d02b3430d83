import { readFileSync } from "node:fs";
import { expect, expectAccessible, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";
const RATER = "eli@freshqa.example";

const csv = (records: string[][]) =>
  records
    .map((record) => record.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\r\n");
const file = (name: string, text: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});
/** Long enough to be folded. */
const LONG = `Ngozi Okonjo-Iweala.\n\n${"She is an economist. ".repeat(60)}`;

test.describe.configure({ mode: "serial" });

test("a maintainer adds a model and its run, and brings the responses from a file that is not in order", async ({
  page,
}) => {
  test.slow(); // six looks by axe on the way
  await signIn(page, MAINTAINER);
  await page.goto("/");
  await page.getByRole("link", { name: "Model runs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Model runs" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Kestrel 8B" }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add run" }).click();
  await page.getByRole("link", { name: "Add model" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add model" })).toBeVisible();

  await page.getByRole("textbox", { name: "Name" }).fill("Kestrel 8B");
  await page.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByText("A model named “Kestrel 8B” already exists")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("=Sandpiper <i>3</i>");
  await page.getByLabel("Knowledge cutoff").fill("2025-13");
  await page.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByText("Use YYYY-MM, for example 2021-09, or leave empty.")).toBeVisible();
  await page.getByLabel("Knowledge cutoff").fill("2025-12");
  await page.getByRole("button", { name: "Add model" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Add run" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Model" })).toHaveValue("=Sandpiper <i>3</i>");
  await expectAccessible(page);
  // Other journeys may have published a release since.
  const release = page.getByRole("combobox", { name: "Release" });
  if ((await release.inputValue()) !== "FreshQA_v11022026") {
    await release.fill("FreshQA_v11022026");
    await page.getByRole("option", { name: "FreshQA_v11022026" }).click();
  }
  await page.getByRole("textbox", { name: "Name" }).fill("Self-Ask, warm");
  await page.getByRole("textbox", { name: "Temperature" }).fill("0.9");
  await page.getByRole("button", { name: "Add run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Self-Ask, warm" })).toBeVisible();
  await expect(page.getByText(/^0 of \d+ questions have a response/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("File to import").setInputFiles(
    file(
      "sandpiper.csv",
      csv([
        ["number", "frage", "reply", "seconds"],
        ["0", "In which year did Marie Curie receive her third Nobel Prize?", "=1903+1911", "0.5"],
        ["7", "who is  the director-general of the World Trade Organization?", LONG, "0.7"],
        ["", "Who is no one at all?", "x", ""],
        ["", "Which novel won the most recent Booker Prize?", "", "1"],
      ]),
    ),
  );
  await expect(page).toHaveURL(/\/runs\/\d+\/imports\/\d+$/);
  await expect(page.getByRole("heading", { name: "Map columns" })).toBeVisible();
  await expect(page.getByText("Select the column with the question text")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Use frage as").selectOption("Question text");
  await page.getByLabel("Use number as").selectOption("Release ID (0, 1, 2 …)");
  await expect(page.getByText("Select the response column.")).toBeVisible();
  await page.getByLabel("Use reply as").selectOption("Response");
  await page.getByRole("button", { name: "Match rows" }).click();

  await expect(
    page.getByText("3 responses will be added and 1 row will be skipped."),
  ).toBeVisible();
  const problems = page.getByRole("region", { name: "Rows with problems" });
  // Said once rather than for each record: the text decides.
  await expect(page.getByText("1 row has the release ID of another question")).toBeVisible();
  await expect(problems.getByText("Question not found")).toBeVisible();
  await expect(problems.getByText("it is imported as empty text")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await page.getByLabel("Use number as").selectOption("Ignore");
  await page.getByRole("button", { name: "Match rows" }).click();
  await expect(page.getByText("ID of another question")).toHaveCount(0);
  await expect(
    page.getByText("3 responses will be added and 1 row will be skipped."),
  ).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download all (CSV)" }).click(),
  ]);
  const report = readFileSync(await download.path(), "utf8");
  expect(download.suggestedFilename()).toBe("sandpiper-problems.csv");
  expect(report).toContain(
    "4,6,,error,unmatched,Who is no one at all?,No question in the release has this text.",
  );
  expect(report).toContain(",notice,empty,");

  await page.getByRole("button", { name: "Add 3 responses" }).click();
  await expect(page.getByText("3 responses added, 1 of them empty, 1 row skipped.")).toBeVisible();
  await page.getByRole("link", { name: "View run" }).click();
  await expect(page.getByText(/^3 of \d+ questions have a response \(1 empty\)/)).toBeVisible();
  await page.getByRole("link", { name: "With response 3" }).click();
  await expect(page.getByText("=1903+1911")).toBeVisible();
  await expect(page.getByText("Empty response", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByRole("button", { name: "Show less" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await page.getByText("Metadata (1)").first().click();
  await expect(page.getByText("seconds").first()).toBeVisible();
  await expectAccessible(page);
});

test("a further file fills what the run lacks and overwrites nothing; a file that is no table says so", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/runs");
  await page.getByRole("link", { name: "Self-Ask, warm" }).click();
  await page.getByLabel("File to import").setInputFiles(
    file(
      "more.csv",
      csv([
        ["question", "response"],
        ["In which year did Marie Curie receive her third Nobel Prize?", "another"],
        ["How many known moons does Uranus have?", "29"],
      ]),
    ),
  );
  await expect(page.getByText("1 response will be added and 1 row will be skipped.")).toBeVisible();
  await expect(
    page.getByText("The run already has a different response to this question; it is kept."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add 1 response" }).dblclick();
  await expect(page.getByText("1 response added, 1 row skipped.")).toBeVisible();
  await page.getByRole("link", { name: "View run" }).click();
  await expect(page.getByText("=1903+1911")).toBeVisible();

  await page
    .getByLabel("File to import")
    .setInputFiles(file("notes.csv", "just\r\nsome\r\nlines\r\n"));
  await expect(page.getByText("No header row found.")).toBeVisible();
  await expectAccessible(page);
});

test("an edit that is based on an older state is refused and keeps what was typed", async ({
  page,
  context,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/runs");
  await page.getByRole("link", { name: "Self-Ask, warm" }).click();
  await page.getByRole("link", { name: "Edit run" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Self-Ask, warm");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Name" }).fill("Self-Ask, hot");
  await other.getByRole("button", { name: "Save run" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Self-Ask, hot" })).toBeVisible();

  await page.getByRole("textbox", { name: "Note" }).fill("Kept.");
  await page.getByRole("button", { name: "Save run" }).click();
  await expect(page.getByText("Someone else changed this run.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("Kept.");
});

test("a researcher reads runs and changes none; a rater sees nothing of them", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/runs");
  await page.getByRole("link", { name: "Few-shot, 5 examples" }).click();
  await expect(page.getByText(/^29 of \d+ questions have a response/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose file" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit run" })).toHaveCount(0);
  const address = new URL(page.url()).pathname;
  for (const path of ["/runs/new", `${address}/edit`])
    expect((await page.goto(path))!.status(), path).toBe(403);
  const upload = await page.request.post(`/api${address}/imports?fileName=a.csv`, {
    data: "question,response",
    headers: { origin: server.address },
  });
  expect(upload.status()).toBe(403);

  const context = await browser.newContext({ baseURL: server.address });
  const rater = await context.newPage();
  await signIn(rater, RATER);
  await rater.goto("/");
  await expect(rater.getByRole("link", { name: "Model runs" })).toHaveCount(0);
  for (const path of ["/runs", "/models", address, "/models/1"])
    expect((await rater.goto(path))!.status(), path).toBe(403);
  for (const path of [
    `/api${address}/responses/1`,
    "/api/runs/imports/1",
    "/api/runs/imports/1/problems",
  ]) {
    const answer = await rater.request.get(path);
    expect(answer.status(), path).toBe(403);
    expect(await answer.text()).not.toMatch(/Heron|Kestrel|Plover/);
  }
  await context.close();
});

test("on a phone no page of runs scrolls sideways", async ({ page }) => {
  test.slow(); // seven pages, each with axe
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, MAINTAINER);
  for (const path of [
    "/runs",
    "/models",
    "/models/1",
    "/runs/new",
    "/runs/2",
    "/runs/2/edit",
    "/runs/2/imports/2",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(
      0,
    );
    await expectAccessible(page);
  }
});
