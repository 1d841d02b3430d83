import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";
import { chooseUndated } from "../support/imports";

/* A file and edits made here, and undoing an import. These journeys add questions of their own and retire them again. */

const APRIL = join(
  process.env.FRESHQA_RELEASES_DIR ?? join("..", "shared", "data", "freshqa"),
  "FreshQA_v04072025.csv",
);
const HEADER = RELEASE_COLUMNS.join(",");
const row = (question: string, answer: string, note = "") =>
  [
    "0",
    "TEST",
    question,
    "2024",
    "N/A",
    "FALSE",
    "one-hop",
    "slow-changing",
    "N/A",
    answer,
    ...Array<string>(9).fill(""),
    note,
  ].join(",");

async function plan(page: Page, name: string, lines: string[]): Promise<void> {
  await page.goto("/imports");
  await chooseUndated(page, {
    name,
    mimeType: "text/csv",
    buffer: Buffer.from([HEADER, ...lines].join("\r\n")),
  });
  await expect(page).toHaveURL(/\/imports\/\d+$/);
  await expect(page.getByRole("button", { name: "Apply import", exact: true })).toBeVisible();
}

async function apply(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Apply import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Imported", exact: true })).toBeVisible();
}

async function idOf(databaseUrl: string, question: string): Promise<number> {
  const [found] = await rowsOf<{ id: number }>(
    databaseUrl,
    "SELECT question_id AS id FROM question_heads WHERE question = $1",
    [question],
  );
  return found!.id;
}

/** Gives a question another primary answer, on its edit page. */
async function editAnswer(
  page: Page,
  databaseUrl: string,
  question: string,
  answer: string,
): Promise<void> {
  const id = await idOf(databaseUrl, question);
  await page.goto(`/questions/${id}/edit`);
  const primary = page.getByRole("textbox", { name: "Primary answer" });
  await expect(primary).toBeEditable();
  await primary.fill(answer);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/questions/${id}$`));
}

test.beforeEach(async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/");
});

test("what was edited here and in the file is shown in both versions, decided by a person, and seen afterwards; the import is undone as one", async ({
  page,
  server,
}) => {
  const organ = "Who plays the organ of Værøy church at Easter?";
  const lake = "Which lake of Karelia freezes last?";
  const mill = "Why was the mill of Zaandijk moved?";
  await plan(page, "first.csv", [row(organ, "Ada"), row(lake, "Onego"), row(mill, "Wind")]);
  await apply(page);
  await editAnswer(page, server.databaseUrl, organ, "Bea");
  await editAnswer(page, server.databaseUrl, lake, "Segozero");

  await plan(page, "second.csv", [row(organ, "Cleo"), row(lake, "Onego"), row(mill, "Traffic")]);
  const parts = page.getByRole("navigation", { name: "Parts of the preview" });
  await expect(parts.getByRole("link", { name: /Conflicts/ })).toContainText("1 undecided");
  await expect(parts.getByRole("link", { name: /Edited here/ })).toContainText("1");
  const applying = page.getByRole("button", { name: "Apply import", exact: true });
  await expect(applying).toBeDisabled();
  const card = page.locator("[data-resolution]");
  await expect(card).toHaveCount(1);
  await expect(card.getByRole("row", { name: /Primary answer/ })).toContainText("Ada");
  await expect(card.locator("ins")).toHaveText([/Bea/, /Cleo/]);
  // Both changed one field, so that there is nothing to combine.
  await expect(card.getByRole("button", { name: "Combine" })).toHaveCount(0);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page);
    await expectAccessible(page);
  }
  await card.getByRole("button", { name: "Keep current" }).click();
  await expect(card).toHaveAttribute("data-resolution", "ours");
  // Shown at once; the counts follow when it is kept.
  await expect(page.getByText(/2 questions edited here will be kept/)).toBeVisible();
  await page.reload();
  await expect(card).toHaveAttribute("data-resolution", "ours");
  await expect(page.getByText(/2 questions edited here will be kept/)).toBeVisible();
  await apply(page);
  await expect(page.getByText(/2 kept as edited/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Changed here and in the file" })).toContainText(
    "Current version kept",
  );
  await expectAccessible(page);

  const importPage = page.url();
  const dayBefore = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/questions/as-of?day=${dayBefore}`);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    /added or changed later by (a file|\d+ files) of unknown date, so their content on this date is uncertain\.$/,
  );
  await expectAccessible(page);
  await page.goto(importPage);

  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByRole("heading", { name: "Imported, then undone" })).toBeVisible();
  await expect(page.getByText("Undone by")).toBeVisible();
  await page.goto(`/questions/${await idOf(server.databaseUrl, mill)}`);
  await expect(page.getByRole("main")).toContainText("Wind");
});

test("the import of a real release is undone as one, and the dataset is to the byte what it was", async ({
  page,
}) => {
  test.skip(!existsSync(APRIL), `There is no release at ${APRIL}.`);
  const dataset = async () => (await page.request.get("/api/export?format=csv")).text();
  const before = await dataset();
  await page.goto("/imports");
  await page.getByLabel("File to import").setInputFiles(APRIL);
  await expect(page).toHaveURL(/\/imports\/\d+$/);
  await page.getByRole("button", { name: /^Reject all/ }).click();
  await apply(page);
  expect(await dataset()).not.toBe(before);
  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByRole("heading", { name: "Imported, then undone" })).toBeVisible();
  expect(await dataset()).toBe(before);
});

test("an import that was built on says by what, with links", async ({ page, server }) => {
  const question = "Which ferry of Fårö sails at night?";
  await plan(page, "ferry.csv", [row(question, "Nina")]);
  await apply(page);
  const address = page.url();
  await editAnswer(page, server.databaseUrl, question, "Bodilla");
  await page.goto(address);
  const undo = page.getByRole("region", { name: "Undo import" });
  await expect(undo).toContainText("Questions edited since");
  await expect(undo.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await undo.getByRole("link", { name: /^Q\d+$/ }).click();
  await expect(page).toHaveURL(/\/questions\/\d+$/);
});
