import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

/* Several files at once, and rows from the clipboard. */

const COLUMNS = RELEASE_COLUMNS.join(",");
const row = (question: string, answer: string) =>
  ["0", "TEST", question, "2024", "N/A", "FALSE", "one-hop", "slow-changing", "N/A", answer]
    .concat(Array<string>(10).fill(""))
    .join(",");
const file = (name: string, ...rows: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from([COLUMNS, ...rows].join("\r\n")),
});

test.beforeEach(async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/imports");
});

test("a history of files is imported in the order of its days; it stops at a decision, survives a reload, and goes on", async ({
  page,
}) => {
  const bell = "Which bell of Uppsala rings at noon?";
  const pier = "How long is the pier of Sopot this year?";
  await page
    .getByLabel("File to import")
    .setInputFiles([
      file("FreshQA_v03012025.csv", row(pier, "512 m")),
      file("FreshQA_v01012025.csv", row(bell, "Thornan")),
      file("FreshQA_v02012025.csv", row("Which great bell of Uppsala rings at noon?", "Storan")),
    ]);
  await expect(page).toHaveURL(/\/imports\/queues\/\d+$/);
  const files = page.getByRole("list", { name: "Files in this queue" }).getByRole("listitem");
  await expect(files).toHaveText([/v01012025/, /v02012025/, /v03012025/]);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Start queue" }).click();
  await expect(page.getByText("FreshQA_v02012025.csv needs a decision.")).toBeVisible();
  await expect(files).toHaveText([/Applied/, /Ready to review/, /Queued/]);
  await page.reload();
  await expect(files).toHaveText([/Applied/, /Ready to review/, /Queued/]);

  // The decision is taken on this page; another part of the plan is looked at on the way.
  const queue = page.url();
  await page.goto("/imports");
  await page.getByRole("link", { name: "3 files, 1 done" }).click();
  await expect(page).toHaveURL(queue);
  await page
    .getByRole("navigation", { name: "Parts of the preview" })
    .getByRole("link", { name: /^Missing/ })
    .click();
  await expect(page).toHaveURL(/\/imports\/queues\/\d+\?file=\d+&part=missing$/);
  await page
    .getByRole("navigation", { name: "Parts of the preview" })
    .getByRole("link", { name: /^Reworded/ })
    .click();
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: /^Reject all/ }).click();
  await page.getByRole("button", { name: "Apply import", exact: true }).click();
  await expect(page.getByText("All files are done")).toBeVisible();
  await expect(files).toHaveText([/Applied/, /Applied/, /Applied/]);
  await expectAccessible(page);
});

test("files without a date in their names are asked for it before they are sent, and are imported in the order of their dates", async ({
  page,
}) => {
  await page
    .getByLabel("File to import")
    .setInputFiles([
      file("undated.csv", row("Who rows to Hven?", "Bea")),
      file("FreshQA_v01152025.csv", row("Who rows to Hven?", "Ada")),
      file("autumn.csv", row("Who rows to Hven?", "Cleo")),
    ]);
  const dialog = page.getByRole("dialog", { name: "Dates of the files" });
  const send = dialog.getByRole("button", { name: "Upload files" });
  await expect(dialog.getByLabel("undated.csv", { exact: true })).toBeFocused();
  await expect(dialog.getByText("FreshQA_v01152025.csv")).toHaveCount(0);
  await expect(send).toBeDisabled();
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page);
    await expectAccessible(page);
  }
  await dialog.getByRole("checkbox", { name: "undated.csv: unknown date" }).press("Space");
  await expect(dialog.getByLabel("undated.csv", { exact: true })).toBeDisabled();
  await expect(send).toBeDisabled();
  await dialog.getByLabel("autumn.csv", { exact: true }).fill("2024-10-01");
  await send.press("Enter");
  await expect(page).toHaveURL(/\/imports\/queues\/\d+$/);
  await expect(
    page.getByRole("list", { name: "Files in this queue" }).getByRole("listitem"),
  ).toHaveText([/autumn.*1 Oct 2024/, /FreshQA_v01152025.*15 Jan 2025/, /undated.*Unknown date/]);
  await page.getByRole("button", { name: "Discard remaining files" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Discard/ })
    .click();
  await expect(page.getByText("All files are done")).toBeVisible();
});

test("rows copied in a spreadsheet are pasted and planned like a file", async ({ page }) => {
  const text = [COLUMNS, row("Which tram of Riga is the oldest?", "Line 11")]
    .map((line) => line.replaceAll(",", "\t"))
    .join("\n");
  await page.getByRole("button", { name: "Paste rows…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Rows with a header" }).fill(text);
  const preview = dialog.getByRole("button", { name: "Preview rows" });
  await expect(preview).toBeDisabled();
  await dialog.getByLabel("Answers as of", { exact: true }).fill("2026-02-01");
  await expectAccessible(page);
  await preview.click();
  await expect(page).toHaveURL(/\/imports\/\d+$/);
  await expect(page.getByText("1 question will be added.")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Which tram of Riga is the oldest?" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Discard import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard import" }).click();
  await expect(page.getByText("Import canceled")).toBeVisible();
});
