import type { Page } from "@playwright/test";
import { withOwnClient } from "@/lib/platform/own-client";
import { keepDay } from "@/prisma/testing/noon";
import { freePort, Launch } from "../support/launched-server";
import {
  expect,
  expectAccessible,
  expectFits,
  openPlace,
  SCREENS,
  signIn,
  test,
} from "../support/journey";

const PEOPLE = ["carlos", "dana", "ada", "bea", "eli", "femi", "gina", "hugo"] as const;
const emailOf = (name: string) => `${name}@freshqa.example`;
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const numberIn = (text: string) => Number(/[\d,]+/.exec(text)![0].replaceAll(",", ""));

/** The sum of what tabs of a page count. */
const tabs = async (page: Page, ...names: string[]) => {
  let sum = 0;
  for (const name of names) {
    const tab = page.getByRole("main").getByRole("link", { name: new RegExp(`^${name} [\\d,]+$`) });
    sum += numberIn((await tab.innerText()).slice(name.length));
  }
  return sum;
};

/** How many things a page lists, by the address that a to-do links to. */
const LISTED: [address: RegExp, count: (page: Page) => Promise<number>][] = [
  [/^\/refresh(\?|$)/, (page) => tabs(page, "Overdue", "Due this week")],
  [/^\/submissions$/, (page) => tabs(page, "Submitted")],
  [/^\/write\?status=returned$/, (page) => tabs(page, "Returned")],
  [/^\/flags$/, (page) => tabs(page, "Open")],
  [/^\/jobs\?status=paused$/, (page) => tabs(page, "Paused")],
  [/^\/jobs\?failed=1$/, (page) => tabs(page, "Failures to handle")],
  [/^\/releases\/compare\?/, (page) => tabs(page, "All changes")],
];

test("each role's Home lists what its pages count, and says what to do next where there is nothing", async ({
  page,
  server,
}) => {
  await withOwnClient(server.databaseUrl, keepDay);
  await signIn(page, emailOf("carlos"));
  await page.goto("/questions/2/edit");
  await page.getByRole("textbox", { name: "Note" }).fill("Edited in the journey of Home.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/questions\/2$/);
  const seen = new Set<string>();
  for (const name of PEOPLE) {
    await signIn(page, emailOf(name));
    await page.goto("/");
    const list = region(page, "To do").getByRole("listitem");
    await expect(list.first()).toBeVisible();
    const todos: { title: string; href: string }[] = [];
    for (const item of await list.all()) {
      // What is to do is a link itself; what one can do instead has only buttons.
      const links = item.getByRole("link");
      await expect(links.first()).toHaveAttribute("href", /^\//);
      todos.push({
        title: await links.first().innerText(),
        href: (await links.first().getAttribute("href"))!,
      });
    }
    for (const { title, href } of todos.filter(({ title }) => /^[\d,]+ /.test(title))) {
      const known = LISTED.find(([address]) => address.test(href));
      if (known === undefined) continue;
      await page.goto(href);
      expect(await known[1](page), `${name}: ${title}`).toBe(numberIn(title));
      seen.add(href.replace(/\?.*/, ""));
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(["/refresh", "/releases/compare"]));
});

test("Home and the navigation have what a role uses, on a phone too", async ({ page }) => {
  for (const { viewport, colorScheme } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const name of PEOPLE) {
      await signIn(page, emailOf(name));
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1, name: /^Hello/ })).toBeVisible();
      await expectFits(page);
      if (viewport.width > 1000) await expectNavigationFits(page, name);
    }
    await expectAccessible(page);
  }
  // The menu of a phone: the same places, counts and groups that close.
  await signIn(page, emailOf("carlos"));
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("group")).toHaveCount(4);
  await expect(main.getByRole("link", { name: /^Answer refresh .*[\d,]+ overdue/ })).toBeVisible();
  await main.getByRole("button", { name: /^Dataset/ }).click();
  await expect(main.getByRole("link", { name: "Imports" })).toHaveCount(0);
  await expect(main.getByRole("button", { name: /^Dataset [\d,]+/ })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await page.reload();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(main.getByRole("link", { name: "Imports" })).toHaveCount(0);
  await main.getByRole("button", { name: /^Dataset/ }).click();
  await main.getByRole("link", { name: "Imports" }).click();
  await expect(page).toHaveURL(/\/imports$/);
  await expect(main).toBeHidden();
});

/** Everything in the navigation is in sight at once: nothing of it scrolls. */
async function expectNavigationFits(page: Page, who: string): Promise<void> {
  const main = page.getByRole("navigation", { name: "Main" });
  const [low, high] = await main.evaluate((element) => {
    const ends = [...element.querySelectorAll("a, button")].map(
      (entry) => entry.getBoundingClientRect().bottom,
    );
    const scrolls = [...element.querySelectorAll("*")].some(
      (part) =>
        getComputedStyle(part).overflowY === "auto" && part.scrollHeight > part.clientHeight,
    );
    return [scrolls ? Infinity : Math.max(...ends), window.innerHeight];
  });
  expect(low, who).toBeLessThanOrEqual(high!);
}

test("the navigation of someone with every role fits 1280 × 800, and goes to what belongs together by tabs", async ({
  page,
  server,
}) => {
  await withOwnClient(server.databaseUrl, async (client) => {
    const every = "{annotator,rater,adjudicator,researcher,maintainer,admin}";
    await client.query("UPDATE users SET roles = $1 WHERE email = $2", [every, emailOf("dana")]);
    try {
      await page.setViewportSize({ width: 1280, height: 800 });
      await signIn(page, emailOf("dana"));
      await page.goto("/");
      const main = page.getByRole("navigation", { name: "Main" });
      await expect(main.getByRole("link", { name: /^Administration/ })).toBeVisible();
      await expect(main.getByRole("link")).toHaveCount(16);
      await expectNavigationFits(page, "every role");
      for (const [entry, tab, title] of [
        ["Automation", "Connections", "Connections"],
        ["Automation", "Demonstrations", "Demonstrations"],
        ["Answer refresh", "Flagged answers", "Flagged answers"],
        ["Campaigns", "Hours", "Hours of raters"],
        ["Rate responses", "Discussions", "Discussions"],
        ["Administration", "Audit log", "Audit log"],
      ] as const) {
        await openPlace(page, entry, tab);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        // The entry and its tab are those of the page that is open.
        await expect(main.locator("[aria-current]")).toContainText(entry);
        await expect(
          page.getByRole("navigation", { name: entry, exact: true }).locator("[aria-current]"),
        ).toContainText(tab);
      }
      // On a low window the list scrolls to the page that is open.
      await page.setViewportSize({ width: 1280, height: 420 });
      await page.goto("/leaderboard");
      await expect(main.getByRole("link", { name: "Reports" })).toBeInViewport();
    } finally {
      await client.query("UPDATE users SET roles = '{maintainer,admin}' WHERE email = $1", [
        emailOf("dana"),
      ]);
    }
  });
});

test("Home tells what changed and how the last runs did; raters see no accuracy", async ({
  page,
}) => {
  await signIn(page, emailOf("hugo"));
  await page.goto("/");
  const accuracy = region(page, "Accuracy");
  await expect(accuracy).toContainText(/Share of responses with credit, Relaxed, FreshQA_v\d{8}/);
  const rows = accuracy.getByRole("listitem");
  await expect(rows.first()).toContainText(/\d\.\d%\s*n = \d+/);
  const shares = (await rows.allInnerTexts()).map((text) => Number(/([\d.]+)%/.exec(text)![1]));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  // The first number is the report's.
  await accuracy.getByRole("link", { name: "Accuracy" }).click();
  await expect(page.getByRole("table", { name: "Accuracy, Relaxed" })).toContainText(
    shares[0]!.toFixed(1),
  );

  await signIn(page, emailOf("eli"));
  await page.goto("/");
  await expect(region(page, "Dataset")).toBeVisible();
  await expect(region(page, "Accuracy")).toHaveCount(0);
});

/** The charts of the month with how many places each has: days, weeks or ages. */
const CHARTS = [
  ["Due", 28],
  ["Done", 28],
  ["Fresh over time", 13],
  ["Answer age", 5],
  ["Ratings", 28],
  ["Agreement", 4],
] as const;

test("maintainers see the month at a glance, with its numbers as tables; raters don't", async ({
  page,
}) => {
  await signIn(page, emailOf("carlos"));
  await page.goto("/");
  const month = region(page, "The month at a glance");
  // Other journeys of the same server move the dates of questions: a chart may have nothing to draw.
  for (const [name, places] of CHARTS) {
    const chart = month.getByRole("region", { name, exact: true });
    await expect(chart).toBeVisible();
    if ((await chart.getAttribute("data-empty")) !== null) continue;
    await chart.getByText("Show data").click();
    await expect(chart.getByRole("table", { name }).getByRole("row")).toHaveCount(places + 1);
  }
  await expect(month.getByRole("table", { name: "Answer age" })).toBeVisible();
  await expectAccessible(page);
  await signIn(page, emailOf("eli"));
  await page.goto("/");
  await expect(region(page, "Dataset")).toBeVisible();
  await expect(month).toHaveCount(0);
});

test("a tour that was skipped is offered on no other device, and is found under Help", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, emailOf("gina"));
  await page.goto("/");
  const remembered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await region(page, "Tours").getByRole("button", { name: "Skip" }).click();
  await remembered;

  const phone = await browser.newContext({ baseURL: baseURL!, ...SCREENS[1] });
  const elsewhere = await phone.newPage();
  await signIn(elsewhere, emailOf("gina"));
  await elsewhere.goto("/");
  await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(region(elsewhere, "Tours")).toHaveCount(0);
  await elsewhere.goto("/help");
  await expect(elsewhere.getByText("Skipped")).toBeVisible();
  await elsewhere.getByRole("button", { name: "Tour as an adjudicator" }).click();
  const tour = region(elsewhere, "Tour");
  for (const step of [1, 2, 3]) {
    await expect(tour).toContainText(`${step} of 3`);
    if (step < 3) await tour.getByRole("button", { name: "Next" }).click();
  }
  await Promise.all([
    elsewhere.waitForResponse((answer) => answer.request().method() === "POST"),
    tour.getByRole("button", { name: "Finish tour" }).click(),
  ]);
  await expect(tour).toBeHidden();
  await elsewhere.goto("/help");
  await expect(elsewhere.getByText("Taken")).toBeVisible();
  await phone.close();
});

test("an empty installation leads: to an import or to the sample, which one button takes away again", async ({
  browser,
}) => {
  const launch = new Launch();
  const port = await freePort();
  try {
    const started = await launch.start({ PORT: String(port) });
    expect(started.output, started.errors).toContain("Ready after");
    const context = await browser.newContext({ baseURL: `http://localhost:${port}` });
    const page = await context.newPage();
    await signIn(page, emailOf("eli"));
    await page.goto("/");
    await expect(region(page, "Get started")).toContainText("A maintainer can import a release");

    await signIn(page, emailOf("carlos"));
    await page.goto("/");
    const start = region(page, "Get started");
    await expect(start.getByRole("link", { name: "Import file" })).toHaveAttribute(
      "href",
      "/imports",
    );
    await expectAccessible(page);
    // A whole study is rated behind the button.
    const added = page.waitForResponse((response) => response.request().method() === "POST", {
      timeout: 90_000,
    });
    await start.getByRole("button", { name: "Start with sample" }).click();
    await added;
    const banner = region(page, "Sample");
    await expect(banner).toContainText(/^\d+ sample questions in this dataset/);
    await expect(start).toHaveCount(0);
    const count = numberIn(await banner.innerText());
    await page.goto("/campaigns");
    await expect(
      page.getByRole("link", { name: "Sample study: three models", exact: true }),
    ).toBeVisible();

    await page.goto("/questions");
    const grid = page.getByRole("grid", { name: "Questions" });
    await expect(grid.getByRole("row").nth(1)).toBeVisible();
    await expectAccessible(page);
    // Marked for everyone; taken away by those who may edit.
    const reader = await browser.newContext({ baseURL: `http://localhost:${port}` });
    const other = await reader.newPage();
    await signIn(other, emailOf("eli"));
    await other.goto("/questions");
    await expect(region(other, "Sample")).toContainText(`${count} sample questions`);
    await expect(region(other, "Sample").getByRole("button")).toHaveCount(0);
    await reader.close();

    await banner.getByRole("button", { name: "Remove sample…" }).click();
    await page
      .getByRole("dialog", { name: "Remove the sample?" })
      .getByRole("button", { name: "Remove sample" })
      .click();
    await expect(page.getByText(`${count} questions retired`)).toBeVisible();
    await expect(banner).toHaveCount(0);
    await page.goto("/");
    await expect(start.getByRole("link", { name: "Import file" })).toBeVisible();
    await expect(start.getByRole("button", { name: "Start with sample" })).toHaveCount(0);
    await context.close();
  } finally {
    await launch.clean();
  }
});
