import type { Page } from "@playwright/test";
import { expect, expectAccessible, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const RATER = "eli@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";
const run = Date.now().toString(36);

const tabs = (page: Page) => page.getByRole("navigation", { name: "Views" });

test("a view is a tab with its number of questions: saved, shared, opened by others, changed, moved, renamed and deleted by its owner", async ({
  page,
  browser,
}) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions?category=fast-changing&sort=-revised");
  const name = `Fast ones ${run}`;
  await page.getByRole("button", { name: "Save view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByText("Enter a view name.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("checkbox", { name: "Share with everyone" }).check();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();
  const tab = tabs(page).getByRole("link", { name: new RegExp(`^${name} \\d+$`) });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);

  // The number of the tab is that of the pager.
  const shown = /of ([\d,]+) question/.exec(
    await page
      .getByRole("status")
      .filter({ hasText: / of [\d,]+ questions?$/ })
      .innerText(),
  )![1]!;
  await expect(tab).toContainText(shown);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, RATER);
  await other.goto("/questions");
  const theirs = tabs(other).getByRole("link", { name: new RegExp(name) });
  await expect(theirs).toContainText(shown);
  await theirs.click();
  await expect(other).toHaveURL(/\?category=fast-changing&sort=-revised&view=\d+$/);
  await expect(other.getByRole("button", { name: `Options for view “${name}”` })).toBeHidden();

  // Another filter: the view is left as it is until its changes are saved.
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page
    .getByRole("group", { name: "Hops" })
    .getByLabel(/^One-hop/)
    .check();
  await expect(page).toHaveURL(/hops=one-hop/);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  await tabs(page)
    .getByRole("link", { name: /^All questions/ })
    .click();
  await expect(page).toHaveURL(/\/questions$/);
  await tab.click();
  await expect(page).toHaveURL(/category=fast-changing&hops=one-hop&sort=-revised&view=\d+$/);

  // A second one behind it, moved in front of it.
  await page.goto("/questions?split=DEV");
  await page.getByRole("button", { name: "Save view…" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill(`Dev ${run}`);
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();
  const own = async () =>
    (await tabs(page).getByRole("link").allInnerTexts())
      .map((words) => words.split("\n")[0]!)
      .filter((words) => words.includes(run));
  await expect.poll(own).toEqual([name, `Dev ${run}`]);
  await page.getByRole("button", { name: `Options for view “Dev ${run}”` }).click();
  await page.getByRole("menuitem", { name: "Move left" }).click();
  await expect.poll(own).toEqual([`Dev ${run}`, name]);
  await page.getByRole("button", { name: `Options for view “Dev ${run}”` }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const rename = page.getByRole("dialog", { name: "Rename view" });
  await rename.getByRole("textbox", { name: "Name" }).fill(name);
  await rename.getByRole("button", { name: "Rename view" }).click();
  await expect(rename.getByText("Name already in use")).toBeVisible();
  await rename.getByRole("textbox", { name: "Name" }).fill(`Development ${run}`);
  await rename.getByRole("button", { name: "Rename view" }).click();
  await expect.poll(own).toEqual([`Development ${run}`, name]);

  for (const gone of [`Development ${run}`, name]) {
    await tabs(page)
      .getByRole("link", { name: new RegExp(gone) })
      .click();
    await page.getByRole("button", { name: `Options for view “${gone}”` }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete view" }).click();
    await expect(page.getByText(`View “${gone}” deleted`)).toBeVisible();
  }
  await expect.poll(own).toEqual([]);
});

test("each choice of a filter says how many questions it would show", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await page.goto("/questions?split=TEST");
  await page.getByRole("button", { name: /^Filters/ }).click();
  const choice = page.getByRole("group", { name: "Hops" }).getByText(/^Multi-hop/);
  await expect(choice).toHaveText(/^Multi-hop\s*[\d,]+$/);
  const promised = /([\d,]+)$/.exec(await choice.innerText())![1]!;
  await page
    .getByRole("group", { name: "Hops" })
    .getByLabel(/^Multi-hop/)
    .check();
  await expect(page).toHaveURL(/hops=multi-hop/);
  await expect(
    page.getByRole("status").filter({ hasText: new RegExp(` of ${promised} questions?$`) }),
  ).toBeVisible();
});

test("columns are chosen, ordered, pinned and made wider by keyboard, and are so in the first frame on any device", async ({
  page,
  browser,
}) => {
  const headings = (at: Page) => at.getByRole("columnheader").allInnerTexts();
  const USUAL = [
    "ID",
    "Question",
    "Primary answer",
    "Category",
    "Hops",
    "Split",
    "Effective",
    "Next review",
  ];
  await signIn(page, RESEARCHER);
  await page.goto("/questions");
  await expect.poll(() => headings(page)).toEqual(USUAL);
  await page.getByRole("button", { name: "Columns", exact: true }).press("Enter");
  const menu = page.getByRole("dialog", { name: "Columns" });
  await menu.getByRole("checkbox", { name: "Hops" }).press("Space");
  await menu.getByRole("checkbox", { name: "Note" }).press("Space");
  await menu.getByRole("checkbox", { name: "Author" }).press("Space");
  const up = menu.getByRole("button", { name: "Move Note up" });
  await up.press("Enter");
  await expect(up).toBeFocused();
  for (let i = 0; i < 4; i++) await page.keyboard.press("Enter");
  await menu.getByRole("button", { name: "Pin Question" }).press("Enter");
  await expect(menu.getByRole("button", { name: "Pin Question" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await menu.getByRole("radio", { name: "Normal" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(menu.getByRole("radio", { name: "Compact" })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const chosen = ["Question", "ID", "Note", ...USUAL.slice(2).filter((one) => one !== "Hops")];
  await expect.poll(() => headings(page)).toEqual([...chosen, "Author"]);
  await page.getByRole("separator", { name: "Width of Note" }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  const width = async (at: Page) =>
    (await at.getByRole("columnheader", { name: "Note", exact: true }).boundingBox())!.width;
  expect(await width(page)).toBeGreaterThanOrEqual(320);
  const edge = (await page.getByRole("separator", { name: "Width of Note" }).boundingBox())!;
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y);
  await page.mouse.move(x + 40, y);
  await page.mouse.up();
  await expect(page.getByRole("separator", { name: "Width of Note" })).toHaveAttribute(
    "aria-valuenow",
    "360",
  );
  const wide = await width(page);

  // Question stays where it is, the others go under it.
  const left = async (name: string) =>
    (await page.getByRole("columnheader", { name, exact: true }).boundingBox())!.x;
  const [question, id] = [await left("Question"), await left("ID")];
  await page
    .getByRole("region", { name: "Questions", exact: true })
    .evaluate((frame) => frame.scrollTo({ left: 200 }));
  await expect.poll(() => left("ID")).toBe(id - 200);
  expect(await left("Question")).toBe(question);

  // In a view that holds other columns these are shown, and what is chosen there is the view's.
  await page.getByRole("button", { name: "Save view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(`Columns ${run}`);
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(page).toHaveURL(/view=\d+/);
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await menu.getByRole("checkbox", { name: "Note" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Note", exact: true })).toBeHidden();
  await page.getByRole("button", { name: `Options for view “Columns ${run}”` }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete view" }).click();

  // On another device, as the server writes the page.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, RESEARCHER);
  await expect
    .poll(async () => (await other.request.get("/questions")).text())
    .toMatch(/--row-height:33px[\s\S]*Width of Note"[^>]*aria-valuenow="360"/);
  await other.goto("/questions");
  await expect.poll(() => headings(other)).toEqual([...chosen, "Author"]);
  expect(await width(other)).toBe(wide);

  await other.getByRole("button", { name: "Columns", exact: true }).click();
  await other.getByRole("button", { name: "Reset columns" }).click();
  await other.keyboard.press("Escape");
  await expect.poll(() => headings(other)).toEqual(USUAL);
  await expect(other).toHaveURL(/\/questions$/);
  await page.goto("/questions");
  await expect.poll(() => headings(page)).toEqual(USUAL);
});
