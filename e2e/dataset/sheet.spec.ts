import type { Locator, Page } from "@playwright/test";
import { writeClipboard, type CellBlock } from "@/components/data-table/clipboard";
import { EXCEL_HTML, GOOGLE_SHEETS_HTML } from "@/components/data-table/clipboard-samples";
import { rowsOf } from "@/prisma/testing/rows";
import { expect, expectAccessible, signIn, test } from "../support/journey";

const MAINTAINER = "carlos@freshqa.example";
const OTHER_MAINTAINER = "dana@freshqa.example";
const run = Date.now().toString(36);

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const SHEET = "/questions?columns=id,question,note,split,review,year&size=100";
const COLUMNS = ["id", "question", "note", "split", "review", "year"];

const grid = (page: Page) => page.getByRole("grid", { name: "Questions" });
const cell = (page: Page, row: number, column: string): Locator =>
  page
    .locator(`[data-row-index="${row}"] [data-column-index="${COLUMNS.indexOf(column)}"]`)
    .filter({ visible: true });
const focused = (page: Page, row: number, column: string) =>
  expect(cell(page, row, column)).toBeFocused();
const saved = (page: Page) =>
  expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

/** Opens the sheet, with the cursor in its first cell. */
async function openSheet(page: Page): Promise<void> {
  await page.goto(SHEET);
  // A key before React has taken over the sheet is lost, and pressed again.
  await expect(async () => {
    if (await page.evaluate(() => document.activeElement === document.body))
      await page.keyboard.press("ArrowDown");
    await expect(cell(page, 0, "id")).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

/** Goes from the first cell to another. */
async function goTo(page: Page, row: number, column: string): Promise<void> {
  await page.keyboard.press("Control+Home");
  for (let i = 0; i < row; i++) await page.keyboard.press("ArrowDown");
  for (let i = 0; i < COLUMNS.indexOf(column); i++) await page.keyboard.press("ArrowRight");
  await focused(page, row, column);
}

/** The questions of the first rows, whether they are drawn or not. */
async function firstQuestions(page: Page, count: number): Promise<number[]> {
  const answer = await page.request.get("/api/questions/ids");
  return ((await answer.json()) as { ids: number[] }).ids.slice(0, count);
}
const questionAt = async (page: Page, row: number): Promise<number> =>
  (await firstQuestions(page, row + 1))[row]!;

interface Head {
  note: string;
  split: string;
  review: string;
  year: string;
  number: number;
  author: string;
  operation: number;
}

/** What the database says of questions. */
function headsOf(url: string, ids: readonly number[]): Promise<Head[]> {
  return rowsOf<Head>(
    url,
    `SELECT r.cells[19] AS note, r.cells[1] AS split, r.cells[4] AS review, r.cells[3] AS year, r.number,
             u.email AS author, r.operation_id AS operation
           FROM unnest($1::int[]) WITH ORDINALITY AS a(id, at) JOIN question_heads h ON h.question_id = a.id
             JOIN revisions r ON r.id = h.revision_id JOIN users u ON u.id = r.author_id ORDER BY a.at`,
    [ids],
  );
}
const noteOf = async (url: string, id: number) => (await headsOf(url, [id]))[0]!.note;

/** Puts on the clipboard what a program would, as it is: the browser's own way to write HTML there cleans it up. */
async function copyFromElsewhere(page: Page, text: string, html: string | null): Promise<void> {
  await page.evaluate(
    ([plain, markup]) => {
      document.addEventListener(
        "copy",
        (event) => {
          event.preventDefault();
          event.stopImmediatePropagation();
          event.clipboardData!.setData("text/plain", plain!);
          if (markup !== null) event.clipboardData!.setData("text/html", markup!);
        },
        { once: true, capture: true },
      );
    },
    [text, html],
  );
  await page.keyboard.press("Control+c");
}

/** What is on the clipboard; nothing where it was written while it was read. */
const readCopied = (page: Page) =>
  page.evaluate(async () => {
    try {
      const [item] = await navigator.clipboard.read();
      const part = async (type: string) =>
        item?.types.includes(type) ? (await item.getType(type)).text() : "";
      return { text: await part("text/plain"), html: await part("text/html") };
    } catch (error) {
      if (error instanceof DOMException && error.name === "InvalidStateError")
        return { text: "", html: "" };
      throw error;
    }
  });

test("cells are edited by keyboard as in a spreadsheet, and each edit is a revision that can be undone", async ({
  page,
  server,
}) => {
  await signIn(page, MAINTAINER);
  await openSheet(page);
  const ids = await firstQuestions(page, 4);
  const before = await headsOf(server.databaseUrl, ids);
  const note = (row: number) => noteOf(server.databaseUrl, ids[row]!);

  // F2 goes on with what is there; Enter saves and goes down.
  await goTo(page, 0, "note");
  await page.keyboard.press("F2");
  await page.keyboard.type(` added ${run}`);
  await page.keyboard.press("Enter");
  await focused(page, 1, "note");
  await expect(cell(page, 0, "note")).toContainText(`added ${run}`);
  await expect.poll(() => note(0)).toBe(`${before[0]!.note.trim()} added ${run}`.trim());
  expect((await headsOf(server.databaseUrl, [ids[0]!]))[0]).toMatchObject({
    number: before[0]!.number + 1,
    author: MAINTAINER,
  });

  // A letter replaces; Escape leaves all as it was; Tab saves and goes right.
  await page.keyboard.type("Never mind");
  await page.keyboard.press("Escape");
  await focused(page, 1, "note");
  await expect(cell(page, 1, "note")).not.toContainText("Never mind");
  // Scrolling far away takes neither what is typed nor the keys.
  await page.keyboard.type("Half ");
  const frame = page.getByRole("region", { name: "Questions", exact: true });
  await frame.evaluate((box) => (box.scrollTop = box.scrollHeight));
  await expect(cell(page, 0, "note")).toHaveCount(0);
  await page.keyboard.type(`typed ${run}`);
  await page.keyboard.press("Tab");
  await focused(page, 1, "split");
  await expect(cell(page, 1, "split")).toBeInViewport();
  await expect.poll(() => note(1)).toBe(`Half typed ${run}`);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Alt+Enter");
  await page.keyboard.type("second line");
  await page.keyboard.press("Enter");
  await expect.poll(() => note(1)).toBe(`Half typed ${run}\nsecond line`);

  // What cannot be saved is marked, and holds up nothing.
  await goTo(page, 2, "split");
  await page.keyboard.type("TRAIN");
  await page.keyboard.press("Enter");
  await expect(cell(page, 2, "split")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("ArrowUp");
  await expect(cell(page, 2, "split").getByText("Yours: TRAIN")).toBeVisible();
  await expect(cell(page, 2, "split")).toHaveAccessibleDescription(
    /^Enter TEST, DEV, DEMO or No split\. Saved: .* Yours: TRAIN/,
  );
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Discard", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await focused(page, 2, "split");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await focused(page, 2, "split");
  await expect(cell(page, 2, "split")).not.toHaveAttribute("aria-invalid", "true");

  // Fill down, as one operation.
  await goTo(page, 1, "note");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+d");
  await expect.poll(() => note(3)).toBe(`Half typed ${run}\nsecond line`);
  expect(await note(2)).toBe(`Half typed ${run}\nsecond line`);
  await saved(page);
  await page.keyboard.press("Control+z");
  await expect.poll(() => note(3)).toBe(before[3]!.note);
  expect(await note(2)).toBe(before[2]!.note);
  await page.keyboard.press("Control+y");
  await expect.poll(() => note(2)).toBe(`Half typed ${run}\nsecond line`);
  await page.keyboard.press("Control+z");
  await expect.poll(() => note(2)).toBe(before[2]!.note);

  // Cut moves: gone here only when it is there.
  await goTo(page, 1, "note");
  await page.keyboard.press("Control+x");
  expect(await note(1)).toBe(`Half typed ${run}\nsecond line`);
  await goTo(page, 3, "note");
  await page.keyboard.press("Control+v");
  await page.getByRole("button", { name: "Paste 2 changes" }).press("Enter");
  await focused(page, 3, "note");
  await expect.poll(() => note(3)).toBe(`Half typed ${run}\nsecond line`);
  expect(await note(1)).toBe("");
  await saved(page);

  // Everything of this visit, step by step.
  for (let undone = 0; undone < 4; undone++) await page.keyboard.press("Control+z");
  await expect
    .poll(async () => (await headsOf(server.databaseUrl, ids)).map((head) => head.note))
    .toEqual(before.map((head) => head.note));

  // A whole text that is still on its way is replaced, where everything was selected before it came.
  let letRowsCome = () => {};
  const rows = new Promise<void>((resolve) => (letRowsCome = resolve));
  await page.route("**/api/questions/cells/rows", async (route) => {
    await rows;
    await route.continue();
  });
  await page.goto(SHEET);
  await expect(async () => {
    await cell(page, 0, "question").click({ position: { x: 4, y: 4 } });
    await expect(cell(page, 0, "question")).toBeFocused({ timeout: 1_000 });
  }).toPass();
  const question = await cell(page, 0, "question").innerText();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(`What was late, ${run}?`);
  letRowsCome();
  await page.keyboard.press("Enter");
  await expect(cell(page, 0, "question")).toHaveText(`What was late, ${run}?`);
  await saved(page);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 0, "question")).toHaveText(question);
  await saved(page);
});

test("a copied block is text and a table, and a long list is copied whole", async ({ page }) => {
  await signIn(page, MAINTAINER);
  await openSheet(page);
  const [first, second] = await firstQuestions(page, 2);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+c");
  const questions = await Promise.all([0, 1].map((row) => cell(page, row, "question").innerText()));
  await expect
    .poll(async () => (await readCopied(page)).text)
    .toBe(`Q${first}\t${questions[0]}\nQ${second}\t${questions[1]}`);
  expect((await readCopied(page)).html).toMatch(
    new RegExp(`<table.*<tr>.*<td[^>]*>Q${first}</td>.*</tr>`, "s"),
  );

  await page.goto("/questions?columns=id,question,author&scroll=1&size=25");
  await expect(grid(page)).not.toHaveAttribute("aria-rowcount", "26");
  const rows = Number(await grid(page).getAttribute("aria-rowcount")) - 1;
  expect(rows).toBeGreaterThan(50);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await expect.poll(async () => (await readCopied(page)).text.split("\n").length).toBe(rows);
  for (const line of (await readCopied(page)).text.split("\n"))
    expect(line).toMatch(/^Q\d+\t.+\t[A-Z].+$/);

  // The box of the heading selects all of them, too.
  await page.getByRole("checkbox", { name: "Select all rows", exact: true }).check();
  await expect(page.getByText(`${rows} selected`, { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: `Select Q${first}`, exact: true }).uncheck();
  await expect(page.getByText(`${rows - 1} selected`, { exact: true })).toBeVisible();
});

/** A block of 50 rows and 4 columns, of which three cells cannot be saved. */
const BLOCK: CellBlock = Array.from({ length: 50 }, (_, i) => [
  i === 20
    ? "x".repeat(10_001)
    : i === 7
      ? `Row 7, ${run}:\n"quoted" & <b>, tab-free`
      : `Row ${i}, ${run}`,
  i === 3 ? "TRAIN" : ["TEST", "dev", "Demo", "No split"][i % 4]!,
  i === 10 ? "2/31/2028" : `${(i % 12) + 1}/15/2028`,
  String(1950 + i),
]);
const BAD = ["3:split", "10:review", "20:note"];

/** The block as Google Sheets and Excel write it, in the markup of their samples. */
const escaped = (text: string) =>
  writeClipboard([[text]])
    .html.replace(/^.*<td[^>]*>/s, "")
    .replace(/<\/td>.*$/s, "");
const googleSheets = GOOGLE_SHEETS_HTML.replace(
  /<tbody>.*<\/tbody>/s,
  () =>
    `<tbody>${BLOCK.map(
      (row) =>
        `<tr style="height:21px;">${row
          .map(
            (text) =>
              `<td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;" data-sheets-value="{&quot;1&quot;:2}">${escaped(text).replace(/<br[^>]*>/g, "<br/>")}</td>`,
          )
          .join("")}</tr>`,
    ).join("")}</tbody>`,
);
const excel = EXCEL_HTML.replace(
  /(<!--StartFragment-->).*(<!--EndFragment-->)/s,
  (_, start: string, end: string) =>
    `${start}\n <col width=128 span=4 style='width:96pt'>\n${BLOCK.map(
      (row) =>
        ` <tr height=20 style='height:15.0pt'>\n${row
          .map(
            (text) =>
              `  <td class=xl65 style='width:96pt'>${escaped(text).replace(/<br[^>]*>/g, "<br>\n    ")}</td>\n`,
          )
          .join("")} </tr>\n`,
    ).join("")}${end}`,
);
const tabbed = `${writeClipboard(BLOCK).text.replace(/\n(?=Row|x)/g, "\r\n")}\r\n`;

for (const [program, html] of [
  ["Google Sheets", googleSheets],
  ["Excel", excel],
  ["a program that writes text alone", null],
] as const)
  test(`a block of 50 × 4 from ${program} is looked at, pasted as one operation, and undone as one`, async ({
    page,
    server,
  }) => {
    await signIn(page, MAINTAINER);
    await openSheet(page);
    const ids = await firstQuestions(page, BLOCK.length);
    const before = await headsOf(server.databaseUrl, ids);
    const same = before.filter(
      ({ split }, i) => i !== 3 && split === ["TEST", "DEV", "DEMO", ""][i % 4],
    ).length;
    await goTo(page, 0, "note");
    await copyFromElsewhere(page, tabbed, html);
    await page.keyboard.press("Control+v");

    const dialog = page.getByRole("dialog", { name: "Paste 200 cells" });
    const changes = 200 - BAD.length - same;
    await expect(dialog).toContainText(
      `${changes} changes in 50 questions · ${same > 0 ? `${same} cells already the same · ` : ""}3 cells can’t be saved`,
    );
    for (const [row, words] of [
      [3, "Enter TEST, DEV, DEMO or No split."],
      [10, "This date doesn't exist."],
      [20, "The note is too long (10,000 characters maximum)."],
    ] as const)
      await expect(
        dialog.getByRole("row", { name: new RegExp(`^Q${ids[row]} ·`) }).filter({ hasText: words }),
      ).toBeVisible();
    await expectAccessible(page);
    const paste = dialog.getByRole("button", { name: `Paste ${changes} changes` });
    await expect(paste).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await focused(page, 0, "note");

    await expect
      .poll(async () => (await headsOf(server.databaseUrl, ids)).at(-1)!.year)
      .toBe("1999");
    const after = await headsOf(server.databaseUrl, ids);
    expect(new Set(after.map(({ operation }) => operation)).size).toBe(1);
    expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number + 1));
    expect(after.map(({ note }) => note)).toEqual(
      BLOCK.map(([note], i) => (i === 20 ? before[20]!.note : note)),
    );
    expect(after[3]!.split).toBe(before[3]!.split);
    expect(after[10]!.review).toBe(before[10]!.review);
    expect(after[12]!.review).toBe("01/15/2028");
    expect(after.map(({ year }) => year)).toEqual(BLOCK.map((row) => row[3]));
    // The three are marked, with what was pasted.
    await expect(page.getByRole("status").filter({ hasText: "3 cells not saved" })).toBeVisible();
    for (const at of BAD) {
      const [row, column] = at.split(":") as [string, string];
      await goTo(page, Number(row), column);
      await expect(cell(page, Number(row), column)).toHaveAttribute("aria-invalid", "true");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await focused(page, Number(row), column);
    }
    await saved(page);

    await page.keyboard.press("Control+z");
    await expect
      .poll(async () =>
        (await headsOf(server.databaseUrl, ids)).map(({ note, split, review, year }) => [
          note,
          split,
          review,
          year,
        ]),
      )
      .toEqual(before.map(({ note, split, review, year }) => [note, split, review, year]));
  });

test("two people in one cell: the second sees both values there, and chooses", async ({
  page,
  browser,
  server,
}) => {
  const other = await (await browser.newContext()).newPage();
  await signIn(page, MAINTAINER);
  await signIn(other, OTHER_MAINTAINER);
  for (const one of [page, other]) {
    await openSheet(one);
    await goTo(one, 5, "note");
  }
  const id = await questionAt(page, 5);
  const note = () => noteOf(server.databaseUrl, id);
  /** Both begin with what is there; the first saves, then the second. */
  const collide = async (mine: string, theirs: string) => {
    await goTo(other, 5, "note");
    await page.keyboard.press("F2");
    await expect(cell(page, 5, "note").getByRole("textbox")).toBeFocused();
    await other.keyboard.type(theirs);
    await other.keyboard.press("Enter");
    await expect.poll(note).toBe(theirs);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(mine);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    const here = cell(page, 5, "note");
    await expect(
      here.getByText("Dana Whitfield changed this cell, too", { exact: true }),
    ).toBeVisible();
    await expect(here.getByText(`Theirs: ${theirs}`)).toBeVisible();
    await expect(here.getByText(`Yours: ${mine}`)).toBeVisible();
    await expect(here).toHaveAttribute("aria-invalid", "true");
    await expect(here).toHaveAccessibleDescription(
      new RegExp(`^Dana Whitfield changed this cell, too Theirs: ${theirs} Yours: ${mine}`),
    );
    expect(await note()).toBe(theirs);
  };
  const before = await note();
  await collide(`Mine ${run}`, `Theirs ${run}`);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Keep mine" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(note).toBe(`Mine ${run}`);
  await focused(page, 5, "note");
  await saved(page);

  await other.reload();
  await other.keyboard.press("ArrowDown");
  await collide(`Mine again ${run}`, `Theirs again ${run}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Use theirs" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell(page, 5, "note")).toHaveText(`Theirs again ${run}`);
  expect(await note()).toBe(`Theirs again ${run}`);
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(before === "" ? " " : before);
  await page.keyboard.press("Enter");
  await expect.poll(note).toBe(before);
});

test("a cell that was entered offline stays unsaved through a reload, and is saved when the network is back", async ({
  page,
  context,
  server,
}) => {
  await signIn(page, OTHER_MAINTAINER);
  await openSheet(page);
  await goTo(page, 6, "note");
  const id = await questionAt(page, 6);
  const before = await noteOf(server.databaseUrl, id);
  await expect(page.getByText(/^Offline/)).toBeHidden();
  await context.setOffline(true);
  await page.keyboard.type(`Offline ${run}`);
  await page.keyboard.press("Enter");
  await expect(cell(page, 6, "note")).toContainText(`Offline ${run}`);
  await expect(page.getByText("Offline · 1 cell will be saved later")).toBeVisible();
  await expect(cell(page, 6, "note")).toHaveAttribute("data-mark", "unsaved");
  await expectAccessible(page);

  // The page itself comes again; what the sheet asks for does not.
  await page.route("**/api/questions/cells/save", (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(cell(page, 6, "note")).toContainText(`Offline ${run}`);
  await expect(cell(page, 6, "note")).toHaveAttribute("data-mark", "unsaved");
  expect(await noteOf(server.databaseUrl, id)).toBe(before);

  await page.unroute("**/api/questions/cells/save");
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => noteOf(server.databaseUrl, id)).toBe(`Offline ${run}`);
  await saved(page);
  await page.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await expect.poll(() => noteOf(server.databaseUrl, id)).toBe(before);
});

test("an input method puts a text together in a cell, and its Enter does not leave it", async ({
  page,
  context,
  server,
}) => {
  await signIn(page, MAINTAINER);
  await openSheet(page);
  await goTo(page, 8, "note");
  const id = await questionAt(page, 8);
  const before = await noteOf(server.databaseUrl, id);
  const browser = await context.newCDPSession(page);
  const taken = (key: string, code: string) =>
    browser.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key,
      code,
      windowsVirtualKeyCode: 229,
    });
  const compose = (text: string) =>
    browser.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  // The first key, pressed in the cell, is in the editor already.
  await taken("Process", "KeyN");
  const editor = cell(page, 8, "note").getByRole("textbox");
  await expect(editor).toBeFocused();
  await compose("に");
  await compose("にほん");
  await expect(editor).toHaveValue("にほん");
  await taken("Enter", "Enter");
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue("にほん");
  await browser.send("Input.insertText", { text: "日本" });
  await expect(editor).toHaveValue("日本");
  expect(await noteOf(server.databaseUrl, id)).toBe(before);
  await page.keyboard.press("Enter");
  await focused(page, 9, "note");
  await expect.poll(() => noteOf(server.databaseUrl, id)).toBe("日本");
  await saved(page);
  await page.keyboard.press("Control+z");
  await expect.poll(() => noteOf(server.databaseUrl, id)).toBe(before);
});
