import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readRelease } from "@/lib/dataset/file-formats/read-release";
import { type FileLayout, type SourceRow } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { freePort, Launch } from "../support/launched-server";
import { expect, expectAccessible, test } from "../support/journey";

/*
 * The main job, as a maintainer does it: a real release in, the next one on top, rewordings decided, an answer edited,
 * a release published, and the right bytes out. On a server of its own with an empty dataset.
 */

const RELEASES = process.env.FRESHQA_RELEASES_DIR ?? join("..", "shared", "data", "freshqa");
const DECEMBER = join(RELEASES, "FreshQA_v12182024.csv");
const APRIL = join(RELEASES, "FreshQA_v04072025.csv");
const EDITED = "How old is President Donald Trump?";
const NEW_ANSWER = "79 years old";

const launch = new Launch();

test.skip(
  !existsSync(APRIL),
  `The real releases are not in ${RELEASES}; this journey was skipped.`,
);
test.afterAll(() => launch.clean());

async function importFile(page: Page, address: string, path: string): Promise<void> {
  await page.goto(`${address}/imports`);
  await page.getByLabel("File to import").setInputFiles(path);
  await expect(page).toHaveURL(/\/imports\/\d+$/);
  await expect(page.getByRole("button", { name: "Apply import", exact: true })).toBeVisible();
}

/** The file's rows with one cell replaced, written again in the file's own form. */
async function withAnswer(path: string, question: string, answer: string): Promise<Buffer> {
  const rows: SourceRow[] = [];
  const batches = readRelease(
    {
      format: "csv",
      bytes: (async function* () {
        yield readFileSync(path);
      })(),
    },
    (finding) => {
      throw new Error(finding.code);
    },
  );
  let layout: FileLayout | null = null;
  for (;;) {
    const next = await batches.next();
    if (next.done) {
      layout = next.value;
      break;
    }
    rows.push(...next.value);
  }
  const edited = rows.filter(
    (row) => row.cells[RELEASE_COLUMNS.indexOf("question")]!.trim() === question,
  );
  expect(edited).toHaveLength(1);
  edited[0]!.cells[RELEASE_COLUMNS.indexOf("answer_0")] = answer;
  let text = "";
  for await (const part of writeCsv([rows], layout!)) text += part;
  return Buffer.from(text);
}

test("December in, April on top, rewordings decided, an answer edited, published: the bytes are right", async ({
  page,
}) => {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const started = await launch.start({ PORT: String(port) });
  expect(started.errors).toBe("");

  await test.step("sign in", async () => {
    await page.goto(`${address}/sign-in`);
    await page.getByLabel("Email").fill("carlos@freshqa.example");
    await page.getByRole("textbox", { name: "Password" }).fill("freshqa-sample");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeAttached();
  });

  const parts = page.getByRole("navigation", { name: "Parts of the preview" });
  await test.step("December is 600 new questions", async () => {
    await importFile(page, address, DECEMBER);
    await expect(parts.getByRole("link", { name: /new/i })).toContainText("600");
    await page.getByRole("button", { name: "Apply import", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
    await page.goto(`${address}/questions`);
    await expect(page.getByText("1–50 of 600 questions")).toBeVisible();
  });

  await test.step("untouched, it comes out byte for byte", async () => {
    const exported = await (await page.request.get(`${address}/api/export?format=csv`)).body();
    expect(exported.equals(readFileSync(DECEMBER))).toBe(true);
  });

  await test.step("April on top is planned in full before anything is written", async () => {
    await importFile(page, address, APRIL);
    await expect(parts.getByRole("link", { name: /^unchanged|unchanged$/i })).toContainText("404");
    await expect(parts.getByRole("link", { name: /^changed|(?<!un)changed$/i })).toContainText(
      "180",
    );
    await expect(parts.getByRole("link", { name: /reworded/i })).toContainText("16");
    await expect(page.getByRole("button", { name: "Apply import", exact: true })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step("rewordings are decided by key", async () => {
    await parts.getByRole("link", { name: /reworded/i }).click();
    const cards = page.locator("[data-decision]");
    await expect(cards).toHaveCount(7);
    await cards.first().focus();
    await page.keyboard.press("a");
    await expect(page.locator('[data-decision="accepted"]')).toHaveCount(1);
    // The threshold moves by keys: fewer are above it.
    const threshold = page.getByRole("slider", { name: "Similarity threshold" });
    await threshold.focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("button", { name: "Accept 0 above" })).toBeDisabled();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Accept 6 above" }).click();
    await expect(page.locator('[data-decision="accepted"]')).toHaveCount(7);
    // The others are too little alike to be accepted unseen, and folded away.
    await page.getByRole("button", { name: /^Show 9 below the threshold/ }).click();
    for (let left = 9; left > 0; left--) {
      await expect(page.locator('[data-decision="open"]')).toHaveCount(left);
      await page
        .locator('[data-decision="open"]')
        .first()
        .getByRole("button", { name: "Accept" })
        .click();
    }
    await expect(page.locator('[data-decision="accepted"]')).toHaveCount(16);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Apply import", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
    // What was decided stays to be seen.
    const decided = page.getByRole("region", { name: "Decided rewordings" });
    await expect(decided.getByRole("listitem")).toHaveCount(16);
    await expect(decided.getByText("Accepted (same question)")).toHaveCount(16);
  });

  await test.step("and comes out byte for byte too", async () => {
    const exported = await (await page.request.get(`${address}/api/export?format=csv`)).body();
    expect(exported.equals(readFileSync(APRIL))).toBe(true);
  });

  await test.step("one answer is edited, and all three revisions are there to compare", async () => {
    await page.goto(`${address}/questions?q=${encodeURIComponent(`"${EDITED}"`)}`);
    await page.getByRole("link", { name: EDITED }).click();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const primary = page.getByRole("textbox", { name: "Primary answer" });
    await expect(primary).toBeEditable();
    await primary.fill(NEW_ANSWER);
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/questions\/\d+(\?.*)?$/);
    await expect(page.getByText("Revision 3", { exact: true })).toBeVisible();
    await expect(page.getByText("Revision 2", { exact: true })).toBeVisible();
    await expect(page.getByText("Revision 1", { exact: true })).toBeVisible();
    await expect(
      page.getByRole("main").getByRole("listitem").filter({ hasText: NEW_ANSWER }).first(),
    ).toContainText("primary");
  });

  await test.step("a release is published and downloaded with the right bytes", async () => {
    await page.goto(`${address}/releases/new`);
    // No release without a license, and none is assumed.
    await expect(page.getByRole("button", { name: "Publish 600 questions" })).toBeDisabled();
    await page.getByRole("link", { name: "Choose a license" }).click();
    await page.getByRole("combobox", { name: "License of the dataset" }).click();
    await page.getByRole("option", { name: /\(CC-BY-4\.0\)/ }).click();
    await page.getByLabel("Rights holder").fill("FreshQA team");
    await page.getByRole("button", { name: "Save license" }).click();
    await expect(page.getByText("License saved")).toBeVisible();
    await page.goto(`${address}/releases/new`);
    await page.getByLabel("Name").fill("FreshQA_v04142025");
    await page.getByRole("button", { name: "Publish 600 questions" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish release" }).click();
    await expect(page).toHaveURL(/\/releases\/FreshQA_v04142025$/);
    await expect(page.getByRole("link", { name: /^Creative Commons Attribution/ })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^CSV/ }).click(),
    ]);
    const bytes = readFileSync(await download.path());
    expect(bytes.equals(await withAnswer(APRIL, EDITED, NEW_ANSWER))).toBe(true);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(
      await page.getByTestId("sha256").innerText(),
    );
  });
});
