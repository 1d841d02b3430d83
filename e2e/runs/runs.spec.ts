import { readFileSync } from "node:fs";
import { expect, expectAccessible, expectFits, signIn, test } from "../support/journey";

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

// The run that the first one adds is filled further by the second, and edited by the fourth.
test.describe.configure({ mode: "serial" });

test("a maintainer adds a model and its run, and brings the responses from a file that is not in order", async ({
  page,
}) => {
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
  await expect(page.getByRole("combobox", { name: "Release" })).toHaveValue("FreshQA_v11022026");
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
        ["7", "who is  the Director-General of the World Trade Organization?", LONG, "0.7"],
        ["", "Who is no one at all?", "x", ""],
        ["", "Which novel won the most recent Booker Prize?", "", "1"],
      ]),
    ),
  );
  await expect(page).toHaveURL(/\/runs\/\d+\/imports\/\d+$/);
  await expect(page.getByRole("heading", { name: "Map columns" })).toBeVisible();
  await expect(page.getByText("Select the column with the question text")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Question column").selectOption({ label: "frage" });
  await expect(page.getByText("Select the response column.")).toBeVisible();
  await page.getByLabel("Response column").selectOption({ label: "reply" });
  await page.getByLabel("ID column").selectOption({ label: "number" });
  const records = page.getByRole("table", { name: "First rows" }).getByRole("row");
  await expect(records).toHaveCount(4);
  await expect(records.nth(1).getByRole("cell")).toHaveText([
    "In which year did Marie Curie receive her third Nobel Prize?",
    "=1903+1911",
    "0",
  ]);
  await expect(page.getByLabel("Use number as")).toHaveValue("id");
  await page.getByRole("button", { name: "Drop all" }).click();
  await expect(page.getByText("0 kept as metadata, 1 dropped")).toBeVisible();
  await page.getByRole("button", { name: "Keep all" }).click();
  await expect(page.getByText("1 kept as metadata, 0 dropped")).toBeVisible();
  await expectAccessible(page);
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

test("a log with the file beside it fills in a new run, and is imported once the run is added", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/runs/new");
  const asked = [
    "Which novel won the most recent Booker Prize?",
    "How many known moons does Uranus have?",
  ];
  const stamp = "2026-01-21T03-44-18.458309";
  const lines = asked.map((question, doc_id) =>
    JSON.stringify({ doc_id, doc: { question }, filtered_resps: [`Answer ${doc_id}`], ok: 1 }),
  );
  const log = [
    file(`samples_dunlin_${stamp}.jsonl`, lines.join("\n")),
    file(
      `results_${stamp}.json`,
      JSON.stringify({
        results: {},
        configs: { dunlin: { generation_kwargs: { temperature: 0.3 } } },
        model_name: "org/dunlin",
        date: 1768964383,
      }),
    ),
  ];
  await page.getByLabel("File to import").setInputFiles(log);
  const found = page.getByRole("region", { name: "From a log" });
  await expect(found.getByText("2 of 2 questions found in FreshQA_v")).toBeVisible();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("dunlin, 2026-01-21");
  await expect(page.getByRole("combobox", { name: "Model" })).toHaveValue("org/dunlin (new model)");
  await expect(page.getByRole("textbox", { name: "Temperature" })).toHaveValue("0.3");
  await name.fill("Dunlin, logged");
  await expectAccessible(page);
  // The form outlives a reload; the files are chosen again.
  await page.reload();
  await expect(found.getByText(/^The form below is filled in from samples_dunlin_/)).toBeVisible();
  await expect(name).toHaveValue("Dunlin, logged");
  await page.getByLabel("File to import").setInputFiles(log);
  await page.getByRole("button", { name: "Add run and import" }).click();
  await expect(page).toHaveURL(/\/runs\/\d+\/imports\/\d+$/);
  await expect(page.getByRole("heading", { name: "Found in the log" })).toBeVisible();
  await expect(page.getByText(/^2 responses will be added/)).toBeVisible();
  await expect(page.getByLabel("Relaxed verdicts from scorer")).toHaveValue(/\d+/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Import the file again as a plain table" }).click();
  await expect(page.getByLabel("Read the log of a tool as a plain table")).toBeChecked();
  await expect(page.getByRole("heading", { level: 1, name: "Dunlin, logged" })).toBeVisible();
  await page.getByRole("button", { name: "Paste text…" }).click();
  await page
    .getByLabel("Rows with a header, or a log")
    .fill(JSON.stringify({ doc_id: 0, doc: "x", resps: "y", question: asked[0], response: "Z" }));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/^1 response will be added/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Found in the log" })).toHaveCount(0);
  await expect(page.getByText("1 other file of this run waits to be imported")).toBeVisible();
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

  // Ratings of the run, in a file of chosen columns.
  await page.getByRole("button", { name: /^Export ratings/ }).click();
  await page.getByRole("menuitem", { name: "Choose columns…" }).click();
  const choice = page.getByRole("dialog", { name: "Export chosen columns" });
  const download = async () => {
    const [given] = await Promise.all([
      page.waitForEvent("download"),
      choice.getByRole("link", { name: "Download" }).click(),
    ]);
    return { name: given.suggestedFilename(), text: readFileSync(await given.path(), "latin1") };
  };
  await expect(choice.getByText("A cell of XLSX holds 32,767 characters")).toBeVisible();
  await expectAccessible(page);
  const workbook = await download();
  expect(workbook.name).toMatch(/^judgments-.*\.xlsx$/);
  expect(workbook.text.slice(0, 2)).toBe("PK");
  await choice.getByRole("button", { name: "No columns" }).click();
  await expect(choice.getByRole("link", { name: "Download" })).toHaveCount(0);
  await choice.getByRole("checkbox", { name: "rater", exact: true }).check();
  await choice.getByRole("checkbox", { name: "judgment_id" }).check();
  await choice.getByLabel("Format").selectOption("csv");
  const table = await download();
  expect(table.name).toMatch(/^judgments-.*\.csv$/);
  expect(table.text.split("\n")[0]!.trim()).toBe("judgment_id,rater");
  expect(table.text.trim().split("\n").length).toBeGreaterThan(10);
  await page.keyboard.press("Escape");
  await expect(choice).toBeHidden();

  // Its accuracy, for publishing elsewhere.
  await page.getByRole("button", { name: "Download results" }).click();
  const publishing = page.getByRole("dialog", { name: "Download results for publishing" });
  await publishing.getByLabel("Dataset on the Hub").fill("open-birds/freshqa");
  await expectAccessible(page);
  const [published] = await Promise.all([
    page.waitForEvent("download"),
    publishing.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(published.suggestedFilename()).toMatch(/^freshqa-.*-run-\d+\.yaml$/);
  expect(readFileSync(await published.path(), "utf8")).toContain("task_id: freshqa_relaxed");
  await publishing.getByRole("radio", { name: "Every Eval Ever" }).check();
  await expect(publishing.getByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    /format=every-eval-ever/,
  );
  await page.keyboard.press("Escape");
  await expect(publishing).toBeHidden();

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
    await expectFits(page);
    await expectAccessible(page);
  }
  // Rows are cards there: nothing of a list is beside the screen.
  for (const [path, name] of [
    ["/runs", "Runs"],
    ["/models", "Models"],
  ] as const) {
    await page.goto(path);
    const list = page.getByRole("region", { name: `${name}, as a table` });
    await expect(list.getByRole("row").nth(1).getByRole("cell").last()).toBeInViewport();
    await expect
      .poll(() => list.evaluate((one) => one.scrollWidth - one.clientWidth), name)
      .toBe(0);
  }
});
