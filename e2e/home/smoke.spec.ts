import { expect, expectAccessible, signIn, test } from "../support/journey";

test("the health endpoints answer without a sign-in and say that database and migrations are ready", async ({
  request,
}) => {
  expect(await (await request.get("/api/health/live")).json()).toEqual({ live: true });
  const ready = await request.get("/api/health/ready");
  expect(ready.status()).toBe(200);
  expect(await ready.json()).toEqual({
    ready: true,
    database: "ok",
    migrations: "ok",
    uploads: "ok",
  });
});

test("a request keeps a harmless id that it came with, and gets one otherwise", async ({
  request,
}) => {
  const kept = await request.get("/api/health/live", {
    headers: { "x-request-id": "trace-0123456789" },
  });
  expect(kept.headers()["x-request-id"]).toBe("trace-0123456789");
  const replaced = await request.get("/api/health/live", {
    headers: { "x-request-id": "no spaces, please" },
  });
  expect(replaced.headers()["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("data and files are sent compressed, and what is small with its length instead", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/questions");
  const fetched = (path: string) =>
    page.evaluate(async (path) => {
      const { headers } = await fetch(path);
      return Object.fromEntries(headers);
    }, path);
  const ids = Array.from({ length: 50 }, (_, at) => at + 1).join(",");
  for (const path of [`/api/questions/rows?ids=${ids}`, "/api/questions/export"])
    expect(await fetched(path)).toMatchObject({ "content-encoding": "gzip" });
  const small = await fetched("/api/health/live");
  expect(small).toMatchObject({ "content-length": String('{"live":true}'.length) });
  expect(small).not.toHaveProperty("content-encoding");
});

test("a visitor is led to the sign-in page", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a person who typed 127.0.0.1 is led to localhost, where the sign-in cookie belongs", async ({
  page,
  baseURL,
}) => {
  await page.goto(baseURL!.replace("localhost", "127.0.0.1") + "/sign-in");
  await expect(page).toHaveURL(`${baseURL}/sign-in`);
});

test("pages of automatic evaluation say how to begin where there is nothing yet", async ({
  page,
}) => {
  await signIn(page, "hugo@freshqa.example");
  for (const [path, title, action] of [
    ["/methods", "No methods yet", "Choose or write methods"],
    ["/methods/demonstrations", "No demonstration sets yet", "Add demonstration set"],
    ["/evaluators", "No evaluators yet", "Add evaluator"],
    ["/jobs", "No jobs yet", "New job"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: action })).toHaveCount(1);
    await expectAccessible(page);
  }
  // The way to the first job: a connection, which an administrator alone adds, comes first.
  const steps = page.getByRole("main").getByRole("listitem");
  await expect(steps).toHaveText([
    /^Connect a model.*View connections$/,
    /^Choose a method.*Add the paper’s methods$/,
    /^Choose an evaluator.*View evaluators$/,
    /^Start a job.*New job$/,
  ]);
  await signIn(page, "femi@freshqa.example");
  await page.goto("/jobs");
  await steps.first().getByRole("link", { name: "Add connection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add connection" })).toBeVisible();
  await page.goto("/connections");
  await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add connection" })).toHaveCount(1);
  await expectAccessible(page);
});

test("pages give the browser nothing to complain about", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  const issues: string[] = [];
  browser.on("Audits.issueAdded", ({ issue }) => issues.push(`${page.url()}: ${issue.code}`));
  await browser.send("Audits.enable");
  await signIn(page, "carlos@freshqa.example");
  // Forms and reports check what is typed with schemas, which no script policy may be in the way of.
  for (const path of ["/questions", "/questions/19", "/questions/19/edit", "/reports/accuracy"])
    await page.goto(path);
  // Answered after all that was said before it.
  await browser.send("Audits.disable");
  expect(issues).toEqual([]);
});
