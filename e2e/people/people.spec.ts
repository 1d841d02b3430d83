import type { Browser, Page } from "@playwright/test";
import { OidcProvider } from "../support/oidc-provider";
import { expect, expectAccessible, expectFits, SCREENS, signIn, test } from "../support/journey";

const ADMIN = "femi@freshqa.example";
const PASSWORD = "a long enough password";
// Journeys through several browsers, and axe on many pages.
const run = Date.now().toString(36);

async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Invites an address as someone with the given role, and returns the link. */
async function invite(admin: Page, email: string, role: string): Promise<string> {
  await admin.goto("/members");
  await admin.getByRole("button", { name: "Invite member" }).click();
  const dialog = admin.getByRole("dialog", { name: "Invite member" });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("checkbox", { name: "annotator" }).uncheck();
  await dialog.getByRole("checkbox", { name: role }).check();
  await dialog.getByRole("button", { name: "Create invitation link" }).click();
  return dialog.getByRole("textbox", { name: "Link" }).inputValue();
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Hello, ${name}` })).toBeVisible();
}

test("an invited person joins by a link that works once, and is signed out of pages, actions and the API the moment they are deactivated", async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN);
  await page.goto("/");
  const email = `gia-${run}@example.org`;
  const link = await invite(page, email, "maintainer");

  const guest = await elsewhere(browser);
  await join(guest, link, "Gia Guest");
  await expect(guest.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
    "Home",
    /^Inbox/,
    /^Submissions/,
    "Questions",
    /^Answer refresh/,
    "Imports",
    "Releases",
    "Campaigns",
    /^Adjudication/,
    "Model runs",
    /^Automation/,
    "Reports",
    "Settings",
    "Help",
  ]);
  expect((await guest.request.get("/api/questions/choices")).status()).toBe(200);
  expect((await guest.goto("/members"))?.status()).toBe(403);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
    "You don't have access to this page",
  );

  const late = await elsewhere(browser);
  await late.goto(link);
  await expect(late.getByRole("heading", { level: 1 })).toHaveText("Invalid invitation");

  await guest.goto("/account");
  await page.goto(`/members?search=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Actions for Gia Guest" }).click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Gia Guest deactivated and signed out everywhere")).toBeVisible();

  const api = await guest.request.get("/api/questions/choices");
  expect(api.status()).toBe(401);
  expect(await api.json()).toMatchObject({ refusal: { code: "signed-out" } });
  await guest.getByLabel("Your name").fill("Still Typed");
  await guest.getByRole("button", { name: "Save name" }).click();
  await expect(guest.getByText("You're signed out. Nothing was saved")).toBeVisible();
  await expect(guest.getByLabel("Your name")).toHaveValue("Still Typed");
  await guest.goto("/questions");
  await expect(guest).toHaveURL("/sign-in?callbackUrl=%2Fquestions");

  await page.goto("/audit-log?type=user.deactivated");
  await expect(page.getByRole("row").nth(1)).toContainText(`${email} was deactivated`);
});

test("a password change ends the person's other sessions and keeps this one, and a reset link from an administrator ends that too", async ({
  page,
  browser,
}) => {
  await signIn(page, ADMIN);
  await page.goto("/");
  const email = `pat-${run}@example.org`;
  const here = await elsewhere(browser);
  await join(here, await invite(page, email, "rater"), "Pat Password");
  const there = await elsewhere(browser);
  await signIn(there, email, PASSWORD);

  await here.goto("/account");
  await here.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await here
    .getByRole("textbox", { name: "New password", exact: true })
    .fill("another long password");
  await here.getByRole("textbox", { name: "Confirm new password" }).fill("another long password");
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText("Password changed.")).toBeVisible();
  await there.goto("/");
  await expect(there).toHaveURL("/sign-in");
  await here.goto("/");
  await expect(here.getByRole("heading", { level: 1, name: "Hello, Pat Password" })).toBeVisible();

  await page.goto(`/members?search=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Actions for Pat Password" }).click();
  await page.getByRole("menuitem", { name: "Create password reset link" }).click();
  const link = await page.getByRole("dialog").getByRole("textbox", { name: "Link" }).inputValue();
  await there.goto(link);
  await there.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await there.getByRole("textbox", { name: "Confirm password" }).fill(PASSWORD);
  await there.getByRole("button", { name: "Set password" }).click();
  await expect(there.getByRole("heading", { level: 1, name: "Hello, Pat Password" })).toBeVisible();
  await here.goto("/");
  await expect(here).toHaveURL("/sign-in");
});

test("guessing stops after ten attempts, says when to try again, and what was typed stays", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(`guess-${run}@example.org`);
  await page.getByRole("textbox", { name: "Password" }).fill("guess");
  const message = page.getByRole("alert", { name: "Couldn't sign in" });
  for (let attempt = 1; attempt <= 11; attempt++) {
    const answer = page.waitForResponse((response) =>
      response.url().includes("/api/auth/callback/credentials"),
    );
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await answer;
    await expect(message).toContainText(
      attempt <= 10 ? "Incorrect email or password" : /Try again after \d\d:\d\d/,
    );
  }
  await expect(page.getByLabel("Email")).toHaveValue(`guess-${run}@example.org`);
});

test("signing out ends the session itself, copies of its cookie too, and one's other sessions are listed and ended one by one or all at once", async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, "hugo@freshqa.example");
  await page.goto("/");
  const copy = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: server.address,
  });
  expect((await copy.request.get("/api/questions/choices")).status()).toBe(200);
  const other = await browser.newContext({ baseURL: server.address });
  await signIn(await other.newPage(), "hugo@freshqa.example");

  await page.getByRole("button", { name: /Hugo Sato/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect((await copy.request.get("/api/questions/choices")).status()).toBe(401);
  expect((await other.request.get("/api/questions/choices")).status()).toBe(200);

  await signIn(page, "hugo@freshqa.example");
  await page.goto("/account");
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByText("This browser")).toBeVisible();
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // The whole word is on the button, however narrow the page is.
    const label = sessions
      .getByRole("button", { name: /^Sign out Chrome/ })
      .first()
      .getByText("Sign out");
    await expect
      .poll(() => label.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
  await sessions
    .getByRole("button", { name: /^Sign out Chrome/ })
    .first()
    .click();
  await expect(page.getByText("Session signed out")).toBeVisible();
  await expect
    .poll(async () => (await other.request.get("/api/questions/choices")).status())
    .toBe(401);
  await sessions.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await other.close();
  await copy.close();
});

test("what goes wrong in the database is never told to whoever signs in", async ({ page }) => {
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as {
    csrfToken: string;
  };
  const answer = await page.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, email: "a\u0000b@example.org", password: "x", json: "true" },
  });
  expect(answer.status()).toBeLessThan(500);
  expect(await answer.text()).not.toMatch(/22021|UTF8|prisma|invalid byte/i);
});

test("signing in leads back to where one wanted to go, and never to another site", async ({
  page,
}) => {
  for (const [wanted, reached] of [
    ["/account?from=here", "/account?from=here"],
    ["https://evil.example/members", "/members"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(wanted)}`);
    await page.getByRole("button", { name: /Femi Larsen/ }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page, wanted).toHaveURL(reached);
  }
});

test.describe("an OpenID provider", () => {
  let provider: OidcProvider;
  test.beforeAll(async ({ server }) => {
    provider = new OidcProvider(server.oidcPort);
    await provider.start();
  });
  test.afterAll(() => provider.stop());

  const come = async (page: Page) => {
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with Test provider" }).click();
  };

  test("lets in whoever has a verified email with an open invitation or an account, and no one else", async ({
    page,
    browser,
  }) => {
    await signIn(page, ADMIN);
    await page.goto("/");
    const email = `olga-${run}@example.org`;
    await invite(page, email, "annotator");

    const guest = await elsewhere(browser);
    provider.identity = { sub: "1", email, email_verified: false, name: "Olga Openid" };
    await come(guest);
    await expect(guest.getByText("hasn't verified your email")).toBeVisible();
    provider.identity = { sub: "2", email: `stranger-${run}@example.org`, email_verified: true };
    await come(guest);
    await expect(guest.getByText("No active account or pending invitation")).toBeVisible();

    provider.identity = {
      sub: "1",
      email: email.toUpperCase(),
      email_verified: true,
      name: "Olga Openid",
    };
    await come(guest);
    await expect(
      guest.getByRole("heading", { level: 1, name: "Hello, Olga Openid" }),
    ).toBeVisible();
    await guest.goto("/account");
    await expect(guest.getByText("so you have no password")).toBeVisible();

    const again = await elsewhere(browser);
    await come(again);
    await expect(
      again.getByRole("heading", { level: 1, name: "Hello, Olga Openid" }),
    ).toBeVisible();
    await page.goto("/members");
    await expect(page.getByRole("row").filter({ hasText: email })).toHaveCount(1);
  });
});

for (const { viewport, colorScheme } of SCREENS) {
  test(`the pages of people are accessible and fit the screen, ${colorScheme}, ${viewport.width} px wide`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ viewport, colorScheme })).newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (/Content.Security.Policy|hydrat/i.test(message.text())) problems.push(message.text());
    });
    const check = async () => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
    };
    await page.goto("/sign-in");
    await check();
    await signIn(page, ADMIN);
    for (const path of [
      "/",
      "/members",
      "/members?state=all",
      "/audit-log",
      "/account",
      "/nothing-here",
    ]) {
      await page.goto(path);
      await check();
    }
    expect(problems).toEqual([]);
  });
}

test("a list is sorted by its headings, by keyboard as well, and on a phone from a menu", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto("/members");
  const names = async () =>
    (await page.getByRole("row").locator("td:first-child p:first-child").allTextContents()).map(
      (name) => name.replace(" (you)", "").toLowerCase(),
    );
  const upwards = await names();
  expect(upwards.length).toBeGreaterThan(3);
  expect(upwards).toEqual([...upwards].sort());

  const heading = page.getByRole("columnheader", { name: "Member" });
  await heading.getByRole("link").press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await heading.getByRole("link").press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=-name/);
  expect(await names()).toEqual(upwards.reverse());
  await expectAccessible(page);

  // What is searched for keeps the order.
  await page.getByRole("textbox", { name: "Search by name or email" }).fill("freshqa.example");
  await expect(page).toHaveURL(/search=freshqa\.example.*sort=-name|sort=-name.*search=/);
  await expect(heading).toHaveAttribute("aria-sort", "descending");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Sort: Member, descending").click();
  await expectAccessible(page);
  await page.getByRole("listitem").getByRole("link", { name: "Last sign-in" }).click();
  await expect(page).toHaveURL(/sort=sign-in/);
  await expect(page.getByText("Sort: Last sign-in, ascending")).toBeVisible();
  // It is closed again, and what was searched for is kept.
  await expect(page.getByRole("listitem").getByRole("link", { name: "Member" })).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Search by name or email" })).toHaveValue(
    "freshqa.example",
  );
});
