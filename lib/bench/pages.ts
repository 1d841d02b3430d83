import { readdirSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { makeRating } from "@/prisma/factories/rating";
import { withPage } from "./browser";
import { figure } from "./report";
import { ServedProduct } from "./served";

/** Script of the first view as it is sent, in kB. */
const BUDGETS: Readonly<Record<string, number>> = {
  "/": 170,
  "/questions": 200,
  "/rate/[campaign]": 180,
  "/refresh/desk": 195,
  "/adjudication/desk": 200,
  "/campaigns/[id]": 310,
};
const ANY_PAGE = 275;
const MOST_SHIFT = 0.02;

const READERS: readonly [RegExp, string | null][] = [
  [/^\/(sign-in|public)/, null],
  [/^\/(rate|discussions)/, "eli@freshqa.example"],
  [/^\/adjudication/, "gina@freshqa.example"],
  [/^\/write/, "ada@freshqa.example"],
];
/** Of everything else: a maintainer who is an admin, too. */
const ANY_READER = "dana@freshqa.example";

/**
 * Each page on its own in a browser that was never there, on a phone's screen: script as it is sent, the largest paint, and
 * how much moves that no one touched, until nothing is on its way. Pages of one thing are those that other pages lead to;
 * what the sample has none of is not measured, and named.
 */
export async function benchPages(): Promise<string> {
  const product = new ServedProduct({ FRESHQA_SEED: "sample" });
  try {
    await product.start();
    const client = new pg.Client({ connectionString: await product.databaseUrl() });
    await client.connect();
    const { rows: eli } = await client.query<{ id: number }>(
      "SELECT id FROM users WHERE email = 'eli@freshqa.example'",
    );
    const { campaignId } = await makeRating(client, {
      name: "Weight",
      raters: [eli[0]!.id],
      ratingsPerResponse: 1,
      judged: 0.2,
    });
    await client.query(
      "INSERT INTO qualifications (rater_id, attempt, score, threshold) VALUES ($1, 1, 15, 12)",
      [eli[0]!.id],
    );
    const { rows: version } = await client.query<{ server_version: string }>("SHOW server_version");
    await client.end();
    await withPage("Pages", async (page) => {
      const browser = page.context().browser()!;
      const unseen = await openAll(browser, product, {
        "/rate/[campaign]": `/rate/${campaignId}`,
      });
      console.log(`\nNot measured, as the sample leads to none: ${unseen.join(", ")}`);
    });
    return version[0]!.server_version;
  } finally {
    await product.stop();
  }
}

/** @returns the routes to which nothing led */
async function openAll(
  browser: Browser,
  product: ServedProduct,
  known: Readonly<Record<string, string>>,
): Promise<string[]> {
  const routes = routesOfPages();
  const addresses = new Map(
    routes.flatMap((route): [string, string][] => {
      const address = known[route] ?? (route.includes("[") ? null : route);
      return address === null ? [] : [[route, address]];
    }),
  );
  const cookies = new Map<string, string>();
  const cookieOf = async (reader: string) => {
    if (!cookies.has(reader)) cookies.set(reader, await product.signIn(reader));
    return cookies.get(reader)!;
  };
  // Those that are found on the way come behind.
  for (const [route, address] of addresses) {
    const found = READERS.find(([of]) => of.test(route));
    const reader = found === undefined ? ANY_READER : found[1];
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    if (reader !== null) await product.signInTo(page, await cookieOf(reader));
    const seen = await openPage(page, product.origin + address);
    await context.close();
    for (const link of seen.links) {
      const to = routeOf(link, routes);
      if (to !== undefined && !addresses.has(to)) addresses.set(to, link);
    }
    if (seen.status !== 200) {
      addresses.delete(route);
      continue;
    }
    const aim = BUDGETS[route] ?? ANY_PAGE;
    figure({ what: `${route}: script`, value: seen.kB, unit: "kB", aim });
    figure({ what: `${route}: largest paint`, value: seen.paintMs, unit: "ms" });
    figure({ what: `${route}: moved`, value: seen.moved, unit: "of 1", aim: MOST_SHIFT });
  }
  return routes.filter((route) => !addresses.has(route));
}

/** Every page there is, but for links that stand for one time. */
function routesOfPages(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file}`.replace(/\/\([^)]*\)|\/page\.tsx$/g, "") || "/")
    .filter((route) => !route.endsWith("/[token]"))
    .sort();
}

/** The route that an address is a page of; one that is spelled out goes before one with a place for any word. */
function routeOf(address: string, routes: readonly string[]): string | undefined {
  const path = address.split(/[?#]/, 1)[0]!;
  return (
    routes.find((route) => route === path) ??
    routes.find((route) => new RegExp(`^${route.replace(/\[\w+\]/g, "[^/]+")}$`).test(path))
  );
}

/** Runs in each page before its own scripts: the latest largest paint, and all shifts. */
const WATCH = `
  window.seen = { paintMs: 0, moved: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.paintMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.seen.moved += value;
  }).observe({ type: "layout-shift", buffered: true });`;

async function openPage(page: Page, address: string) {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.addInitScript(WATCH);
  const answer = await page.goto(address, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const seen = await page.evaluate(() => ({
    ...(window as unknown as { seen: { paintMs: number; moved: number } }).seen,
    links: [...document.querySelectorAll<HTMLAnchorElement>("main a[href^='/']")].map((link) =>
      link.getAttribute("href")!,
    ),
  }));
  return { ...seen, status: answer?.status() ?? 0, kB: Math.ceil(bytes / 1_000) };
}
