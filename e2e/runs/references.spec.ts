import { expect, expectAccessible, expectFits, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";

const LONG = `Magellan was killed on Mactan in April 1521. ${"The chronicle goes on. ".repeat(60)}`;
const RECORDS = [
  {
    question:
      "On what date did Ferdinand Magellan arrive back in Spain after sailing around the world?",
    answer: "Magellan was killed on Mactan in April 1521 [1]. Elcano came back in 1522 [2][7].",
    references: [
      LONG,
      {
        title: "The <i>Victoria</i>",
        url: "https://example.org/victoria",
        text: "Elcano came back in 1522.",
      },
      { title: "No link", url: "javascript:alert(1)", text: "Nothing of it." },
    ],
  },
  {
    question: "How many member states does ASEAN have?",
    answer: "Eleven",
    references: [],
  },
  {
    question: "Which novel won the most recent Booker Prize?",
    answer: "Flesh [1]",
    references: [["no text"]],
  },
];

test("a maintainer imports responses with references and follows their citations", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/runs");
  await page.getByRole("link", { name: "Add run" }).click();
  await page.getByRole("combobox", { name: "Model" }).fill("Godwit");
  await page.getByRole("option", { name: "Godwit Search" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("With references");
  await page.getByRole("button", { name: "Add run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "With references" })).toBeVisible();
  await page.getByLabel("File to import").setInputFiles({
    name: "webglm.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(RECORDS.map((record) => JSON.stringify(record)).join("\n")),
  });
  await expect(
    page.getByText("2 responses with 3 references will be added and 1 row will be skipped."),
  ).toBeVisible();
  await expect(page.getByLabel("Use references as")).toHaveValue("references");
  const problems = page.getByRole("region", { name: "Rows with problems" });
  await expect(
    problems.getByText("The response cites [7], where it has no reference"),
  ).toBeVisible();
  await expect(problems.getByText("reference 1 is a list, not a text or an object")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add 2 responses" }).click();
  await expect(page.getByText("2 responses added, 3 references with them")).toBeVisible();

  await page.getByRole("link", { name: "View run" }).click();
  const table = page.getByRole("region", { name: "Citation check", exact: true });
  await expect(table.getByRole("row", { name: /^Paper/ })).toContainText("1 of 3 (33.3%)");
  await page.getByRole("link", { name: "3 references" }).click();

  await expect(page.getByRole("heading", { level: 1, name: RECORDS[0]!.question })).toBeVisible();
  // Beside one another.
  const response = (await page
    .getByRole("region", { name: "Response", exact: true })
    .boundingBox())!;
  const list = page.getByRole("region", { name: "References", exact: true });
  const references = (await list.boundingBox())!;
  expect(references.x).toBeGreaterThan(response.x + response.width);
  expect(Math.abs(references.y - response.y)).toBeLessThan(2);

  await page.getByRole("link", { name: "Reference 2", exact: true }).click();
  await expect(page).toHaveURL(/#reference-2$/);
  const back = list.getByRole("link", { name: "Citation 1 of reference 2" });
  await expect(back).toBeInViewport();
  await back.click();
  await expect(page).toHaveURL(/#mark-\d+$/);
  await expect(page.getByTitle("No such reference")).toHaveText("[7]");
  await expect(list.getByText("The <i>Victoria</i>")).toBeVisible();
  await expect(list.getByRole("link", { name: "example.org" })).toHaveAttribute("rel", /noopener/);
  await expect(list.getByText("javascript:alert(1)")).toBeVisible();
  await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
  await expect(list.getByText("Not cited")).toBeVisible();
  const fold = list.getByText(/^Show all [\d,]+ characters$/);
  await fold.click();
  await expect(list.getByText(LONG.trim())).toBeVisible();
  await expectAccessible(page);
});

test("on a phone references are below the response, and nothing goes out of the page", async ({
  page,
}) => {
  await signIn(page, RESEARCHER);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/runs");
  await page.getByRole("link", { name: "Answers with references" }).first().click();
  await page.getByRole("link", { name: "3 references" }).first().click();
  const response = (await page
    .getByRole("region", { name: "Response", exact: true })
    .boundingBox())!;
  const references = (await page
    .getByRole("region", { name: "References", exact: true })
    .boundingBox())!;
  expect(references.y).toBeGreaterThan(response.y + response.height);
  await page.getByRole("link", { name: "Reference 1", exact: true }).click();
  await expect(page.getByText("The two prizes of Marie Curie")).toBeInViewport();
  await expectFits(page);
  await expectAccessible(page);
});
