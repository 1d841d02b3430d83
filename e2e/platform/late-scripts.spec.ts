import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/journey";

/** Holds what is fetched from these addresses. Returns what lets it go. */
async function held(page: Page, addresses: RegExp): Promise<() => void> {
  let letGo = () => {};
  const wanted = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(addresses, async (route) => {
    await wanted;
    await route.continue();
  });
  return letGo;
}

/** Goes to a page whose scripts do not come before they are let go; what the server wrote is there to be typed into. */
async function withoutScripts(page: Page, address: string) {
  const letGo = await held(page, /\/_next\/static\/.*\.js/);
  await page.goto(address, { waitUntil: "commit" });
  const devtools = await page.context().newCDPSession(page);
  return {
    letGo,
    /** Whether the page, as a whole, listens to what one does. */
    listens: () => page.evaluate(() => document.documentElement.dataset.hydrated !== undefined),
    /** Comes to a field by the start of its label, as soon as it is drawn, and selects what is in it. */
    focus: (label: string) =>
      page.waitForFunction((label) => {
        const field = [...document.querySelectorAll("label")].find(({ textContent }) =>
          textContent.startsWith(label),
        )?.control;
        field?.focus();
        if (field instanceof HTMLInputElement) field.select();
        return field && document.activeElement === field;
      }, label),
    /** One key after the other, without waiting for the page as `page.keyboard` does in journeys. */
    async type(text: string) {
      for (const char of text) {
        const key = char === "\n" ? { key: "Enter", text: "\r" } : { key: char, text: char };
        await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
        await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", key: key.key });
      }
    },
  };
}

test("who signs in before the scripts have come is signed in once they have", async ({ page }) => {
  const early = await withoutScripts(page, "/sign-in");
  await early.focus("Email");
  await early.type("carlos@freshqa.example");
  await early.focus("Password");
  await early.type("freshqa-sample\n");
  expect(await early.listens()).toBe(false);
  early.letGo();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("who goes on after pressing Enter sends nothing before pressing it again", async ({
  page,
}) => {
  const early = await withoutScripts(page, "/sign-in");
  await early.focus("Email");
  await early.type("carlos@freshqa.example");
  await early.focus("Password");
  await early.type("freshqa\n-sample");
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "POST") answers.push(new URL(response.url()).pathname);
  });
  early.letGo();
  const password = page.getByRole("textbox", { name: "Password" });
  await expect(password).toHaveValue("freshqa-sample");
  await password.press("Enter");
  await expect(page).toHaveURL("/");
  expect(answers.filter((path) => path.includes("credentials"))).toHaveLength(1);
});

test("who presses Enter in the moment in which the page begins to listen is signed in", async ({
  page,
}) => {
  // The fields are React's by then, and it has heard of nothing in them yet.
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.hydrated === undefined) return;
      observer.disconnect();
      document.forms[0]?.requestSubmit();
    }).observe(document, { attributes: true, subtree: true }),
  );
  const early = await withoutScripts(page, "/sign-in");
  await early.focus("Email");
  await early.type("carlos@freshqa.example");
  await early.focus("Password");
  await early.type("freshqa-sample");
  early.letGo();
  await expect(page).toHaveURL("/");
});

test("a draft on the device is not written over by the first letters typed beside it", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/questions/new");
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await question.fill("A long question that was begun yesterday");
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toContain("begun yesterday");
  const early = await withoutScripts(page, "/questions/new");
  await early.focus("Question");
  await early.type("An");
  early.letGo();
  await expect(question).toHaveValue("A long question that was begun yesterday");
  await page.reload();
  await expect(question).toHaveValue("A long question that was begun yesterday");
});

test("what is typed while the scripts come is all there, in its order, and kept", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  const early = await withoutScripts(page, "/questions/new");
  await early.focus("Question");
  let text = "Which ";
  await early.type(text);
  early.letGo();
  // Across the moment in which the field is taken over, and beyond it.
  let after = 0;
  for (let word = 0; after < 5; word++) {
    await early.type(`${word} `);
    text += `${word} `;
    if (await early.listens()) after++;
  }
  const question = page.getByRole("textbox", { name: "Question", exact: true });
  await expect(question).toHaveValue(text);
  await page.getByRole("textbox", { name: "Note" }).fill("Typed when all was there");
  await page.reload();
  await expect(question).toHaveValue(text);
});

test("what is switched, and a number with its unit, is what is saved", async ({ page }) => {
  await signIn(page, "carlos@freshqa.example");
  const early = await withoutScripts(page, "/settings");
  const releases = page.locator("input[role=switch]").first();
  await early.focus("Public releases");
  await early.type(" ");
  const days = page.getByLabel("Frequently");
  await early.focus("Frequently");
  await early.type("4");
  expect(await early.listens()).toBe(false);
  early.letGo();
  const save = page.getByRole("button", { name: "Save settings", exact: true });
  await expect(releases).not.toBeChecked();
  await expect(days).toHaveValue("4 days");
  await days.fill("45");
  await expect(days).toHaveValue("45 days");
  await save.click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.reload();
  await expect(releases).not.toBeChecked();
  await expect(days).toHaveValue("45 days");
});

test("a page that takes long is announced by a line, and the one before it stays until then", async ({
  page,
}) => {
  await signIn(page, "carlos@freshqa.example");
  await page.goto("/");
  const letGo = await held(page, /\/releases\?_rsc=/);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Releases" })
    .click();
  const line = page.getByRole("progressbar", { name: "Loading page" });
  await expect(line).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: /^Hello/ })).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { level: 1, name: "Releases" })).toBeVisible();
  await expect(line).toHaveCount(0);
});
