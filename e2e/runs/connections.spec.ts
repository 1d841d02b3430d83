import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { expect, expectAccessible, openPlace, SCREENS, signIn, test } from "../support/journey";
import { foldLine } from "../support/folds";

const ADMIN = "femi@freshqa.example";
const RESEARCHER = "hugo@freshqa.example";
const RATER = "eli@freshqa.example";
const KEY = "sk-journey-0123456789-wxyz";

let services: ModelServices;
test.beforeAll(async () => {
  services = await startModelServices();
});
test.afterAll(() => services.stop());

// The last one reads the connection that the first one makes, and looks for its key in the audit log.
test.describe.configure({ mode: "serial" });

test("an admin connects a local model server: refused first, then allowed, tested, with a model and a price", async ({
  page,
}) => {
  const { host } = new URL(services.origin);
  await signIn(page, ADMIN);
  await page.goto("/");
  await openPlace(page, "Automation", "Connections");
  await expect(page.getByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Add connection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add connection" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Local server");
  await page.getByRole("textbox", { name: "URL", exact: true }).fill("localhost");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Enter an http or https URL")).toBeVisible();
  await page.getByRole("textbox", { name: "URL", exact: true }).fill(`${services.origin}/v1/`);
  await page.getByRole("radio", { name: "Enter here" }).check();
  await page.getByRole("textbox", { name: "API key" }).fill(KEY);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add connection" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Local server" })).toBeVisible();
  await expect(page.getByText("Current key: …wxyz")).toBeVisible();
  expect(await page.content()).not.toContain(KEY);
  await page.getByRole("button", { name: "Add model" }).click();
  const dialog = page.getByRole("dialog", { name: "Add model" });
  // A reasoning model's name proposes what such models accept.
  const label = dialog.getByRole("textbox", { name: "Name", exact: true });
  await dialog.getByRole("textbox", { name: "API name" }).fill("gpt-5");
  await expect(label).toHaveValue("gpt-5");
  const accepted = foldLine(dialog, "What the model accepts");
  await expect(accepted).toContainText("Reasoning effort: low · Instructions as developer");
  await expect(accepted).not.toContainText("Temperature");
  await dialog.getByRole("textbox", { name: "API name" }).fill("ok");
  await expect(label).toHaveValue("ok");
  await expect(accepted).toContainText("Temperature · Seed · max_tokens · Instructions as system");
  await accepted.click();
  await expect(dialog.getByRole("checkbox", { name: "Temperature" })).toBeChecked();
  // Who goes on at once types a name of their own, and keeps it.
  await label.fill("Small judge");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add model" }).click();
  await expect(page.getByRole("cell", { name: "Small judge", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Host not allowed · Small judge")).toBeVisible();
  await expect(
    page.getByText("An administrator can allow this host under Connections."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Allowed hosts" }).click();
  await page.getByRole("textbox", { name: "Host and port" }).fill(services.origin);
  await page.getByRole("textbox", { name: "Note" }).fill("Test server");
  await page.getByRole("button", { name: "Allow host" }).click();
  await expect(page.getByRole("cell", { name: host, exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Local server" }).click();
  await page.getByRole("button", { name: "Add price" }).click();
  const price = page.getByRole("dialog", { name: "Add price" });
  await price.getByLabel("From").fill("2026-01-01");
  await price.getByRole("textbox", { name: "Input", exact: true }).fill("2");
  await price.getByRole("button", { name: "Add price" }).click();
  await expect(price.getByText("Enter a price.", { exact: true })).toBeVisible();
  await price.getByRole("textbox", { name: "Cached input" }).fill("1");
  await price.getByRole("textbox", { name: "Output" }).fill("10");
  await price.getByRole("textbox", { name: "Source" }).fill("Their price list");
  await price.getByRole("button", { name: "Add price" }).click();
  await expect(page.getByRole("cell", { name: "1 Jan 2026" })).toBeVisible();

  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Answered · Small judge")).toBeVisible();
  await expect(page.getByText("Ada Lovelace.")).toBeVisible();
  await expect(
    page.getByText(/120 input tokens · 30 output tokens · finish: stop · US\$0\.00044/),
  ).toBeVisible();
  expect((await services.received()).at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`);
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});

test("a search tells its kinds of evidence, and a changed host costs the key", async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto("/connections/new");
  await page.getByRole("combobox", { name: "Service" }).click();
  await page.getByRole("option", { name: "Brave Search" }).click();
  await expect(page.getByText("Brave allows storing results only on plans")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Brave");
  await page.getByRole("textbox", { name: "URL", exact: true }).fill(`${services.origin}/brave`);
  await page.getByRole("radio", { name: "Enter here" }).check();
  await page.getByRole("textbox", { name: "API key" }).fill(KEY);
  await page.getByRole("button", { name: "Add connection" }).click();
  await expect(
    page.getByText("Kinds of evidence: Results, Questions and answers, Knowledge graph."),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "Query" }).fill("first program");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Result 1 for first program")).toBeVisible();
  await page.getByRole("textbox", { name: "URL", exact: true }).fill("https://elsewhere.example");
  await page.getByRole("button", { name: "Save connection" }).click();
  await expect(page.getByText("so the key was removed")).toBeVisible();
  await expect(page.getByText("Current key: None")).toBeVisible();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
});

test("a researcher sees connections without forms, a rater not at all; the audit log has no key", async ({
  page,
  browser,
}) => {
  await signIn(page, RESEARCHER);
  await page.goto("/connections");
  await page.getByRole("link", { name: "Local server" }).click();
  await expect(page.getByText("Key: …wxyz")).toBeVisible();
  for (const name of ["Test connection", "Add model", "Add price", "Save key", "Archive"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expectAccessible(page);
  expect((await page.request.get("/connections/new")).status()).toBe(403);

  const context = await browser.newContext();
  const rater = await context.newPage();
  await signIn(rater, RATER);
  expect((await rater.request.get("/connections")).status()).toBe(403);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, ADMIN);
  await admin.goto("/audit-log");
  await expect(admin.getByText("“Local server”: key entered")).toBeVisible();
  for (const path of ["/audit-log", "/connections", admin.url()])
    expect(await (await admin.request.get(path)).text()).not.toContain(KEY);
});
