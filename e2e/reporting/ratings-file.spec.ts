import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RATER = "eli@freshqa.example";

/** Four raters, twelve responses, some missing: Krippendorff's own example. */
const RATINGS = ["123321412***", "1233224125**", "*33323422513", "12332441251*"].flatMap(
  (values, rater) =>
    Array.from(
      values,
      (value, unit) => `${unit + 1},rater ${rater + 1},${value === "*" ? "" : value}`,
    ),
);
const FILE = {
  name: "four raters.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["response,annotator,verdict", ...RATINGS].join("\n")),
};
const PAIR = {
  name: "pair.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "item,who,label",
      ...Array.from(
        { length: 125 },
        (_, at) =>
          `${at},A,${at < 123 ? "credit" : "no credit"}\n${at},B,${at < 118 || at >= 123 ? "credit" : "no credit"}`,
      ),
    ].join("\n"),
  ),
};

/** The cells of a coefficient: value, interval, method. */
const coefficient = (page: Page, name: string) =>
  page
    .getByRole("table", { name: "Coefficients of agreement" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
    .getByRole("cell");

const folder = mkdtempSync(join(tmpdir(), "agreement-"));
test.afterAll(() => rmSync(folder, { recursive: true }));

test("a maintainer computes the agreement in a file, and the page says to the last digit what the command line says", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Reports" })
    .click();
  await page.getByRole("link", { name: "Agreement from a file" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Agreement from a file" }),
  ).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(FILE);

  // What is chosen for these columns is there again after a reload, once the file is.
  await page.getByRole("textbox", { name: "Missing values" }).fill("none");
  await page.reload();
  await page.locator('input[type="file"]').setInputFiles(FILE);
  await expect(page.getByRole("textbox", { name: "Missing values" })).toHaveValue("none");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByRole("textbox", { name: "Missing values" })).toHaveValue("");

  await expect(page.getByRole("combobox", { name: "Units" })).toHaveValue("response");
  await expect(page.getByRole("combobox", { name: "Raters" })).toHaveValue("annotator");
  await expect(page.getByRole("combobox", { name: "Values" })).toHaveValue("verdict");
  await expect(
    page.getByRole("region", { name: "File preview" }).getByText("rater 1").first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Compute agreement" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Agreement" })).toBeFocused();
  await expect(
    page.getByText(
      "11 units rated by two or more; 1 unit rated once not counted; 4 raters, 5 values; 7 ratings missing",
    ),
  ).toBeVisible();
  await expect(coefficient(page, "Krippendorff’s alpha").nth(0)).toHaveText("0.74");
  await expect(page.getByText("Cohen’s kappa is defined for two raters, not 4.")).toBeVisible();

  const path = join(folder, FILE.name);
  writeFileSync(path, FILE.buffer);
  const stdout = execFileSync(
    process.execPath,
    [
      "lib/launcher/run.mjs",
      "freshqa",
      "agreement",
      path,
      "--unit",
      "response",
      "--rater",
      "annotator",
      "--value",
      "verdict",
      "--json",
    ],
    { encoding: "utf8" },
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as JSON" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toBe(stdout);
  const { coefficients } = JSON.parse(stdout) as {
    coefficients: Record<string, { low: number; high: number }>;
  };
  const { low, high } = coefficients.krippendorff!;
  await expect(coefficient(page, "Krippendorff’s alpha").nth(1)).toHaveText(
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  );

  const [latex] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download as LaTeX" }).click(),
  ]);
  expect(latex.suggestedFilename()).toBe("agreement-four-raters.tex");
  expect(readFileSync(await latex.path(), "utf8")).toContain("\\toprule");
  // A chart's file is for paper, whatever the page looks like.
  await page.emulateMedia({ colorScheme: "dark" });
  const [svg] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download “Agreement with 95% CI” as SVG" }).click(),
  ]);
  const drawing = readFileSync(await svg.path(), "utf8");
  expect(drawing).toMatch(/^<\?xml[^]*<svg[^]*Agreement with 95% CI[^]*<\/svg>\n$/);
  expect(drawing).toContain("fill:rgb(255, 255, 255)");
  const [png] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download “Agreement with 95% CI” as PNG" }).click(),
  ]);
  const picture = readFileSync(await png.path());
  expect([picture.subarray(1, 4).toString(), picture.readUInt32BE(16)]).toEqual(["PNG", 3 * 760]);
  await expect(page.getByText("--unit response --rater annotator --value verdict")).toBeVisible();
});

test("rankings and pairs come to win rates and strengths, the same as on the command line, and ordinal ratings to levels", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/reports/agreement/file");
  const choose = async (name: string, kind: string) => {
    await page.locator('input[type="file"]').setInputFiles(`docs/examples/${name}.csv`);
    await expect(page.getByRole("combobox", { name: "Kind of file" })).toHaveValue(kind);
  };
  for (const [name, kind, words] of [
    ["rankings", "Rankings", "12 questions, 3 raters, 103 comparisons of 3 systems, 6 ties."],
    ["pairs", "Pairs", "12 questions, 2 raters, 70 comparisons of 3 systems, 4 ties."],
  ] as const) {
    await choose(name, kind);
    await expect(page.getByRole("combobox", { name: "Questions" })).toHaveValue("question");
    await page.getByRole("button", { name: "Compute preferences" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Preferences" })).toBeFocused();
    await expect(page.getByText(words)).toBeVisible();
    const systems = page.getByRole("table", { name: `Systems in ${name}.csv` });
    await expect(systems.getByRole("rowheader").first()).toHaveText("Human");
    const rates = page.getByRole("table", { name: `Win rates in ${name}.csv: row over column` });
    await expect(rates.getByRole("row").nth(2)).toContainText(kind === "Pairs" ? "n 24" : "n 34");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as JSON" }).click(),
    ]);
    const stdout = execFileSync(
      process.execPath,
      [
        ...["lib/launcher/run.mjs", "freshqa", "agreement", `docs/examples/${name}.csv`],
        ...["--kind", name, "--json"],
      ],
      { encoding: "utf8" },
    );
    expect(readFileSync(await download.path(), "utf8")).toBe(stdout);
    await expect(page.getByText(`--kind ${name} --question question --rater rater`)).toBeVisible();
    for (const { viewport, colorScheme } of SCREENS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectFits(page);
    }
  }
  await page.getByRole("checkbox", { name: "Left and right do not say" }).check();
  await page.getByRole("button", { name: "Compute preferences" }).click();
  await expect(page.getByText("--unordered")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Won by the left side" })).toHaveCount(0);

  await choose("levels", "Ratings");
  await page.getByRole("combobox", { name: "Measurement level" }).click();
  await page.getByRole("option", { name: "Ordinal (ranked)" }).click();
  await page.getByRole("combobox", { name: "Values" }).click();
  await page.getByRole("option", { name: "correctness" }).click();
  await page.getByRole("combobox", { name: "Units" }).click();
  await page.getByRole("option", { name: "response" }).click();
  await page.getByRole("textbox", { name: "Possible values" }).fill("0,1,2,3");
  await page.getByRole("textbox", { name: "Cannot tell" }).fill("cannot tell");
  await page.getByRole("button", { name: "Compute agreement" }).click();
  await expect(coefficient(page, "Weighted kappa, quadratic").nth(0)).toHaveText("0.64");
  await expect(page.getByText("1 answer “cannot tell” (2.1%)")).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Levels in levels.csv" }).getByRole("row", { name: /^3 12/ }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("two raters get a confusion matrix, and a word on why coefficients differ", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.goto("/reports/agreement/file");
    await page.locator('input[type="file"]').setInputFiles(PAIR);
    await page.getByRole("button", { name: "Compute agreement" }).click();
    await expect(coefficient(page, "Percent agreement").nth(0)).toHaveText("94.4%");
    await expect(coefficient(page, "Cohen’s kappa").nth(0)).toHaveText("−0.02");
    await expect(coefficient(page, "Gwet’s AC1").nth(0)).toHaveText("0.94");
    await expect(
      page.getByRole("region", { name: "Confusion matrix" }).getByRole("cell", { name: "118" }),
    ).toBeVisible();
    const [csv] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the confusion matrix as CSV" }).click(),
    ]);
    expect(readFileSync(await csv.path(), "utf8")).toBe(
      "A,B: credit,B: no credit,Total\r\ncredit,118,5,123\r\nno credit,2,0,2\r\nTotal,120,5,125\r\n",
    );
    await page.getByText("Why do these coefficients differ so much?").click();
    await expect(page.getByText("chance agreement is close to 100%")).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  }
});

test("what is wrong with a file is told with its line, and a better file goes on from there", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/reports/agreement/file");
  await page.locator('input[type="file"]').setInputFiles({
    ...FILE,
    buffer: Buffer.from("item,rater,value\n1,Ann,yes\n1,Ben,no\n1,Ann,no\n"),
  });
  await page.getByRole("button", { name: "Compute agreement" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Agreement not computed" });
  await expect(alert).toContainText("Line 4: duplicate: “Ann” already rated “1” in line 2.");
  await expectAccessible(page);
  await page.locator('input[type="file"]').setInputFiles({
    name: "picture.png",
    mimeType: "image/png",
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
  });
  await expect(page.getByRole("alert").filter({ hasText: "Couldn't read file" })).toContainText(
    "CSV, XLSX, JSON or JSON Lines",
  );
  await page.locator('input[type="file"]').setInputFiles(PAIR);
  await expect(page.getByRole("combobox", { name: "Raters" })).toHaveValue("who");
  await expect(
    page.getByRole("alert").filter({ hasText: /not computed|Couldn't read/ }),
  ).toHaveCount(0);
});

test("a file with semicolons is shown as it would be read, and computing takes it so", async ({
  page,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/reports/agreement/file");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ ...FILE, buffer: Buffer.from(FILE.buffer.toString().replaceAll(",", ";")) });
  await expect(page.getByRole("alert").filter({ hasText: "Nonstandard CSV file" })).toContainText(
    "Cells are separated by semicolons instead of commas.",
  );
  await expect(page.getByRole("combobox", { name: "Raters" })).toHaveValue("annotator");
  await expect(
    page.getByRole("region", { name: "File preview" }).getByText("rater 1").first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compute agreement" }).click();
  await expect(coefficient(page, "Krippendorff’s alpha").nth(0)).toHaveText("0.74");
  await expect(page.getByText("--read-as separator=semicolon")).toBeVisible();
  const wrong = await page.request.post(
    "/api/reports/agreement-file?fileName=a.csv&unit=a&rater=b&value=c&readAs=header%3Drelaxed",
    { data: Buffer.from("a,b,c") },
  );
  expect([wrong.status(), await wrong.text()]).toEqual([
    422,
    expect.stringContaining("separator=semicolon or separator=tab"),
  ]);
});

test("reports are not for raters, who would learn what others think", async ({ page }) => {
  await signIn(page, RATER);
  expect((await page.goto("/reports"))?.status()).toBe(403);
  expect(
    (
      await page.request.post("/api/reports/agreement-file?fileName=a.csv&step=preview", {
        data: Buffer.from("a,b"),
      })
    ).status(),
  ).toBe(403);
});
